"""What `make` runs beside pytest is made of modules that are there; pytest leaves out no test."""

from __future__ import annotations

import importlib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from bench.run import modules
from camelnet.lab.bench import MODULES

ROOT = Path(__file__).parent.parent
PROGRAMS = (
    *(f"bench.{name}" for name in modules() if name not in MODULES),
    *(
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in ("evenings", "floods", "systems", "windows_app")
        for path in sorted((ROOT / "tests" / folder).glob("*.py"))
        if not path.stem.startswith("test_")
    ),
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_make_finds_its_parts(name: str) -> None:
    importlib.import_module(name)


def test_pytest_looks_into_every_folder_with_tests(pytestconfig: pytest.Config) -> None:
    left_out = pytestconfig.getini("norecursedirs")
    folders = {path.parent.name for path in (ROOT / "tests").rglob("test_*.py")}
    assert "dist" in folders
    assert [name for name in sorted(folders) if any(fnmatch(name, one) for one in left_out)] == []
