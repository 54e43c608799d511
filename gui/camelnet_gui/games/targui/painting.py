"""Paints a scene in layers: the ground, the cells with all that is on them, and what is chosen.
The round beside them is painted by `round_painting`.

All functions paint in the layout's coordinates. Lands and camels are kept as pictures, since every
change of a scene paints all 49 cells again.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
)

from camelnet_gui.art.bubble import paint_bubble
from camelnet_gui.art.camel import Gait
from camelnet_gui.art.desert import paint_desert
from camelnet_gui.art.glow import Glow, paint_glow
from camelnet_gui.art.palette import Palette, faded, mixed, palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.art.shapes import rounded
from camelnet_gui.art.stack import Sprite, paint_shadow, paint_still
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.art.lands import paint_land
from camelnet_gui.games.targui.geometry import SIDE, Layout, battle_die
from camelnet_gui.games.targui.round_painting import paint_round
from camelnet_gui.games.targui.scene import CELLS, SECTORS, Arrow, CellScene, Scene


def paint_ground(painter: QPainter, plan: Layout, dark: bool) -> None:
    """Paints what depends on the size and the theme alone: sand, frame and plate."""
    tone = palette(dark)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_desert(painter, plan.width, plan.height, plan.height * 0.08, plan.unit, tone)
    wood = rounded(plan.frame, 7 * plan.unit)
    for spread, alpha in ((10, 0.06), (6, 0.1)):
        painter.strokePath(
            wood.translated(2, 4), QPen(faded(tone.shadow, alpha), spread * plan.unit)
        )
    shade = QLinearGradient(plan.frame.topLeft(), plan.frame.bottomRight())
    shade.setColorAt(0, tone.frame[0])
    shade.setColorAt(0.5, tone.frame[1])
    shade.setColorAt(1, mixed(tone.frame[1], tone.frame[2], 0.55))
    painter.fillPath(wood, shade)
    painter.strokePath(wood, QPen(tone.frame[2], 1.4))
    painter.fillRect(plan.desert, tone.frame[2])
    tokens.paint_plate(painter, plan.beside, tone)


def paint_table(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """All that changes, at rest."""
    tone = palette(scene.dark)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number in CELLS:
        _paint_cell(painter, plan, number, scene.cell(number), tone)
    _paint_lines(painter, plan, tone)
    _paint_sectors(painter, plan, scene, tone)
    _paint_veil(painter, plan, scene, tone)
    _paint_marks(painter, plan, scene, tone)
    for number in sorted(CELLS, key=lambda number: plan.centre(number).y()):
        _paint_standing(painter, plan, number, scene.cell(number), tone)
    paint_round(painter, plan, scene, tone)
    if scene.chosen and scene.chosen in plan.places:
        paint_glow(painter, plan.places[scene.chosen], Glow.CHOSEN, plan.unit, tone)
    if scene.battle:
        _paint_battle(painter, plan, scene, tone)
    if scene.arrow:
        _paint_arrow(painter, plan, scene.arrow, tone)
    _paint_buying(painter, plan, scene)


# --- the desert ---------------------------------------------------------------------------------


def _paint_cell(
    painter: QPainter, plan: Layout, number: int, cell: CellScene, tone: Palette
) -> None:
    """The land, and the sign of its owner around it."""

    def paint(inner: QPainter, box: QRectF) -> None:
        if cell.land is None:
            _paint_unlaid(inner, box.adjusted(0.5, 0.5, -0.5, -0.5), plan, tone)
        else:
            paint_land(inner, cell.land, box, number, tone, cell.home)
        if cell.owner is not None:
            tokens.paint_border(inner, cell.owner, box.adjusted(0.5, 0.5, -0.5, -0.5), plan.unit)

    key = f"targui cell {number} {cell.land} {cell.home} {cell.owner} {bool(tone.shade)}"
    paint_cached(painter, key, plan.cells[number], paint)


def _paint_unlaid(painter: QPainter, box: QRectF, plan: Layout, tone: Palette) -> None:
    """The back of a land card."""
    shade = QLinearGradient(box.topLeft(), box.bottomRight())
    shade.setColorAt(0, tone.cell[0])
    shade.setColorAt(1, tone.cell[1])
    painter.fillRect(box, shade)
    inset = box.width() * 0.12
    painter.setPen(QPen(faded(tone.cell_edge, 0.6), max(1.0, 1.3 * plan.unit)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), inset * 0.5, inset * 0.5)
    dune = QPainterPath(QPointF(box.left() + box.width() * 0.25, box.bottom() - box.height() * 0.4))
    middle = box.center().x()
    dune.quadTo(middle - inset, box.center().y() - inset, middle, box.center().y() - inset * 0.4)
    dune.quadTo(
        middle + inset, box.center().y() + inset, box.right() - inset * 2, dune.elementAt(0).y
    )
    painter.drawPath(dune)


def _paint_lines(painter: QPainter, plan: Layout, tone: Palette) -> None:
    """The grid between the cells."""
    wide = max(1.0, float(round(1.5 * plan.unit)))
    line, field = faded(tone.frame[2], 0.85), plan.desert
    for step in range(SIDE + 1):
        x, y = field.left() + step * plan.side - wide / 2, field.top() + step * plan.side - wide / 2
        painter.fillRect(QRectF(x, field.top(), wide, field.height()), line)
        painter.fillRect(QRectF(field.left(), y, field.width(), wide), line)


def _paint_sectors(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """Paints the owner of each corner, in setup."""
    if scene.round:
        return
    for sector, seat in scene.sectors:
        path = QPainterPath()
        for number in SECTORS[sector]:
            piece = QPainterPath()
            piece.addRect(plan.cells[number])
            path = path.united(piece)
        coat = tribes.coat(seat)
        painter.strokePath(path, QPen(faded(coat.base, 0.95), 3.5 * plan.unit))
        if scene.choosing_sectors:
            painter.fillPath(path, faded(coat.base, 0.5))
            foot = path.boundingRect().center() + QPointF(0, 20 * plan.unit)
            tokens.paint_flag(painter, seat, foot, 46 * plan.unit, tone)


def _paint_marks(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """Paints highlights: cells spoken of, cells that may be picked, the source of a move."""
    unit = plan.unit
    for number in sorted(scene.highlight):
        if f"cell {number}" in plan.places:
            paint_glow(painter, plan.places[f"cell {number}"], Glow.HIGHLIGHT, unit, tone)
    for place in sorted(scene.picks):
        path = plan.places.get(place)
        if path is None:
            continue
        kind, _space, rest = place.partition(" ")
        if kind == "cell" and int(rest) in scene.foes:
            _paint_foe(painter, plan.cells[int(rest)], unit)
        elif place != f"cell {scene.source}":
            _paint_pick(painter, path, unit, tone)
    if scene.source is not None:
        box = plan.cells[scene.source].adjusted(2, 2, -2, -2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(tone.paper, max(4.0, 5 * unit)))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QPen(tone.chosen, max(2.2, 2.8 * unit)))
        painter.drawRoundedRect(box, 4, 4)


def _paint_veil(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """While cells are to be chosen from, the others step back."""
    wanted = {place for place in scene.picks if place.startswith("cell ")}
    if not wanted:
        return
    veil = faded(tone.shadow, 0.42 if tone.shade else 0.3)
    for number in CELLS:
        if f"cell {number}" not in wanted and number != scene.source:
            painter.fillRect(plan.cells[number], veil)


def _paint_pick(painter: QPainter, path: QPainterPath, unit: float, tone: Palette) -> None:
    """A cell or a corner that may be chosen."""
    painter.fillPath(path, faded(tone.pick, 0.1))
    painter.strokePath(path, QPen(tone.paper, max(4.0, 5 * unit)))
    dashes = QPen(tone.pick if not tone.shade else QColor("#0b7f6b"), max(2.4, 3 * unit))
    dashes.setDashPattern([3.4, 1.6])
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, dashes)


def _paint_foe(painter: QPainter, box: QRectF, unit: float) -> None:
    """A cell that may be attacked: red, with teeth."""
    red = QColor("#b3130b")
    inner = box.adjusted(3 * unit, 3 * unit, -3 * unit, -3 * unit)
    painter.fillRect(inner, faded(red, 0.14))
    painter.setPen(QPen(QColor("#fff6ea"), max(3.4, 4.4 * unit)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inner)
    pen = QPen(red, max(2.4, 3.2 * unit))
    pen.setDashPattern([1.1, 1.1])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawRect(inner)


def _paint_standing(
    painter: QPainter, plan: Layout, number: int, cell: CellScene, tone: Palette
) -> None:
    """Values and number, then the camel with its count, or the flag of an empty cell."""
    unit = plan.unit

    def paint(inner: QPainter, box: QRectF) -> None:
        edge = max(5.5, 7 * unit) if cell.owner is not None else 4 * unit
        tokens.paint_number(inner, number, box.topLeft() + QPointF(edge, edge), unit)
        corner = box.topRight() + QPointF(-edge, edge - unit)
        if cell.land == "chott":
            radius = max(7.0, 8.5 * unit)
            tokens.paint_barred(inner, corner + QPointF(-radius, radius), radius)
        elif cell.land is not None:
            tokens.paint_values(inner, corner, cell.economic, cell.strategic, unit)
        if cell.owner is None:
            return
        if cell.camels:
            foot = box.topLeft() + plan.foot(number) - plan.cells[number].topLeft()
            paint_camel(inner, plan, cell.owner, foot, tone)
            low = box.bottomRight() - QPointF(6 * unit, 6 * unit)
            tokens.paint_count(inner, cell.owner, str(cell.camels), low, unit)
        else:
            foot = QPointF(box.left() + box.width() * 0.3, box.bottom() - 10 * unit)
            tokens.paint_flag(inner, cell.owner, foot, 38 * unit, tone)

    key = f"targui on {number} {cell} {bool(tone.shade)}"
    paint_cached(painter, key, plan.cells[number], paint, margin=2)


def paint_camel(
    painter: QPainter,
    plan: Layout,
    seat: int,
    foot: QPointF,
    tone: Palette,
    *,
    lift: float = 0.0,
    forward: int = 1,
    gait: Gait = "stand",
) -> None:
    """A tribe's camel; `forward` is 1 to the right and -1 to the left."""
    sprite = Sprite(tribes.CAMELS[seat], foot, plan.camel_scale, forward, gait, lift)
    paint_shadow(painter, sprite, tone)
    paint_still(painter, sprite)


