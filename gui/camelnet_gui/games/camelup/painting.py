"""Paints a scene in layers: the ground, what lies on it, what stands on it, and the ladders.

The ground depends on the size and the time of day alone and is worth keeping as a picture; the
rest is repainted with every scene. All functions paint vectors in the layout's coordinates.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from camelnet.i18n import _
from camelnet_gui.art.desert import paint_desert, paint_palm, paint_stones
from camelnet_gui.art.finish import paint_finish, paint_pennant, paint_podium
from camelnet_gui.art.palette import Palette, palette, readable_on
from camelnet_gui.art.stack import Sprite
from camelnet_gui.art.vectors import paint_named
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
from camelnet_gui.games.camelup.art.pyramid import paint_die, paint_pyramid, paint_tent
from camelnet_gui.games.camelup.art.tiles import paint_deck, paint_desert_tile, paint_pile
from camelnet_gui.games.camelup.art.track import (
    paint_arrow,
    paint_band,
    paint_cell,
    paint_number,
)
from camelnet_gui.games.camelup.geometry import Layout, pyramid_corners
from camelnet_gui.games.camelup.scene import Scene
from camelnet_gui.style.theme import ui_font

FLAG = QColor("#c8323a")


def paint_ground(painter: QPainter, plan: Layout, dark: bool) -> None:
    """Paints everything that never moves: land, track, pyramid and tents."""
    tone = palette(dark)
    unit = plan.unit
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_desert(painter, plan.width, plan.height, plan.horizon, unit, tone)
    box = plan.track.boundingRect()
    _paint_far_palms(painter, plan, box, tone)
    paint_band(painter, plan.track, plan.court, unit, tone)
    for cell in plan.cells:
        paint_cell(painter, cell.path, unit, tone)
    for at, angle in plan.arrows:
        paint_arrow(painter, at, angle, unit, tone)
    inner, outer = plan.finish
    paint_podium(painter, plan.podium, unit, tone)
    paint_finish(painter, inner, outer, unit, tone)
    paint_pennant(painter, outer, 44 * unit, FLAG, tone)
    for cell in plan.cells:
        paint_number(painter, cell.number, cell.space, unit, tone)
    paint_pyramid(painter, pyramid_corners(plan.pyramid), plan.court_unit, tone)
    for camel, tent in plan.tents.items():
        paint_tent(painter, camel, tent, tone)
    _paint_near_palms(painter, plan, box, tone)


def _paint_far_palms(painter: QPainter, plan: Layout, box: QRectF, tone: Palette) -> None:
    unit, low = plan.unit, plan.horizon
    right = min(box.right(), plan.width - 16 * unit)
    palms = (
        (plan.width * 0.655, low + 8 * unit, 20 * unit, -0.3),
        (plan.width * 0.672, low + 10 * unit, 16 * unit, 0.5),
        (right - 26 * unit, low + 62 * unit, 74 * unit, -0.5),
        (right - 4 * unit, low + 76 * unit, 54 * unit, 0.5),
    )
    paint_palms(painter, palms, tone)


def _paint_near_palms(painter: QPainter, plan: Layout, box: QRectF, tone: Palette) -> None:
    unit = plan.unit
    low = min(plan.height - 8 * unit, box.bottom() + 8 * unit)
    paint_palm(painter, QPointF(box.left() + 24 * unit, low), 84 * unit, -0.5, 11, tone)
    paint_palm(painter, QPointF(box.left() + 48 * unit, low + 3 * unit), 56 * unit, 0.4, 13, tone)
    paint_stones(painter, QPointF(box.right() - 38 * unit, low - 2 * unit), 1.15 * unit, tone)


def paint_table(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """Paints what lies on the board and changes: tiles, decks, dice, and highlights."""
    tone = palette(scene.dark)
    unit = plan.court_unit
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_glows(painter, plan, scene, tone)
    for camel, box in plan.piles.items():
        pile = (camel, scene.pile(camel), box, unit, tone)
        paint_named(painter, ("pile", scene.dark, *pile[:3]), _painting(paint_pile, *pile))
    for deck, title, cards, seats in (
        ("win", _("Winner"), scene.win_cards, scene.win_marks),
        ("lose", _("Loser"), scene.lose_cards, scene.lose_marks),
    ):
        owners = tuple(seat for number in seats if (seat := scene.seat(number)))
        whole = (title, deck == "win", cards, owners, plan.decks[deck], unit, tone)
        paint_named(painter, ("deck", scene.dark, *whole[:5]), _painting(paint_deck, *whole))
    for tile in scene.tiles:
        centre = _tile_centre(plan, tile.space)
        owner = scene.seat(tile.seat)
        laid = (tile.side, centre, plan.unit, owner, tile.ghost)
        paint_named(painter, ("tile", *laid), _painting(paint_desert_tile, *laid))
    for camel, pips in scene.dice_out:
        paint_die(painter, camel, pips, plan.die(camel), tone)
    paint_chosen(painter, plan, scene, tone)


def _painting(paint: Callable[..., None], *given: object) -> Callable[[QPainter], None]:
    return lambda painter: paint(painter, *given)


def _tile_centre(plan: Layout, space: int) -> QPointF:
    """The place of a desert tile on a space, above its number."""
    cell = plan.cell(space)
    return QPointF(cell.centre.x(), min(cell.centre.y(), cell.number.y() - 33 * plan.unit))


def sprites(plan: Layout, scene: Scene) -> list[Sprite]:
    """All stacks at rest, those farther off first."""
    places = zip(scene.waiting, plan.queue, plan.queue_forward, strict=False)
    waiting = (Sprite(camel, foot, plan.camel_scale, way) for camel, foot, way in places)
    return herd(plan, scene, waiting)


def paint_numbers(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """Paints the aids' numbers for spaces, above all that stands there."""
    tone = palette(scene.dark)
    painter.setFont(ui_font(round(15 * plan.unit), QFont.Weight.Bold))
    metrics = QFontMetricsF(painter.font())
    for number in scene.numbers:
        cell = plan.cell(int(number.place.removeprefix("space ")))
        wide = metrics.horizontalAdvance(number.text) + 12 * plan.unit
        at = cell.number + QPointF(0, -22 * plan.unit)
        box = QRectF(at.x() - wide / 2, at.y() - 10 * plan.unit, wide, 20 * plan.unit)
        painter.setPen(QPen(tone.pick if number.strong else tone.cell_edge, 1.2 * plan.unit))
        painter.setBrush(tone.pick if number.strong else tone.paper)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(readable_on(tone.pick) if number.strong else tone.paper_ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number.text)


def paint_ladders_and_numbers(painter: QPainter, plan: Layout, scene: Scene) -> None:
    paint_ladders(painter, plan, scene)
    paint_numbers(painter, plan, scene)


def paint_standing(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """The camels of a scene at rest, and their ladders."""
    paint_herd(painter, sprites(plan, scene), dark=scene.dark)
    paint_ladders_and_numbers(painter, plan, scene)


def paint_board(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """A whole scene at rest."""
    paint_ground(painter, plan, scene.dark)
    paint_table(painter, plan, scene)
    paint_standing(painter, plan, scene)


def paint_preview(painter: QPainter, plan: Layout, scene: Scene, place: str) -> None:
    def paint_tile(preview: Preview) -> None:
        centre = _tile_centre(plan, int(place.removeprefix("space ")))
        owner, side = scene.seat(int(preview.piece[:-1])), preview.piece[-1]
        paint_desert_tile(painter, side, centre, plan.unit, owner, ghost=True)

    paint_preview_of(
        painter,
        plan,
        scene,
        place,
        paint_piece=paint_tile,
        aside=plan.pyramid.center(),
        unit=plan.court_unit,
    )
