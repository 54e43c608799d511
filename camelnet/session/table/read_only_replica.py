"""A replica without a seat: a verifier of records, or a spectator.

It admits lines to a log of its own through the code that plays, which checks signatures,
certificates, luck, seals, digests and rules as for a playing peer.
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
from camelnet.session.game.machine import GameMachine, Step
from camelnet.session.game.stages import Stage
from camelnet.session.table.step_history import StepHistory
from camelnet.session.table.verdict_builder import VerdictBuilder


class ReadOnlyReplica:
    """Follows a game. `replaying`: the value of `Stepped.replayed` for its steps."""

    def __init__(
        self,
        game_start: GameStart,
        *,
        suite: Suite,
        tell: Callable[[Stepped], None],
        former: bool = False,
    ) -> None:
        """Raises what `GameMachine` does. `former`: the log comes from a record before version
        4."""
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
        """True once the log is closed: nothing more will happen."""
        return self.machine.stage is Stage.CLOSED

    def moved_by(self, step: Stepped) -> str:
        """The mover of the latest step: "seat", "ghost" (the core moved for it) or "luck"."""
        if step.seat is None:
            return "luck"
        line, epoch = self.log.line_at(step.index), self.log.epoch
        membership = epoch.membership
        if isinstance(line, Certified):
            membership = epoch.memberships[read_body(EntryBody, line.body).epoch]
        return "ghost" if step.seat in membership.ghosts else "seat"

    @property
    def verdict(self) -> Verdict:
        """The verdict on the lines admitted so far."""
        return self._verdict_builder.verdict(self.machine.position, ended=self.ended)

    def show_luck(self, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry, recomputed; None if no luck was drawn there."""
        return self._steps.show_luck(self.log, index)

    def _stepped(self, step: Step) -> None:
        self._tell(self._steps.add(self.log, self.machine, step, replayed=self.replaying))
