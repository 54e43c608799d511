"""The positions in which games of self-play begin: mostly the first of the game, some odd ones.

Good players hardly ever reach positions in which a camel stands far ahead of all others, so a
network that has seen only their games knows little of them. (Exploring starts: Sutton and Barto
2018, 5.3.)
"""

from __future__ import annotations

from random import Random

from camelnet import rules
from camelnet.rules import Position, by_verb

SCATTERED = 0.12  # of all games: camels anywhere on the track
STRAYED = 0.12  # of all games: random play for a while
STRAYED_MOVES = 40  # at most


def start_of(position: Position, draw: Random) -> Position:
    """The position in which a game begins, instead of its first node."""
    kind = draw.random()
    if kind < SCATTERED and position.game == "camelup":
        return scattered(position, draw)
    if kind < SCATTERED + STRAYED:
        return strayed(position, draw, draw.randrange(STRAYED_MOVES))
    return position


def strayed(position: Position, draw: Random, moves: int) -> Position:
    """The position after so many random moves and all luck between; before an opening or the
    end."""
    while moves > 0 or position.is_chance:
        if position.is_chance:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            following = position.apply(draw.choices(outcomes, weights)[0])
        elif position.decider is not None:
            verbs = by_verb(position.legal())
            following = position.apply(draw.choice(verbs[draw.choice(sorted(verbs))]))
            moves -= 1
        else:
            return position
        if following.turn == "over":
            return position
        position = following
    return position


def scattered(position: Position, draw: Random) -> Position:
    """The first leg of Camel Up with its camels anywhere on the track: each on any space, or on top
    of another."""
    begun = strayed(position, draw, 0)
    camels = list("bgowy")
    draw.shuffle(camels)
    track: dict[int, str] = {}
    for camel in camels:
        space = draw.choice(sorted(track)) if track and draw.random() < 0.3 else draw.randint(1, 16)
        track[space] = track.get(space, "") + camel
    told = {str(space): track[space] for space in sorted(track)}
    return rules.from_dict({**begun.to_dict(), "track": told})
