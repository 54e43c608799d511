"""Builds `camelnet._native`, the rules core, with cffi in API mode (setup.py calls this).

The interface has one source: what stands between `cffi begin` and `cffi end` in the public headers
is given to cffi as it is. A new game needs no change here: its header and its C file are found.

Build in place, for work in the checkout: `python setup.py build_ext --inplace`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent.parent
NATIVE = Path(__file__).resolve().parent
INCLUDE = NATIVE / "include"
# Hidden: the module exports its PyInit function and nothing else, so that no name of the core can
# meet one of another library in the process.
COMPILE_ARGS = (
    ["/std:c11"] if sys.platform == "win32" else ["-std=c11", "-O3", "-fvisibility=hidden"]
)


def headers() -> list[Path]:
    """The public headers, the engine's first; a game's own header comes before those of its folder
    (camelup.h, camelup/odds.h)."""
    return [
        INCLUDE / "camelnet.h",
        INCLUDE / "search.h",
        INCLUDE / "value.h",
        INCLUDE / "luck.h",
        INCLUDE / "batch.h",
        *sorted((INCLUDE / "games").rglob("*.h"), key=lambda path: path.with_suffix("").parts),
    ]


def declarations(header: Path) -> str:
    """What a header shows to Python: the text between its marks."""
    text = header.read_text(encoding="utf-8")
    begin, end = text.index("/* cffi begin"), text.index("/* cffi end")
    shown = re.sub(r"/\*.*?\*/", "", text[begin:end], flags=re.S)
    # cffi takes a constant as "..." and asks the compiler.
    return re.sub(r"(#define \w+) .*", r"\1 ...", shown)


def sources() -> list[str]:
    """The C files, as setuptools wants them: relative to the top folder, with slashes."""
    found = (NATIVE / "src").rglob("*.c")
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


ffibuilder = FFI()
for _header in headers():
    ffibuilder.cdef(declarations(_header))
ffibuilder.set_source(
    "camelnet._native",
    "\n".join(f'#include "{path.relative_to(INCLUDE).as_posix()}"' for path in headers()),
    sources=sources(),
    include_dirs=["native/include", "native/src"],
    depends=[
        path.relative_to(ROOT).as_posix()
        for path in (*NATIVE.glob("**/*.h"), Path(__file__).resolve())
    ],
    # Python's own flags silence asserts; in the core they stay on.
    undef_macros=["NDEBUG"],
    extra_compile_args=COMPILE_ARGS,
    py_limited_api=True,
)
