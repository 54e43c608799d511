"""Camel Up in words and as a text board."""

from __future__ import annotations

import pytest
from rich.text import Text

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.words import words
from tests.rules.play import after, place
from tests.rules.telling import NAMES, plain, told

FACES = "ygbow"
SAY = words("camelup")


def position(**changes: object) -> Position:
    """Leg 1 of three seats, seat 0 on turn, with some keys changed."""
    start = rules.new("camelup", seats=3, options={"flip_in_place": True})
    setup = ("first 0", "start g1", "start y1", "start o1", "start b3", "start w3")
    return place(after(start, *setup), **changes)


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("leg w", "Anna takes the white leg tile, worth 5."),
        ("tile 6+", "Anna places an oasis on space 6."),
        ("tile 6-", "Anna places a mirage on space 6."),
        ("win 2", "Anna bets secretly on the winner of the race (card 1)."),
        ("lose 0", "Anna bets secretly on the loser of the race (card 1)."),
        ("roll", "Anna rolls the pyramid."),
    ],
)
def test_an_action_is_told_with_its_player(notation: str, sentence: str) -> None:
    assert told(position(), notation) == [sentence]


def test_a_tile_that_is_moved_or_turned_is_told_so() -> None:
    laid = position(tiles=["6+", None, None])
    assert told(laid, "tile 9-") == ["Anna moves the desert tile to space 9, as a mirage."]
    assert told(laid, "tile 6-") == ["Anna turns the tile on space 6 into a mirage."]


@pytest.mark.parametrize(
    ("changes", "die", "sentences"),
    [
        ({}, "die o2", ["Anna rolled orange 2: it goes to 3, on top of blue and white."]),
        ({}, "die g3", ["Anna rolled green 3: it carries yellow and orange to 4."]),
        (
            {"tiles": [None, "4+", None]},
            "die g3",
            [
                "Anna rolled green 3: it carries yellow and orange to 4.",
                "Bo's oasis earns 1 pound and sends it on to 5.",
            ],
        ),
        (
            {"tiles": [None, "15+", None], "track": {"1": "gyo", "3": "b", "14": "w"}},
            "die w1",
            [
                "Anna rolled white 1: it goes to 15.",
                "Bo's oasis earns 1 pound and sends it on to 16.",
            ],
        ),
        (
            {"tiles": [None, "4-", None]},
            "die o3",
            [
                "Anna rolled orange 3: it goes to 4.",
                "Bo's mirage earns 1 pound and sends it back to 3, underneath blue and white.",
            ],
        ),
        (
            {"tiles": [None, "4-", None], "track": {"1": "gyo", "2": "b", "3": "w"}},
            "die b2",
            [
                "Anna rolled blue 2: it goes to 4.",
                "Bo's mirage earns 1 pound and sends it back to 3, underneath white.",
            ],
        ),
    ],
)
def test_a_roll_tells_where_the_camels_end(
    changes: dict[str, object], die: str, sentences: list[str]
) -> None:
    assert told(position(**changes), "roll", die) == sentences


def test_a_camel_that_crosses_ends_the_race() -> None:
    lines = told(position(track={"15": "gy", "3": "obw"}), "roll", "die g2")
    assert lines[0] == "Anna rolled green 2: it carries yellow across the finish!"
    assert lines[1] == "Leg 1 is scored: yellow leads, then green, white, blue and orange."
    assert "The race is over: yellow wins, orange comes last." in lines


def test_the_menu_names_a_place_where_the_tile_may_really_go() -> None:
    crowded = {"1": "g", "2": "b", "3": "o", "4": "w", "5": "y"}
    here = position(track=crowded, tiles=["6+", None, None])
    typed = next(choice.typed for choice in SAY.choices(here, FACES) if "tile" in choice.typed)
    assert typed == "tile 6-"
    assert typed in here.legal()


# Race cards are named by camel, and the program finds the slot.
TYPED = [
    (position(), FACES, typed, notation)
    for typed, notation in [
        ("win g", "win 1"),
        ("lose white", "lose 4"),
        ("w y", "win 0"),
        ("win 3", "win 3"),
        ("r", "roll"),
        ("TILE 5 +", "tile 5+"),
        ("l o", "leg o"),
    ]
]
NO_MOVE = (position(), ["dance", "leg", "leg purple", "roll 3", "win z"])


def test_a_race_card_that_is_laid_already_is_named() -> None:
    here = position(win=[[0, 1]])
    assert (
        str(SAY.notation("win g", here, FACES)) == "You have already placed your green race card."
    )


BOARD = """\
Camel Up  leg 1                                                        Your turn
▲ o                                                             ▐
☼ y     ☾ w                                                     ▐
♣ g     ◆ b                  +1                                 ▐
─1───2───3───4───5───6───7───8───9──10──11──12──13──14──15──16──▐ finish
                            Bo
Pyramid       ◆b   ♣g   ▲o   ☾w    out  ☼y
Leg tiles     ◆b 3   ♣g 5   ▲o 5   ☾w 5   ☼y 5
Winner bets  Anna  ♣g , Chloé
Loser bets   none yet

            pounds  desert tile  race cards  this leg
▶ Anna           3  in hand               4   ◆b 5  pyramid 1
  Bo             3  oasis 8               5
  Chloé         12  in hand               4
Your race cards   ◆b   ▲o   ☾w   ☼y"""

PLAIN = """\
Camel Up  leg 1                                                        Your turn
[o]                                                             |
[y]     [w]                                                     |
[g]     [b]                  +1                                 |
-1---2---3---4---5---6---7---8---9--10--11--12--13--14--15--16--| finish
                            Bo
Pyramid      b g o w   out y
Leg tiles    b3 g5 o5 w5 y5
Winner bets  Anna g, Chloé
Loser bets   none yet

            pounds  desert tile  race cards  this leg
> Anna           3  in hand               4  b5 pyramid 1
  Bo             3  oasis 8               5
  Chloé         12  in hand               4
Your race cards  b o w y"""


def example() -> Position:
    nothing = {"leg": [], "pyramid": 0}
    return position(
        held=[{"leg": ["b5"], "pyramid": 1}, nothing, nothing],
        leg_tiles={**{camel: [5, 3, 2] for camel in "gowy"}, "b": [3, 2]},
        dice="bgow",
        tiles=[None, "8+", None],
        money=[3, 3, 12],
        win=[[0, 1], [2, 0]],
    )


def drawn(**how: object) -> Text:
    return SAY.board(example(), NAMES[:3], me=0, faces=FACES, **how)  # type: ignore[arg-type]


def test_the_board_shows_another_ones_race_cards_only_when_they_are_opened() -> None:
    assert "♣g" in plain(drawn()).split("Winner bets")[1].split("\n")[0]
    others = SAY.board(example(), NAMES[:3], me=1, faces="gbowy").plain
    assert "♣g" not in others.split("Winner bets")[1].split("\n")[0]
