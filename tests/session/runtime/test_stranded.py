"""Unfinished games that this camelnet cannot go on with: it says which one can, and keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from camelnet import rules
from camelnet.protocol.start.genesis import read_genesis
from camelnet.protocol.wire.bodies import body_bytes, game_id
from camelnet.protocol.wire.frames import Genesis
from camelnet.record.journal import MAGIC, Journal
from camelnet.record.profile import Profile
from camelnet.record.record import VERSION, read_record
from camelnet.session.api.facts import Fact, LobbyChanged, Noticed
from camelnet.session.peer.node import Node
from camelnet.session.runtime.store import ProfileStore
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.profiles import find_game
from tests.session.record_vectors import FOLDER

RULES = rules.rules_digest().hex()[:8]


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    opened = Profile.open(tmp_path / "ana")
    yield opened
    opened.close()


def begun(profile: Profile, *, game: str = "targui", needs: tuple[str, ...] = ()) -> Path:
    """The journal of a game that has just begun."""
    genesis = next(iter(read_record(FOLDER / "targui-people.camelnet")))
    assert isinstance(genesis, Genesis)
    start, table = read_genesis(genesis.body)
    table = replace(table, game=game, needs=needs)
    body = body_bytes(replace(start, table=body_bytes(table)))
    path = profile.journal_path(game_id(body))
    Journal.create(path, replace(genesis, body=body), bytes(32), "").close()
    return path


@pytest.fixture
def journal(profile: Profile) -> Path:
    return begun(profile)


def of_version(journal: Path, version: int) -> None:
    rest = journal.read_bytes().removeprefix(MAGIC)
    journal.write_bytes(b"camelnet journal %d\n" % version + rest)


def of_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """This camelnet gets other rules than those of the journal."""
    monkeypatch.setattr(rules, "rules_digest", lambda: bytes(32))


def told(profile: Profile) -> list[str]:
    return [str(other.told) for other in ProfileStore(profile, None).stranded()]


def test_a_game_of_this_camelnet_is_not_stranded(profile: Profile, journal: Path) -> None:
    assert told(profile) == []
    assert len(ProfileStore(profile, None).saved()) == 1


@pytest.mark.parametrize(
    ("version", "which"),
    [
        (VERSION + 1, "by a newer camelnet: update yours to go on with it."),
        (VERSION + 995, "by a newer camelnet: update yours to go on with it."),
        (2, "by an older camelnet: only that one can go on with it."),
    ],
)
def test_another_version_is_named_and_its_game_is_kept(
    profile: Profile, journal: Path, version: int, which: str
) -> None:
    of_version(journal, version)
    before = journal.read_bytes()
    words = f"The unfinished game {journal.stem[:12]} was begun {which}"
    assert told(profile) == [words]
    assert ProfileStore(profile, None).saved() == ()
    assert profile.damaged_journals() == []
    for prefix in ("", journal.stem[:6]):
        with pytest.raises(Failed, match=which):
            find_game(profile, prefix)
    assert journal.read_bytes() == before


def test_a_journal_without_a_beginning_is_of_no_version(profile: Profile, journal: Path) -> None:
    journal.write_bytes(b"camelnet journal x\n")
    assert told(profile) == []
    assert profile.damaged_journals() == [journal]


@pytest.mark.parametrize(("game", "needs"), [("targui", ("teams",)), ("pig", ())])
def test_a_newer_game_of_the_same_format_is_told_as_newer(
    profile: Profile, game: str, needs: tuple[str, ...]
) -> None:
    begun(profile, game=game, needs=needs)
    (words,) = told(profile)
    assert words.endswith("was begun by a newer camelnet: update yours to go on with it.")
    assert ProfileStore(profile, None).saved() == ()


def test_a_game_by_other_rules_is_named_with_both_digests(
    profile: Profile, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_other_rules(monkeypatch)
    (words,) = told(profile)
    assert f"by other rules ({RULES}; this camelnet has 00000000)" in words
    assert words.endswith("the camelnet that began it can go on with it.")
    assert ProfileStore(profile, None).saved() == ()
    with pytest.raises(Failed, match="by other rules"):
        find_game(profile, "")


@pytest.mark.parametrize("bot", [False, True])
def test_a_person_is_told_at_the_start_and_a_bot_is_not(
    profile: Profile, journal: Path, bot: bool
) -> None:
    of_version(journal, VERSION + 1)
    facts: list[Fact] = []

    async def start() -> None:
        node = Node(
            profile=profile,
            interface="127.0.0.1",
            level="greedy" if bot else "",
            listener=facts.append,
        )
        await node.start()
        await node.stop()

    asyncio.run(start())
    told_now = [str(fact.message) for fact in facts if isinstance(fact, Noticed)]
    assert any("by a newer camelnet" in text for text in told_now) is not bot
    assert all(fact.lobby.resumable == () for fact in facts if isinstance(fact, LobbyChanged))
