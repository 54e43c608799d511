"""A game inside this process, told as the facts that a node would tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
from camelnet.session.game.steps import stepped

GAME_ID = b"\x01" * 32

Faces = Callable[[Position], str]  # the player's own face-down cards at a position


@dataclass(frozen=True, slots=True)
class Sitter:
    """The owner of a seat."""

    name: str
    kind: Kind
    level: str = ""  # of a bot


class LocalGame:
    """The player has one seat. Nobody else is asked for anything."""

    def __init__(
        self,
        position: Position,
        *,
        title: str,
        sitters: Sequence[Sitter],
        faces: Faces,
        me: int = 0,
    ) -> None:
        self.position = position
        self.history: list[Stepped] = []
        self._title = title
        self._sitters = tuple(sitters)
        self._faces = faces
        self._me = me

    def step(self, notation: str) -> Stepped:
        """Play on. IllegalMove as `Position.apply` raises it."""
        made = stepped(self.position, notation, index=len(self.history) + 1, game_id=GAME_ID)
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
                    name=sitter.name,
                    kind=sitter.kind,
                    me=seat == self._me,
                    presence=Presence.HERE,
                    silent_s=0,
                    level=sitter.level,
                )
                for seat, sitter in enumerate(self._sitters)
            ),
            me=self._me,
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
        everybody = tuple(range(len(self._sitters)))
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
                SeatClaim(_key(seat), sitter.name, sitter.kind.value, "")
                for seat, sitter in enumerate(self._sitters)
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
