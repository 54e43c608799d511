"""Verification of a final entry's luck: every part checked again, from the log alone."""

from __future__ import annotations

from camelnet.protocol.log.beacon_round import BeaconRound, redrawn_seed
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import ChangeBody, read_body
from camelnet.protocol.wire.frames import Certified, Changed, Parted


def checked_luck(log: Log, index: int) -> tuple[BeaconRound, bytes] | None:
    """The round behind an entry and its seed, or the round of the later key that drew its luck;
    None if the entry has no luck. Raises `Refusal` where a part does not hold."""
    line = log.line_at(index)
    if not isinstance(line, Certified):
        return None
    beacon_round = log.rounds.new_round(line)
    beacon_round.take(line.luck)
    if beacon_round.seed is not None:
        return beacon_round, beacon_round.seed
    by_key = _key_behind(log, index) if _is_redrawn(log, index) else None
    return (by_key[0], redrawn_seed(by_key[1])) if by_key else None


def _is_redrawn(log: Log, index: int) -> bool:
    """True if a later change or fork gave this entry's luck to the next key."""
    for line in log.chain.lines[index:]:
        if isinstance(line, Parted):
            return True
        if isinstance(line, Changed):
            if read_body(ChangeBody, line.offer.change).redrawn == index:
                return True
        elif line.luck.shares:
            return False
    return False


def _key_behind(log: Log, index: int) -> tuple[BeaconRound, bytes] | None:
    """The luck of the first line behind an entry that has any: a key's."""
    for number in range(index + 1, log.index):
        line = log.line_at(number)
        if isinstance(line, Certified) and line.luck.shares:
            return checked_luck(log, number)
    return None
