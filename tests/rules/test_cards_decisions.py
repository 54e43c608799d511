"""cards in the corners: every refusal, and decisions that random games come to too seldom."""

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
        *("card", "card b", "card b3", "card 1b", "card b1 ", "palm", "palm 05", "palm -1"),
        *("fennec 5 6", "lead", "lead x", "mid bg", "final b", "final b win", "final win"),
        *("reveals", "hand g2", "Pass"),
    ],
)
def test_what_is_no_notation_is_refused_as_such(notation: str) -> None:
    for position in (begun(), begun().apply("reveal"), begun().apply("hand")):
        assert "is no notation" in str(position.why_not(notation))


def test_the_track_grows_with_the_seats() -> None:
    cards = {seats: begun(seats).to_dict()["cards"] for seats in range(2, 7)}
    assert [sum(widths) for widths in cards.values()] == [15, 16, 17, 18, 19]
    assert [widths[-1] for widths in cards.values()] == [1, 2, 1, 2, 1]
    assert all(set(widths[:-1]) == {2} for widths in cards.values())


def test_trophies_run_out_and_go_only_onto_cards_in_the_pool() -> None:
    one_left = {"win": {**NONE, "b": 3}, "lose": {**NONE, "b": 2}, "left": 1}
    laid = last_card(trophies=one_left).apply("card y1").to_dict()["trophies"]
    assert (laid["win"]["o"], laid["lose"]["y"], laid["left"]) == (1, 0, 0)
    taken = {"finals": {"win": "bgwy", "lose": "bgow"}, "held": held({"win": "o"}, {"lose": "y"})}
    kept = last_card(**taken).apply("card y1").to_dict()["trophies"]
    assert kept["left"] == 6


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
