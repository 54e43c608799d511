"""The C core as native/cffi_build.py built it. It has no types; what `camelnet.rules` gives has."""

from __future__ import annotations

from typing import Any

from camelnet._native import ffi as _ffi  # type: ignore[import-not-found]
from camelnet._native import lib as _lib

ffi: Any = _ffi
lib: Any = _lib
