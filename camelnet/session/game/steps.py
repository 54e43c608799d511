"""Steps: notations applied to a game, and their facts."""

from __future__ import annotations

from dataclasses import dataclass

from camelnet import rules
from camelnet.protocol.cards.deck import CardLock
from camelnet.session.api.facts import Stepped
from camelnet.session.game.decks import DealtCard


@dataclass(frozen=True, slots=True)
class Step:
    """One notation applied. `seat`: None for luck."""

    seat: int | None
    notation: str
    before: rules.Position
    after: rules.Position
    events: tuple[rules.Event, ...]
    card: CardLock | DealtCard | None = None  # the card turned up


def stepped(
    game_id: bytes, index: int, step: Step, *, ghosts: tuple[int, ...], replayed: bool
) -> Stepped:
    """The fact of a step at entry `index`."""
    return Stepped(
        game_id=game_id,
        index=index,
        seat=step.seat,
        notation=step.notation,
        before=step.before,
        after=step.after,
        events=step.events,
        replayed=replayed,
        ghosts=ghosts,
    )
