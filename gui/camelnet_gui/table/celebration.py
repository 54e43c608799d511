"""The end of a game as a celebration over the whole table screen: its last moment, the podium with
the coins that were made, and in one sentence how I stand. It ends by itself, or at any click or
key."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPointF,
    QRectF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet_gui.art.confetti import paint_confetti
from camelnet_gui.art.desert import paint_desert, paint_palm, paint_stones
from camelnet_gui.art.finish import paint_podium
from camelnet_gui.art.palette import Palette, faded, mixed, palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.games.board_parts import Speed
from camelnet_gui.games.coins import PaintUnit
from camelnet_gui.games.flights import FAST
from camelnet_gui.games.interface import PaintMoment
from camelnet_gui.sound.cue import Sound
from camelnet_gui.style.theme import Theme, theme_of, ui_font
from camelnet_gui.table.podium import (
    COIN,
    HIGH,
    Step,
    paint_coins,
    paint_podium_steps,
    spoken_steps,
)
from camelnet_gui.widgets.screen_reader import announce

ARRIVE_MS = 2800  # until all have come, in a game that paints its last moment
RISE_MS = 1300  # from then on
PAY_AFTER_MS, PAY_MS = 500, 1700  # from then on
CONFETTI_AFTER_MS = 900
READ_MS = 2600  # at the end, while nothing more comes
MOMENT_HIGH = 0.58  # of the height, for the last moment; the podium stands below


@dataclass(frozen=True, slots=True)
class Ceremony:
    """All that is celebrated."""

    headline: str  # my place, or the winner's
    line: str  # beneath it
    steps: tuple[Step, ...]  # of the podium
    moment: PaintMoment | None
    paint_unit: PaintUnit


class Celebration(QWidget):
    """Covers its parent from `begin` until it is `over`."""

    told = Signal()  # the headline is in sight; once, also where it was skipped
    heard = Signal(Sound)
    over = Signal()
    accessible_role = QAccessible.Role.Graphic

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._stage = parent
        self._shown: Ceremony | None = None
        self._now_ms = 0.0
        self._due: list[tuple[float, Sound | None]] = []  # sounds, and at None the headline
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self._end)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing beneath is painted
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    @property
    def shown(self) -> Ceremony | None:
        """The ceremony that goes on; None before and after."""
        return self._shown

    def begin(self, ceremony: Ceremony, speed: Speed) -> None:
        """Show it at a speed of motions, which is not "off"."""
        self._shown, self._now_ms = ceremony, 0.0
        arrived = self._arrived_ms
        length = arrived + PAY_AFTER_MS + PAY_MS + READ_MS
        self._due = [(arrived, None), (arrived + PAY_AFTER_MS, Sound.COIN)]
        if ceremony.moment is not None:
            self._due.insert(0, (0.0, Sound.STEPS))
        self.setAccessibleName(f"{ceremony.headline}. {spoken_steps(ceremony.steps)}")
        self._clock.setDuration(round(length / (FAST if speed == "fast" else 1.0)))
        self._clock.setEndValue(float(length))
        self._stage.installEventFilter(self)
        self.setGeometry(self._stage.rect())
        self.show()
        self.raise_()
        self.setFocus()
        self._clock.start()

    def skip(self) -> None:
        """To its end, now."""
        if self._shown is not None:
            self._clock.stop()
            self._end()

    @property
    def _arrived_ms(self) -> float:
        """The moment when all have come."""
        return ARRIVE_MS if self._shown and self._shown.moment else 0.0

    def _tick(self, now: float) -> None:
        if self._shown is None:
            return
        self._now_ms = now
        while self._due and self._due[0][0] <= now:
            self._tell(self._due.pop(0)[1])
        self.update()

    def _tell(self, sound: Sound | None) -> None:
        if sound is not None:
            self.heard.emit(sound)
        elif self._shown is not None:
            announce(self, self._shown.headline)
            self.told.emit()

    def _end(self) -> None:
        if any(sound is None for _at, sound in self._due):
            self._tell(None)
        self._due, self._shown = [], None
        self._stage.removeEventFilter(self)
        self.hide()
        self.over.emit()

    # --- input ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keys that mean something to the table skip, too; those with Ctrl or Alt, and F1 to F12,
        do not."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(_skips(event))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _skips(event):
            self.skip()
        else:
            event.ignore()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return False  # Tab skips like any key

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.skip()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self._stage.rect())
        return False

    # --- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        ceremony, theme = self._shown, theme_of(self)
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect())
        since = self._now_ms - self._arrived_ms
        low = self._paint_ground(painter, room, theme.dark)
        high = low.height() * 0.88
        box = QRectF(low.left(), low.bottom() - high * 1.06, low.width(), high)
        if since > 0:
            risen, paid = since / RISE_MS, (since - PAY_AFTER_MS) / PAY_MS
            shown, unit = ceremony.steps, ceremony.paint_unit
            paint_podium_steps(painter, box, shown, theme, unit, risen=risen, paid=paid)
            paint_coins(painter, box, shown, self._coin(high / HIGH), paid)
        if since > CONFETTI_AFTER_MS:
            paint_confetti(painter, room, (since - CONFETTI_AFTER_MS) / 1000)
        if since > 0:
            self._paint_words(painter, room, min(1.0, since / 300))

    def _paint_ground(self, painter: QPainter, room: QRectF, dark: bool) -> QRectF:
        """The last moment, and the sand before it; the room for the podium."""
        assert self._shown is not None
        moment = self._shown.moment
        high = float(round(room.height() * (MOMENT_HIGH if moment else 0.3)))
        low = room.adjusted(0, high, 0, 0)
        paint = partial(_paint_sand, tone=palette(dark), sky=moment is None)
        paint_cached(painter, f"celebration {moment is None} {dark}", room, paint)
        if moment is not None:
            arrived = min(1.0, self._now_ms / ARRIVE_MS)
            moment(painter, QRectF(0, 0, room.width(), high), arrived, dark=dark)
        return low

    def _coin(self, unit: float) -> QPixmap:
        """One coin as a picture."""
        assert self._shown is not None
        ratio, side = self.devicePixelRatioF(), math.ceil(2 * COIN * unit + 3)
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._shown.paint_unit(painter, QPointF(side / 2, side / 2), COIN * unit)
        painter.end()
        return picture

    def _paint_words(self, painter: QPainter, room: QRectF, shown: float) -> None:
        """The headline in the sky, left of a gate or a camp; and how to go on."""
        assert self._shown is not None
        theme, ceremony = theme_of(self), self._shown
        unit = min(room.width() / 1440, room.height() / 900)
        edge = 40 * unit
        wide = room.width() * 0.64 if ceremony.moment else room.width() - 2 * edge
        painter.save()
        painter.setOpacity(shown)
        high = 66 * unit
        title = QRectF(edge, 26 * unit, wide, high)
        line = QRectF(edge, title.bottom() + 2 * unit, wide, 30 * unit)
        on, small = _("Any key or click goes on"), max(13.0, 15 * unit)
        metrics = QFontMetricsF(ui_font(round(small), QFont.Weight.Medium))
        foot = QRectF(0, 0, metrics.horizontalAdvance(on) + 1, 1.6 * small)
        foot.moveBottomRight(room.bottomRight() - QPointF(edge / 2, 8 * unit))
        for text, box, size, weight in (
            (ceremony.headline, title, 52 * unit, QFont.Weight.Black),
            (ceremony.line, line, 22 * unit, QFont.Weight.Bold),
            (on, foot, small, QFont.Weight.Medium),
        ):
            paint = partial(_write, text=text, size=size, weight=weight, theme=theme)
            paint_cached(painter, f"headline {text} {theme.text}", box, paint, margin=6 * unit)
        painter.restore()


def _skips(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    alone = event.key() in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)
    return not held and not alone and not Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F12


def _paint_sand(painter: QPainter, box: QRectF, *, tone: Palette, sky: bool) -> None:
    """The ground of the podium: a carpet in the desert. `sky`: no last moment lies above it."""
    wide, high = box.width(), box.height()
    unit = min(wide / 1440, high / 900)
    if sky:
        paint_desert(painter, wide, high, high / 2, 1.4 * unit, tone)
    else:
        sand = QLinearGradient(0, high * MOMENT_HIGH, 0, high)
        sand.setColorAt(0, tone.sand[1])
        sand.setColorAt(1, mixed(tone.sand[0], tone.sand[1], 0.4))
        painter.fillRect(box, sand)
    for x, y, tall, lean in ((0.08, 0.88, 205, 0.4), (0.93, 0.93, 240, -0.5)):
        paint_palm(painter, QPointF(wide * x, high * y), tall * unit, lean, round(x * 99), tone)
    for x, y, size in ((0.19, 0.97, 1.6), (0.8, 0.9, 1.3)):
        paint_stones(painter, QPointF(wide * x, high * y), size * unit, tone)
    paint_podium(painter, QPointF(wide / 2, high * 0.965), 10.5 * unit, tone)


def _write(
    painter: QPainter, box: QRectF, *, text: str, size: float, weight: QFont.Weight, theme: Theme
) -> None:
    """One line, as large as it fits; a halo keeps it apart from what is behind it."""
    font = ui_font(round(size), weight)
    while QFontMetricsF(font).horizontalAdvance(text) > box.width() and font.pixelSize() > 13:
        font.setPixelSize(font.pixelSize() - 1)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    base = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
    path = QPainterPath()
    path.addText(QPointF(box.left(), base), font, shown)
    halo = faded(QColor(theme.card), 0.55)
    painter.strokePath(path, QPen(halo, size * 0.12, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(path, QColor(theme.text))
