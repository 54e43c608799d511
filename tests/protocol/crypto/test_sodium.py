"""libsodium as it is compiled here: its source as it came, and its answers as they always were, on
every path through its code, from many threads at once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from camelnet._sodium import lib
from camelnet.protocol.crypto.group import IDENTITY, ORDER, Ristretto, scalar_bytes

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "native"
VECTORS = json.loads((ROOT / "tests/data/ristretto255.json").read_text(encoding="utf-8"))
EARLIER = VECTORS["earlier"]  # as rbcl 1.1.2 answered, the binding that was here before
REAL = Ristretto()


def test_products_are_what_they_always_were() -> None:
    for scalar, encoded in EARLIER["base"]:
        assert REAL.base(int(scalar)).hex() == encoded
    for scalar, point, encoded in EARLIER["mul"]:
        assert REAL.mul(int(scalar), bytes.fromhex(point)).hex() == encoded


def test_sums_are_what_they_always_were() -> None:
    for one, other, encoded in EARLIER["add"]:
        assert REAL.add(bytes.fromhex(one), bytes.fromhex(other)).hex() == encoded


def test_hashes_to_the_group_are_what_they_always_were() -> None:
    for domain, parts, encoded in EARLIER["point_of"]:
        assert REAL.point_of(domain, *map(bytes.fromhex, parts)).hex() == encoded


def test_the_same_bytes_are_elements_as_always() -> None:
    answers = [REAL.valid(bytes.fromhex(data)) for data, _ in EARLIER["valid"]]
    assert answers == [valid for _, valid in EARLIER["valid"]]
    assert 10 < sum(answers) < len(answers) - 10


def test_threads_do_not_meet_in_the_library() -> None:
    def chain(start: int) -> bytes:
        point = REAL.base(start)
        for step in range(2, 40):
            point = REAL.add(REAL.mul(step, point), REAL.base(start))
        return point

    alone = [chain(start) for start in range(1, 9)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(chain, range(1, 9))) == alone


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_no_operation_reads_past_the_end_of_a_point(size: int) -> None:
    short, good = bytes(size), REAL.base(3)
    for operation in (
        lambda: REAL.mul(2, short),
        lambda: REAL.mul(0, short),
        lambda: REAL.add(short, good),
        lambda: REAL.add(good, short),
    ):
        with pytest.raises(ValueError, match="not an element"):
            operation()
    assert not REAL.valid(short)


def test_an_element_has_no_second_encoding() -> None:
    """libsodium 1.0.18 ignores the highest bit; the system's may be that one."""
    good = REAL.base(3)
    for point in (good, IDENTITY):
        other = point[:31] + bytes([point[31] | 128])
        assert not REAL.valid(other)
        for operation in (
            lambda other=other: REAL.mul(2, other),
            lambda other=other: REAL.mul(0, other),
            lambda other=other: REAL.add(other, good),
            lambda other=other: REAL.add(good, other),
        ):
            with pytest.raises(ValueError, match="not an element"):
                operation()


def test_the_library_starts_as_often_as_it_is_asked() -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: lib.camelnet_sodium_init(), range(64)))
    assert min(answers) >= 0


# --- the source ----------------------------------------------------------------------------------


def checked(root: Path) -> tuple[int, str]:
    command = [sys.executable, str(root / "packaging/libsodium.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_source_is_what_the_manifest_says() -> None:
    code, said = checked(ROOT)
    assert code == 0, said
    assert "27 files" in said


def test_a_source_that_was_touched_is_noticed(tmp_path: Path) -> None:
    for folder in ("native/libsodium", "native/sodium"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "packaging").mkdir()
    shutil.copy(ROOT / "packaging/libsodium.py", tmp_path / "packaging")
    assert checked(tmp_path)[0] == 0
    source = tmp_path / "native/libsodium"
    (source / "sodium/utils.c").write_bytes((source / "sodium/utils.c").read_bytes() + b"\n")
    (source / "LICENSE").unlink()
    (source / "sodium/core.c").touch()
    code, said = checked(tmp_path)
    assert code == 1
    assert said.split("\n")[:3] == [
        "LICENSE is missing",
        "sodium/core.c is not in the manifest",
        "sodium/utils.c was changed",
    ]


# --- other paths through the code ----------------------------------------------------------------

COMPILERS = [found for name in ("gcc", "clang") if (found := shutil.which(name))]
SANITIZED = "-fsanitize=address,undefined"
WAYS = ["-O2", "-O2 -DSODIUM_TEN_LIMBS", f"-O0 {SANITIZED}", f"-O0 {SANITIZED} -DSODIUM_TEN_LIMBS"]
WAYS += ["-O0 -m32"]


def questions() -> Iterator[tuple[str, str]]:
    """Lines for native/sodium/vectors.c, and what it should answer."""
    for point, scalar in zip(VECTORS["rfc9496"]["multiples"], range(16), strict=True):
        yield f"base {scalar_bytes(scalar).hex()}", point if scalar else "-1"
    for data in VECTORS["rfc9496"]["invalid"]:
        yield f"valid {data}", "0"
        yield f"mul {scalar_bytes(2).hex()} {data}", "-1"
        yield f"add {data} {REAL.base(1).hex()}", "-1"
    for uniform, point in VECTORS["rfc9496"]["from_hash"]:
        yield f"from_hash {uniform}", point
    for scalar, point, product in EARLIER["mul"]:
        reduced = scalar_bytes(int(scalar) % ORDER)
        trivial = product == IDENTITY.hex()
        yield f"mul {reduced.hex()} {point}", "-1" if trivial else product
    for one, other, total in EARLIER["add"]:
        yield f"add {one} {other}", total


def build(compiler: str, way: str, program: Path, *files: Path) -> None:
    folders = [f"-I{NATIVE}/libsodium/include/sodium", f"-I{NATIVE}/libsodium/include"]
    words = [compiler, "-std=c11", *way.split(), *folders, *map(str, files), "-o", str(program)]
    subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)


@pytest.mark.skipif(not COMPILERS, reason="no gcc or clang on the path")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda path: Path(path).name)
def test_every_path_through_the_library_gives_the_same_bytes(
    compiler: str, way: str, tmp_path: Path
) -> None:
    nothing, program = tmp_path / "nothing", tmp_path / "vectors"
    nothing.with_suffix(".c").write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
    try:
        build(compiler, way, nothing, nothing.with_suffix(".c"))
        subprocess.run([nothing], check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"nothing that {compiler} {way} makes runs here")
    build(compiler, way, program, NATIVE / "sodium/vectors.c", NATIVE / "sodium/libsodium.c")
    asked, expected = zip(*questions(), strict=True)
    told = subprocess.run(
        [program], input="\n".join(asked), capture_output=True, text=True, timeout=600, check=False
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == list(expected)
