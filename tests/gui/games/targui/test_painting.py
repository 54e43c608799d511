"""Lands, tribes and destiny cards differ in more than their colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from camelnet_gui.art.palette import DARK, LIGHT, Palette
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.art.lands import LANDS, paint_land
from camelnet_gui.games.targui.scene import CARDS
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from camelnet.rules.games.targui import events as targui
from tests.gui.pictures import grey, painted


def edges(image: QImage) -> list[bool]:
    """Where light changes within a picture: its drawing, whatever its colours are."""
    step = max(1, image.width() // 24)
    return [
        abs(image.pixelColor(x, y).lightness() - image.pixelColor(x + step, y).lightness()) > 14
        for x in range(0, image.width() - step, step)
        for y in range(0, image.height(), step)
    ]


def unlike(one: list[bool], other: list[bool]) -> float:
    return sum(a != b for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("tone", [LIGHT, DARK], ids=["day", "night"])
@pytest.mark.parametrize("side", [28, 76])
def test_lands_differ_in_their_drawing_not_only_in_their_colour(tone: Palette, side: int) -> None:
    box = QRectF(0, 0, side, side)
    drawn = {
        land: edges(grey(side, side, lambda p, land=land: paint_land(p, land, box, 5, tone)))
        for land in LANDS
    }
    for one, other in combinations(LANDS, 2):
        assert unlike(drawn[one], drawn[other]) > 0.08, (one, other)


def test_every_land_of_the_rules_is_painted() -> None:
    assert set(LANDS) == set(targui.LANDS)


def test_owners_differ_in_pattern_and_mark_not_only_in_colour() -> None:
    def borders(seat: int) -> QImage:
        return grey(76, 76, lambda p: tokens.paint_border(p, seat, QRectF(0, 0, 76, 76), 1.0))

    def cards(seat: int) -> QImage:
        return grey(60, 60, lambda p: tokens.paint_tribe_card(p, seat, QRectF(4, 4, 38, 52)))

    for paint in (borders, cards):
        for one, other in combinations([edges(paint(seat)) for seat in range(4)], 2):
            assert unlike(one, other) > 0.04


def test_no_two_destiny_cards_look_alike() -> None:
    box = QRectF(4, 4, 36, 50)
    shown = [
        grey(60, 60, lambda p, card=card: tokens.paint_destiny(p, card, box, LIGHT, state="left"))
        for card in CARDS
    ]
    assert all(one != other for one, other in combinations(shown, 2))


def test_the_name_of_a_destiny_card_tells_its_state() -> None:
    """Its line looks different in each state."""

    def line(painter: QPainter, state: str) -> None:
        box = QRectF(2, 2, 216, 26)
        tokens.paint_destiny_line(painter, 6, "Storm", box, LIGHT, state=state, size=13, sign=True)

    looks = [
        painted(220, 30, lambda p, state=state: line(p, state), ground=QColor("#fcf0d4"))
        for state in ("left", "gone", "rules", "falls")
    ]
    assert all(one != other for one, other in combinations(looks, 2))
