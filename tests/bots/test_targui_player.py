"""The simple player of targui: it wins against chance, and does what a careful tribe would."""

from __future__ import annotations

from camelnet import bots, rules
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import battle
from tests.rules.play import after
from tests.rules.targui_positions import FIGHT, desert


def choose(position: Position) -> str:
    assert isinstance(position.turn, int)
    return bots.create("greedy", 0).choose(position, position.turn, "")


def test_it_takes_the_land_next_door_that_pays_most() -> None:
    """Around the camp on 37 lie guelta 38, a reg and an erg; nobody is near."""
    taken = after(desert({}), choose(desert({}))).to_dict()
    assert taken["owner"][37] == 0
    assert taken["camels"][36] > 1


def test_it_attacks_when_it_cannot_lose_and_not_when_it_cannot_win() -> None:
    strong = desert({8: (0, 60), 7: (1, 3), 1: (1, 3)})
    assert choose(strong).startswith(("attack 8 ", "move 8 "))
    weak = desert({9: (0, 3), 1: (1, 60)})
    odds = battle(weak, 9, 1)
    assert odds is not None
    assert odds.taken == 0
    assert choose(weak) != "attack 9 1"


def test_it_takes_the_last_cell_of_its_last_rival() -> None:
    herds = {31: (0, 0), 49: (0, 0), 43: (0, 0), 7: (1, 2), 8: (0, 30), 26: (0, 3), 27: (0, 5)}
    position = desert(herds, out=[False, False, True, True])
    assert choose(position) == "attack 8 7"


def test_it_breaks_off_what_it_cannot_win_and_goes_on_with_what_it_cannot_lose() -> None:
    hopeless = after(desert({9: (0, 8), 1: (1, 60)}), "attack 9 1", "hit 6", "hit 1")
    assert choose(hopeless) == "stop"
    certain = after(desert({8: (0, 60), 7: (1, 6)}), "attack 8 7", "hit 1", "hit 1")
    assert choose(certain) == "again"


def test_it_buys_for_the_camp_that_is_about_to_be_attacked() -> None:
    threatened = desert({37: (0, 3), 38: (1, 20), 8: (0, 1)}, step="buy", money=[40, 0, 10, 10])
    verb, cell, count = choose(threatened).split(" ")
    assert (verb, cell) == ("buy", "37")
    assert int(count) >= 20


def test_it_never_leaves_its_camp_to_an_army_next_to_it() -> None:
    threatened = desert({37: (0, 20), 38: (1, 15)})
    kept = after(threatened, choose(threatened)).to_dict()
    assert kept["camels"][36] >= 15 or kept["attack"] is not None


def test_a_sector_across_from_the_others_is_chosen() -> None:
    start = rules.new("targui", seats=2).apply("first 0")
    for taken, across in (("nw", "se"), ("ne", "sw"), ("sw", "ne"), ("se", "nw")):
        assert choose(start.apply(f"sector {taken}")) == f"sector {across}"


def test_equal_positions_give_equal_choices_whatever_was_played_before() -> None:
    position = desert({8: (0, 8), 7: (1, 5)})
    assert choose(position) == choose(rules.from_dict(position.to_dict()))
    assert FIGHT["turn"] == position.turn
