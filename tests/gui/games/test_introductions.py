"""Games in short: their sentences, the ways to play them, and their pictures."""

from __future__ import annotations

import pytest
from camelnet_gui.games import game_of, playable, screens
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet import rules
from tests.gui.pictures import painted


@pytest.mark.parametrize("game", playable())
def test_the_first_way_to_play_is_the_usual_one_and_the_others_differ(game: str) -> None:
    told = game_of(game)
    assert told.sentence
    assert 0 < told.minutes[0] <= told.minutes[1]
    usual = rules.check_options(game, {})
    ways = [rules.check_options(game, preset.options) for preset in told.presets]
    assert ways[0] == usual
    assert all(way != usual for way in ways[1:])
    assert len({preset.key for preset in told.presets}) == len(told.presets) >= 2
    assert all(preset.title and preset.text for preset in told.presets)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", playable())
def test_a_board_in_miniature_is_painted_all_over(game: str, dark: bool) -> None:
    def paint(painter: QPainter) -> None:
        painter.scale(0.5, 0.5)
        screens(game).paint_miniature(painter, QRectF(0, 0, 720, 480), dark)

    image = painted(360, 240, paint)
    spots = {image.pixel(x, y) for x in range(5, 360, 10) for y in range(5, 240, 10)}
    assert len(spots) > 100, "not one flat colour"
    assert all(pixel >> 24 == 255 for pixel in spots)
