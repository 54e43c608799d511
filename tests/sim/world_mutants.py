"""Bugs that show where clocks jump, links are dead and positions differ; see `mutants`."""

from __future__ import annotations

from camelnet.protocol.log.agreement import Agreement
from camelnet.protocol.replica import replica
from camelnet.protocol.replica.relay import Relay
from tests.sim.mutant import Mutant, nothing, swap

WORLD_MUTANTS = (
    Mutant("nothing goes over others", swap(Relay, "forward", nothing), seed=288),
    Mutant(
        "a clock that jumped is not noticed", swap(replica.Replica, "_note_jump", nothing), seed=395
    ),
    Mutant(
        "who states another position is kept",
        swap(Agreement, "divergent", property(lambda self: ())),
        seed=14,
    ),
)
