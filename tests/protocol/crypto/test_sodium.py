"""libsodium as it is compiled here: its source as it came, sums of products, many threads at once,
and both paths through its code."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from camelnet._sodium import lib
from camelnet.protocol.crypto.group import IDENTITY, ORDER, Ristretto
from tests.protocol.crypto.vectors import INCLUDES, NATIVE, ROOT, questions

REAL = Ristretto()


def test_a_sum_of_products_is_the_sum_of_the_products() -> None:
    chance = random.Random(16)
    points = [REAL.base(chance.randrange(1, ORDER)) for _ in range(20)] + [IDENTITY]
    edges = [0, 1, -1, 2, 15, 16, 17, 2**252, ORDER - 1, ORDER, ORDER + 1]
    for count in (*range(36), 63, 64, 65, 97):
        chosen = [chance.choice(points) for _ in range(count)]
        scalars = [chance.choice((*edges, chance.randrange(ORDER))) for _ in range(count)]
        base = chance.choice((0, 1, -1, chance.randrange(ORDER)))
        total = REAL.base(base)
        for scalar, point in zip(scalars, chosen, strict=True):
            total = REAL.add(total, REAL.mul(scalar, point))
        assert REAL.public_sum(base, scalars, chosen) == total, (count, base, scalars)


def test_products_that_cancel_give_the_identity() -> None:
    point = REAL.base(7)
    assert REAL.public_sum(0, (5, -5), (point, point)) == IDENTITY
    assert REAL.public_sum(-35, (5,), (point,)) == IDENTITY
    assert REAL.public_sum(0, (), ()) == IDENTITY


def test_a_sum_has_as_many_scalars_as_points() -> None:
    for scalars, points in (((1,), ()), ((), (REAL.base(1),)), ((1, 2), (REAL.base(1),))):
        with pytest.raises(ValueError, match="as many scalars"):
            REAL.public_sum(0, scalars, points)


def test_threads_do_not_meet_in_the_library() -> None:
    def chain(start: int) -> bytes:
        point = REAL.base(start)
        for step in range(2, 40):
            point = REAL.add(REAL.mul(step, point), REAL.base(start))
        return point

    alone = [chain(start) for start in range(1, 9)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(chain, range(1, 9))) == alone


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


# --- both paths through the code -----------------------------------------------------------------

COMPILER = shutil.which("gcc") or shutil.which("cc") or ""
SANITIZED = ["-std=c11", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILER, reason="no C compiler on the path")
@pytest.mark.parametrize("limbs", [[], ["-DSODIUM_TEN_LIMBS"]], ids=["five limbs", "ten limbs"])
@pytest.mark.every(2)
def test_field_elements_of_five_and_ten_limbs_give_the_same_bytes(
    limbs: list[str], tmp_path: Path
) -> None:
    program = tmp_path / "vectors"
    files = (NATIVE / "sodium/vectors.c", NATIVE / "sodium/libsodium.c")
    words = [COMPILER, *SANITIZED, *limbs, *INCLUDES, *map(str, files), "-o", str(program)]
    built = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert built.returncode == 0, built.stderr
    asked, expected = questions()
    told = subprocess.run(
        [program], input=asked, capture_output=True, text=True, timeout=600, check=False
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == expected
