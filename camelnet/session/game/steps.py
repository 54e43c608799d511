"""Steps of a game that is not read from a log: its notations, applied."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.rules import Position
from camelnet.session.api.facts import Stepped

NO_GAME = bytes(32)  # the id of a game that no log has


def stepped(
    before: Position,
    notation: str,
    *,
    index: int,
    replayed: bool = False,
    game_id: bytes = NO_GAME,
    ghosts: tuple[int, ...] = (),
) -> Stepped:
    """One notation, applied. IllegalMove as `Position.apply` raises it."""
    after, events = before.step(notation)
    return Stepped(
        game_id=game_id,
        index=index,
        seat=before.turn if isinstance(before.turn, int) else before.opener,
        notation=notation,
        before=before,
        after=after,
        events=events,
        replayed=replayed,
        ghosts=ghosts,
    )


def steps_of(first: Position, notations: Iterable[str]) -> list[Stepped]:
    """A whole game from its first node on. IllegalMove as `Position.apply` raises it."""
    steps: list[Stepped] = []
    for notation in notations:
        before = steps[-1].after if steps else first
        steps.append(stepped(before, notation, index=len(steps) + 1))
    return steps
