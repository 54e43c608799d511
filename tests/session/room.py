"""A room of whole peers, real files and all, on a network in memory that a test can spoil."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from camelnet import bots, rules
from camelnet.i18n import Message
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.wire.frames import Changed, Genesis
from camelnet.record.profile import Profile
from camelnet.record.record import read_record
from camelnet.session.api.facts import ChatSaid, Fact, LobbyView, Noticed, Phase, Stepped, TableView
from camelnet.session.api.verdict import Verdict
from camelnet.session.lobby.builds import Build
from camelnet.session.peer.node import VIEWS_S
from camelnet.session.peer.peer import Peer
from camelnet.session.runtime.store import ProfileStore
from camelnet.session.table.own_entries import Player
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.table.verify import verify
from tests.net.memory import MemoryNetwork

TICK_MS = 200
LOOKER = "-"  # the level of somebody who only looks on


def alike(verdict: Verdict) -> Verdict:
    """What all peers' records say of a game: which quorum's wants and votes for a change a peer
    came to know may differ, and whether it had the last entry's certificate before the change."""
    segments = tuple(
        replace(part, signed_by=(), reasons=(), closed_by_change=False) for part in verdict.segments
    )
    return replace(verdict, segments=segments)


class Relay:
    """Stands in for a peer that is made only after its mesh."""

    peer: Peer

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self.peer.peer_up(key, host, port)

    def peer_down(self, key: bytes, why: Message) -> None:
        self.peer.peer_down(key, why)

    def received(self, key: bytes, payload: bytes) -> None:
        self.peer.received(key, payload)

    def trouble(self, what: Message) -> None:
        self.peer.trouble(what)


class Jobs:
    """An executor that works at once, or, while it `waits`, when the test says so."""

    def __init__(self) -> None:
        self.waits = False
        self._jobs: list[tuple[Callable[[], None], Callable[[], None]]] = []

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        self._jobs.append((job, done))
        if not self.waits:
            self.work()

    def work(self) -> None:
        jobs, self._jobs = self._jobs, []
        for job, done in jobs:
            job()
            done()


@dataclass
class Guest:
    """One peer of the room, with what it was told."""

    number: int
    profile: Profile
    peer: Peer
    records: Path
    facts: list[Fact]
    jobs: Jobs
    awake: bool = True

    @property
    def key(self) -> bytes:
        return self.peer.key

    def notices(self) -> list[str]:
        return [str(fact.message) for fact in self.facts if isinstance(fact, Noticed)]

    def steps(self) -> list[Stepped]:
        return [fact for fact in self.facts if isinstance(fact, Stepped)]

    def said(self) -> list[tuple[str, str]]:
        return [(fact.name, fact.text) for fact in self.facts if isinstance(fact, ChatSaid)]

    @property
    def lobby(self) -> LobbyView:
        return self.peer.lobby_view()

    @property
    def table(self) -> TableView:
        view = self.peer.table_view()
        assert view is not None
        return view

    @property
    def seat(self) -> SeatedTable:
        assert self.peer.table is not None
        return self.peer.table

    def record_path(self) -> Path:
        (path,) = self.records.iterdir()
        return path

    def record(self) -> bytes:
        return self.record_path().read_bytes()

    def entries(self) -> list[bytes]:
        """What the record says was decided, without who proves it."""
        lines = (item for item in read_record(self.record_path()) if not isinstance(item, Genesis))
        return [line.offer.change if isinstance(line, Changed) else line.body for line in lines]

    def resume(self) -> None:
        """Go back to the one game that waits."""
        (saved,) = self.lobby.resumable
        self.peer.resume(saved.game_id)

    def go_astray(self) -> None:
        """Its own position becomes another than everybody else's."""
        machine = self.seat.machine
        told = machine.position.to_dict()
        told["money"][0] += 1
        machine._state = replace(machine._state, position=rules.from_dict(told))


