"""Every game in words and as a text board: what all of them keep, and the cases of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from camelnet import rules
from camelnet.i18n import Message
from camelnet.rules import Position
from camelnet.rules.games.camelup import events as camelup
from camelnet.rules.games.cards import events as cards
from camelnet.rules.phrases import chance_percent, decimal, listing, ranges
from camelnet.rules.words import words
from tests.rules import test_camelup_words, test_cards_words, test_targui_words
from tests.rules.play import Ply, plies
from tests.rules.telling import NAMES, plain, said

CASES = {
    "camelup": test_camelup_words,
    "cards": test_cards_words,
    "targui": test_targui_words,
}
FACES = {"camelup": "ygbow", "cards": "g2", "targui": ""}
OPTIONS: dict[str, dict[str, Any]] = {
    "camelup": {"flip_in_place": True},
    "cards": {"bet_optional": True},
    "targui": {"destiny": [1, 6, 8, 10, 12, 15], "camels": 120},
}
SEATS = {"camelup": (2, 5, 8), "cards": (2, 3, 6), "targui": (2, 3, 4)}
each_table = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in SEATS for seats in SEATS[game]]
)
each_game = pytest.mark.parametrize("game", CASES)


def played(game: str, seats: int, seed: int) -> Iterator[Ply]:
    return plies(rules.new(game, seats, OPTIONS[game]), seed)


def kinds(game: str, notations: list[str]) -> set[str]:
    """What a menu has a line for: verbs in Targui, else also whether a bet is on first or last."""
    if game == "targui":
        return set(rules.by_verb(notations))
    return {notation.rpartition(" ")[0] or notation for notation in notations}


@each_table
def test_every_step_of_a_game_is_told_in_whole_sentences(
    language: str, game: str, seats: int
) -> None:
    for ply in played(game, seats, seed=seats):
        lines = said(ply)
        assert lines, ply.notation
        for line in lines:
            assert line[0].isupper(), line
            assert line[-1] in ".!", line
            assert "{" not in line, line


@each_table
def test_every_legal_move_is_explained_and_every_menu_line_can_be_typed(
    language: str, game: str, seats: int
) -> None:
    speech, faces, luck = words(game), FACES[game], Random(seats)
    for ply in played(game, seats, seed=100 + seats):
        here, legal = ply.before, ply.before.legal()
        some = luck.sample(legal, min(len(legal), 10)) if game == "targui" else legal
        for notation in some:
            for known in {faces, ""}:
                explained = speech.explain(notation, here, known)
                assert explained[-1] == "."
                assert "{" not in explained
            assert speech.notation(notation, here, faces) == notation
        menu = [
            speech.notation(choice.typed, here, faces) for choice in speech.choices(here, faces)
        ]
        assert set(menu) <= set(legal)
        assert kinds(game, [str(notation) for notation in menu]) == kinds(game, legal)
        assert len(menu) <= 20


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_the_tables_of_a_game_add_up_to_its_scores(game: str) -> None:
    for seed in range(5):
        money = ["3"] * 4
        for ply in played(game, 4, seed):
            for table in words(game).tables(ply.events, NAMES[:4]):
                assert all(len(row) == len(table.head) for row in table.rows)
                name = ""
                for row in table.rows:
                    name = next((cell for cell in row[:2] if cell in NAMES), name)
                    if row[-1]:
                        money[NAMES.index(name)] = row[-1]
            # Desert tiles pay at once, outside of any table.
            for event in ply.events:
                if isinstance(event, camelup.Earned):
                    money[event.seat] = str(int(money[event.seat]) + event.pounds)
        assert money == [str(score) for score in ply.after.scores()]


SCORED = (camelup.LegScored, camelup.CardScored, cards.LegScored, cards.FinalScored)


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_what_the_tables_show_is_left_out_of_the_sentences_when_asked(game: str) -> None:
    for ply in played(game, 4, seed=11):
        whole, shorter = said(ply), said(ply, tabled=True)
        assert set(shorter) <= set(whole)
        assert len(whole) - len(shorter) == sum(isinstance(event, SCORED) for event in ply.events)


@pytest.mark.parametrize(
    ("position", "faces", "typed", "notation"),
    [case for game in CASES.values() for case in game.TYPED],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_player_may_type_less(position: Position, faces: str, typed: str, notation: str) -> None:
    assert words(position.game).notation(typed, position, faces) == notation
    assert position.why_not(notation) is None


@pytest.mark.parametrize(
    ("position", "faces", "typed"),
    [
        (game.NO_MOVE[0], FACES[name], typed)
        for name, game in CASES.items()
        for typed in game.NO_MOVE[1]
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_means_no_move_is_answered_with_a_reason(
    position: Position, faces: str, typed: str
) -> None:
    answer = words(position.game).notation(typed, position, faces)
    assert isinstance(answer, Message)
    assert "{" not in str(answer)


@each_game
def test_the_board_at_80_columns_is_drawn_so(game: str) -> None:
    assert plain(CASES[game].drawn()) == CASES[game].BOARD


@each_game
def test_the_board_without_glyphs_is_drawn_so_and_is_ascii_but_for_names(game: str) -> None:
    board = CASES[game].drawn(glyphs=False)
    assert plain(board) == CASES[game].PLAIN
    assert board.plain.replace("é", "e").isascii()


@pytest.mark.parametrize("width", [50, 60, 80, 100])
@each_game
def test_no_line_of_the_board_is_wider_than_asked(language: str, game: str, width: int) -> None:
    seats = SEATS[game][-1]
    for ply in list(played(game, seats, seed=5))[::3]:
        shown = {"me": 2, "faces": FACES[game], "width": width}
        board = words(game).board(ply.after, NAMES[:seats], **shown)
        assert max(line.cell_len for line in board.split("\n")) <= width, board.plain


def test_a_list_is_drawn_together_as_people_do() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b", "c"]) == "a, b and c"
    assert ranges([2, 5, 6, 7, 9]) == "2, 5-7, 9"


def test_zero_has_no_sign_also_where_a_number_is_rounded_to_it() -> None:
    assert [decimal(number, places=1) for number in (-0.04, -0.0, 0.04)] == ["0.0"] * 3
    assert [decimal(number, sign=True) for number in (-0.004, 0.0, 0.004)] == ["0.00"] * 3
    assert decimal(-0.06, places=1) == "\N{MINUS SIGN}0.1"
    assert decimal(0.06, places=1, sign=True) == "+0.1"


def test_what_may_be_is_never_told_as_impossible_nor_as_certain() -> None:
    told = [chance_percent(chance) for chance in (0, 0.001, 0.005, 0.006, 0.994, 0.995, 0.999, 1)]
    assert told == ["0 %", "< 1 %", "< 1 %", "1 %", "99 %", "> 99 %", "> 99 %", "100 %"]
