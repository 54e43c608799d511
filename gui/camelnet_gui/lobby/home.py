"""The controller of the home page: dialogs, the host of my table, past games read beside.

It stands between the window and `HomePage`; the window gives it every view of the lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import shuffle

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import LobbyView, TableOffer, TableView
from camelnet.session.api.intents import Intents
from camelnet.session.text.table_names import free_name
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.games import game_of, has_lesson
from camelnet_gui.lobby.create_dialog import CreateDialog
from camelnet_gui.lobby.invitations import (
    InvitationCard,
    again_like,
    companions,
    invitations,
)
from camelnet_gui.lobby.invite_dialog import InviteDialog
from camelnet_gui.lobby.page import HomePage
from camelnet_gui.lobby.past_reader import PastReader
from camelnet_gui.lobby.people_fields import PeopleFields
from camelnet_gui.lobby.play_dialog import PlayDialog
from camelnet_gui.lobby.table_host import TableHost
from camelnet_gui.lobby.table_settings import (
    kept,
    kept_tables,
    last_choice,
    last_tables,
)
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.result_page import ResultPage
from camelnet_gui.widgets.dialogs import AddressDialog


class Home(QObject):
    """`close` before the window goes."""

    page: HomePage

    def __init__(
        self,
        *,
        intents: Intents,
        settings: Settings,
        bots: LocalBots,
        chat: ChatHistory,
        interface: str | None,
        records: Path,
        known_guests: Callable[[], Sequence[str]],
        parent: QWidget,
    ) -> None:
        """`known_guests`: who has played at this laptop before."""
        super().__init__(parent)
        self._window = parent
        self._known_guests = known_guests
        self._intents = intents
        self._settings = settings
        self._chat = chat
        self._view: LobbyView | None = None
        self._guests: tuple[bytes, ...] = ()  # the keys of who else plays at this laptop
        self._known: frozenset[bytes] = frozenset()  # with whom I have played last
        self._result: ResultPage | None = None  # of the game that has just ended
        self._invited: tuple[TableOffer, ...] = ()
        self.host = TableHost(intents=intents, bots=bots, interface=interface, parent=self)
        self._reader = PastReader(records, self)
        self._reader.read.connect(lambda games: self.page.show_past(games))
        self.host.changed.connect(self._show)
        self.host.told.connect(lambda text: self.tell(text, serious=False))
        settings.changed.connect(self._show_learned)
        self.make_page()

    def make_page(self) -> HomePage:
        """The page in the language that is spoken now, in place of the one before."""
        self.page = page = HomePage(
            intents=self._intents, chat=self._chat, welcome=not self._settings.name_asked
        )
        page.play_requested.connect(self.ask_to_play)
        page.share_requested.connect(self.ask_to_share)
        page.invite_requested.connect(self.ask_for_table)
        page.address_requested.connect(self.ask_for_address)
        page.help_requested.connect(self._show_help)
        page.bot_requested.connect(self.host.add_bot)
        page.bot_removal_requested.connect(self.host.remove_bot)
        page.removal_requested.connect(self.host.remove)
        page.leave_requested.connect(self.host.leave)
        page.resume_requested.connect(self.host.resume)
        page.welcomed.connect(self._welcomed)
        self._show_learned()
        if self._view is not None:
            self._show()
            self._reader.start()
        return page

    def take(self, view: LobbyView, guests: Sequence[bytes] = ()) -> None:
        """The lobby has changed. `guests`: the keys of who else plays at this laptop."""
        first, self._view, self._guests = self._view is None, view, tuple(guests)
        self.host.take(view)
        self._show()
        self._show_invitations()
        if first:
            self._reader.start()

    def met(self, view: TableView) -> None:
        """I play with these people now, and may do so again afterwards."""
        self._known = companions(view)
        self._result = None

    def show_result(self, page: ResultPage) -> None:
        """The game has ended: whoever wants another one is shown there."""
        self._result = page
        self._invited = ()
        page.destroyed.connect(partial(self._forget_result, id(page)))
        self._show_invitations()

    def _forget_result(self, page: int) -> None:
        if id(self._result) == page:
            self._result = None

    def _show_invitations(self) -> None:
        if self._result is None or self._view is None:
            return
        offers = invitations(self._view, self._known)
        if offers == self._invited:
            return
        self._invited = offers
        card = InvitationCard(offers[0], self._known) if offers else None
        if card is not None:
            card.sit.connect(self._follow)
        self._result.show_invitation(card)

    def _follow(self, table_id: bytes) -> None:
        """From a game that has ended to another table."""
        self._intents.stand()
        self.host.dismiss()
        self._intents.sit(table_id)

    def play_otherwise(self, view: TableView) -> None:
        """Play again with other options: a new table, which the others see as an invitation."""
        dialog = CreateDialog(self.taken(), self._window, like=again_like(view))

        def open_it() -> None:
            if dialog.wish:
                self._intents.stand()
                self.host.dismiss()
                self.host.open(dialog.wish)

        dialog.accepted.connect(open_it)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def come_back(self) -> None:
        """The page is in front again, after a table."""
        self._reader.start()
        if self.page.isVisible():
            self.page.focus_first()

    def tell(self, text: str, *, serious: bool) -> None:
        """A sentence to read: in the chat, and across the page where it must not be overlooked or
        there is no chat."""
        self._chat.tell(text, serious=serious)
        if serious or not self.page.talks:
            self.page.show_notice(text, serious=serious)

    def close(self) -> None:
        self._reader.close()

    def _show(self) -> None:
        if self._view is not None:
            mine = {*self.host.keys, *self._guests}
            self.page.show_lobby(self._view, mine, self.host.coming, self._known)

    def _show_learned(self) -> None:
        for game, card in self.page.games.cards.items():
            if has_lesson(game):
                card.offer_tutorial(learned=game in self._settings.learned)

    @property
    def addresses(self) -> tuple[str, ...]:
        """This computer's addresses, the best first."""
        return self._view.addresses if self._view else ()

    # --- what is asked for ----------------------------------------------------------------------

    def taken(self) -> tuple[str, ...]:
        """The names of the tables that there are."""
        return tuple(table.name for table in self._view.tables) if self._view else ()

    def ask_to_play(self, game: str) -> None:
        """Play a game against bots: shows what was chosen last, and starts."""
        self._ask_to_play(game, None)

    def ask_to_share(self, game: str) -> None:
        """Play a game with others at this laptop, and bots if they like."""
        me = self._view.me.name if self._view else ""
        most = game_of(game).info.seats_max - 1
        self._ask_to_play(game, PeopleFields(me, self._known_guests(), most))

    def _ask_to_play(self, game: str, people: PeopleFields | None) -> None:
        last = last_choice(self._settings.play_choices, game)
        dialog = PlayDialog(last, self._window, people=people)

        def start() -> None:
            if dialog.choice is not None:
                choice = dialog.choice if people is None else replace(dialog.choice, bots=last.bots)
                self._settings.play_choices = kept(self._settings.play_choices, choice)
                name = free_name(self.taken(), shuffle)
                self.host.open(dialog.choice.settings(name, dialog.guests))

        dialog.accepted.connect(start)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_for_table(self, game: str = "") -> None:
        """Open a table for others."""
        last = last_tables(self._settings.table_choices)
        dialog = CreateDialog(self.taken(), self._window, game=game, last=last)

        def open_it() -> None:
            if dialog.wish:
                choices = kept_tables(self._settings.table_choices, dialog.wish)
                self._settings.table_choices = choices
                self.host.open(dialog.wish)

        dialog.accepted.connect(open_it)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_for_address(self) -> None:
        dialog = AddressDialog(self.addresses, self._window)

        def connect() -> None:
            if dialog.address:
                self._intents.connect(*dialog.address)

        dialog.accepted.connect(connect)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_help(self) -> None:
        view = self._view
        if view is not None and view.table is not None:
            dialog = InviteDialog(view.table.name, view.addresses, self._window)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _welcomed(self) -> None:
        self._settings.name_asked = True
        self._settings.save()
