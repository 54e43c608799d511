"""The C core as native/cffi_build.py built it. It has no types; what `camelnet.rules` gives has."""

from __future__ import annotations

from camelnet._native import ffi, lib

__all__ = ["ffi", "lib"]
