"""The archive of ended games: a place is for who gets further, for nobody for ever."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from camelnet.protocol.wire.bodies import EntryBody, body_bytes
from camelnet.protocol.wire.frames import CertificateLine, Certified, Head, Luck, SyncAsk
from camelnet.session.runtime.archive import GAMES_MAX, LOOK_GAP_MS, Archive
from camelnet.session.runtime.store import Ended, Store

BEAT_MS = 700
LINES = 200
HONEST = b"h" * 32


def key_of(number: int) -> bytes:
    return bytes([number]) * 32


def line(index: int) -> Certified:
    body = EntryBody("camelnet/entry/1", bytes(32), 0, index, bytes(32), 0, "x", ())
    signed = (CertificateLine(0, b"", bytes(64)),)
    return Certified(body_bytes(body), bytes(64), bytes(32), signed, Luck((), (), ()))


@dataclass
class Shelf:
    """A store with ended games in which everybody had a seat; counts how often one was read."""

    read: list[bytes] = field(default_factory=list)
    lines: tuple[Certified, ...] = tuple(line(index) for index in range(1, LINES))
    keys: frozenset[bytes] = frozenset([HONEST, *map(key_of, range(40))])

    def ended(self, game: bytes) -> Ended | None:
        self.read.append(game)
        return Ended(self.keys, self.lines)


class Late:
    """Somebody who lacks the end of a game, and asks for it as a peer does."""

    def __init__(self, archive: Archive, key: bytes, game: bytes) -> None:
        self.archive, self.key, self.game = archive, key, game
        self.index = 1

    def beat(self, now_ms: int, *, asks: bool = True) -> None:
        heard = Head(self.game, self.index, 0, 0)
        self.archive.heard(self.key, (heard,), (), now_ms)
        ahead = {head.game: head.index for head in self.archive.heads()}
        if asks and ahead.get(self.game, 0) > self.index:
            self.archive.receive(self.key, SyncAsk(self.game, self.index))
            for key, reply in self.archive.outbox:
                if key == self.key:
                    self.index += len(reply.lines)  # type: ignore[union-attr]
            self.archive.outbox.clear()


def shelf() -> tuple[Archive, Shelf]:
    store = Shelf()
    return Archive(cast(Store, store)), store


def test_who_is_late_gets_the_end_of_a_game() -> None:
    archive, _ = shelf()
    late = Late(archive, HONEST, b"g" * 32)
    for now_ms in range(0, 10_000, BEAT_MS):
        late.beat(now_ms)
        archive.tick(now_ms)
    assert late.index == LINES
    assert len(archive.heads()) == 1
    archive.tick(60_000)
    assert archive.heads() == ()


def test_made_up_games_are_looked_for_so_often_and_keep_nobody_waiting_for_long() -> None:
    archive, kept = shelf()
    ended, looks = kept.ended, []

    def look(game: bytes) -> Ended | None:
        looks.append(game)
        return None if game[0] == 200 else ended(game)

    kept.ended = look  # type: ignore[method-assign]
    honest = Late(archive, HONEST, b"g" * 32)
    for now_ms in range(0, 6000, 10):
        for number in range(32):
            game = bytes([200, now_ms % 256, number, now_ms // 256]) * 8
            archive.heard(key_of(number), (Head(game, 1, 0, 0),), (), now_ms)
        if now_ms % BEAT_MS == 0:
            honest.beat(now_ms)
    assert len(looks) <= 6000 // LOOK_GAP_MS + 1
    assert honest.index == LINES


def test_askers_who_never_get_on_do_not_keep_the_places_from_others() -> None:
    archive, store = shelf()
    idle = [Late(archive, key_of(number), key_of(100 + number)) for number in range(GAMES_MAX)]
    late = Late(archive, HONEST, b"g" * 32)
    for now_ms in range(0, 120_000, BEAT_MS):
        for each in idle:
            each.beat(now_ms, asks=False)
        if now_ms > 10_000:
            late.beat(now_ms)
        archive.tick(now_ms)
        assert len(archive.heads()) <= GAMES_MAX
    assert late.index == LINES
    assert len(store.read) < 40


def test_one_who_gets_on_slowly_has_its_turn_and_no_more() -> None:
    archive, _ = shelf()
    slow = [Late(archive, key_of(number), key_of(100 + number)) for number in range(GAMES_MAX)]
    late = Late(archive, HONEST, b"g" * 32)
    for now_ms in range(0, 200_000, BEAT_MS):
        for each in slow:
            each.index += (now_ms // BEAT_MS) % 8 == 0  # one line in a while
            each.beat(now_ms, asks=False)
        if now_ms > 10_000:
            late.beat(now_ms)
        archive.tick(now_ms)
    assert late.index == LINES


def test_one_key_with_many_games_does_not_come_before_others_each_time() -> None:
    archive, _ = shelf()
    many = [Late(archive, key_of(0), key_of(100 + number)) for number in range(60)]
    late = Late(archive, HONEST, b"g" * 32)
    for beat, now_ms in enumerate(range(0, 120_000, BEAT_MS)):
        for each in many[4 * (beat % 15) : 4 * (beat % 15) + 4]:
            each.beat(now_ms, asks=False)
        late.beat(now_ms)
        archive.tick(now_ms)
    assert late.index == LINES


def test_several_who_are_late_all_come_to_their_turn() -> None:
    archive, _ = shelf()
    late = [Late(archive, key_of(number), key_of(100 + number)) for number in range(8)]
    for now_ms in range(0, 120_000, BEAT_MS):
        for each in late:
            each.beat(now_ms)
        archive.tick(now_ms)
    assert {each.index for each in late} == {LINES}


def test_somebody_without_a_seat_in_a_game_is_given_no_place() -> None:
    archive, store = shelf()
    store.keys = frozenset([HONEST])
    stranger = Late(archive, key_of(1), b"g" * 32)
    for now_ms in range(0, 20_000, BEAT_MS):
        stranger.beat(now_ms)
        archive.tick(now_ms)
        assert archive.heads() == ()
    assert len(store.read) == 1
