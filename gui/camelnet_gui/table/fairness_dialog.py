"""The dialog *fair game*: who vouches for it, all its dice, and the proof of the one that is
chosen.

The dialog asks (`asked`) and is told (`show_audit`): proofs are computed anew from the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from camelnet.i18n import _
from camelnet.session.api.facts import LuckShown
from camelnet.session.api.verdict import Verdict
from camelnet.session.text import verdict_words
from camelnet_gui.games.feed_entry import DrawnLuck
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.table.draw_audit_page import DrawAuditPage
from camelnet_gui.widgets.basics import (
    column,
    heading,
    label,
    look,
    paragraph,
    row,
    scrolled,
)
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.room import keep_on_screen
from camelnet_gui.widgets.screen_reader import announce

SIZE, LEAST = QSize(940, 600), QSize(900, 472)
AROUND = QSize(40, 40)  # pixels of the window that stay in sight
LIST_WIDE = 250  # pixels
HIGH_MAX = 1000  # pixels of a row


class _Whole(QStyledItemDelegate):
    """Rows as high as their lines are in the room that the style leaves for words. Qt's own sizes
    forget what the style sheet takes from it, and the last line would be missing."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        view = option.widget
        assert isinstance(view, QListView)
        self.initStyleOption(option, index)
        option.rect = QRect(0, 0, view.viewport().width(), HIGH_MAX)
        style = view.style()
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view)
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, view) + 1
        lines = option.fontMetrics.boundingRect(
            QRect(0, 0, room.width() - 2 * margin, HIGH_MAX),
            int(Qt.TextFlag.TextWordWrap),
            option.text,
        )
        return QSize(option.rect.width(), lines.height() + HIGH_MAX - room.height())


class FairnessDialog(BaseDialog):
    """The newest die is chosen first."""

    asked = Signal(int)  # the index of an entry whose luck shall be proven

    def __init__(self, marks: tuple[SeatMark, ...], parent: QWidget | None = None) -> None:
        super().__init__(_("Fair game"), parent)
        self._marks = marks
        self._drawn: tuple[DrawnLuck, ...] = ()
        self._index: int | None = None  # the entry whose proof is shown or awaited
        self.page: DrawAuditPage | None = None
        self.dice = QListWidget()
        self.dice.setAccessibleName(_("Dice and cards drawn in this game, newest first"))
        self.dice.setFixedWidth(LIST_WIDE)
        self.dice.setWordWrap(True)
        self.dice.setItemDelegate(_Whole(self.dice))
        self.dice.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.dice.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # no late wraps
        self.dice.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.dice.currentRowChanged.connect(self._chosen)
        self._waiting = label("", "muted", wrap=True)
        self._area: QScrollArea = scrolled(QWidget())
        self._area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._area.setAccessibleName(_("Proof"))
        self.verdict = paragraph("", "notice")
        self.segments = paragraph("", "muted")
        self._how = paragraph(
            _(
                "No single computer decides the luck: the players' computers roll each die and "
                "turn up each card together, and every one of them checks all parts. Choose a "
                "draw to see its proof."
            ),
            "muted",
        )
        for words in (self.verdict, self.segments, self._how):
            self.body.addWidget(words)
        left = column(gap=6)
        left.addWidget(heading(_("Dice and cards")))
        left.addWidget(self.dice, 1)
        both = row(gap=18)
        both.addLayout(left)
        both.addWidget(self._area, 1)
        self.body.addLayout(both, 1)
        close = self.foot(_("Close"), "accent")
        close.clicked.connect(self.accept)
        self._show_words(_("Nothing has been drawn yet."))

    def fit(self) -> None:
        """Within the window that it belongs to; the dialog scrolls inside."""
        window = self.parentWidget()
        room = SIZE if window is None else window.window().size() - AROUND
        keep_on_screen(self, SIZE.boundedTo(room).expandedTo(LEAST))

    def show_verdict(self, verdict: Verdict) -> None:
        """Shows who vouches for this game as far as it has gone."""
        told = " ".join(verdict_words.sentences(verdict, running=not verdict.ended))
        if told == self.verdict.text():
            return
        self.verdict.setText(told)
        look(self.verdict, "warning" if verdict_words.badge(verdict).doubtful else "notice")
        self.segments.setText("\n".join(verdict_words.segments(verdict)))
        self.segments.setVisible(len(verdict.segments) > 1)
        self._how.setVisible(verdict.parted is None)

    def show_dice(self, drawn: Sequence[DrawnLuck]) -> None:
        """All that was drawn, oldest first; what is chosen stays chosen."""
        if tuple(drawn) == self._drawn:
            return
        current = self.dice.currentRow()
        first = not self._drawn
        added = len(drawn) - len(self._drawn)
        self._drawn = tuple(drawn)
        self.dice.blockSignals(True)
        self.dice.clear()
        for number, one in reversed(list(enumerate(self._drawn, start=1))):
            self.dice.addItem(QListWidgetItem(f"{number}.  {one.text}"))
        self.dice.blockSignals(False)
        self.dice.setCurrentRow(0 if first else current + added)

    def _chosen(self, line: int) -> None:
        if not 0 <= line < len(self._drawn):
            return
        index = self._drawn[len(self._drawn) - 1 - line].index
        if index == self._index:
            return
        self._index = index
        self._show_words(_("Checking…"))
        self.asked.emit(index)

    def show_audit(self, audit: LuckShown) -> None:
        if audit.index != self._index:
            return
        told = [one.text for one in self._drawn if one.index == audit.index]
        self.page = DrawAuditPage("\n".join(told), audit, self._marks)
        self._area.setWidget(self.page)
        announce(self, self.page.verdict.text())

    def tell(self, text: str) -> None:
        """Something that a person should read; why there is no proof, while one is awaited."""
        if self.page is None and self._index is not None:
            self._show_words(text)

    def _show_words(self, text: str) -> None:
        self.page = None
        words = QWidget()
        lines = column(words)
        lines.addWidget(label(text, "muted", wrap=True))
        lines.addStretch(1)
        self._area.setWidget(words)
