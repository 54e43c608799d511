"""A game inside this process, told as the facts that a node would tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from camelnet.rules import Position
from camelnet.session.api.facts import (
    Kind,
    Need,
    Phase,
    Presence,
    SeatView,
    Stepped,
    TableView,
    Waiting,
)
from camelnet.session.api.verdict import Begun, SeatClaim, Segment, Verdict

GAME_ID = b"\x01" * 32

Faces = Callable[[Position], str]  # the player's own face-down cards at a position


def stepped(
    before: Position,
    notation: str,
    *,
    index: int,
    replayed: bool,
    game_id: bytes = GAME_ID,
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


class LocalGame:
    """The player has seat 0; bots have the others. Nobody else is asked for anything."""

    def __init__(
        self, position: Position, *, title: str, names: Sequence[str], faces: Faces
    ) -> None:
        self.position = position
        self.history: list[Stepped] = []
        self._title = title
        self._names = tuple(names)
        self._faces = faces

    def step(self, notation: str, *, replayed: bool = False) -> Stepped:
        """Play on. IllegalMove as `Position.apply` raises it."""
        made = stepped(self.position, notation, index=len(self.history) + 1, replayed=replayed)
        self.history.append(made)
        self.position = made.after
        return made

    def view(self) -> TableView:
        turn = self.position.turn
        return TableView(
            game_id=GAME_ID,
            name=self._title,
            seats=tuple(
                SeatView(
                    key=_key(seat),
                    name=name,
                    kind=Kind.BOT if seat else Kind.HUMAN,
                    me=seat == 0,
                    presence=Presence.HERE,
                    silent_s=0,
                )
                for seat, name in enumerate(self._names)
            ),
            me=0,
            phase=Phase.OVER if turn == "over" else Phase.PLAY,
            position=self.position,
            index=len(self.history) + 1,
            code=(),
            waiting=(Waiting(turn, Need.MOVE),) if isinstance(turn, int) else (),
            pending=None,
            faces=self._faces(self.position),
            again=(),
            trouble=None,
            record=None,
            verdict=self._verdict(),
        )

    def _verdict(self) -> Verdict:
        everybody = tuple(range(len(self._names)))
        over = self.position.turn == "over"
        whole = Segment(
            first=1,
            last=len(self.history),
            epoch=0,
            game_id=GAME_ID,
            begun=Begun.GENESIS,
            signed_by=everybody,
            voters=everybody,
            ghosts=(),
            left=(),
            returned=(),
            proven=(),
            reasons=(),
            certified=True,
            closed_by_change=False,
            coin=False,
        )
        return Verdict(
            game_id=GAME_ID,
            game=self.position.game,
            table=self._title,
            code=(),
            seats=tuple(
                SeatClaim(_key(seat), name, "bot" if seat else "human", "")
                for seat, name in enumerate(self._names)
            ),
            quorum=len(everybody),
            segments=(whole,),
            entries=len(self.history),
            ended=over,
            scores=tuple(self.position.scores()),
            winners=tuple(self.position.winners()) if over else (),
        )


def _key(seat: int) -> bytes:
    return bytes([seat + 1]) * 32
