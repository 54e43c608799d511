"""The C core as native/cffi_build.py built it. It is untyped; `camelnet.rules` returns typed
values."""

from __future__ import annotations

from camelnet._native import ffi, lib

__all__ = ["ffi", "lib"]
