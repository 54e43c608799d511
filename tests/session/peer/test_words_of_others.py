"""Whatever others write reaches a front end as it may be shown, and in no other form.

A room of modified clients, whose names, levels, tables and chat are as odd as the wire admits,
plays a game; every text in every fact and view that an honest peer is told is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

from camelnet.foreign_text import NAMELESS, looks, shown
from camelnet.i18n import Message
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.wire.bodies import ChatBody, body_bytes
from camelnet.protocol.wire.frames import Chat, Genesis
from camelnet.record.record import read_record
from camelnet.session.api.facts import ChatSaid
from camelnet.session.peer import peer as peer_module
from camelnet.session.runtime.store import ProfileStore
from camelnet.session.table.recorded_game import read_game
from camelnet.session.table.verify import verify
from camelnet.terminal import records
from camelnet.terminal.input_files import Source
from tests.sampling import only_full
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Guest, watching

BLANK = "\u3164\ufe0f\u2800"
ODD = "\u0301Anna\u0316\u0316\u0316  \u0410\u3164"
TABLE = " \u2800<b>Oasis</b>\ufe0f "


def texts(told: object) -> Iterator[str]:
    """Every text in a fact or a view; positions hold none of others'."""
    match told:
        case str():
            yield told
        case tuple() | list() | frozenset() | set():
            for item in told:
                yield from texts(item)
        case dict():
            yield from texts(tuple(told.items()))
        case Message():
            yield from texts(told.values)
        case _ if is_dataclass(told):
            for item in fields(told):
                yield from texts(getattr(told, item.name))


def odd(told: object) -> list[str]:
    """The texts that are not as they may be shown."""
    return [text for text in texts(told) if shown(text) != text]


def test_a_text_that_is_not_as_it_may_be_shown_is_found() -> None:
    assert odd(ChatSaid(b"", ODD, "Hello", False)) == [ODD]
    assert odd((Message("{who} left", (("who", BLANK),)),)) == [BLANK]


def modified(guest: Guest, name: str, level: str = "") -> None:
    """Its client says these words of itself, whatever they are."""
    lobby = guest.peer.parts.lobby
    lobby._mine = replace(lobby._mine, level=level)
    lobby.rename(name)


def test_whatever_others_call_themselves_is_read_in_one_form(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = room("", "", "easy", "-")
    honest, liar, bot, looker = table.guests
    modified(liar, BLANK)
    modified(bot, ODD, "easy\u3164")
    stranger = Mallory(table, name=ODD)
    table.run(1500)
    monkeypatch.setattr(peer_module, "clean_name", lambda name: TABLE)
    table.open(3, by=1)
    table.sit(honest, bot)
    stranger.send_all(stranger.record(None, name=BLANK))
    stranger.send_all(stranger.chat(BLANK, 1))
    stranger.send_all(stranger.chat(ODD, 2))
    stranger.send_all(stranger.chat("Hello", 2))
    bad = body_bytes(ChatBody("camelnet/chat/1", stranger.key, b"", 3, "Hello"))
    stranger.send_all(Chat(bad, bytes(64)))
    table.run(1000)
    views: list[object] = [honest.lobby, looker.lobby]
    names = {view.name for view in honest.lobby.peers}
    assert {NAMELESS, shown(ODD)} <= names
    assert [offer.name for offer in honest.lobby.tables] == ["<b>Oasis</b>"]
    table.ready(honest, liar)
    table.run_until(lambda: all(guest.peer.table is not None for guest in (honest, liar, bot)))
    watching(table, looker)
    views += [honest.table, looker.table, honest.lobby]
    table.kill(0)
    views.append(ProfileStore(honest.profile, None).saved())
    table.restart(0)
    honest = table.guests[0]

    table.play_until(lambda: all(guest.peer.finished for guest in table.guests[:3]))
    path = honest.record_path()
    game = read_game(path)
    verdict = verify(path)
    views += [honest.table, looker.table, game, verdict, *honest.facts, *looker.facts]
    assert {fact.text for fact in looker.facts if isinstance(fact, ChatSaid)} <= {shown(ODD)}
    assert sum(len(list(texts(view))) for view in views) > 1000
    assert odd(views) == []
    seats = honest.table.seats
    assert len({looks(seat.name) for seat in seats}) == len(seats)
    first = next(iter(read_record(path)))
    assert isinstance(first, Genesis)
    assert encode(BLANK)[1:] in first.body, "what was signed stays as it came"
    assert TABLE.encode() in first.body


@pytest.mark.slow
@only_full
def test_a_record_of_odd_names_is_told_in_the_terminal_as_it_may_be_shown(
    room: MakeRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    table = room("", "")
    for guest, name in zip(table.guests, (BLANK, ODD), strict=True):
        modified(guest, name)
    table.seat_all()
    table.end_well()
    records.replay(Source(str(table.guests[0].record_path())), board=False)
    told = capsys.readouterr().out
    assert shown(ODD) in told
    assert not set(told) & (set(BLANK + ODD) - set(shown(ODD)))


def test_a_name_that_looks_like_mine_is_warned_of_as_long_as_that_is_so(room: MakeRoom) -> None:
    lobby = room("", "")
    lobby.run(1000)
    lobby.guests[0].peer.rename("Anna")
    stranger = Mallory(lobby, name="\u0410nna\u3164")
    lobby.run(2000)
    assert stranger.key in {peer.key for peer in lobby.guests[0].lobby.peers}
    me = lobby.guests[0]
    (other,) = [peer for peer in me.lobby.peers if peer.key == stranger.key]
    assert str(other.trouble) == "Two people here are called \u0410nna."
    assert str(me.lobby.namesake) == "Two people here are called Anna."
    assert not [told for told in me.notices() if "Two people" in told], "no log is filled with it"
    me.peer.rename("Zoe")
    lobby.run(2000)
    (other,) = [peer for peer in me.lobby.peers if peer.key == stranger.key]
    assert (other.trouble, me.lobby.namesake) == (None, None)


def test_two_others_of_one_name_are_told_apart(room: MakeRoom) -> None:
    lobby = room("", "")
    lobby.run(1000)
    lobby.guests[1].peer.rename("Zoe")
    Mallory(lobby, name="Zoe")
    lobby.run(2000)
    me = lobby.guests[0].lobby
    assert [peer.name for peer in me.peers if peer.name.startswith("Zoe")] == ["Zoe", "Zoe 2"]
    assert me.namesake is None


def test_a_name_that_looks_like_a_friends_has_another_key_than_last_time(room: MakeRoom) -> None:
    lobby = room("", "")
    lobby.run(1000)
    me = lobby.guests[0]
    me.profile.remember("Chloe", bytes(32))
    Mallory(lobby, name="\u0421hlo\u00e9")
    lobby.run(2000)
    assert any("another key than last time" in notice for notice in me.notices())


def test_a_new_name_is_for_the_lobby_and_the_next_game(room: MakeRoom) -> None:
    table = room("", "greedy", seed=3)
    table.seat_all()
    me = table.guests[0]
    names = [seat.name for seat in me.table.seats]
    me.peer.rename("Zoe")
    table.run(2000)
    assert me.profile.name == me.lobby.me.name == "Zoe"
    assert [peer.name for peer in table.guests[1].lobby.peers] == ["Zoe"]
    for guest in table.guests:
        assert [seat.name for seat in guest.table.seats] == names
    table.end_well()
