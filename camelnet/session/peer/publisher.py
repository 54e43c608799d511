"""The publisher tells a front end what has changed: views that differ, and each notice once."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import Message
from camelnet.session.api.facts import (
    LobbyChanged,
    LobbyView,
    Noticed,
    TableChanged,
    TableView,
)
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.views import Views

NOTICE_GAP_MS = 5000  # the same sentence is not said again sooner

Later = Callable[[Callable[[], None]], None]


class Publisher:
    """Compares the views with those that were shown last."""

    def __init__(self, parts: PeerParts, views: Views, later: Later | None) -> None:
        """`later`: does something in a moment; None: at once."""
        self.stale = True  # the lobby may look otherwise than when last shown
        self._parts = parts
        self._views = views
        self._shown_lobby: LobbyView | None = None
        self._shown_table: TableView | None = None
        self._noticed_ms: dict[Message, int] = {}
        self._later = later
        self._due = False  # `publish` was put off

    def invalidate(self) -> None:
        """Mark the lobby's view as stale, to be rebuilt when the views are next published."""
        self.stale = True

    def publish(self) -> None:
        """Tell the front end which views have changed."""
        self._due = False
        if self.stale:
            self.stale = False
            self._publish_lobby(self._views.lobby())
        table = self._views.table()
        if table is not None and table is not self._shown_table and table != self._shown_table:
            self._parts.listener(TableChanged(table))
        self._shown_table = table

    def publish_soon(self) -> None:
        """The same a moment later, once for all that comes until then: a move makes a dozen frames,
        and each of them changes whom the table waits for."""
        if self._later is None:
            self.publish()
        elif not self._due:
            self._due = True
            self._later(self._publish_due)

    def _publish_due(self) -> None:
        if self._due:
            self.publish()

    def _publish_lobby(self, lobby: LobbyView) -> None:
        if lobby != self._shown_lobby:
            self._shown_lobby = lobby
            self._parts.listener(LobbyChanged(lobby))

    def notice(self, what: Message | None, *, serious: bool = False) -> None:
        """Tell a person, unless the same was just told."""
        if what is None:
            return
        now_ms = self._parts.clock_ms()
        if now_ms - self._noticed_ms.get(what, -NOTICE_GAP_MS) < NOTICE_GAP_MS:
            return
        self._noticed_ms = {
            known: since
            for known, since in self._noticed_ms.items()
            if now_ms - since < NOTICE_GAP_MS
        }
        self._noticed_ms[what] = now_ms
        self._parts.listener(Noticed(what, serious))
