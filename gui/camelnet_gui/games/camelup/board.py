"""The Camel Up board: paints a frozen scene, plays motions, and emits what was picked.

It knows neither rules nor sockets: what may be picked stands in the scene. All that is painted
and all that is pointed at comes from `geometry.layout`.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPixmap,
    QPixmapCache,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsScene,
    QGraphicsView,
    QToolTip,
    QWidget,
)

from camelnet_gui.games.base import Speed
from camelnet_gui.games.camelup.animation import FAST, Clip, Frame, clip
from camelnet_gui.games.camelup.art.track import Glow
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.items import CACHE_KIB, DieItem, GlowItem, LadderItem, StackItem
from camelnet_gui.games.camelup.painting import Sprite, sprites
from camelnet_gui.games.camelup.pictures import board_picture, floor_picture
from camelnet_gui.games.camelup.places import PlaceButton, nearest
from camelnet_gui.games.camelup.scene import PLACES, Motion, Scene, after
from camelnet_gui.games.camelup.words import describe

GLOW_LEVEL, LADDER_LEVEL, DIE_LEVEL = -1.0, 1e6, 2e6  # stacks lie between, by how near they are


@dataclass(frozen=True, slots=True)
class _Show:
    """Motions to play, and the scene to end with."""

    motions: tuple[Motion, ...]
    then: Scene


def _table(scene: Scene) -> Scene:
    """The scene without camels and hints: all on which the floor's picture depends."""
    return replace(scene, stacks=(), crossed="", waiting="", hints=())


