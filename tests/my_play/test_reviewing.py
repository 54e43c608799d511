"""From records to reviewed games: each once, in any order the same, and what cannot be reviewed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from camelnet.my_play import reviewing
from camelnet.my_play.database import Game, opened
from camelnet.my_play.reviewing import State, catch_up
from camelnet.record.profile import RECORDS
from camelnet.review import analysis
from tests.my_play.mine import SHORT, VECTORS, add, home_with, key_of


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review in a moment: its figures do not matter here."""
    monkeypatch.setattr(analysis, "NODES", dict.fromkeys(analysis.NODES, 10))
    monkeypatch.setattr(analysis, "REFINED", 0)


def caught_up(home: Path, *, anew: bool = False) -> tuple[list[State], tuple[Game, ...]]:
    """What was left each time, and all games."""
    with opened(home, anew=anew) as database:
        told = list(catch_up(database, home / RECORDS, key_of(home), shelf=None))
        return told, database.games()


@pytest.mark.slow
def test_every_finished_game_of_mine_is_reviewed_once(tmp_path: Path) -> None:
    home = home_with(tmp_path, *SHORT)
    told, games = caught_up(home)
    assert [left.waiting for left in told] == [3, 2, 1, 0]
    assert [game.game for game in games] == ["camelup", "targui", "camelup"]
    assert [game.seats for game in games] == [2, 2, 3]
    assert all(game.decisions > 5 for game in games)
    assert [game.won for game in games] == [5000, 10_000, 0]
    assert [other.name for other in games[2].others] == ["Peer 1", "Peer 2"]
    again, same = caught_up(home)
    assert [left.waiting for left in again] == [0]
    assert same == games


@pytest.mark.slow
def test_the_newest_game_is_reviewed_first(tmp_path: Path) -> None:
    home = home_with(tmp_path, *SHORT)
    with opened(home) as database:
        caught = catch_up(database, home / RECORDS, key_of(home), shelf=None)
        next(caught)
        assert [game.game for game in next(caught).games] == ["camelup"]
        assert [game.game for game in next(caught).games] == ["targui", "camelup"]


@pytest.mark.slow
def test_what_is_rebuilt_equals_what_came_game_by_game(tmp_path: Path) -> None:
    home = home_with(tmp_path, SHORT[0])
    caught_up(home)
    for number, name in enumerate(SHORT[1:], start=1):
        add(home, name, 1_700_000_000 + 60 * number)
        caught_up(home)
    _told, by_and_by = caught_up(home)
    _told, rebuilt = caught_up(home, anew=True)
    assert len(rebuilt) == 3
    assert rebuilt == by_and_by


def test_a_record_of_another_name_is_the_same_game(tmp_path: Path) -> None:
    home = home_with(tmp_path, SHORT[0])
    _told, before = caught_up(home)
    record = home / RECORDS / f"{SHORT[0]}.camelnet"
    record.rename(record.with_name("renamed.camelnet"))
    told, after = caught_up(home)
    assert (len(told), after) == (1, before)


@pytest.mark.slow
def test_a_game_stays_when_its_record_goes_until_it_is_rebuilt(tmp_path: Path) -> None:
    home = home_with(tmp_path, *SHORT[:2])
    caught_up(home)
    (home / RECORDS / f"{SHORT[0]}.camelnet").unlink()
    assert len(caught_up(home)[1]) == 2
    assert [game.game for game in caught_up(home, anew=True)[1]] == ["targui"]


@pytest.mark.slow
def test_another_version_of_the_review_reviews_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = home_with(tmp_path, SHORT[0])
    _told, before = caught_up(home)
    monkeypatch.setattr(reviewing.kept, "VERSION", reviewing.kept.VERSION + 1)
    told, after = caught_up(home)
    assert told[0].waiting == 1
    assert len(after) == 1
    assert after[0].stamp != before[0].stamp


def test_records_that_cannot_be_reviewed_are_counted_and_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = home_with(tmp_path, *SHORT[:2])
    records = home / RECORDS
    torn = records / "torn.camelnet"
    torn.write_bytes((VECTORS / "targui-people.camelnet").read_bytes()[:999])
    other = records / "other.camelnet"
    other.write_bytes(b"camelnet record 9\nwhatever")
    lying = records / f"{SHORT[0]}.camelnet"  # whole in its form, but a signature does not hold
    content = bytearray(lying.read_bytes())
    content[len(content) // 2] ^= 1
    lying.write_bytes(bytes(content))
    told, games = caught_up(home)
    assert [game.game for game in games] == ["targui"]
    assert told[-1] == State(games, 0, 3)
    monkeypatch.setattr(reviewing, "summarise", lambda path: pytest.fail(f"{path} is read again"))
    told, _games = caught_up(home)
    assert told == [State(games, 0, 3)]


@pytest.mark.slow
def test_a_review_that_fails_keeps_no_other_game_from_being_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def picky(steps, faces, **given):  # type: ignore[no-untyped-def]
        if steps[0].before.game == "targui":
            raise ValueError("a history that does not fit")
        return analysis.review(steps, faces, **given)

    monkeypatch.setattr(reviewing, "review", picky)
    told, games = caught_up(home_with(tmp_path, *SHORT[:2]))
    assert [game.game for game in games] == ["camelup"]
    assert told[-1].left_out == 1


def test_games_of_others_and_unfinished_ones_are_no_games_of_mine(tmp_path: Path) -> None:
    home = home_with(tmp_path, SHORT[0])
    (home / "key").write_bytes(b"k" * 32)
    (home / RECORDS / "folder.camelnet").mkdir()
    os.symlink(home / "nowhere", home / RECORDS / "link.camelnet")
    told, games = caught_up(home)
    assert (told, games) == ([State()], ())


@pytest.mark.slow
def test_a_review_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    home = home_with(tmp_path, *SHORT[:2])
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    with opened(home) as database:
        list(catch_up(database, home / RECORDS, key_of(home), shelf=None, stop=stop))
        assert database.games() == ()
        assert database.left_out() == {}
    assert len(caught_up(home)[1]) == 2


@pytest.mark.slow
def test_two_camelnets_at_one_profile_review_each_game_all_the_same(tmp_path: Path) -> None:
    """Both begin with nothing reviewed, so both review each game; none counts twice."""
    home = home_with(tmp_path, *SHORT[:2])
    with opened(home) as one, opened(home) as other:
        sides = [
            catch_up(database, home / RECORDS, key_of(home), shelf=None)
            for database in (one, other)
        ]
        told = list(zip(*sides, strict=True))
        assert [(mine.waiting, theirs.waiting) for mine, theirs in told] == [(2, 2), (1, 1), (0, 0)]
        assert [game.game for game in one.games()] == ["camelup", "targui"]
        assert one.games() == other.games() == told[-1][0].games


def test_without_a_folder_of_records_there_is_no_game(tmp_path: Path) -> None:
    home = home_with(tmp_path)
    (home / RECORDS).rmdir()
    assert caught_up(home) == ([State()], ())
