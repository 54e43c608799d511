"""The learned value of targui: what its network reads, and what is judged."""

from __future__ import annotations

import math
from array import array
from typing import Any

import pytest

from camelnet import rules
from camelnet.bots.luck import outcomes, stroke
from camelnet.bots.network import Network, Shape, make, usable
from camelnet.bots.search import analyse
from camelnet.lab.selfplay import LUCK, SelfPlay, inputs_of, start_of
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from tests.bots.games import whole_game
from tests.bots.test_targui_search import decisions, glance
from tests.rules.play import after
from tests.rules.targui_positions import LAST_ROUND, desert

INPUTS = inputs_of("targui")
START = start_of("targui")
NOBODY = int(lib.CN_SEARCH_NOBODY)


def inputs(position: Position) -> tuple[list[list[float]], int] | None:
    """The row of each seat and who may still win; None where nothing is judged as it stands."""
    rows, alive = ffi.new("float[]", 8 * INPUTS), ffi.new("uint8_t *")
    arguments: Any = (b"", 0, tables("targui"), ffi.NULL, ffi.NULL, rows, alive)
    if not lib.cn_value_read(position.state, NOBODY, *arguments):
        return None
    return [list(rows[seat * INPUTS : (seat + 1) * INPUTS]) for seat in range(position.seats)], int(
        alive[0]
    )


def static_network() -> Network:
    """The network from which training starts: it judges as the static evaluation does."""
    assert START is not None
    shape = Shape(INPUTS, 8, 0)
    weights = array("f", bytes(4 * shape.weights))
    weights[INPUTS * 8 + 8 + START] = 1
    return make("targui", shape, weights, {})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_that_is_not_out_has_a_row_of_moderate_numbers(seats: int) -> None:
    seen = 0
    for position in decisions(seats, seed=30 + seats, count=60):
        found = inputs(position)
        state = position.to_dict()
        if state["round"] == 0 or state["attack"]:
            assert found is None
            continue
        assert found is not None
        rows, alive = found
        seen += 1
        for seat, row in enumerate(rows):
            assert bool(alive >> seat & 1) is not state["out"][seat]
            assert any(row) is not state["out"][seat]
            assert all(abs(number) < 30 for number in row)
    assert seen > 30


def turned(position: Position) -> Position:
    """The same with every seat moved on by one."""
    state, seats = position.to_dict(), position.seats
    for key in ("camp", "money", "out", "tribute", "sectors"):
        state[key] = [state[key][seat - 1] for seat in range(seats)]
    state["owner"] = [None if seat is None else (seat + 1) % seats for seat in state["owner"]]
    state["pile"] = {str(seat): state["pile"][str((seat - 1) % seats)] for seat in range(seats)} | {
        "destiny": state["pile"]["destiny"]
    }
    state["turn"] = (state["turn"] + 1) % seats
    state["first"] = (state["first"] + 1) % seats
    return rules.from_dict(state)


def test_a_row_belongs_to_a_tribe_whatever_its_seat() -> None:
    herds = {42: (0, 7), 19: (1, 0), 21: (1, 12), 30: (3, 5), 12: (2, 9), 24: (2, 3)}
    position = desert(herds, money=[4, 25, 0, 11])
    found, other = inputs(position), inputs(turned(position))
    assert found is not None
    assert other is not None
    rows = other[0][1:] + other[0][:1]
    for row, same in zip(found[0], rows, strict=True):
        assert same == pytest.approx(row, abs=1e-5)
    assert len({tuple(row) for row in found[0]}) == 4


@pytest.mark.parametrize("seats", [2, 4])
def test_training_starts_from_the_static_evaluation(seats: int) -> None:
    assert START is not None
    for position in decisions(seats, seed=40 + seats, count=40):
        found = inputs(position)
        if found is None:
            continue
        rows, alive = found
        powers = [math.exp(row[START]) * (alive >> k & 1) for k, row in enumerate(rows)]
        shares = [power / sum(powers) for power in powers]
        assert shares == pytest.approx(glance(position, with_tables=True), abs=2e-3)


def test_a_battle_is_judged_by_how_it_may_end() -> None:
    """Between the chances when it is won and when it is lost, and nearer to the likelier."""
    fight = desert({8: (0, 8), 7: (1, 10)}).apply("attack 8 7")
    sure = desert({8: (0, 40), 7: (1, 2)}).apply("attack 8 7")

    def share(position: Position) -> float:
        return analyse(position, 0, network=static_network(), nodes=1).shares[0]

    assert share(after(fight, "hit 6")) > share(after(fight, "hit 1"))
    assert share(fight) == pytest.approx(glance(fight, with_tables=True)[0], abs=0.02)
    assert share(sure) == pytest.approx(glance(sure, with_tables=True)[0], abs=0.02)


def standing(position: Position, seat: int) -> float | None:
    """The chance of a seat as the game's own network judges a position as it stands."""
    network = usable("targui")
    found = inputs(position)
    if network is None or found is None:
        return None
    rows = ffi.new("float[]", [number for row in found[0] for number in row])
    share, money = ffi.new("float[8]"), ffi.new("float[8]")
    lib.cn_network_run(network.memory, rows, position.seats, found[1], share, money)
    return float(share[seat])


@pytest.mark.slow
def test_after_its_own_battles_a_seat_stands_as_well_as_was_said_before_them() -> None:
    """Without the luck of their rolls: to two points in a game, on average. The camels killed go to
    the box, from which the attacker buys next."""
    games, battles, better = 2, 0, 0.0
    for seed in range(games):
        position, seat = rules.new("targui", seats=4), None
        said: float | None = None
        for came in whole_game("targui", ["hard"] * 4, seed, nodes=1).history:
            if came.startswith("attack"):
                seat, said = position.decider, None
            elif seat is not None and position.is_chance:
                might = outcomes(position)
                if said is None:
                    said = sum(one.chance * one.shares[seat] for one in might)
                said += stroke(came, might)[seat]
            position = position.apply(came)
            if seat is None or said is None or position.is_chance:
                continue
            if (stands := standing(position, seat)) is not None:
                better += stands - said
                battles, seat = battles + 1, None
    assert battles > 20
    assert abs(100 * better / (4 * games)) < 2


def test_one_move_ahead_it_takes_the_land_that_makes_it_win() -> None:
    position = desert({}, **LAST_ROUND)
    found = analyse(position, 0, network=static_network(), nodes=1)
    over = after(position, found.best.notation, "pass")
    assert over.winners() == [0]


def test_in_self_play_luck_is_expected_as_its_mean() -> None:
    """Before a card is drawn the game expects the mean over all cards, by their numbers."""
    start, network = rules.new("targui", 3, {"destiny": [1, 8]}), static_network()
    played = SelfPlay("targui").play(
        start, [network], [0, 0, 0], seed=5, noise=0, explore=0, keep=0
    )
    assert played is not None
    luck = [step for step in played.steps if step.seat == LUCK]
    assert len(luck) > 10
    assert all(sum(step.after) == pytest.approx(1, abs=1e-4) for step in luck)
    assert any(step.after != step.before for step in luck)
    assert all(step.seat is not None for step in played.steps)
    # The last round's last luck has nothing but the end behind it, or another node.
    assert played.steps[-1].after == pytest.approx(played.shares, abs=1e-5) or (
        played.steps[-1].seat == LUCK
    )