class CamelUpBoard(QGraphicsView):
    """The painted board. `scene()` of Qt holds only its pictures; `shown` is the game's scene."""

    picked = Signal(str)  # one of the scene's picks was clicked or activated
    hovered = Signal(str)  # the pointer came to a place; "" when it left all places
    finished = Signal()  # all queued motions have been played or skipped

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if QPixmapCache.cacheLimit() < CACHE_KIB:
            QPixmapCache.setCacheLimit(CACHE_KIB)
        self._pictures = QGraphicsScene(self)  # a reference of our own, or it is collected
        self.setScene(self._pictures)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the places have it
        self.setMinimumSize(480, 380)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._shown = Scene()
        self._plan = layout(self.viewport().width(), self.viewport().height())
        self._floor: QPixmap | None = None
        self._queue: deque[_Show] = deque()
        self._motions: deque[Motion] = deque()  # of the show that is being played
        self._then: Scene | None = None
        self._clip: Clip | None = None
        self._speed: Speed = "normal"
        self._hover = ""
        self._pressed: str | None = None
        self._last_focus: str | None = None
        self._stacks: list[StackItem] = []
        self._glow, self._ladders, self._die = GlowItem(), LadderItem(), DieItem()
        for item, level in (
            (self._glow, GLOW_LEVEL),
            (self._ladders, LADDER_LEVEL),
            (self._die, DIE_LEVEL),
        ):
            item.setZValue(level)
            self._pictures.addItem(item)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self._clip_over)
        self.buttons: dict[str, PlaceButton] = {}
        for place in PLACES:
            button = PlaceButton(
                place, self.viewport(), focus_changed=self._light, moved=self._move_focus
            )
            button.clicked.connect(lambda _checked=False, place=place: self._pick(place))
            self.buttons[place] = button
        self._settle(Scene())

    # --- what the app uses ----------------------------------------------------------------------

    @property
    def surface(self) -> QWidget:
        return self

    @property
    def shown(self) -> Scene:
        """The scene at rest, or the one that a motion started from."""
        return self._shown

    @property
    def busy(self) -> bool:
        """Whether motions are played or wait to be."""
        return self._then is not None or bool(self._queue)

    def set_speed(self, speed: Speed) -> None:
        """How fast motions are; "off" shows results at once, also of what is queued."""
        self._speed = speed
        if speed == "off":
            self.skip()

    def show_scene(self, scene: Scene) -> None:
        """Show a scene at once; motions that are played or queued are dropped."""
        was_busy = self.busy
        self._drop_motions()
        self._settle(scene)
        if was_busy:
            self.finished.emit()

    def animate(self, motions: Motion | tuple[Motion, ...], then: Scene) -> None:
        """Queue motions that start from what is shown by then, and end with exactly `then`.

        While they play nothing can be picked. `finished` comes when the queue is empty.
        """
        moves = motions if isinstance(motions, tuple) else (motions,)
        self._queue.append(_Show(moves, then))
        if self._speed == "off" or not self.isVisible():
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

    def image(self, width: int, height: int, ratio: float) -> QImage:
        """The shown scene at rest as a picture of its own, `width` by `height` times `ratio`."""
        return board_picture(self._shown, width, height, ratio, self.font())

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

    def _settle(self, scene: Scene) -> None:
        """Show a scene at rest."""
        if _table(scene) != _table(self._shown):
            self._floor = None
        self._shown = scene
        self._show_sprites(tuple(sprites(self._plan, scene)), moving=False)
        self._die.show_die(None, dark=scene.dark)
        self._ladders.show_ladders(self._plan, scene)
        self._place_buttons(scene)
        self._light()
        self.viewport().update()

    def _show_sprites(self, shown: tuple[Sprite, ...], *, moving: bool) -> None:
        while len(self._stacks) < len(shown):
            item = StackItem()
            self._pictures.addItem(item)
            self._stacks.append(item)
        resting = {sprite.camels: sprite for sprite in sprites(self._plan, self._shown)}
        for index, item in enumerate(self._stacks):
            item.setVisible(index < len(shown))
            if index >= len(shown):
                continue
            sprite = shown[index]
            item.setZValue(float(index))
            item.show_sprite(
                sprite,
                native=self._plan.camel_scale,
                moving=moving and resting.get(sprite.camels) != sprite,
                dark=self._shown.dark,
            )

    def _place_buttons(self, scene: Scene) -> None:
        """Tell the buttons what is where. A keyboard that was on the board stays on the board."""
        focus = self.window().focusWidget()
        ours = focus is self or focus in self.buttons.values()
        lost = ours and not (isinstance(focus, PlaceButton) and focus.place in scene.picks)
        if lost:
            super().setFocus(Qt.FocusReason.OtherFocusReason)
        for place, button in self.buttons.items():
            box = self._plan.places[place].boundingRect().toAlignedRect()
            button.setGeometry(box)
            button.setEnabled(place in scene.picks)
            button.setAccessibleName(describe(place, scene))
            button.setAccessibleDescription(scene.hint(place))
        if lost:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _light(self) -> None:
        """Show hover and focus."""
        glows: list[tuple[str, Glow, float]] = []
        if self._hover in self._shown.picks:
            glows.append((self._hover, Glow.HOVER, 1.0))
        for place, button in self.buttons.items():
            if button.hasFocus():
                self._last_focus = place
                glows.append((place, Glow.FOCUS, 1.0))
        self._glow.show_glows(self._plan, self._shown.dark, tuple(glows))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        ratio = self.devicePixelRatioF()
        if self._floor is None or self._floor.devicePixelRatio() != ratio:
            size = self.viewport().size()
            self._floor = floor_picture(self._plan, self._shown, size, ratio, self.font())
        painter.drawPixmap(QPointF(0, 0), self._floor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self._plan = layout(size.width(), size.height())
        self._pictures.setSceneRect(0, 0, size.width(), size.height())
        self._floor = None
        if self.busy:
            self.skip()  # clips were made for the old size
        else:
            self._settle(self._shown)

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
            self._settle(replace(self._shown, picks=frozenset(), chosen=None))
            self._clip = clip(self._plan, self._shown, self._motions[0])
            self._ladders.show_ladders(self._plan, self._clip.rest)
            self._show_frame(self._clip.frame(0.0))
            factor = FAST if self._speed == "fast" else 1.0
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
            self._show_frame(self._clip.frame(float(share)))

    def _show_frame(self, frame: Frame) -> None:
        self._show_sprites(frame.sprites, moving=True)
        self._die.show_die(frame.die, dark=self._shown.dark)
        glows = tuple((place, Glow.HIGHLIGHT, frame.strength) for place in frame.flash)
        self._glow.show_glows(self._plan, self._shown.dark, glows)

    def _clip_over(self) -> None:
        if self._clip is None or not self._motions:
            return
        self._shown = after(self._shown, self._motions.popleft())
        self._next_clip()

    # --- pointing -------------------------------------------------------------------------------

    def _pick(self, place: str) -> None:
        """A place was clicked or activated; only picks count, and none while motions play."""
        if place in self._shown.picks and not self.busy:
            self.picked.emit(place)

    def _point(self, place: str) -> None:
        """The pointer is on a place, or on none ("")."""
        if place == self._hover:
            return
        self._hover = place
        hand = place in self._shown.picks and not self.busy
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )
        if self._clip is None:
            self._light()
        self.hovered.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._plan.place_at(event.position()) or "")

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
            QToolTip.showText(event.globalPos(), self.tip(place) if place else "", self)
            return True
        if event.type() == QEvent.Type.Leave:
            self._point("")
        return super().viewportEvent(event)

    def tip(self, place: str) -> str:
        """The tooltip of a place: what is there, and what can be done with it or why not."""
        hint = self._shown.hint(place)
        text = describe(place, self._shown)
        return f"{text}\n{hint}" if hint else text

    # --- keyboard -------------------------------------------------------------------------------

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Give the keyboard to the place that had it last, else to the first pick."""
        picks = [place for place in PLACES if place in self._shown.picks]
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
