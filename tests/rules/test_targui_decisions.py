"""targui in the corners: every refusal, and every decision of docs/rules-targui.md."""

from __future__ import annotations

from typing import Any

from camelnet.rules import Position
from tests.rules.play import after
from tests.rules.targui_positions import CAMPS, FIGHT, desert
from tests.rules.test_targui_dictionary import (
    CHOOSING,
    DRAWING,
    EMPTIED,
    ENDED,
    FIGHTING,
    FRESH,
    LAYING,
    PLACING,
    STANDING,
    TRIO,
    TURNING,
)

MOVED = after(STANDING, "pass")
AFTER = after(FIGHTING, "hit 2", "hit 1")
NO_PILE = dict.fromkeys(["0", "1", "2", "3", "destiny"], 0)

REFUSALS = [
    (FRESH, "first 2", "S1: there is no such seat"),
    (CHOOSING, "camp 31", "S2: a sector is chosen now"),
    (CHOOSING.apply("sector nw"), "sector nw", "S2: this sector is taken already"),
    (after(LAYING, *["land chott"] * 3), "land chott", "S3: no card of this land is left"),
    (LAYING, "land saline", "S3: no card of this land is left"),
    (LAYING, "land camp", "S3: no card of this land is left"),
    (PLACING, "sector nw", "S4: a camp is placed now"),
    (PLACING, "camp 43", "S4: this cell is not in your own part of the board"),
    (PLACING, "camp 99", "S4: this cell is not in your own part of the board"),
    (DRAWING, "draw 1", "D2: no card of this tribe is in the pile"),
    (DRAWING, "draw 4", "D2: no card of this tribe is in the pile"),
    (DRAWING, "draw destiny", "D2: the destiny card has left the pile"),
    (TURNING, "destiny 16", "D2: this card is not in the destiny deck"),
    (TURNING, "destiny 0", "D2: this card is not in the destiny deck"),
    (TURNING, "destiny 17", "D2: this card is not in the destiny deck"),
    (STANDING, "buy 8 1", "T1: a move, an attack or a pass comes before buying"),
    (STANDING, "again", "T1: a move, an attack or a pass comes before buying"),
    (STANDING, "move 0 8 1", "T1: the cells are numbered 1 to 49"),
    (STANDING, "move 8 50 1", "T1: the cells are numbered 1 to 49"),
    (STANDING, "move 7 8 1", "T1: cell 7 is not yours"),
    (STANDING, "move 2 9 1", "T1: cell 2 is not yours"),
    (STANDING, "move 8 9 9", "T1: cell 8 holds 8, and one camel at least moves"),
    (STANDING, "move 8 9 0", "T1: cell 8 holds 8, and one camel at least moves"),
    (STANDING, "move 8 9 99999", "T1: cell 8 holds 8, and one camel at least moves"),
    (STANDING, "move 8 8 1", "T1: cell 8 is not next to cell 8"),
    (STANDING, "move 8 3 1", "T1: cell 3 is not next to cell 8"),
    (desert({4: (0, 3)}), "move 4 5 1", "T1: cell 5 is a chott, which nobody enters"),
    (STANDING, "move 8 7 1", "T1: camels of another tribe hold cell 7; attack them"),
    (STANDING, "attack 50 7", "T2: the cells are numbered 1 to 49"),
    (STANDING, "attack 7 8", "T2: cell 7 is not yours"),
    (desert({7: (1, 5), 8: (0, 0)}), "attack 8 7", "T2: no camels stand on cell 8"),
    (STANDING, "attack 8 43", "T2: cell 43 is not next to cell 8"),
    (STANDING, "attack 8 9", "T2: no camels of another tribe stand on cell 9"),
    (
        desert({7: (1, 0), 8: (0, 8)}),
        "attack 8 7",
        "T2: no camels of another tribe stand on cell 7",
    ),
    (
        desert({7: (0, 5), 8: (0, 8)}),
        "attack 8 7",
        "T2: no camels of another tribe stand on cell 7",
    ),
    (MOVED, "move 8 9 1", "T4: only buying is left in this turn"),
    (MOVED, "attack 8 7", "T4: only buying is left in this turn"),
    (MOVED, "buy 7 1", "T4: camels are bought onto a cell of your own"),
    (MOVED, "buy 50 1", "T4: camels are bought onto a cell of your own"),
    (MOVED, "buy 8 0", "T4: one camel at least is bought; else pass"),
    (MOVED, "buy 8 11", "T4: a camel costs 1 silver, and you have 10"),
    (
        desert({8: (0, 405)}, step="buy"),
        "buy 8 6",
        "T4: the box holds no more than 5",
    ),
    (AFTER, "pass", "T5: now attack again or stop"),
    (EMPTIED, "pass", "T5: now camels go onto the emptied cell"),
    (EMPTIED, "stop", "T5: now camels go onto the emptied cell"),
    (EMPTIED, "occupy 0", "T5: from 1 to 8 go onto the emptied cell"),
    (EMPTIED, "occupy 9", "T5: from 1 to 8 go onto the emptied cell"),
    (FIGHTING, "die 3", "luck cannot bring this now"),
    (DRAWING, "destiny 1", "luck cannot bring this now"),
    (FIGHTING, "again", "luck comes first now"),
    (STANDING, "hit 3", "a seat decides now, neither luck nor an opening"),
    (ENDED, "pass", "the game is over"),
    (FIGHTING, "hit 7", "'hit 7' is no notation of this game"),
    (FIGHTING, "hit 0", "'hit 0' is no notation of this game"),
    (STANDING, "move 08 9 1", "'move 08 9 1' is no notation of this game"),
    (STANDING, "move 8 9 01", "'move 8 9 01' is no notation of this game"),
    (STANDING, "move 8 9", "'move 8 9' is no notation of this game"),
    (STANDING, "move 8 9 100000", "'move 8 9 100000' is no notation of this game"),
    (STANDING, "attack 8 7 1", "'attack 8 7 1' is no notation of this game"),
    (STANDING, "pass ", "'pass ' is no notation of this game"),
    (STANDING, "moves", "'moves' is no notation of this game"),
    (CHOOSING, "sector n", "'sector n' is no notation of this game"),
    (LAYING, "land feche-feche", "'land feche-feche' is no notation of this game"),
]


