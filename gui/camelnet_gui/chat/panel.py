"""The panel of the chat: it shows a history and takes a line.

Lines of others come as the protocol admits them, which is printable text of at most `CHAT_MAX`
characters; they are painted as plain text, and words without spaces are broken.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QHideEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from camelnet.i18n import _, ngettext
from camelnet.session.api.intents import CHAT_MAX
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.chat.emote_art import paint_emote
from camelnet_gui.chat.history import LINES_MAX, ChatHistory, ChatLine
from camelnet_gui.style.seat_marks import SeatMark, colour_of, seat_marks
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.widgets.basics import (
    column,
    heading,
    label,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce

_BADGE, _LEFT, _EDGE = 22, 32, 6  # pixels
_EMOTE = 46  # pixels
_LINE = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class UnreadMark(QLabel):
    """The number of lines that nobody has looked at, on a gold ground; gone while there are none.

    It goes beside whatever opens the chat.
    """

    def __init__(self, history: ChatHistory) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", "pill-gold")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        history.unread_changed.connect(self.show_count)
        self.show_count(history.unread)

    def show_count(self, unread: int) -> None:
        text = ngettext("{n} new message", "{n} new messages", unread).format(n=unread)
        self.setText(str(min(unread, 99)))
        set_tip(self, text)
        self.setAccessibleName(text)
        self.setVisible(unread > 0)


class _Model(QAbstractListModel):
    def __init__(self, history: ChatHistory, parent: QObject) -> None:
        super().__init__(parent)
        self._lines = list(history.lines)
        history.added.connect(self._add)

    def _add(self, line: ChatLine) -> None:
        count = len(self._lines)
        self.beginInsertRows(QModelIndex(), count, count)
        self._lines.append(line)
        self.endInsertRows()
        if count >= LINES_MAX:
            self.beginRemoveRows(QModelIndex(), 0, 0)
            del self._lines[0]
            self.endRemoveRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line.words
        return line if role == _LINE else None


class _Delegate(QStyledItemDelegate):
    """Paints a line: a badge and a name above the first of several of one person."""

    def __init__(self, marks: dict[bytes, SeatMark], parent: QObject) -> None:
        super().__init__(parent)
        self._marks = marks

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        wide = view.viewport().width() if isinstance(view, QListView) else 280
        line: ChatLine = index.data(_LINE)
        if line.emote:
            return QSize(wide, _head(line) + _EMOTE + 4)
        return QSize(wide, _head(line) + _height(line.text, _room(line, wide), line.serious) + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: ChatLine = index.data(_LINE)
        box = QRectF(option.rect)
        theme = theme_of(option.widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head = _head(line)
        if head > 4:
            mark = self._mark(line)
            centre = QPointF(box.left() + _EDGE + _BADGE / 2 - 2, box.top() + 8 + _BADGE / 2)
            painter.setFont(ui_font(12))
            paint_badge(painter, mark, centre, _BADGE / 2)
            painter.setFont(ui_font(12, QFont.Weight.Bold))
            painter.setPen(QColor(theme.heading))
            place = box.adjusted(_LEFT, 6, -_EDGE, 0)
            name = _("{name} (you)").format(name=line.name) if line.me else line.name
            shown = painter.fontMetrics().elidedText(
                name, Qt.TextElideMode.ElideRight, int(place.width())
            )
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft), shown)
        if line.emote:
            place = QRectF(box.left() + _LEFT, box.top() + head, _EMOTE, _EMOTE)
            paint_emote(painter, line.emote.key, place)
            painter.restore()
            return
        plain = theme.text if line.key else theme.muted
        painter.setPen(QColor(theme.danger_text if line.serious else plain))
        left = _LEFT if line.key else _EDGE
        laid = _lay(line.text, _room(line, option.rect.width()), line.serious)
        laid.draw(painter, QPointF(box.left() + left, box.top() + head))
        painter.restore()

    def _mark(self, line: ChatLine) -> SeatMark:
        mark = self._marks.get(line.key)
        if mark is None:
            (mark,) = seat_marks([line.name], [colour_of(line.key)])
        return mark


def _head(line: ChatLine) -> int:
    """The height above the text, in pixels: of the name, or of a small gap."""
    return 24 if line.key and not line.follows else 2


def _room(line: ChatLine, wide: int) -> int:
    return max(40, wide - (_LEFT if line.key else _EDGE) - _EDGE)


def _lay(text: str, wide: int, serious: bool) -> QTextLayout:
    weight = QFont.Weight.DemiBold if serious else QFont.Weight.Normal
    layout = QTextLayout(text, ui_font(13, weight))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    high = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(wide)
        line.setPosition(QPointF(0, high))
        high += line.height()
    layout.endLayout()
    return layout


@lru_cache(maxsize=2 * LINES_MAX)
def _height(text: str, wide: int, serious: bool) -> int:
    """The height of a wrapped text, in pixels."""
    return round(_lay(text, wide, serious).boundingRect().height() + 0.49)


class ChatList(QListView):
    """The lines; the newest stay in view unless one has scrolled back."""

    seen = Signal()  # the newest line is in sight

    def __init__(self, history: ChatHistory) -> None:
        super().__init__()
        self._history = history
        self._marks: dict[bytes, SeatMark] = {}
        self._lines = _Model(history, self)
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self._marks, self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setMinimumHeight(64)
        self.setAccessibleName(_("Chat"))
        self._follow = QTimer(self)  # once for all lines that come at a time
        self._follow.setSingleShot(True)
        self._follow.setInterval(0)
        self._follow.timeout.connect(self._to_the_end)
        self.verticalScrollBar().valueChanged.connect(self._look)
        history.added.connect(self._added)

    def show_marks(self, marks: Mapping[bytes, SeatMark]) -> None:
        """The badges of people by their keys; others get one of their own."""
        if self._marks != marks:
            self._marks.clear()
            self._marks.update(marks)
            self.viewport().update()

    @property
    def at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return self._follow.isActive() or bar.value() >= bar.maximum() - 24

    def _added(self, line: ChatLine) -> None:
        announce(self, line.words)
        if self.at_end or line.me:
            self._follow.start()

    def _to_the_end(self) -> None:
        self.scrollToBottom()
        self._look()

    def _look(self) -> None:
        if self.isVisible() and self.at_end:
            self.seen.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        following = self.at_end
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        if following:
            self._follow.start()


class ChatPanel(QWidget):
    """The lines of a history, a mark for those not seen, and a field for one's own.

    A line counts as seen once the panel is visible, its window is in front, and the newest line
    is in sight.
    """

    said = Signal(str)

    def __init__(self, history: ChatHistory) -> None:
        super().__init__()
        self._history = history
        self.list = ChatList(history)
        self.line = QLineEdit()
        self.line.setPlaceholderText(_("Say something…"))
        self.line.setAccessibleName(_("Chat message"))
        self.line.setMaxLength(CHAT_MAX)
        self._refused = label("", "small", wrap=True)
        self._refused.hide()
        lines = column(self, gap=6)
        head = row(gap=8)
        head.addWidget(heading(_("Chat")))
        head.addWidget(UnreadMark(history))
        head.addStretch(1)
        lines.addLayout(head)
        lines.addWidget(self.list, 1)
        lines.addWidget(self._refused)
        lines.addWidget(self.line)
        self.line.returnPressed.connect(self._say)
        self.line.textEdited.connect(self._edited)
        self.line.inputRejected.connect(self._too_long)
        self.list.seen.connect(self._seen)

    def texts(self) -> tuple[str, ...]:
        """All lines, oldest first."""
        return tuple(line.words for line in self._history.lines)

    def _say(self) -> None:
        text = self.line.text().strip()
        if text:
            self.said.emit(text)
            self.line.clear()

    def _edited(self, text: str) -> None:
        if len(text) < CHAT_MAX:
            self._refused.hide()

    def _too_long(self) -> None:
        text = _("A message has {most} characters at most; the rest was left out.")
        self._refused.setText(text.format(most=CHAT_MAX))
        self._refused.show()

    def _seen(self) -> None:
        if self.isActiveWindow():
            self._history.read()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.list.at_end and self.isVisible():
            self._seen()

    def hideEvent(self, event: QHideEvent) -> None:
        self._refused.hide()
        super().hideEvent(event)
