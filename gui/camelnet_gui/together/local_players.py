"""The people at this laptop, at its window: who is asked in, whose turn it is, the curtain."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from camelnet.session.api.facts import ChatSaid, LobbyView, Noticed, SavedGame, TableView
from camelnet.session.api.intents import Intents
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import TablePage
from camelnet_gui.together.curtain import Curtain, TurnCard
from camelnet_gui.together.guest_dialog import GuestDialog
from camelnet_gui.together.guests import Guest, Guests
from camelnet_gui.together.pass_and_play import PassAndPlay
from camelnet_gui.together.phone_dialog import PhoneDialog
from camelnet_gui.together.phones import Phones


class LocalPlayers(QObject):
    """Between the window and its table screen. `intents` are what that screen asks for."""

    changed = Signal()  # the names of those who are here
    noticed = Signal(object)  # a `Noticed` for the people at this laptop
    failed = Signal(object)  # a `Message`: a player could not be added

    def __init__(
        self, pages: QStackedWidget, guests: Guests, intents: Intents, settings: Settings
    ) -> None:
        super().__init__(pages)
        self._pages = pages
        self._owner = intents
        self._computer: tuple[bytes, ...] = ()  # what my record in the lobby says
        self.guests = guests
        self._lobby: LobbyView | None = None
        self._table: TableView | None = None
        self._page: TablePage | None = None
        self._card: TurnCard | None = None
        self.phones = Phones(guests, settings, self._moves)
        self.curtain = Curtain()
        pages.addWidget(self.curtain)
        self._turns = PassAndPlay(guests, intents)
        self.intents = self._turns.intents
        guests.changed.connect(self._guests_changed)
        guests.noticed.connect(self._noticed)
        guests.failed.connect(self.failed)
        self.phones.changed.connect(self.changed)
        self._turns.view_changed.connect(self._show)
        self._turns.seat_changed.connect(self._forget_seat)
        self._turns.handed_over.connect(self._hand_over)
        self._turns.curtain_wanted.connect(self._draw_curtain)
        self._turns.curtain_gone.connect(self._show_page)
        self.curtain.opened.connect(self._open_curtain)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the guests who are here."""
        return self.guests.names

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of those of them who have one; whoever sits at a table has."""
        return tuple(guest.key for guest in self.guests.here if guest.key is not None)

    def close(self) -> None:
        """Send all guests home, in order."""
        self.phones.close()
        self.guests.close()

    # --- coming and going -----------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the name of another player, who then sits down at my table."""
        view = self._lobby
        if view is None or view.table is None:
            return
        taken = [seat.name for seat in view.table.seats if seat.key is not None]
        dialog = GuestDialog((*taken, *self.names), self.guests.known(), self._pages.window())
        dialog.accepted.connect(lambda: self.add(dialog.name))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_phones(self) -> None:
        """Let phones join, or see who is here with one."""
        dialog = PhoneDialog(self.phones, self._pages.window())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def add(self, name: str) -> None:
        """Another player sits down where I sit."""
        self.guests.add(name)
        self.guests.follow(self._lobby, self._table)

    def others(self, view: LobbyView) -> LobbyView:
        """The lobby as it is seen at this laptop: who plays here is nobody else."""
        mine = self.keys
        return replace(view, peers=tuple(peer for peer in view.peers if peer.key not in mine))

    def heard(self, said: ChatSaid) -> ChatSaid:
        """A line of chat as it is heard at this laptop: what a guest says is said here."""
        here = said.me or said.key in [guest.key for guest in self.guests.at_laptop]
        return replace(said, me=here)

    def remove(self, key: bytes) -> None:
        """Send a guest home; nothing happens if it is none of ours."""
        for guest in self.guests.here:
            if guest.key == key:
                self.guests.remove(guest)

    def bring_back(self, saved: SavedGame) -> None:
        self.guests.bring_back(saved)
        self.phones.bring_back()

    # --- facts ----------------------------------------------------------------------------------

    def take_lobby(self, view: LobbyView) -> None:
        self._lobby = view
        self._share_computer()
        self.guests.follow(view, self._table)
        self.phones.take_lobby(view)

    def take_table(self, view: TableView) -> TableView:
        """A newer view of the owner's; what the table screen shall show of it."""
        self._table = view
        seen = self._turns.take(view)
        self.guests.follow(self._lobby, view)
        if self._page is not None:
            self._page.model.shared = self._turns.shared
        return seen

    def enter(self, page: TablePage) -> None:
        """The table screen of the game that has begun, or a new one for the same game."""
        self._turns.begin_again()
        self._page = page
        page.model.shared = self._turns.shared
        self._card = TurnCard(page.board)
        page.up_to_date.connect(self._settle)

    def leave(self) -> None:
        """The table screen goes."""
        self._page = self._card = self._table = None
        self._turns.leave()

    def _share_computer(self) -> None:
        """My record names those who play at my computer, as theirs name me."""
        keys = self.keys
        computer = (self._lobby.me.key, *keys) if self._lobby is not None and keys else ()
        if computer != self._computer:
            self._computer = computer
            self._owner.share_computer(computer)

    # --- changing hands -------------------------------------------------------------------------

    def _settle(self) -> None:
        if self._page is not None:
            self._turns.settle(self._page.model.view_model)

    def _guests_changed(self) -> None:
        self._share_computer()
        self.changed.emit()
        self._turns.guests_changed()

    def _show(self) -> None:
        if self._page is not None:
            self._page.update_view(self._turns.view)

    def _moves(self) -> bool:
        return self._page is not None and self._page.pacer.moving

    def _forget_seat(self) -> None:
        if self._page is not None:
            self._page.forget_seat()

    def _hand_over(self, seat: int) -> None:
        if self._page is not None and self._card is not None:
            self._card.show_turn(self._page.model.marks[seat])

    def _draw_curtain(self, seat: int) -> None:
        if self._page is not None:
            self.curtain.draw_for(self._page.model.marks[seat])
            self._pages.setCurrentWidget(self.curtain)

    def _open_curtain(self) -> None:
        self._turns.open_curtain()
        self._show_page()

    def _show_page(self) -> None:
        if self._page is not None:
            self._pages.setCurrentWidget(self._page)
            self._page.setFocus()

    def _noticed(self, guest: Guest, fact: Noticed) -> None:
        """A notice of a guest's node matters here while that guest is on turn; the rest the
        owner's node says too."""
        if guest.on_phone:
            return  # its phone says it
        page = self._page
        on_turn = None if page is None else page.model.view.me
        if page is not None and on_turn is not None:
            if page.model.view.seats[on_turn].key == guest.key and self._turns.shared:
                self.noticed.emit(fact)
        elif fact.serious:
            self.noticed.emit(fact)
