"""The board of Camel Up Cards: what its places are, and which of its pictures stand and which move.

It knows neither rules nor sockets: what may be picked stands in the scene. All that is painted
and all that is pointed at comes from `geometry.layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.glow import Glow
from camelnet_gui.art.palette import palette
from camelnet_gui.art.stack import Herd, Sprite
from camelnet_gui.games.board_parts import Clip, Speed
from camelnet_gui.games.camels.animation import finish_of
from camelnet_gui.games.camels.finish_show import finish_item
from camelnet_gui.games.camels.ladder_item import LadderItem
from camelnet_gui.games.camels.painting import paint_ladders
from camelnet_gui.games.cards.animation import Frame, clip
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.items import (
    CardShow,
    ShuffleShow,
    StormShow,
    card_item,
    paint_shuffle,
    shuffle_item,
    storm_item,
)
from camelnet_gui.games.cards.painting import (
    paint_ground,
    paint_preview,
    paint_standing,
    paint_table,
    plan_of,
    sprites,
)
from camelnet_gui.games.cards.scene import PLACES, Motion, Scene, after
from camelnet_gui.games.cards.words import describe
from camelnet_gui.games.painted_board import PaintedBoard

STORM_LEVEL = -0.5  # above what is lit up, beneath all camels
LADDER_LEVEL, SHUFFLE_LEVEL, CARD_LEVEL, SHOW_LEVEL = 1e6, 2e6, 3e6, 4e6  # stacks lie below
SHUFFLE_MS = 2400  # until the show of a pack that is shuffled repeats


class CardsBoard(PaintedBoard[Scene, Motion, Layout, Frame]):
    """The painted board; see `camelnet_gui.games.painted_board`."""

    game = "cards"

    def __init__(self, parent: QWidget | None = None) -> None:
        self._resting = Scene()  # what lies on the table, also while something moves
        super().__init__(PLACES, Scene(), parent)
        self._herd = Herd(self.pictures)
        self._ladders, self._card = LadderItem(paint_ladders, Scene()), card_item()
        self._storm, self._shuffle, self._finish = storm_item(), shuffle_item(), finish_item()
        for item, level in (
            (self._storm, STORM_LEVEL),
            (self._ladders, LADDER_LEVEL),
            (self._shuffle, SHUFFLE_LEVEL),
            (self._card, CARD_LEVEL),
            (self._finish, SHOW_LEVEL),
        ):
            item.setZValue(level)
            self.pictures.addItem(item)
        self._riffle = QVariantAnimation(self)
        self._riffle.setStartValue(0.0)
        self._riffle.setEndValue(1.0)
        self._riffle.setDuration(SHUFFLE_MS)
        self._riffle.setLoopCount(-1)
        self._riffle.valueChanged.connect(self._show_shuffle)
        self.show_scene(Scene())

    def set_speed(self, speed: Speed) -> None:
        super().set_speed(speed)
        self._run_riffle()

    def lay_out(self, width: int, height: int, scene: Scene) -> Layout:
        return plan_of(width, height, scene)

    def floor_of(self, scene: Scene) -> Scene:
        """The scene without camels and hints."""
        return replace(scene, start="", stacks=(), crossed="", hints=(), previews=())

    def paint_ground(self, painter: QPainter, plan: Layout, dark: bool) -> None:
        paint_ground(painter, plan, dark)

    def paint_table(self, painter: QPainter, plan: Layout, scene: Scene) -> None:
        paint_table(painter, plan, scene)

    def paint_standing(self, painter: QPainter, plan: Layout, scene: Scene) -> None:
        paint_standing(painter, plan, scene)
        if scene.shuffle:
            paint_shuffle(painter, plan, scene.shuffle, 0.0, palette(scene.dark))

    def lying(self) -> Scene:
        return self._resting

    def _rest_on(self, scene: Scene) -> None:
        if self.floor_of(scene) != self.floor_of(self._resting):
            self._floor = None
        self._resting = scene

    def paint_preview(self, painter: QPainter, plan: Layout, scene: Scene, place: str) -> None:
        paint_preview(painter, plan, scene, place)

    def show_rest(self) -> None:
        scene = self._shown
        self._rest_on(scene)
        self._show_sprites(sprites(self._plan, scene))
        for item in (self._card, self._finish, self._storm):
            item.show_state(None)
        self._ladders.show_ladders(self._plan, scene)
        self._run_riffle()
        self._show_shuffle(self._riffle.currentValue())

    def _run_riffle(self) -> None:
        """The pack moves only while it is shuffled, and where things may move at all."""
        running = self._riffle.state() is QVariantAnimation.State.Running
        wanted = self._shown.shuffle is not None and self._speed != "off"
        if wanted != running:
            self._riffle.start() if wanted else self._riffle.stop()

    def _show_shuffle(self, phase: object) -> None:
        shuffle, now = self._shown.shuffle, phase if isinstance(phase, float) else 0.0
        self._shuffle.show_state(
            ShuffleShow(self._plan, shuffle, now, self._shown.dark) if shuffle else None
        )

    def _show_sprites(self, shown: Sequence[Sprite]) -> None:
        resting = sprites(self._plan, self._shown)
        self._herd.show(shown, resting, native=self._plan.camel_scale, dark=self._shown.dark)

    def without_choice(self, scene: Scene) -> Scene:
        return replace(scene, picks=frozenset(), chosen=None, previews=())

    def make_clip(self, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
        return clip(self._plan, scene, motion)

    def begin_clip(self, clip: Clip[Scene, Frame]) -> None:
        self._rest_on(clip.rest)
        self._ladders.show_ladders(self._plan, clip.rest)
        self.viewport().update()

    def show_frame(self, frame: Frame) -> None:
        dark = self._shown.dark
        self._show_sprites(frame.sprites)
        self._card.show_state(CardShow(frame.card, self._plan.stage, dark) if frame.card else None)
        self._finish.show_state(finish_of(frame, self.sceneRect()))
        self._storm.show_state(
            StormShow(self._plan, self._shown, frame.turning, frame.turn) if frame.turning else None
        )
        self.show_glows(tuple((place, Glow.HIGHLIGHT, frame.strength) for place in frame.flash))

    def after(self, scene: Scene, motion: Motion) -> Scene:
        return after(scene, motion)

    def describe(self, place: str, scene: Scene) -> str:
        return describe(place, scene)
