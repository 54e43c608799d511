"""The learned value of Camel Up: its weights, and beliefs about race cards from the history."""

from __future__ import annotations

from camelnet import rules
from camelnet.bots.network import network
from camelnet.bots.search import analyse
from camelnet.lab.selfplay import SelfPlay
from camelnet.rules import Position

SPREAD = ("first 0", "start b1", "start g1", "start o2", "start w3", "start y3")


def after(*notations: str) -> Position:
    position = rules.new("camelup", seats=3)
    for notation in notations:
        position = position.apply(notation)
    return position


def test_the_weights_of_the_package_fit_this_core() -> None:
    found = network("camelup")
    assert found is not None
    assert found.game == "camelup"


def test_a_search_with_the_network_repeats_itself() -> None:
    position = after(*SPREAD)
    one, two = (analyse(position, 0, "bgowy", nodes=60, seed=3) for _ in range(2))
    assert one == two
    assert abs(sum(one.shares) - 1) < 1e-6


def test_who_knows_when_a_card_was_laid_judges_otherwise() -> None:
    rolls = (
        "roll",
        "die w3",
        "roll",
        "die y3",
        "roll",
        "die o1",
        "roll",
        "die g2",
        "roll",
        "die b3",
    )
    history = (*SPREAD, "win 0", "win 1", *rolls)
    position = after(*history)
    seat = position.turn
    assert isinstance(seat, int)
    one = analyse(position, seat, "bgowy", nodes=60, history=history)
    other = analyse(position, seat, "bgowy", nodes=60)
    assert one.shares != other.shares


def test_the_network_beats_players_at_random() -> None:
    start = rules.new("camelup", seats=2)
    found = network("camelup")
    assert found is not None
    table, won = SelfPlay("camelup"), 0.0
    for seed in range(6):
        game = table.play(start, [found], [0, 255], seed=seed, noise=0, explore=0, keep=0)
        assert game is not None
        won += game.shares[0]
    assert won >= 5
