"""Nodes with bots in this process, and whole games among them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camelnet import rules
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact, LobbyChanged, Noticed, Phase, TableChanged
from camelnet.session.peer.node import Node
from tests.net.peers import HOST
from tests.patience import Patience

GAME = next(iter(rules.GAMES))


@dataclass
class Seat:
    """A node with a bot, and what it told last."""

    profile: Profile
    node: Node = field(init=False)
    facts: dict[type[Fact], Any] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def hear(self, fact: Fact) -> None:
        self.facts[type(fact)] = fact
        if isinstance(fact, Noticed):
            self.notices.append(str(fact.message))

    @property
    def phase(self) -> Phase | None:
        told = self.facts.get(TableChanged)
        return None if told is None else told.table.phase

    def offers(self, name: str) -> list[bytes]:
        told = self.facts.get(LobbyChanged)
        tables = () if told is None else told.lobby.tables
        return [table.id for table in tables if table.name == name and table.trouble is None]


@asynccontextmanager
async def seats(folder: Path, count: int) -> AsyncIterator[list[Seat]]:
    started: list[Seat] = []
    try:
        for number in range(count):
            seat = Seat(Profile.open(folder / str(number)))
            seat.node = Node(
                profile=seat.profile,
                level="greedy",
                name=f"bot {number}",
                interface=HOST,
                listener=seat.hear,
            )
            started.append(seat)
            await seat.node.start()
        yield started
    finally:
        for seat in started:
            await seat.node.stop()
            seat.profile.close()


async def until(condition: Any, room: Sequence[Seat]) -> None:
    """Wait as long as somebody in the room is told something new about its table."""
    patience = Patience(lambda: [seat.facts.get(TableChanged) for seat in room])
    while not condition():
        assert patience.lasts, "the room stands still"
        await asyncio.sleep(0.02)


async def play_a_game(room: Sequence[Seat], name: str) -> None:
    """Open a table, sit down, and play to the end."""
    host, *guests = room
    for seat in room:
        seat.facts.pop(TableChanged, None)
    host.node.open_table(name=name, game=GAME, seats=len(room), options={})
    for guest in guests:
        await until(lambda guest=guest: guest.offers(name), room)
        guest.node.sit(guest.offers(name)[0])
    await until(lambda: all(seat.phase is Phase.OVER for seat in room), room)
    for seat in room:
        seat.node.stand()
