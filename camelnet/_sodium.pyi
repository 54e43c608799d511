# The compiled binding to libsodium, which has no types of its own (native/sodium_build.py).
# `camelnet.protocol.crypto.group` gives all of it types.
from typing import Any

ffi: Any
lib: Any
