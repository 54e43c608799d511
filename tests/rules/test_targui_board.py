"""Targui as a text board."""

from __future__ import annotations

import pytest
from rich.text import Text

from camelnet.rules.games.targui.names import land_short
from camelnet.rules.words import words
from tests.rules.targui_positions import FIGHT
from tests.rules.test_targui_dictionary import FIGHTING
from tests.rules.test_targui_words import NAMES, game

SAY = words("targui")

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
    return SAY.board(FIGHTING, NAMES, me=1, **how)  # type: ignore[arg-type]


def plain(text: Text) -> str:
    return "\n".join(line.rstrip() for line in text.plain.split("\n"))


def test_the_board_at_80_columns_is_drawn_so() -> None:
    assert plain(drawn()) == BOARD


def test_the_board_without_glyphs_is_drawn_so_and_is_ascii_but_for_names() -> None:
    assert plain(drawn(glyphs=False)) == PLAIN
    assert drawn(glyphs=False).plain.replace("é", "e").isascii()


@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_no_line_of_the_board_is_wider_than_asked(language: str, width: int) -> None:
    for ply in list(game(5, 4))[::9]:
        board = SAY.board(ply.after, NAMES, me=2, width=width)
        assert max(line.cell_len for line in board.split("\n")) <= width, board.plain


def test_a_land_is_at_most_seven_columns_wide_on_the_board(language: str) -> None:
    assert all(len(land_short(land)) <= 7 for land in set(FIGHT["land"]))
