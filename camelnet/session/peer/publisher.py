"""The publisher tells the front end what changed: views that differ, and each notice once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from camelnet.i18n import Message
from camelnet.net.rate import Bucket
from camelnet.session.api.facts import (
    LobbyChanged,
    LobbyView,
    Noticed,
    TableChanged,
    TableView,
)
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.standing import Standing
from camelnet.session.peer.views import Views
from camelnet.session.table.seated_table import SeatedTable

NOTICE_GAP_MS = 5000  # before the same sentence is repeated
STRANGER_GAP_MS = 20_000  # between two notices about one stranger
STRANGERS_PER_S: Final = 1 / 20  # notices about all strangers
STRANGERS_BURST: Final = 2
LOBBY_GAP_MS = 250  # between two lobby views caused by frames
PLAYING_GAP_MS = 1000  # and between any two within a game

_T = TypeVar("_T")
Later = Callable[[Callable[[], None]], None]


class Publisher:
    """Compares the views with the last ones shown."""

    def __init__(
        self, parts: PeerParts, views: Views, standing: Standing, later: Later | None
    ) -> None:
        """`later`: calls a function in a moment; None: at once."""
        self.stale = True  # the lobby may have changed since it was last settled
        self.lobby_due = False  # it may have changed since it was last shown
        self._standing = standing
        self._parts = parts
        self._views = views
        self._shown_lobby: LobbyView | None = None
        self._shown_table: TableView | None = None
        self._noticed_ms: dict[Message, int] = {}  # oldest first
        self._strangers_ms: dict[bytes, int] = {}  # when a notice was about each
        now_s = parts.clock_ms() / 1000
        self._strangers = Bucket(per_s=STRANGERS_PER_S, burst=STRANGERS_BURST, now=now_s)
        self._lobby_ms = -LOBBY_GAP_MS
        self._lobby_in: SeatedTable | None = None  # the game that ran when the lobby was shown
        self._later = later
        self._due = False  # a delayed `publish` is pending

    @property
    def lobby_rests(self) -> bool:
        """True while a game runs in which the lobby was shown a moment ago: news of it can wait, so
        that strangers do not keep a player's computer busy."""
        running = self._parts.games.running
        return (
            running is not None
            and running is self._lobby_in
            and self._parts.clock_ms() < self._lobby_ms + PLAYING_GAP_MS
        )

    def invalidate(self) -> None:
        """Mark the lobby as stale: it has to be settled and shown again."""
        self.stale = True

    def settled(self) -> None:
        """Note that the lobby is settled: the next `publish` rebuilds its view if need be."""
        self.lobby_due = self.lobby_due or self.stale
        self.stale = False

    def publish(self, *, lobby: bool = True) -> None:
        """Tell the front end the views that changed. `lobby`: the lobby's, too."""
        self._due = False
        if self.lobby_due and lobby and not self.lobby_rests:
            self.lobby_due = False
            self._lobby_ms = self._parts.clock_ms()
            self._lobby_in = self._parts.games.running
            lobby_view = self._views.lobby()
            if lobby_view != self._shown_lobby:
                self._shown_lobby = lobby_view
                self._parts.listener(LobbyChanged(lobby_view))
        table = self._views.table()
        if table is not None and table is not self._shown_table and table != self._shown_table:
            self._parts.listener(TableChanged(table))
        self._shown_table = table

    def publish_soon(self) -> None:
        """Publish once, a moment later, for all frames until then: a move takes a dozen, and each
        changes whom the table waits for. A lobby shown within `LOBBY_GAP_MS` waits for a tick, so
        that a crowd of strangers cannot make it repaint all the time."""
        if self._later is None:
            self.publish()
        elif not self._due:
            self._due = True
            self._later(self._publish_due)

    def _publish_due(self) -> None:
        if self._due:
            self.publish(lobby=self._parts.clock_ms() >= self._lobby_ms + LOBBY_GAP_MS)

    def notice(
        self, what: Message | None, *, serious: bool = False, about: bytes | None = None
    ) -> bool:
        """Tell a person, unless the same was just told; returns True if the person knows it now.
        `about`: the peer that caused it. Notices about strangers are rare and never serious."""
        if what is None:
            return False
        now_ms = self._parts.clock_ms()
        if now_ms - self._noticed_ms.get(what, -NOTICE_GAP_MS) < NOTICE_GAP_MS:
            return True
        strange = about is not None and self._standing.is_stranger(about)
        if about is not None and strange and not self._may_tell_of(about, now_ms):
            return False
        _note(self._noticed_ms, what, now_ms, NOTICE_GAP_MS)
        self._parts.listener(Noticed(what, serious and not strange))
        return True

    def _may_tell_of(self, stranger: bytes, now_ms: int) -> bool:
        if now_ms - self._strangers_ms.get(stranger, -STRANGER_GAP_MS) < STRANGER_GAP_MS:
            return False
        if not self._strangers.try_take(1, now_ms / 1000):
            return False
        _note(self._strangers_ms, stranger, now_ms, STRANGER_GAP_MS)
        return True


def _note(noted: dict[_T, int], what: _T, now_ms: int, gap_ms: int) -> None:
    """Note the time of a notice; drop notes older than the gap."""
    noted.pop(what, None)
    noted[what] = now_ms
    while now_ms - noted[oldest := next(iter(noted))] >= gap_ms:
        del noted[oldest]
