"""A click on what the rules forbid tells why at once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QToolTip

from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def test_a_click_on_a_forbidden_space_says_why(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_more: told.append(text))
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    board = driver.table.board
    board._pick("space 1")
    assert not told, "nobody wants to lay a tile yet"
    driver.table.choose("act tile")
    board._pick("space 1")
    (text,) = told
    assert "A desert tile goes on a space from 2 to 16." in text
    board._pick(min(place for place in board.shown.picks if place.startswith("space")))
    assert len(told) == 1
