"""The holdings of a player, painted into a line of the row: bets left; hand card, token cards and
what is done of the turn right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import listing
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camels.words import listed
from camelnet_gui.games.cards import chips
from camelnet_gui.games.cards.scene_builder import Holdings
from camelnet_gui.games.cards.words import token_title
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.style.theme import Theme

GAP = 3.0  # pixels between pieces
APART = 6.0  # between bets and the rest
BETS_MIN = 46.0  # what bets keep when the name is long


@dataclass(frozen=True, slots=True)
class _Piece:
    wide: float
    paint: Callable[[QPainter, QRectF], None]


def _width(held: Holdings, room: float, height: float) -> float:
    bets, rest = _wide(_bets(held, height, None)), _wide(_beside(held, height, None))
    beside = rest + (APART if rest and bets else 0.0)
    return beside + (min(bets, max(BETS_MIN, room - beside)) if bets else 0.0)


def _paint(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    high = box.height()
    x = box.right()
    for piece in reversed(_beside(held, high, theme)):
        x -= piece.wide
        piece.paint(painter, QRectF(x, box.top(), piece.wide, high))
        x -= GAP
    bets = _bets(held, high, theme)
    room, wanted = x - APART - box.left(), _wide(bets)
    squeeze = 1.0
    if wanted > room and len(bets) > 1:
        steps = sum(piece.wide + GAP for piece in bets[:-1])
        squeeze = max(0.2, (room - bets[-1].wide) / steps)
    x = box.left()
    for piece in bets:
        piece.paint(painter, QRectF(x, box.top(), piece.wide, high))
        x += (piece.wide + GAP) * squeeze


def _words(held: Holdings, name: str, score: int) -> list[str]:
    names = camel_names()
    parts = [ngettext("{name}: {n} coin", "{name}: {n} coins", score).format(name=name, n=score)]
    if held.lead:
        cards = [f"{names[camel]} {value}" for camel, value in held.lead]
        parts.append(_("leader cards: {cards}").format(cards=listing(cards)))
    if held.mid:
        parts.append(_("midfield cards: {camels}").format(camels=listed(held.mid)))
    for card, text in (
        (held.win, _("winner card: {camel}")),
        (held.lose, _("loser card: {camel}")),
    ):
        if card is not None:
            camel, trophies = card
            line = text.format(camel=names[camel])
            if trophies:
                on = ngettext("{n} trophy on it", "{n} trophies on it", trophies)
                line = f"{line}, {on.format(n=trophies)}"
            parts.append(line)
    parts += [_("{token} card").format(token=token_title(t)) for t in held.tokens]
    if held.hand:
        parts.append(_("hand card held") if held.hand == "held" else _("hand card played"))
    if held.did:
        parts.append(_("race action done") if held.did == "race" else _("bet made"))
    return parts


def _wide(pieces: list[_Piece]) -> float:
    return sum(piece.wide for piece in pieces) + GAP * max(0, len(pieces) - 1)


def _bets(held: Holdings, high: float, theme: Theme | None) -> list[_Piece]:
    """Final cards first, as they stay; then leader and midfield cards. Without a theme to measure
    only."""
    pieces: list[_Piece] = []
    for kind, card in (("win", held.win), ("lose", held.lose)):
        if card is not None:
            pieces.append(_final(kind, *card, high, theme))
    pieces += [_Piece(high * chips.LEAD_WIDE, _small("lead", *card)) for card in held.lead]
    pieces += [_Piece(high * chips.MID_WIDE, _small("mid", camel, None)) for camel in held.mid]
    return pieces


def _small(kind: str, camel: str, value: int | None) -> Callable[[QPainter, QRectF], None]:
    def paint(painter: QPainter, box: QRectF) -> None:
        chips.paint_small_bet(painter, "lead" if kind == "lead" else "mid", camel, value, box)

    return paint


def _final(kind: str, camel: str, trophies: int, high: float, theme: Theme | None) -> _Piece:
    card = high * chips.FINAL_WIDE

    def paint(painter: QPainter, box: QRectF) -> None:
        own = QRectF(box.left(), box.top(), card, box.height())
        chips.paint_small_bet(painter, "win" if kind == "win" else "lose", camel, None, own)
        if trophies and theme is not None:
            left = QPointF(own.right(), box.center().y())
            chips.paint_small_trophies(painter, trophies, left, box.height(), theme)

    return _Piece(card + chips.trophies_width(trophies, high), paint)


def _beside(held: Holdings, high: float, theme: Theme | None) -> list[_Piece]:
    pieces = []
    if held.on_turn:
        pieces += [_Piece(high, _done(what, held.did == what, theme)) for what in ("race", "bet")]
    pieces += [_Piece(high * 1.1, _token(token)) for token in held.tokens]
    if held.hand:
        pieces.append(_Piece(high * chips.CARD_SHAPE, _hand(held.hand == "held", theme)))
    return pieces


def _done(what: str, done: bool, theme: Theme | None) -> Callable[[QPainter, QRectF], None]:
    def paint(painter: QPainter, box: QRectF) -> None:
        if theme is not None:
            chips.paint_done(painter, what, box, done=done, theme=theme)

    return paint


def _token(token: str) -> Callable[[QPainter, QRectF], None]:
    return lambda painter, box: chips.paint_small_token(painter, token, box)


def _hand(held: bool, theme: Theme | None) -> Callable[[QPainter, QRectF], None]:
    def paint(painter: QPainter, box: QRectF) -> None:
        if theme is not None:
            chips.paint_small_hand(painter, box, held=held, theme=theme)

    return paint


HOLDINGS = HoldingsView(words=_words, paint_unit=paint_coin, width=_width, paint=_paint)
