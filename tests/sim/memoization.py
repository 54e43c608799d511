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
from typing import Any
from unittest import mock

from camelnet.protocol.cards import private_deal, shuffle
from camelnet.protocol.crypto import dlog_proofs
from camelnet.protocol.keygen import share_distribution
from camelnet.protocol.log import equivocation
from camelnet.protocol.wire import bodies, frames

REMEMBERED = (
    (bodies, ("read_body", "verified", "entry_hash", "ack_for")),
    (frames, ("read_frame", "frame_bytes")),
    (equivocation, ("read_statement",)),
    (share_distribution, ("read_commitments", "read_key")),
    (dlog_proofs, ("check_equality", "check_knowledge")),
    (shuffle, ("first_deck", "check_form", "check_shuffle", "check_turn_share")),
    (private_deal, ("check_hand_key", "check_handed")),
)
SIZE = 1 << 15
_REMEMBERED: list[Any] = []  # the functions that remember now


def forget() -> None:
    """Of one table nothing is of use at the next."""
    for quick in _REMEMBERED:
        quick.cache_clear()


@contextmanager
def remembering() -> Iterator[None]:
    """Within this, those functions are remembered wherever a module has imported them."""
    with ExitStack() as stack:
        for owner, name in ((owner, name) for owner, names in REMEMBERED for name in names):
            plain = getattr(owner, name)
            quick = lru_cache(SIZE)(plain)
            _REMEMBERED.append(quick)
            stack.callback(_REMEMBERED.remove, quick)
            for module in list(sys.modules.values()):
                ours = module.__name__.startswith(("camelnet", "tests.sim"))
                if ours and vars(module).get(name) is plain:
                    stack.enter_context(mock.patch.object(module, name, quick))
        yield
