"""The matches of the ladder: the players, their budgets, and the goals."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

from camelnet.lab.arena import sprt

SEED = 15
GAMES_GOAL = 2000  # of a match with a goal, unless its test ends it sooner
GAMES_LEVELS = 400  # of a match that only places a level

# The arena's names of the players that look ahead. On a shared machine they get iterations per
# decision; else the real time of their levels.
BUDGETS = {
    "nodes": {"hard": "hard@200nodes", "expert": "expert@2000nodes"},
    "time": {"hard": "hard@100ms", "expert": "expert@1000ms"},
}


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the first player, on one seat or several, against another on all others."""

    game: str
    first: str
    other: str
    own: int = 1  # seats of the first player
    seats: int = 4
    goal: float | None = None  # the share of the victory that its seats together should win
    missed: float = 0.0  # the share at which the test reports a miss

    @property
    def key(self) -> str:
        return f"{self.game}-{self.own}-{self.first}-{self.seats - self.own}-{self.other}"

    @property
    def even(self) -> float:
        """The share among equals."""
        return self.own / self.seats

    @property
    def games(self) -> int:
        return GAMES_LEVELS if self.goal is None else GAMES_GOAL

    def players(self, budget: str) -> tuple[str, ...]:
        """Their names for the arena."""
        named = BUDGETS[budget]
        others = self.seats - self.own
        names = (self.first,) * self.own + (self.other,) * others
        return tuple(named.get(name, name) for name in names)

    def test(self) -> sprt.Test | None:
        """A sequential test of the goal."""
        if self.goal is None:
            return None
        return sprt.Test(self._elo(self.missed), self._elo(self.goal), self.own, self.seats)

    def _elo(self, share: float) -> float:
        """The Elo of a seat above another if its side wins this share."""
        return 400 * log10(share / self.own / ((1 - share) / (self.seats - self.own)))

    def __str__(self) -> str:
        return f"{self.own} `{self.first}` v {self.seats - self.own} `{self.other}`"


# In the order of playing, the most important first.
MATCHES = (
    Match("cards", "hard", "greedy", goal=0.45, missed=0.41),
    Match("targui", "hard", "greedy", goal=0.65, missed=0.60),
    Match("camelup", "hard", "greedy", goal=0.48, missed=0.44),
    Match("camelup", "expert", "hard", goal=0.31, missed=0.27),
    Match("cards", "expert", "hard", goal=0.31, missed=0.27),
    Match("targui", "expert", "hard", goal=0.35, missed=0.29),
    *(
        Match(game, stronger, weaker, own=2)
        for game in ("camelup", "cards", "targui")
        for stronger, weaker in (("hard", "normal"), ("normal", "easy"), ("easy", "greedy"))
    ),
)