def entry(position: Position, key: str, at: int) -> Any:
    return position.to_dict()[key][at]


# --- setup ---


def test_three_seats_get_their_cells_by_the_order_of_choosing() -> None:
    position = TRIO.apply("first 1")
    assert position.to_dict()["step"] == "land"
    for land in ["guelta"] * 6 + ["reg"] * 12 + ["erg"] * 12 + ["feche"] * 8 + ["mount"] * 6:
        position = position.apply(f"land {land}")
    position = after(position, *["land chott"] * 4)
    assert (position.turn, position.legal()) == (1, ["camp 47", "camp 48", "camp 49"])
    position = position.apply("camp 48")
    assert (position.turn, position.legal()) == (2, ["camp 31", "camp 32", "camp 33"])
    position = position.apply("camp 33")
    assert (position.turn, position.legal()) == (0, ["camp 39", "camp 40", "camp 41"])
    begun = position.apply("camp 40").to_dict()
    assert (begun["step"], begun["round"], begun["box"]) == ("die", 1, 420)


def test_lands_come_as_often_as_their_cards_are_left() -> None:
    assert dict(LAYING.outcomes()) == {
        "land guelta": 6,
        "land reg": 11,
        "land erg": 12,
        "land feche": 8,
        "land mount": 6,
        "land chott": 3,
    }


