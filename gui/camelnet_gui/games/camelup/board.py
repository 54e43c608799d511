"""The Camel Up board: what its places are, and which of its pictures stand and which move.

It knows neither rules nor sockets: what may be picked stands in the scene. All that is painted
and all that is pointed at comes from `geometry.layout`.
"""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.race_board import RaceBoard
from camelnet_gui.games.camelup import painting
from camelnet_gui.games.camelup.animation import Frame, clip
from camelnet_gui.games.camelup.geometry import Layout, layout
from camelnet_gui.games.camelup.items import die_item
from camelnet_gui.games.camelup.scene import PLACES, Motion, Scene, after
from camelnet_gui.games.camelup.words import describe

DIE_LEVEL = 2e6


class CamelUpBoard(RaceBoard[Scene, Motion, Layout, Frame]):
    """The painted board; see `camelnet_gui.games.painted_board`."""

    game = "camelup"

    paint_ground = staticmethod(painting.paint_ground)
    paint_table = staticmethod(painting.paint_table)
    paint_standing = staticmethod(painting.paint_standing)
    paint_preview = staticmethod(painting.paint_preview)
    sprites = staticmethod(painting.sprites)
    after = staticmethod(after)
    describe = staticmethod(describe)

    def __init__(self) -> None:
        super().__init__(PLACES, Scene(), painting.paint_ladders_and_numbers)
        self._die = die_item()
        self.add_item(self._die, DIE_LEVEL)
        self.show_scene(Scene())

    def lay_out(self, width: int, height: int, scene: Scene) -> Layout:
        return layout(width, height)

    def floor_of(self, scene: Scene) -> Scene:
        """The scene without camels, hints and numbers."""
        return replace(scene, stacks=(), crossed="", waiting="", hints=(), numbers=(), previews=())

    def show_rest(self) -> None:
        super().show_rest()
        self._die.show_state(None)

    def without_choice(self, scene: Scene) -> Scene:
        return replace(super().without_choice(scene), numbers=())

    def without_piece(self, scene: Scene, place: str) -> Scene:
        tiles = tuple(tile for tile in scene.tiles if f"space {tile.space}" != place)
        return replace(scene, tiles=tiles)

    def make_clip(self, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
        return clip(self._plan, scene, motion)

    def show_frame(self, frame: Frame) -> None:
        super().show_frame(frame)
        self._die.show_state((frame.die, self._shown.dark) if frame.die else None)
