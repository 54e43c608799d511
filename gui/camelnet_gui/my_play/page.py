"""The page My play: a headline in words, the curve of the level, tables by game and by partner."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from camelnet.i18n import _
from camelnet.my_play import words
from camelnet.my_play.reviewing import State
from camelnet.rules.phrases import ScoreTable
from camelnet_gui.my_play.level_curve import LevelCurve, lines_of
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import (
    GAP,
    RIGHT,
    button,
    card_grid,
    centred,
    clear,
    column,
    frame,
    heading,
    label,
    look,
    paragraph,
    row,
    scrolled,
)
from camelnet_gui.widgets.screen_reader import announce

WIDE_MAX = 1000  # pixels


class MyPlayPage(QWidget):
    """Shows a `State`; what is clicked goes out as signals."""

    left = Signal()
    export_requested = Signal()
    rebuild_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.back = button(_("Back"))
        self.export = button(_("Export as CSV…"))
        self.rebuild = button(_("Rebuild…"))
        self.headline = paragraph(_("Reading your games…"), "subtitle")
        self.more = paragraph("")
        self.state = paragraph("", "muted")
        self.trouble = label("", "warning", wrap=True)
        self.curve = LevelCurve()
        self._tables = column(gap=GAP)
        self._arrange()
        self.back.clicked.connect(self.left)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.left.emit)
        self.export.clicked.connect(self.export_requested)
        self.rebuild.clicked.connect(self.rebuild_requested)
        self.setFocusProxy(self.back)

    def _arrange(self) -> None:
        page = column(centred(self, WIDE_MAX), gap=12, margin=(20, 14, 20, 14))
        top = row(gap=12)
        top.addWidget(self.back)
        top.addWidget(label(_("My play"), "title"), 1)
        top.addWidget(self.export)
        top.addWidget(self.rebuild)
        page.addLayout(top)
        page.addWidget(self.trouble)
        inner = QWidget()
        lines = column(inner, gap=12, margin=(2, 2, 10, 4))
        said = column(gap=2)
        said.addWidget(self.headline)
        said.addWidget(self.more)
        said.addWidget(self.state)
        lines.addLayout(said)
        self._over_time = frame("card")
        over_time = column(self._over_time, gap=4, margin=(14, 10, 14, 8))
        over_time.addWidget(heading(_("Your level over time")))
        over_time.addWidget(self.curve)
        lines.addWidget(self._over_time)
        lines.addLayout(self._tables)
        lines.addStretch(1)
        lines.addWidget(paragraph(words.note(), "small"))
        self._scroll = scrolled(inner)
        page.addWidget(self._scroll, 1)
        for part in (self.trouble, self.more, self.state, self._over_time):
            part.hide()
        self.export.setEnabled(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by pages: nothing beneath the buttons takes the keyboard."""
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._scroll.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def show_state(self, state: State) -> None:
        """All that is known so far."""
        headline, *more = words.headline(state.games)
        self.headline.setText(headline)
        self.more.setText(" ".join(more))
        self.more.setVisible(bool(more))
        self.trouble.setText(str(state.trouble or ""))
        self.trouble.setVisible(state.trouble is not None)
        told = words.waiting_words(state.waiting), words.left_out_words(state.left_out)
        self.state.setText(dotted(*told))
        self.state.setVisible(any(told))
        self.export.setEnabled(bool(state.games))
        lines = lines_of(state.games)
        self.curve.show_lines(lines)
        self._over_time.setVisible(bool(lines))
        clear(self._tables)
        if state.games:
            self._tables.addWidget(_table(words.game_table(state.games)))
            self._tables.addWidget(_table(words.partner_table(state.games)))

    def tell(self, text: str) -> None:
        """Say what became of an act."""
        self.state.setText(text)
        self.state.show()
        announce(self, text)


def _table(table: ScoreTable) -> QFrame:
    """A table of words and numbers; numbers stand at the right."""
    holder, grid = card_grid(margin=(14, 10, 16, 10), across=16, down=4, wide=0)
    grid.addWidget(heading(table.title), 0, 0, 1, len(table.head))
    for at, head in enumerate(table.head):
        title = label(head, "small", wrap=True)
        title.setAlignment(RIGHT if at else Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(title, 1, at, Qt.AlignmentFlag.AlignBottom)
    for number, cells in enumerate(table.rows, start=2):
        for at, (head, text) in enumerate(zip(table.head, cells, strict=True)):
            cell = label(text, "muted" if at else "name")
            cell.setAccessibleName(f"{cells[0]}, {head}: {text}" if at else text)
            if at:
                cell.setAlignment(RIGHT)
            grid.addWidget(cell, number, at)
    return holder
