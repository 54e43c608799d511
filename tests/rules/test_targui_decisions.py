"""targui in the corners: every refusal, and decisions that random games come to too seldom."""

from __future__ import annotations

from typing import Any

from tests.rules.play import after
from tests.rules.targui_positions import (
    CHOOSING,
    DRAWING,
    EMPTIED,
    ENDED,
    FIGHT,
    FIGHTING,
    FRESH,
    LAYING,
    NO_PILE,
    PLACING,
    STANDING,
    TURNING,
    desert,
)

MOVED = after(STANDING, "pass")
AFTER = after(FIGHTING, "hit 2", "hit 1")

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
    (desert({8: (0, 405)}, step="buy"), "buy 8 6", "T4: the box holds no more than 5"),
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


def test_the_tribe_that_is_out_puts_no_cards_into_the_next_pile() -> None:
    out = [False, False, True, True]
    herds = {31: (0, 0), 49: (0, 0)}
    start = desert(herds, out=out, step="buy", pile=NO_PILE)
    pile = {"0": 4, "1": 4, "2": 0, "3": 0, "destiny": 1}
    assert after(start, "pass", "die 4").to_dict()["pile"] == pile


def test_a_tribe_without_land_is_out_and_keeps_its_money() -> None:
    herds = {43: (0, 0), 31: (3, 1), 7: (1, 0), 8: (0, 5)}
    out = desert(herds, tribute=[4, 4, 4, 4]).apply("move 8 7 5").to_dict()
    assert out["out"] == [False, True, False, False]
    assert out["tribute"] == [4, 0, 4, 4]
    assert out["money"][1] == 10
    assert out["step"] == "buy"


def destined(card: int, herds: dict[int, tuple[int, int]]) -> dict[str, Any]:
    """What a destiny card does to these herds, with the pile going on."""
    pile = {**dict.fromkeys(NO_PILE, 1), "destiny": 0}
    waiting = {"turn": "chance", "step": "destiny", "turns_left": 0, "pile": pile}
    start = desert(herds, destiny=[*FIGHT["destiny"], 14], **waiting)
    return start.apply(f"destiny {card}").to_dict()


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


def test_mountains_pay_at_the_end_of_that_round_only() -> None:
    herds = {FIGHT["land"].index("mount") + 1: (0, 0)}
    paying = desert(herds, step="buy", pile=NO_PILE, effect=16).apply("pass").to_dict()
    assert paying["tribute"][0] == 4 + 3
    assert paying["effect"] is None
    usual = desert(herds, step="buy", pile=NO_PILE).apply("pass").to_dict()
    assert usual["tribute"][0] == 4
