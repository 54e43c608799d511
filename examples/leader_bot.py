"""A bot of your own, as short as it can be. Copy it, change `choose`, see whether it got better:

    cd examples
    camelnet arena --player leader_bot:LeaderBot --players greedy,greedy,greedy --games 200

It bets on whoever leads the race while the best tile for that is there, and rolls otherwise.
docs/lab.md tells what else a bot can ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from camelnet.rules import Position


class LeaderBot:
    """Any class will do that is made with `seed=` and has a method `choose`."""

    def __init__(self, *, seed: int) -> None:
        # All its luck comes from here, so that equal games can be played again.
        self._random = Random(seed)

    def choose(
        self, position: Position, seat: int, faces: str, history: Sequence[str] | None = None
    ) -> str:
        """One of `position.legal()`, the notations of docs/rules.md.

        `seat` is on turn. `faces` are its hidden cards: in Camel Up the five race cards by slot
        ("bgowy": the card in slot 0 is blue), in Camel Up Cards the card in hand ("g2"). `history`
        has all notations of the game so far; a bot that has no use for it may leave it out.
        """
        legal = position.legal()
        if position.game != "camelup":
            return self._random.choice(legal)
        state = position.to_dict()
        track = {int(space): stack for space, stack in state["track"].items()}
        leader = track[max(track)][-1]  # a stack is written bottom to top
        best_is_left = 5 in state["leg_tiles"][leader]
        return f"leg {leader}" if best_is_left else "roll"
