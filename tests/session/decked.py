"""Calm tables at the simulator's game of cards, stopped wherever a test wants to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from camelnet.protocol.cards.deck import Deck, Step
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified
from camelnet.session.api.facts import Stepped
from camelnet.session.game.stages import Stage
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.lies import Lie
from tests.sim.plan import calm_plan
from tests.sim.runner import simulating
from tests.sim.world import World


@contextmanager
def decked(
    kinds: str,
    *,
    legs: int = 2,
    seed: int = 0,
    strict: bool = False,
    real: bool = False,
    think_ms: int = 50,
    lies: dict[int, Lie] | None = None,
) -> Iterator[Decked]:
    """A table of people who wait for ever, and bots; it begins at once."""
    plan = calm_plan(
        kinds,
        "flint",
        seed=seed,
        options={"legs": legs},
        strict=strict,
        real=real,
        octets=True,
        delay_ms=(1, 3),
        ordered=True,
        duplicates=0,
        think_ms=think_ms,
        work_ms=0,
        patience_ms=10**9,
        lies=lies or {},
        daring=False,
    )
    with simulating():
        table = Decked(World(plan))
        table.world.begin()
        yield table


class Decked:
    """See `decked`. The simulator's oracle watches all the time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.gone: set[int] = set()
        self.steps: list[Stepped] = []  # as seat 0 was told
        watched = world.stepped

        def stepped(number: int, step: Stepped) -> None:
            if number == 0 and not step.replayed:
                self.steps.append(step)
            watched(number, step)

        world.stepped = stepped  # type: ignore[method-assign]

    @property
    def here(self) -> list[int]:
        """The seats that have not left."""
        return [peer.seat for peer in self.world.peers if peer.seat not in self.gone]

    def seat(self, number: int) -> SeatedTable:
        table = self.world.peers[number].table
        assert table is not None
        return table

    def deck(self, number: int) -> Deck:
        deck = self.seat(number).machine.deck
        assert deck is not None
        return deck

    def hands(self) -> dict[int, str]:
        """What each seat that is here sees of its own."""
        return {number: self.seat(number).faces for number in self.here}

    def until(self, done: Callable[[], bool]) -> None:
        assert self.world.go_on(done), "it never came to that"

    def until_step(self, step: Step, *, epoch: int = 0) -> None:
        """Until the deck of an epoch is at this step, everywhere."""

        def there(number: int) -> bool:
            seat = self.seat(number)
            deck = seat.machine.deck
            shuffling = seat.machine.stage is Stage.DECK
            return bool(
                seat.log.membership.epoch >= epoch
                and not seat.log.epoch.key_due
                and deck
                and deck.step is step
                and shuffling == (step is not Step.READY)
            )

        self.until(lambda: all(there(number) for number in self.here))

    def leg(self) -> int:
        """Which dealing this is, from 1, where all agree and hold its cards; else 0."""
        found = set()
        for number in self.here:
            seat = self.seat(number)
            pack, deck = seat.position.pack(), seat.machine.deck
            held = (
                seat.log.rounds.drawn
                and not seat.log.epoch.key_due
                and seat.machine.stage is Stage.PLAY
            )
            found.add(pack.number if pack and deck and held else 0)
        return found.pop() if len(found) == 1 else 0

    def until_ready(self, *, epoch: int = 0) -> None:
        """Until the cards are dealt, and somebody is on turn, everywhere."""
        self.until_step(Step.READY, epoch=epoch)

    def leave(self, number: int) -> None:
        """Somebody is gone for good; people vote to go on, bots do so by themselves."""
        self.gone.add(number)
        self.world._gone.add(number)
        self.world.cut_off(number)

    def send_away(self, number: int) -> None:
        """All people want to continue without somebody."""
        for peer in self.world.peers:
            peer.click_away(number)

    def pause(self, ms: int) -> None:
        """Let time pass, whatever happens in it."""
        passed: list[bool] = []

        def end() -> None:
            passed.append(True)
            self.world._dirty = True

        self.world.at(self.world.now_ms + ms, end)
        self.until(lambda: bool(passed))

    def end(self) -> None:
        """To the end; every record holds."""
        world = self.world
        self.until(world._ended)
        for peer in world._lasting():
            world.oracle.verify(peer.seat, peer.lines)

    def written(self, number: int) -> list[EntryBody]:
        """The entries in a seat's log."""
        lines = self.seat(number).log.chain.lines
        return [read_body(EntryBody, line.body) for line in lines if isinstance(line, Certified)]

    def notations(self, number: int) -> list[str]:
        return [entry.notation for entry in self.written(number)]
