"""The lobby as people meet in it: tables, chairs, hints, chat, and peers we cannot play with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.net.address import parse_address
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.start.genesis import rematch
from camelnet.protocol.wire.bodies import ChatBody, TableBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Chat, Hello, Lobby, common_protocol, frame_bytes
from camelnet.protocol.wire.limits import PROTOCOL_MAX
from camelnet.rules import rules_digest
from camelnet.session.api.facts import Presence
from camelnet.session.lobby.builds import Build
from camelnet.session.lobby.contacts import HELLO_GAP_MS, Contact
from camelnet.session.lobby.lobby_views import peer_view
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


def hint(guest: Guest) -> str:
    return str(guest.lobby.hint)


def test_everybody_meets_everybody_and_sees_an_opened_table(room: MakeRoom) -> None:
    three = room("", "greedy", "")
    three.open(3)
    for guest in three.guests:
        assert len(guest.lobby.peers) == 2
        (table,) = guest.lobby.tables
        assert (table.name, table.free, table.mine) == ("Oasis", 2, guest.number == 0)
        assert table.options == {"leg_ends_without_tiles": False, "flip_in_place": False}


def test_the_hint_says_what_the_table_still_waits_for(room: MakeRoom) -> None:
    two = room("", "")
    two.open(2)
    assert hint(two.guests[0]).startswith("Free seats: 1")
    two.sit(two.guests[1])
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
    two.begin(two.guests[0])
    two.until_playing()
    assert two.guests[0].lobby.hint is None


def test_a_table_outlives_whoever_opened_it(room: MakeRoom) -> None:
    three = room("", "", "")
    three.open(2)
    three.sit(three.guests[1])
    three.guests[0].peer.stand()
    three.run(500)
    (table,) = three.guests[2].lobby.tables
    assert [seat.name for seat in table.seats] == ["", "Peer 1"]
    three.sit(three.guests[2])
    three.begin(*three.guests[1:])
    assert three.guests[0].peer.table is None


def test_of_three_who_rush_for_the_last_chair_one_gets_it(room: MakeRoom) -> None:
    four = room("", "", "", "")
    four.open(2)
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
    three.open(2)
    three.sit(three.guests[1])
    three.until_playing(three.guests[1])
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


def test_two_peers_of_one_name_are_told_so_and_told_apart(room: MakeRoom) -> None:
    two = room("", "")
    two.guests[1].peer.rename("Peer 0")
    assert two.guests[1].profile.name == "Peer 0"
    two.open(2)
    two.sit(two.guests[1])
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
    two.open(2, by=1)
    assert len(two.guests[0].lobby.tables) == 1, "a warning is no refusal"


def test_chat_reaches_the_own_table_and_nobody_else(room: MakeRoom) -> None:
    three = room("", "", "")
    three.guests[2].peer.say("hello all")
    three.run(500)
    three.open(2)
    three.sit(three.guests[1])
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
    two.open(2)
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
    two.open(2)
    two.sit(two.guests[1])
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


@pytest.mark.parametrize("chosen", ["strict", "aids"])
def test_what_its_opener_chose_holds_at_a_table_for_everybody_and_in_the_next_game_too(
    room: MakeRoom, chosen: str
) -> None:
    two = room("", "")
    opener = two.guests[0].peer
    opener.open_table(
        name="Oasis",
        game="camelup",
        seats=2,
        options={},
        **{chosen: True},  # type: ignore[arg-type]
    )
    two.run(500)
    assert [getattr(guest.lobby.tables[0], chosen) for guest in two.guests] == [True, True]
    table = read_body(TableBody, two.table_of(0))
    assert getattr(rematch(replace(game_start("hh"), table=table)), chosen)
    opener.stand()
    two.open(2)
    assert [getattr(guest.lobby.tables[0], chosen) for guest in two.guests] == [False, False]


@pytest.mark.parametrize("ups", [1, 2, 3])
def test_whoever_lost_a_greeting_with_its_connection_gets_it_again(
    room: MakeRoom, ups: int
) -> None:
    lobby = room("", "")
    one, other = lobby.guests
    lobby.run(1000)
    # One side saw its connection break and come back; the other side noticed nothing of it, and
    # answers greetings now and then only.
    for _ in range(ups):
        one.peer.peer_up(other.key, "10.0.0.1", 1)
        lobby.run(300)
    lobby.run(5000)
    assert [peer.key for peer in one.lobby.peers] == [other.key]
    other.peer.say("Can you hear me?")
    lobby.run(500)
    assert [text for _, text in one.said()] == ["Can you hear me?"]


@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::1", "laptop.local"])
def test_the_address_shown_for_a_peer_can_be_typed_in_again(host: str) -> None:
    contact = Contact(b"b" * 32, host, 40111, hello=Hello(1, 1, "0", bytes(32), "Ben", "human"))
    shown = peer_view(contact, None, Presence.HERE, Build.own()).address
    assert parse_address(shown) == (host, 40111)
