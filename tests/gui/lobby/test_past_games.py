"""Past games are listed from their records: quickly, newest first, a sentence for what is odd."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.lobby.last_finish import LastFinish
from camelnet_gui.lobby.past_games import SHOWN_MAX, PastGame, judged, past_games
from camelnet_gui.lobby.past_reader import PastReader
from camelnet_gui.lobby.saved_cards import when_words
from PySide6.QtCore import QDate, QDateTime, QObject, QTime
from pytestqt.qtbot import QtBot

from camelnet.i18n import message
from camelnet.record.record import FORMER_VERSION, VERSION
from camelnet.session.table.record_summary import RecordSummary, summarise
from camelnet.session.table.verify import verify
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tests.session.record_vectors import FOLDER


def write(folder: Path, name: str, data: bytes, *, age_s: int) -> Path:
    path = folder / f"{name}.camelnet"
    path.write_bytes(data)
    when = 1_700_000_000 - age_s
    os.utime(path, (when, when))
    return path


@pytest.mark.parametrize("name", ["camelup-apart", "cards-people"])
def test_a_record_is_listed_as_what_it_is(name: str) -> None:
    found = {game.path.stem: game for game in past_games(FOLDER)}
    game, told = found[name], verify(FOLDER / f"{name}.camelnet")
    assert game.trouble is None
    assert (game.game_id, game.game, game.table) == (told.game_id, told.game, told.table)
    assert (game.names, game.keys, game.ended) == (told.names, told.keys, told.ended)


@pytest.mark.parametrize("name", ["camelup-one-person", "targui-people"])
def test_who_won_is_what_the_record_proves(name: str) -> None:
    found = {game.path.stem: game for game in past_games(FOLDER)}
    assert found[name].winners == ()
    known = judged(found[name])
    assert known.judged
    assert known.winners == verify(FOLDER / f"{name}.camelnet").winners != ()


@pytest.mark.slow
def test_the_last_finish_is_a_picture_that_opens_the_game(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    found = {game.path.stem: game for game in past_games(FOLDER)}
    ended = judged(found["camelup-one-person"])
    assert ended.final is not None
    assert ended.final.turn == "over"
    page = driver.window.lobby
    unread = replace(found["cards-people"], trouble=message("It cannot be read."))
    driver.window.resize(1024, 900)
    page.show_past((unread, ended, replace(ended, game_id=b"2" * 32)))
    (picture,) = page.findChildren(LastFinish)
    qtbot.waitUntil(lambda: picture.ready, timeout=LONG_MS)
    shown = picture.grab().toImage()
    points = [(x, y) for x in range(9, shown.width(), 17) for y in range(9, shown.height(), 17)]
    assert len({shown.pixel(x, y) for x, y in points}) > 40, "it is one flat colour"
    opened: list[Path] = []
    page.replay_requested.disconnect()
    page.replay_requested.connect(opened.append)
    click(picture)
    assert opened == [ended.path]


def test_a_record_that_does_not_hold_is_a_sentence(tmp_path: Path) -> None:
    data = bytearray((FOLDER / "targui-people.camelnet").read_bytes())
    data[len(data) // 2] ^= 1
    path = write(tmp_path, "bent", bytes(data), age_s=0)
    told = judged(PastGame(path, 0.0, ended=True))
    assert told.trouble is not None
    assert "bent.camelnet" in str(told.trouble)


def test_winners_follow_the_list_and_are_worked_out_once(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("targui-people", "camelup-one-person"):
        shutil.copy2(FOLDER / f"{name}.camelnet", tmp_path)
    asked: list[Path] = []

    def counted(game: PastGame) -> PastGame:
        asked.append(game.path)
        return judged(game)

    monkeypatch.setattr("camelnet_gui.lobby.past_reader.judged", counted)
    parent = QObject()
    reader = PastReader(tmp_path, parent)
    heard: list[tuple[PastGame, ...]] = []
    reader.read.connect(heard.append)
    reader.start()
    qtbot.waitUntil(lambda: bool(heard) and all(g.winners for g in heard[-1]), timeout=LONG_MS)
    assert not any(game.winners for game in heard[0]), "the list comes first"
    heard.clear()
    reader.start()
    qtbot.waitUntil(lambda: heard != [], timeout=LONG_MS)
    assert all(game.winners for game in heard[0])
    reader.close()
    assert len(asked) == 2


def test_a_folder_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    assert past_games(tmp_path / "none") == ()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (f"camelnet record {VERSION + 1}\n123456".encode(), "newer camelnet"),
        (f"camelnet record {FORMER_VERSION - 1}\n123456".encode(), "older camelnet"),
        (f"camelnet record {VERSION}\n\xff\xff\xff".encode("latin-1"), "is damaged"),
        (f"camelnet record {VERSION}\n".encode(), "is damaged"),
        (b"", "is damaged"),
        (b"\x89PNG\r\n" * 100, "is damaged"),
    ],
)
def test_what_cannot_be_opened_is_a_sentence(tmp_path: Path, data: bytes, told: str) -> None:
    write(tmp_path, "odd", data, age_s=0)
    (game,) = past_games(tmp_path)
    assert game.trouble is not None
    assert told in str(game.trouble)
    assert "odd.camelnet" in str(game.trouble)


def test_so_many_are_listed_and_the_newest_first(tmp_path: Path) -> None:
    for number in range(SHOWN_MAX + 3):
        write(tmp_path, f"g{number}", b"", age_s=number * 60)
    (tmp_path / "notes.txt").write_text("no record")
    found = past_games(tmp_path)
    assert [game.path.stem for game in found] == [f"g{number}" for number in range(SHOWN_MAX)]


def test_reading_stops_when_nobody_wants_to_know(tmp_path: Path) -> None:
    write(tmp_path, "g", b"", age_s=0)
    assert past_games(tmp_path, lambda: True) == ()


def test_a_moment_is_said_as_people_say_it() -> None:
    today = QDate(2026, 11, 22)
    assert when_words(QDateTime(today, QTime(14, 20)), today).startswith("today, ")
    assert when_words(QDateTime(today.addDays(-1), QTime(9, 5)), today).startswith("yesterday, ")
    older = when_words(QDateTime(today.addDays(-9), QTime(9, 5)), today)
    assert older == "13 Nov 2026"


def test_one_that_leads_nowhere_hides_no_other(tmp_path: Path) -> None:
    write(tmp_path, "good", (FOLDER / "targui-people.camelnet").read_bytes(), age_s=0)
    (tmp_path / "gone.camelnet").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.camelnet").mkdir()
    os.mkfifo(tmp_path / "pipe.camelnet")
    found = {game.path.stem: game for game in past_games(tmp_path)}
    assert set(found) == {"good", "folder", "pipe"}
    assert found["good"].trouble is None
    assert found["folder"].trouble is not None
    assert found["pipe"].trouble is not None


def test_of_thousands_of_records_only_those_that_are_shown_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5000):
        (tmp_path / f"g{number}.camelnet").touch()
    read: list[Path] = []

    def counted(path: Path) -> RecordSummary:
        read.append(path)
        return summarise(path)

    monkeypatch.setattr("camelnet_gui.lobby.past_games.summarise", counted)
    assert len(past_games(tmp_path)) == len(read) == SHOWN_MAX
