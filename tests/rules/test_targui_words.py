"""Targui in words and as a text board."""

from __future__ import annotations

import pytest
from rich.text import Text

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.games.targui.events import TributePaid
from camelnet.rules.games.targui.names import (
    chance,
    chance_short,
    destiny_effect,
    destiny_title,
    land_short,
)
from camelnet.rules.words import words
from tests.rules.play import after, plies
from tests.rules.targui_positions import (
    CHOOSING,
    EMPTIED,
    ENDED,
    FIGHT,
    FIGHTING,
    FRESH,
    LANDS,
    LAST_ROUND,
    LAYING,
    NO_PILE,
    PLACING,
    ROLLING,
    STANDING,
    TURNING,
    desert,
    last_round,
)
from tests.rules.telling import NAMES, told

SAY = words("targui")


def test_the_tables_of_a_game_add_up_to_the_tributes() -> None:
    for ply in plies(rules.new("targui", 4), 7):
        for table in SAY.tables(ply.events, NAMES[:4]):
            assert all(len(row) == len(table.head) for row in table.rows)
            sums = dict.fromkeys(NAMES[:4], "0")
            name = ""
            for row in table.rows:
                name = row[0] or name
                if row[-1]:
                    sums[name] = row[3].removeprefix("+")
            (tribute,) = (event for event in ply.events if isinstance(event, TributePaid))
            paid = {NAMES[line.seat]: str(line.silver) for line in tribute.lines}
            assert sums == {**dict.fromkeys(NAMES[:4], "0"), **paid}


def test_what_the_tables_show_is_left_out_of_the_sentences_when_asked() -> None:
    tribute = desert({}, step="buy", pile=NO_PILE)
    assert told(tribute, "pass", tabled=True) == ["Round 4 begins."]
    assert told(tribute, "pass")[0] == "Anna buys nothing."
    assert told(tribute, "pass")[1] == (
        "Tribute of round 3: Anna +4 (now 14 silver), Bo +4 (now 14 silver), "
        "Chloé +4 (now 14 silver), Dimitri +4 (now 14 silver)."
    )


def test_a_board_shows_the_cells_as_they_are_laid_so_only_the_last_one_is_told() -> None:
    assert told(LAYING, "land reg", tabled=True) == []
    left = [land for at, land in enumerate(LANDS) if at not in (6, LANDS.index("chott"))]
    last = after(LAYING, *(f"land {land}" for land in left[:-1]))
    assert told(last, "land mount", tabled=True) == ["The desert is laid out."]


