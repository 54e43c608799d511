"""Players that search without a network, or with one that is not in the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet.bots import Bot
from camelnet.bots import network as networks
from camelnet.bots.search import SearchBot
from camelnet.lab import arena
from camelnet.lab.strength.players import Candidate, Plain
from tests.bots.test_package_networks import a_learned_game, any_network, content
from tests.bots.test_search import somewhere

NODES = 20


def moves(bot: Bot, game: str) -> list[str]:
    """At some decisions."""
    positions = [somewhere(game, 3 * number) for number in range(8)]
    return [bot.choose(position, position.decider or 0, "") for position in positions]


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
