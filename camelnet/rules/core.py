"""The C core as native/cffi_build.py built it: untyped here, typed in what `camelnet.rules` gives."""

from __future__ import annotations

from typing import Any

from camelnet._native import ffi as _ffi  # type: ignore[import-not-found]
from camelnet._native import lib as _lib

ffi: Any = _ffi
lib: Any = _lib
