"""The pieces of Camel Up Cards that fly: bet cards, tokens and coins.

A piece is a word and what it shows: "lead g5", "mid g", "win g", "lose g", "palm", "fennec",
"coin".
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.palette import palette
from camelnet_gui.games.cards.art.cards import paint_bet
from camelnet_gui.games.cards.art.track import paint_token
from camelnet_gui.games.cards.chips import CARD_SHAPE
from camelnet_gui.games.cards.scene import KINDS
from camelnet_gui.games.interface import Pieces
from camelnet_gui.style.theme import Theme

ROW = 26.0  # the height of a piece in a player's row, in pixels


def _size(piece: str, room: QSizeF | None) -> QSizeF:
    kind = piece.partition(" ")[0]
    high = ROW
    if room is not None:
        share = {"coin": 0.4, "palm": 0.8, "fennec": 0.8}.get(kind, 1.0)
        high = max(ROW, room.height() * share)
    return QSizeF(high * (CARD_SHAPE if kind in KINDS else 1.0), high)


def _paint(painter: QPainter, piece: str, box: QRectF, theme: Theme) -> None:
    kind, _space, rest = piece.partition(" ")
    tone = palette(theme.dark)
    match kind:
        case "coin":
            paint_coin(painter, box.center(), box.height() / 2 - 1)
        case "palm" | "fennec":
            foot = QPointF(box.center().x(), box.bottom() - 2)
            paint_token(painter, kind, foot, box.height() / 52, tone, plain=True)
        case _:
            value = int(rest[1:]) if rest[1:] else None
            unit = box.height() / 60
            paint_bet(painter, kind, rest[0], value, box, unit, tone)


PIECES = Pieces(size=_size, paint=_paint)
