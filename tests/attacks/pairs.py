"""Pairwise covering: of all cases that could be, those that have every pair of values between them.

A pair is a set of two (name, value). Cases are chosen greedily, for the most new pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import Any, TypeVar

Value = tuple[str, Any]
Pair = tuple[Value, Value]
C = TypeVar("C")

CANDIDATES = 12


def best(
    draw: Callable[[], C | None],
    pairs_of: Callable[[C], set[Pair]],
    covered: set[Pair],
    cost: Callable[[C], int] = lambda case: 0,
) -> C | None:
    """The drawn case with the most new pairs, of two such the cheaper one; None if none can be."""
    chosen, most = None, (-1, 0)
    for _ in range(CANDIDATES):
        case = draw()
        if case is None:
            return None
        worth = (len(pairs_of(case) - covered), -cost(case))
        if worth > most:
            chosen, most = case, worth
    return chosen


def missing(
    cases: Iterable[C],
    values_of: Callable[[C], Sequence[Value]],
    wanted: Callable[[str, str], bool],
) -> list[Pair]:
    """The pairs of values that none of these cases has, whether a case can have both or not.
    `wanted`: whether pairs of these two names count."""
    values: dict[str, dict[Any, None]] = {}
    covered: set[Pair] = set()
    for case in cases:
        held = values_of(case)
        covered |= set(combinations(held, 2))
        for name, value in held:
            values.setdefault(name, {})[value] = None
    found = []
    for one, other in combinations(values, 2):
        if wanted(one, other):
            made = (((one, a), (other, b)) for a, b in product(values[one], values[other]))
            found += [pair for pair in made if pair not in covered]
    return found
