"""Hidden cards of a game with a referee, exchanged for others."""

from __future__ import annotations

from random import Random
from typing import Any

from camelnet.rules.core import ffi
from camelnet.session.game.referee import Referee


def swap_hidden(referee: Referee, random: Random, *, me: int) -> Any:
    """Give all seats but `me` other cards than they have. Returns the luck as it was."""
    luck = referee._luck._luck
    kept = ffi.new("cn_luck *", luck[0])
    for seat in range(referee.position.seats):
        if seat != me:
            sealed = ffi.buffer(luck.sealed[seat])
            sealed[:5] = sealed[1:5] + sealed[:1]
    pack = referee.position.pack()
    hidden = [] if pack is None else [slot.slot for slot in pack.slots if slot.owner != me]
    cards = [bytes(ffi.buffer(luck.card[slot])) for slot in hidden]
    random.shuffle(cards)
    for slot, card in zip(hidden, cards, strict=True):
        ffi.buffer(luck.card[slot])[:] = card
    return kept
