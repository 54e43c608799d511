"""Verdicts made by hand, for what follows from them and for screens."""

from __future__ import annotations

from dataclasses import replace

from camelnet.session.api.verdict import Begun, SeatClaim, Segment, Verdict


def part(first: int, last: int, voters: tuple[int, ...], **given: object) -> Segment:
    """A segment that its voters have begun and signed; anything of it may be `given`."""
    made = Segment(
        first=first,
        last=last,
        epoch=0,
        game_id=bytes(32),
        begun=Begun.CHANGE if first > 1 else Begun.GENESIS,
        signed_by=voters,
        voters=voters,
        ghosts=(),
        left=(),
        returned=(),
        proven=(),
        reasons=(),
        certified=True,
        closed_by_change=False,
        coin=True,
    )
    return replace(made, **given)  # type: ignore[arg-type]


def table(kinds: str, quorum: int, *segments: Segment, ended: bool = True) -> Verdict:
    """The verdict on a game of these segments; `kinds` of the seats, h or b."""
    seats = tuple(
        SeatClaim(bytes([seat]) * 32, f"Peer {seat}", "human" if kind == "h" else "bot", "")
        for seat, kind in enumerate(kinds)
    )
    return Verdict(
        game_id=bytes(32),
        game="camelup",
        table="Oasis",
        code=("a", "b", "c", "d"),
        seats=seats,
        quorum=quorum,
        segments=segments,
        entries=segments[-1].last,
        ended=ended,
        scores=(0,) * len(kinds),
        winners=(0,),
    )
