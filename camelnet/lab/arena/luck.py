"""The luck of a finished game, to be taken off its result (`camelnet.bots.luck`).

Here all cards are known, so a card that lies in a hand cannot be drawn: then luck is 0 on average
exactly, also for players who play their hand card when it suits them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from camelnet import rules
from camelnet.bots.luck import Outcome, outcomes, stroke
from camelnet.bots.network import usable
from camelnet.rules import Position
from camelnet.session.game.referee import Referee

# By number of the pack and seat: the card that it holds.
Hands = Mapping[tuple[int, int], str]


def hands(referee: Referee) -> dict[tuple[int, int], str]:
    """The cards in hands now."""
    position = referee.position
    pack = position.pack() if rules.GAMES[position.game].hands else None
    owners = [slot.owner for slot in pack.slots if slot.owner is not None] if pack else []
    return {(pack.number, seat): referee.faces(seat) for seat in owners} if pack else {}


def luck(first: Position, history: tuple[str, ...], held: Hands) -> tuple[float, ...]:
    """The luck of all seats in a game from its first node on, in shares of the victory; all 0
    without a learned value."""
    total = [0.0] * first.seats
    position = first
    for number, came in enumerate(history if usable(first.game) else ()):
        if position.is_chance:
            might = known(outcomes(position, history[:number]), position, held)
            for seat, share in enumerate(stroke(came, might)):
                total[seat] += share
        position = position.apply(came)
    return tuple(total)


def known(might: tuple[Outcome, ...], position: Position, held: Hands) -> list[Outcome]:
    """The outcomes for somebody who knows all hands."""
    pack = position.pack()
    if pack is None:
        return list(might)
    in_hands = [f"card {held[pack.number, s.owner]}" for s in pack.slots if s.owner is not None]
    unseen = sum(count for _face, count in pack.unseen)
    cards = {one.notation: round(one.chance * unseen) for one in might}
    deck = unseen - len(in_hands)
    return [
        replace(one, chance=(cards[one.notation] - in_hands.count(one.notation)) / deck)
        for one in might
    ]
