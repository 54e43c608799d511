"""Positions as people meet them: in one line, as a board, in a notebook; and that none changes."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as some

from camelnet import odds, rules
from camelnet.rules import Position
from tests.rules.play import SETTINGS, plies

GAMES = [s for s in SETTINGS if s[0] in rules.GAMES]


def begun(game: str, seed: int = 3, plies_max: int = 60) -> Position:
    position = rules.new(game, 3)
    for ply, _ in zip(plies(position, seed), range(plies_max), strict=False):
        position = ply.after
    return position


# --- in one line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_every_position_is_the_one_of_its_line(game: str, options: dict[str, Any]) -> None:
    for number, ply in enumerate(plies(rules.new(game, 2, options), 17)):
        if number % 5 == 0:
            line = ply.after.to_text()
            assert "\n" not in line
            assert rules.parse(line) == ply.after
            assert rules.parse(line).to_text() == line


def test_a_line_says_only_what_is_not_as_at_the_beginning() -> None:
    position = rules.new("camelup", 4)
    assert position.to_text() == "camelup 4"
    assert position.apply("first 2").to_text() == "camelup 4 starter=2"
    strict = rules.new("camelup", 2, {"flip_in_place": True})
    assert rules.parse(strict.to_text()).options == strict.options


def test_a_line_may_be_typed_with_spaces() -> None:
    typed = 'camelup 4  starter = 2 leg=1 track={ 1: gyo, "3" :bw}  turn=2'
    assert rules.parse(typed).to_dict()["track"] == {"1": "gyo", "3": "bw"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "a word is missing"),
        ("chess 2", "game: 'chess' is unknown"),
        ("camelup 9", "seats: not from 2 to 8"),
        ("camelup no", "seats: not a number"),
        ("camelup 4 leg=1 leg=1", "named twice"),
        ("camelup 4 seats=4", "named twice"),
        ("camelup 4 hump=2", "unknown key"),
        ("camelup 4 leg", "'=' is missing"),
        ("camelup 4 money=[1,2", "',' is missing"),
        ("camelup 4 track={1:b,1:g}", "a key stands twice"),
        ("camelup 4 track=" + "[" * 50, "too deep"),
        ("camelup 4 §", "is not understood"),
        ('camelup 4 turn="\\x"', "is not understood"),
        ("camelup 4 " + "x" * 20_000, "more than 20000 characters"),
        ("camelup 4 starter=2 leg=1 dice=bgow", "track: cannot be so"),
    ],
)
def test_a_line_of_no_position_is_refused_with_what_is_wrong(line: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        rules.parse(line)


def test_a_damaged_line_is_a_position_or_a_value_error() -> None:
    chance = random.Random(9)
    lines = [begun(game).to_text() for game in rules.GAMES]
    taken = 0
    for _ in range(600):
        line = list(chance.choice(lines))
        for _ in range(chance.randint(1, 3)):
            line[chance.randrange(len(line))] = chance.choice('{}[],:="\\ 0129abgn-')
        with suppress(ValueError):
            taken += isinstance(rules.parse("".join(line)), Position)
    assert taken < 600


@given(some.text(max_size=60))
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    with suppress(ValueError):
        assert rules.parse(text).seats > 1


def test_a_sketch_is_written_as_it_is_read() -> None:
    for line in ("1:gyo 3:bw", "1:gyo 3:bw 5+ 9- /bgoy", "2:b 3:g 4:o 6:y 16:w /w"):
        assert odds.sketch_of(odds.sketch(line)) == line
    told = 0
    for ply in plies(rules.new("camelup", 4), 8):
        try:
            sketched = odds.sketch(odds.sketch_of(ply.after))
        except ValueError:
            continue
        if isinstance(ply.after.turn, int):
            assert odds.leg(sketched).rank == odds.leg(ply.after).rank
            told += 1
    assert told > 10


@pytest.mark.parametrize("position", [rules.new("camelup", 2), rules.new("cards", 2)])
def test_what_has_no_sketch_says_so(position: Position) -> None:
    with pytest.raises(ValueError, match="a sketch"):
        odds.sketch_of(position)


# --- as a board -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_a_position_prints_as_its_board_in_ascii(game: str) -> None:
    position = begun(game)
    shown = str(position)
    assert shown.isascii()
    assert shown.count("\n") > position.seats
    assert all(f"S{seat}" in shown for seat in range(3))
    named = position.board(["Amina", "Badr", "Chafia"], width=80)
    assert "Chafia" in named
    assert max(map(len, named.split("\n"))) <= 80
    with pytest.raises(ValueError, match="names: 1 for 3 seats"):
        position.board(["Amina"])


def test_a_board_shows_own_cards_to_their_owner_alone() -> None:
    position = begun("camelup", plies_max=9)
    assert "race cards  b g o w y" in position.board(me=1, faces="ygbow", glyphs=False)
    assert "Your race cards" not in str(position)


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_a_notebook_shows_the_board_in_colours(game: str) -> None:
    position = begun(game)
    page = position._repr_html_()
    assert page is not None
    assert page.startswith("<pre ")
    assert page.endswith("</pre>")
    assert page.count("<span") == page.count("</span>") > position.seats
    assert "color:" in page.replace(": ", ":")


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_a_page_shows_the_board_as_a_picture(game: str) -> None:
    position = begun(game)
    drawn = position._repr_svg_()
    assert drawn is not None
    picture = ElementTree.fromstring(drawn)
    assert picture.tag.endswith("}svg")
    texts = [element.text or "" for element in picture.iter() if element.tag.endswith("}text")]
    assert {word for text in texts for word in text.split()} >= {"S0", "S1", "S2"}
    width, height = (float(picture.get(side, "0")) for side in ("width", "height"))
    for element in picture.iter():
        assert 0 <= float(element.get("x", "0")) <= width
        assert 0 <= float(element.get("y", "0")) <= height
