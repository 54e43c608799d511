"""The controller of a table's aids: asks about each new position, and shows the answer.

The window never waits for it, and what comes too late is dropped.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSize, Signal

from camelnet.i18n import _
from camelnet.session.api.facts import Phase, Stepped
from camelnet.session.game.aids import (
    Hint,
    Question,
    hint,
    hint_words,
    judgement,
    move_words,
    question_of,
    why_words,
)
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.games.interface import Aid
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.advice_card import AdviceCard
from camelnet_gui.table.aids_strip import AidsStrip
from camelnet_gui.table.model import TableModel
from camelnet_gui.widgets.screen_reader import announce

ROOMY = QSize(1200, 760)  # pixels: from this size of the table screen on, odds stand in the strip


class AidsController(QObject):
    """`follow` after every change of the table. Goes with its parent."""

    changed = Signal()  # what board and actions show of it is not what it was

    def __init__(
        self, aid: Aid[Any], settings: Settings, advice: AdviceCard, parent: QObject
    ) -> None:
        """`advice`: takes what the computer says of a move."""
        super().__init__(parent)
        self.advice = advice
        self._aid = aid
        self._settings = settings
        self._model: TableModel | None = None
        self._question: Question | None = None
        self._found: Any = None
        self._asked = False  # the odds of this position
        self._looking = False  # for a hint
        self.hinted: str | None = None  # the move that the board lights up
        self.hint_lines: tuple[tuple[str, str], ...] = ()  # beside it: words, and a value
        self._unfolded = False  # the odds, over the log of a small window
        self.strip = AidsStrip(aid)
        self.strip.folded.connect(self.fold)
        self.advice.closed.connect(self.fold)
        self.strip.layered.connect(self._show)
        self.strip.hint_requested.connect(self.ask_hint)
        self.strip.why_requested.connect(self.ask_why)
        self.odds_worker, self.hint_worker = BackgroundWorker(), BackgroundWorker()
        self.why_worker = BackgroundWorker()
        self.odds_worker.found.connect(self._take_odds)
        self.hint_worker.found.connect(self._take_hint)
        self.why_worker.found.connect(self._take_why)
        for worker in (self.odds_worker, self.hint_worker, self.why_worker):
            parent.destroyed.connect(worker.close)
        self._show_folded()

    @property
    def told(self) -> bool:
        """True if the odds of this position are there."""
        return self._found is not None

    def fit(self, page: QSize) -> None:
        """Choose the place of the odds by the size of the table screen."""
        small = page.width() < ROOMY.width() or page.height() < ROOMY.height()
        self.strip.cramp(small, self.advice)
        self._show_folded()

    def follow(self, model: TableModel) -> None:
        """The table as it is now."""
        self._model = model
        question = self._question_of(model)
        if question != self._question:
            self._begin(question)
        self._ask_odds()
        self._refresh()

    def _question_of(self, model: TableModel) -> Question | None:
        """About the displayed position, also where the game is further, or at its end."""
        view, position = model.view, model.table.position
        if view.phase is Phase.OVER and position.turn != "over":
            view = replace(view, phase=Phase.PLAY)
        return question_of(view, position, model.public)

    def forget(self) -> None:
        """Somebody else looks at the screen: show nothing until the next `follow`."""
        self._begin(None)

    def _begin(self, question: Question | None) -> None:
        """Another position: what was found of the last one is over."""
        self._question, self._found = question, None
        self._asked = self._looking = False
        self.hinted = None
        self.odds_worker.drop()
        self.hint_worker.drop()
        self.why_worker.drop()
        self.advice.leave()
        if question is None:
            self._aid.forget()
        else:
            self._aid.outdate()

    # --- odds -----------------------------------------------------------------------------------

    def _ask_odds(self) -> None:
        question = self._question
        if question is None or self._asked or not self._wanted:
            return
        self._asked = True
        self.odds_worker.ask(question, partial(self._aid.work_out, question))

    def _take_odds(self, question: Question, found: Any) -> None:
        if question == self._question:
            self._found = found
            self._show()

    def _show(self, _layered: bool = False) -> None:
        if self._question is None or self._model is None or not self._asked:
            return
        self._aid.show_found(
            self._question,
            self._found if self._wanted else None,
            self._model.table,
            self._model.marks,
            layered=self.strip.layer.isChecked(),
        )
        self.changed.emit()

    @property
    def _wanted(self) -> bool:
        """True where odds are shown: what actions are worth stands on their buttons, too."""
        return self._settings.odds_open or self._unfolded

    def fold(self) -> None:
        if not self.strip.cramped:
            self._settings.odds_open = not self._settings.odds_open
        elif self.advice.text:  # it covers the odds
            self._unfolded = True
            self.advice.leave()
        else:
            self._unfolded = not self._unfolded
        self._show_folded()
        self._ask_odds()
        self._show()

    def _show_folded(self) -> None:
        open_ = self._unfolded if self.strip.cramped else self._settings.odds_open
        self.strip.show_open(open_, layer=self._wanted)
        self.advice.open_part(self._unfolded)

    # --- hints ----------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Searches for my own move; does nothing where there is none to make."""
        question = self._question
        if question is None or self._why_no_hint():
            return
        self._looking = True
        self.hint_worker.ask(question, lambda stop: hint(question, stop))
        self._refresh()

    def _take_hint(self, question: Question, found: Hint | None) -> None:
        if question != self._question:
            return
        self._looking = False
        text = hint_words(found, question) if found else _("No hint is available.")
        self.advice.tell(text)
        self.hinted = found.best if found else None
        if found is not None:
            worth = self._aid.worth_of(self._found, found.best) or judgement(1.0)
            deed = move_words(found.best, question)
            self.hint_lines = ((deed, worth), (_("A click here plays it."), ""))
        announce(self.strip, text)
        self.changed.emit()

    # --- others' moves --------------------------------------------------------------------------

    def ask_why(self) -> None:
        """Counts what speaks for the last move of another player that is shown."""
        step = self._last_of_another()
        if step is None or self._model is None:
            return
        names = self._model.names
        self.why_worker.ask(step, lambda _stop: why_words(step, names))

    def _take_why(self, step: Stepped, found: str | None) -> None:
        if found is not None and step == self._last_of_another():
            self.advice.tell(found)
            announce(self.strip, found)

    def _last_of_another(self) -> Stepped | None:
        model = self._model
        return None if model is None else model.last_of_another()

    def clear_hint(self) -> None:
        """The person chooses: the board shows that, and not the hint."""
        self.hinted = None

    def _why_no_hint(self) -> str:
        """ "" where one is to be had."""
        if self._model is None or self._question is None:
            return _("There is no decision to make now.")
        if self._looking:
            return _("The computer is looking ahead…")
        return str(self._model.blocked or "")

    def _refresh(self) -> None:
        self.strip.allow_hint(self._why_no_hint())
        self.strip.allow_why(self._last_of_another() is not None)
        if self._question is None:
            self.strip.show_state(_("Not available right now."))
        else:
            looking = _("The computer is looking ahead…")
            self.strip.show_state(looking if self._looking else self._aid.legend)
