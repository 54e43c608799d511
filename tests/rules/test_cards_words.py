"""Camel Up Cards in words and as a text board."""

from __future__ import annotations

import pytest
from rich.text import Text

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.words import words
from tests.rules.cards_positions import AT_HOME, HOME, NONE, begun, ended, held, last_card
from tests.rules.play import after, place
from tests.rules.telling import NAMES, plain, told

SAY = words("cards")


def test_the_standings_put_the_richest_first() -> None:
    table = SAY.standings(ended(), NAMES[:3])
    assert table.rows == (("1", "Anna", "10"), ("1", "Chloé", "10"), ("3", "Bo", "3"))


TOKENS = {"palm": {"space": 3, "holder": 0}, "fennec": {"space": 4, "holder": 2}}


@pytest.mark.parametrize(
    ("notation", "sentences"),
    [
        ("lead w", ["Bo takes the white leader card, worth 5."]),
        ("mid w", ["Bo takes the white midfield card."]),
        ("final win w", ["Bo takes white's winner card."]),
        ("palm 9", ["Bo places the palm on space 9 and takes its card."]),
        ("fennec 9", ["Bo places the fennec on space 9 and takes its card."]),
        ("reveal", ["Bo reaches for the top race card."]),
        ("hand", ["Bo plays the hand card."]),
    ],
)
def test_an_action_is_told_with_its_player(notation: str, sentences: list[str]) -> None:
    assert told(begun(), notation) == sentences


def test_a_card_is_told_with_the_way_of_its_unit() -> None:
    assert told(begun(), "reveal", "card o1") == [
        "Bo turned up orange 1.",
        "Orange carries white to 2, on top of yellow and blue.",
    ]
    assert told(begun(), "hand", "card b2") == [
        "Bo played blue 2 from the hand: it moves one space.",
        "Blue goes to 3.",
    ]
    assert told(place(begun(), tokens=TOKENS), "reveal", "card o2") == [
        "Bo turned up orange 2.",
        "Orange carries white to 3.",
        "Anna's palm sends it on to 4.",
        "Chloé's fennec sends it back to 3.",
    ]
    back = place(begun(), tokens={"palm": AT_HOME, "fennec": {"space": 3, "holder": 2}})
    assert told(back, "reveal", "card b1")[1:] == [
        "Blue goes to 3.",
        "Chloé's fennec sends it back to 2, underneath yellow.",
    ]
    on = place(begun(), tokens={"palm": {"space": 2, "holder": 1}, "fennec": AT_HOME}, track=PALM)
    assert told(on, "reveal", "card w1")[1:] == [
        "White goes to 2.",
        "Bo's palm sends it on to 3, on top of yellow and blue.",
    ]


PALM = {"0": "", "1": "gow", "3": "yb"}


def test_setup_tells_which_cards_are_passed_over() -> None:
    start = rules.new("cards", seats=2)
    assert told(start, "first 1") == ["Bo has the first turn."]
    assert told(start, "first 1", "card b1") == [
        "The card blue 1 is drawn for the start.",
        "Blue goes to 1.",
    ]
    assert told(start, "first 1", "card b1", "card b2") == [
        "The card blue 2 is passed over, as this camel has started already."
    ]


def test_the_end_of_a_leg_is_told_from_the_lost_bet_to_the_next_turn() -> None:
    assert told(last_card(), "card y1") == [
        "Anna turned up yellow 1.",
        "Yellow goes to 10.",
        "Anna had not bet in this turn yet: that bet is lost.",
        "Leg 2 is scored: yellow leads, then green, white, blue and orange.",
        "Anna 0 (now 3), Bo 0 (now 3).",
        "A sandstorm turns 1 bare track card: the track has 14 spaces now.",
        "A trophy is placed on orange's winner card.",
        "A trophy is placed on yellow's loser card.",
        "The race cards are shuffled and dealt.",
        "Leg 3 begins: Bo's turn.",
    ]


def test_a_final_card_given_back_is_told_and_so_are_its_trophies() -> None:
    trophies = {"win": {**NONE, "y": 2}, "lose": NONE, "left": 4}
    here = place(
        begun(),
        held=held({}, {"win": "b"}, {}),
        finals={"win": "gowy", "lose": "bgowy"},
        trophies=trophies,
    )
    assert told(here, "final win y") == [
        "Bo gives back blue's winner card.",
        "Bo takes yellow's winner card. 2 trophies lie on it.",
    ]
    assert SAY.explain("final win y", here) == (
        "Take yellow's winner card: 7 coins if it wins the race, 3 if it is second; "
        "otherwise you pay 1. 2 trophies on it bring 2 more each unless you pay. Your card of blue "
        "goes back."
    )


