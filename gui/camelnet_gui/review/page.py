"""The review of a finished game, over the board: the graph, luck and decisions, what cost most."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QProgressBar, QVBoxLayout, QWidget

from camelnet.i18n import _
from camelnet.review import Decision
from camelnet.review.words import explained, percent
from camelnet.session.aids import Stop
from camelnet_gui.aids.reckoner import Reckoner
from camelnet_gui.review.course import Course, Plot
from camelnet_gui.review.story import Findings, Story, look_back, reading
from camelnet_gui.seats import SeatMark
from camelnet_gui.widgets import (
    RIGHT,
    amount,
    button,
    clear,
    column,
    frame,
    heading,
    label,
    paragraph,
    row,
    who,
)

EVERYBODY = -1  # in the choice of whose decisions are shown
SHOWN = 3


class ReviewPage(QWidget):
    """Looks the game over in a thread of its own, then shows what was found."""

    board_wanted = Signal(int)  # a step: show the board as it stood before it
    grown = Signal()  # it needs more room, or less

    def __init__(self, story: Story, marks: tuple[SeatMark, ...]) -> None:
        super().__init__()
        self._story = story
        self._marks = marks
        self.findings: Findings | None = None
        self.course: Course | None = None
        self._lines = column(self, gap=12)
        self._lines.addWidget(label(_("The game, looked at again"), "title"))
        self.note = paragraph(_("Every position is played on many times…"), "muted")
        self.bar = QProgressBar()
        self.bar.setRange(0, len(story.steps))
        self.bar.setAccessibleName(self.note.text())
        self._lines.addWidget(self.note)
        self._lines.addWidget(self.bar)
        self._body = column(gap=12)
        self._lines.addLayout(self._body)
        self._lines.addStretch(1)
        self._costly: QVBoxLayout = column(gap=8)
        self._reckoner = Reckoner()
        self._reckoner.found.connect(self._found)
        self._reckoner.progressed.connect(self.bar.setValue)
        self.destroyed.connect(self._reckoner.close)
        self._reckoner.ask(story, partial(_work, story, self._reckoner))

    # --- what was found -------------------------------------------------------------------------

    def _found(self, _story: object, answer: object) -> None:
        if not isinstance(answer, Findings):
            self.note.setText(_("This game cannot be looked at again."))
            self.bar.hide()
            return
        self.show_findings(answer)

    def show_findings(self, findings: Findings) -> None:
        self.findings = findings
        self.bar.hide()
        doubt = _("Chances are estimates: each may be off by {doubt} points of a hundred.").format(
            doubt=max(1, round(100 * findings.doubt))
        )
        self.note.setText(doubt)
        story, found = self._story, findings.review
        self.course = Course(Plot(found.graph, story.chapters(), self._marks, story.reader))
        self.course.pointed.connect(self._pointed)
        self.told = paragraph("")
        self.there = paragraph("", "muted")
        self._body.addWidget(heading(_("The chance to win")))
        self._body.addWidget(self.course)
        self._body.addWidget(self.told)
        self._body.addWidget(self.there)
        self._body.addWidget(heading(_("Luck and decisions")))
        self._body.addWidget(paragraph(reading(found, story.names, story.reader)))
        self._body.addWidget(self._parts())
        self._body.addLayout(self._chooser())
        self._body.addLayout(self._costly)
        self._show_costly()
        self._pointed(self.course.at)
        self.grown.emit()
        self.course.setFocus()

    def _pointed(self, step: int) -> None:
        """The cursor of the graph stands before a step."""
        assert self.course is not None
        over = step == len(self._story.steps)
        self.told.setText(_("The end of the game.") if over else self._story.told(step))
        self.there.setText(self.course.chances(step))

    def _parts(self) -> QWidget:
        """What changed each chance from the beginning to the end, in points of a hundred."""
        assert self.findings is not None
        found = self.findings.review
        holder = frame("card")
        grid = QGridLayout(holder)
        grid.setContentsMargins(16, 10, 18, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        heads = (
            _("player"),
            _("began at"),
            _("luck"),
            _("own moves"),
            _("others"),
            _("ended at"),
            _("given away"),
        )
        for at, text in enumerate(heads):
            head = label(text, "small")
            if at > 0:
                head.setAlignment(RIGHT)
            grid.addWidget(head, 0, at)
        for seat, mark in enumerate(self._marks):
            cells = (
                _at_right(percent(found.graph[0][seat])),
                amount(round(100 * found.luck[seat])),
                amount(round(100 * found.own[seat])),
                amount(round(100 * found.others[seat])),
                _at_right(percent(found.graph[-1][seat])),
                amount(-round(100 * found.given_away(seat))),
            )
            grid.addWidget(who(mark, 26), seat + 1, 0)
            for at, cell in enumerate(cells, start=1):
                grid.addWidget(cell, seat + 1, at)
        return holder

    # --- the decisions that cost most -----------------------------------------------------------

    def _chooser(self) -> QVBoxLayout:
        self.whose = QComboBox()
        self.whose.setAccessibleName(_("Whose decisions"))
        self.whose.addItem(_("of all players"), EVERYBODY)
        for seat, mark in enumerate(self._marks):
            mine = seat == self._story.reader
            self.whose.addItem(_("my own") if mine else _("of {name}").format(name=mark.name), seat)
        if self._story.reader is not None:
            self.whose.setCurrentIndex(1 + self._story.reader)
        self.whose.currentIndexChanged.connect(self._show_costly)
        line = row(gap=10)
        line.addWidget(heading(_("The decisions that cost most")))
        line.addWidget(self.whose)
        line.addStretch(1)
        lines = column(gap=4)
        lines.addLayout(line)
        return lines

    def _show_costly(self) -> None:
        assert self.findings is not None
        clear(self._costly)
        chosen = int(self.whose.currentData())
        seat = None if chosen == EVERYBODY else chosen
        costly = self.findings.review.costliest(seat, SHOWN)
        for decision in costly:
            self._costly.addWidget(self._card(decision))
        if not costly:
            text = _("No decision cost anything that this look could see.")
            self._costly.addWidget(paragraph(text, "muted"))
        self.grown.emit()

    def _card(self, decision: Decision) -> QWidget:
        story = self._story
        known = story.own_faces().get(decision.step, "")
        told, chance, *rest = explained(decision, story.steps[decision.step], story.names, known)
        holder = frame("card")
        lines = column(holder, gap=4, margin=(14, 10, 14, 10))
        first = row(gap=10)
        first.addWidget(paragraph(told, "name"), 1)
        first.addWidget(amount(-round(100 * decision.loss), big=True))
        lines.addLayout(first)
        for text in (chance, *rest):
            lines.addWidget(paragraph(text))
        see = button(_("See the board then"))
        see.setAccessibleDescription(told)
        see.clicked.connect(partial(self._see, decision.step))
        feet = row()
        feet.addStretch(1)
        feet.addWidget(see)
        lines.addLayout(feet)
        return holder

    def _see(self, step: int) -> None:
        if self.course is not None:
            self.course.point(step)
        self.board_wanted.emit(step)


def _work(story: Story, reckoner: Reckoner, stop: Stop) -> Findings | None:
    """In the reckoner's thread, which may live longer than the page."""
    return look_back(story, reckoner.progressed.emit, stop)


def _at_right(text: str) -> QWidget:
    made = label(text, "muted")
    made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return made