# --- moves in the making ------------------------------------------------------------------------


def _paint_arrow(painter: QPainter, plan: Layout, arrow: Arrow, tone: Palette) -> None:
    """A way that camels might go: an arrow, and how many beside it, above or to the right."""
    paint_way(painter, plan, arrow.source, arrow.target, attack=arrow.count is None, tone=tone)
    if arrow.count is None:
        return
    start, end = plan.centre(arrow.source), plan.centre(arrow.target)
    along = end - start
    length = math.hypot(along.x(), along.y())
    side = QPointF(along.y(), -along.x()) / length
    if side.y() > 0 or (side.y() == 0 and side.x() < 0):
        side = -side
    unit = plan.unit * 1.1
    wide = (11 + 5 * len(str(arrow.count))) * unit
    centre = (start + end) / 2 + side * 24 * unit
    corner = centre + QPointF(wide / 2, 10 * unit)
    tokens.paint_count(painter, arrow.seat, str(arrow.count), corner, unit, ghost=True)


def paint_way(
    painter: QPainter, plan: Layout, source: int, target: int, *, attack: bool, tone: Palette
) -> None:
    """An arrow from one cell to its neighbour, across the line between them."""
    start, end = plan.centre(source), plan.centre(target)
    along = end - start
    length = math.hypot(along.x(), along.y())
    wide = 5.4 * plan.unit
    begin, tip = length * 0.3, length * 0.5 + 21 * plan.unit
    shape = QPainterPath(QPointF(begin, -wide * 0.6))
    shape.lineTo(tip - wide * 2.1, -wide * 0.9)
    shape.lineTo(tip - wide * 2.4, -wide * 2.1)
    shape.lineTo(tip, 0)
    shape.lineTo(tip - wide * 2.4, wide * 2.1)
    shape.lineTo(tip - wide * 2.1, wide * 0.9)
    shape.lineTo(begin, wide * 0.6)
    shape.closeSubpath()
    painter.save()
    painter.translate(start)
    painter.rotate(math.degrees(math.atan2(along.y(), along.x())))
    colour = QColor("#b3130b") if attack else tone.chosen
    pen = QPen(QColor("#fffaf0"), 4 * plan.unit)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(shape, pen)
    painter.fillPath(shape, colour)
    painter.restore()


