"""The pictures in the rulebook of Targui, painted by the board's own code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _
from camelnet.rules.games.targui.events import ECONOMIC, STRATEGIC, Land
from camelnet_gui.art.palette import palette
from camelnet_gui.art.shapes import rounded
from camelnet_gui.games.rules_section import Picture, framed
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.painting import paint_board
from camelnet_gui.games.targui.scene import (
    CARDS,
    Arrow,
    BattleScene,
    CellScene,
    Scene,
    with_cell,
)
from camelnet_gui.style.seat_marks import SeatMark

BOARD = (940, 680)  # the size at which the board is painted before a part is cut out
# land, what it pays and adds, and how many there are
LANDS: tuple[tuple[Land, int | None, int | None, int], ...] = (
    ("saline", 5, 5, 1),
    ("camp", 4, 4, 4),
    ("guelta", 3, 3, 6),
    ("reg", 2, 0, 12),
    ("erg", 1, 0, 12),
    ("feche", 0, 2, 8),
    ("mount", 0, 1, 6),
    ("chott", None, None, 4),
)
_SEATS = tuple(
    SeatMark(name[0], colour, name)
    for name, colour in zip(("Ana", "Ben"), tribes.COLOURS, strict=False)
)


def _desert() -> Scene:
    """Lands as chance might lay them; blue and red hold some of them."""
    pack = [land for land, _p, _a, count in LANDS[2:] for _card in range(count)]
    Random(10).shuffle(pack)
    lands: list[Land] = ["saline", *pack]
    camps = {22: 0, 25: 1}
    cells = tuple(
        CellScene(kind, ECONOMIC[kind], STRATEGIC[kind], home=camps.get(number))
        for number, kind in (
            (number, "camp" if number in camps else land)
            for number, land in enumerate(lands, start=1)
        )
    )
    scene = Scene(
        cells=cells,
        tribes=2,
        round=3,
        die=3,
        pile=(2, 3, 0, 0),
        pile_destiny=True,
        up=0,
        turns_left=1,
        deck=tuple(CARDS),
        left=tuple(card for card in CARDS if card not in (6, 11)),
        box=396,
        seats=_SEATS,
    )
    for number, seat, camels in ((22, 0, 12), (7, 0, 6), (8, 0, 9), (25, 1, 10), (9, 1, 5)):
        scene = with_cell(scene, number, owner=seat, camels=camels)
    return scene


def _of(
    width: int, height: int, scene: Scene, caption: str, places: Iterable[str] | None = None
) -> Picture:
    plan, board = layout(*BOARD, scene.tribes), QRectF(0, 0, *BOARD)
    part = board
    if places is not None:
        part = QRectF()
        for place in places:
            part = part.united(plan.places[place].boundingRect())
        part = part.adjusted(-6, -6, 6, 6)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        painter.save()
        painter.setClipPath(rounded(box, 10))
        shown = framed(part, box, board)
        painter.translate(box.center())
        painter.scale(box.width() / shown.width(), box.width() / shown.width())
        painter.translate(-shown.center())
        paint_board(painter, plan, replace(scene, dark=dark))
        painter.restore()

    return Picture(width, height, paint, caption)


def desert() -> Picture:
    return _of(
        470,
        340,
        _desert(),
        _("The desert; beside it the die of the round, its cards and destiny."),
    )


def land(kind: Land) -> Picture:
    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        inside = box.adjusted(1, 1, -1, -1)
        tokens.paint_subject(painter, kind, inside, palette(dark), round_by=5)

    return Picture(38, 38, paint)


def pile() -> Picture:
    places = ("die", "pile 0", "pile 1", "pile destiny")
    caption = _("A 3 was rolled: three cards for each tribe, and the destiny card.")
    return _of(300, 230, replace(_desert(), pile=(3, 3, 0, 0), up=None), caption, places)


def _cells(*numbers: int) -> list[str]:
    return [f"cell {number}" for number in numbers]


def moving() -> Picture:
    scene = replace(_desert(), source=8, arrow=Arrow(8, 1, 4, 0))
    caption = _("Blue moves 4 of its 9 camels to the saline and takes it.")
    return _of(330, 250, scene, caption, _cells(7, 8, 9, 6, 1, 2))


def battle() -> Picture:
    scene = with_cell(_desert(), 8, land="feche", economic=0, strategic=2)
    scene = replace(scene, battle=BattleScene(0, 8, 9, hit=5, parry=4))
    return _of(330, 190, scene, _battle_words(scene), _cells(7, 8, 9))


def _battle_words(scene: Scene) -> str:
    ours, theirs = scene.cell(8).strategic, scene.cell(9).strategic
    return _(
        "Blue rolls 5 and adds {ours}: {fallen} red camels fall. Red rolls 4 and adds {theirs}: "
        "{lost} blue camels fall."
    ).format(ours=ours, theirs=theirs, fallen=(5 + ours) // 2, lost=(4 + theirs) // 2)


def destiny(card: int) -> Picture:
    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        inside = box.adjusted(1, 1, -1, -1)
        tokens.paint_destiny(painter, card, inside, palette(dark), state="left")

    return Picture(44, 60, paint)
