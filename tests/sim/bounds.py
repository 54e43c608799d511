"""The bounds of a table, written down a second time: what the code under test must agree with."""

from __future__ import annotations

_GONE = {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2}  # f, by voters
_LIARS = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2}  # l, by voters


def gone_of(voters: int) -> int:
    """The number of voters that may be gone at once, of so many."""
    return _GONE[voters]


def liars_of(voters: int) -> int:
    """The number of them that may lie."""
    return _LIARS[voters]


def quorum_of(voters: int, withstands: int) -> int:
    """k: the least number that is enough without those gone, holds more truthful promises than
    false ones, and shares an honest voter with every other such number."""
    liars = max(_LIARS[voters], withstands)
    return next(
        k
        for k in range(2, 3 * voters)
        if k >= voters - _GONE[voters] and k > 2 * liars and 2 * k - voters > liars
    )
