"""The links among the peers of one simulated table: each way delays, loses, doubles, lets overtake.

A partition holds frames back, as TCP does, until it heals or the connection is given up; a broken
connection loses what was on its way, a dead way all that is sent. Nothing is delivered from within
a call of `send`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.wire.frames import Frame, frame_bytes, read_frame
from tests.sim.plan import Plan

HELD_MAX = 400  # frames of one way, as many as a socket's buffers may hold

Deliver = Callable[[int, int, Frame], None]  # sender, receiver
Garbled = Callable[[int, int, Malformed], None]


class Links:
    def __init__(
        self,
        plan: Plan,
        dice: Random,
        *,
        now: Callable[[], int],
        at: Callable[..., None],
        deliver: Deliver,
        garbled: Garbled,
    ) -> None:
        self._octets, self._ordered = plan.octets, plan.ordered
        self._loss, self._duplicates = plan.loss, plan.duplicates
        self._dice = dice
        self._now = now
        self._at = at
        self._deliver = deliver
        self._garbled = garbled
        self._low, high = plan.delay_ms
        self._span = high - self._low + 1
        self._bits = self._span.bit_length()
        self._draw = dice.getrandbits
        self._last: dict[tuple[int, int], int] = {}  # when the last frame of a way arrives
        self._number: dict[tuple[int, int], int] = {}  # of a way's connection
        self._sides: list[frozenset[int]] = []
        self._held: dict[tuple[int, int], list[Frame | bytes]] = {}
        self._dead: Counter[tuple[int, int]] = Counter()  # ways that lose everything
        self.frames = 0

    def send(self, sender: int, to: int, frame: Frame) -> None:
        self.frames += 1
        carried = frame_bytes(frame) if self._octets else frame
        if self._sides and self._parted(sender, to):
            held = self._held.setdefault((sender, to), [])
            if len(held) < HELD_MAX:
                held.append(carried)
            return
        if self._dead and self._dead[sender, to] > 0:
            return
        if self._loss and self._dice.random() < self._loss:
            return
        self._carry(sender, to, carried)
        if self._duplicates and self._dice.random() < self._duplicates:
            self._carry(sender, to, carried)

    def part(self, side: tuple[int, ...]) -> None:
        self._sides.append(frozenset(side))

    def heal(self, side: tuple[int, ...]) -> None:
        """The partition is over; what was held back comes now, or its connections were given up."""
        if frozenset(side) in self._sides:  # else all is well already
            self._sides.remove(frozenset(side))
            self._release()

    def heal_all(self) -> None:
        """Everything arrives from now on; what was held back does, too, or is lost."""
        self._sides.clear()
        self._dead.clear()
        self._loss = 0
        self._release()

    def _release(self) -> None:
        given_up = self._dice.random() < 0.5
        for way in sorted(self._held):
            if not self._parted(*way):
                for carried in self._held.pop(way):
                    if not given_up:
                        self._carry(*way, carried)

    def kill(self, *ways: tuple[int, int]) -> None:
        """Lose what is sent these ways, until they are mended as often as they were killed."""
        self._dead.update(ways)

    def mend(self, *ways: tuple[int, int]) -> None:
        self._dead.subtract(ways)

    def break_connection(self, one: int, other: int) -> None:
        for way in ((one, other), (other, one)):
            self._number[way] = self._number.get(way, 0) + 1

    def _parted(self, one: int, other: int) -> bool:
        return any((one in side) != (other in side) for side in self._sides)

    def _carry(self, sender: int, to: int, carried: Frame | bytes) -> None:
        way = (sender, to)
        drawn = self._draw(self._bits)  # a quick `randint`, for each of the many frames
        while drawn >= self._span:
            drawn = self._draw(self._bits)
        when = self._now() + self._low + drawn
        if self._ordered:
            last = self._last.get(way, 0)
            when = self._last[way] = when if when > last else last
        self._at(when, self._arrive, sender, to, carried, self._number.get(way, 0))

    def _arrive(self, sender: int, to: int, carried: Frame | bytes, number: int) -> None:
        if number == self._number.get((sender, to), 0):
            try:
                frame = read_frame(carried) if isinstance(carried, bytes) else carried
            except Malformed as error:
                self._garbled(sender, to, error)
            else:
                self._deliver(sender, to, frame)
