"""The bubble of a tutorial: what a step says, how far one is, and the buttons to go on or back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet_gui.style.theme import theme_of
from camelnet_gui.widgets.basics import (
    button,
    column,
    label,
    look,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce

WIDE = 306  # pixels
EDGE = 2  # the width of its line, as the style sheet has it
SIDE = (16, 6, 14, 14)  # left, top, right, bottom
GAP = 34.0  # between it and its goal
SHAKE_MS = 340
DOT = 7.0
DOT_GAP = 4.0


class Dots(QWidget):
    """The progress: a dot for each step, smaller ones where there are many."""

    def __init__(self) -> None:
        super().__init__()
        self._at, self._count = 0, 1
        self.setFixedHeight(10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_place(self, at: int, count: int) -> None:
        self._at, self._count = at, count
        words = _("Step {number} of {count}").format(number=at + 1, count=count)
        self.setAccessibleName(words)
        set_tip(self, words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._count * (DOT + DOT_GAP)), 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        step = min(DOT + DOT_GAP, self.width() / self._count)
        size = min(DOT, step * 0.66)
        for number in range(self._count):
            colour = theme.accent if number < self._at else theme.line
            painter.setBrush(QColor(theme.gold if number == self._at else colour))
            grown = size * (1.25 if number == self._at else 1.0) / 2
            painter.drawEllipse(QPointF(number * step + step / 2, self.height() / 2), grown, grown)


class Bubble(QFrame):
    """`show_step` fills it; where it stands is the page's affair."""

    next_requested = Signal()
    back_requested = Signal()
    skip_requested = Signal()
    restart_requested = Signal()
    leave_requested = Signal()

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        look(self, "bubble")
        self.setFixedWidth(WIDE)
        self.words = label("", "bubble-words", wrap=True)
        self.hint = label("", "bubble-hint", wrap=True)
        self.hint.hide()
        self.dots = Dots()
        self.leave: QPushButton = button("✕", "flat", tip=_("Leave the tutorial (Esc)"))
        self.leave.setAccessibleName(_("Leave the tutorial"))
        self.back: QPushButton = button(_("Back"), "small")
        self.restart: QPushButton = button(_("From the start"), "small")
        self.skip: QPushButton = button(_("Do it for me"), "small")
        self.next: QPushButton = button(_("Next"), "main")
        self.next.setProperty("slim", True)
        self._shaking = QPropertyAnimation(self, b"pos", self)
        self._shaking.setDuration(SHAKE_MS)
        lines = column(self, gap=8, margin=SIDE)
        top = row(gap=4)
        top.addWidget(label(title, "small"), 1)
        top.addWidget(self.leave)
        lines.addLayout(top)
        lines.addWidget(self.words)
        lines.addWidget(self.hint)
        lines.addSpacing(2)
        lines.addWidget(self.dots)
        feet = row(gap=8)
        feet.addWidget(self.back)
        feet.addWidget(self.restart)
        feet.addStretch(1)
        feet.addWidget(self.skip)
        feet.addWidget(self.next)
        lines.addLayout(feet)
        self.next.clicked.connect(self.next_requested)
        self.back.clicked.connect(self.back_requested)
        self.skip.clicked.connect(self.skip_requested)
        self.restart.clicked.connect(self.restart_requested)
        self.leave.clicked.connect(self.leave_requested)

    def show_step(
        self, text: str, *, at: int, count: int, waits: bool, back: bool, restart: bool
    ) -> None:
        """`waits`: the player has to do something on the table before it goes on. `restart`: the
        player has just come back to this step."""
        self.words.setText(text)
        self.dots.show_place(at, count)
        self.next.setVisible(not waits)
        self.next.setText(_("Finish") if at == count - 1 else _("Next"))
        self.skip.setVisible(waits)
        self.back.setEnabled(back)
        self.restart.setVisible(restart)
        self.show_hint("")
        announce(self.words, text)

    def show_hint(self, text: str) -> None:
        """One more line beneath; "" for none."""
        if text and text != self.hint.text():
            announce(self.words, text)
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self.fit()

    def stand_at(self, place: QPoint) -> None:
        self._shaking.stop()
        self.move(place)

    def shake(self) -> None:
        """Draws the eye once, after a click that came to nothing."""
        self._shaking.stop()
        place = self.pos()
        for share, aside in ((0.0, 0), (0.2, -7), (0.45, 6), (0.7, -3), (1.0, 0)):
            self._shaking.setKeyValueAt(share, place + QPoint(aside, 0))
        self._shaking.start()

    def fit(self) -> None:
        """Take the height that the words need."""
        wide = WIDE - 2 * EDGE - SIDE[0] - SIDE[2]
        for told in (self.words, self.hint):
            told.ensurePolished()
            told.setMinimumSize(0, 0)  # or it would keep the height of longer words
            told.setFixedSize(wide, max(0, told.heightForWidth(wide)))
        lines = self.layout()
        assert lines is not None
        lines.invalidate()
        lines.activate()
        self.resize(WIDE, lines.totalSizeHint().height() + 2 * EDGE)


def best_place(room: QRectF, size: QSize, goal: QRectF | None, avoid: list[QRectF]) -> QRectF:
    """The place of a bubble of a size in a room: beside its goal, on nothing that it must not
    cover. Without a goal in the middle."""
    wide, high = float(size.width()), float(size.height())
    left, top = room.left() + 10, room.top() + 10
    right, bottom = max(left, room.right() - 10 - wide), max(top, room.bottom() - 10 - high)
    if goal is None:
        return QRectF((left + right) / 2, top + (bottom - top) * 0.42, wide, high)
    best: tuple[float, QRectF] | None = None
    columns, rows = 18, 13
    near = goal.adjusted(-GAP, -GAP, GAP, GAP)
    for i in range(columns + 1):
        for j in range(rows + 1):
            box = QRectF(
                left + (right - left) * i / columns, top + (bottom - top) * j / rows, wide, high
            )
            cost = (
                abs(_distance(box, goal) - GAP)
                + 0.15 * (box.center() - goal.center()).manhattanLength()
            )
            cost += 4.0 * _area(box, near) / (wide * high) * GAP
            cost += sum(90.0 * _area(box, each) ** 0.5 for each in avoid)
            if best is None or cost < best[0]:
                best = (cost, box)
    assert best is not None
    return best[1]


def _distance(one: QRectF, other: QRectF) -> float:
    """Between the edges of two boxes; 0 where they touch."""
    across = max(other.left() - one.right(), one.left() - other.right(), 0.0)
    down = max(other.top() - one.bottom(), one.top() - other.bottom(), 0.0)
    return float((across**2 + down**2) ** 0.5)


def _area(one: QRectF, other: QRectF) -> float:
    shared = one.intersected(other)
    return float(shared.width() * shared.height())
