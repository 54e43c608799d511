"""Timers with slack: they share wakings of the loop, and none goes off too early or too late.

The loop's time is virtual: it passes only while the loop sleeps, and each sleep is counted.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from camelnet.net import transport as transport_module
from camelnet.net.connection import State
from camelnet.net.links import LIVE_S
from camelnet.net.transport import FLUSH_S_MAX, GREETING_S_MAX, PING_S
from camelnet.net.wakeups import Wakeups
from tests.net.peers import start_peer


class Clock(selectors.SelectSelector):
    """Sleeps by moving the time."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.sleeps = 0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "nothing would ever happen"
        if timeout > 0:
            self.sleeps += 1
            self.now += timeout
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.clock = Clock()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    loop = VirtualLoop()
    yield loop
    loop.close()


def sleeps(loop: VirtualLoop, scene: Callable[[], Awaitable[None]]) -> int:
    """How often the loop slept meanwhile."""
    before = loop.clock.sleeps
    loop.run_until_complete(scene())  # type: ignore[arg-type]
    return loop.clock.sleeps - before


def test_a_timer_cancelled_by_one_that_goes_off_with_it_does_not_go_off(loop: VirtualLoop) -> None:
    went: list[str] = []
    wakeups = Wakeups()

    async def scene() -> None:
        other = wakeups.between(1, 3, lambda: went.append("other"))
        wakeups.between(1, 2, lambda: wakeups.cancel(other))
        await asyncio.sleep(10)

    loop.run_until_complete(scene())
    assert went == []


def test_timers_whose_times_overlap_wake_the_loop_once(loop: VirtualLoop) -> None:
    went: list[tuple[str, float]] = []
    wakeups = Wakeups()

    async def scene() -> None:
        done = asyncio.Event()
        for name, earliest_s, latest_s in (("a", 1, 5), ("b", 2, 3), ("c", 2.9, 10)):
            wakeups.between(
                earliest_s, latest_s, lambda name=name: went.append((name, loop.time()))
            )
        wakeups.between(3.5, 4, done.set)
        await done.wait()

    assert sleeps(loop, scene) == 2
    assert sorted(went) == [("a", 103.0), ("b", 103.0), ("c", 103.0)]


def test_who_is_awake_anyway_takes_along_what_may_go_off_and_nothing_else(
    loop: VirtualLoop,
) -> None:
    went: list[str] = []
    wakeups = Wakeups()

    async def scene() -> None:
        wakeups.between(1, 5, lambda: went.append("early"))
        wakeups.between(2, 5, lambda: went.append("late"))
        await asyncio.sleep(1.5)
        for _ in range(1000):
            wakeups.awake()
        assert went == []  # never from within a call
        await asyncio.sleep(0.01)
        assert went == ["early"]

    assert sleeps(loop, scene) == 2


def test_what_is_cancelled_wakes_nobody(loop: VirtualLoop) -> None:
    wakeups = Wakeups()

    async def scene() -> None:
        gone = wakeups.between(0.1, 0.2, lambda: pytest.fail("it was cancelled"))
        wakeups.cancel(gone)
        wakeups.cancel(gone)
        await asyncio.sleep(1)

    assert sleeps(loop, scene) == 1


def test_a_failure_in_one_holds_up_no_other(loop: VirtualLoop) -> None:
    told: list[Any] = []
    wakeups = Wakeups()
    loop.set_exception_handler(lambda _loop, context: told.append(context["exception"]))

    async def scene() -> None:
        done = asyncio.Event()
        wakeups.between(1, 2, lambda: 1 // 0)
        wakeups.between(1, 2.5, done.set)
        await done.wait()

    assert sleeps(loop, scene) == 1
    assert [type(error) for error in told] == [ZeroDivisionError]


def test_an_event_is_waited_for_until_the_latest_time_at_most(loop: VirtualLoop) -> None:
    wakeups = Wakeups()

    async def scene() -> None:
        event = asyncio.Event()
        await wakeups.wait(event, 1, 2)
        assert loop.time() == 102.0
        event.clear()
        loop.call_later(0.5, event.set)
        await wakeups.wait(event, 1, 2)
        assert loop.time() == 102.5
        assert not wakeups._pending

    sleeps(loop, scene)


@pytest.mark.parametrize("seed", range(20))
def test_each_goes_off_once_and_in_its_time(loop: VirtualLoop, seed: int) -> None:
    chance = random.Random(seed)
    wakeups = Wakeups()
    wrong: list[str] = []
    went = 0

    async def scene() -> None:
        def act(earliest: float, latest: float) -> None:
            nonlocal went
            went += 1
            if not earliest <= loop.time() <= latest + 1e-6:
                wrong.append(f"seed {seed}: {earliest} to {latest} at {loop.time()}")

        for _ in range(60):
            earliest_s = chance.uniform(0, 3)
            latest_s = earliest_s + chance.uniform(0, 2)
            span = loop.time() + earliest_s, loop.time() + latest_s
            wakeups.between(earliest_s, latest_s, lambda span=span: act(*span))
            await asyncio.sleep(chance.uniform(0, 0.3))
            if chance.random() < 0.3:
                wakeups.awake()
        await asyncio.sleep(6)

    sleeps(loop, scene)
    assert wrong == []
    assert went == 60


# --- the transport's checks ----------------------------------------------------------------------


def connection(state: State = State.OPEN, **ages: float) -> Any:
    """A connection on which things happened so many seconds ago."""
    told = {"born": 0.0, "since": 0.0, "heard": 0.0, "sent": 0.0, **ages}
    return SimpleNamespace(state=state, **{name: 100.0 - age for name, age in told.items()})


@pytest.mark.parametrize(
    ("there", "due_s"),
    [
        (connection(), PING_S),
        (connection(sent=0.4), PING_S - 0.4),
        (connection(heard=1.7), LIVE_S - 1.7),  # then another way is sought
        (connection(State.HANDSHAKE, born=4.0), GREETING_S_MAX - 4.0),
        (connection(State.CLOSED, since=0.2), FLUSH_S_MAX - 0.2),
    ],
)
def test_a_connection_is_looked_at_when_something_is_due(there: Any, due_s: float) -> None:
    assert transport_module._due(there) == pytest.approx(100.0 + due_s)


async def test_a_transport_sleeps_until_something_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = await start_peer()
    asked: list[tuple[float, float]] = []
    wakeups = peer.transport._wakeups
    monkeypatch.setattr(
        wakeups, "between", lambda soonest, latest, _act: asked.append((soonest, latest))
    )
    peer.transport._tick()  # nobody is there: only the addresses are to be looked at
    monkeypatch.setattr(peer.transport, "_due", lambda now: now + 0.1)
    peer.transport._tick()
    monkeypatch.setattr(peer.transport, "_due", lambda now: now + 1.5)
    peer.transport._tick()
    monkeypatch.undo()
    await peer.transport.stop()
    assert asked == [(1.0, 2.0), (0.25, 0.5), (0.75, 1.5)]
