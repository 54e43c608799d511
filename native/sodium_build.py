"""Builds `camelnet._sodium`, the binding to libsodium's ristretto255 (setup.py calls this).

The library itself is compiled in, from its unmodified source in native/libsodium. With
`CAMELNET_SYSTEM_LIBSODIUM=1` in the environment the system's is linked instead, 1.0.18 or newer.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent.parent
NATIVE = Path(__file__).resolve().parent
SYSTEM = os.environ.get("CAMELNET_SYSTEM_LIBSODIUM", "0") not in ("", "0")

# As libsodium's own build asks of a compiler. Hidden: the module exports its PyInit function only.
COMPILE_ARGS = (
    []
    if sys.platform == "win32"
    else [
        "-std=c11",
        "-O2",
        "-fno-strict-aliasing",
        "-fwrapv",
        "-fvisibility=hidden",
        "-Wno-unused",
    ]
)

FUNCTIONS = """
    int camelnet_sodium_init(void);
    int crypto_core_ristretto255_is_valid_point(const unsigned char *p);
    int crypto_core_ristretto255_add(unsigned char *r, const unsigned char *p,
                                     const unsigned char *q);
    int crypto_core_ristretto255_from_hash(unsigned char *p, const unsigned char *r);
    int crypto_scalarmult_ristretto255(unsigned char *q, const unsigned char *n,
                                       const unsigned char *p);
    int crypto_scalarmult_ristretto255_base(unsigned char *q, const unsigned char *n);
    int camelnet_sodium_public_sum(unsigned char *sum, const unsigned char *base,
                                   const unsigned char *scalars, const unsigned char *points,
                                   size_t count);
"""

# The part that is compiled in chooses nothing at run time, so it has nothing to initialize.
COMPILED_IN = """
#define SODIUM_STATIC 1
#include "crypto_core_ristretto255.h"
#include "crypto_scalarmult_ristretto255.h"
static int camelnet_sodium_init(void) { return 0; }
int camelnet_sodium_public_sum(unsigned char *sum, const unsigned char *base,
                               const unsigned char *scalars, const unsigned char *points,
                               size_t count);
"""

LINKED = """
#include <sodium.h>
#include <string.h>
#if SODIUM_LIBRARY_VERSION_MAJOR < 10 || \
    (SODIUM_LIBRARY_VERSION_MAJOR == 10 && SODIUM_LIBRARY_VERSION_MINOR < 3)
#error "libsodium is older than 1.0.18: it lacks ristretto255"
#endif
static int camelnet_sodium_init(void) { return sodium_init(); }

/* A product that is the identity is refused by the library, and is 0 here. */
static int camelnet_sodium_public_sum(unsigned char *sum, const unsigned char *base,
                                      const unsigned char *scalars, const unsigned char *points,
                                      size_t count) {
    unsigned char product[32];
    if (crypto_scalarmult_ristretto255_base(sum, base) != 0)
        memset(sum, 0, 32);
    for (size_t j = 0; j < count; j++) {
        const unsigned char *point = points + 32 * j;
        if (!crypto_core_ristretto255_is_valid_point(point))
            return -1;
        if (crypto_scalarmult_ristretto255(product, scalars + 32 * j, point) == 0 &&
            crypto_core_ristretto255_add(sum, sum, product) != 0)
            return -1;
    }
    return 0;
}
"""


def depends() -> list[str]:
    """What the module is built from besides its C file."""
    found = [*(NATIVE / "libsodium").rglob("*.[ch]"), Path(__file__).resolve()]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


ffibuilder = FFI()
ffibuilder.cdef(FUNCTIONS)
if SYSTEM:
    ffibuilder.set_source(
        "camelnet._sodium",
        LINKED,
        libraries=["sodium"],
        extra_compile_args=COMPILE_ARGS,
        py_limited_api=True,
    )
else:
    ffibuilder.set_source(
        "camelnet._sodium",
        COMPILED_IN,
        sources=["native/sodium/libsodium.c"],
        include_dirs=["native/libsodium/include/sodium", "native/libsodium/include"],
        depends=depends(),
        extra_compile_args=COMPILE_ARGS,
        py_limited_api=True,
    )
