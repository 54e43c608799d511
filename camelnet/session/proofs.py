"""The proof of the luck behind one entry, for people: computed anew from the log when asked for."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.protocol.log import Log
from camelnet.protocol.luck import Stream
from camelnet.protocol.refusal import Refusal
from camelnet.session.facts import LuckDrawn, LuckPart, LuckShown
from camelnet.session.machine import Step


def luck_shown(
    log: Log, steps: Sequence[Step], index: int, names: Sequence[str]
) -> LuckShown | None:
    """`steps`: what luck and ghosts did behind entry `index`, in order. None if no luck was drawn
    there, or it is not known yet."""
    try:
        found = log.evidence(index)
    except Refusal:
        found = None
    if found is None:
        return None
    draw, seed = found
    parts = tuple(
        LuckPart(seat, names[seat], draw.shares[seat], holds=True)  # checked by `evidence`
        for seat in sorted(draw.shares)
    )
    drawn, same = _draws(seed, steps)
    return LuckShown(
        game_id=log.game,
        index=index,
        notation=draw.entry.notation,
        author=names[draw.entry.seat],
        scheme=draw.circle.scheme.value,
        needed=draw.needed,
        label=draw.label,
        parts=parts,
        seed=seed,
        draws=drawn,
        holds=same and all(part.holds for part in parts),
    )


def _draws(seed: bytes, steps: Sequence[Step]) -> tuple[tuple[LuckDrawn, ...], bool]:
    """Draw again from the seed: each chance node, and whether it is what happened."""
    stream = Stream(seed)
    found, same = [], True
    for step in steps:
        if step.seat is not None:
            same = same and step.notation == step.before.greedy("")
            continue
        outcomes = tuple(sorted(step.before.outcomes()))
        total = sum(weight for _, weight in outcomes)
        number = stream.below(total)
        left, chosen = number, ""
        for notation, weight in outcomes:
            left -= weight
            if left < 0:
                chosen = notation
                break
        same = same and chosen == step.notation
        found.append(LuckDrawn(step.notation, number, total, outcomes))
    return tuple(found), same
