"""The networks of the package are those that `make train` makes when nothing else is said."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from camelnet import rules
from camelnet.lab.train.__main__ import RECIPES, arguments, settings_of


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_the_settings_in_a_weights_file_are_those_of_its_game(game: str) -> None:
    content = files("camelnet.bots").joinpath("weights", f"{game}.cnw").read_bytes()
    trained = json.loads(content.split(b"\n")[1])["origin"]["settings"]
    wanted = settings_of(arguments(["--game", game]))
    assert {key: trained.get(key) for key in wanted} == wanted


def test_what_is_said_goes_before_the_recipe() -> None:
    said = arguments(["--game", "cards", "--games", "64", "--lambda", "0.5"])
    assert (said.games, said.lambda_, said.first) == (64, 0.5, 96)
    assert set(RECIPES) <= set(rules.GAMES)
