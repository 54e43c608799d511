"""The lobby as people meet in it: tables, chairs, hints, chat, and peers we cannot play with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.start.genesis import rematch
from camelnet.protocol.wire.bodies import ChatBody, TableBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Chat, Hello, Lobby, common_protocol, frame_bytes
from camelnet.protocol.wire.limits import PROTOCOL_MAX
from camelnet.rules import rules_digest
from camelnet.session.api.facts import Presence
from camelnet.session.lobby.contacts import HELLO_GAP_MS
from tests.protocol.toy import game_start
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room

TABLE = body_bytes(TableBody("camelnet/table/1", "Oasis", "camelup", 2, (), bytes(16), None))


@pytest.fixture
def room(room: MakeRoom) -> MakeRoom:
    """Makes rooms whose guests have met."""

    def make(*levels: str, seed: int = 0) -> Room:
        made = room(*levels, seed=seed)
        made.run(2000)
        return made

    return make


def opened(room: Room, seats: int = 2, by: int = 0) -> None:
    room.guests[by].peer.open_table(name="Oasis", game="camelup", seats=seats, options={})
    room.run(500)


def hint(guest: Guest) -> str:
    return str(guest.lobby.hint)


def test_everybody_meets_everybody_and_sees_an_opened_table(room: MakeRoom) -> None:
    three = room("", "greedy", "")
    opened(three, seats=3)
    for guest in three.guests:
        assert len(guest.lobby.peers) == 2
        (table,) = guest.lobby.tables
        assert (table.name, table.free, table.mine) == ("Oasis", 2, guest.number == 0)
        assert table.options == {"leg_ends_without_tiles": False, "flip_in_place": False}


def test_the_hint_says_what_the_table_still_waits_for(room: MakeRoom) -> None:
    two = room("", "")
    opened(two)
    assert hint(two.guests[0]).startswith("Free seats: 1")
    two.guests[1].peer.sit(two.guests[1].lobby.tables[0].id)
    two.run(500)
    assert "ready" in hint(two.guests[0])
    two.guests[0].peer.ready(True)
    two.run(500)
    assert hint(two.guests[0]) == "Not ready yet: Peer 1."
    two.guests[0].peer.ready(False)
    assert hint(two.guests[0]) == "Not ready yet: you, Peer 1."
    two.guests[0].peer.ready(True)
    two.guests[0].peer.ready(False)
    two.guests[1].peer.ready(True)
    two.run(2000)
    assert all(guest.peer.table is None for guest in two.guests)
    two.guests[0].peer.ready(True)
    two.run(2000)
    assert all(guest.peer.table is not None for guest in two.guests)
    assert two.guests[0].lobby.hint is None


def test_a_table_outlives_whoever_opened_it(room: MakeRoom) -> None:
    three = room("", "", "")
    opened(three)
    three.guests[1].peer.sit(three.guests[1].lobby.tables[0].id)
    three.run(500)
    three.guests[0].peer.stand()
    three.run(500)
    (table,) = three.guests[2].lobby.tables
    assert [seat.name for seat in table.seats] == ["", "Peer 1"]
    three.guests[2].peer.sit(table.id)
    three.run(500)
    three.guests[1].peer.ready(True)
    three.guests[2].peer.ready(True)
    three.run(2000)
    assert [guest.peer.table is not None for guest in three.guests] == [False, True, True]


def test_of_three_who_rush_for_the_last_chair_one_gets_it(room: MakeRoom) -> None:
    four = room("", "", "", "")
    opened(four)
    for guest in four.guests[1:]:
        guest.peer.sit(guest.lobby.tables[0].id)
    four.run(3000)
    seated = [guest for guest in four.guests if guest.lobby.table is not None]
    assert len(seated) == 2
    for guest in four.guests:
        if guest not in seated:
            assert any("took the last seat" in text for text in guest.notices())
            assert str(guest.lobby.tables[0].trouble) == "All seats are taken."


def test_nobody_sits_down_at_a_table_that_plays(room: MakeRoom) -> None:
    three = room("greedy", "greedy", "")
    opened(three)
    three.guests[1].peer.sit(three.guests[1].lobby.tables[0].id)
    three.run_until(lambda: three.guests[1].peer.table is not None)
    three.run(500)
    late = three.guests[2]
    (table,) = late.lobby.tables
    assert table.playing
    late.peer.sit(table.id)
    assert late.notices()[-1] == "The game has already started."
    late.peer.sit(bytes(32))
    assert late.notices()[-1] == "That table is gone."


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"seats": 9}, "2 to 8 seats"),
        ({"seats": 1}, "2 to 8 seats"),
        ({"options": {"speed": True}}, "speed"),
        ({"options": {"flip_in_place": 1}}, "flip_in_place"),
        ({"name": "\x07"}, "name"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    room: MakeRoom, changes: dict[str, object], why: str
) -> None:
    one = room("")
    wanted = {"name": "Oasis", "game": "camelup", "seats": 2, "options": {}} | changes
    one.guests[0].peer.open_table(**wanted)  # type: ignore[arg-type]
    assert one.guests[0].lobby.table is None
    assert one.guests[0].notices()[-1].startswith("That table is impossible")
    assert why in one.guests[0].notices()[-1]


def test_a_peer_of_other_rules_or_protocol_is_named_with_both_versions(room: MakeRoom) -> None:
    three = room("", "", "")
    honest = Hello(PROTOCOL_MAX, PROTOCOL_MAX, "0.0.9", bytes(32), "Old", "human")
    stranger = three.guests[1]
    three.run(2 * HELLO_GAP_MS)
    three.sleep(1)
    three.guests[0].peer.received(stranger.key, frame_bytes(honest))
    text = str(next(p.trouble for p in three.guests[0].lobby.peers if p.key == stranger.key))
    assert "Old plays by other rules (camelnet 0.0.9, rules 00000000" in text
    three.guests[0].peer.received(
        three.guests[2].key, frame_bytes(replace(honest, protocol_min=5, protocol_max=7))
    )
    assert any("cannot talk together" in text for text in three.guests[0].notices())
    record = stranger.peer.parts.lobby
    record.sit(TABLE, 0, ready=False)
    three.guests[0].peer.received(stranger.key, frame_bytes(record.frame()))
    assert three.guests[0].lobby.tables == ()


def test_two_peers_of_one_name_are_told_so_and_told_apart(room: MakeRoom) -> None:
    two = room("", "")
    two.guests[1].peer.rename("Peer 0")
    assert two.guests[1].profile.name == "Peer 0"
    opened(two)
    two.guests[1].peer.sit(two.guests[1].lobby.tables[0].id)
    two.run(500)
    for guest in two.guests:
        names = [seat.name for seat in guest.lobby.tables[0].seats]
        assert names == ["Peer 0", "Peer 0 2"]
        guest.peer.ready(True)
    two.kill(1)
    two.run(9000)
    two.restart(1, resume=False)
    two.run(2000)
    assert len({seat.name for guest in two.guests for seat in guest.lobby.peers}) >= 1


def test_a_name_with_another_key_than_last_time_is_a_warning(room: MakeRoom) -> None:
    two = room("", "")
    two.run(2 * HELLO_GAP_MS)
    two.guests[0].profile.remember("Zoe", bytes(32))
    greeting = Hello(PROTOCOL_MAX, PROTOCOL_MAX, "0.1.0", rules_digest(), "Zoe", "human")
    two.guests[0].peer.received(two.guests[1].key, frame_bytes(greeting))
    (peer,) = two.guests[0].lobby.peers
    assert "another key than last time" in str(peer.trouble)
    opened(two, by=1)
    assert len(two.guests[0].lobby.tables) == 1, "a warning is no refusal"


def test_chat_reaches_the_own_table_and_nobody_else(room: MakeRoom) -> None:
    three = room("", "", "")
    three.guests[2].peer.say("hello all")
    three.run(500)
    opened(three)
    three.guests[1].peer.sit(three.guests[1].lobby.tables[0].id)
    three.run(500)
    three.guests[0].peer.say("  tea?\x00 \n")
    three.guests[0].peer.say(" ")
    three.run(500)
    assert three.guests[1].said() == [("Peer 2", "hello all"), ("Peer 0", "tea?")]
    assert three.guests[2].said() == [("Peer 2", "hello all")]
    assert three.guests[0].said()[-1] == ("Peer 0", "tea?")


def test_who_chats_too_fast_is_cut_short_and_named(room: MakeRoom) -> None:
    two = room("", "")
    for number in range(20):
        two.guests[0].peer.say(f"word {number}")
    two.run(500)
    assert len(two.guests[1].said()) == 6
    assert "Peer 0 is sending messages too fast." in two.guests[1].notices()
    two.run(11_000)
    two.guests[0].peer.say("calm again")
    two.run(500)
    assert two.guests[1].said()[-1] == ("Peer 0", "calm again")


def test_a_chat_message_in_another_name_or_said_twice_is_not_shown(room: MakeRoom) -> None:
    three = room("", "", "")
    body = body_bytes(ChatBody("camelnet/chat/1", three.guests[0].key, b"", 5, "I resign"))
    forged = Chat(body, three.guests[1].profile.signer.sign(body))
    three.guests[2].peer.received(three.guests[1].key, frame_bytes(forged))
    assert three.guests[2].said() == []
    assert "signature" in three.guests[2].notices()[-1]
    honest = frame_bytes(Chat(body, three.guests[0].profile.signer.sign(body)))
    three.guests[2].peer.received(three.guests[0].key, honest)
    three.guests[2].peer.received(three.guests[0].key, honest)
    assert three.guests[2].said() == [("Peer 0", "I resign")]


@pytest.mark.parametrize(
    "payload",
    [b"", b"\xc0", b"\x90", b"\x91\x63", b"\xff" * 40, encode((0,)), encode((2, b"x", bytes(64)))],
)
def test_rubbish_is_refused_its_sender_named_and_the_room_unharmed(
    room: MakeRoom, payload: bytes
) -> None:
    two = room("", "")
    two.guests[0].peer.received(two.guests[1].key, payload)
    assert "Peer 1 sent a malformed message" in two.guests[0].notices()[-1]
    opened(two)
    assert len(two.guests[1].lobby.tables) == 1


def test_a_lobby_record_in_another_name_is_refused(room: MakeRoom) -> None:
    three = room("", "", "")
    theirs = three.guests[1].peer.parts.lobby.frame()
    three.guests[0].peer.received(three.guests[2].key, frame_bytes(theirs))
    assert "Peer 2 sent a signature that does not fit" in three.guests[0].notices()[-1]
    forged = Lobby(theirs.body, three.guests[2].profile.signer.sign(theirs.body))
    three.guests[0].peer.received(three.guests[1].key, frame_bytes(forged))
    assert "Peer 1 sent a signature" in three.guests[0].notices()[-1]


def test_a_peer_that_vanishes_frees_its_chair(room: MakeRoom) -> None:
    two = room("", "")
    opened(two)
    two.guests[1].peer.sit(two.guests[1].lobby.tables[0].id)
    two.run(500)
    assert two.guests[0].lobby.tables[0].free == 0
    two.kill(1)
    two.run(9000)
    assert two.guests[0].lobby.tables[0].free == 1
    assert two.guests[0].lobby.peers == ()


def test_a_peer_that_falls_silent_is_slow_and_then_away(room: MakeRoom) -> None:
    two = room("", "")
    two.sleep(1)
    seen = []
    for _ in range(8):
        two.run(1000)
        (peer,) = two.guests[0].lobby.peers or (None,)
        seen.append(peer.presence if peer else Presence.SILENT)
    assert seen[0] is Presence.HERE
    assert Presence.SLOW in seen
    assert seen[-1] is Presence.SILENT


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ((1, 3), (2, 5), 3),
        ((2, 5), (1, 3), 3),
        ((1, 3), (4, 5), None),
        ((4, 4), (4, 4), 4),
        ((1, 9), (3, 3), 3),
        ((5, 2), (1, 9), None),
    ],
)
def test_two_peers_speak_the_highest_protocol_that_both_know(
    one: tuple[int, int], other: tuple[int, int], common: int | None
) -> None:
    assert common_protocol(one, other) == common


def test_a_table_is_strict_for_everybody_and_stays_so_in_the_next_game(room: MakeRoom) -> None:
    two = room("", "")
    opener = two.guests[0].peer
    opener.open_table(name="Oasis", game="camelup", seats=2, options={}, strict=True)
    two.run(500)
    assert [guest.lobby.tables[0].strict for guest in two.guests] == [True, True]
    raw = two.table_of(0)
    assert rematch(replace(game_start("hh"), table=read_body(TableBody, raw))).strict
    opener.stand()
    opened(two)
    assert [guest.lobby.tables[0].strict for guest in two.guests] == [False, False]


def test_a_table_with_aids_has_them_for_everybody_and_in_the_next_game_too(room: MakeRoom) -> None:
    two = room("", "")
    opener = two.guests[0].peer
    opener.open_table(name="Oasis", game="camelup", seats=2, options={}, aids=True)
    two.run(500)
    assert [guest.lobby.tables[0].aids for guest in two.guests] == [True, True]
    raw = two.table_of(0)
    assert rematch(replace(game_start("hh"), table=read_body(TableBody, raw))).aids