def test_a_camp_may_replace_a_chott_and_can_be_entered_then() -> None:
    order = ["guelta"] * 6 + ["reg"] * 12 + ["erg"] * 12 + ["chott"] + ["feche"] * 8 + ["mount"] * 6
    position = after(FRESH, "first 0", "sector se", "sector nw")
    position = after(position, *(f"land {land}" for land in [*order, *["chott"] * 3]))
    assert entry(position, "land", 31) == "chott"
    camp = position.apply("camp 32")
    assert entry(camp, "land", 31) == "camp"
    assert entry(camp, "camels", 31) == 10


# --- a round ---


def rolled(die: int) -> Position:
    start = desert({}, step="buy", pile=NO_PILE)
    return after(start, "pass", f"die {die}")


def test_a_six_gives_each_tribe_one_card_with_two_turns() -> None:
    pile = {"0": 1, "1": 1, "2": 1, "3": 1, "destiny": 1}
    assert rolled(6).to_dict()["pile"] == pile
    turn = rolled(6).apply("draw 2")
    assert (turn.turn, turn.to_dict()["turns_left"]) == (2, 2)
    second = after(turn, "pass", "pass")
    assert (second.turn, second.to_dict()["turns_left"]) == (2, 1)
    assert after(second, "pass", "pass").turn == "chance"


def test_cards_are_drawn_as_often_as_they_are_in_the_pile() -> None:
    assert dict(rolled(3).outcomes()) == {**{f"draw {s}": 3 for s in range(4)}, "draw destiny": 1}


def test_the_tribe_that_is_out_puts_no_cards_into_the_next_pile() -> None:
    out = [False, False, True, True]
    herds = {31: (0, 0), 49: (0, 0)}
    start = desert(herds, out=out, step="buy", pile=NO_PILE)
    assert after(start, "pass", "die 4").to_dict()["pile"] == {
        "0": 4,
        "1": 4,
        "2": 0,
        "3": 0,
        "destiny": 1,
    }


# --- a turn ---


def test_an_empty_cell_of_another_tribe_is_taken_by_walking_on_it() -> None:
    position = desert({7: (1, 0), 8: (0, 8)}).apply("move 8 7 8").to_dict()
    assert (position["owner"][6], position["camels"][6]) == (0, 8)
    assert (position["owner"][7], position["camels"][7]) == (0, 0)  # left empty, still owned


def test_camels_can_be_bought_for_land_taken_in_the_same_turn() -> None:
    position = desert({8: (0, 8)}).apply("move 8 7 3")
    assert "buy 7 10" in position.legal()


def test_a_seat_that_can_do_nothing_still_passes_twice() -> None:
    herds = {37: (0, 0)}
    position = desert(herds, money=[0, 10, 10, 10])
    assert position.legal() == ["pass"]
    assert position.apply("pass").legal() == ["pass"]


