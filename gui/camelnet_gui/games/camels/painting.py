"""Paints what boards of all races show alike: camels, their ladders, what glows, and previews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.art.bubble import paint_bubble
from camelnet_gui.art.desert import paint_palm
from camelnet_gui.art.glow import Glow, paint_glow
from camelnet_gui.art.palette import Palette, faded, palette
from camelnet_gui.art.stack import Sprite, paint_ladder, paint_shadow, paint_sprite
from camelnet_gui.games.camels.ground import RaceGround
from camelnet_gui.games.camels.preview import Preview, preview_of
from camelnet_gui.games.camels.preview_painting import paint_sent
from camelnet_gui.games.camels.scene import RaceScene


def herd(plan: RaceGround, scene: RaceScene, waiting: Iterable[Sprite]) -> list[Sprite]:
    """All stacks at rest and those that wait for the race, the farther off first."""
    stacks = [*scene.stacks, *([(scene.last + 1, scene.crossed)] if scene.crossed else ())]
    out = [
        Sprite(
            camels,
            plan.stack_foot(space),
            plan.stack_scale(space, len(camels)),
            plan.forward(space),
        )
        for space, camels in stacks
    ]
    return sorted((*out, *waiting), key=lambda sprite: sprite.foot.y())


def paint_herd(painter: QPainter, shown: Sequence[Sprite], *, dark: bool) -> None:
    tone = palette(dark)
    for sprite in shown:
        paint_shadow(painter, sprite, tone)
        paint_sprite(painter, sprite, tone)


def paint_ladders(painter: QPainter, plan: RaceGround, scene: RaceScene) -> None:
    """Beside every stack of two or more its camels as chips, in the stack's order."""
    for space, camels in (*scene.stacks, (scene.last + 1, scene.crossed)):
        if len(camels) > 1:
            paint_ladder(
                painter,
                camels,
                plan.stack_foot(space),
                scale=plan.stack_scale(space, len(camels)),
                forward=plan.forward(space),
                side=plan.ladder(space),
                unit=plan.unit,
                width=plan.width,
            )


def paint_palms(
    painter: QPainter, palms: Iterable[tuple[float, float, float, float]], tone: Palette
) -> None:
    """Each where its foot is, so high, and leaning so far."""
    for x, y, height, lean in palms:
        paint_palm(painter, QPointF(x, y), height, lean, round(x), tone)


def paint_glows(painter: QPainter, plan: RaceGround, scene: RaceScene, tone: Palette) -> None:
    """Paints what lights up beneath all pieces: spaces of the log, picks, and a chosen space."""
    for space in sorted(scene.highlight):
        if space <= scene.last:
            paint_glow(painter, plan.places[f"space {space}"], Glow.HIGHLIGHT, plan.unit, tone)
    for place in sorted(scene.picks & plan.places.keys()):
        glow = Glow.PICK if place.startswith("space") else Glow.OFFER
        paint_glow(painter, plan.places[place], glow, plan.unit, tone)
    if scene.chosen and scene.chosen.startswith("space"):
        painter.fillPath(plan.places[scene.chosen], faded(tone.chosen, 0.18))


def paint_chosen(painter: QPainter, plan: RaceGround, scene: RaceScene, tone: Palette) -> None:
    if scene.chosen is not None and scene.chosen in plan.places:
        paint_glow(painter, plan.places[scene.chosen], Glow.CHOSEN, plan.unit, tone)


def paint_preview_of(
    painter: QPainter,
    plan: RaceGround,
    scene: RaceScene,
    place: str,
    *,
    paint_piece: Callable[[Preview], None],
    aside: QPointF,
    unit: float,
) -> None:
    """Paints what picking a place would do: the piece there, where it sends camels, what it pays.
    `aside`: where the words go while an arrow and a camel are to stay in sight."""
    preview = preview_of(scene.previews, place)
    if preview is None:
        return
    tone = palette(scene.dark)
    if preview.piece:
        paint_piece(preview)
    if preview.sent is not None:
        paint_sent(painter, plan, preview.sent, plan.unit, tone)
    if preview.lines:
        box = plan.places[place].boundingRect()
        if preview.sent is not None:
            box = QRectF(aside, aside)
        paint_bubble(painter, preview.lines, box, QRectF(0, 0, plan.width, plan.height), unit, tone)
