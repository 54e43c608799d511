"""The places of this board: which there are, and what they are called."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import PLACES
from PySide6.QtCore import Qt

from tools.screenshots.cards.sample_scenes import MIDDLE, SAMPLES

LEFT = Qt.MouseButton.LeftButton
THERE = [p for p in PLACES if not p.startswith("space") or int(p[6:]) <= MIDDLE.last]
ALL = replace(MIDDLE, picks=frozenset(THERE), chosen=None)


def test_spaces_that_the_track_lacks_cannot_be_reached(board: CardsBoard) -> None:
    board.show_scene(ALL)
    for space in range(1, 20):
        assert board.buttons[f"space {space}"].isVisible() == (space <= MIDDLE.last)
    board.show_scene(SAMPLES["six"])
    assert board.buttons["space 19"].isVisible()


def test_every_place_has_a_name_that_says_what_is_there(board: CardsBoard) -> None:
    board.show_scene(MIDDLE)
    names = {place: board.buttons[place].accessibleName() for place in THERE}
    assert len(set(names.values())) == len(THERE)
    assert "white, blue, yellow" in names["space 6"]
    assert "Palm" in names["space 8"]
    assert "Ben" in names["palm"]
    assert "yellow 1" in names["hand"]
    assert "7 cards" in names["reveal"]
    assert "3, 2, 2" in names["lead b"]
    assert "Yara" in names["win g"]
    assert "2 trophies" in names["win o"]


def test_the_deck_tells_what_has_been_seen(board: CardsBoard) -> None:
    board.show_scene(MIDDLE)
    assert "blue 1, 1; green 1, 2" in board.tip("reveal")
