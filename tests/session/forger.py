"""Whole games of Camel Up on symbolic primitives, and a forged one: somebody who is about to lose
cuts the record, leaves the table by a parting of its own, and says alone how the game went on."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from camelnet import bots
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.commit_reveal import seed_of
from camelnet.protocol.log.interfaces import ProposalInFlight
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.protocol.wire.frames import Ack, LogLine
from camelnet.session.runtime.executor import InlineExecutor
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.disk import Disk, MemoryStore
from tests.sim.lies import Lie
from tests.sim.plan import Fault, calm_plan
from tests.sim.runner import simulating
from tests.sim.world import World

FORGED_FROM = 15  # the index of the parting
TRIES = 60  # dice, of which the forger takes the best


def played(
    kinds: str, *faults: Fault, seed: int = 0, lies: Mapping[int, Lie] | None = None
) -> World:
    """A whole game of Camel Up on symbolic primitives; `kinds` of its seats, h or b."""
    plan = calm_plan(kinds, "camelup", *faults, seed=seed, lies=dict(lies or {}), duplicates=0)
    with simulating():
        world = World(plan)
        world.run()
    return world


@cache
def honest() -> World:
    """Four people play to the end; seat 2 comes in last."""
    world = played("hhhh")
    table = world.peers[2].table
    assert table is not None
    scores = table.position.scores()
    assert scores.index(min(scores)) == 2
    return world


@cache
def forged() -> tuple[LogLine, ...]:
    """The same game as seat 2 would have it."""
    return Forger(honest(), 2, FORGED_FROM - 1).lines


class Forger:
    """Seat `seat` goes on apart, alone, behind `cut` lines of a game, with dice of its choice."""

    def __init__(self, world: World, seat: int, cut: int) -> None:
        loser = world.peers[seat]
        assert loser.table is not None
        secret = loser.table.own_entries.secret
        store = MemoryStore(Disk())
        self._suite, self._seat = world.suite, seat
        self._nonces: dict[bytes, bytes] = {}
        context = PeerContext(
            signer=loser.signer,
            suite=world.suite,
            store=store,
            bot=bots.create("greedy", 0),
            level="",
            random=bytes,
            tell=lambda fact: None,
            executor=InlineExecutor(),
            wake=lambda: None,
        )
        self._table = SeatedTable(
            context,
            game_start=world.game_start,
            secret=secret,
            journal_writer=store.begin(world.game_start.frame(), secret, ""),
            kept=None,
            recording=True,
        )
        for line in loser.lines[:cut]:
            admit(self._table.log, line)
        self._table.replica.fork_requests.ask((seat,))
        log: Any = self._table.log
        acknowledge = log.agreement._acknowledge

        def choosing(flight: ProposalInFlight) -> Ack | None:
            own = replace(log._context.own, secret=self._best_secret(flight))
            log._context.own = own
            made: Ack | None = acknowledge(flight)
            return made

        log.agreement._acknowledge = choosing
        now_ms = 0
        while not self._table.closed:
            now_ms += 250
            self._table.tick(now_ms)
        self.lines: tuple[LogLine, ...] = tuple(store.records[world.game_start.id].lines)

    def _best_secret(self, flight: ProposalInFlight) -> bytes:
        """Of so many secrets the one whose die serves this seat best."""
        if not flight.luck:
            return bytes(32)
        tries = [hash_of("test/forger", flight.hash, bytes([number])) for number in range(TRIES)]
        return max(tries, key=lambda secret: self._lead(flight.entry, flight.hash, secret))

    def _lead(self, entry: EntryBody, hashed: bytes, secret: bytes) -> int:
        """By how much this seat would lead behind the die that a secret makes."""
        machine: Any = copy.copy(self._table.machine)
        machine._on_step = lambda step: None
        nonce = hash_of("camelnet/luck-secret/1", secret, hashed)
        if entry.notation != "key":
            machine.advance(entry)
            machine.draw(seed_of(entry, hashed, {self._seat: nonce}))
        scores = list(machine.position.scores())
        mine = scores.pop(self._seat)
        return mine - max(scores)
