"""Stand-ins for tests of seats without a network: lobbies and tables, a peer, a typist."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from typing import Any, cast

from camelnet import rules
from camelnet.i18n import message
from camelnet.session.api.facts import (
    Fact,
    Kind,
    LobbyChanged,
    LobbyView,
    Noticed,
    PeerView,
    Phase,
    Presence,
    SeatOffer,
    SeatView,
    Stepped,
    TableChanged,
    TableOffer,
    TableView,
)
from camelnet.session.api.intents import Intents
from camelnet.session.peer.peer import Peer
from camelnet.terminal.goal import Goal
from camelnet.terminal.keyboard_player import Person
from camelnet.terminal.narrator import Narrator
from camelnet.terminal.screen import Screen
from camelnet.terminal.seat_runner import SeatRunner
from tests.session import verdicts

ME = PeerView(b"m" * 32, "Me", Kind.HUMAN, True, Presence.HERE, "", None)
FREE = SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)


def chair(name: str, *, me: bool = False, kind: Kind = Kind.HUMAN) -> SeatOffer:
    return SeatOffer(name.encode(), name, kind, "", False, Presence.HERE, me)


def offer(name: str, *seats: SeatOffer) -> TableOffer:
    mine = any(seat.me for seat in seats)
    return TableOffer(name.encode(), name, "camelup", {}, seats, False, mine, False, None)


def lobby(*tables: TableOffer) -> LobbyView:
    return LobbyView(ME, (), (), tables, None, (), None)


def table(**changes: Any) -> TableView:
    """Three seats, mine in the middle; Cleo is a bot."""
    position = rules.new("camelup", seats=3).apply("first 0")
    view = TableView(
        game_id=b"g" * 32,
        name="friday",
        seats=tuple(
            SeatView(name.encode(), name, kind, name == "Me", Presence.HERE, 0)
            for name, kind in (("Anna", Kind.HUMAN), ("Me", Kind.HUMAN), ("Cleo", Kind.BOT))
        ),
        me=1,
        phase=Phase.PLAY,
        position=position,
        index=7,
        code=("apple", "river", "moon", "tiger"),
        waiting=(),
        pending=None,
        faces="ygbow",
        again=(),
        trouble=None,
        record=None,
        verdict=verdicts.table("hhb", 2, verdicts.part(1, 6, (0, 1)), ended=False),
    )
    return replace(view, **changes)


def looked_on_at(view: TableView) -> TableView:
    seats = tuple(replace(seat, me=False) for seat in view.seats)
    return replace(view, me=None, faces="", seats=seats)


def silent(view: TableView, seat: int, presence: Presence, silent_s: int) -> TableView:
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], presence=presence, silent_s=silent_s)
    return replace(view, seats=tuple(seats))


@dataclass
class FakePeer:
    """Stands in for a `Peer`: remembers the intents, and shows the lobby that a test gives it."""

    asked: list[str] = field(default_factory=list)
    strict: bool = False
    aids: bool = False
    notice: str = ""
    host_key: bytes = b"Anna"
    table: None = None
    called: None = None
    finished: bool = False
    runner: SeatRunner | None = None

    def tell(self, fact: Fact) -> None:
        assert self.runner is not None
        self.runner.hear(fact)

    def open_table(self, *, name: str, strict: bool, aids: bool, **_rest: object) -> None:
        self.strict, self.aids = strict, aids
        if self.notice:
            self.tell(Noticed(message(self.notice), serious=False))
        else:
            self.tell(LobbyChanged(lobby(offer(name, chair("Me", me=True), FREE))))

    def sit(self, table_id: bytes) -> None:
        self.asked.append(f"sit {table_id.decode()}")
        self.tell(
            LobbyChanged(lobby(offer(table_id.decode(), chair("Anna"), chair("Me", me=True))))
        )

    def resume(self, game_id: bytes) -> None:
        self.tell(Noticed(message(self.notice), serious=True))

    def watch(self, table_id: bytes) -> None:
        self.asked.append(f"watch {table_id.decode()}")

    def connect(self, host: str, port: int) -> None:
        self.asked.append(f"connect {host}:{port}")
        self.tell(LobbyChanged(lobby(offer("friday", chair("Anna"), FREE))))

    def key_at(self, host: str, port: int) -> bytes | None:
        return self.host_key if f"connect {host}:{port}" in self.asked else None

    def ready(self, ready: bool) -> None:
        self.asked.append(f"ready {ready}")

    def say(self, text: str) -> None:
        self.asked.append(f"say {text}")


def runner_of(peer: FakePeer, goal: Goal, *, bot: bool = False, once: bool = False) -> SeatRunner:
    """The steward of a peer on its way to a goal."""
    narrator = Narrator(Screen())
    peer.runner = SeatRunner(
        peer=cast(Peer, peer), goal=goal, bot=bot, once=once, narrator=narrator
    )
    return peer.runner


def run_for(peer: FakePeer, goal: Goal, seconds: float, *told: Fact, bot: bool = False) -> None:
    """Run a steward who was told these facts for a while, or until it ends by itself."""

    async def run() -> None:
        runner = runner_of(peer, goal, bot=bot)
        for fact in told:
            peer.tell(fact)
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(runner.run(), seconds)
        finally:
            runner._narrator.end()

    asyncio.run(run())


def narrated(*facts: Fact, wait_s: float = 0.0) -> None:
    async def tell() -> None:
        narrator = Narrator(Screen())
        for fact in facts:
            narrator.hear(fact)
        await asyncio.sleep(wait_s)
        narrator.end()

    asyncio.run(tell())


@dataclass
class Typist:
    """A person at a keyboard of the test's, and what they asked for."""

    asked: list[tuple[object, ...]] = field(default_factory=list)
    left: bool = False

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.asked.append((name, *given))

    def types(
        self,
        *lines: str | None,
        at: TableView | LobbyView,
        meanwhile: LobbyView | None = None,
        **more: Any,
    ) -> list[str]:
        """Types lines at a table or in a lobby; what could have been typed there. `meanwhile`: the
        lobby around the table."""
        rolled = rules.new("camelup", seats=3)
        step = Stepped(b"g" * 32, 1, None, "first 0", rolled, rolled.apply("first 0"), (), True)
        facts: list[Fact] = [LobbyChanged(at)] if isinstance(at, LobbyView) else []
        if isinstance(at, TableView):
            facts = [step, TableChanged(at)]
            facts += [LobbyChanged(meanwhile)] if meanwhile is not None else []

        async def type_them() -> list[str]:
            narrator = Narrator(Screen())
            person = Person(
                intents=cast(Intents, self), narrator=narrator, once=False, leave=self.leave, **more
            )
            for fact in facts:
                narrator.hear(fact)
                person.hear(fact)
            offered = person.lines()
            for line in lines:
                person.typed(line)
            narrator.end()
            return offered

        return asyncio.run(type_them())

    def leave(self) -> None:
        self.left = True
