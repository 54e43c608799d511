"""Pig at one table: the die as it lies, and the move that waits for its confirmation.

Pure; knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelnet.rules.games.pig.events import Banked, Rolled
from camelnet_gui.games.choosing import Choosing, OneClick, OneMove, entries_of, hint_of
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.pig.scene import MOVES, Roll, Scene
from camelnet_gui.games.view_model import (
    Flight,
    Phrases,
    Purse,
    SceneContext,
    StepReport,
    Table,
)

from camelnet.i18n import N_, _, message
from camelnet.rules import Position
from camelnet.session.api.facts import Stepped

KEYS = {"roll": "R", "hold": "H"}


class PigViewModel(Choosing[OneMove, Scene, Roll, None, None]):
    """Nothing is scored on a page, and nobody holds anything but points."""

    phrases = Phrases(
        luck=message(N_("The die is rolling…")),
        luck_blocks=message(N_("The die is rolling.")),
        over=message(N_("The game is over")),
        over_blocks=message(N_("The game is over.")),
    )

    def __init__(self) -> None:
        super().__init__(OneClick())
        self._pips = 0  # that the die shows
        self._total = 0  # of the turn that is shown

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[Roll, None]:
        motions, flights = [], []
        for event in step.events:
            match event:
                case Rolled(pips=pips, total=total):
                    self._pips = pips
                    motions.append(Roll(pips, total))
                case Banked(seat=seat, points=points):
                    flights.append(Flight("coin", "hold", Purse(seat), points, f"+{points}"))
                case _:
                    pass
        actor = public_of(step.before)["rolling"] if step.seat is None else step.seat
        entries = entries_of(step, names, actor=actor, spaces=frozenset())
        if step.notation == "roll":
            entries = ()  # the die that follows tells it all
        return StepReport(tuple(motions), entries, flights=tuple(flights))

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> Scene:
        public = public_of(shown)
        over = shown.turn == "over"
        self._total = public["total"]
        scene = Scene(
            goal=goal_of(shown),
            scores=tuple(public["score"]),
            turn=shown.turn if isinstance(shown.turn, int) else public["rolling"],
            total=0 if over else public["total"],
            pips=self._pips,
            winner=shown.winners()[0] if over else None,
            seats=look.marks,
            dark=look.dark,
        )
        if table is None:
            return scene
        return replace(
            scene,
            picks=table.legal & set(MOVES),
            chosen=self.armed or pending,
            hints=tuple((move, hint_of(self, table, move, KEYS[move])) for move in MOVES),
        )

    def holdings(self, shown: Position) -> Sequence[None]:
        return (None,) * shown.seats

    def progress(self, shown: Position) -> list[str]:
        return [_("to {goal} points").format(goal=goal_of(shown))]

    def turn_words(self, table: Table) -> str:
        if self.armed:
            return _("Your turn — click again to confirm")
        if not self._total:
            return _("Your turn — roll the die")
        return _("Your turn — roll, or keep your points?")


def goal_of(position: Position) -> int:
    return 50 if public_of(position)["options"]["short_game"] else 100
