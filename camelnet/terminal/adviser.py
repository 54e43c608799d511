"""Odds and hints in the terminal, at tables with aids: the same numbers as in the app.

Slow work goes to an executor; an answer that arrives after the position has changed is dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from camelnet import bots
from camelnet.bots.search import Analysis
from camelnet.i18n import _
from camelnet.rules.phrases import ScoreTable, chance_percent
from camelnet.session.api.facts import Stepped, TableView
from camelnet.session.game import aids
from camelnet.session.game.aids import Hint, Question
from camelnet.session.game.public_history import PublicHistory
from camelnet.session.runtime.executor import Executor
from camelnet.terminal.counted_odds import COUNTED, CountedOdds
from camelnet.terminal.screen import Screen

_T = TypeVar("_T")

STEPS_KEPT = 200  # the last move of another player is among them
ACTIONS = 6  # the number shown, the best first


def _without_aids() -> str:
    return _("This table was opened without odds and hints (--aids).")


class Adviser:
    """Call `take` at every step and `look` after every change of the table; it calls `told` after
    every late answer."""

    def __init__(self, screen: Screen, executor: Executor, told: Callable[[], None]) -> None:
        self._screen = screen
        self._executor = executor
        self._told = told
        self._question: Question | None = None
        self._public = PublicHistory()
        self._steps: deque[Stepped] = deque(maxlen=STEPS_KEPT)
        self._looking = 0  # searches that have not returned
        self._warned = False  # about a missing network

    def take(self, step: Stepped) -> None:
        """Take a step of the game, so that later looks have the whole history in mind."""
        self._public.take(step)
        self._steps.append(step)

    def look(self, table: TableView) -> None:
        self._question = aids.question_of(table, table.position, self._public)

    def odds(self, table: TableView) -> None:
        """Print the odds of the position, the same for everybody."""
        question = self._asked(table)
        if question is None:
            return
        counted = COUNTED.get(question.position.game)
        if counted is not None:
            self._tell_counted(question, counted(question))
        else:
            names = tuple(seat.name for seat in table.seats)
            self._work(question, aids.chances, partial(self._tell_chances, question, names))

    def hint(self, table: TableView) -> None:
        """Print the computer's suggestion, on one's own turn only."""
        question = self._asked(table)
        if question is None:
            return
        if question.seat is None or question.seat != table.me:
            self._screen.say(_("It is not your turn."))
        elif not self._looking:
            self._screen.say(_("The computer is looking ahead…"), "dim")
            self._work(question, aids.hint, partial(self._tell_hint, question))

    def why(self, table: TableView) -> None:
        """Print the reasons for the last move of another player."""
        if not table.aids:
            self._screen.say(_without_aids())
            return
        others = (step for step in reversed(self._steps) if aids.decided_by_another(step, table))
        last = next(others, None)
        if last is None:
            self._screen.say(_("No other player has made a move yet."))
            return
        names = tuple(seat.name for seat in table.seats)
        told: list[str] = []

        def done() -> None:
            self._screen.say(told[0])
            self._told()

        self._executor.run(lambda: told.append(aids.why_words(last, names)), done)

    def _asked(self, table: TableView) -> Question | None:
        """The question that can be asked now; None after printing the obstacle."""
        self.look(table)
        if not table.aids:
            self._screen.say(_without_aids())
        elif self._question is None:
            self._screen.say(_("There are no odds just now."))
        return self._question

    def _work(
        self, question: Question, work: Callable[[Question], _T], tell: Callable[[_T], None]
    ) -> None:
        """Run the work, and print its result if the position is still the same by then."""
        if not self._warned:
            self._warned = True
            for trouble in bots.troubles((question.position.game,)):
                self._screen.say(str(trouble))
        found: list[_T] = []

        def job() -> None:
            with suppress(ValueError):  # the position cannot be searched
                found.append(work(question))

        def done() -> None:
            self._looking -= 1
            if question != self._question:
                return
            if found:
                tell(found[0])
            else:
                self._screen.say(_("There are no odds just now."))
            self._told()

        self._looking += 1
        self._executor.run(job, done)

    # --- answers --------------------------------------------------------------------------------

    def _tell_counted(self, question: Question, found: CountedOdds) -> None:
        self._screen.scores(found.table)
        if question.seat is not None:
            self._screen.menu(list(found.actions[:ACTIONS]))
        self._screen.say(found.note, "dim")

    def _tell_chances(self, question: Question, names: tuple[str, ...], found: Analysis) -> None:
        shares = zip(names, found.shares, strict=True)
        rows = tuple((name, chance_percent(share)) for name, share in shares)
        head = (_("player"), _("~ wins"))
        self._screen.scores(ScoreTable(_("Chances"), head, rows))
        if question.seat is not None:
            lines = [
                (chance_percent(line.share), aids.move_words(line.notation, question))
                for line in aids.leading(found, ACTIONS)
            ]
            self._screen.menu(lines)

    def _tell_hint(self, question: Question, found: Hint) -> None:
        self._screen.say(aids.hint_words(found, question), "bold")