def test_kills_are_half_of_die_and_bonus_rounded_down_and_at_most_who_is_there() -> None:
    """Cell 8 adds nothing here, cell 7 two."""
    assert (entry(FIGHTING, "land", 7), entry(FIGHTING, "land", 6)) == ("guelta", "feche")
    for die in range(1, 7):
        left = FIGHTING.apply(f"hit {die}").to_dict()
        assert left["camels"][6] == max(0, 5 - (die + 3) // 2)
        assert left["box"] == FIGHTING.to_dict()["box"] + min(5, (die + 3) // 2)


def test_who_is_beaten_keeps_the_cell_and_may_still_buy() -> None:
    lost = after(desert({7: (1, 9), 8: (0, 1)}), "attack 8 7", "hit 1", "hit 6").to_dict()
    assert (lost["step"], lost["attack"]) == ("buy", None)
    assert (lost["owner"][7], lost["camels"][7]) == (0, 0)


def test_a_tribe_without_land_is_out_and_keeps_its_money() -> None:
    herds = {43: (0, 0), 31: (3, 1), 7: (1, 0), 8: (0, 5)}
    out = desert(herds, tribute=[4, 4, 4, 4]).apply("move 8 7 5").to_dict()
    assert out["out"] == [False, True, False, False]
    assert out["tribute"] == [4, 0, 4, 4]
    assert out["money"][1] == 10
    assert out["step"] == "buy"


# --- destiny and the end ---


def destined(card: int, herds: dict[int, tuple[int, int]], **changes: Any) -> dict[str, Any]:
    """What a destiny card does to these herds, with the pile going on."""
    start = desert(
        herds,
        turn="chance",
        step="destiny",
        turns_left=0,
        destiny=sorted({*FIGHT["destiny"], max(card, 14)}),
        pile={"0": 1, "1": 1, "2": 1, "3": 1, "destiny": 0},
        **changes,
    )
    return start.apply(f"destiny {card}").to_dict()


def cell_with(land: str) -> int:
    return next(c for c in range(1, 50) if FIGHT["land"][c - 1] == land and c not in CAMPS)


def test_help_comes_only_to_the_own_camp() -> None:
    assert destined(2, {})["camels"][36] == 20
    lost = destined(2, {37: (1, 4), 8: (0, 0)})
    assert lost["camels"][36] == 4
    assert lost["box"] == 450 - 34


def test_help_takes_what_the_box_has() -> None:
    helped = destined(2, {8: (0, 403)})
    assert (helped["camels"][36], helped["box"]) == (17, 0)


def test_a_camp_in_other_hands_loses_half_its_camels_too() -> None:
    assert destined(9, {37: (1, 7), 8: (0, 0)})["camels"][36] == 4


def test_guelta_springs_only_where_somebody_owns_it() -> None:
    guelta = cell_with("guelta")
    assert destined(12, {guelta: (2, 0)})["camels"][guelta - 1] == 5
    assert destined(12, {})["camels"][guelta - 1] == 0


def test_mountains_pay_at_the_end_of_that_round_only() -> None:
    mountain = cell_with("mount")
    herds = {mountain: (0, 0)}
    paying = desert(herds, step="buy", pile=NO_PILE, effect=16).apply("pass").to_dict()
    assert paying["tribute"][0] == 4 + 3
    assert paying["effect"] is None
    usual = desert(herds, step="buy", pile=NO_PILE).apply("pass").to_dict()
    assert usual["tribute"][0] == 4


def last_round(herds: dict[int, tuple[int, int]], **changes: Any) -> Position:
    """The last turn of the last round."""
    return desert(herds, step="buy", pile=NO_PILE, round=16, destiny=[], **changes).apply("pass")


def test_the_highest_tribute_of_the_last_round_wins() -> None:
    reg = cell_with("reg")
    over = last_round({reg: (2, 0)})
    assert (over.turn, over.scores(), over.winners()) == ("over", [4, 4, 6, 4], [2])
    assert over.to_dict()["round"] == 16


def test_among_equal_tributes_the_camels_then_the_money_decide() -> None:
    assert last_round({43: (1, 11)}).winners() == [1]
    assert last_round({}, money=[10, 10, 10, 11]).winners() == [3]
    assert last_round({}, money=[10, 11, 10, 11]).winners() == [1, 3]


def test_who_has_lost_the_own_camp_cannot_win() -> None:
    """Seat 1 owns everything but its camp."""
    herds = {37: (1, 10), 49: (1, 10), 31: (1, 0), 43: (0, 3), 2: (0, 0), 3: (2, 0), 4: (3, 0)}
    nobody = last_round(herds)
    assert nobody.scores() == [0, 0, 0, 0]
    assert nobody.winners() == [0, 1, 2, 3]
    one = last_round({**herds, 49: (2, 1)})
    assert one.winners() == [2]


def test_with_one_tribe_left_nothing_more_is_paid_or_bought() -> None:
    over = ENDED.to_dict()
    assert (over["turn"], over["step"], over["turns_left"]) == ("over", "over", 0)
    assert (over["round"], over["die"], over["pile"]) == (3, 2, FIGHT["pile"])
    assert ENDED.winners() == [0]