@pytest.mark.parametrize(
    ("position", "notation", "sentences"),
    [
        (FRESH, "first 1", ["Bo chooses first."]),
        (CHOOSING, "sector se", ["Bo takes the south-east."]),
        (LAYING, "land guelta", ["Cell 4 (guelta)."]),
        (ROLLING, "die 1", ["The die of round 4 shows 1: 1 card for each tribe."]),
        (ROLLING, "die 3", ["The die of round 4 shows 3: 3 cards for each tribe."]),
        (
            ROLLING,
            "die 6",
            ["The die of round 4 shows 6: one card for each tribe, with two turns each."],
        ),
        (ROLLING.apply("die 2"), "draw 1", ["A card of Bo comes up."]),
        (ROLLING.apply("die 6"), "draw 1", ["A card of Bo comes up: two turns in a row."]),
        (ROLLING.apply("die 2"), "draw destiny", ["The destiny card comes up."]),
        (STANDING, "pass", ["Anna stays where it is."]),
        (STANDING, "move 8 9 1", ["Anna moves 1 camel from cell 8 and takes cell 9 (reg)."]),
        (
            desert({7: (1, 0), 8: (0, 8)}),
            "move 8 7 2",
            ["Anna moves 2 camels from cell 8 and takes cell 7 (feche-feche) from Bo."],
        ),
        (
            desert({7: (0, 0), 8: (0, 8)}),
            "move 8 7 2",
            ["Anna moves 2 camels from cell 8 to cell 7 (feche-feche)."],
        ),
        (
            STANDING,
            "attack 8 7",
            ["Anna attacks cell 7 (feche-feche) from cell 8: 8 camels against 5 of Bo."],
        ),
        (FIGHTING, "hit 1", ["Anna rolls 1 + 3: 2 camels fall on cell 7, 3 left."]),
        (
            after(STANDING, "pass"),
            "buy 8 1",
            ["Anna buys 1 camel for cell 8 (guelta)."],
        ),
        (
            EMPTIED,
            "occupy 2",
            ["Anna moves onto cell 7 (feche-feche) with 2 camels."],
        ),
        (
            TURNING,
            "destiny 8",
            [
                "Destiny 8: A caravan pays its way. Each tribe that owns its own camp gets 10 "
                "silver.",
                "Anna +10 (now 20 silver).",
                "Bo +10 (now 20 silver).",
                "Chloé +10 (now 20 silver).",
                "Dimitri +10 (now 20 silver).",
            ],
        ),
        (
            TURNING,
            "destiny 3",
            [
                "Destiny 3: Camels for Kel Ilbakan. 10 camels come onto the camp of the Kel "
                "Ilbakan, if they still own it.",
                "Camels of Bo: +10 on cell 43.",
            ],
        ),
        (
            TURNING,
            "destiny 6",
            ["Destiny 6: Storm over the ergs. Each erg loses 3 camels.", "It changes nothing."],
        ),
        (
            TURNING,
            "destiny 13",
            [
                "Destiny 13: The ergs are a fortress. For the rest of this round each erg has "
                "strategic value 3.",
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_step_is_told_as_a_host_would(
    position: Position, notation: str, sentences: list[str]
) -> None:
    assert told(position, notation) == sentences


def test_a_battle_is_told_to_its_end() -> None:
    herds = {43: (0, 0), 7: (1, 1), 8: (0, 5)}
    assert told(after(desert(herds), "attack 8 7"), "hit 6") == [
        "Anna rolls 6 + 3: 1 camel falls on cell 7, the last one.",
        "Nobody defends cell 7 (feche-feche) any more.",
        "Bo has no land left and is out of the game.",
    ]
    parry = after(desert({7: (1, 9), 8: (0, 2)}), "attack 8 7", "hit 1")
    assert told(parry, "hit 6") == [
        "Bo rolls 6 + 2: 2 camels fall on cell 8, the last ones.",
        "The attack on cell 7 is beaten off: none of the attackers is left.",
    ]
    still = after(STANDING, "attack 8 7", "hit 1", "hit 1")
    assert told(still, "again") == ["Anna attacks again."]
    assert told(still, "stop") == ["Anna breaks off the attack on cell 7."]


def test_a_roll_that_kills_nobody_is_told() -> None:
    """Neither reg adds anything to a die."""
    nobody = after(desert({26: (0, 3), 27: (1, 3)}), "attack 26 27")
    assert told(nobody, "hit 1") == ["Anna rolls 1: nobody falls on cell 27."]


@pytest.mark.parametrize(
    ("changes", "herds", "sentence"),
    [
        ({}, {8: (2, 0)}, "Chloé wins the game with the highest tribute, 7 silver!"),
        ({}, {43: (1, 11)}, "Bo wins the game: a tribute of 4 silver, and the most camels!"),
        (
            {"money": [10, 10, 10, 11]},
            {},
            "Dimitri wins the game: a tribute of 4 silver, and the most money!",
        ),
        (
            {"money": [11, 11, 10, 10]},
            {},
            "Anna and Bo share the victory with a tribute of 4 silver each!",
        ),
        (
            {},
            {37: (1, 1), 49: (3, 1), 31: (2, 1), 43: (0, 1)},
            "Nobody holds their own camp: Anna, Bo, Chloé and Dimitri share the victory.",
        ),
    ],
)
def test_the_end_is_told_with_what_decided(
    changes: dict[str, object], herds: dict[int, tuple[int, int]], sentence: str
) -> None:
    last = desert(herds, step="buy", **LAST_ROUND, **changes)
    assert told(last, "pass")[-1] == sentence


def test_an_attack_is_explained_with_its_odds() -> None:
    assert SAY.explain("attack 8 7", STANDING) == (
        "Attack 5 camels on cell 7 (feche-feche) with the 8 on cell 8. If you fight to the "
        "end, the cell falls in more than 99 of 100 cases; on average you lose 2.8 camels, "
        "and 5.0 of theirs fall."
    )
    even = desert({26: (0, 10), 27: (1, 10)})
    assert "in 5" in SAY.explain("attack 26 27", even)


@pytest.mark.parametrize(
    ("thousandths", "words", "short"),
    [
        (0, "in less than 1 of 100 cases", "< 1 %"),
        (4, "in less than 1 of 100 cases", "< 1 %"),
        (5, "in 1 of 100 cases", "1 %"),
        (575, "in 58 of 100 cases", "58 %"),
        (994, "in 99 of 100 cases", "99 %"),
        (995, "in more than 99 of 100 cases", "> 99 %"),
        (1000, "in more than 99 of 100 cases", "> 99 %"),
    ],
)
def test_a_rounded_chance_is_never_told_as_certain(
    thousandths: int, words: str, short: str
) -> None:
    assert (chance(thousandths), chance_short(thousandths)) == (words, short)


def test_leaving_the_camp_is_warned_of() -> None:
    assert SAY.explain("move 37 36 10", STANDING).endswith("Nobody guards your camp then.")
    assert SAY.explain("move 8 9 8", STANDING).endswith("The land stays yours, without a guard.")
    assert SAY.explain("move 8 9 7", STANDING).endswith("1 camel stays behind.")


def test_the_menu_names_herds_and_not_ten_thousand_moves() -> None:
    rich = desert({8: (0, 300), 7: (1, 5)}, money=[5000, 10, 10, 10])
    menu = {choice.typed: choice.text for choice in SAY.choices(rich, "")}
    assert menu == {
        "move 8 1 300": "up to 300 from cell 8 (guelta) to 1-2, 9, 22-24",
        "move 37 17 10": "up to 10 from cell 37 (camp) to 17, 36, 38",
        "attack 8 7": "the cell falls in more than 99 of 100 cases",
        "pass": "don't move or attack",
    }
    buying = [choice.text for choice in SAY.choices(rich.apply("pass"), "")]
    assert buying == ["up to 105 camels, 1 silver each, onto one of 8, 37", "buy nothing"]


TYPED = [
    (position, "", typed, notation)
    for position, typed, notation in [
        (STANDING, "m 8 9", "move 8 9 8"),
        (STANDING, "MOVE 8, 9 half", "move 8 9 4"),
        (STANDING, "move 8 9 all", "move 8 9 8"),
        (STANDING, "move 8 9 3", "move 8 9 3"),
        (STANDING, "a 8 7", "attack 8 7"),
        (STANDING, "attack 7", "attack 8 7"),
        (STANDING, "p", "pass"),
        (after(STANDING, "pass"), "b 8", "buy 8 10"),
        (after(STANDING, "pass"), "buy 8 2", "buy 8 2"),
        (after(STANDING, "pass"), "p", "pass"),
        (after(FIGHTING, "hit 1", "hit 1"), "a", "again"),
        (after(FIGHTING, "hit 1", "hit 1"), "s", "stop"),
        (EMPTIED, "o", "occupy 8"),
        (EMPTIED, "occupy half", "occupy 4"),
        (CHOOSING, "s ne", "sector ne"),
        (PLACING, "c 31", "camp 31"),
    ]
]
NO_MOVE = (
    STANDING,
    [
        *("dance", "pass 3", "move", "move 8", "move 8 9 3 4", "move a b", "move 8 9 many"),
        *("attack", "attack 43", "attack 1 2 3", "sector", "buy", "buy x", ","),
    ],
)


def test_an_attack_from_two_sides_asks_which_one() -> None:
    both = desert({7: (1, 5), 8: (0, 8), 22: (0, 2)})
    assert str(SAY.notation("attack 7", both, "")) == "Say from which cell: 8, 22."


def test_the_result_names_the_winner_first_and_what_counts() -> None:
    over = last_round({8: (2, 0), 43: (1, 11)}, money=[10, 10, 10, 12])
    table = SAY.standings(over, NAMES[:4])
    assert table.rows == (
        ("1", "Chloé", "7", "10", "17", "own camp"),
        ("2", "Bo", "4", "11", "14", "own camp"),
        ("3", "Dimitri", "4", "10", "16", "own camp"),
        ("4", "Anna", "4", "10", "14", "own camp"),
    )
    assert SAY.standings(ENDED, NAMES[:4]).rows[0][1] == "Anna"
    assert [row[-1] for row in SAY.standings(ENDED, NAMES[:4]).rows[1:]] == ["beaten"] * 3


def test_every_destiny_card_has_a_title_and_an_effect() -> None:
    titles = {destiny_title(card) for card in range(1, 17)}
    effects = {destiny_effect(card) for card in range(1, 17)}
    assert len(titles) == len(effects) == 16


BOARD = """\
Targui  round 3 of 16                                               Luck decides
43 camp  I 44 erg     45 guelta  46 reg     47 guelta  48 feche   49 camp  H
✚I 10                                                             ♣H 10
42 erg     21 guelta  22 feche   23 erg     24 feche   25 reg     26 reg

41 guelta  20 chott    7 feche    8 guelta   9 reg     10 feche   27 reg
                      ✚I 5 «     ◆R 8 »
40 chott   19 reg      6 chott    1 saline   2 erg     11 feche   28 mount

39 mount   18 erg      5 chott    4 erg      3 mount   12 reg     29 feche

38 guelta  17 reg     16 reg     15 erg     14 reg     13 erg     30 mount

37 camp  R 36 erg     35 reg     34 feche   33 erg     32 erg     31 camp  J
◆R 10                                                             ☼J 10
pays/adds: camp 4/4 saline 5/5 guelta 3/3 reg 2/0 erg 1/0 feche 0/2 mount 0/1
die 2  pile ◆R 1 ✚I 1 ♣H 2 ☼J 0 destiny 0
destiny cards left: 1 2 3 4 5 6 7 8 9 10 11 12 13; camels in the box: 397

                            silver  camels  cells  tribute
  ◆R Anna      Kel Ress         10      18      2        0  camp on 37
  ✚I Bo        Kel Ilbakan      10      15      2        0  camp on 43
  ♣H Chloé     Kel Ahaggar      10      10      1        0  camp on 49
  ☼J Dimitri   Kel Ajjer        10      10      1        0  camp on 31"""
PLAIN = """\
Targui  round 3 of 16                                               Luck decides
43 camp  I 44 erg     45 guelta  46 reg     47 guelta  48 feche   49 camp  H
I 10                                                              H 10
42 erg     21 guelta  22 feche   23 erg     24 feche   25 reg     26 reg

41 guelta  20 chott    7 feche    8 guelta   9 reg     10 feche   27 reg
                      I 5 <      R 8 >
40 chott   19 reg      6 chott    1 saline   2 erg     11 feche   28 mount

39 mount   18 erg      5 chott    4 erg      3 mount   12 reg     29 feche

38 guelta  17 reg     16 reg     15 erg     14 reg     13 erg     30 mount

37 camp  R 36 erg     35 reg     34 feche   33 erg     32 erg     31 camp  J
R 10                                                              J 10
pays/adds: camp 4/4 saline 5/5 guelta 3/3 reg 2/0 erg 1/0 feche 0/2 mount 0/1
die 2  pile R 1 I 1 H 2 J 0 destiny 0
destiny cards left: 1 2 3 4 5 6 7 8 9 10 11 12 13; camels in the box: 397

                            silver  camels  cells  tribute
  R  Anna      Kel Ress         10      18      2        0  camp on 37
  I  Bo        Kel Ilbakan      10      15      2        0  camp on 43
  H  Chloé     Kel Ahaggar      10      10      1        0  camp on 49
  J  Dimitri   Kel Ajjer        10      10      1        0  camp on 31"""


def drawn(**how: object) -> Text:
    return SAY.board(FIGHTING, NAMES[:4], me=1, **how)  # type: ignore[arg-type]


def test_a_land_is_at_most_seven_columns_wide_on_the_board(language: str) -> None:
    assert all(len(land_short(land)) <= 7 for land in set(FIGHT["land"]))
