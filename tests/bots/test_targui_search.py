"""The simple player and the search of targui: what is looked at, battles, and plain tactics."""

from __future__ import annotations

from random import Random

import pytest

from camelnet import rules
from camelnet.bots.search import analyse
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.targui.battle import battle
from tests.bots.games import chosen, simple_and_searching, whole_game
from tests.rules.play import after
from tests.rules.targui_positions import LAST_ROUND, desert


def decisions(seats: int, seed: int, count: int) -> list[Position]:
    """Decisions of games in which half of the moves are the simple player's, half random."""
    random, position = Random(seed), rules.new("targui", seats=seats)
    found: list[Position] = []
    while len(found) < count:
        if isinstance(position.turn, int):
            if random.random() < 0.1:
                found.append(position)
            simple = random.random() < 0.5
            position = position.apply(
                position.greedy("") if simple else random.choice(position.legal())
            )
        elif position.turn == "over":
            position = rules.new("targui", seats=seats)
        else:
            notations, weights = zip(*position.outcomes(), strict=True)
            position = position.apply(random.choices(notations, weights)[0])
    return found


def glance(position: Position, with_tables: bool) -> list[float]:
    """The chances of all seats, as one playout tells them."""
    share, money = ffi.new("double[8]"), ffi.new("double[8]")
    memory = tables("targui") if with_tables else ffi.NULL
    state = position.state
    assert lib.cn_search_playouts(state, lib.CN_SEARCH_NOBODY, b"", 0, memory, 7, 1, share, money)
    return list(share)[: position.seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_looks_at_legal_moves_only_and_at_what_the_simple_player_would_do(seats: int) -> None:
    for position in decisions(seats, seed=seats, count=40):
        found = analyse(position, None, nodes=2)
        looked_at = [line.notation for line in found.lines]
        assert len(set(looked_at)) == len(looked_at)
        assert set(looked_at) <= set(position.legal())
        assert position.greedy("") in looked_at


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_at_a_glance_are_chances_and_a_tribe_that_is_out_has_none(seats: int) -> None:
    for position in decisions(seats, seed=10 + seats, count=40):
        shares = glance(position, with_tables=True)
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert all(0 <= share <= 1 for share in shares)
        out = position.to_dict()["out"]
        assert all(share == 0 for share, gone in zip(shares, out, strict=True) if gone)


@pytest.mark.parametrize(("attackers", "defenders"), [(8, 5), (3, 12), (1, 1), (40, 39), (90, 85)])
@pytest.mark.parametrize("rolls", [["hit 2"], ["hit 2", "hit 1"], []])
def test_the_table_of_battles_and_the_exact_odds_say_the_same(
    attackers: int, defenders: int, rolls: list[str]
) -> None:
    fight = desert({8: (0, attackers), 7: (1, defenders)}).apply("attack 8 7")
    for roll in rolls:
        if fight.turn == "chance":
            fight = fight.apply(roll)
    close = 1e-4 if attackers <= 40 else 0.02  # larger herds are scaled down together
    assert glance(fight, True) == pytest.approx(glance(fight, False), abs=close)


def test_a_won_battle_leaves_the_attacker_better_off_than_a_lost_one() -> None:
    fight = desert({8: (0, 8), 7: (1, 10)}).apply("attack 8 7")
    lucky, unlucky = after(fight, "hit 6"), after(fight, "hit 1")
    assert glance(lucky, True)[0] > glance(fight, True)[0] > glance(unlucky, True)[0]


def test_it_walks_into_a_camp_that_nobody_defends() -> None:
    bare = desert({43: (1, 0), 7: (1, 5), 42: (0, 20)})
    assert chosen("hard", bare).startswith("move 42 43 ")


@simple_and_searching
def test_it_does_not_leave_its_camp_to_an_army_next_to_it(level: str) -> None:
    threatened = desert({37: (0, 20), 38: (1, 15)})
    kept = after(threatened, chosen(level, threatened)).to_dict()
    enough = {"greedy": 15, "hard": 12}[level]
    assert kept["camels"][36] >= enough or kept["attack"] is not None


@simple_and_searching
def test_it_buys_for_the_camp_that_is_about_to_be_attacked(level: str) -> None:
    threatened = desert({37: (0, 3), 38: (1, 20), 8: (0, 1)}, step="buy", money=[40, 0, 10, 10])
    verb, cell, count = chosen(level, threatened).split(" ")
    assert (verb, cell) == ("buy", "37")
    assert int(count) >= 20


@pytest.mark.parametrize(("level", "ours", "theirs"), [("greedy", 8, 60), ("hard", 40, 200)])
def test_it_breaks_off_what_it_cannot_win(level: str, ours: int, theirs: int) -> None:
    hopeless = after(desert({9: (0, ours), 1: (1, theirs)}), "attack 9 1", "hit 6", "hit 1")
    assert chosen(level, hopeless) == "stop"


@simple_and_searching
def test_it_goes_on_with_what_it_cannot_lose(level: str) -> None:
    certain = after(desert({8: (0, 60), 7: (1, 6)}), "attack 8 7", "hit 1", "hit 1")
    assert chosen(level, certain) == "again"


def test_it_takes_the_land_next_door_that_pays_most() -> None:
    """Around the camp on 37 lie guelta 38, a reg and an erg; nobody is near."""
    taken = after(desert({}), chosen("greedy", desert({}))).to_dict()
    assert taken["owner"][37] == 0
    assert taken["camels"][36] > 1


def test_it_attacks_when_it_cannot_lose_and_not_when_it_cannot_win() -> None:
    strong = desert({8: (0, 60), 7: (1, 3), 1: (1, 3)})
    assert chosen("greedy", strong).startswith(("attack 8 ", "move 8 "))
    weak = desert({9: (0, 3), 1: (1, 60)})
    odds = battle(weak, 9, 1)
    assert odds is not None
    assert odds.taken == 0
    assert chosen("greedy", weak) != "attack 9 1"


def test_it_takes_the_last_cell_of_its_last_rival() -> None:
    herds = {31: (0, 0), 49: (0, 0), 43: (0, 0), 7: (1, 2), 8: (0, 30), 26: (0, 3), 27: (0, 5)}
    position = desert(herds, out=[False, False, True, True])
    assert chosen("greedy", position) == "attack 8 7"


def test_a_sector_across_from_the_others_is_chosen() -> None:
    start = rules.new("targui", seats=2).apply("first 0")
    for taken, across in (("nw", "se"), ("ne", "sw"), ("sw", "ne"), ("se", "nw")):
        assert chosen("greedy", start.apply(f"sector {taken}")) == f"sector {across}"


def test_on_the_last_turn_it_takes_the_land_that_makes_it_win() -> None:
    """All own their camps alone; a guelta next to its own breaks the tie."""
    position = desert({}, **LAST_ROUND)
    over = after(position, chosen("hard", position), "pass")
    assert over.turn == "over"
    assert over.winners() == [0]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_that_looks_ahead_comes_to_an_end(seats: int) -> None:
    over = whole_game("targui", ["hard"] * seats, seats, nodes=12, destiny=[1, 8])
    assert over.position.winners()