TYPED = [
    *(
        (begun(), "g2", typed, notation)
        for typed, notation in [
            ("r", "reveal"),
            ("HAND", "hand"),
            ("h", "hand"),
            ("l g", "lead g"),
            ("lead Green", "lead g"),
            ("m white", "mid w"),
            ("final win g", "final win g"),
            ("win g", "final win g"),
            ("lose y", "final lose y"),
            ("final lose yellow", "final lose y"),
            ("p 5", "palm 5"),
            ("fennec 12", "fennec 12"),
            ("f 12", "fennec 12"),
        ]
    ),
    (begun(bet_optional=True).apply("palm 9"), "g2", "pas", "pass"),
]
NO_MOVE = (
    begun(),
    ["", "dance", "lead", "lead purple", "reveal 3", "final", "final g", "hand g", "palm"],
)


def example() -> Position:
    return place(
        begun(),
        leg=3,
        track={"0": "", "5": "gow", "9": "y", "12": "b"},
        cards=[2, 2, 1, 2, 2, 2, 2, 2],
        tokens={"palm": {"space": 7, "holder": 2}, "fennec": AT_HOME},
        money=[3, 11, 4],
        leaders={**HOME, "b": [2, 2]},
        mids="bgow",
        held=held({"lead": ["b5"]}, {"mid": "y", "win": "b"}, {"lead": ["b3"], "lose": "y"}),
        finals={"win": "gowy", "lose": "bgow"},
        trophies={"win": {**NONE, "g": 1}, "lose": {**NONE, "y": 2}, "left": 3},
        deck=9,
        hand=[True, True, False],
        seen=["b1", "b1", "g2", "o1"],
        did="race",
    )


BOARD = """\
Camel Up Cards  leg 3                                     Your turn: now the bet
                ☾ w                                         ▐
                ▲ o                                         ▐
                ♣ g      +1     ☼ y         ◆ b             ▐
─1───2─┴─3───4─┴≈5≈┴─6───7─┴─8───9─┴─10──11┴─12──13┴─14──15┴▐ finish
                        Chl
Leaders        ◆b 2   ♣g 5   ▲o 5   ☾w 5   ☼y 5
Midfield       ◆b   ♣g   ▲o   ☾w
Final winner   ♣g ★1   ▲o   ☾w   ☼y
Final loser    ◆b   ♣g   ▲o   ☾w
At home        fennec  3 trophies
Race deck     9   seen  ◆b 1,1   ♣g 2   ▲o 1

            coins  hand  bets
  Anna          3  ▮      ◆b 5
▶ Bo           11  ▮      ☼y mid   ◆b wins
  Chloé         4         ◆b 3   ☼y loses ★2   palm
Your hand card   ♣g 2"""

PLAIN = """\
Camel Up Cards  leg 3                                     Your turn: now the bet
                [w]                                         |
                [o]                                         |
                [g]      +1     [y]         [b]             |
-1---2-+-3---4-+~5~+-6---7-+-8---9-+-10--11+-12--13+-14--15+| finish
                        Chl
Leaders       b2 g5 o5 w5 y5
Midfield      b g o w
Final winner  g*1 o w y
Final loser   b g o w
At home        fennec  3 trophies
Race deck     9   seen b1,1 g2 o1

            coins  hand  bets
  Anna          3  #     b5
> Bo           11  #     y mid b wins
  Chloé         4        b3 y loses *2  palm
Your hand card  g2"""


def drawn(**how: object) -> Text:
    return SAY.board(example(), NAMES[:3], me=1, faces="g2", **how)  # type: ignore[arg-type]


def test_the_board_shows_the_hand_card_to_its_owner_only_and_while_it_is_held() -> None:
    assert "Your hand card" in plain(drawn())
    nobody = SAY.board(example(), NAMES[:3], me=None, faces="").plain
    played = SAY.board(example(), NAMES[:3], me=2, faces="g2").plain
    assert "Your hand card" not in nobody + played


def test_camels_on_the_start_are_shown_in_setup() -> None:
    start = SAY.board(after(rules.new("cards", seats=2), "first 0", "card b1"), NAMES[:2])
    assert "On the start   ♣g   ▲o   ☾w   ☼y" in plain(start)
