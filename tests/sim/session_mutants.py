"""Bugs around a game, which a liar in the room makes use of; see `mutants`."""

from __future__ import annotations

from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import LobbyBody, TableBody
from camelnet.session.peer import publisher
from tests.sim.mutant import Mutant, swap


def last_claim_counts(
    self: LobbyState, where: bytes, body: TableBody, seat: int, claims: list[LobbyBody]
) -> LobbyBody:
    return max(claims, key=lambda record: (self._since(record), record.key))


_SHOWN = "tests/attacks/test_session_attacks.py::test_what_a_planted_bug_would_show"

SESSION_MUTANTS = (
    Mutant(
        "a chair is whose claim came last",
        swap(LobbyState, "_holder", last_claim_counts),
        test=f"{_SHOWN}[session:Lobby.body.level:other:full:stranger:v1]",
    ),
    Mutant(
        "the same is said again at once",
        swap(publisher, "NOTICE_GAP_MS", 0),
        test=f"{_SHOWN}[session:Hello.rules:other:end:stranger:v1]",
    ),
)
