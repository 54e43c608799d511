"""Exact odds of Camel Up, and what an action is worth. Counted in C; see docs/odds.md.

odds.leg(position).rank["b"]        # in how many ways blue ends the leg first, second, ... last
odds.race(position).first["b"]      # how likely blue wins the race
for notation, pounds in odds.values(position, seat): ...
"""

from __future__ import annotations

from camelnet.odds.leg import LegOdds, leg, legs
from camelnet.odds.sketch import BadSketch, sketch

__all__ = ["BadSketch", "LegOdds", "leg", "legs", "sketch"]
