"""Notices about a start: who holds it up, and who was proven to lie about it; each once."""

from __future__ import annotations

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.frames import frame_bytes
from camelnet.session.lobby.contacts import Contacts
from camelnet.session.lobby.starts import Liar, Starts, Yielding
from camelnet.session.runtime.store import Store

_YIELDING = {
    Yielding.UNSIGNED: N_("{name} hasn't signed the table, so others may take the seat."),
    Yielding.UNREADY: N_("{name} hasn't been ready for a minute, so others may take the seat."),
    Yielding.FALSE_LIST: N_(
        "{name} gives up a game that is not one of this table, so others may take the seat."
    ),
}


class StartDiagnostics:
    """Makes the notices. Call `due` after anything that may change a start."""

    def __init__(
        self, *, lobby: LobbyState, starts: Starts, contacts: Contacts, store: Store
    ) -> None:
        self._lobby = lobby
        self._starts = starts
        self._contacts = contacts
        self._store = store
        self._proven: set[bytes] = set()
        self._passed_over: dict[bytes, Yielding] = {}

    def due(self) -> list[tuple[Message, bool]]:
        """The new notices about the start, each with True if it is serious."""
        passed_over, before = self._starts.passed_over(), self._passed_over
        self._passed_over = passed_over
        slow = [
            (message(_YIELDING[why], name=self._contacts.name_of(key)), why is Yielding.FALSE_LIST)
            for key, why in passed_over.items()
            if key not in before
        ]
        lying = []
        for liar in self._starts.take_liars():
            if liar.key not in self._proven:
                self._proven.add(liar.key)
                lying.append(self._lying(liar))
        return slow + [(what, True) for what in lying]

    def _lying(self, liar: Liar) -> Message:
        """Bar a proven liar from my tables, and write the evidence to a bundle."""
        self._lobby.bar(liar.key)
        proof = {"begun": frame_bytes(liar.begun), "given-up": frame_bytes(liar.later)}
        try:
            name = f"two-starts-{liar.key.hex()[:12]}"
            where = str(self._store.bundle(name, proof))
        except OSError as error:
            where = str(os_reason(error))
        template = N_(
            "{name} signed two contradicting statements about the start of a game and can't"
            " sit at your tables any more. Start again without them. Evidence: {where}."
        )
        return message(template, name=liar.name, where=where)
