"""The C core and libsodium by other compilers, for other processors and Windows: the same answers.

`make test-cross` sets THOROUGH=1: then every target runs everything. Without it only ARM is tried,
which is emulated and slow: the digest, and the tests of code that is written for it.
"""

from __future__ import annotations

import os

import pytest

from tests.portability.targets import NATIVE, ROOT, TARGETS, WARNINGS, Build, Target
from tests.protocol.crypto.vectors import questions
from tests.rules.golden import core_digests

THOROUGH = bool(os.environ.get("THOROUGH"))
ONLY = os.environ.get("TARGETS", "").split()
# `.ci/run` installs no other; gcc builds all of it in tests/rules/test_native.py, under sanitizers.
WANTED = [target for target in TARGETS if THOROUGH or target.name == "aarch64"]
CHOSEN = [target for target in WANTED if target.name in ONLY or not ONLY]
HERE = [target for target in CHOSEN if THOROUGH or not target.missing]
SOURCES = sorted(NATIVE.glob("src/**/*.c"))
PROGRAMS = sorted(NATIVE.glob("tests/test_*.c"))
# Those that compare code for NEON with code for any processor; five seconds under qemu.
OF_NEON = [NATIVE / "tests" / f"test_{name}.c" for name in ("camelup_leg", "network")]
ARM = ("aarch64", "zig-linux-arm64")
LIBSODIUM_FLAGS = tuple(
    f"-I{NATIVE / 'libsodium' / folder}" for folder in ("include/sodium", "include")
)
INCLUDES = (f"-I{NATIVE / 'include'}", f"-I{NATIVE / 'src'}")


@pytest.fixture(scope="module", params=HERE, ids=lambda target: target.name)
def core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    target: Target = request.param
    assert not target.missing, f"{target.missing} is not installed"
    folder = tmp_path_factory.mktemp(target.name)
    return Build(target, folder, SOURCES, (*WARNINGS, *INCLUDES))


@pytest.fixture(scope="module", params=HERE, ids=lambda target: target.name)
def libsodium(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Build:
    target: Target = request.param
    assert not target.missing, f"{target.missing} is not installed"
    folder = tmp_path_factory.mktemp(f"sodium-{target.name}")
    return Build(target, folder, [NATIVE / "sodium" / "libsodium.c"], LIBSODIUM_FLAGS)


@pytest.mark.slow
def test_positions_events_and_greedy_moves_are_the_same_everywhere(core: Build) -> None:
    printed = core.run(NATIVE / "tests" / "digest.c")
    assert not core.target.runs or set(printed.splitlines()) == core_digests()


@pytest.mark.slow
@pytest.mark.skipif(not THOROUGH, reason="`make test-cross` runs them all")
def test_the_c_tests_pass(core: Build) -> None:
    for program in PROGRAMS:
        core.run(program)


@pytest.mark.slow
def test_neon_counts_what_plain_code_counts(core: Build) -> None:
    if core.target.name not in ARM:
        pytest.skip("no processor with NEON, or nothing that runs its programs")
    for program in OF_NEON:
        core.run(program)


@pytest.mark.slow
def test_libsodium_gives_its_known_answers(libsodium: Build) -> None:
    asked, expected = questions()
    told = libsodium.run(NATIVE / "sodium" / "vectors.c", asked)
    assert not libsodium.target.runs or told.split() == expected


def test_the_compilers_are_here() -> None:
    lacking = sorted({target.missing for target in CHOSEN if target.missing})
    if lacking:
        pytest.skip(f"not installed: {', '.join(lacking)}; `make test-cross` installs them")


def test_every_target_is_named_in_the_documents() -> None:
    text = (ROOT / "docs" / "core.md").read_text(encoding="utf-8")
    for target in TARGETS:
        assert f"`{target.name}`" in text, target.name
