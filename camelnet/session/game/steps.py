"""One notation applied to a game, and the fact that it makes."""

from __future__ import annotations

from dataclasses import dataclass

from camelnet import rules
from camelnet.protocol.cards.deck import CardLock
from camelnet.session.api.facts import Stepped
from camelnet.session.game.decks import DealtCard


@dataclass(frozen=True, slots=True)
class Step:
    """One notation applied; `seat` is None for luck."""

    seat: int | None
    notation: str
    before: rules.Position
    after: rules.Position
    events: tuple[rules.Event, ...]
    card: CardLock | DealtCard | None = None  # which card was turned up


def stepped(
    game_id: bytes, index: int, step: Step, *, ghosts: tuple[int, ...], replayed: bool
) -> Stepped:
    """The fact that a step at entry `index` makes."""
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
