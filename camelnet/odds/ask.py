"""The checks and conversions that all questions about odds share."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.rules import Position
from camelnet.rules.core import ffi

GAME = "camelup"
BATCH_MAX = 65_536  # positions per call; the largest answer has 2 kB for each
_ROLLING = ffi.offsetof("cn_camelup", "rolling")


def state_of(position: Position) -> bytes:
    """The core's bytes of a position in a leg. ValueError tells what else it is."""
    if position.game != GAME:
        raise ValueError(f"position: of {position.game}, but odds are for {GAME}")
    match position.turn:
        case "reveal" | "over":
            raise ValueError("position: the race is over")
        # The only chance node within a leg is a roll that awaits its die.
        case "chance" if not position.state[_ROLLING]:
            raise ValueError("position: the race has not begun, camels are still put down")
    return position.state


def states_of(positions: Sequence[Position]) -> bytes:
    """The core's bytes of many positions, one after the other. ValueError names the first bad
    one."""
    if len(positions) > BATCH_MAX:
        raise ValueError(f"positions: more than {BATCH_MAX}")
    states = []
    for index, position in enumerate(positions):
        try:
            states.append(state_of(position))
        except ValueError as error:
            raise ValueError(f"positions.{index}: {error}") from None
    return b"".join(states)
