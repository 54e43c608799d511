"""Paints a scene in layers: the ground, what lies on it, what stands on it, and the ladders.

The ground depends on the size and the time of day alone and is worth keeping as a picture; the
rest is repainted with every scene. All functions paint vectors in the layout's coordinates.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import CAMELS
from camelnet_gui.art.desert import paint_desert, paint_stones
from camelnet_gui.art.finish import paint_finish, paint_pennant, paint_podium
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import Palette, faded, palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.art.shapes import fits, paint_fitting, rounded, sized_font
from camelnet_gui.art.stack import Sprite
from camelnet_gui.games.camels.painting import (
    herd,
    paint_chosen,
    paint_glows,
    paint_herd,
    paint_ladders,
    paint_palms,
    paint_preview_of,
)
from camelnet_gui.games.camels.scene import Preview
from camelnet_gui.games.cards.art.cards import (
    paint_back,
    paint_bet,
    paint_deck,
    paint_face,
    paint_gap,
    paint_pile,
    paint_trophies,
    paint_trophy,
)
from camelnet_gui.games.cards.art.carpet import paint_carpet, paint_lane
from camelnet_gui.games.cards.art.track import (
    paint_number,
    paint_start,
    paint_token,
    paint_token_card,
    paint_track_card,
)
from camelnet_gui.games.cards.geometry import Layout, layout
from camelnet_gui.games.cards.scene import (
    KINDS,
    ONES,
    TOKENS,
    CardScene,
    Scene,
)
from camelnet_gui.games.cards.words import kind_title, token_title
from camelnet_gui.style.seat_marks import SeatMark

FLAG = QColor("#c8323a")
TROPHIES = 6


def plan_of(width: int, height: int, scene: Scene) -> Layout:
    return layout(width, height, scene.cards, scene.half)


def keep(painter: QPainter, key: str, room: QRectF, paint: Callable[[QPainter], None]) -> None:
    """Paint what lies within a room of the board once for each key, which tells its place too."""

    def moved(inner: QPainter, box: QRectF) -> None:
        inner.translate(box.topLeft() - room.topLeft())
        paint(inner)

    paint_cached(painter, key, room, moved)


def paint_ground(painter: QPainter, plan: Layout, dark: bool) -> None:
    """Paints everything that never moves: land, start, finish, and the carpet."""
    tone = palette(dark)
    unit = plan.unit
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_desert(painter, plan.width, plan.height, plan.horizon, unit, tone)
    bend = max(card.path.boundingRect().right() for card in plan.cards)
    middle = (plan.start.center().y() + plan.podium.y()) / 2
    palms = (
        (plan.width * 0.655, plan.horizon + 8 * unit, 20 * unit, -0.3),
        (plan.width * 0.672, plan.horizon + 10 * unit, 16 * unit, 0.5),
        (bend - 150 * unit, middle + 22 * unit, 50 * unit, 0.4),
        (bend - 132 * unit, middle + 26 * unit, 36 * unit, -0.5),
    )
    paint_palms(painter, palms, tone)
    paint_stones(painter, QPointF(plan.start.right() + 120 * unit, middle), 0.8 * unit, tone)
    paint_start(painter, plan.start, unit, tone)
    paint_podium(painter, plan.podium, unit, tone)
    paint_carpet(painter, plan.carpet, unit, tone)
    for camel, lane in plan.lanes.items():
        paint_lane(painter, camel, lane, unit, tone)
        paint_chip(painter, camel, plan.chips[camel], 13 * unit)


def paint_table(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """Paints what lies on the board and changes: cards, tokens, trophies, and highlights."""
    tone = palette(scene.dark)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_track(painter, plan, scene, tone)
    paint_glows(painter, plan, scene, tone)
    heads: dict[str, str] = {kind: kind_title(kind) for kind in KINDS}
    heads["seen"] = _("Cards seen")
    if all(fits(painter, words, plan.heads[name]) for name, words in heads.items()):
        for name, words in heads.items():
            paint_fitting(painter, words, plan.heads[name], 12.5 * plan.unit, tone.ink)
    _paint_seen(painter, plan, scene, tone)
    _paint_bets(painter, plan, scene, tone)
    _paint_beside(painter, plan, scene, tone)
    for each in scene.tokens:
        if each.space is not None and each.space <= scene.last:
            foot = plan.token_foot(each.space)
            paint_token(
                painter, each.token, foot, plan.unit, tone, scene.seat(each.seat), ghost=each.ghost
            )
    paint_chosen(painter, plan, scene, tone)


def _paint_track(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    for index in range(len(plan.cards)):
        if index not in scene.turning:
            paint_card_of_track(painter, plan, scene, index)
    low, high = plan.finish
    paint_finish(painter, low, high, plan.unit, tone)
    paint_pennant(painter, high, 40 * plan.unit, FLAG, tone)


def paint_card_of_track(painter: QPainter, plan: Layout, scene: Scene, index: int) -> None:
    """One card of the track with the numbers of its spaces."""
    card = plan.cards[index]
    printed_half = scene.half and index == len(plan.cards) - 1
    storm = len(card.spaces) == 1 and not printed_half
    tone, margin = palette(scene.dark), 6 * plan.unit

    def paint(inner: QPainter) -> None:
        paint_track_card(
            inner,
            card.path,
            card.centre,
            card.angle,
            None if storm or printed_half else card.middle,
            plan.unit,
            tone,
            turned=storm,
            seed=index,
        )
        for space in card.spaces:
            paint_number(inner, plan.cell(space).number, space, plan.unit, tone, turned=storm)

    box = card.path.boundingRect().adjusted(-margin, -margin, margin, margin)
    key = f"track card {index} {card.spaces} {storm} {plan.width} {plan.height} {scene.dark}"
    keep(painter, key, box, paint)


def _paint_seen(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """Paints the race cards turned up in this leg: a full card if seen, else its empty place."""
    for camel in CAMELS:
        boxes = plan.tableau[camel]
        ones, twos = scene.seen_of(camel, 1), scene.seen_of(camel, 2)

        def paint(
            inner: QPainter,
            camel: str = camel,
            boxes: tuple[QRectF, ...] = boxes,
            ones: int = ones,
            twos: int = twos,
        ) -> None:
            for index, box in enumerate(boxes):
                two = index == ONES
                if twos if two else index < ones:
                    paint_face(inner, f"{camel}{2 if two else 1}", box)
                else:
                    _paint_unseen(inner, "2" if two else "1", box, tone)

        row = boxes[0].united(boxes[-1]).adjusted(-2, -2, 2, 2)
        key = f"race cards {camel} {ones} {twos} {plan.width} {plan.height} {scene.dark}"
        keep(painter, key, row, paint)


def _paint_unseen(painter: QPainter, value: str, box: QRectF, tone: Palette) -> None:
    path = rounded(box, 2.5)
    painter.fillPath(path, faded(tone.paper, 0.1 if tone.shade else 0.45))
    painter.strokePath(path, QPen(faded(tone.faint, 0.8), 1.0))
    painter.setFont(sized_font(painter, box.height() * 0.44))
    painter.setPen(faded(tone.ink, 0.62))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, value)


def _paint_bets(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    unit, margin = plan.unit, 8 * plan.unit
    size = f"{plan.width} {plan.height} {scene.dark}"
    for camel in CAMELS:
        pile, values = plan.bets[f"lead {camel}"], scene.pile(camel)

        def fan(
            inner: QPainter,
            camel: str = camel,
            pile: QRectF = pile,
            values: tuple[int, ...] = values,
        ) -> None:
            paint_pile(inner, camel, values, pile, plan.card, unit, tone)

        room = pile.adjusted(-margin, -margin, margin, margin)
        keep(painter, f"leader cards {camel} {values} {size}", room, fan)
    for bet in scene.bets:
        box, owner = plan.bets[f"{bet.kind} {bet.camel}"], scene.seat(bet.seat)

        def card(
            inner: QPainter,
            bet: CardScene = bet,
            box: QRectF = box,
            owner: SeatMark | None = owner,
        ) -> None:
            if bet.seat is None:
                paint_bet(inner, bet.kind, bet.camel, None, box, unit, tone)
            else:
                paint_gap(inner, bet.kind, bet.camel, box, unit, tone, owner)
            paint_trophies(inner, bet.trophies, box, unit, tone.ink)

        room = box.adjusted(-margin, -margin, margin + 16 * unit, margin)
        keep(painter, f"bet {bet} {owner} {size}", room, card)


def _paint_beside(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    unit = plan.unit
    if scene.shuffle is None:
        room = plan.deck.adjusted(-12 * unit, -4 * unit, 8 * unit, 16 * unit)
        key = f"race deck {scene.deck} {plan.width} {plan.height} {scene.dark}"
        keep(painter, key, room, lambda inner: paint_deck(inner, scene.deck, plan.deck, unit, tone))
        _caption(painter, _("Race deck"), plan.deck, unit, tone)
    _paint_hand(painter, plan, scene, tone)
    for token in TOKENS:
        each = scene.token(token)
        home = each.space is None or each.ghost
        line = "" if home else _("on space {space}").format(space=each.space)
        paint_token_card(
            painter,
            token,
            token_title(token),
            line,
            plan.tokens[token],
            unit,
            tone,
            None if home else scene.seat(each.seat),
            home=home,
            lent=each.ghost,
        )
    if scene.trophies_left is not None:
        _paint_trophies_left(painter, plan, scene.trophies_left, tone)


def _caption(painter: QPainter, text: str, box: QRectF, unit: float, tone: Palette) -> None:
    above = QRectF(
        box.left() - 14 * unit, box.top() - 18 * unit, box.width() + 28 * unit, 16 * unit
    )
    paint_fitting(painter, text, above, 12.5 * unit, tone.ink)


def _paint_hand(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """My hand card: its face, its back while nobody may know it, or where it was."""
    unit, box = plan.unit, plan.hand
    if scene.hand_state == "held" and scene.shuffle is None:
        _caption(painter, _("Your card"), box, unit, tone)
        if scene.hand:
            key = f"hand card {scene.hand}"
            keep(painter, key, box, lambda inner: paint_face(inner, scene.hand, box))
        else:
            paint_back(painter, box)
        return
    if scene.shuffle is not None or not scene.hand_state:
        return
    pen = QPen(faded(tone.faint, 0.9), max(1.0, 1.3 * unit))
    pen.setDashPattern([3, 3])
    path = rounded(box, 8 * unit)
    painter.fillPath(path, faded(tone.faint, 0.1))
    painter.strokePath(path, pen)
    middle = box.adjusted(5 * unit, box.height() * 0.4, -5 * unit, -box.height() * 0.4)
    paint_fitting(painter, _("played"), middle, 13 * unit, tone.ink)


def _paint_trophies_left(painter: QPainter, plan: Layout, left: int, tone: Palette) -> None:
    unit, box = plan.unit, plan.trophies
    words = ngettext("{n} trophy left", "{n} trophies left", left).format(n=left)
    top = QRectF(box.left(), box.top(), box.width(), 16 * unit)
    paint_fitting(painter, words, top, 12 * unit, tone.ink)
    size = 21 * unit
    pitch = min(27 * unit, box.width() / TROPHIES)
    for index in range(TROPHIES):
        x = box.center().x() + (index - (TROPHIES - 1) / 2) * pitch
        at = QPointF(x, box.top() + 29 * unit)
        paint_trophy(painter, at, size, faint=index >= left)


# --- camels -------------------------------------------------------------------------------------


def sprites(plan: Layout, scene: Scene) -> list[Sprite]:
    """All stacks at rest, those farther off first."""
    waiting = (Sprite(camel, plan.spots[camel], plan.camel_scale, 1) for camel in scene.start)
    return herd(plan, scene, waiting)


def paint_standing(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """All camels and ladders of a scene at rest."""
    paint_herd(painter, sprites(plan, scene), dark=scene.dark)
    paint_ladders(painter, plan, scene)


def paint_board(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """A whole scene at rest."""
    paint_ground(painter, plan, scene.dark)
    paint_table(painter, plan, scene)
    paint_standing(painter, plan, scene)


def paint_preview(painter: QPainter, plan: Layout, scene: Scene, place: str) -> None:
    def paint_ghost(preview: Preview) -> None:
        foot, tone = plan.token_foot(int(place.removeprefix("space "))), palette(scene.dark)
        paint_token(painter, preview.piece, foot, plan.unit, tone, None, ghost=True)

    paint_preview_of(
        painter,
        plan,
        scene,
        place,
        paint_piece=paint_ghost,
        aside=plan.stage.center(),
        unit=plan.unit,
    )
