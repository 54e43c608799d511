"""The boards of a game's page, painted in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from camelnet_gui.replay import boards
from camelnet_gui.replay.model import ReplayModel

from camelnet.i18n import language
from camelnet.sharing.boards import EVERYBODY
from tests.sharing.games import end_of


@pytest.mark.slow
def test_badges_without_names_are_of_the_language_of_their_picture(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever one the sender speaks: Player 1 is P1, and Joueur 1 is J1."""
    painted = set()

    class Watched(ReplayModel):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            painted.add((language(), self.names[0], self.marks[0].initial))

    monkeypatch.setattr(boards, "ReplayModel", Watched)
    end = end_of("camelup")
    boards.paint(replace(end, steps=end.steps[-1:]), EVERYBODY, named=False)
    assert painted == {("en", "Player 1", "P1"), ("fr", "Joueur 1", "J1"), ("de", "Person 1", "P1")}
