"""Recovery after a suspend: what a peer does about its chair in the lobby when it wakes.

While it slept, the others considered its chair free. So it stands up, listens for `LISTEN_MS`, and
sits down again if the chair is still free. A person must confirm readiness again. Times are
milliseconds of a clock that runs on while the machine sleeps.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.i18n import N_, Message, message
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import Chair, table_id
from camelnet.session.lobby.contacts import SILENT_MS

LISTEN_MS = 3_000


@dataclass(frozen=True, slots=True)
class _Before:
    chair: Chair
    again_ms: int


class SuspendRecovery:
    """Detects that this computer slept. Call `tick` several times a second."""

    def __init__(self, lobby: LobbyState, *, person: bool) -> None:
        """`person`: a person sits here and must confirm readiness again."""
        self._lobby = lobby
        self._person = person
        self._before: _Before | None = None
        self._ticked_ms: int | None = None

    def tick(self, now_ms: int, *, playing: bool) -> Message | None:
        """Detect a suspend; returns a notice for a person. `playing`: a game runs here and keeps my
        chair."""
        before, self._ticked_ms = self._ticked_ms, now_ms
        chair = self._lobby.mine.chair
        if playing:
            self._before = None
        elif before is not None and now_ms - before > SILENT_MS and chair is not None:
            self._before = _Before(chair, now_ms + LISTEN_MS)
            self._lobby.stand()
        elif self._before is not None and chair is not None:
            self._before = None  # I have sat down meanwhile
        elif self._before is not None and now_ms >= self._before.again_ms:
            return self._sit_again(self._before.chair)
        return None

    def _sit_again(self, chair: Chair) -> Message | None:
        self._before = None
        table = self._lobby.table(table_id(chair.table))
        if table is not None and (table.playing or table.chairs[chair.seat] is not None):
            return message(N_("While you were away, somebody took your seat."))
        self._lobby.sit(chair.table, chair.seat, ready=chair.ready and not self._person)
        asked = self._person and chair.ready
        return message(N_("You were away: please say again that you're ready.")) if asked else None
