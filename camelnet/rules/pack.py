"""Public knowledge of the cards that lie face down from a shuffled pack.

A face has the form that it has after "card " ("g2"). The notation `card <face>` turns up such a
card, at a chance node or, from a seat's hand, at a reveal node.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from camelnet.rules.core import ffi, lib

_PACK = ffi.typeof("cn_pack *")


@dataclass(frozen=True, slots=True)
class PackSlot:
    """A place with a face-down card."""

    slot: int  # its number: the deck from 0 in the order of turning up, then one hand per seat
    owner: int | None  # the seat that may look at the card; None: nobody


@dataclass(frozen=True, slots=True)
class Pack:
    """All cards that nobody has turned up yet. There may be more unseen cards than slots."""

    number: int  # number of the dealing, from 1
    unseen: tuple[tuple[str, int], ...]  # each unseen face, and its number of cards
    slots: tuple[PackSlot, ...]  # ascending
    awaited: int | None  # index into `slots` of the card to turn up now


@lru_cache(64)  # a session asks again and again about its current position
def pack_of(state: bytes) -> Pack | None:
    """The pack of a state of the core; None while none of its cards lies face down."""
    pack = ffi.new(_PACK)
    if not lib.cn_pack_of(state, pack):
        return None
    unseen = ((ffi.string(pack.face[i]).decode("ascii"), pack.unseen[i]) for i in range(pack.faces))
    slots = (
        PackSlot(pack.slot[i], pack.owner[i] - 1 if pack.owner[i] else None)
        for i in range(pack.slots)
    )
    awaited = pack.awaited - 1 if pack.awaited else None
    return Pack(pack.number, tuple(unseen), tuple(slots), awaited)
