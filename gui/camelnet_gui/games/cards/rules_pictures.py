"""The pictures in the rulebook of Camel Up Cards, painted by the board's own code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.painting import paint_board, plan_of
from camelnet_gui.games.cards.scene import CardScene, Scene, TokenScene
from camelnet_gui.games.rules_section import Picture, cut_out

BOARD = (900, 700)  # the size at which the board is painted before a part is cut out
SEEN_WIDTH = 270.0  # of the columns of cards seen, left of the leader cards
_SCENE = Scene(
    cards=(2, 2, 2, 2, 2, 2, 2, 2),
    leaders=tuple((camel, (5, 3, 2, 2)) for camel in CAMELS),
    bets=tuple(CardScene(kind, camel) for kind in ("mid", "win", "lose") for camel in CAMELS),
    seen=("b1", "g1", "g2"),
    deck=8,
)


def paint_part(painter: QPainter, box: QRectF, scene: Scene, part: QRectF) -> None:
    """Fills a box with a part of the board and what is around it."""
    with cut_out(painter, box, part, QRectF(0, 0, *BOARD)):
        paint_board(painter, plan_of(*BOARD, scene), scene)


def around(plan: Layout, places: Iterable[str], *, above: float = 0.0, edge: float = 12) -> QRectF:
    """The part of the board that holds places."""
    part = QRectF()
    for place in places:
        part = part.united(plan.places[place].boundingRect())
    return part.adjusted(-edge, -above - edge, edge, edge)


def _of(
    width: int,
    height: int,
    scene: Scene,
    places: Iterable[str],
    caption: str = "",
    above: float = 0,
) -> Picture:
    part = around(plan_of(*BOARD, scene), places, above=above)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        paint_part(painter, box, replace(scene, dark=dark), part)

    return Picture(width, height, paint, caption)


def track(caption: str) -> Picture:
    scene = replace(_SCENE, stacks=((3, "o"), (6, "wby"), (11, "g")))

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        paint_part(painter, box, replace(scene, dark=dark), QRectF(0, 0, *BOARD))

    return Picture(450, 350, paint, caption)


def carrying(caption: str) -> Picture:
    """Two pictures, one below the other: before and after yellow moves with blue on its back."""
    before = replace(_SCENE, stacks=((3, "gyb"), (4, "o")))
    then = replace(_SCENE, stacks=((3, "g"), (4, "oyb")))
    places = [f"space {space}" for space in (2, 3, 4, 5)]
    part = around(plan_of(*BOARD, before), places, above=40)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        gap = 16.0
        wide = (box.width() - gap) / 2
        left = QRectF(box.left(), box.top(), wide, box.height())
        paint_part(painter, left, replace(before, dark=dark), part)
        paint_part(painter, left.translated(wide + gap, 0), replace(then, dark=dark), part)

    return Picture(
        520,
        150,
        paint,
        caption,
    )


def race_cards(caption: str) -> Picture:
    rows = around(plan_of(*BOARD, _SCENE), ["lead b", "lead g", "lead o"], edge=4)
    part = rows.adjusted(-SEEN_WIDTH, 0, -rows.width(), 0)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        paint_part(painter, box, replace(_SCENE, dark=dark), part)

    return Picture(340, 200, paint, caption)


def tokens(caption: str) -> Picture:
    scene = replace(
        _SCENE,
        stacks=((2, "w"), (5, "by")),
        tokens=(TokenScene("palm", 4, None), TokenScene("fennec", 6, None)),
    )
    spaces = [f"space {space}" for space in (1, 2, 3, 4, 5, 6)]
    return _of(440, 150, scene, spaces, caption, above=30)


def leader_cards(caption: str) -> Picture:
    return _of(300, 150, _SCENE, ["lead b", "lead g"], caption)
