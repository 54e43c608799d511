"""The programs of `packaging`, a folder that is no package, as modules to test."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent


def script(path: str) -> ModuleType:
    """A program by its path from `packaging` on; loaded once."""
    name = f"packaging_{path.replace('/', '_')}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, ROOT / "packaging" / f"{path}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
