"""The figures of My play: levels, luck, curves, partners, sentences, and the CSV file."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pytest

from camelnet.bots import FOR_PEOPLE
from camelnet.my_play import csv_file, words
from camelnet.my_play.database import Other
from camelnet.my_play.figures import ENOUGH, by_game, by_partner, curve
from camelnet.my_play.level import RATES, height_of, level_of
from tests.my_play.mine import ANA, made_up

NORMAL = round(100 * RATES["camelup"]["normal"])  # hundredths of a point a decision


def games(count: int, *, rate: int = NORMAL, first: int = 0, **given: object) -> list:  # type: ignore[type-arg]
    """So many games in which every decision gave away `rate`."""
    return [
        made_up(first + number, given_away=20 * rate, decisions=20, **given)  # type: ignore[arg-type]
        for number in range(count)
    ]


def test_the_level_is_the_one_whose_error_rate_is_nearest() -> None:
    for rates in RATES.values():
        assert list(rates) == [level for level in FOR_PEOPLE if level in rates]
        assert all(weaker > stronger for weaker, stronger in pairwise(rates.values()))
    for level, rate in RATES["camelup"].items():
        assert level_of("camelup", rate + 0.01) == level
    assert level_of("camelup", 99) == "easy"
    assert level_of("camelup", 0) == "hard"
    assert level_of("pig", 1) == ""


def test_the_height_of_a_rate_lies_between_its_levels() -> None:
    for game, rates in RATES.items():
        assert [height_of(game, rate) for rate in rates.values()] == pytest.approx(
            list(range(len(rates)))
        )
        values = list(rates.values())
        assert height_of(game, (values[0] + values[1]) / 2) == pytest.approx(0.5)
        assert height_of(game, (values[1] + values[2]) / 2) == pytest.approx(1.5)
        assert height_of(game, 99) == -0.5
        assert len(rates) - 1 <= height_of(game, 0) <= len(rates) - 0.5


def test_a_level_is_told_after_ten_games_and_not_before() -> None:
    (nine,) = by_game(games(ENOUGH - 1))
    assert (nine.level, nine.missing) == ("", 1)
    (ten,) = by_game(games(ENOUGH))
    assert (ten.level, ten.missing) == ("normal", 0)
    (one,) = by_game(games(1, rate=0))
    assert (one.level, one.missing) == ("", 9)


def test_the_level_follows_from_the_latest_games() -> None:
    before = games(30, rate=300)
    now = games(ENOUGH, rate=0, first=30)
    (kind,) = by_game([*before, *now])
    assert (kind.level, kind.rate) == ("hard", 0)


def test_a_game_that_a_ghost_played_for_me_tells_no_level() -> None:
    (kind,) = by_game([*games(9), made_up(9, decisions=0, given_away=0)])
    assert (kind.games, kind.missing, kind.level) == (10, 1, "")


def test_luck_is_taken_off_the_result() -> None:
    won = made_up(1, won=10_000, luck=4000)
    lost = made_up(2, won=0, luck=-1000)
    (kind,) = by_game([won, lost])
    assert (kind.won, kind.without_luck, kind.even) == (50, 35, 50)


def test_the_curve_begins_where_a_level_is_told() -> None:
    mine = games(ENOUGH, rate=100) + games(ENOUGH, rate=50, first=ENOUGH)
    assert curve(games(ENOUGH - 1), "camelup") == ()
    told = curve(mine, "camelup")
    assert [number for number, _rate in told] == list(range(ENOUGH - 1, 2 * ENOUGH))
    assert told[0][1] == pytest.approx(1)
    assert told[5][1] == pytest.approx(0.75)
    assert told[-1][1] == pytest.approx(0.5)


def test_partners_are_people_by_key_and_bots_by_level() -> None:
    bold = Other(b"b" * 32, "Amina", "hard+bold", 10_000)
    sly = Other(b"c" * 32, "Badr", "strong+sly", 0)  # the name of `hard` up to 0.11
    namesake = Other(b"d" * 32, "Ana", "", 10_000)
    renamed = Other(ANA.key, "Ana B.", "", 5000)
    found = by_partner(
        [
            made_up(1, others=(ANA, bold, sly)),
            made_up(2, others=(ANA, namesake)),
            made_up(3, others=(renamed,), won=5000),
        ]
    )
    assert [(one.name, one.level, one.games, one.won, one.lost) for one in found] == [
        ("Ana B.", "", 3, 0.5, 0.5),
        ("", "hard", 1, 0, 1),
        ("Ana", "", 1, 0, 1),
    ]


def test_the_headline_counts_down_to_the_level() -> None:
    assert words.headline([]) == ("No finished game yet. Each one is reviewed here by itself.",)
    assert words.headline(games(3)) == ("7 more games of Camel Up until your level shows.",)
    assert words.headline(games(9)) == ("1 more game of Camel Up until your level shows.",)


def test_the_headline_tells_level_luck_and_progress() -> None:
    said = words.headline(games(10, rate=100, luck=-300) + games(10, first=10, luck=-300))
    assert said == (
        "You play Camel Up like a bot of the level “normal”.",
        f"In your first ten games a decision gave away 1.00 points, in the last ten 0.{NORMAL}.",
        "Luck has cost you 3 points a game.",
    )
    assert words.headline(games(10, luck=120))[1] == "Luck has given you 1 point a game."
    assert words.headline(games(10))[1] == "Luck has been even."


def test_the_tables_have_a_cell_for_every_head() -> None:
    mine = [*games(10), made_up(90, game="targui"), made_up(91, game="pig", won=3333)]
    for table in (words.game_table(mine), words.partner_table(mine)):
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.head)}
    told = [row[-1] for row in words.game_table(mine).rows]
    assert told == ["normal", "9 more games", "9 more games"]
    assert [row[3] for row in words.game_table(mine).rows] == ["0 %", "", ""]
    assert words.partner_table(mine).rows == (("Ana", "12", "0.3", "0"),)


def test_the_csv_file_has_a_line_for_each_game_and_no_formula(tmp_path: Path) -> None:
    evil = Other(b"e" * 32, "=HYPERLINK(1)", "", 0)
    bot = Other(b"f" * 32, "Amina, the “great”", "easy", 10_000)
    path = tmp_path / "my-play.csv"
    csv_file.write(path, [made_up(1, luck=-1250, given_away=333), made_up(2, others=(evil, bot))])
    with path.open(encoding="utf-8-sig", newline="") as file:
        one, two = csv.DictReader(file)
    assert one["finished"] == "2023-11-14T23:13:20+00:00"
    assert (one["luck"], one["won_without_luck"], one["given_away"]) == ("-12.50", "12.50", "3.33")
    assert one["record"] == (1).to_bytes(32, "big").hex()
    assert two["others"] == "'=HYPERLINK(1); Amina, the “great” (easy)"
