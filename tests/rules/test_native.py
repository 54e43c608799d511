"""The C core on its own: without warnings, under sanitizers, and fed with rubbish."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
NATIVE = ROOT / "native"
SOURCES = sorted(NATIVE.glob("src/**/*.c"))
INCLUDES = [f"-I{NATIVE / 'include'}", f"-I{NATIVE / 'src'}"]
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
INPUTS = 100_000
SEEDS = (1, 2)

COMPILER = shutil.which("gcc") or shutil.which("cc") or ""
pytestmark = pytest.mark.skipif(not COMPILER, reason="no C compiler on the path")


def run(*command: str | Path) -> None:
    """Run a command; what it prints is the failure's text."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=6000, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"


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


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
def test_a_source_compiles_without_a_warning(source: Path, level: str, tmp_path: Path) -> None:
    run(COMPILER, *STRICT, level, *INCLUDES, "-c", source, "-o", tmp_path / "x.o")


@pytest.mark.parametrize("program", sorted(path.name for path in NATIVE.glob("tests/test_*.c")))
def test_the_core_keeps_its_promises_under_sanitizers(
    program: str, core: list[Path], tmp_path: Path
) -> None:
    run(build(tmp_path, core, program))


def test_no_bytes_break_the_core(core: list[Path], tmp_path: Path) -> None:
    target = build(tmp_path, core, "fuzz_apply.c", "fuzz_main.c")
    for seed in SEEDS:
        run(target, str(seed), str(INPUTS))


def test_the_core_refuses_to_be_built_without_its_asserts(tmp_path: Path) -> None:
    source = NATIVE / "src" / "engine.c"
    words = [COMPILER, "-DNDEBUG", *INCLUDES, "-c", source, "-o", tmp_path / "x.o"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode != 0
    assert "asserts stay on" in done.stderr


def test_every_public_name_carries_the_prefix() -> None:
    for header in [NATIVE / "include/camelnet.h", *NATIVE.glob("include/games/**/*.h")]:
        for line in header.read_text(encoding="utf-8").splitlines():
            if line.startswith("#define"):
                assert line.split(" ")[1].startswith(("CN_", "CAMELNET_")), line
