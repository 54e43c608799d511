"""cards in the corners: every refusal, and every decision of docs/rules-cards.md."""

from __future__ import annotations

import pytest

from camelnet import rules
from tests.rules.cards_positions import AT_HOME, ELEVEN, HOME, NONE, begun, held, last_card
from tests.rules.play import after, place

PALM_ON_7 = {"palm": {"space": 7, "holder": 0}, "fennec": AT_HOME}
DREW_ALL_ONES = after(rules.new("cards", seats=2), "first 0", *["card b1"] * 5)

REFUSALS = [
    (rules.new("cards", seats=2), "first 2", "S1: there is no such seat"),
    (DREW_ALL_ONES, "card b1", "S2: all of these cards have been drawn"),
    (begun().apply("palm 5"), "reveal", "T1: the race action of this turn is done"),
    (begun().apply("palm 5"), "hand", "T1: the race action of this turn is done"),
    (begun().apply("palm 5"), "fennec 6", "T1: the race action of this turn is done"),
    (begun().apply("lead b"), "mid g", "T1: the bet of this turn is made"),
    (begun().apply("lead b"), "final win g", "T1: the bet of this turn is made"),
    (place(begun(), tokens=PALM_ON_7), "palm 9", "R1: this token lies on the track already"),
    (begun(), "palm 0", "R1: a token goes on a space of the track, from 1 to 16"),
    (begun(), "fennec 17", "R1: a token goes on a space of the track, from 1 to 16"),
    (begun(), "fennec 2", "R1: a camel stands on space 2"),
    (place(begun(), tokens=PALM_ON_7), "fennec 7", "R1: the other token lies on space 7"),
    (
        place(begun(2), deck=1, seen=ELEVEN).apply("reveal"),
        "card g1",
        "R2: all of these cards have been seen in this leg",
    ),
    (
        place(begun(2), deck=1, seen=ELEVEN).apply("hand"),
        "card g1",
        "R3: all of these cards have been seen in this leg",
    ),
    (
        after(
            begun(),
            "hand",
            "card b1",
            "lead b",
            "reveal",
            "card g1",
            "mid g",
            "reveal",
            "card g1",
            "mid b",
        ),
        "hand",
        "R3: the hand card of this leg is played already",
    ),
    (
        place(
            begun(),
            leaders={**HOME, "b": []},
            held=held({"lead": ["b5", "b3", "b2", "b2"]}, {}, {}),
        ),
        "lead b",
        "B1: no leader card of this camel is left",
    ),
    (
        place(begun(), mids="gowy", held=held({}, {}, {"mid": "b"})),
        "mid b",
        "B2: the midfield card of this camel is taken",
    ),
    (
        place(begun(), finals={"win": "gowy", "lose": "bgowy"}, held=held({}, {"win": "b"}, {})),
        "final win b",
        "B3: this final card is your own already",
    ),
    (
        place(begun(), finals={"win": "bgowy", "lose": "gowy"}, held=held({"lose": "b"}, {}, {})),
        "final lose b",
        "B3: another player has this final card",
    ),
    (begun(bet_optional=True), "pass", "B4: the race action comes before a pass"),
    (begun(bet_optional=True).apply("mid b"), "pass", "B4: the race action comes before a pass"),
    (begun().apply("palm 5"), "pass", "B4: at this table a bet must be made"),
]


@pytest.mark.parametrize(
    "notation",
    [
        "card",
        "card b",
        "card b3",
        "card 1b",
        "card b1 ",
        "palm",
        "palm 05",
        "palm -1",
        "fennec 5 6",
        "lead",
        "lead x",
        "mid bg",
        "final b",
        "final b win",
        "final win",
        "reveals",
        "hand g2",
        "Pass",
    ],
)
def test_what_is_no_notation_is_refused_as_such(notation: str) -> None:
    for position in (begun(), begun().apply("reveal"), begun().apply("hand")):
        assert "is no notation" in str(position.why_not(notation))


def test_a_race_card_is_awaited_from_the_deck_or_from_the_hand_and_nothing_else_comes() -> None:
    for action, turn in (("reveal", "chance"), ("hand", "reveal")):
        waiting = begun().apply(action)
        assert waiting.turn == turn
        assert waiting.legal() == []
        assert waiting.why_not("card b1") is None
        for notation in ("reveal", "lead b", "pass", "first 0"):
            assert waiting.why_not(notation) is not None
    assert begun().why_not("card b1") is not None


def test_either_order_of_race_action_and_bet_is_one_turn() -> None:
    one = after(begun(), "lead b", "palm 9")
    other = after(begun(), "palm 9", "lead b")
    assert one == other
    assert one.turn == 2
    assert one.to_dict()["did"] is None


def test_an_optional_bet_is_passed_after_the_race_action() -> None:
    optional = begun(bet_optional=True)
    assert "pass" not in optional.legal()
    acted = optional.apply("palm 9")
    assert "pass" in acted.legal()
    assert acted.apply("pass").turn == 2
    assert acted.apply("pass").scores() == [3, 3, 3]


def test_the_race_action_that_ends_a_leg_ends_the_turn() -> None:
    for did in (None, "bet"):
        ended = last_card(did=did).apply("card y1")
        assert (ended.turn, ended.to_dict()["did"], ended.to_dict()["leg"]) == (1, None, 3)


def test_a_hand_card_never_ends_a_leg() -> None:
    one_left = place(begun(2), deck=1, seen=ELEVEN)
    played = after(one_left, "hand", "card y1")
    assert played.to_dict()["leg"] == 1
    assert played.to_dict()["deck"] == 1


