"""The Camel Up board: what its places are, and which of its pictures stand and which move.

It knows neither rules nor sockets: what may be picked stands in the scene. All that is painted
and all that is pointed at comes from `geometry.layout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.glow import Glow
from camelnet_gui.art.stack import Herd, Sprite
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.animation import finish_of
from camelnet_gui.games.camels.finish_show import finish_item
from camelnet_gui.games.camels.ladder_item import LadderItem
from camelnet_gui.games.camelup.animation import Frame, clip
from camelnet_gui.games.camelup.geometry import Layout, layout
from camelnet_gui.games.camelup.items import die_item
from camelnet_gui.games.camelup.painting import (
    paint_ground,
    paint_ladders_and_numbers,
    paint_preview,
    paint_standing,
    paint_table,
    sprites,
)
from camelnet_gui.games.camelup.scene import PLACES, Motion, Scene, after
from camelnet_gui.games.camelup.words import describe
from camelnet_gui.games.kept import Kept
from camelnet_gui.games.painted_board import PaintedBoard

LADDER_LEVEL, DIE_LEVEL, SHOW_LEVEL = 1e6, 2e6, 3e6  # stacks lie below, by how near they are


class CamelUpBoard(PaintedBoard[Scene, Motion, Layout, Frame]):
    """The painted board; see `camelnet_gui.games.painted_board`."""

    game = "camelup"
    sky = False  # stacks stand before it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(PLACES, Scene(), parent)
        self._herd = Herd(self.pictures)
        self._ladders = LadderItem(paint_ladders_and_numbers, Scene())
        self._die, self._finish = die_item(), finish_item()
        self._sprites: Kept[list[Sprite]] = Kept()
        levels = ((self._ladders, LADDER_LEVEL), (self._die, DIE_LEVEL), (self._finish, SHOW_LEVEL))
        for item, level in levels:
            item.setZValue(level)
            self.pictures.addItem(item)
        self.show_scene(Scene())

    def lay_out(self, width: int, height: int, scene: Scene) -> Layout:
        return layout(width, height)

    def floor_of(self, scene: Scene) -> Scene:
        """The scene without camels, hints and numbers."""
        return replace(scene, stacks=(), crossed="", waiting="", hints=(), numbers=(), previews=())

    def paint_ground(self, painter: QPainter, plan: Layout, dark: bool) -> None:
        paint_ground(painter, plan, dark)

    def paint_table(self, painter: QPainter, plan: Layout, scene: Scene) -> None:
        paint_table(painter, plan, scene)

    def paint_standing(self, painter: QPainter, plan: Layout, scene: Scene) -> None:
        paint_standing(painter, plan, scene)

    def paint_preview(self, painter: QPainter, plan: Layout, scene: Scene, place: str) -> None:
        paint_preview(painter, plan, scene, place)

    def show_rest(self) -> None:
        self._show_sprites(self._resting())
        self._die.show_state(None)
        self._finish.show_state(None)
        self._ladders.show_ladders(self._plan, self._shown)

    def _show_sprites(self, shown: Sequence[Sprite]) -> None:
        self._herd.show(
            shown, self._resting(), native=self._plan.camel_scale, dark=self._shown.dark
        )

    def _resting(self) -> list[Sprite]:
        """The stacks of the shown scene; kept, since every frame of a motion asks."""
        scene = self._shown
        key = (self._plan, scene.stacks, scene.crossed, scene.waiting)
        return self._sprites.read(key, lambda: sprites(self._plan, scene))

    def without_choice(self, scene: Scene) -> Scene:
        return replace(scene, picks=frozenset(), chosen=None, numbers=(), previews=())

    def without_piece(self, scene: Scene, place: str) -> Scene:
        tiles = tuple(tile for tile in scene.tiles if f"space {tile.space}" != place)
        return replace(scene, tiles=tiles)

    def make_clip(self, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
        return clip(self._plan, scene, motion)

    def begin_clip(self, clip: Clip[Scene, Frame]) -> None:
        self._ladders.show_ladders(self._plan, clip.rest)

    def show_frame(self, frame: Frame) -> None:
        self._show_sprites(frame.sprites)
        self._die.show_state((frame.die, self._shown.dark) if frame.die else None)
        self._finish.show_state(finish_of(frame, self.sceneRect()))
        self.show_glows(tuple((place, Glow.HIGHLIGHT, frame.strength) for place in frame.flash))

    def after(self, scene: Scene, motion: Motion) -> Scene:
        return after(scene, motion)

    def describe(self, place: str, scene: Scene) -> str:
        return describe(place, scene)
