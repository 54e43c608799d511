"""Guests with phones: each a node in this process like the others here, with its screen elsewhere.

The server listens while somebody is invited or visits. A phone is painted for only while it is
connected, one at a time, and when the laptop's own table is at rest or has moved for a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QObject, QTimer, Signal
from PySide6.QtGui import QImage, QImageWriter

from camelnet.guests.screen import Act, Screen
from camelnet.i18n import _
from camelnet.net.address import parse_address
from camelnet.record.profile import keep_phone_token, phone_token
from camelnet.session.api.facts import LobbyView
from camelnet_gui.settings.store import Settings
from camelnet_gui.together.guests import Guest, Guests
from camelnet_gui.together.phone_visit import PhoneVisit

if TYPE_CHECKING:
    from camelnet.guests.server import GuestServer, Invitation

GAP_MS, BUSY_MS, PATIENCE_S = 10, 40, 1.5  # between two phones; while the laptop's table moves
LISTENS_AT = 2  # addresses, all of which the dialog shows
QUALITY = 85  # of a picture, as JPEG: at half a WebP's smallness it takes a sixth of its time


class Phones(QObject):
    """All phones of this laptop. `changed`: there is something new for the dialog."""

    changed = Signal()
    failed = Signal(str)  # a sentence: the server could not start
    came = Signal(str, object)  # the server's thread: a guest, and its `Act`
    went = Signal(str)
    acted = Signal(str, object)

    def __init__(self, guests: Guests, settings: Settings, moves: Callable[[], bool]) -> None:
        """`settings`: the laptop's; `moves`: whether things move on the laptop's own table."""
        super().__init__()
        self._guests, self._settings, self._moves = guests, settings, moves
        self._lobby: LobbyView | None = None
        self._server: GuestServer | None = None
        self._hosts: tuple[str, ...] = ()  # where it listens
        self._inviting = False  # the dialog is open
        self.invitation: Invitation | None = None  # the code to be shown
        self.renewed: PhoneVisit | None = None  # whose new code it is; None for a new guest
        self.visits: dict[str, PhoneVisit] = {}  # by the server's id
        self._due: dict[PhoneVisit, float] = {}  # since when, in the order of their turns
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._serve)
        self._painter = ThreadPoolExecutor(1, "camelnet-pictures")
        self.came.connect(self._came)
        self.went.connect(self._went)
        self.acted.connect(self._acted)
        guests.changed.connect(self._end_ended)

    # --- invitations ----------------------------------------------------------------------------

    @property
    def strict(self) -> bool:
        """True if the table lets no guest with a phone sit down."""
        table = self._lobby.table if self._lobby is not None else None
        return table is not None and table.strict

    def open(self) -> None:
        """The dialog is open: phones may join."""
        self._inviting = True
        self._invite()

    def close_dialog(self) -> None:
        """A code that nobody has used is good no longer."""
        self._inviting = False
        self._drop_invitation()
        self._rest()

    def bring_back(self) -> None:
        """Guests who had phones are here again: expect these."""
        met = [visit.guest for visit in self.visits.values()]
        back = [guest for guest in self._guests.here if guest.on_phone and guest not in met]
        if self._server is not None:
            for guest in back:
                self._expect(self._server, guest)
        elif back:
            self._start(back)

    def _expect(self, server: GuestServer, guest: Guest) -> None:
        key = server.invite(phone_token(guest.home) or b"").guest
        visit = self._visit(key)
        visit.go_on(guest)
        visit.depart()

    def renew(self, visit: PhoneVisit) -> None:
        """Another phone, or the same after its page was lost, comes to that seat."""
        if self._server is not None:
            self._drop_invitation()
            self.invitation, self.renewed = self._server.renew(self._key(visit)), visit
            visit.depart()
            self._show(visit)
            self.changed.emit()

    def end(self, visit: PhoneVisit) -> None:
        """Send a guest home; its phone says so."""
        if visit.guest is not None:
            keep_phone_token(visit.guest.home, None)
        self._end(visit, _("Your visit is over. Thank you for playing!"))

    def _end(self, visit: PhoneVisit, why: str) -> None:
        key = self._key(visit)
        del self.visits[key]
        self._due.pop(visit, None)
        if self.renewed is visit:
            self.invitation = self.renewed = None
        if self._server is not None:
            self._server.end(key, why)
        visit.close()
        visit.deleteLater()
        self._invite()
        self._rest()
        self.changed.emit()

    def close(self) -> None:
        """The laptop's camelnet ends: all phones say so."""
        self._inviting = False
        for visit in list(self.visits.values()):
            self._end(
                visit, _("camelnet was closed on {name}'s computer.").format(name=self._owner)
            )
        self._painter.shutdown()
        self._stop()

    def _invite(self) -> None:
        """Show a code for one more phone, while the dialog is open and there is none."""
        if self._inviting and self.invitation is None and not self.strict and self._start():
            assert self._server is not None
            self.invitation = self._server.invite()
        self.changed.emit()

    def _drop_invitation(self) -> None:
        if self.invitation is not None and self.renewed is None and self._server is not None:
            self._server.end(self.invitation.guest, _("This code is not valid any more."))
        self.invitation = self.renewed = None

    # --- the server -----------------------------------------------------------------------------

    def _start(self, back: Sequence[Guest] = ()) -> bool:
        """Listen on the chosen network, or else at the best of this computer's addresses; phones
        of the guests `back` may knock at once."""
        hosts = _hosts(self._lobby)[:LISTENS_AT]
        if self._server is None and hosts:
            # Here, for only who invites needs it: its libraries would delay the app's start.
            from camelnet.guests.server import GuestServer

            server = GuestServer(_Post(self), hosts)
            for guest in back:
                self._expect(server, guest)
            try:
                server.start()
            except OSError as error:
                self.failed.emit(_("Phones cannot connect: {why}.").format(why=error.strerror))
            else:
                self._server, self._hosts = server, hosts
        return self._server is not None

    def _rest(self) -> None:
        if not self.visits and not self._inviting:
            self._stop()

    def _stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def take_lobby(self, view: LobbyView) -> None:
        """The laptop's own lobby, which phones see, too. On another network the codes are new."""
        self._lobby = view
        hosts = _hosts(view)
        if self._server is not None and hosts and not set(hosts) & set(self._hosts):
            self.invitation = self.renewed = None
            self._stop()
            self._start()
            visits, self.visits = list(self.visits.values()), {}
            for visit in visits if self._server is not None else ():
                self.visits[self._server.invite().guest] = visit
                visit.depart(lost=True)
        if self._inviting:
            if self.strict:
                self._drop_invitation()
            self._invite()
        for visit in self.visits.values():
            visit.owner = view
            self._show(visit)

    @property
    def _owner(self) -> str:
        return self._lobby.me.name if self._lobby is not None else ""

    # --- phones ---------------------------------------------------------------------------------

    def _came(self, key: str, hello: Act) -> None:
        visit = self.visits.get(key)
        if visit is None:
            if self._server is None:
                return
            visit = self._visit(key)
        visit.arrive(hello)
        if self.invitation is not None and key == self.invitation.guest:
            self.invitation = self.renewed = None
            self._invite()
        self._show(visit)
        self.changed.emit()

    def _visit(self, key: str) -> PhoneVisit:
        visit = self.visits[key] = PhoneVisit(self._guests, self._settings)
        visit.changed.connect(lambda: self._show(visit))
        visit.owner = self._lobby
        return visit

    def _went(self, key: str) -> None:
        visit = self.visits.get(key)
        if visit is not None:
            visit.depart()
            self.changed.emit()

    def _acted(self, key: str, act: Act) -> None:
        visit = self.visits.get(key)
        if visit is not None:
            visit.act(act)
            self.changed.emit()

    def _end_ended(self) -> None:
        """A guest was sent home from the lobby, or could not start."""
        here = self._guests.here
        for visit in [v for v in self.visits.values() if v.guest is not None]:
            if visit.guest not in here:
                self.end(visit)

    def _key(self, visit: PhoneVisit) -> str:
        return next(key for key, each in self.visits.items() if each is visit)

    # --- pictures -------------------------------------------------------------------------------

    def _show(self, visit: PhoneVisit) -> None:
        """That phone gets what is new, when its turn comes."""
        if visit in self.visits.values():
            self._due.setdefault(visit, time.monotonic())
            if not self._turn.isActive():
                self._turn.start(GAP_MS)

    def _serve(self) -> None:
        visit, since = next(iter(self._due.items()), (None, 0.0))
        if visit is None:
            return
        if self._moves() and time.monotonic() - since < PATIENCE_S:
            self._turn.start(BUSY_MS)
            return
        del self._due[visit]
        shown, server = visit.read(), self._server
        self._due.pop(visit, None)  # what it took has changed it, and is on the screen that it read
        if server is not None:
            visit.keep(server.token(self._key(visit)))
        if shown is not None and server is not None:
            sent = self._painter.submit(_send, server, self._key(visit), *shown)
            sent.add_done_callback(lambda done: done.result())  # else a fault would be silent
        if self._due:
            self._turn.start(GAP_MS)


class _Post:
    """Takes what the server says into Qt's thread."""

    def __init__(self, phones: Phones) -> None:
        self.came = phones.came.emit
        self.went = phones.went.emit
        self.acted = phones.acted.emit


def _hosts(view: LobbyView | None) -> tuple[str, ...]:
    addresses = view.addresses if view is not None else ()
    return tuple(dict.fromkeys(parse_address(address)[0] for address in addresses))


def _send(server: GuestServer, key: str, screen: Screen, image: QImage | None) -> None:
    """In a thread of its own, in order."""
    server.show(key, screen, packed(image))


def packed(image: QImage | None) -> bytes:
    """A picture as a phone gets it; b"" for none."""
    buffer = QBuffer()
    if image is not None:
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, QByteArray(b"jpeg"))
        writer.setQuality(QUALITY)
        writer.write(image.convertToFormat(QImage.Format.Format_RGB32))
    return bytes(buffer.data().data())
