"""The search, as bots, hints and reviews ask for it: any node of every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import bots, rules
from camelnet.bots import search
from camelnet.bots.search import analyse
from camelnet.odds.tables import tables
from camelnet.rules import Position
from tests.rules.play import choices, could_hold, draw, nodes

ALIVE = nodes().filter(lambda node: not node.is_over)
FEW = settings(max_examples=25)


def somewhere(game: str, plies: int, seed: int = 1) -> Position:
    """A decision, so many random plies on."""
    random, position = Random(seed), rules.new(game, seats=3)
    while plies > 0 or not isinstance(position.turn, int):
        position, plies = position.apply(draw(position, random)), plies - 1
        assert position.turn != "over", "take fewer plies"
    return position


@pytest.mark.slow
@FEW
@given(position=ALIVE, seed=st.integers(0, 2**64 - 1))
def test_a_search_finds_only_what_can_come_and_shares_one_victory(
    position: Position, seed: int
) -> None:
    seat = position.turn if isinstance(position.turn, int) else None
    faces = "" if seat is None else could_hold(position, Random(seed))
    found = analyse(position, seat, faces, nodes=40, seed=seed)
    assert found.iterations == 40
    assert sum(line.visits for line in found.lines) == 40
    assert {line.notation for line in found.lines} <= set(choices(position))
    assert sum(found.shares) == pytest.approx(1, abs=1e-9)
    assert all(0 <= share <= 1 for share in found.shares)
    assert all(0 <= line.share <= 1 for line in found.lines)
    assert found.lines[0].visits == max(line.visits for line in found.lines)


@pytest.mark.slow
@FEW
@given(position=ALIVE, seed=st.integers(0, 2**64 - 1), threads=st.integers(1, 3))
def test_equal_seeds_nodes_and_threads_find_equally(
    position: Position, seed: int, threads: int
) -> None:
    found, again = (analyse(position, None, nodes=20, seed=seed, threads=threads) for _ in range(2))
    assert found == again
    assert found.iterations == 20 * threads


@pytest.mark.parametrize("game", rules.GAMES)
def test_another_seed_samples_other_determinizations(game: str) -> None:
    position = somewhere(game, 200 if game == "targui" else 20)  # beyond the laying of the lands
    found = {  # with a network Targui has no luck: what may come is taken in turn
        analyse(position, None, nodes=30, seed=seed, network=None).shares for seed in range(4)
    }
    assert len(found) > 1


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_search_that_is_stopped_has_still_found_something(game: str) -> None:
    found = analyse(somewhere(game, 20), None, think_ms=60_000, stop=lambda: True)
    assert 0 < found.iterations < 1000
    assert found.lines


def test_a_search_for_nodes_is_stopped_too() -> None:
    found = analyse(somewhere("camelup", 20), None, nodes=search._ITERATIONS_MAX, stop=lambda: True)
    assert found.iterations == search._ITERATIONS_SLICE


def test_tables_that_are_built_first_take_no_time_for_thinking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position, clock, asked = somewhere("camelup", 20), [0.0], list[str]()

    def built(game: str) -> object:
        clock[0] += 0 if asked else 10
        asked.append(game)
        return tables(game)

    def monotonic() -> float:
        clock[0] += search._SLICE_S
        return clock[0]

    monkeypatch.setattr(search, "tables", built)
    found = analyse(position, None, think_ms=100, clock=monotonic)
    assert found.iterations > search._FIRST_ITERATIONS


def test_a_search_reads_no_clock_but_its_own() -> None:
    position, ticks = somewhere("camelup", 20), iter(range(1000))
    analyse(position, None, think_ms=5_000, clock=lambda: float(next(ticks)))
    assert 5 <= next(ticks) <= 7  # a second at each look, and then it ends


def test_a_tree_without_room_goes_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_TREE_MAX", 1024)
    found = analyse(somewhere("camelup", 20), None, nodes=20_000)
    assert found.iterations == 20_000
    assert sum(line.visits for line in found.lines) == 20_000


def test_what_cannot_be_searched_is_refused() -> None:
    position = somewhere("camelup", 20)
    over = position
    while over.turn != "over":
        over = over.apply(draw(over, Random(3)))
    with pytest.raises(ValueError, match="cannot be searched"):
        analyse(over, None, nodes=10)
    with pytest.raises(ValueError, match="are no faces"):
        analyse(position, 0, "bbbbb", nodes=10)
    with pytest.raises(ValueError, match="cannot be searched"):
        analyse(position, position.seats, nodes=10)
    with pytest.raises(ValueError, match="one of think_ms and nodes"):
        analyse(position, None)
    with pytest.raises(ValueError, match="one of think_ms and nodes"):
        analyse(position, None, nodes=10, think_ms=10)
    with pytest.raises(ValueError, match="nodes"):
        analyse(position, None, nodes=0)


def test_a_bot_does_not_think_where_there_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    position = rules.new("targui", seats=3)
    while not (isinstance(position.turn, int) and len(position.legal()) == 1):
        position = position.apply(draw(position, Random(5)))
        assert position.turn != "over", "another seed is needed"
    monkeypatch.setattr(search, "analyse", None)
    (only,) = position.legal()
    assert isinstance(position.turn, int)
    assert bots.create("expert", 1).choose(position, position.turn, "") == only
