"""The invariants of attacks, beside those of the simulator's oracle (tests/sim/oracle.py).

- Nobody who did not lie loses its seat for longer than one change.
- The liar is named, or it has gained nothing: no epoch ended but to send away somebody whom honest
  people or silence gave up, to send away the liar, or to take somebody back; no die was drawn
  again and no hand dealt again by a change that the liar brought about and after which it sits.
- Whoever said what everybody can check to be false is named, and does not come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from camelnet.protocol.wire.bodies import ChangeBody, WantBody, read_body
from camelnet.protocol.wire.frames import Changed, LogLine
from tests.sim.violation import Violation


@dataclass(frozen=True, slots=True)
class Move:
    """One change of epoch, as the log tells it."""

    index: int
    left: frozenset[int]
    back: frozenset[int]
    redrawn: int
    whys: frozenset[str]
    proven: frozenset[int]


def moves_of(lines: tuple[LogLine, ...]) -> Iterator[Move]:
    ghosts: frozenset[int] = frozenset()
    for line in lines:
        if not isinstance(line, Changed):
            continue
        change = read_body(ChangeBody, line.offer.change)
        now = frozenset(change.ghosts)
        wants = [read_body(WantBody, want.body) for want in line.offer.wants]
        yield Move(
            change.index,
            now - ghosts,
            ghosts - now,
            change.redrawn,
            frozenset(want.why for want in wants if want.leaving),
            frozenset(change.proven),
        )
        ghosts = now


def judge(
    lines: tuple[LogLine, ...],
    *,
    liars: frozenset[int],
    led: frozenset[int],
    named: bool,
    ended: bool,
    checkable: bool,
) -> None:
    """Raises `Violation`. `led`: who was sent away on purpose, and comes back; `named`: whether
    there is a proof against a liar; `ended`: whether this log goes to the end; `checkable`:
    whether it said what everybody can check to be false."""
    if checkable and not named:
        raise Violation("what everybody can check names nobody", f"seats {sorted(liars)}")
    taken: dict[int, int] = {}  # honest seats that are out, by the number of the change
    moves = list(moves_of(lines))
    for number, move in enumerate(moves):
        where = f"change at index {move.index}"
        if not move.left | move.back:
            raise Violation("an epoch ended for nothing", where)
        accounted = bool((liars | led) & (move.left | move.back))
        honest_out = move.left - liars - led
        if not accounted and honest_out:
            raise Violation(
                "somebody honest was sent away", f"{where}: {sorted(honest_out)}, {set(move.whys)}"
            )
        if liars & move.back & frozenset().union(*(m.proven for m in moves[:number])):
            raise Violation("a proven liar came back", where)
        for seat in sorted(move.back):
            taken.pop(seat, None)
        late = [seat for seat, since in taken.items() if number > since]
        if late and move.back - set(late):
            raise Violation("somebody honest stays out", f"{where}: {late}")
        taken.update(dict.fromkeys(honest_out, number))
        stays = not liars <= move.left
        if move.redrawn and stays and not named and not led & (move.left | move.back):
            raise Violation("a die was drawn again", f"{where}: entry {move.redrawn}")
    if ended and taken:
        raise Violation("somebody honest stays out", f"{sorted(taken)} at the end")
