"""The 49 cells of the board: where they lie, and which touch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType

SPIRAL = (  # row by row
    (43, 44, 45, 46, 47, 48, 49),
    (42, 21, 22, 23, 24, 25, 26),
    (41, 20, 7, 8, 9, 10, 27),
    (40, 19, 6, 1, 2, 11, 28),
    (39, 18, 5, 4, 3, 12, 29),
    (38, 17, 16, 15, 14, 13, 30),
    (37, 36, 35, 34, 33, 32, 31),
)
SPOTS: Mapping[int, tuple[int, int]] = MappingProxyType(
    {cell: (column, row) for row, line in enumerate(SPIRAL) for column, cell in enumerate(line)}
)  # cell -> (column, row)
_TOUCHING = sorted(
    (one, other)
    for (one, (x, y)), (other, (u, v)) in product(SPOTS.items(), repeat=2)
    if one != other and abs(x - u) <= 1 and abs(y - v) <= 1
)
NEIGHBOURS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {cell: tuple(other for one, other in _TOUCHING if one == cell) for cell in SPOTS}
)  # cell -> those that it touches, be it at a corner, in ascending order
