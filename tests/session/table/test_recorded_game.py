"""Files of games: what holds is read, a journal knows its own cards, the rest is a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet import rules
from camelnet.record.journal import Journal
from camelnet.session.api.facts import Kind, Stepped
from camelnet.session.table.recorded_game import NoGame, RecordedGame, read_game
from camelnet.session.table.verify import follow
from tests.session.conftest import MakeRoom
from tests.session.record_vectors import FOLDER as RECORDS
from tests.session.room import Guest


def read(path: Path, **given: bytes) -> RecordedGame:
    made = read_game(path, key=given.get("key"))
    assert made is not None
    return made


@pytest.mark.parametrize("name", ["camelup-people", "cards-one-person", "targui-people"])
def test_a_record_is_read_as_the_game_that_was_played(name: str) -> None:
    path = RECORDS / f"{name}.camelnet"
    game = read(path)
    assert game.steps == tuple(item for item in follow(path) if isinstance(item, Stepped))
    assert game.over
    assert game.fault is None
    assert game.verdict.ended
    assert game.game == name.partition("-")[0]
    assert len(game.names) == len(game.kinds) == len(game.levels) == game.steps[0].before.seats
    assert Kind.HUMAN in game.kinds
    assert game.seat is None


def test_reading_tells_how_far_it_is_and_can_be_broken_off() -> None:
    told: list[float] = []
    path = RECORDS / "targui-people.camelnet"
    read_game(path, progress=lambda done: not told.append(done))  # type: ignore[func-returns-value]
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert read_game(path, progress=lambda done: done < 0.3) is None


def test_a_record_that_stops_early_is_shown_so_far_and_says_so(tmp_path: Path) -> None:
    data = (RECORDS / "targui-people.camelnet").read_bytes()
    whole = read(RECORDS / "targui-people.camelnet").steps
    ends = _frame_ends(data)
    cut = tmp_path / "cut.camelnet"
    cut.write_bytes(data[: ends[len(ends) // 2]])
    game = read(cut)
    assert 0 < len(game.steps) < len(whole)
    assert game.steps == whole[: len(game.steps)]
    assert str(game.fault) == "The game was not finished."


def test_a_damaged_record_is_shown_as_far_as_it_holds(tmp_path: Path) -> None:
    data = bytearray((RECORDS / "targui-people.camelnet").read_bytes())
    data[len(data) * 3 // 4] ^= 1
    bad = tmp_path / "bad.camelnet"
    bad.write_bytes(data)
    game = read(bad)
    assert not game.over
    assert str(game.fault).startswith("The file is damaged from entry ")


def _frame_ends(data: bytes) -> list[int]:
    ends, at = [], data.index(b"\n") + 1
    while at < len(data):
        at += 4 + int.from_bytes(data[at : at + 4], "big")
        ends.append(at)
    return ends


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "x.camelnet is not a game of camelnet."),
        (b"\x89PNG\r\n", "x.camelnet is not a game of camelnet."),
        (b"camelnet record 5\n", "x.camelnet cannot be read: a newer camelnet made it (format 5"),
        (b"camelnet record 2\n", "x.camelnet cannot be read: an older camelnet made it (format 2"),
        (b"camelnet journal 9\n", "x.camelnet cannot be read: a newer camelnet made it (format 9"),
        (b"camelnet record 4\n", "x.camelnet cannot be shown. The file is damaged from entry 0"),
        (b"camelnet journal 4\n\x00", "x.camelnet cannot be shown. The file is damaged"),
        (b"camelnet record 4\nrubbish", "x.camelnet cannot be shown. The file is damaged"),
    ],
)
def test_what_is_no_game_of_ours_is_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.camelnet"
    path.write_bytes(content)
    with pytest.raises(NoGame) as caught:
        read_game(path)
    assert str(caught.value.reason).startswith(said)


def test_a_game_by_other_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "rules_digest", lambda: b"\x07" * 32)
    with pytest.raises(NoGame) as caught:
        read_game(RECORDS / "targui-people.camelnet")
    said = "cannot be read: it was played by other rules than those of this camelnet."
    assert str(caught.value.reason) == f"targui-people.camelnet {said}"


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.camelnet", tmp_path):
        with pytest.raises(NoGame) as caught:
            read_game(path)
        assert "cannot be read" in str(caught.value.reason)


# --- journals -------------------------------------------------------------------------------------


def journal_of(guest: Guest) -> Path:
    found = [*guest.profile.path.glob("games/*.journal"), *guest.profile.path.glob("games/*.done")]
    (path,) = found
    return path


@pytest.mark.slow
def test_a_journal_knows_its_seat_and_what_it_sealed_and_a_torn_one_what_holds(
    room: MakeRoom,
) -> None:
    table = room("greedy", "greedy", seed=3).seat_all()
    table.end_well()
    for guest in table.guests:
        path = journal_of(guest)
        before = path.read_bytes()
        made = read(path)
        assert made.steps == read(guest.record_path()).steps
        assert made.over
        assert path.read_bytes() == before, "it is only looked at"
        assert made.seat == guest.seat.seat
        assert made.faces == guest.seat.faces
        assert read(guest.record_path(), key=guest.key).seat == guest.seat.seat
    whole = journal_of(table.guests[0])
    torn = whole.with_name("torn.journal")
    torn.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    made = read(torn)
    assert made.steps, "shown as far as it holds"
    assert not made.over
    assert str(made.fault) == "The end of the file is damaged and is left out."
    assert Journal.look(torn).cut_bytes


def test_a_journal_knows_the_card_in_its_own_hand(room: MakeRoom) -> None:
    table = room("", "", seed=3, game="cards").seat_all()
    table.run_until(lambda: all(guest.seat.faces for guest in table.guests))
    for guest in table.guests:
        made = read(journal_of(guest))
        assert made.seat == guest.seat.seat
        assert list(made.hands.values()) == [guest.seat.faces]
        assert str(made.fault) == "The game was not finished."
