"""The pieces of Targui that fly: coins, camels of a tribe, lands.

A piece is a word and what it shows: "coin", "camel 2" (of that tribe), "land guelta".
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from camelnet_gui.art.camel import HEIGHT, LEFT, RIGHT
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.palette import palette
from camelnet_gui.art.stack import Sprite, paint_sprite
from camelnet_gui.games.interface import Pieces
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.style.theme import Theme

ROW = 24.0  # the height of a piece in a player's row, in pixels
CAMEL_SHAPE = (RIGHT - LEFT) / HEIGHT


def _size(piece: str, room: QSizeF | None) -> QSizeF:
    kind = piece.partition(" ")[0]
    high = ROW
    if room is not None:
        share = {"coin": 0.36, "camel": 0.6}.get(kind, 0.9)
        high = max(ROW, min(room.height(), room.width()) * share)
    return QSizeF(high * (CAMEL_SHAPE if kind == "camel" else 1.0), high)


def _paint(painter: QPainter, piece: str, box: QRectF, theme: Theme) -> None:
    kind, _space, rest = piece.partition(" ")
    tone = palette(theme.dark)
    match kind:
        case "coin":
            paint_coin(painter, box.center(), box.height() / 2 - 1)
        case "camel":
            scale = box.height() / (HEIGHT + 6)
            foot = QPointF(box.center().x() - (LEFT + RIGHT) / 2 * scale, box.bottom() - 2)
            paint_sprite(painter, Sprite(tribes.CAMELS[int(rest)], foot, scale, 1), tone)
        case _:
            tokens.paint_subject(painter, rest, box, tone, round_by=box.width() * 0.1)


PIECES = Pieces(size=_size, paint=_paint)
