"""A board painted from frozen scenes: plays motions, and emits what was picked.

What all games' boards have in common; what differs is asked of `BoardParts`.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Generic

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPixmap,
    QPixmapCache,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
)

from camelnet_gui.art.bubble import paint_bubble
from camelnet_gui.art.glow import Glow, GlowItem
from camelnet_gui.art.palette import palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.games.board_parts import BoardParts, Clip, FrameT, PlanT, Speed
from camelnet_gui.games.place_button import PlaceButton, nearest
from camelnet_gui.games.preview_item import PreviewItem
from camelnet_gui.games.view_model import MotionT, SceneT
from camelnet_gui.widgets.basics import in_sight, show_tip
from camelnet_gui.widgets.pointing import PICK

CACHE_KIB = 262_144  # of pictures; Qt's own 10 MiB makes a frame at 2x cost 300 ms instead of 3
FAST = 3.0  # how many times faster "fast" is
GLOW_LEVEL = -1.0  # beneath all that stands on the board
PREVIEW_LEVEL = 1e9  # above all of it
PULSE_MS, PULSES = 900, 4  # of what is advised


@dataclass(frozen=True, slots=True)
class _Show(Generic[SceneT, MotionT]):
    """Motions to play, and the scene to end with."""

    motions: tuple[MotionT, ...]
    then: SceneT


class PaintedBoard(BoardParts[SceneT, MotionT, PlanT, FrameT], QGraphicsView):
    """`scene()` of Qt holds only its pictures; `shown` is the game's scene."""

    picked = Signal(str)  # one of the scene's picks was clicked or activated
    hovered = Signal(str)  # the pointer came to a place; "" when it left all places
    finished = Signal()  # all queued motions have been played or skipped

    def __init__(self, places: tuple[str, ...], scene: SceneT) -> None:
        """`places`: all that can be pointed at, in the order of the Tab key; `scene`: empty."""
        super().__init__()
        if QPixmapCache.cacheLimit() < CACHE_KIB:
            QPixmapCache.setCacheLimit(CACHE_KIB)
        self.pictures = QGraphicsScene(self)  # a reference of our own, or it is collected
        self.setScene(self.pictures)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the places have it
        self.setMinimumSize(480, 380)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._places = places
        self._shown = scene
        self._plan: PlanT = self._fresh_plan(scene)
        self._floor: QPixmap | None = None
        self._queue: deque[_Show[SceneT, MotionT]] = deque()
        self._motions: deque[MotionT] = deque()  # of the show that is being played
        self._then: SceneT | None = None
        self._clip: Clip[SceneT, FrameT] | None = None
        self._speed: Speed = "normal"
        self._pace = 1.0
        self._hover = ""
        self._pressed: str | None = None
        self._last_focus: str | None = None
        self._named: object = None  # the layout and the scene that the buttons' names tell
        self._hinted: object = None  # the hints that they tell
        self._under: SceneT | None = None  # what lies still while something moves
        self._glow = GlowItem()
        self.add_item(self._glow, GLOW_LEVEL)
        self._preview = PreviewItem(self._paint_preview)
        self.add_item(self._preview, PREVIEW_LEVEL)
        self._advised = ""  # the place of what the computer advises
        self._advice_lines: tuple[tuple[str, str], ...] = ()
        self._advice = PreviewItem(self._paint_advice)
        self.add_item(self._advice, PREVIEW_LEVEL)
        self._pulse = QVariantAnimation(self)
        self._pulse.setStartValue(0.0)
        self._pulse.setEndValue(1.0)
        self._pulse.setDuration(PULSE_MS)
        self._pulse.setLoopCount(PULSES)
        self._pulse.valueChanged.connect(self._light)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self._clip_over)
        self.buttons: dict[str, PlaceButton] = {}
        for place in places:
            button = PlaceButton(
                place, self.viewport(), focus_changed=self._light, moved=self._move_focus
            )
            button.clicked.connect(lambda _checked=False, place=place: self._pick(place))
            self.buttons[place] = button

    # --- what the app uses ----------------------------------------------------------------------

    @property
    def shown(self) -> SceneT:
        """The scene at rest, or the one that a motion started from."""
        return self._shown

    @property
    def busy(self) -> bool:
        """True while motions are played or wait to be."""
        return self._then is not None or bool(self._queue)

    def set_speed(self, speed: Speed) -> None:
        """Sets the speed of motions; "off" shows results at once, also of what is queued."""
        self._speed = speed
        if speed == "off":
            self.skip()

    def set_pace(self, factor: float) -> None:
        """So many times as fast as the speed says, from the next motion on."""
        self._pace = factor

    def show_scene(self, scene: SceneT) -> None:
        """Show a scene at once; motions that are played or queued are dropped."""
        was_busy = self.busy
        self._drop_motions()
        self._settle(scene)
        if was_busy:
            self.finished.emit()

    def animate(self, motions: MotionT | tuple[MotionT, ...], then: SceneT) -> None:
        """Queue motions that start from what is shown by then, and end with exactly `then`. While
        they play nothing can be picked. `finished` comes when the queue is empty."""
        moves = motions if isinstance(motions, tuple) else (motions,)
        self._queue.append(_Show(moves, then))
        if self._speed == "off" or not in_sight(self):
            self.skip()
        elif self._then is None:
            self._next_show()

    def skip(self) -> None:
        """Jump to the end of all that is played and queued."""
        if not self.busy:
            return
        last = self._queue[-1].then if self._queue else self._then
        self._drop_motions()
        assert last is not None, "busy means that there is an end"
        self._settle(last)
        self.finished.emit()

    def advise(self, lines: tuple[tuple[str, str], ...]) -> None:
        """Show beside what is chosen these words, each with a value, while it pulses for a moment;
        () for none."""
        place = self._shown.chosen if lines else None
        if (place or "") == self._advised and lines == self._advice_lines:
            return
        self._advised, self._advice_lines = place or "", lines
        self._pulse.stop()
        if place and self._speed != "off":
            self._pulse.start()
        self._light()

    @property
    def advised(self) -> str:
        """The place beside which words of advice stand; "" for none."""
        return self._advised if self._advised == self._shown.chosen else ""

    @property
    def pulses(self) -> bool:
        """True while what is advised pulses."""
        return self._pulse.state() is QVariantAnimation.State.Running

    def outline(self, place: str) -> QPainterPath | None:
        """The outline of a place, None where there is no such place now."""
        return self.place_path(place) if place in self._plan.places else None

    def lift(self, place: str) -> None:
        """Take off the board what flies away from a place."""
        if not self.busy:
            self.show_scene(self.without_piece(self.without_choice(self._shown), place))

    def place_path(self, place: str) -> QPainterPath:
        """The outline of a place in the viewport's coordinates."""
        return self._plan.places[place]

    def place_centre(self, place: str) -> QPointF:
        """A point of a place in the viewport's coordinates, for tests and for pointing at it."""
        path = self.place_path(place)
        centre = path.boundingRect().center()
        return centre if path.contains(centre) else path.pointAtPercent(0.0)

    def sizeHint(self) -> QSize:
        return QSize(1040, 850)

    # --- showing --------------------------------------------------------------------------------

    def _fresh_plan(self, scene: SceneT) -> PlanT:
        size = self.viewport().size()
        return self.lay_out(size.width(), size.height(), scene)

    def _settle(self, scene: SceneT) -> None:
        """Show a scene at rest."""
        plan = self._fresh_plan(scene)
        if plan is not self._plan:
            self._plan, self._floor = plan, None
        if self.floor_of(scene) != self.floor_of(self._shown):
            self._floor = None
        self._shown = scene
        self.show_rest()
        self._place_buttons(scene)
        self._light()
        self.viewport().update()

    def _place_buttons(self, scene: SceneT) -> None:
        """Tell the buttons what is where. A keyboard that was on the board stays on the board."""
        focus = self.window().focusWidget()
        ours = focus is self or focus in self.buttons.values()
        lost = ours and not (isinstance(focus, PlaceButton) and focus.place in scene.picks)
        if lost:
            super().setFocus(Qt.FocusReason.OtherFocusReason)
        lasting = replace(self.without_choice(scene), hints=(), highlight=frozenset())
        if (self._plan, lasting) != self._named:
            self._named = (self._plan, lasting)
            self._name_buttons(scene)
        places = self._plan.places
        for place, button in self.buttons.items():
            button.setEnabled(place in scene.picks and place in places)
        if scene.hints != self._hinted:
            self._hinted, hints = scene.hints, dict(scene.hints)
            for place, button in self.buttons.items():
                button.setAccessibleDescription(hints.get(place, ""))
        if lost:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name_buttons(self, scene: SceneT) -> None:
        for place, button in self.buttons.items():
            there = place in self._plan.places
            button.setVisible(there)
            if there:
                button.setGeometry(self._plan.places[place].boundingRect().toAlignedRect())
                button.setAccessibleName(self.describe(place, scene))

    def _light(self) -> None:
        """Show hover and focus."""
        glows: list[tuple[str, Glow, float]] = []
        pointed = ""
        if self._hover in self._shown.picks and self._hover in self._plan.places:
            glows.append((self._hover, Glow.HOVER, 1.0))
            pointed = self._hover
        for place, button in self.buttons.items():
            if button.hasFocus() and place in self._plan.places:
                self._last_focus = place
                glows.append((place, Glow.FOCUS, 1.0))
                pointed = pointed or (place if place in self._shown.picks else "")
        advised = self.advised if self._advised else ""
        if advised and self.pulses:
            beat = math.sin(math.pi * float(self._pulse.currentValue())) ** 2
            glows.append((advised, Glow.HIGHLIGHT, beat))
        self.show_glows(tuple(glows))
        shown = "" if self._clip else pointed
        self._preview.show_place(self._plan, shown)
        beside = "" if self._clip or shown == advised else advised
        if beside or self._advice.isVisible():
            self._advice.show_place(self._plan, beside)

    @property
    def previewed(self) -> str:
        """The place whose effect is shown beforehand; "" for none."""
        return self._preview.place

    def _paint_preview(self, painter: QPainter, plan: PlanT, place: str) -> None:
        self.paint_preview(painter, plan, self._shown, place)

    def _paint_advice(self, painter: QPainter, plan: PlanT, place: str) -> None:
        box, board = plan.places[place].boundingRect(), QRectF(0, 0, plan.width, plan.height)
        tone = palette(self._shown.dark)
        origin = plan.places.get(self.origin(self._shown))
        clear = origin.boundingRect().center() if origin is not None else None
        paint_bubble(painter, self._advice_lines, box, board, plan.unit, tone, clear=clear)

    def show_glows(self, glows: tuple[tuple[str, Glow, float], ...]) -> None:
        """Light places up: which, how, and how strongly (0 to 1)."""
        self._glow.show_glows(self._plan, self._shown.dark, glows)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        ratio = self.devicePixelRatioF()
        if self._floor is None or self._floor.devicePixelRatio() != ratio:
            self._floor = self.floor_picture(self.lying())
        painter.drawPixmap(QPointF(0, 0), self._floor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self._plan = self._fresh_plan(self._shown)
        self.pictures.setSceneRect(0, 0, size.width(), size.height())
        self._floor = None
        if self.busy:
            self.skip()  # clips were made for the old size
        else:
            self._settle(self._shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._floor = None  # nights differ

    def add_item(self, item: QGraphicsItem, level: float) -> None:
        """Add what stands or moves above the table; higher levels hide lower ones."""
        item.setZValue(level)
        self.pictures.addItem(item)

    def lying(self) -> SceneT:
        return self._shown if self._under is None else self._under

    def lay(self, scene: SceneT | None) -> None:
        """Paint the table of another scene while something moves; None: that of the shown one."""
        if scene != self._under:
            self._under = scene
            self.floor_changed()

    def floor_changed(self) -> None:
        """Repaints what lies on the ground."""
        self._floor = None
        self.viewport().update()

    def floor_picture(self, scene: SceneT) -> QPixmap:
        """The ground, which is kept for every size and time of day, and what lies on it."""
        size, ratio, plan = self.viewport().size(), self.devicePixelRatioF(), self._plan
        floor = QPixmap(size * ratio)
        floor.setDevicePixelRatio(ratio)
        painter = self._painter(floor)
        self._paint_kept_ground(painter, plan, scene.dark)
        self.paint_table(painter, plan, scene)
        painter.end()
        return floor

    def _paint_kept_ground(self, painter: QPainter, plan: PlanT, dark: bool) -> None:
        paint_cached(
            painter,
            f"ground {self.game} {dark}",
            QRectF(0, 0, plan.width, plan.height),
            lambda inner, _box: self.paint_ground(inner, plan, dark),
        )

    def image(self, width: int, height: int, ratio: float) -> QImage:
        """The shown scene at rest as a picture of its own, `width` by `height` times `ratio`."""
        picture = QImage(
            round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
        )
        picture.setDevicePixelRatio(ratio)
        plan, scene = self.lay_out(width, height, self._shown), self._shown
        painter = self._painter(picture)
        self._paint_kept_ground(painter, plan, scene.dark)
        self.paint_table(painter, plan, scene)
        self.paint_standing(painter, plan, scene)
        painter.end()
        return picture

    def _painter(self, device: QPaintDevice) -> QPainter:
        painter = QPainter(device)
        painter.setFont(self.font())
        return painter

    # --- motions --------------------------------------------------------------------------------

    def _drop_motions(self) -> None:
        self._queue.clear()
        self._motions.clear()
        self._then = self._clip = None
        self._clock.stop()

    def _next_show(self) -> None:
        show = self._queue.popleft()
        self._then = show.then
        self._motions = deque(show.motions)
        self._next_clip()

    def _next_clip(self) -> None:
        """Play the next motion, or end this show and begin the next."""
        if self._motions:
            self._preview.show_place(self._plan, "")
            self._settle(self.without_choice(self._shown))
            self._clip = self.make_clip(self._shown, self._motions[0])
            self.begin_clip(self._clip)
            self.show_frame(self._clip.frame(0.0))
            factor = self._pace * (FAST if self._speed == "fast" else 1.0)
            self._clock.setDuration(max(1, round(self._clip.length_ms / factor)))
            self._clock.start()
            return
        assert self._then is not None, "a show has an end"
        self._clip = None
        then, self._then = self._then, None
        self._settle(then)
        if self._queue:
            self._next_show()
        else:
            self.finished.emit()

    def _tick(self, share: float) -> None:
        if self._clip is not None:
            self.show_frame(self._clip.frame(float(share)))

    def _clip_over(self) -> None:
        if self._clip is None or not self._motions:
            return
        left = self.after(self._shown, self._motions.popleft())
        if self.floor_of(left) != self.floor_of(self._shown):
            self._floor = None
        self._shown = left
        self._next_clip()

    # --- pointing -------------------------------------------------------------------------------

    def _pick(self, place: str) -> None:
        """A place was clicked or activated; only picks count, and none while motions play."""
        if self.busy:
            return
        if place in self._shown.picks:
            self.picked.emit(place)
        elif self._shown.hint(place):  # why it cannot be picked
            at = self.place_centre(place).toPoint()
            show_tip(self.viewport().mapToGlobal(at), self.tip(place), self)

    def point_at(self, place: str) -> None:
        """Show a place as if the pointer were on it; "" for none."""
        if place == self._hover:
            return
        self._hover = place
        self.setProperty(PICK, place)
        hand = place in self._shown.picks and not self.busy
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )
        if self._clip is None:
            self._light()
        self.hovered.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self._plan.place_at(event.position()) or "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._plan.place_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton or pressed is None:
            return
        if self._plan.place_at(event.position()) == pressed:
            self._pick(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two quick clicks are two clicks: the first chooses, the second confirms."""
        self.mousePressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._plan.place_at(QPointF(event.pos()))
            told = bool(place) and self.previewed == place  # its preview says it already
            text = self.tip(place) if place and not told else ""
            show_tip(event.globalPos(), text, self)
            return True
        if event.type() == QEvent.Type.Leave:
            self.point_at("")
        return super().viewportEvent(event)

    def tip(self, place: str) -> str:
        """The tooltip of a place: what is there, and what can be done with it or why not."""
        hint = self._shown.hint(place)
        text = self.describe(place, self._shown)
        return f"{text}\n{hint}" if hint else text

    # --- keyboard -------------------------------------------------------------------------------

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Give the keyboard to the place that had it last, else to the first pick."""
        picks = [place for place in self._places if place in self._shown.picks]
        place = self._last_focus if self._last_focus in picks else next(iter(picks), None)
        if place is None:
            super().setFocus(reason)
        else:
            self.buttons[place].setFocus(reason)

    def _move_focus(self, place: str, way: tuple[int, int]) -> None:
        others = {
            other: self.buttons[other].geometry().center()
            for other in self._shown.picks
            if other != place
        }
        goal = nearest(self.buttons[place].geometry().center(), others, way)
        if goal is not None:
            self.buttons[goal].setFocus(Qt.FocusReason.OtherFocusReason)


AnyBoard = PaintedBoard[Any, Any, Any, Any]
