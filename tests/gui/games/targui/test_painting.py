"""Lands, tribes and destiny cards differ in more than their colour."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.art.palette import DARK, LIGHT, Palette
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.art.lands import LANDS, paint_land
from camelnet_gui.games.targui.scene import CARDS
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from camelnet.rules.games.targui import events as targui


def grey(side: int, paint: Callable[[QPainter], None]) -> QImage:
    """What is painted, without its colours and with all its light made the same."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def edges(image: QImage) -> list[bool]:
    """Where light changes within a picture: its drawing, whatever its colours are."""
    step = max(1, image.width() // 24)
    return [
        abs(image.pixelColor(x, y).lightness() - image.pixelColor(x + step, y).lightness()) > 14
        for x in range(0, image.width() - step, step)
        for y in range(0, image.height(), step)
    ]


@pytest.mark.parametrize("tone", [LIGHT, DARK], ids=["day", "night"])
@pytest.mark.parametrize("side", [28, 76])
def test_lands_differ_in_their_drawing_not_only_in_their_colour(tone: Palette, side: int) -> None:
    drawn = {
        land: edges(
            grey(
                side,
                lambda painter, land=land: paint_land(  # type: ignore[misc]
                    painter, land, QRectF(0, 0, side, side), 5, tone
                ),
            )
        )
        for land in LANDS
    }
    for index, one in enumerate(LANDS):
        for other in LANDS[index + 1 :]:
            far = sum(a != b for a, b in zip(drawn[one], drawn[other], strict=True))
            assert far > 0.08 * len(drawn[one]), (one, other)


def test_every_land_of_the_rules_is_painted() -> None:
    assert set(LANDS) == set(targui.LANDS)


def test_owners_differ_in_pattern_and_mark_not_only_in_colour() -> None:
    def borders(seat: int) -> QImage:
        return grey(76, lambda p: tokens.paint_border(p, seat, QRectF(0, 0, 76, 76), 1.0))

    def cards(seat: int) -> QImage:
        return grey(60, lambda p: tokens.paint_tribe_card(p, seat, QRectF(4, 4, 38, 52)))

    for paint in (borders, cards):
        drawn = [edges(paint(seat)) for seat in range(4)]
        for index, one in enumerate(drawn):
            for other in drawn[index + 1 :]:
                assert sum(a != b for a, b in zip(one, other, strict=True)) > 0.04 * len(one)


def test_no_two_destiny_cards_look_alike() -> None:
    shown = {}
    for card in CARDS:
        image = grey(
            60,
            lambda p, card=card: tokens.paint_destiny(  # type: ignore[misc]
                p, card, QRectF(4, 4, 36, 50), LIGHT, state="left"
            ),
        )
        shown[card] = bytes(image.constBits())
    assert len(set(shown.values())) == len(CARDS)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("state", ["left", "gone", "rules", "falls"])
def test_the_name_of_a_destiny_card_tells_its_state(state: str) -> None:
    """Its line looks different in each state."""
    looks = {}
    for each in ("left", "gone", "rules", "falls"):
        image = QImage(220, 30, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("#fcf0d4"))
        painter = QPainter(image)
        tokens.paint_destiny_line(
            painter,
            6,
            "Storm",
            QRectF(2, 2, 216, 26),
            LIGHT,
            state=each,
            size=13,
            sign=True,
        )
        painter.end()
        looks[each] = image
    assert sum(look == looks[state] for look in looks.values()) == 1
