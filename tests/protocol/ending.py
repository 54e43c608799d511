"""An epoch that is about to end at a toy table: quiet tables, and what their seats have said."""

from __future__ import annotations

from typing import TypeVar

from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import PromiseBody, VoteBody, read_body
from camelnet.protocol.wire.frames import Changed, Promised, Vote
from tests.protocol.toy import hidden
from tests.protocol.toy_table import ToyTable

FOUR = "hhhh"
F = TypeVar("F")


def quiet(kinds: str = FOUR, seed: int = 1, *, moves: int = 6, strict: bool = False) -> ToyTable:
    """A table after some moves, with nothing on its way and nobody writing."""
    table = ToyTable(kinds, seed, strict=strict)
    table.play(moves)
    table.idle = set(range(len(kinds)))
    table.run(3000)
    assert len({table.log(seat).index for seat in table.present}) == 1
    table.sent.clear()
    return table


def told(table: ToyTable, seat: int, kind: type[F]) -> list[F]:
    """The frames of one kind that a seat has sent, each once."""
    found = (frame for sender, _, frame in table.sent if sender == seat)
    return list(dict.fromkeys(frame for frame in found if isinstance(frame, kind)))


def promises_of(table: ToyTable, seat: int) -> list[PromiseBody]:
    return [read_body(PromiseBody, item.body) for item in told(table, seat, Promised)]


def votes_of(table: ToyTable, seat: int, step: str) -> list[VoteBody]:
    bodies = [read_body(VoteBody, item.body) for item in told(table, seat, Vote)]
    return [body for body in bodies if body.step == step]


def give(table: ToyTable, to: int, *frames: object, sender: int = 0) -> None:
    """Hand frames to a seat at once, as from another."""
    for frame in frames:
        table.tables[to].receive(sender, frame, table.now_ms)  # type: ignore[arg-type]
    table._send(to)


def change_of(log: Log) -> Changed:
    return next(line for line in log.chain.lines if isinstance(line, Changed))


def write(table: ToyTable, notation: str) -> int:
    """Let the seat on turn write this; its index, once it is final everywhere."""
    author = table.author
    log = table.log(author)
    index = log.index
    if notation == "hide":
        face = "abcdefgh"[author]
        log.propose(notation, hidden(log, author, face))
    else:
        log.propose(notation)
    table.until(lambda: all(table.log(seat).index > index for seat in table.present))
    return index
