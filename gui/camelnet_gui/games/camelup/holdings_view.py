"""The holdings of a player, painted into a line of the row: tiles left, stock right."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import listing
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camelup import chips
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.style.theme import Theme

GAP = 5.0  # pixels between desert tile and race cards
TILES_APART = 6.0  # between tiles and stock
TILES_MIN = 52.0  # what tiles keep when the name is long


def _width(held: Holdings, room: float, height: float) -> float:
    wanted = len(held.leg) * (height * chips.TILE_SHAPE + 4)
    wanted += chips.pyramid_width(height, held.pyramid) + 4 if held.pyramid else 0
    beside = _stock_width(height) + TILES_APART
    return beside + (min(wanted, max(TILES_MIN, room - beside)) if wanted else 0.0)


def _paint(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    _paint_stock(painter, box, held, theme)
    tiles = box.adjusted(0, 0, -_stock_width(box.height()) - TILES_APART, 0)
    _paint_tiles(painter, tiles, held, theme)


def _paint_stock(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    """Desert tile and race cards, at the right end of a line."""
    high = box.height()
    cards_wide = chips.cards_width(high)
    cards = QRectF(box.right() - cards_wide, box.top(), cards_wide, high)
    chips.paint_cards(painter, cards, held.cards_left, theme)
    wide = chips.desert_width(high)
    desert = QRectF(cards.left() - GAP - wide, box.top(), wide, high)
    chips.paint_desert(painter, desert, held.desert, theme)


def _paint_tiles(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    """Leg tiles and pyramid tiles from the left, drawn closer when there are many."""
    high = box.height()
    wide = high * chips.TILE_SHAPE
    pyramid = chips.pyramid_width(high, held.pyramid) + 3 if held.pyramid else 0.0
    room = box.width() - pyramid
    count = len(held.leg)
    step = wide + 4
    if count > 1 and count * step > room:
        step = max(6.0, (room - wide) / (count - 1))
    x = box.left()
    for camel, value in held.leg:
        chips.paint_leg_tile(painter, QRectF(x, box.top(), wide, high), camel, value)
        x += step
    if held.pyramid:
        x = x - step + wide + 5 if count else x
        chips.paint_pyramid(painter, QRectF(x, box.top(), high, high), held.pyramid, theme)


def _words(held: Holdings, name: str, score: int) -> list[str]:
    names = camel_names()
    parts = [ngettext("{name}: {n} pound", "{name}: {n} pounds", score).format(name=name, n=score)]
    if held.leg:
        tiles = [f"{names[camel]} {value}" for camel, value in held.leg]
        parts.append(_("leg tiles: {tiles}").format(tiles=listing(tiles)))
    if held.pyramid:
        count = held.pyramid
        parts.append(ngettext("{n} pyramid tile", "{n} pyramid tiles", count).format(n=count))
    if held.desert is None:
        parts.append(_("desert tile in hand"))
    else:
        oasis = held.desert[-1] == "+"
        side = _("oasis on space {space}") if oasis else _("mirage on space {space}")
        parts.append(side.format(space=held.desert[:-1]))
    left = held.cards_left
    parts.append(ngettext("{n} race card left", "{n} race cards left", left).format(n=left))
    return parts


def _stock_width(high: float) -> float:
    return chips.cards_width(high) + GAP + chips.desert_width(high)


HOLDINGS = HoldingsView(words=_words, paint_unit=paint_coin, width=_width, paint=_paint)