class Room:
    """Peers 0 … n-1; a level of "" is a person, whose moves the test makes, `LOOKER` one that
    takes no chair.

    Keys, secrets, delays and moves follow from `seed`: equal seeds give equal runs.
    """

    def __init__(
        self,
        levels: list[str],
        folder: Path,
        seed: int = 0,
        game: str = "camelup",
        builds: Sequence[Build] = (),
        delays_s: tuple[float, float] = (0.001, 0.05),
    ) -> None:
        """`builds`: of the first peers, where they are not of the build that runs here."""
        self.seed = seed
        self.game = game
        self.random = random.Random(seed)
        least, most = delays_s
        self.network = MemoryNetwork(seed, delay_s_min=least, delay_s_max=most)
        self.folder = folder
        self.levels = levels
        self.builds = builds
        self.guests: list[Guest] = []
        for number in range(len(levels)):
            self.guests.append(self._guest(number))

    @property
    def now_ms(self) -> int:
        return round(self.network.now * 1000)

    def close(self) -> None:
        for guest in self.guests:
            guest.peer.close()
            guest.profile.close()

    def run(self, ms: int, *, tick_ms: int = TICK_MS) -> None:
        """Let time pass; in long quiet hours with fewer ticks."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            next_ms = min(end_ms, (self.now_ms // tick_ms + 1) * tick_ms)
            self.network.run_until(next_ms / 1000)
            if next_ms % tick_ms == 0:
                for guest in self.guests:
                    if guest.awake:
                        guest.peer.tick()

    def run_until(self, done: Callable[[], bool], limit_ms: int = 600_000) -> None:
        end_ms = self.now_ms + limit_ms
        while not done():
            assert self.now_ms < end_ms, "it never came to that"
            self.run(TICK_MS)

    def open(self, seats: int, *, by: int = 0, strict: bool = False, **options: Any) -> bytes:
        """A peer opens a table, which everybody sees; returns the table's bytes."""
        self.run(1000)
        opener = self.guests[by].peer
        opener.open_table(name="Oasis", game=self.game, seats=seats, options=options, strict=strict)
        self.run(500)
        return self.table_of(by)

    def table_of(self, number: int) -> bytes:
        """The bytes of the table at which a peer sits."""
        chair = self.guests[number].peer.parts.lobby.mine.chair
        assert chair is not None
        return chair.table

    def at_seat(self, seat: int | None) -> Guest:
        return next(guest for guest in self.guests if guest.seat.seat == seat)

    @property
    def on_turn(self) -> Guest:
        """Whose decision the first guest waits for."""
        turn = self.guests[0].seat.position.turn
        assert isinstance(turn, int)
        return self.at_seat(turn)

    def sit(self, *guests: Guest, ms: int = 500) -> None:
        """These sit down one after another at the first table that they see."""
        for guest in guests:
            guest.peer.sit(guest.lobby.tables[0].id)
            self.run(ms)

    def ready(self, *guests: Guest) -> None:
        """These say that they are ready; without names all do."""
        for guest in guests or self.guests:
            guest.peer.ready(True)

    def until_playing(self, *guests: Guest) -> None:
        """Until a game has begun for these; without names for all."""
        self.run_until(lambda: all(guest.peer.table for guest in guests or self.guests), 30_000)

    def begin(self, *guests: Guest) -> None:
        """These, or all, are ready, and their game begins."""
        self.ready(*guests)
        self.until_playing(*guests)

    def seat_all(self, *, after_ms: int = 0, **options: Any) -> Self:
        """Peer 0 opens a table, the others sit down, and the game begins; time passes in it."""
        return self.seat_first(len(self.guests), after_ms=after_ms, **options)

    def seat_first(self, seats: int, *, after_ms: int = 0, **options: Any) -> Self:
        """The first peers sit down together and begin; see `seat_all`."""
        players = self.guests[:seats]
        self.open(seats, **options)
        self.sit(*players[1:])
        self.begin(*players)
        self.run(after_ms)
        return self

    def play_on(self, *, greedily: bool = False) -> None:
        """Let every person on turn do something legal, or what the simple player does."""
        for guest in self.guests:
            table = guest.peer.table
            if table is None or self.levels[guest.number]:
                continue
            mine = table.position.turn == table.seat and guest.table.pending is None
            if mine and guest.table.phase is Phase.PLAY and guest.awake:
                legal = sorted(table.position.legal())
                simple = table.position.greedy(table.faces) if greedily else ""
                guest.peer.play(simple or self.random.choice(legal))

    def play(self, ms: int, *, every_ms: int = TICK_MS) -> None:
        """Let people move for a while, each time that so much has passed."""
        for _ in range(0, ms, every_ms):
            self.play_on()
            self.run(every_ms)

    def play_until(
        self, done: Callable[[], bool], limit_ms: int = 3_000_000, *, greedily: bool = False
    ) -> None:
        """Let people move until something is so."""

        def there() -> bool:
            self.play_on(greedily=greedily)
            return done()

        self.run_until(there, limit_ms)

    def play_to_the_end(self, *guests: Guest) -> None:
        """Until all, or these, have everything of the game."""
        self.play_until(lambda: all(guest.peer.finished for guest in guests or self.guests))

    def agreed(self, *, to_the_byte: bool = False) -> Verdict:
        """The verdict on the game that everybody's record tells: the same entries in all of them,
        and in an undisturbed game the same bytes."""
        records = {guest.record() for guest in self.guests}
        assert len(records) == 1 or not to_the_byte
        assert len({tuple(guest.entries()) for guest in self.guests}) == 1
        verdicts = [verify(guest.record_path()) for guest in self.guests]
        for guest, verdict in zip(self.guests, verdicts, strict=True):
            assert verdict.complete
            table = guest.peer.table_view()
            assert table is None or table.verdict == verdict, "as on its screen"
        assert len({alike(verdict) for verdict in verdicts}) == 1
        return verdicts[0]

    def end_well(self) -> Verdict:
        """Play to the end; the verdict on everybody's record."""
        self.play_to_the_end()
        return self.agreed()

    def kill(self, number: int) -> None:
        """End a peer at once; its files hold what it had written by then."""
        guest = self.guests[number]
        guest.awake = False
        self.network.crash(guest.key)
        guest.peer.close()
        guest.profile.close()

    def quit(self, number: int) -> None:
        """Close a peer's app, as its window does."""
        guest = self.guests[number]
        guest.awake = False
        guest.peer.say_goodbye()
        self.network.close(guest.key)
        guest.peer.close()
        guest.profile.close()

    def unplug(self, number: int, *, seen: bool = True) -> None:
        """Pull a peer's cable; `seen`: its system tells that it is on no network."""
        keys = [guest.key for guest in self.guests]
        self.network.part([keys[number]], [key for key in keys if key != keys[number]])
        mesh = self.network.transport(keys[number])
        assert mesh is not None
        mesh.plugged = not seen

    def plug_in(self, number: int) -> None:
        mesh = self.network.transport(self.guests[number].key)
        assert mesh is not None
        mesh.plugged = True
        self.network.heal()

    def sleep(self, number: int) -> None:
        """Stop a peer, as a closed lid does."""
        self.guests[number].awake = False
        self.network.sleep(self.guests[number].key)

    def wake(self, number: int) -> None:
        self.guests[number].awake = True
        self.network.wake(self.guests[number].key)

    def restart(self, number: int, *, resume: bool = True) -> None:
        """Start a killed peer again, from its files."""
        facts = self.guests[number].facts
        guest = self.guests[number] = self._guest(number)
        guest.facts.extend(facts)
        if resume:
            guest.resume()

    def _later(self, act: Callable[[], None]) -> None:
        """As a node does, which tells a moment's views together."""
        self.network.call_at(self.network.now + VIEWS_S, act)

    def _guest(self, number: int) -> Guest:
        folder = self.folder / f"profile-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "key").write_bytes(hashlib.sha256(f"{self.seed} {number}".encode()).digest())
        profile = Profile.open(folder)
        records = self.folder / f"records-{number}"
        level = self.levels[number]
        bot: Player | None = bots.create(level, number) if level not in ("", LOOKER) else None
        facts: list[Fact] = []
        jobs = Jobs()
        relay = Relay()
        relay.peer = Peer(
            signer=profile.signer,
            suite=Ed25519Suite(),
            store=ProfileStore(profile, records),
            mesh=self.network.join(profile.signer.key, relay),
            name=f"Peer {number}",
            bot=bot,
            level="" if level == LOOKER else level,
            spectator=level == LOOKER,
            clock_ms=lambda: self.now_ms,
            random=self.random.randbytes,
            listener=facts.append,
            executor=jobs,
            build=self.builds[number] if number < len(self.builds) else None,
            later=self._later,
        )
        return Guest(number, profile, relay.peer, records, facts, jobs)


def watching(room: Room, looker: Guest) -> None:
    """Let somebody look on at the one table that plays, and wait until it sees it."""
    room.run_until(lambda: any(offer.watchable for offer in looker.lobby.tables), 20_000)
    (where,) = [offer.id for offer in looker.lobby.tables if offer.watchable]
    looker.peer.watch(where)
    room.run_until(lambda: looker.peer.table_view() is not None, 20_000)
