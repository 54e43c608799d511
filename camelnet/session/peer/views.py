"""The views of a peer's lobby and table for a front end."""

from __future__ import annotations

from dataclasses import replace

from camelnet.i18n import N_, Message, message
from camelnet.protocol.start.lobby import LobbyTable
from camelnet.session.api.facts import Kind, LobbyView, PeerView, Presence, TableView
from camelnet.session.lobby.lobby_views import (
    hint,
    offers,
    peer_view,
    trouble_at,
    with_namesakes,
)
from camelnet.session.peer.own_place import OwnPlace
from camelnet.session.peer.peer_parts import PeerParts


class Views:
    """Computes the views from a peer's parts."""

    def __init__(self, parts: PeerParts, own: OwnPlace) -> None:
        self._own = own
        self.discovery: Message | None = None  # from discovery; None if all is well
        self._parts = parts

    def lobby(self) -> LobbyView:
        parts = self._parts
        me = PeerView(parts.key, parts.name, parts.kind, True, Presence.HERE, "", None)
        peers = [
            peer_view(
                item, parts.lobby.record_of(item.key), parts.presence(item.key)[0], parts.build
            )
            for item in parts.contacts.greeted()
        ]
        namesake, peers = with_namesakes(me, peers)
        return LobbyView(
            me=me,
            addresses=parts.mesh.addresses(),
            peers=tuple(peers),
            tables=offers(
                parts.lobby.tables(), parts.key, parts.presence, self._closed, parts.access.let_in()
            ),
            hint=self._hint(),
            resumable=tuple(
                game
                for game in parts.games.saved
                if parts.table is None or game.game_id != parts.table.game_start.id
            ),
            discovery=self.discovery,
            namesake=namesake,
        )

    def table(self) -> TableView | None:
        """My table now, or the one I watch."""
        parts = self._parts
        if parts.table is None:
            view = parts.spectators.view()
            return None if view is None else self._own.seen(view)
        if not parts.table.over:
            return self._own.seen(parts.table.view(()))
        start = parts.table.game_start
        view = parts.table.view(parts.rematches.seated(start))
        return replace(view, left=parts.rematches.left(start, parts.clock_ms()))

    def trouble_at(self, table: LobbyTable) -> Message | None:
        """The reason why I cannot sit down at a table; None if I can."""
        return trouble_at(table, self._parts.key, self._closed)

    def _closed(self, table: LobbyTable) -> Message | None:
        """The reason why I may take no free chair of a table; None if I may."""
        if self._parts.kind is Kind.SPECTATOR:
            return message(N_("You are only watching."))
        if self._parts.lobby.refuses(table):
            return message(N_("The player who opened this table has freed your seat for others."))
        return self._parts.rematches.closed(table)

    def _hint(self) -> Message | None:
        parts = self._parts
        table = parts.lobby.my_table()
        if table is None or parts.games.running:
            return None
        opener = parts.lobby.waits_for()
        if opener is not None:
            template = N_("Waiting for {name} to let you in.")
            return message(template, name=parts.contacts.name_of(opener))
        lacking = parts.starts.lacking(parts.clock_ms())
        return hint(table, parts.key, lacking, parts.starts.begun_before)
