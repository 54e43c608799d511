"""Tests of what is handed on: the library, the metadata and the source archive."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent


def program(name: str) -> ModuleType:
    """A module of `packaging/dist`, which is a folder of programs and no package."""
    folder = str(ROOT / "packaging/dist")
    if folder not in sys.path:
        sys.path.append(folder)  # they import each other
    return importlib.import_module(name)
