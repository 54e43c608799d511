"""The journal: what was promised is there again, a damaged end is cut, nothing earlier is lost."""

from __future__ import annotations

import inspect
import re
import stat
import sys
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from camelnet.protocol.log.log import Log
from camelnet.protocol.wire import frames
from camelnet.protocol.wire.bodies import WantBody, body_bytes, game_id
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    AcceptorState,
    Ack,
    Certified,
    Equivocation,
    Genesis,
    LogLine,
    Luck,
    PeerAddress,
    Proposal,
    SignedStatement,
    Stay,
    Want,
)
from camelnet.record import journal
from camelnet.record.frame_file import FRAME_MAX, frame
from camelnet.record.journal import Journal, Kept, NoJournal
from camelnet.record.profile import Profile, ProfileError, clean_name
from camelnet.record.record import VERSION, DamagedRecord, RecordWriter, read_record, record_name
from camelnet.session.runtime.store import ProfileStore
from tests.protocol.toy import (
    ListLedger,
    carry,
    game_start,
    log_of,
    settle,
    signer,
    written,
)
from tests.session.record_vectors import FOLDER

SECRET = bytes(range(32))
# The number of records and journals, and a digest of what their lines are made of. Who changes one
# raises the number first: an older camelnet takes a line that it does not know for a damaged end.
NUMBER, DIGEST = 4, "0e22280652b12a9a"
# There the rights of the user's own folder keep others out.
MODES = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


@cache
def played() -> tuple[Log, ListLedger]:
    """Three peers agree on a key and three entries; the log and the ledger of seat 0, with a
    promise for the fourth."""
    begun = game_start("hhh")
    ledgers = [ListLedger() for _ in range(3)]
    logs = [log_of(begun, seat, ledgers[seat])[0] for seat in range(3)]
    carry(*logs)
    for notation in ("roll", "add 4", "roll"):
        settle(logs, notation)
    logs[0].propose("roll")
    return logs[0], ledgers[0]


def bare(lines: list[LogLine]) -> list[LogLine]:
    """Lines without their luck, which is written after them."""
    return [replace(line, luck=NO_LUCK) for line in lines if isinstance(line, Certified)]


def liar(log: Log) -> Equivocation:
    """A proof that seat 1 has signed two entries for one place."""
    one, other = (written(log.game_start, log, 1, f"add {number}") for number in (1, 2))
    signed = [SignedStatement(item.body, item.signature) for item in (one, other)]
    return Equivocation(log.game_start.id, 1, tuple(signed))


