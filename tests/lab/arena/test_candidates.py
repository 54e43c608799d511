"""Players that search without a network, or with one that is not in the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet import rules
from camelnet.bots import Bot
from camelnet.bots import network as networks
from camelnet.bots.search import SearchBot
from camelnet.lab import arena
from camelnet.lab.strength.players import Candidate, Plain
from camelnet.rules import Position
from tests.bots.test_package_networks import a_learned_game, any_network, content

NODES = 20


def positions(game: str) -> list[Position]:
    """Some first decisions."""
    found: list[Position] = []
    position = rules.new(game, seats=3)
    while len(found) < 8 and position.turn != "over":
        if position.decider is not None:
            found.append(position)
        choices = position.legal() or [text for text, _weight in position.outcomes()]
        position = position.apply((choices or position.openings())[len(found) % 3 - 1])
    return found


def moves(bot: Bot, game: str) -> list[str]:
    return [bot.choose(p, p.decider or 0, "") for p in positions(game)]


def test_the_plain_player_needs_no_network() -> None:
    expected = moves(SearchBot(seed=3, nodes=NODES, network=None), "camelup")
    assert moves(Plain(seed=3, nodes=NODES), "camelup") == expected


@a_learned_game
def test_a_candidate_plays_by_the_file_that_is_named(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.cnw"
    file.write_bytes(content(game))
    monkeypatch.setenv("CAMELNET_NETWORK", str(file))
    expected = moves(SearchBot(seed=3, nodes=NODES, network=any_network(game)), game)
    assert moves(Candidate(seed=3, nodes=NODES), game) == expected


@a_learned_game
def test_a_tournament_is_of_one_network(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_package(file: bytes) -> str:
        monkeypatch.setattr(networks, "_content", lambda game: file)
        monkeypatch.setattr(networks, "_loaded", {})
        entrants = (arena.entrant("random"), arena.entrant("greedy"))
        return arena.tournament(game, entrants, seed=1).network

    one, other = content(game), content(game, origin={"seed": 2})
    assert of_package(one) == of_package(one) != of_package(other) != ""
    assert of_package(one[:-1]) == ""
