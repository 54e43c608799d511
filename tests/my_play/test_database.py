"""The database of reviewed games: two camelnets at once, damage, full disks, other versions."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from camelnet.my_play import database as module
from camelnet.my_play.database import FILE, Database, Other, Unusable, opened
from tests.my_play.mine import ANA, made_up

BOT = Other(b"b" * 32, "Amina", "easy+bold", 10_000)


def test_a_game_comes_back_as_it_was_put(tmp_path: Path) -> None:
    games = (made_up(1, others=(ANA, BOT)), made_up(2, luck=-1234, won=3333))
    with opened(tmp_path) as database:
        for game in reversed(games):
            database.put(game)
    with opened(tmp_path) as database:
        assert database.games() == games


def test_a_game_that_is_reviewed_again_stays_one_game(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        database.put(made_up(1, given_away=500))
        database.put(made_up(1, given_away=700))
        assert [game.given_away for game in database.games()] == [700]


def test_amounts_are_stored_as_whole_numbers(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        database.put(made_up(1, luck=-1234, won=3333))
    with sqlite3.connect(tmp_path / FILE) as connection:
        kinds = connection.execute(
            "SELECT typeof(finished_s), typeof(seats), typeof(decisions), typeof(given_away),"
            " typeof(won), typeof(luck) FROM game"
        ).fetchone()
        assert kinds == ("integer",) * 6
        assert connection.execute("PRAGMA user_version").fetchone() == (module.VERSION,)
    connection.close()


def test_two_camelnets_write_in_one_database(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as other:
        one.put(made_up(1))
        other.put(made_up(2))
        one.put(made_up(3))
        assert len(one.games()) == len(other.games()) == 3


def test_camelnets_that_start_at_once_make_one_database(tmp_path: Path) -> None:
    together = 8
    start = Barrier(together)

    def begin(folder: Path, number: int) -> None:
        start.wait()
        with opened(folder) as database:
            database.put(made_up(number))

    with ThreadPoolExecutor(together) as pool:
        for attempt in range(10):
            folder = tmp_path / str(attempt)
            folder.mkdir()
            list(pool.map(begin, [folder] * together, range(together)))
            with opened(folder) as database:
                assert len(database.games()) == together


def test_while_nothing_is_written_the_database_is_one_file(tmp_path: Path) -> None:
    """On a full disk SQLite cannot make others, and then says nothing of the disk."""
    with opened(tmp_path) as database:
        database.put(made_up(1))
        assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_database_in_which_another_writes_for_long_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BUSY_S", 0.0)
    with opened(tmp_path) as one:
        one._run("BEGIN IMMEDIATE")
        with pytest.raises(Unusable, match="another camelnet is writing in it"), opened(tmp_path):
            pass


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"not a database" * 999,
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole.replace(b'["616161', b'["61616?'),
        lambda whole: whole[:100] + b"\xff" * 2000 + whole[2100:],
    ],
    ids=["another file", "cut", "a letter", "a page"],
)
def test_a_damaged_file_is_replaced_by_an_empty_database(damage, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with opened(tmp_path) as database:
        for number in range(99):
            database.put(made_up(number))
    whole = (tmp_path / FILE).read_bytes()
    assert damage(whole) != whole
    (tmp_path / FILE).write_bytes(damage(whole))
    with opened(tmp_path) as database:
        assert database.games() == ()
        assert "made anew from the records" in str(database.trouble)
        database.put(made_up(1))
    with opened(tmp_path) as database:
        assert database.trouble is None
        assert len(database.games()) == 1


def fill(database: Database) -> None:
    for number in range(2, 999):
        database.put(made_up(number))


def test_a_full_disk_is_a_sentence_and_what_was_there_stays(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        database.put(made_up(1))
        pages = database._run("PRAGMA page_count")[0][0]
        database._run(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unusable, match=r"cannot be kept: no space is left on the disk\."):
            fill(database)
    with opened(tmp_path) as database:
        assert made_up(1) in database.games()


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="cannot be kept"), opened(tmp_path / "nowhere"):
        pass


def test_the_figures_of_a_newer_camelnet_are_left_alone_until_they_are_rebuilt(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as database:
        database.put(made_up(1))
        database._run(f"PRAGMA user_version = {module.VERSION + 1}")
    with pytest.raises(Unusable, match="newer camelnet"), opened(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (1,)
    connection.close()
    with opened(tmp_path, anew=True) as database:
        assert database.games() == ()


def test_what_is_made_anew_is_empty(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        database.put(made_up(1))
        database.leave_out(b"x", "1")
    with opened(tmp_path, anew=True) as database:
        assert isinstance(database, Database)
        assert database.games() == ()
        assert database.left_out() == {}
