"""Numbers for the games that race five camels. Camels stand in alphabetical order: b g o w y."""

from __future__ import annotations

from camelnet.rules.games.camels import CAMELS


def spaces_and_ranks(
    track: dict[str, str], crossed: str, beyond: int
) -> tuple[list[int], list[int]]:
    """For each camel its space (0 before it is placed), and the number of camels behind or below
    it."""
    space, rank, behind = [0] * len(CAMELS), [0] * len(CAMELS), 0
    stacks = [(int(at), stack) for at, stack in track.items() if int(at)] + [(beyond, crossed)]
    for at, stack in sorted(stacks):
        for camel in stack:
            number = CAMELS.index(camel)
            space[number], rank[number] = at, behind
            behind += 1
    return space, rank


def one_of(camel: str | None) -> list[int]:
    """A one-hot vector over the camels."""
    return [int(camel == other) for other in CAMELS]


def among(camels: str) -> list[int]:
    """A vector over the camels: 1 for each one named."""
    return [int(camel in camels) for camel in CAMELS]
