# The compiled core, which has no types of its own. `camelnet.rules` gives all of it types.
from typing import Any

ffi: Any
lib: Any
