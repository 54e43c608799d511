"""The board of a race: camels that walk, their ladders, and the show of who crosses the line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtGui import QPainter

from camelnet_gui.art.glow import Glow
from camelnet_gui.art.stack import Herd, Sprite
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.animation import FrameT, finish_of
from camelnet_gui.games.camels.drum_roll import nearer, veil_item
from camelnet_gui.games.camels.finish_show import finish_item
from camelnet_gui.games.camels.ground import GroundT
from camelnet_gui.games.camels.ladder_item import LadderItem
from camelnet_gui.games.camels.scene import SceneT
from camelnet_gui.games.kept import Kept
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.games.view_model import MotionT

# Stacks lie below, by how near they are; those in the light at `art.stack.LIT_LEVEL`.
LADDER_LEVEL, VEIL_LEVEL, SHOW_LEVEL = 1e6, 1.5e6, 4e6


class RaceBoard(PaintedBoard[SceneT, MotionT, GroundT, FrameT]):
    """A game paints its table, says where its camels stand, and adds what flies."""

    def __init__(
        self,
        places: tuple[str, ...],
        scene: SceneT,
        paint_ladders: Callable[[QPainter, GroundT, SceneT], None],
    ) -> None:
        super().__init__(places, scene)
        self._herd = Herd(self.pictures)
        self._sprites: Kept[list[Sprite]] = Kept()
        self._ladders, self._finish = LadderItem(paint_ladders, scene), finish_item()
        self.add_item(self._ladders, LADDER_LEVEL)
        self._veil = veil_item()
        self.add_item(self._finish, SHOW_LEVEL)
        self.add_item(self._veil, VEIL_LEVEL)

    @abstractmethod
    def sprites(self, plan: GroundT, scene: SceneT) -> list[Sprite]:
        """All camels of a scene at rest, those farther off first."""

    def show_rest(self) -> None:
        self._show_sprites(self._resting())
        self._finish.show_state(None)
        self._veil.show_state(None)
        self._ladders.show_ladders(self._plan, self._shown)

    def _resting(self) -> list[Sprite]:
        """Kept, since every frame of a motion asks."""
        plan, scene = self._plan, self._shown
        key = (plan, scene.stacks, scene.crossed, scene.waits)
        return self._sprites.read(key, lambda: self.sprites(plan, scene))

    def _show_sprites(self, shown: Sequence[Sprite]) -> None:
        self._herd.show(
            shown, self._resting(), native=self._plan.camel_scale, dark=self._shown.dark
        )

    def without_choice(self, scene: SceneT) -> SceneT:
        return replace(super().without_choice(scene), previews=())

    def begin_clip(self, clip: Clip[SceneT, FrameT]) -> None:
        self._ladders.show_ladders(self._plan, clip.rest)

    def show_frame(self, frame: FrameT) -> None:
        drum = frame.drum
        self._show_sprites(nearer(frame.sprites, drum) if drum else frame.sprites)
        self._veil.show_state((self.sceneRect(), drum) if drum else None)
        self._finish.show_state(finish_of(frame, self.sceneRect()))
        self.show_glows(tuple((place, Glow.HIGHLIGHT, frame.strength) for place in frame.flash))
