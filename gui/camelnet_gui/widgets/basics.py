"""Small building blocks of the screens: labels with a look, cards, badges, scroll areas."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol, TypeVar

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from camelnet.rules.phrases import signed
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import ui_font
from camelnet_gui.widgets.screen_reader import announce

LayoutT = TypeVar("LayoutT", bound=QBoxLayout)

GAP = 8  # between things that belong together, in pixels
SPACE = 16  # between groups
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def in_sight(widget: QWidget) -> bool:
    """True if somebody may see it: its window is neither hidden nor minimised, nor covered where
    the system tells."""
    window = widget.window()
    handle = window.windowHandle()
    shown = widget.isVisible() and not window.isMinimized()
    return shown and handle is not None and handle.isExposed()


def look(widget: QWidget, name: str) -> None:
    """Give a widget one of the looks of the style sheet, now or again."""
    if widget.property("look") == name:
        return
    widget.setProperty("look", name)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def label(text: str = "", name: str = "", *, wrap: bool = False) -> QLabel:
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if wrap:  # else a squeezed layout lets lines overlap
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        made.setSizePolicy(policy)
    if name:
        made.setProperty("look", name)
    return made


def ask(shown: QLabel, words: str, *, aloud: bool) -> None:
    """Show what is asked, or what would happen; `aloud`: have it read if it is new."""
    if aloud and words and words != shown.text():
        announce(shown, words)
    shown.setText(words)


def paragraph(text: str, name: str = "") -> QLabel:
    """Wrapped lines on a page that scrolls, or grows and shrinks."""
    made = label(text, name, wrap=True)
    made.setMinimumHeight(12)  # else it keeps the height that it would need if it were narrow
    return made


def sentence(text: str, name: str = "") -> QLabel:
    """Wrapped lines in a card whose width varies: as high as they are at any width."""
    made = label(text, name, wrap=True)
    policy = made.sizePolicy()
    policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)  # "Fixed" keeps the height of the hint
    made.setSizePolicy(policy)
    return made


def pill(text: str, name: str = "pill") -> QLabel:
    """A short word on a rounded ground, as high as its text."""
    made = label(text, name)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def heading(text: str) -> QLabel:
    """The line above a group."""
    return label(text.upper(), "heading")


def button(text: str, name: str = "", *, tip: str = "") -> QPushButton:
    made = QPushButton(text)
    made.setAutoDefault(False)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if name:
        made.setProperty("look", name)
    if tip:
        set_tip(made, tip)
    return made


class Tipped(Protocol):
    """Something with a tooltip: a widget, an action, an item of a list."""

    def setToolTip(self, text: str, /) -> None: ...


def tip_text(text: str) -> str:
    """A tooltip that shows `text` as it is, even where a name in it looks like HTML to Qt."""
    if "<" not in text and "&lt;" not in text:
        return text
    return "<span>" + escape(text, quote=False).replace("\n", "<br>") + "</span>"


def set_tip(tipped: Tipped, text: str) -> None:
    """Give it a tooltip that shows `text` as it is. Nothing else in the app sets one."""
    tipped.setToolTip(tip_text(text))


def show_tip(at: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip of `widget` now that shows `text` as it is."""
    QToolTip.showText(at, tip_text(text), widget)


def button_text(text: str) -> str:
    """`text` for a button that shows it as it is: with a single & Qt would underline a letter."""
    return text.replace("&", "&&")


def frame(name: str = "card") -> QFrame:
    made = QFrame()
    made.setProperty("look", name)
    return made


def column(
    parent: QWidget | None = None, *, gap: int = GAP, margin: int | tuple[int, int, int, int] = 0
) -> QVBoxLayout:
    return _spaced(QVBoxLayout(parent) if parent else QVBoxLayout(), gap, margin)


def row(
    parent: QWidget | None = None, *, gap: int = GAP, margin: int | tuple[int, int, int, int] = 0
) -> QHBoxLayout:
    return _spaced(QHBoxLayout(parent) if parent else QHBoxLayout(), gap, margin)


def centred(page: QWidget, wide_max: int) -> QWidget:
    """A holder in the middle of a page, as wide as the page up to a limit."""
    holder = QWidget()
    holder.setMaximumWidth(wide_max)
    outer = row(page)
    outer.addStretch(1)
    outer.addWidget(holder, 1000)
    outer.addStretch(1)
    return holder


