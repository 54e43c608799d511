"""Somebody without a seat who follows a game: a verifier of records, or a peer that looks on.

It admits what it is shown to a log of its own, through the same code that plays: signatures,
certificates, luck, seals, digests and rules are checked where a playing peer checks them.
"""

from __future__ import annotations

from collections.abc import Callable

from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.interfaces import NullStorage
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified
from camelnet.session.api.facts import LuckShown, Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.game.machine import GameMachine
from camelnet.session.game.stages import Stage
from camelnet.session.game.steps import Step
from camelnet.session.table.step_history import StepHistory
from camelnet.session.table.verdict_builder import VerdictBuilder


class ReadOnlyReplica:
    """A game being followed; `replaying` is what its steps say of themselves."""

    def __init__(
        self,
        game_start: GameStart,
        *,
        suite: Suite,
        tell: Callable[[Stepped], None],
        former: bool = False,
    ) -> None:
        """Raises `Refusal` when the start is of another game or other rules than ours. `former`:
        its log is that of a record before version 4."""
        self.game_start = game_start
        self.replaying = True
        self.former = former
        self._tell = tell
        self._steps = StepHistory(suite)
        self.machine = GameMachine(game_start, suite, self._stepped, former=former)
        self.log = Log(
            game_start=game_start,
            suite=suite,
            machine=self.machine,
            storage=NullStorage(),
            own=None,
        )
        self._verdict_builder = VerdictBuilder(game_start, self.log)

    @property
    def ended(self) -> bool:
        """The log is closed: nothing more will happen."""
        return self.machine.stage is Stage.CLOSED

    def moved_by(self, step: Stepped) -> str:
        """The mover of the step that was made last: its "seat", the core for a "ghost", "luck"."""
        if step.seat is None:
            return "luck"
        line, epoch = self.log.line_at(step.index), self.log.epoch
        membership = epoch.membership
        if isinstance(line, Certified):
            membership = epoch.memberships[read_body(EntryBody, line.body).epoch]
        return "ghost" if step.seat in membership.ghosts else "seat"

    @property
    def verdict(self) -> Verdict:
        """The verdict on what has been admitted."""
        return self._verdict_builder.verdict(self.machine.position, ended=self.ended)

    def show_luck(self, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry, computed anew; None if none was drawn there."""
        return self._steps.show_luck(self.log, index)

    def _stepped(self, step: Step) -> None:
        self._tell(self._steps.add(self.log, self.machine, step, replayed=self.replaying))
