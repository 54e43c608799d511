"""The extension that native/cffi_build.py builds. What is untyped stays in camelnet.rules."""

from typing import Any

ffi: Any
lib: Any
