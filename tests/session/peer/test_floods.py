"""Floods of strangers as one peer sees them: what is read, what it is charged for, what is told."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import get_args

import pytest

from camelnet.net.mesh import Favour
from camelnet.net.rate import CROWD, OTHER, OTHERS
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.wire import frames as wire
from camelnet.protocol.wire.frames import FRAMES, Beat, Lobby, TableFrame, frame_bytes, kind_of
from camelnet.session.api.facts import LobbyChanged, LobbyView, MembershipVotes, Noticed
from camelnet.session.peer import peer_router, publisher
from camelnet.session.peer.standing import SAID_BY_ALL, STRANGERS_BYTES_MAX
from tests.floods.frames import Stranger, Victim, kinds, nested
from tests.net.memory import MemoryTransport
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Guest, Room

LINES_A_MINUTE_MAX = 10
MINUTE_MS = 60_000


class Deaf(Mallory):
    """A stranger of `tests.floods.frames` on the room's network."""

    def __init__(self, room: Room, seed: int) -> None:
        self.stranger = Stranger(seed)
        self.heard = []
        self.mesh = room.network.join(self.stranger.signer.key, self)

    @property
    def key(self) -> bytes:
        return self.stranger.signer.key

    def greet(self, key: bytes, name: str | None = None) -> None:
        self.send(key, self.stranger.hello(name or ""))


def crowd(room: Room, count: int) -> list[Deaf]:
    strangers = [Deaf(room, seed) for seed in range(count)]
    room.run(2000)
    return strangers


def victim_of(room: Room) -> tuple[Guest, Victim]:
    guest = room.guests[0]
    game = guest.seat.id if guest.peer.table is not None else bytes(32)
    return guest, Victim(guest.key, game, room.table_of(0))


