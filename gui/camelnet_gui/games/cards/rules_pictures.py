"""The pictures in the rulebook of Camel Up Cards, painted by the board's own code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.board_pictures import BoardPictures
from camelnet_gui.games.cards.painting import paint_board, plan_of
from camelnet_gui.games.cards.scene import CardScene, Scene, TokenScene
from camelnet_gui.games.rules_section import Picture

PICTURES = BoardPictures(plan_of, paint_board)
SEEN_WIDTH = 270.0  # of the columns of cards seen, left of the leader cards
_SCENE = Scene(
    cards=(2, 2, 2, 2, 2, 2, 2, 2),
    leaders=tuple((camel, (5, 3, 2, 2)) for camel in CAMELS),
    bets=tuple(CardScene(kind, camel) for kind in ("mid", "win", "lose") for camel in CAMELS),
    seen=("b1", "g1", "g2"),
    deck=8,
)


def _around(
    scene: Scene, places: Iterable[str], *, above: float = 0.0, edge: float = 12.0
) -> QRectF:
    return PICTURES.around(scene, places, above=above, edge=edge)


def track(caption: str) -> Picture:
    return PICTURES.picture(
        450, 350, caption, replace(_SCENE, stacks=((3, "o"), (6, "wby"), (11, "g")))
    )


def carrying(caption: str) -> Picture:
    """Two pictures, one below the other: before and after yellow moves with blue on its back."""
    before = replace(_SCENE, stacks=((3, "gyb"), (4, "o")))
    then = replace(_SCENE, stacks=((3, "g"), (4, "oyb")))
    part = _around(before, (f"space {space}" for space in (2, 3, 4, 5)), above=40)

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        gap = 16.0
        wide = (box.width() - gap) / 2
        left = QRectF(box.left(), box.top(), wide, box.height())
        PICTURES.paint_part(painter, left, before, part, dark=dark)
        PICTURES.paint_part(painter, left.translated(wide + gap, 0), then, part, dark=dark)

    return Picture(520, 150, paint, caption)


def race_cards(caption: str) -> Picture:
    rows = _around(_SCENE, ["lead b", "lead g", "lead o"], edge=4)
    part = rows.adjusted(-SEEN_WIDTH, 0, -rows.width(), 0)
    return PICTURES.picture(340, 200, caption, _SCENE, part)


def tokens(caption: str) -> Picture:
    scene = replace(
        _SCENE,
        stacks=((2, "w"), (5, "by")),
        tokens=(TokenScene("palm", 4, None), TokenScene("fennec", 6, None)),
    )
    part = _around(scene, (f"space {space}" for space in range(1, 7)), above=30)
    return PICTURES.picture(440, 150, caption, scene, part)


def leader_cards(caption: str) -> Picture:
    part = _around(_SCENE, ["lead b", "lead g"])
    return PICTURES.picture(300, 150, caption, _SCENE, part)