def _spaced(layout: LayoutT, gap: int, margin: int | tuple[int, int, int, int]) -> LayoutT:
    layout.setSpacing(gap)
    if isinstance(margin, int):
        layout.setContentsMargins(margin, margin, margin, margin)
    else:
        layout.setContentsMargins(*margin)
    return layout


def card_grid(
    *, margin: tuple[int, int, int, int], across: int, down: int, wide: int
) -> tuple[QFrame, QGridLayout]:
    """A card for a table, and its grid; the column `wide` takes the room that is left."""
    card = frame("card")
    grid = QGridLayout(card)
    grid.setContentsMargins(*margin)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    grid.setColumnStretch(wide, 1)
    return card, grid


def form(fields: Sequence[tuple[str, QWidget]]) -> QGridLayout:
    """Titles on the left, fields on the right; each title is its field's accessible name."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(1, 1)
    for number, (title, field) in enumerate(fields):
        field.setAccessibleName(title)
        grid.addWidget(label(title), number, 0)
        grid.addWidget(field, number, 1)
    return grid


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        widget = item.widget()
        if inner is not None:
            clear(inner)
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def scrolled(inner: QWidget) -> QScrollArea:
    """A column that scrolls when it has to, and never sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


class Elided(QLabel):
    """One line that ends in … when there is no room; the whole text is in the tooltip."""

    def __init__(self, text: str = "", name: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(40)
        if name:
            self.setProperty("look", name)

    def sizeHint(self) -> QSize:
        """As high with words as without."""
        hint = super().sizeHint()
        margins = self.contentsMargins()
        return QSize(hint.width(), self.fontMetrics().height() + margins.top() + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width()
        )
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(
            self.contentsRect(),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            shown,
        )
        set_tip(self, self.text() if shown != self.text() else "")


class FittingButton(QPushButton):
    """A button whose letters get smaller, down to 11 pixels, before they would be cut off."""

    LARGEST, SMALLEST = 14, 11  # pixels
    EDGE, EDGE_LEAST = 26, 12  # what borders and padding need, and what they need at least
    LEFT = 0  # what a picture takes at the left end

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__(text)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if name:
            self.setProperty("look", name)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """The size for the largest letters, whatever they are now."""
        wide = self._wide(self.LARGEST) + self.EDGE + self.LEFT + 6
        return QSize(wide, super().sizeHint().height())

    def room(self) -> int:
        """The width that something else takes at the right end."""
        return 0

    def fit(self) -> None:
        sheet, aside = "", self.room()
        if aside or self.LEFT or self._wide(self.LARGEST) > self.width() - self.EDGE:
            sizes = range(self.LARGEST, self.SMALLEST - 1, -1)
            room = self.width() - self.EDGE_LEAST - aside - self.LEFT
            fitting = (pixels for pixels in sizes if self._wide(pixels) <= room)
            pixels = next(fitting, self.SMALLEST)
            within = f"padding-left: {2 + self.LEFT}px; padding-right: {2 + aside}px;"
            sheet = f"QPushButton {{ font-size: {pixels}px; {within} }}"
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)

    def _wide(self, pixels: int) -> int:
        font = ui_font(pixels, QFont.Weight.Bold)
        return QFontMetrics(font).horizontalAdvance(self.text().replace("&", ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class Badge(QWidget):
    """A player's disc."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, mark: SeatMark, diameter: int = 32) -> None:
        super().__init__()
        self._mark = mark
        self.setFixedSize(QSize(diameter, diameter))
        self.setAccessibleName(mark.name)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_badge(painter, self._mark, centre, self.width() / 2 - 2)


def who(mark: SeatMark, diameter: int = 26) -> QWidget:
    """A player's disc and name."""
    holder = QWidget()
    line = row(holder, gap=8)
    line.addWidget(Badge(mark, diameter))
    line.addWidget(Elided(mark.name, "name"), 1)
    holder.setMinimumWidth(130)
    return holder


def amount(count: int, *, big: bool = False) -> QLabel:
    """A gain or a loss."""
    name = "good" if count > 0 else "danger" if count < 0 else "muted"
    made = label(signed(count), "subtitle" if big else name)
    made.setAlignment(RIGHT)
    return made