def test_a_token_met_can_be_laid_again_in_a_later_turn_but_not_in_this_one() -> None:
    met = after(
        place(begun(), tokens={"palm": {"space": 3, "holder": 1}, "fennec": AT_HOME}),
        "reveal",
        "card y1",
    )
    assert met.to_dict()["tokens"]["palm"] == AT_HOME
    assert met.to_dict()["track"] == {"0": "", "1": "gow", "4": "yb"}
    assert str(met.why_not("palm 9")).startswith("T1")
    assert met.apply("lead b").why_not("palm 9") is None


def test_a_token_may_lie_beside_another_and_on_the_first_and_the_last_space() -> None:
    far = place(begun(), track={"0": "", "3": "gow", "4": "yb"}, tokens=PALM_ON_7)
    for space in (1, 6, 8, 16):
        assert far.why_not(f"fennec {space}") is None


def test_money_stops_at_the_least_money_once_for_all_lines() -> None:
    debts = {
        "held": held({"lead": ["o5", "o3", "w5"], "mid": "o"}, {}),
        "leaders": {**HOME, "o": [2, 2], "w": [3, 2, 2]},
        "mids": "bgwy",
        "money": [2, 2],
    }
    assert last_card(**debts).apply("card y1").scores() == [1, 2]
    loose = {"trophies": True, "bet_optional": False, "min_money": 0}
    assert last_card(options=loose, **debts).apply("card y1").scores() == [0, 2]


def test_a_hand_not_played_is_dealt_anew_with_the_next_leg() -> None:
    played = last_card(hand=[False, True], seen=sorted([*ELEVEN, "y2"]))
    assert played.apply("card y1").to_dict()["hand"] == [True, True]


def test_with_five_seats_the_deck_has_ten_cards() -> None:
    decks = {seats: begun(seats).to_dict()["deck"] for seats in range(2, 7)}
    assert decks == {2: 12, 3: 12, 4: 12, 5: 10, 6: 12}


def test_the_track_grows_with_the_seats() -> None:
    cards = {seats: begun(seats).to_dict()["cards"] for seats in range(2, 7)}
    assert {seats: sum(widths) for seats, widths in cards.items()} == {
        2: 15,
        3: 16,
        4: 17,
        5: 18,
        6: 19,
    }
    assert [widths[-1] for widths in cards.values()] == [1, 2, 1, 2, 1]
    assert all(set(widths[:-1]) == {2} for widths in cards.values())


def test_trophies_run_out_and_go_only_onto_cards_in_the_pool() -> None:
    one_left = {"win": {**NONE, "b": 3}, "lose": {**NONE, "b": 2}, "left": 1}
    laid = last_card(trophies=one_left).apply("card y1").to_dict()["trophies"]
    assert (laid["win"]["o"], laid["lose"]["y"], laid["left"]) == (1, 0, 0)
    taken = {"finals": {"win": "bgwy", "lose": "bgow"}, "held": held({"win": "o"}, {"lose": "y"})}
    kept = last_card(**taken).apply("card y1").to_dict()["trophies"]
    assert kept["left"] == 6


def test_without_the_option_there_are_no_trophies() -> None:
    none = {"win": NONE, "lose": NONE, "left": 0}
    options = {"trophies": False, "bet_optional": False, "min_money": 1}
    bare = last_card(options=options, trophies=none)
    assert bare.apply("card y1").to_dict()["trophies"] == none


def test_a_final_card_keeps_its_trophies_wherever_it_goes() -> None:
    trophies = {"win": {**NONE, "b": 2}, "lose": NONE, "left": 4}
    taken = after(place(begun(), trophies=trophies), "final win b", "palm 9")
    assert taken.to_dict()["trophies"] == trophies
    given_back = after(taken, "reveal", "card b1", "mid b", "reveal", "card b1", "mid g")
    assert given_back.turn == 1
    swapped = given_back.apply("final win g")
    assert swapped.to_dict()["finals"]["win"] == "bowy"
    assert swapped.to_dict()["trophies"] == trophies


def test_camels_on_the_start_move_alone_and_stack_from_space_1_on() -> None:
    start = after(rules.new("cards", seats=2), "first 0", "card y1")
    assert start.to_dict()["track"] == {"0": "bgow", "1": "y"}
    assert start.apply("card b1").to_dict()["track"] == {"0": "gow", "1": "yb"}


def test_a_pack_lies_only_during_a_leg() -> None:
    assert rules.new("cards", seats=2).pack() is None
    assert DREW_ALL_ONES.pack() is None
    pack = begun(2).pack()
    assert pack is not None
    assert pack.number == 1
    assert sum(count for _face, count in pack.unseen) == 30
    assert [(slot.slot, slot.owner) for slot in pack.slots] == [
        *((slot, None) for slot in range(12)),
        (12, 0),
        (13, 1),
    ]
    assert pack.awaited is None
    turning = begun(2).apply("reveal").pack()
    assert turning is not None
    assert turning.awaited == 0
    opening = begun(2).apply("hand").pack()
    assert opening is not None
    assert opening.awaited == 13


def test_the_slots_of_cards_that_were_turned_up_are_gone_from_the_pack() -> None:
    later = after(begun(2), "reveal", "card b2", "mid b", "hand", "card g1", "mid g")
    pack = later.pack()
    assert pack is not None
    assert [slot.slot for slot in pack.slots] == [*range(1, 12), 13]
    assert dict(pack.unseen) == {
        "b1": 5,
        "g1": 4,
        "g2": 1,
        "o1": 5,
        "o2": 1,
        "w1": 5,
        "w2": 1,
        "y1": 5,
        "y2": 1,
    }
