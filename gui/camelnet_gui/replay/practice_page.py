"""One's own costly decisions as puzzles: the real table as it stood, and what another move would
have earned.

Whatever is played here is judged as the review judged it, in a thread of its own; the game goes
nowhere. Enter presses the golden button, Esc leads back.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _, ngettext
from camelnet.review.findings import Decision
from camelnet.review.practice import Attempt, Mark, attempt
from camelnet.review.words import attempt_words, solution_words
from camelnet.rules import Position
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.replay.model import Film
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.words import dotted, unbroken
from camelnet_gui.table.local_game import LocalGame, Sitter
from camelnet_gui.table.page import TablePage
from camelnet_gui.table.quiet_table import quiet_table
from camelnet_gui.widgets.basics import (
    button,
    column,
    frame,
    heading,
    label,
    look,
    row,
)
from camelnet_gui.widgets.screen_reader import announce

END_WIDE = 720  # pixels of the last sentence
LINES = 2  # of text for which there is always room, so that the board stays where it is


class PracticePage(QWidget):
    """`close_all` before it goes."""

    left = Signal()

    def __init__(
        self, film: Film, mistakes: tuple[Decision, ...], settings: Settings, parent: QWidget
    ) -> None:
        """`mistakes`: of the film's reader, at least one."""
        super().__init__(parent)
        self._film, self.mistakes, self._settings = film, mistakes, settings
        self.number = 0  # of the puzzle
        self.gains: dict[int, float] = {}  # the best of each puzzle that was solved unaided
        self._shown: set[int] = set()  # those whose best move was shown
        self.table: TablePage | None = None
        self.worker = BackgroundWorker()
        self.worker.found.connect(self._judged)
        self.destroyed.connect(self.worker.close)
        self.title = heading("")
        self.title.setMinimumHeight(20)  # capitals keep their accents
        self.told = label("", wrap=True)
        self.told.setMinimumHeight(LINES * self.told.fontMetrics().height() + 4)
        self.told.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.again: QPushButton = button(_("Try again"))
        self.show_best: QPushButton = button(_("Show it"))
        self.next: QPushButton = button("")
        self.leave: QPushButton = button(_("Back to the review"))
        self._lines = column(self, gap=0)
        self._strip = self._make_strip()
        self._lines.addWidget(self._strip)
        for made, act in (
            (self.again, self._try_again),
            (self.show_best, self._show_best),
            (self.next, self._go_on),
            (self.leave, self.left.emit),
        ):
            made.clicked.connect(act)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence("Esc"), self, self._escape, context=within)

    def _make_strip(self) -> QFrame:
        strip = frame("row")
        line = row(strip, gap=8, margin=(14, 6, 12, 6))
        words = column(gap=1)
        words.addWidget(self.title)
        words.addWidget(self.told)
        line.addLayout(words, 1)
        for made in (self.leave, self.again, self.show_best, self.next):
            line.addWidget(made)
        return strip

    # --- puzzles --------------------------------------------------------------------------------

    @property
    def mistake(self) -> Decision:
        return self.mistakes[self.number]

    def begin(self) -> None:
        """The first puzzle, once the page is in sight."""
        self.show()
        self._open()

    def _open(self) -> None:
        """The table as it stood before this mistake."""
        history, step = self._film.history, self.mistake.step
        before = history.steps[step].before
        me, faces = self.mistake.seat, history.own_faces.get(step, "")

        def faces_at(position: Position) -> str:
            return faces if position == before else ""

        sitters = zip(history.names, self._film.kinds, self._film.levels, strict=True)
        local = LocalGame(
            history.steps[0].before,
            title=self._film.title,
            sitters=[Sitter(*each) for each in sitters],
            faces=faces_at,
            me=me,
        )
        for played in history.steps[:step]:
            local.step(played.notation)
        self._close_table()
        self.table = quiet_table(local, self._play, self._settings, self)
        self._lines.addWidget(self.table, 1)
        self.table.show()
        last = self.number + 1 == len(self.mistakes)
        self.next.setText(_("Finish") if last else _("Next"))
        title = _("Mistake {number} of {count}")
        place = title.format(number=self.number + 1, count=len(self.mistakes))
        self.title.setText(dotted(place, history.chapter_of(step)).upper())
        asked = _("{played} Find a better move.").format(played=history.told(step))
        self._tell(asked, gold=None, again=False, best=True)
        self._focus_table()

    def _tell(self, text: str, *, gold: QPushButton | None, again: bool, best: bool) -> None:
        """A sentence, and the buttons that make sense now; `gold` is the next act."""
        self.told.setText(unbroken(text))
        self.again.setVisible(again)
        self.show_best.setVisible(best)
        for made in (self.again, self.show_best, self.next, self.leave):
            look(made, "main" if made is gold else "")
        if gold is not None:
            gold.setFocus()
        announce(self.told, text)

    def _light(self, move: str | None) -> None:
        """Show a move on the board; None: nothing."""
        assert self.table is not None
        self.table.model.hinted = move
        self.table.refresh()

    def _focus_table(self) -> None:
        """To where one chooses."""
        assert self.table is not None
        picks = self.table.board.shown.picks
        (self.table.board if picks else self.table.panel.acts).setFocus()

    # --- acts -----------------------------------------------------------------------------------

    def _play(self, notation: str) -> None:
        """The player chose a move: it is judged, and lies on the board meanwhile."""
        assert self.table is not None
        self.table.watch.not_sent()
        self._light(notation)
        self._tell(_("The computer is looking ahead…"), gold=None, again=False, best=False)
        history = self._film.history
        steps, faces, step = history.steps, history.own_faces, self.mistake.step
        question = self.number, notation
        self.worker.ask(question, lambda _stop: attempt(steps, faces, step, notation))

    def _judged(self, question: tuple[int, str], tried: Attempt | None) -> None:
        if question[0] != self.number or tried is None:
            return
        good = tried.mark in (Mark.BEST, Mark.BETTER)
        if good and self.number not in self._shown:
            self.gains[self.number] = max(tried.gain, self.gains.get(self.number, 0.0))
        best = tried.mark is Mark.BEST
        gold = self.next if good else self.again
        self._tell(attempt_words(tried), gold=gold, again=not best, best=not best)

    def _try_again(self) -> None:
        self._light(None)
        self._tell(_("Find a better move."), gold=None, again=False, best=True)
        self._focus_table()

    def _show_best(self) -> None:
        self.worker.drop()
        self._shown.add(self.number)
        assert self.table is not None
        self.table.model.back()
        self._light(self.mistake.best)
        history, step = self._film.history, self.mistake.step
        faces = history.own_faces.get(step, "")
        text = solution_words(self.mistake, history.steps[step], faces)
        self._tell(text, gold=self.next, again=True, best=False)

    def _go_on(self) -> None:
        self.worker.drop()
        if self.number + 1 < len(self.mistakes):
            self.number += 1
            self._open()
        else:
            self._finish()

    def _finish(self) -> None:
        """All were looked at: what it came to, in one line."""
        self._close_table()
        self._lines.insertStretch(0, 1)
        self._lines.addStretch(1)
        self._lines.setAlignment(self._strip, Qt.AlignmentFlag.AlignHCenter)
        self._strip.setFixedWidth(min(END_WIDE, self.width() - 40))
        self.next.hide()
        self.title.setText(_("Learn from my mistakes").upper())
        self._tell(self.sum_words(), gold=self.leave, again=False, best=False)

    def sum_words(self) -> str:
        count = len(self.mistakes)
        text = ngettext(
            "You found a better move in {found} of {count} position and won back {back} of {lost} "
            "points.",
            "You found a better move in {found} of {count} positions and won back {back} of {lost} "
            "points.",
            count,
        )
        lost = sum(round(100 * made.loss) for made in self.mistakes)
        back = min(lost, sum(round(100 * gain) for gain in self.gains.values()))
        return text.format(found=len(self.gains), count=count, back=back, lost=lost)

    # --- leaving --------------------------------------------------------------------------------

    def _escape(self) -> None:
        """Take back what is chosen; else leave."""
        if self.table is not None and self.table.model.back():
            self.table.refresh()
        else:
            self.left.emit()

    def _close_table(self) -> None:
        table, self.table = self.table, None
        if table is not None:
            table.chooser.close_dialog()
            self._lines.removeWidget(table)
            table.hide()
            table.deleteLater()

    def close_all(self) -> None:
        """Nothing is worked out any more."""
        self.worker.close()
        self._close_table()

    def apply_settings(self) -> None:
        if self.table is not None:
            self.table.apply_settings()
