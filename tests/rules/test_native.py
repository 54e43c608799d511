"""The C core on its own: without warnings, under sanitizers, and fed with rubbish."""

from __future__ import annotations

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import pytest

from tests.rules.golden import core_digests

ROOT = Path(__file__).resolve().parent.parent.parent
NATIVE = ROOT / "native"
SOURCES = sorted(NATIVE.glob("src/**/*.c"))
INCLUDES = [f"-I{NATIVE / 'include'}", f"-I{NATIVE / 'src'}"]
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
INPUTS = 50_000
SEEDS = (1, 2)

COMPILER = shutil.which("gcc") or shutil.which("cc") or ""
pytestmark = pytest.mark.skipif(not COMPILER, reason="no C compiler on the path")


def run(*command: str | Path) -> str:
    """Run a command and return its output; what it prints is the failure's text."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=6000, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The core's objects under sanitizers, compiled once for all programs here."""
    folder = tmp_path_factory.mktemp("core")
    return compile_all(SOURCES, folder)


def compile_all(sources: list[Path], folder: Path) -> list[Path]:
    def compile_one(source: Path) -> Path:
        target = folder / source.relative_to(NATIVE).with_suffix(".o")
        target.parent.mkdir(parents=True, exist_ok=True)
        run(COMPILER, *STRICT, *SANITIZED, *INCLUDES, "-c", source, "-o", target)
        return target

    with ThreadPoolExecutor(cpu_count()) as workers:
        return list(workers.map(compile_one, sources))


def build(folder: Path, core: list[Path], *tests: str) -> Path:
    objects = compile_all([NATIVE / "tests" / name for name in tests], folder)
    run(COMPILER, *SANITIZED, *core, *objects, "-o", folder / "program")
    return folder / "program"


@pytest.mark.slow  # the sanitized core is compiled with the same warnings, at -O1
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
@pytest.mark.every(4)
def test_a_source_compiles_without_a_warning(source: Path, tmp_path: Path) -> None:
    run(COMPILER, *STRICT, "-O3", *INCLUDES, "-c", source, "-o", tmp_path / "x.o")


@pytest.mark.slow
@pytest.mark.parametrize("program", [path.name for path in sorted(NATIVE.glob("tests/test_*.c"))])
def test_the_core_keeps_its_promises_under_sanitizers(
    program: str, core: list[Path], tmp_path: Path
) -> None:
    run(build(tmp_path, core, program))


@pytest.mark.slow
def test_positions_events_and_greedy_moves_stay_what_they_were(
    core: list[Path], tmp_path: Path
) -> None:
    """tests/portability compares the same digests on other processors."""
    printed = run(build(tmp_path, core, "digest.c"))
    assert set(printed.splitlines()) == core_digests()


@pytest.mark.slow
def test_no_bytes_break_the_core(core: list[Path], tmp_path: Path) -> None:
    target = build(tmp_path, core, "fuzz_apply.c", "fuzz_main.c")
    for seed in SEEDS:
        run(target, str(seed), str(INPUTS))


def test_the_core_refuses_to_be_built_without_its_asserts(tmp_path: Path) -> None:
    source = NATIVE / "src" / "engine.c"
    words: list[str | Path] = [COMPILER, "-DNDEBUG", *INCLUDES, "-c", source]
    words += ["-o", tmp_path / "x.o"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode != 0
    assert "asserts stay on" in done.stderr


# --- names ---------------------------------------------------------------------------------------

NM = shutil.which("nm") or ""


def global_names(*arguments: str | Path) -> set[str]:
    """The names that a compiled file defines for others, without those of the compiler (__x)."""
    words = [NM, "--defined-only", *(str(argument) for argument in arguments)]
    listed = subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
    lines = [line.split() for line in listed.stdout.splitlines()]
    return {name for _, kind, name in lines if kind.isupper() and not name.startswith("__")}


def strangers(compiled: Path, folder: Path) -> set[str]:
    """The names without `cn_`; files of a game share names that begin with the game's key."""
    place = compiled.relative_to(folder).parts
    own = f"{place[2]}_" if place[:2] == ("src", "games") else "cn_"
    return {name for name in global_names("-g", compiled) if not name.startswith(("cn_", own))}


def test_every_macro_of_a_public_header_carries_the_prefix() -> None:
    for header in NATIVE.glob("include/**/*.h"):
        for line in header.read_text(encoding="utf-8").splitlines():
            if line.startswith("#define"):
                assert line.split(" ")[1].startswith(("CN_", "CAMELNET_")), line


@pytest.mark.slow
@pytest.mark.skipif(not NM, reason="no nm on the path")
def test_every_name_that_files_share_carries_a_prefix(core: list[Path]) -> None:
    folder = core[0].parents[len(core[0].parts) - core[0].parts.index("src") - 1]
    found = {path: strangers(path, folder) for path in core}
    assert sum(len(global_names("-g", path)) for path in core) > 100, "nm finds hardly any names"
    assert not {path.name: names for path, names in found.items() if names}


@pytest.mark.skipif(not NM, reason="no nm on the path")
def test_a_shared_name_without_a_prefix_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "src/games/cards").mkdir(parents=True)
    for place in ("src/x", "src/games/cards/x"):
        source = tmp_path / f"{place}.c"
        source.write_text("int cn_a, cards_b, camelup_c; static int d; int e(void) { return d; }\n")
        run(COMPILER, "-c", source, "-o", source.with_suffix(".o"))
    engine = strangers(tmp_path / "src/x.o", tmp_path)
    assert engine == {"cards_b", "camelup_c", "e"}
    assert strangers(tmp_path / "src/games/cards/x.o", tmp_path) == {"camelup_c", "e"}


@pytest.mark.skipif(not NM or sys.platform != "linux", reason="looks at an ELF file with nm")
def test_a_built_module_exports_nothing_but_its_entry() -> None:
    from camelnet import _native, _sodium

    assert global_names("-D", _native.__file__) == {"PyInit__native"}
    assert global_names("-D", _sodium.__file__) == {"PyInit__sodium"}
