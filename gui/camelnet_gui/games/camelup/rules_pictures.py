"""The pictures in the rulebook of Camel Up, painted by the board's own code."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.art.palette import palette
from camelnet_gui.games.board_pictures import BoardPictures
from camelnet_gui.games.camelup.chips import paint_leg_tile
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.painting import paint_board
from camelnet_gui.games.camelup.scene import Scene, TileScene
from camelnet_gui.games.rules_section import Picture
from camelnet_gui.style.seat_marks import SeatMark

PICTURES = BoardPictures(lambda width, height, _scene: layout(width, height), paint_board)
_SEATS = (SeatMark("A", "#8e44ad", "Ana"), SeatMark("B", "#c0392b", "Ben"))
_TILES = tuple((camel, (5, 3, 2)) for camel in CAMELS)


def _scene(*stacks: tuple[int, str], **more: object) -> Scene:
    return Scene(stacks=stacks, leg_tiles=_TILES, seats=_SEATS, **more)  # type: ignore[arg-type]


def _of_spaces(caption: str, scene: Scene, *spaces: int) -> Picture:
    return PICTURES.picture(460, 200, caption, scene, _around(scene, *spaces))


def _around(scene: Scene, *spaces: int) -> QRectF:
    """The part of the board with some spaces, and the camels that stand there."""
    return PICTURES.around(scene, (f"space {space}" for space in spaces), above=60, edge=10)


def start(caption: str) -> Picture:
    return PICTURES.picture(450, 350, caption, _scene((1, "w"), (2, "gy"), (3, "bo")))


def pyramid(caption: str) -> Picture:
    scene = _scene((6, "o"), dice_out=(("w", 2), ("g", 3)), dice_in="boy")
    part = PICTURES.around(scene, ["roll", "leg b", "leg y"], above=20, edge=30)
    return PICTURES.picture(400, 230, caption, scene, part)


def carrying(caption: str) -> Picture:
    """Two pictures side by side: before and after yellow moves with blue on its back."""
    before, then = _scene((4, "gyb"), (6, "o")), _scene((4, "g"), (6, "oyb"))
    part = _around(before, 3, 4, 5, 6, 7)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        gap = 30.0
        wide = (box.width() - gap) / 2
        left = QRectF(box.left(), box.top(), wide, box.height())
        PICTURES.paint_part(painter, left, before, part, dark=dark)
        PICTURES.paint_part(painter, left.translated(wide + gap, 0), then, part, dark=dark)
        _arrow(painter, QPointF(left.right() + 6, box.center().y()), gap - 12, dark)

    return Picture(520, 190, paint, caption)


def _arrow(painter: QPainter, at: QPointF, long: float, dark: bool) -> None:
    pen = QPen(palette(dark).ink, 3)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    tip = at + QPointF(long, 0)
    painter.drawLine(at, tip)
    painter.drawLine(tip, tip + QPointF(-6, -6))
    painter.drawLine(tip, tip + QPointF(-6, 6))


def leg_tiles(caption: str) -> Picture:
    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        side = box.height()
        for number, value in enumerate((5, 3, 2)):
            place = QRectF(box.left() + number * (side + 12), box.top(), side, side)
            paint_leg_tile(painter, place.adjusted(2, 2, -2, -2), "g", value)

    return Picture(240, 64, paint, caption)


def desert_tiles(caption: str) -> Picture:
    scene = _scene((10, "w"), (13, "by"), tiles=(TileScene(12, "+", 0), TileScene(14, "-", 1)))
    return _of_spaces(caption, scene, *range(10, 16))


def finish(caption: str) -> Picture:
    scene = _scene((13, "o"), (15, "gw"), (16, "b"), crossed="y")
    return _of_spaces(caption, scene, 14, 15, 16, 1, 2)