def _paint_buying(painter: QPainter, plan: Layout, scene: Scene) -> None:
    if scene.buying is None:
        return
    number, count = scene.buying
    seat = scene.cell(number).owner
    box = plan.cells[number]
    corner = QPointF(box.right() - 5 * plan.unit, box.center().y() + 8 * plan.unit)
    if seat is not None:
        tokens.paint_count(painter, seat, f"+{count}", corner, plan.unit, ghost=True)


def _paint_battle(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """The attack and its dice: each lies on the cell where it kills."""
    battle = scene.battle
    assert battle is not None
    paint_way(painter, plan, battle.source, battle.target, attack=True, tone=tone)
    for cell, pips, seat in (
        (battle.target, battle.hit, battle.seat),
        (battle.source, battle.parry, scene.cell(battle.target).owner),
    ):
        if pips is not None:
            tokens.paint_die(painter, pips, battle_die(plan, cell), seat)


def paint_preview(painter: QPainter, plan: Layout, scene: Scene, place: str) -> None:
    """Paints what picking a cell would do: the way there, and what comes of it."""
    preview = next((each for each in scene.previews if each.place == place), None)
    if preview is None or place == scene.chosen:
        return
    tone = palette(scene.dark)
    if preview.way is not None:
        paint_way(painter, plan, *preview.way, attack=preview.attack, tone=tone)
    if preview.lines:
        box = plan.places[place].boundingRect()
        source = plan.centre(preview.way[0]) if preview.way is not None else None
        paint_bubble(painter, preview.lines, box, plan.frame, plan.unit, tone, clear=source)


def paint_board(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """A whole scene at rest."""
    paint_ground(painter, plan, scene.dark)
    paint_table(painter, plan, scene)
