"""A room of whole peers, real files and all, on virtual time and links that a test can spoil."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from camelnet import bots
from camelnet.protocol.suite import Ed25519Suite
from camelnet.record.profile import Profile
from camelnet.session.facts import ChatSaid, Fact, LobbyView, Noticed, Phase, Stepped, TableView
from camelnet.session.peer import Peer
from camelnet.session.seat import Player, SeatedTable
from camelnet.session.store import ProfileStore
from tests.session.links import Link, Links

STEP_MS = 20
TICK_MS = 200


@dataclass
class Guest:
    """One peer of the room, with what it was told."""

    number: int
    profile: Profile
    peer: Peer
    records: Path
    facts: list[Fact] = field(default_factory=list)

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

    def record(self) -> bytes:
        (path,) = self.records.iterdir()
        return path.read_bytes()


class Room:
    """Peers 0 … n-1; a level of "" is a person, whose moves the test makes."""

    def __init__(self, levels: list[str], folder: Path, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.links = Links(self.random)
        self.folder = folder
        self.levels = levels
        self.guests: list[Guest] = []
        for number in range(len(levels)):
            self.guests.append(self._guest(number))
        for guest in self.guests:
            self._plug_in(guest)

    @property
    def now_ms(self) -> int:
        return self.links.now_ms

    def close(self) -> None:
        for guest in self.guests:
            guest.peer.close()
            guest.profile.close()

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms // STEP_MS):
            self.links.step(STEP_MS)
            if self.now_ms % TICK_MS == 0:
                for guest in self.guests:
                    if self.links.is_awake(guest.peer.key):
                        guest.peer.tick()

    def run_until(self, done: Callable[[], bool], limit_ms: int = 600_000) -> None:
        end_ms = self.now_ms + limit_ms
        while not done():
            assert self.now_ms < end_ms, "it never came to that"
            self.run(TICK_MS)

    def seat_all(self, **options: bool) -> None:
        """Peer 0 opens a table, the others sit down, people tick ready."""
        self.run(1000)
        seats = len(self.guests)
        self.guests[0].peer.open_table(name="Oasis", game="camelup", seats=seats, options=options)
        self.run(500)
        for guest in self.guests[1:]:
            guest.peer.sit(guest.lobby.tables[0].id)
            self.run(500)
        for guest in self.guests:
            guest.peer.ready(True)
        self.run_until(lambda: all(guest.peer.table is not None for guest in self.guests))

    def play_on(self) -> None:
        """Let every person on turn do something legal."""
        for guest in self.guests:
            table = guest.peer.table
            if table is None or self.levels[guest.number]:
                continue
            mine = table.position.turn == table.seat and guest.table.pending is None
            if mine and guest.table.phase is Phase.PLAY and self.links.is_awake(guest.peer.key):
                guest.peer.play(self.random.choice(sorted(table.position.legal())))

    def play_to_the_end(self, limit_ms: int = 3_000_000) -> None:
        def ended() -> bool:
            self.play_on()
            return all(guest.peer.finished for guest in self.guests)

        self.run_until(ended, limit_ms)

    def kill(self, number: int) -> None:
        """End a peer at once; its files hold what it had written by then."""
        guest = self.guests[number]
        self.links.unplug(guest.peer.key)
        guest.peer.close()
        guest.profile.close()

    def restart(self, number: int, *, resume: bool = True) -> None:
        """Start a killed peer again, from its files."""
        facts = self.guests[number].facts
        guest = self.guests[number] = self._guest(number)
        guest.facts.extend(facts)
        self._plug_in(guest)
        if resume:
            (saved,) = guest.lobby.resumable
            guest.peer.resume(saved.game_id)

    def _guest(self, number: int) -> Guest:
        profile = Profile.open(self.folder / f"profile-{number}")
        records = self.folder / f"records-{number}"
        link = Link(self.links, profile.signer.key)
        level = self.levels[number]
        bot: Player | None = bots.create(level, number) if level else None
        facts: list[Fact] = []
        peer = Peer(
            signer=profile.signer,
            suite=Ed25519Suite(),
            store=ProfileStore(profile, records),
            mesh=link,
            name=f"Peer {number}",
            bot=bot,
            level=level,
            clock_ms=lambda: self.links.now_ms,
            random=self.random.randbytes,
            listener=facts.append,
        )
        return Guest(number, profile, peer, records, facts)

    def _plug_in(self, guest: Guest) -> None:
        self.links.plug_in(guest.peer.key, guest.peer)