@pytest.fixture
def charged(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """For how many frames more each peer's frames have counted."""
    counted: Counter[bytes] = Counter()

    def charge(self: MemoryTransport, key: bytes, frames: int) -> None:
        counted[key] += frames

    monkeypatch.setattr(MemoryTransport, "charge", charge)
    return counted


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The keys whose signatures have been checked."""
    checked: list[bytes] = []
    verify = Ed25519Suite.verify

    def count(self: Ed25519Suite, key: bytes, signature: bytes, data: bytes) -> bool:
        checked.append(key)
        return verify(self, key, signature, data)

    monkeypatch.setattr(Ed25519Suite, "verify", count)
    return checked


def test_a_minute_of_any_flood_writes_few_lines_and_none_is_serious(room: MakeRoom) -> None:
    table = room("", "").seat_all()
    guest, victim = victim_of(table)
    strangers = crowd(table, 12)
    table.run(MINUTE_MS)
    before, index = len(guest.facts), guest.table.index
    sources = [[make(each.stranger) for each in strangers] for make in kinds(victim).values()]
    for turn in range(20):
        for kind in sources[turn % 3 :: 3]:
            for each, source in zip(strangers, kind, strict=True):
                each.mesh.send(guest.key, next(source))
        if turn % 4 == 0:
            table.play_on()
        table.run(MINUTE_MS // 20)
    noticed = [fact for fact in guest.facts[before:] if isinstance(fact, Noticed)]
    assert 0 < len(noticed) < LINES_A_MINUTE_MAX
    assert not any(fact.serious for fact in noticed)
    assert guest.table.index > index, "and the game goes on"
    assert guest.table.membership_votes == MembershipVotes(), "and nobody is voted out"


def test_what_a_stranger_pays_for_its_frames_bounds_what_they_cost(
    room: MakeRoom, charged: Counter[bytes], verified: list[bytes]
) -> None:
    table = room("", "", "")
    table.open(3)
    guest, victim = victim_of(table)
    (each,) = crowd(table, 1)
    for kind, make in kinds(victim).items():
        charged.clear()
        sent = list(islice(make(each.stranger), 3))
        for payload in sent:
            verified.clear()
            guest.peer.received(each.key, payload)
            strange = [key for key in verified if key not in {g.key for g in table.guests}]
            # A signature is no dearer than a frame.
            assert len(strange) <= 1 + charged[each.key], kind
        if kind.startswith("nested arrays, 16"):
            assert charged[each.key] >= 3 * len(sent[0]) // 600
        table.run(3000)
        each.greet(guest.key)
        table.run(3000)


def test_a_record_that_is_said_again_costs_no_signature(
    room: MakeRoom, verified: list[bytes]
) -> None:
    table = room("", "")
    table.run(1000)
    (each,) = crowd(table, 1)
    guest = table.guests[0]
    payload = frame_bytes(each.stranger.record("Sam"))
    for _ in range(5):
        guest.peer.received(each.key, payload)
    assert verified.count(each.key) == 1
    assert "Sam" in [peer.name for peer in guest.peer.lobby_view().peers]
    # Whoever begins anew is heard anew, with the same bytes, too.
    table.run(3000)
    guest.peer.received(each.key, frame_bytes(each.stranger.hello("Tom")))
    assert "Sam" not in [peer.name for peer in guest.peer.lobby_view().peers]
    guest.peer.received(each.key, payload)
    assert "Sam" in [peer.name for peer in guest.peer.lobby_view().peers]


def test_of_many_greetings_the_last_counts_and_the_others_are_not_taken(room: MakeRoom) -> None:
    table = room("", "")
    table.run(1000)
    (each,) = crowd(table, 1)
    guest = table.guests[0]
    table.run(3000)
    names = set()
    for number in range(900):
        guest.peer.received(each.key, frame_bytes(each.stranger.hello(f"N{number}")))
        names.add(next(peer.name for peer in guest.peer.lobby_view().peers if peer.key == each.key))
    assert names == {"N0"}
    for _ in range(3):
        each.send(guest.key, Beat(()))
        table.run(1000)
    assert "N899" in [peer.name for peer in guest.peer.lobby_view().peers]


def test_frames_of_a_game_are_read_only_from_those_who_played_with_us(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "").seat_all()
    guest, _ = victim_of(table)
    (each,) = crowd(table, 1)
    read: list[type[wire.Frame]] = []

    def reading(payload: bytes) -> wire.Frame:
        read.append(kind_of(payload))
        raise Malformed("not read any further")

    monkeypatch.setattr(peer_router, "read_frame", reading)
    for key in (each.key, table.guests[1].key):
        read.clear()
        for number in range(len(FRAMES)):
            guest.peer.received(key, nested(200, number))
        assert set(read) == (SAID_BY_ALL if key == each.key else set(FRAMES))
        read.clear()
        guest.peer.received(key, nested(STRANGERS_BYTES_MAX + 1000, FRAMES.index(Lobby)))
        assert len(read) == (key != each.key)


def test_every_frame_is_of_a_table_or_has_a_route_of_its_own(room: MakeRoom) -> None:
    routes = room("").guests[0].peer._router._routes.keys()
    assert not routes & set(get_args(TableFrame))
    assert routes | set(get_args(TableFrame)) == set(FRAMES)


@pytest.mark.parametrize("payload", [b"", b"\x91", b"\xc1\x00", b"\x92\xff\x00", b"\xdc\x00\x01"])
def test_what_is_no_frame_is_of_no_kind(payload: bytes) -> None:
    with pytest.raises(Malformed):
        kind_of(payload)
    assert kind_of(frame_bytes(Beat(()))) is Beat


def test_who_sits_with_me_is_favoured_and_who_gets_up_no_more(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    favoured: dict[bytes, dict[bytes, Favour]] = {}

    def favour(self: MemoryTransport, peers: dict[bytes, Favour]) -> None:
        favoured[self.key] = dict(peers)

    monkeypatch.setattr(MemoryTransport, "favour", favour)
    table = room("", "", "")
    table.open(2)
    one, other, third = table.guests
    assert favoured.get(one.key, {}) == {}
    table.sit(other, ms=1500)
    assert favoured[one.key] == {other.key: Favour.COMPANY}
    assert favoured[third.key] == {}
    table.begin(one, other)
    table.run(500)
    assert favoured[one.key] == {other.key: Favour.SEAT}
    one.peer.stand()
    table.run(500)
    assert favoured[one.key] == {}


def test_a_stranger_says_nothing_at_my_table_and_not_much_in_the_lobby(room: MakeRoom) -> None:
    table = room("", "", "")
    table.run(1000)
    strangers = [Mallory(table, 100 + number) for number in range(8)]
    table.run(1500)
    for number in range(12):
        for each in strangers:
            each.send_all(each.chat(f"{number}", number))
    table.run(300)
    assert 0 < len(table.guests[0].said()) <= peer_router.CHATS_BURST + 2
    table.seat_all()
    before = len(table.guests[0].said())
    for each in strangers:
        each.send_all(each.chat("here", 100))
    table.guests[1].peer.say("with us")
    table.run(1000)
    assert [text for _, text in table.guests[0].said()[before:]] == ["with us"]


@pytest.mark.slow
def test_a_warning_of_a_name_is_told_late_rather_than_never(room: MakeRoom) -> None:
    table = room("", "")
    table.run(1000)
    guest = table.guests[0]
    strangers = [Mallory(table, 100 + number, f"Friend {number}") for number in range(6)]
    for each in strangers:
        guest.profile.remember(each.name, bytes(32))
    for _ in range(130):
        for each in strangers:
            each.send(guest.key, Beat(()))
            each.send(guest.key, each.record(None))
        table.run(1000)
    warned = [notice for notice in guest.notices() if "another key than last time" in notice]
    assert len(set(warned)) == len(warned) == len(strangers) > publisher.STRANGERS_BURST


@pytest.mark.slow
def test_strangers_repaint_the_lobby_only_so_often(room: MakeRoom) -> None:
    table = room("", "")
    table.run(1000)
    strangers = crowd(table, 8)
    guest = table.guests[0]

    def painted() -> list[LobbyView]:
        return [fact.lobby for fact in guest.facts if isinstance(fact, LobbyChanged)]

    before = len(painted())
    for _ in range(200):
        for each in strangers:
            guest.peer.received(each.key, frame_bytes(each.stranger.renamed()))
        table.network.run_until(table.network.now + 0.01)
    shown = len(painted()) - before
    assert 0 < shown <= 2000 // publisher.LOBBY_GAP_MS + 2000 // 700 + 2
    # What a person does oneself is shown at once.
    guest.peer.open_table(name="mine", game="camelup", seats=2, options={})
    assert painted()[-1].table is not None
    table.run(1000)
    names = {peer.name for peer in guest.peer.lobby_view().peers}
    assert {peer.name for peer in painted()[-1].peers} == names


def test_strangers_repaint_and_settle_the_lobby_of_a_player_once_a_second(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "")
    table.seat_all()
    strangers = crowd(table, 4)
    table.run(1500)
    guest = table.guests[0]
    settled: list[int] = []
    settle = guest.peer._settle_lobby
    monkeypatch.setattr(guest.peer, "_settle_lobby", lambda: (settled.append(0), settle()))
    before = len(guest.facts)
    for _ in range(150):
        for each in strangers:
            guest.peer.received(each.key, frame_bytes(each.stranger.renamed()))
        table.run(20)
    shown = [fact.lobby for fact in guest.facts[before:] if isinstance(fact, LobbyChanged)]
    assert 2 <= len(shown) <= 4
    assert 2 <= len(settled) <= 4
    table.run(2000)
    names = {peer.name for peer in guest.peer.lobby_view().peers}
    last = [fact.lobby for fact in guest.facts if isinstance(fact, LobbyChanged)][-1]
    assert {peer.name for peer in last.peers} == names


@pytest.mark.slow
def test_an_honest_peer_in_the_fullest_lobby_stays_far_below_what_it_may_send(
    room: MakeRoom, charged: Counter[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: Counter[bytes] = Counter()
    send = MemoryTransport.send

    def count(self: MemoryTransport, key: bytes, payload: bytes) -> bool:
        sent[self.key] += key == table.guests[0].key
        return send(self, key, payload)

    table = room("", "", "", "")
    table.open(4)
    monkeypatch.setattr(MemoryTransport, "send", count)
    charged.clear()
    table.run(MINUTE_MS)
    for guest in table.guests[1:]:
        units = sent[guest.key] + charged[guest.key] / len(table.guests)
        assert 0 < units / 60 < OTHERS.frames_per_s / CROWD
        assert units / 60 < OTHER.frames_per_s / 4
