"""This computer's own state: is it on a network, does it hear anybody, how long was it away?

A person who is cut off must not read that all others are away. Times are milliseconds of a clock
that runs on while the machine sleeps.
"""

from __future__ import annotations

from dataclasses import replace

from camelnet.i18n import N_, Message, message
from camelnet.net.interfaces import is_own_host
from camelnet.session.api.facts import OwnState, Presence, SeatView, TableView
from camelnet.session.lobby.contacts import SILENT_MS
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.table.attendance import Attendance, own_state
from camelnet.session.text.presence_words import clock

LATER_MS = 60_000  # so long nobody asks me whether to go on without all others


class OwnPlace:
    """See the module; `tick` several times a second."""

    def __init__(self, parts: PeerParts) -> None:
        self._parts = parts
        self._state = OwnState.ONLINE
        self._missed: tuple[str, tuple[str, ...]] | None = None
        self._since_ms = 0
        self._absent_ms = 0  # my last absence ...
        self._table: Attendance | None = None  # ... from the table of this attendance
        self._now_ms: int | None = None

    def tick(self, now_ms: int) -> Message | None:
        """Look at the network and the clock; returns a notice for a person."""
        before_ms, self._now_ms = self._now_ms, now_ms
        attendance, told = self._parts.attendance, None
        if attendance is not self._table:
            self._table, self._absent_ms = attendance, 0
        if before_ms is not None and now_ms - before_ms > SILENT_MS:
            self._absent_ms = now_ms - before_ms
            if attendance is not None:
                template = N_("Your laptop was away for {time}.")
                told = message(template, time=clock(self._absent_ms // 1000))
        state = self._look()
        if state is not self._state:
            heard_again = state is OwnState.ONLINE or self._state is OwnState.OFFLINE
            if heard_again and attendance is not None:
                attendance.anew(now_ms, woken=False)
                state = self._look()
            if state is OwnState.ONLINE:
                self._absent_ms = now_ms - self._since_ms
            self._state, self._since_ms = state, now_ms
            offline = state is OwnState.OFFLINE
            self._missed = self._parts.mesh.missed_network() if offline else None
        return told

    def seen(self, view: TableView) -> TableView:
        """Add my own state to a view of the table. While I hear nobody, for `LATER_MS` silent seats
        show as connecting and the view offers no votes: the others may be playing on together."""
        if self._state is not OwnState.ONLINE:
            view = replace(view, own=self._state, missed_network=self._missed)
            if (self._now_ms or 0) < self._since_ms + LATER_MS:
                votes = replace(view.membership_votes, removable=(), apart=())
                seats = tuple(map(_sought, view.seats))
                view = replace(view, seats=seats, membership_votes=votes)
        if view.membership_votes.i_am_out:
            view = replace(view, absent_s=self._absent_ms // 1000)
        return view

    def _look(self) -> OwnState:
        attendance = self._parts.attendance
        seats = zip(attendance.keys, attendance.states, strict=True) if attendance else ()
        others = [
            (how, absent_s)
            for key, (how, absent_s, _catching_up) in seats
            if not how.ghost and not self._is_here(key)
        ]
        return own_state(on_network=self._parts.mesh.has_network(), others=others)

    def _is_here(self, key: bytes) -> bool:
        """True if that peer runs on this computer."""
        contact = self._parts.contacts.get(key)
        if contact is None or not contact.up:
            return key == self._parts.key
        return is_own_host(contact.host, self._parts.mesh.addresses())


def _sought(seat: SeatView) -> SeatView:
    """A seat that we cannot hear now, shown as connecting."""
    if seat.presence in (Presence.SLOW, Presence.SILENT):
        return replace(seat, presence=Presence.CONNECTING)
    return seat
