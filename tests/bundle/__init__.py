"""Tests of the bundle: of what builds it, and in `shipped` of what is handed to players."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent


def program(name: str) -> ModuleType:
    """A module of `packaging/bundle`, which is a folder of programs and no package."""
    known = f"packaging_bundle_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, ROOT / f"packaging/bundle/{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]
