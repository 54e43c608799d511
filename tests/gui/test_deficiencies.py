"""Pictures as people with a colour deficiency see them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from tools.screenshots.deficiencies import KINDS, seen_as, simulated

GREYS = (0xFF000000, 0xFF808080, 0xFFFFFFFF)
CONFUSED = {  # two colours that one of them sees as nearly the same
    "protanopia": ("#c0392b", "#4f4a28"),
    "deuteranopia": ("#b8243c", "#6d6a3c"),
    "tritanopia": ("#1b66b0", "#0e7173"),
}


def apart(one: int, other: int) -> int:
    return sum(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0))


@pytest.mark.parametrize("kind", KINDS)
def test_greys_stay_as_they_are(kind: str) -> None:
    for grey in GREYS:
        assert apart(seen_as(grey, KINDS[kind]), grey) <= 3


@pytest.mark.parametrize("kind", CONFUSED)
def test_what_is_confused_comes_together(kind: str) -> None:
    one, other = (QColor(name).rgb() for name in CONFUSED[kind])
    seen = apart(seen_as(one, KINDS[kind]), seen_as(other, KINDS[kind]))
    assert seen < apart(one, other) / 2


def test_a_picture_keeps_its_size_and_its_places() -> None:
    picture = QImage(31, 7, QImage.Format.Format_ARGB32)
    picture.fill(QColor("#ffffff"))
    picture.setPixelColor(30, 2, QColor("#ff0000"))
    seen = simulated(picture, KINDS["deuteranopia"])
    assert seen.size() == picture.size()
    assert seen.pixelColor(0, 6) == QColor("#ffffff")
    assert seen.pixelColor(30, 2).rgb() == seen_as(0xFFFF0000, KINDS["deuteranopia"])
    assert simulated(picture, KINDS["usual"]).pixelColor(30, 2) == QColor("#ff0000")
