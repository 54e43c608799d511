"""The history of a game's steps: each becomes a fact, and those of luck are kept for their
proof."""

from __future__ import annotations

from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.session.api.facts import LuckShown, Stepped
from camelnet.session.game.luck_audit import is_luck, luck_shown
from camelnet.session.game.machine import GameMachine, Step
from camelnet.session.game.public_history import PublicHistory


class StepHistory:
    """The notations of all steps, and by index of their entry the steps of luck and ghosts."""

    def __init__(self, suite: Suite) -> None:
        self.public = PublicHistory()
        self._suite = suite
        self._lucky: dict[int, list[Step]] = {}

    def add(self, log: Log, machine: GameMachine, step: Step, *, replayed: bool) -> Stepped:
        """Add the machine's latest step; returns its fact."""
        self.public.take(step)
        index, ghosts = log.rounds.acting, machine.acting
        self._lucky[index] = [item for item in machine.told if is_luck(item, ghosts)]
        return Stepped(
            game_id=log.game,
            index=index,
            seat=step.seat,
            notation=step.notation,
            before=step.before,
            after=step.after,
            events=step.events,
            replayed=replayed,
            ghosts=ghosts,
        )

    def show_luck(self, log: Log, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry, recomputed; None if no luck was drawn there."""
        steps, names = self._lucky.get(index, []), log.game_start.names
        return luck_shown(log, self._suite, steps, index, names)
