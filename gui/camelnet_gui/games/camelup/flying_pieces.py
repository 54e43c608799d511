"""The pieces of Camel Up that fly: leg tiles, pyramid tiles, coins, race cards and desert tiles.

A piece is a word and what it shows: "leg g5", "pyramid", "coin", "card" (its back), "desert 2+"
(the seat and the side that lies up).
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camelup import chips
from camelnet_gui.games.camelup.art.tiles import paint_card_back, paint_desert_tile
from camelnet_gui.games.interface import Pieces
from camelnet_gui.style.seat_marks import SEAT_COLOURS, SeatMark
from camelnet_gui.style.theme import Theme

ROW = 24.0  # the height of a piece in a player's row, in pixels
ASPECTS = {"leg": chips.TILE_SHAPE, "pyramid": 1.15, "coin": 1.0, "card": 0.72, "desert": 1.36}


def _size(piece: str, room: QSizeF | None) -> QSizeF:
    kind = piece.partition(" ")[0]
    high = ROW
    if room is not None:
        share = {"leg": 0.46, "card": 0.78, "coin": 0.36, "desert": 0.55}.get(kind, 0.36)
        high = max(ROW, min(room.height(), room.width()) * share)
    return QSizeF(high * ASPECTS[kind], high)


def _paint(painter: QPainter, piece: str, box: QRectF, theme: Theme) -> None:
    kind, _space, rest = piece.partition(" ")
    match kind:
        case "leg":
            chips.paint_leg_tile(painter, box, rest[0], int(rest[1:]))
        case "pyramid":
            chips.paint_pyramid(painter, box, 1, theme)
        case "coin":
            paint_coin(painter, box.center(), box.height() / 2 - 1)
        case "card":
            paint_card_back(painter, box)
        case _:
            seat, side = int(rest[:-1]), rest[-1]
            owner = SeatMark("", SEAT_COLOURS[seat], "")
            unit = box.height() / 50
            paint_desert_tile(painter, side, box.center(), unit, owner, ghost=False)


PIECES = Pieces(size=_size, paint=_paint)
