"""Exact odds of Camel Up, and what an action is worth. Counted in C; see docs/odds.md.

odds.leg(position).rank["b"]        # number of ways in which blue ends the leg first, second, ...
last
odds.race(position).first["b"]      # chance that blue wins the race
odds.values(position, seat)[0]      # the most valuable action: .notation, .pounds
"""

from __future__ import annotations

from camelnet.odds.leg import LegOdds, leg, legs
from camelnet.odds.race import RaceOdds, race, races
from camelnet.odds.sketch import BadSketch, sketch, sketch_of
from camelnet.odds.value import Value, values, values_of

__all__ = [
    "BadSketch",
    "LegOdds",
    "RaceOdds",
    "Value",
    "leg",
    "legs",
    "race",
    "races",
    "sketch",
    "sketch_of",
    "values",
    "values_of",
]
