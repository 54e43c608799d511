"""Pure functions of the protocol, remembered while tables are simulated.

All peers of a table read the same bytes and check the same signatures; here they live in one
process, so each of that needs to be computed once. What is remembered is a function of its
arguments alone: nobody learns anything through it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from unittest import mock

from camelnet.protocol import bodies

REMEMBERED = ("read_body", "verified", "entry_hash")
SIZE = 1 << 15


@contextmanager
def remembering() -> Iterator[None]:
    """Within this, those functions are remembered wherever a module has imported them."""
    with ExitStack() as stack:
        for name in REMEMBERED:
            plain = getattr(bodies, name)
            quick = lru_cache(SIZE)(plain)
            for module in list(sys.modules.values()):
                ours = module.__name__.startswith(("camelnet", "tests.sim"))
                if ours and vars(module).get(name) is plain:
                    stack.enter_context(mock.patch.object(module, name, quick))
        yield
