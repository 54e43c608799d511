"""What `make` runs beside pytest is made of modules that are there: no other test loads these."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from bench.run import modules
from camelnet.lab.bench import MODULES

ROOT = Path(__file__).parent.parent
PROGRAMS = (
    *(f"bench.{name}" for name in modules() if name not in MODULES),
    *(
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in ("evenings", "floods")
        for path in sorted((ROOT / "tests" / folder).glob("*.py"))
        if not path.stem.startswith("test_")
    ),
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_make_finds_its_parts(name: str) -> None:
    importlib.import_module(name)
