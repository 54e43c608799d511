"""The log and the chat in one list: newest at the bottom, kept in view unless one scrolls back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from camelnet.i18n import _
from camelnet_gui.games.feed_entry import FEED_MAX, FeedEntry, gathered
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.widgets.basics import tip_text
from camelnet_gui.widgets.screen_reader import announce

ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
_MARGIN_LEFT, _MARGIN = 20, 6
_WRAP = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)

Index = QModelIndex | QPersistentModelIndex


class FeedModel(QAbstractListModel):
    """Entries as rows."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[FeedEntry] = []

    def append(self, entries: Sequence[FeedEntry]) -> None:
        if not entries:
            return
        start = len(self._entries)
        joined = gathered(self._entries[-1:], entries)
        if start:
            self._entries[-1], joined = joined[0], joined[1:]
        if joined:
            self.beginInsertRows(QModelIndex(), start, start + len(joined) - 1)
            self._entries += joined
            self.endInsertRows()
        spare = len(self._entries) - FEED_MAX
        if spare > 0:
            self.beginRemoveRows(QModelIndex(), 0, spare - 1)
            del self._entries[:spare]
            self.endRemoveRows()

    def replace(self, entries: Sequence[FeedEntry]) -> None:
        self.beginResetModel()
        self._entries = list(entries[-FEED_MAX:])
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return entry.text
        if role == Qt.ItemDataRole.ToolTipRole and entry.details:
            return tip_text("\n".join(entry.details))
        return entry if role == ENTRY_ROLE else None


class _Delegate(QStyledItemDelegate):
    """Paints an entry: a dot in its player's colour, the words, chat on a tinted ground."""

    def __init__(self, colours: dict[int, QColor]) -> None:
        super().__init__()
        self._colours = colours

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        wide = view.viewport().width() if isinstance(view, QListView) else 280
        entry: FeedEntry = index.data(ENTRY_ROLE)
        high = _height(entry.text, wide - _MARGIN_LEFT - _MARGIN, entry.serious)
        return QSize(wide, high + (9 if entry.chat else 5))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: FeedEntry = index.data(ENTRY_ROLE)
        widget: QWidget = option.widget
        box = QRectF(option.rect)
        state = option.state
        theme = theme_of(widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pointed = state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected)
        fill = theme.soft if entry.chat or (pointed and entry.spaces) else None
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
        if entry.seat in self._colours:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._colours[entry.seat])
            painter.drawEllipse(QRectF(box.left() + 7, box.top() + (9 if entry.chat else 7), 7, 7))
        painter.setFont(_font(entry.serious))
        painter.setPen(QColor(theme.danger_text if entry.serious else theme.text))
        top = 4 if entry.chat else 2
        painter.drawText(box.adjusted(_MARGIN_LEFT, top, -_MARGIN, 0), _WRAP, entry.text)
        painter.restore()


@lru_cache(maxsize=2 * FEED_MAX)
def _height(text: str, wide: int, serious: bool) -> int:
    """The height of a wrapped text, in pixels; cached, since each new entry lays all of them out
    again."""
    return (
        QFontMetrics(_font(serious)).boundingRect(QRect(0, 0, wide, 10_000), _WRAP, text).height()
    )


def _font(serious: bool) -> QFont:
    return ui_font(13, QFont.Weight.DemiBold if serious else QFont.Weight.Normal)


class Feed(QListView):
    """The list. `pointed` tells which spaces the entry under the pointer or the keys is about."""

    pointed = Signal(object)  # frozenset[int]

    def __init__(self) -> None:
        super().__init__()
        self._colours: dict[int, QColor] = {}
        self._model = FeedModel()
        self._delegate = _Delegate(self._colours)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setMinimumHeight(44)
        self.setAccessibleName(_("Game log"))
        self.entered.connect(self._point)
        self._follow = QTimer(self)  # once for all entries that come at a time
        self._follow.setSingleShot(True)
        self._follow.setInterval(0)
        self._follow.timeout.connect(self.scrollToBottom)

    def show_marks(self, marks: Sequence[SeatMark]) -> None:
        self._colours.clear()
        self._colours.update({seat: QColor(mark.colour) for seat, mark in enumerate(marks)})
        self.viewport().update()

    def append(self, entries: Sequence[FeedEntry], *, aloud: bool = True) -> None:
        """Add entries; follow them unless one has scrolled back. `aloud`: they are new, too, and
        read aloud; whole games come at once when one is resumed."""
        bar = self.verticalScrollBar()
        following = self._follow.isActive() or bar.value() >= bar.maximum() - 40
        self._model.append(entries)
        for entry in entries if aloud else ():
            if words := entry.text if entry.aloud is None else entry.aloud:
                announce(self, words)
        if following:
            self._follow.start()

    def replace(self, entries: Sequence[FeedEntry]) -> None:
        """Show these entries in place of all; nothing is read aloud."""
        self._model.replace(entries)
        self._follow.start()

    def latest(self, count: int) -> tuple[FeedEntry, ...]:
        """So many of the newest entries that are shown, oldest first."""
        rows = range(max(0, self._model.rowCount() - count), self._model.rowCount())
        return tuple(self._model.index(row).data(ENTRY_ROLE) for row in rows)

    def texts(self) -> tuple[str, ...]:
        """All that is shown, oldest first."""
        rows = range(self._model.rowCount())
        return tuple(str(self._model.data(self._model.index(row))) for row in rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        self._follow.start()  # after that layout, or the last line is cut

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(frozenset())
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard's entry lights nothing any more: the keyboard is elsewhere."""
        self.pointed.emit(frozenset())
        super().focusOutEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._point(current)

    def _point(self, index: Index) -> None:
        entry = index.data(ENTRY_ROLE) if index.isValid() else None
        self.pointed.emit(entry.spaces if isinstance(entry, FeedEntry) else frozenset())
