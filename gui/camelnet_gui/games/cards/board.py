"""The board of Camel Up Cards: what its places are, and which of its pictures stand and which move.

It knows neither rules nor sockets: what may be picked stands in the scene. All that is painted
and all that is pointed at comes from `geometry.layout`.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QVariantAnimation
from PySide6.QtGui import QPainter

from camelnet_gui.art.palette import palette
from camelnet_gui.games.board_parts import Clip, Speed
from camelnet_gui.games.camels.painting import paint_ladders
from camelnet_gui.games.camels.race_board import RaceBoard
from camelnet_gui.games.cards import painting
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
from camelnet_gui.games.cards.painting import plan_of
from camelnet_gui.games.cards.scene import PLACES, Motion, Scene, after
from camelnet_gui.games.cards.words import describe

STORM_LEVEL = -0.5  # above what is lit up, beneath all camels
SHUFFLE_LEVEL, CARD_LEVEL = 2e6, 3e6
SHUFFLE_MS = 2400  # until the show of a pack that is shuffled repeats


class CardsBoard(RaceBoard[Scene, Motion, Layout, Frame]):
    """The painted board; see `camelnet_gui.games.painted_board`."""

    game = "cards"

    paint_ground = staticmethod(painting.paint_ground)
    paint_table = staticmethod(painting.paint_table)
    paint_preview = staticmethod(painting.paint_preview)
    sprites = staticmethod(painting.sprites)
    after = staticmethod(after)
    describe = staticmethod(describe)

    def __init__(self) -> None:
        self._lying = Scene()  # what lies on the table, also while something moves
        super().__init__(PLACES, Scene(), paint_ladders)
        self._card, self._storm, self._shuffle = card_item(), storm_item(), shuffle_item()
        self.add_item(self._storm, STORM_LEVEL)
        self.add_item(self._shuffle, SHUFFLE_LEVEL)
        self.add_item(self._card, CARD_LEVEL)
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

    def paint_standing(self, painter: QPainter, plan: Layout, scene: Scene) -> None:
        painting.paint_standing(painter, plan, scene)
        if scene.shuffle:
            paint_shuffle(painter, plan, scene.shuffle, 0.0, palette(scene.dark))

    def lying(self) -> Scene:
        return self._lying

    def _rest_on(self, scene: Scene) -> None:
        if self.floor_of(scene) != self.floor_of(self._lying):
            self._floor = None
        self._lying = scene

    def show_rest(self) -> None:
        self._rest_on(self._shown)
        super().show_rest()
        self._card.show_state(None)
        self._storm.show_state(None)
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

    def make_clip(self, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
        return clip(self._plan, scene, motion)

    def begin_clip(self, clip: Clip[Scene, Frame]) -> None:
        self._rest_on(clip.rest)
        super().begin_clip(clip)
        self.viewport().update()

    def show_frame(self, frame: Frame) -> None:
        super().show_frame(frame)
        dark = self._shown.dark
        self._card.show_state(CardShow(frame.card, self._plan.stage, dark) if frame.card else None)
        self._storm.show_state(
            StormShow(self._plan, self._shown, frame.turning, frame.turn) if frame.turning else None
        )