def acceptor_state(log: Log) -> AcceptorState:
    body = WantBody("camelnet/want/1", log.game_start.id, 0, 4, 0, 1, True, "asked")
    data = body_bytes(body)
    return AcceptorState(1, 2, (Want(data, signer(0).sign(data)),), None, b"e" * 32, 1, None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of everything that a ledger was told, and an address."""
    log, ledger = played()
    journal = Journal.create(tmp_path / "a.journal", log.game_start.frame(), SECRET, "greedy")
    for what, value in ledger.written:
        match what:
            case "line":
                journal.save_line(value)
            case "drawn":
                journal.save_luck(*value)
            case "promised":
                journal.save_proposal(value)
            case "keyed":
                journal.save_key_shares(*value)
    journal.save_addresses((PeerAddress(bytes(32), "192.0.2.1", 4001),))
    journal.close()
    return tmp_path / "a.journal"


def test_a_journal_gives_back_what_was_kept(path: Path) -> None:
    log, ledger = played()
    journal, kept = Journal.reopen(path)
    journal.close()
    told = ledger.remember()
    assert kept.genesis == log.game_start.frame()
    assert (kept.secret, kept.level, kept.cut_bytes) == (SECRET, "greedy", 0)
    assert kept.lines == told.lines
    assert len(kept.lines) == 4
    assert isinstance(kept.lines[1], Certified)
    assert len(kept.lines[1].luck.shares) == 2
    assert kept.promises == told.promises == ledger.promises[-1:]
    assert kept.shares == told.shares
    assert len(kept.shares[0]) == 32
    assert kept.acceptor_state is None
    assert kept.addresses[0].host == "192.0.2.1"


def test_the_last_vow_counts_and_all_proofs_are_kept(path: Path) -> None:
    log, _ = played()
    journal, _ = Journal.reopen(path)
    first = acceptor_state(log)
    journal.save_acceptor_state(first)
    journal.save_acceptor_state(replace(first, round=3, echoed=b""))
    journal.save_equivocation(liar(log))
    journal.sync()
    journal.close()
    kept = Journal.look(path)
    assert kept.acceptor_state == replace(first, round=3, echoed=b"")
    assert kept.proofs == [liar(log)]
    assert len(kept.promises) == 1


def test_luck_of_no_entry_is_a_damaged_journal(path: Path) -> None:
    journal, kept = Journal.reopen(path)
    journal.save_luck(9, NO_LUCK)
    journal.close()
    assert Journal.look(path).cut_bytes > 0
    assert Journal.look(path).lines == kept.lines


def test_the_last_word_on_an_entrys_luck_counts(path: Path) -> None:
    journal, _ = Journal.reopen(path)
    journal.save_luck(2, NO_LUCK)
    journal.close()
    line = Journal.look(path).lines[1]
    assert isinstance(line, Certified)
    assert line.luck == NO_LUCK


def parts_of(kinds: set[type[Any]]) -> set[type[Any]]:
    """The kinds, and the structures of `frames` that they are made of."""
    types = " ".join(item.type for kind in kinds for item in fields(kind))
    words = set(re.findall(r"\w+", types))
    inner = {getattr(frames, word) for word in words if is_dataclass(getattr(frames, word, None))}
    return kinds if inner <= kinds else parts_of(kinds | inner)


def test_a_changed_line_asks_for_another_number_of_the_format() -> None:
    tags = re.findall(r'case \("(\w+)"', inspect.getsource(journal))
    assert {"begun", "line", "vowed", "stay"} < set(tags)
    lines = {Genesis, *get_args(LogLine), Proposal, Ack, Luck}
    kinds = parts_of({*lines, AcceptorState, Equivocation, Stay, PeerAddress})
    shapes = sorted(
        (kind.__name__, *((item.name, item.type) for item in fields(kind))) for kind in kinds
    )
    digest = sha256(repr((tags, shapes)).encode()).hexdigest()[:16]
    assert (VERSION, digest) == (NUMBER, DIGEST)


@MODES
def test_only_its_owner_may_read_a_journal(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_is_never_begun_over_another(path: Path) -> None:
    with pytest.raises(FileExistsError):
        Journal.create(path, played()[0].game_start.frame(), SECRET, "")


def test_a_journal_torn_anywhere_keeps_every_whole_line_before(path: Path) -> None:
    whole = path.read_bytes()
    full = Journal.look(path)
    seen = set()
    for size in range(len(whole) - 1, 30, -37):
        path.write_bytes(whole[:size])
        try:
            journal, kept = Journal.reopen(path)
        except NoJournal:
            break
        journal.close()
        assert bare(kept.lines) == bare(full.lines)[: len(kept.lines)]
        assert path.stat().st_size + kept.cut_bytes == size
        seen.add(len(kept.lines))
    assert seen == {0, 1, 2, 3, 4}


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_byte_cuts_there_and_loses_nothing_earlier(
    path: Path, data: st.DataObject
) -> None:
    whole = bytearray(path.read_bytes())
    full = Journal.look(path)
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path = path.with_name("damaged.journal")
    path.with_suffix(".damaged").unlink(missing_ok=True)
    path.write_bytes(whole)
    try:
        journal, kept = Journal.reopen(path)
    except NoJournal:
        assert place < len(whole) // 2
        return
    journal.close()
    assert kept.cut_bytes > 0
    assert path.with_suffix(".damaged").read_bytes() == bytes(whole)
    assert bare(kept.lines) == bare(full.lines)[: len(kept.lines)]
    again: Kept = Journal.look(path)
    assert again.cut_bytes == 0
    assert again.lines == kept.lines


def test_what_is_appended_after_a_cut_is_read_again(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])
    journal, kept = Journal.reopen(path)
    assert kept.cut_bytes > 0
    journal.save_addresses((PeerAddress(bytes(32), "192.0.2.9", 1),))
    journal.close()
    assert Journal.look(path).addresses[0].host == "192.0.2.9"
    assert Journal.look(path).lines == played()[1].remember().lines


def test_a_secret_does_not_show_in_a_representation(path: Path) -> None:
    assert repr(SECRET) not in repr(Journal.look(path))


def test_a_done_journal_is_kept_under_another_name(tmp_path: Path) -> None:
    log, _ = played()
    journal = Journal.create(tmp_path / "a.journal", log.game_start.frame(), SECRET, "")
    journal.done()
    assert [path.name for path in tmp_path.iterdir()] == ["a.done"]


# --- the record ---------------------------------------------------------------------------------


def test_a_record_gives_back_genesis_and_entries(tmp_path: Path) -> None:
    log, _ = played()
    writer = RecordWriter(tmp_path, log.game_start, log.chain.lines[:1])
    for line in log.chain.lines[1:]:
        writer.append(line)
    writer.close()
    assert list(read_record(writer.path)) == [log.game_start.frame(), *log.chain.lines]
    assert writer.path.name == record_name(log.game_start)


def test_a_record_in_bad_form_names_the_index(tmp_path: Path) -> None:
    log, _ = played()
    writer = RecordWriter(tmp_path, log.game_start, log.chain.lines)
    writer.close()
    whole = writer.path.read_bytes()
    for data, index in [
        (b"", 0),
        (b"camelnet record 1\n" + whole[18:], 0),
        (whole[:18], 0),
        (whole[:100], 0),
        (whole[:-1], 4),
        (whole + b"\0\0\0\0", 5),
        (whole + b"\0\0\0\1\xc0", 5),
        (whole + b"x", 5),
    ]:
        writer.path.write_bytes(data)
        with pytest.raises(DamagedRecord) as damaged:
            list(read_record(writer.path))
        assert damaged.value.index == index, data[-10:]


# --- the profile --------------------------------------------------------------------------------


@MODES
def test_a_profile_keeps_its_key_to_itself(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "p")
    key = profile.signer.key
    profile.close()
    assert stat.S_IMODE((tmp_path / "p" / "key").stat().st_mode) == 0o600
    again = Profile.open(tmp_path / "p")
    assert again.signer.key == key
    again.close()


def test_a_profile_serves_one_camelnet_at_a_time(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "p")
    with pytest.raises(ProfileError, match="in use"):
        Profile.open(tmp_path / "p")
    profile.close()
    Profile.open(tmp_path / "p").close()


def test_an_unusable_profile_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ProfileError, match="cannot be used"):
        Profile.open(tmp_path / "file")
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "key").write_bytes(b"short")
    with pytest.raises(ProfileError, match="5 bytes"):
        Profile.open(tmp_path / "p")


def test_damaged_settings_cost_no_key_and_no_start(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "p")
    key = profile.signer.key
    profile.rename("Ann\x07 ")
    profile.close()
    deep = "[" * 100_000
    for number, damaged in enumerate(("{", "7", "\x00", deep, "[]", '{"name"')):
        (tmp_path / "p" / "profile.json").write_text(damaged)
        again = Profile.open(tmp_path / "p")
        assert again.signer.key == key
        assert again.name
        end = f"-{min(number + 1, 5)}" if number else ""
        aside = tmp_path / "p" / f"profile.json.damaged{end}"
        assert f"is kept as {aside.name}" in str(again.damage), damaged[:20]
        assert aside.read_text() == damaged, "the old one is kept aside"
        again.rename("Ann")
        again.close()
    sound = Profile.open(tmp_path / "p")
    assert (sound.damage, sound.name) == (None, "Ann")
    sound.close()


def test_a_profile_that_must_be_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="There is no profile"):
        Profile.open(tmp_path / "nope", new=False)
    assert list(tmp_path.iterdir()) == []
    Profile.open(tmp_path / "nope").close()
    Profile.open(tmp_path / "nope", new=False).close()


def test_names_are_remembered_though_a_damaged_file_knew_none(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text('{"known": 7}')
    profile = Profile.open(tmp_path)
    profile.remember("Ben", b"1" * 32)
    profile.close()
    again = Profile.open(tmp_path)
    assert not again.recognises("Ben", b"2" * 32)
    again.close()


def test_a_name_is_remembered_and_a_changed_key_noticed_until_we_play(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "p")
    profile.rename("Ann")
    assert profile.recognises("Ben", b"1" * 32)
    assert profile.recognises("Ben", b"2" * 32), "we never played"
    profile.remember("Ben", b"1" * 32)
    assert profile.recognises("Ben", b"1" * 32)
    assert not profile.recognises("Ben", b"2" * 32)
    profile.remember("Ben", b"2" * 32)
    profile.close()
    again = Profile.open(tmp_path / "p")
    assert again.name == "Ann"
    assert not again.recognises("Ben", b"1" * 32)
    again.close()


@given(st.text(max_size=80))
def test_a_clean_name_is_one_that_the_protocol_admits(name: str) -> None:
    cleaned = clean_name(name)
    assert cleaned.isprintable()
    assert len(cleaned) <= 32


@pytest.mark.parametrize("size", [0, FRAME_MAX + 1])
def test_what_could_not_be_read_again_is_not_written(size: int) -> None:
    with pytest.raises(OSError, match="large"):
        frame(bytes(size))
    assert frame(bytes(FRAME_MAX))


def test_odd_files_among_the_journals_stop_nobody(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "ana")
    genesis = next(iter(read_record(FOLDER / "targui-people.camelnet")))
    assert isinstance(genesis, Genesis)
    kept = profile.journal_path(game_id(genesis.body))
    Journal.create(kept, genesis, SECRET, "").close()
    games = kept.parent
    (games / f"{kept.stem} (copy).journal").write_bytes(kept.read_bytes())
    (games / "gone.journal").symlink_to(games / "nowhere")
    (games / "folder.journal").mkdir()
    assert kept in profile.journals()
    assert profile.damaged_journals() == []
    assert [game.game_id.hex() for game in ProfileStore(profile, None).saved()] == [kept.stem]
    profile.close()
