"""Camel Up in words and as a text board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from rich.text import Text

from camelnet import rules
from camelnet.i18n import Message
from camelnet.rules import Event, Position
from camelnet.rules.games.camelup.events import Earned
from camelnet.rules.phrases import listing, ranges
from camelnet.rules.words import words

NAMES = ["Anna", "Bo", "Chloé", "Dimitri", "Eve", "Finn", "Gus", "Hana"]
FACES = "ygbow"
SAY = words("camelup")


@dataclass(frozen=True)
class Step:
    notation: str
    seat: int | None
    before: Position
    after: Position
    events: tuple[Event, ...]

    def told(self, *, tabled: bool = False) -> list[str]:
        names = NAMES[: self.before.seats]
        return SAY.describe(
            self.notation, self.seat, self.before, self.after, self.events, names, tabled=tabled
        )


def step(before: Position, notation: str) -> Step:
    seat = before.turn if isinstance(before.turn, int) else None
    after, events = before.step(notation)
    return Step(notation, seat, before, after, events)


def position(**changes: object) -> Position:
    """Leg 1 of three seats, seat 0 on turn, with some keys changed."""
    state = rules.new("camelup", seats=3, options={"flip_in_place": True})
    for notation in ("first 0", "start g1", "start y1", "start o1", "start b3", "start w3"):
        state = state.apply(notation)
    return rules.from_dict({**state.to_dict(), **changes})


def whole_game(seed: int, seats: int) -> Iterator[Step]:
    """A random game with openings that fit and one seat that never opens."""
    print(f"seed {seed}")
    luck = random.Random(seed)
    here = rules.new("camelup", seats=seats, options={"flip_in_place": True})
    while here.turn != "over":
        if here.turn == "chance":
            notation = luck.choice(here.outcomes())[0]
        elif here.turn == "reveal":
            opener = here.to_dict()["slots"].index("?????") if here.opener is None else here.opener
            notation = f"open {opener} {'-' if opener == 1 else FACES}"
        else:
            notation = luck.choice(["roll", luck.choice(here.legal())])
        seat = here.turn if isinstance(here.turn, int) else None
        after, events = here.step(notation)
        yield Step(notation, seat, here, after, events)
        here = after


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_step_of_a_game_is_told_in_whole_sentences(language: str, seats: int) -> None:
    for told in whole_game(seats, seats):
        lines = told.told()
        assert lines, told.notation
        for line in lines:
            assert line[0].isupper(), line
            assert line[-1] in ".!", line
            assert "{" not in line, line


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_legal_move_is_explained_and_every_menu_line_can_be_typed(
    language: str, seats: int
) -> None:
    for told in whole_game(100 + seats, seats):
        here = told.before
        for notation in here.legal():
            assert "{" not in SAY.explain(notation, here, FACES)
            assert SAY.explain(notation, here)
        for choice in SAY.choices(here, FACES):
            assert SAY.notation(choice.typed, here, FACES) in here.legal(), choice


def test_the_tables_of_a_game_add_up_to_its_scores() -> None:
    money = ["3"] * 5
    for told in whole_game(7, 5):
        for table in SAY.tables(told.events, NAMES[:5]):
            assert all(len(row) == len(table.head) for row in table.rows)
            name = ""
            for row in table.rows:
                name = row[0] if row[0] in NAMES else row[1] if row[1] in NAMES else name
                if row[-1]:
                    money[NAMES.index(name)] = row[-1]
        # Desert tiles pay at once, outside of any table.
        for event in told.events:
            if isinstance(event, Earned):
                money[event.seat] = str(int(money[event.seat]) + event.pounds)
    assert money == [str(score) for score in told.after.scores()]


def test_what_the_tables_show_is_left_out_of_the_sentences_when_asked() -> None:
    for told in whole_game(11, 4):
        shorter = told.told(tabled=True)
        assert set(shorter) <= set(told.told())
        if SAY.tables(told.events, NAMES[:4]):
            assert len(shorter) < len(told.told())


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
    assert step(position(), notation).told() == [sentence]


def test_a_tile_that_is_moved_or_turned_is_told_so() -> None:
    laid = position(tiles=["6+", None, None])
    assert step(laid, "tile 9-").told() == ["Anna moves the desert tile to space 9, as a mirage."]
    assert step(laid, "tile 6-").told() == ["Anna turns the tile on space 6 into a mirage."]


@pytest.mark.parametrize(
    ("changes", "die", "told"),
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
    changes: dict[str, object], die: str, told: list[str]
) -> None:
    assert step(position(**changes).apply("roll"), die).told() == told


def test_a_camel_that_crosses_ends_the_race() -> None:
    near = position(track={"15": "gy", "3": "obw"}).apply("roll")
    told = step(near, "die g2").told()
    assert told[0] == "Anna rolled green 2: it carries yellow across the finish!"
    assert told[1] == "Leg 1 is scored: yellow leads, then green, white, blue and orange."
    assert "The race is over: yellow wins, orange comes last." in told


def test_the_menu_names_a_place_where_the_tile_may_really_go() -> None:
    crowded = {"1": "g", "2": "b", "3": "o", "4": "w", "5": "y"}
    here = position(track=crowded, tiles=["6+", None, None])
    typed = next(choice.typed for choice in SAY.choices(here, FACES) if "tile" in choice.typed)
    assert typed == "tile 6-"
    assert typed in here.legal()


def test_race_cards_are_named_by_camel_and_the_slot_is_found_by_the_program() -> None:
    here = position()
    assert SAY.notation("win g", here, FACES) == "win 1"
    assert SAY.notation("lose white", here, FACES) == "lose 4"
    assert SAY.notation("w y", here, FACES) == "win 0"
    assert SAY.notation("win 3", here, FACES) == "win 3"
    assert SAY.notation("r", here, FACES) == "roll"
    assert SAY.notation("TILE 5 +", here, FACES) == "tile 5+"
    assert SAY.notation("l o", here, FACES) == "leg o"


@pytest.mark.parametrize("typed", ["dance", "leg", "leg purple", "roll 3", "win z"])
def test_what_means_no_move_is_answered_with_a_reason(typed: str) -> None:
    answer = SAY.notation(typed, position(), FACES)
    assert isinstance(answer, Message)
    assert "{" not in str(answer)


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
    state = position().to_dict()
    state["held"][0] = {"leg": ["b5"], "pyramid": 1}
    state["leg_tiles"]["b"] = [3, 2]
    state |= {"dice": "bgow", "tiles": [None, "8+", None], "money": [3, 3, 12]}
    state["win"] = [[0, 1], [2, 0]]
    return rules.from_dict(state)


def drawn(**how: object) -> Text:
    return SAY.board(example(), NAMES[:3], me=0, faces=FACES, **how)  # type: ignore[arg-type]


def plain(text: Text) -> str:
    return "\n".join(line.rstrip() for line in text.plain.split("\n"))


def test_the_board_at_80_columns_is_drawn_so() -> None:
    assert plain(drawn()) == BOARD


def test_the_board_without_glyphs_is_drawn_so_and_is_ascii_but_for_names() -> None:
    assert plain(drawn(glyphs=False)) == PLAIN
    assert drawn(glyphs=False).plain.replace("é", "e").isascii()


@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_no_line_of_the_board_is_wider_than_asked(width: int) -> None:
    for told in whole_game(5, 8):
        board = SAY.board(told.after, NAMES, me=2, faces=FACES, width=width)
        assert max(line.cell_len for line in board.split("\n")) <= width, board.plain


def test_the_board_shows_another_ones_race_cards_only_when_they_are_opened() -> None:
    assert "♣g" in plain(drawn()).split("Winner bets")[1].split("\n")[0]
    others = SAY.board(example(), NAMES[:3], me=1, faces="gbowy").plain
    assert "♣g" not in others.split("Winner bets")[1].split("\n")[0]


def test_a_list_is_drawn_together_as_people_do() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b", "c"]) == "a, b and c"
    assert ranges([2, 5, 6, 7, 9]) == "2, 5-7, 9"
