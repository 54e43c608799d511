"""The verdict on a game, running or ended, from its log.

The log has checked every line, and so every signature counted here. No unsigned field is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.foreign_text import shown
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import VoteBody, WantBody, fork_id, read_body
from camelnet.protocol.wire.frames import Certified, Changed, LogLine, Parted, Want
from camelnet.rules import Position
from camelnet.session.api.verdict import Begun, SeatClaim, Segment, Verdict


def verdict_of(game_start: GameStart, log: Log, position: Position, *, ended: bool) -> Verdict:
    """The verdict on a log as far as it goes."""
    seats = game_start.genesis.seats
    return Verdict(
        game_id=game_start.id,
        game=shown(game_start.table.game),
        table=game_start.table_name,
        code=game_start.code,
        seats=tuple(
            SeatClaim(seat.key, name, seat.kind, level, seat.host)
            for seat, name, level in zip(seats, game_start.names, game_start.levels, strict=True)
        ),
        quorum=log.epoch.memberships[0].quorum,
        segments=segments_of(log),
        entries=log.index - 1,
        ended=ended,
        scores=tuple(position.scores()),
        winners=tuple(position.winners()) if position.turn == "over" else (),
    )


class VerdictBuilder:
    """The verdict on a game in progress, cached until its log or position changes."""

    def __init__(self, game_start: GameStart, log: Log) -> None:
        self._game_start = game_start
        self._log = log
        self._place: tuple[int, bytes, Position, bool] | None = None
        self._verdict: Verdict | None = None

    def verdict(self, position: Position, *, ended: bool) -> Verdict:
        place = (self._log.index, self._log.game, position, ended)
        if self._verdict is None or place != self._place:
            self._place = place
            self._verdict = verdict_of(self._game_start, self._log, position, ended=ended)
        return self._verdict


def segments_of(log: Log) -> tuple[Segment, ...]:
    """The segments of a log, from its lines and its epochs' memberships."""
    firsts = [1]
    firsts += [
        at for at, line in enumerate(log.chain.lines, start=1) if not isinstance(line, Certified)
    ]
    segments: list[Segment] = []
    game: bytes = log.game_start.id
    for epoch, first in enumerate(firsts):
        last = firsts[epoch + 1] - 1 if epoch + 1 < len(firsts) else len(log.chain.lines)
        lines = log.chain.lines[first - 1 : last]
        if epoch and isinstance(lines[0], Parted):
            game = fork_id(lines[0].body)
        segments.append(_segment(log, epoch, first, lines, game))
    return tuple(segments)


def _segment(log: Log, epoch: int, first: int, lines: Sequence[LogLine], game: bytes) -> Segment:
    membership = log.epoch.memberships[epoch]
    before = log.epoch.memberships[epoch - 1] if epoch else None
    ghosts_before = before.ghosts if before else ()
    left = tuple(seat for seat in membership.ghosts if seat not in ghosts_before)
    begun, signed_by = Begun.GENESIS, tuple(range(len(log.game_start.genesis.seats)))
    wants: tuple[Want, ...] = ()
    match lines[0] if epoch else None:
        case Changed() as line:
            begun, wants = Begun.CHANGE, line.offer.wants
            signed_by = tuple(read_body(VoteBody, vote.body).seat for vote in line.votes)
        case Parted() as line:
            begun, signed_by = Begun.PARTING, tuple(vote.seat for vote in line.signatures)
    entries = [line for line in lines if isinstance(line, Certified)]
    return Segment(
        first=first,
        last=first + len(lines) - 1,
        epoch=epoch,
        game_id=game,
        begun=begun,
        signed_by=signed_by,
        voters=membership.voters,
        ghosts=membership.ghosts,
        left=left,
        returned=tuple(seat for seat in ghosts_before if seat not in membership.ghosts),
        proven=tuple(s for s in membership.proven if before is None or s not in before.proven),
        reasons=tuple((seat, _reasons(wants, seat)) for seat in left),
        certified=any(entry.certificate for entry in entries),
        closed_by_change=bool(entries) and not entries[-1].certificate,
        coin=membership.scheme is Scheme.COIN,
    )


def _reasons(wants: Sequence[Want], seat: int) -> tuple[str, ...]:
    """The voters' stated reasons to go on without a seat; () after a fork."""
    bodies = [read_body(WantBody, want.body) for want in wants]
    return tuple(sorted({body.why for body in bodies if body.about == seat and body.leaving}))
