"""The sections of the home page beneath the games: tables on the network, my games, people."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from camelnet.i18n import _, ngettext
from camelnet.session.api.facts import (
    Kind,
    LobbyView,
    PeerView,
    Presence,
    SavedGame,
    TableOffer,
)
from camelnet_gui.lobby.invitations import invitations
from camelnet_gui.lobby.past_games import PastGame
from camelnet_gui.lobby.saved_cards import PastCard, ReturnCard, SavedCard
from camelnet_gui.lobby.table_cards import PersonLine, TableCard
from camelnet_gui.style.seat_marks import colour_of, seat_marks
from camelnet_gui.widgets.basics import (
    GAP,
    Elided,
    button,
    clear,
    column,
    frame,
    heading,
    label,
    row,
    set_tip,
)

PEOPLE_MAX = 6


class Section(QWidget):
    """A heading and cards beneath it, which are made anew only when what they show is news.

    The keyboard stays at the same thing when cards are made anew.
    """

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._shown: object = self
        page = column(self, gap=GAP)
        self._head = row(gap=8)
        self._title = Elided(title.upper(), "heading")
        self._head.addWidget(self._title, 1)
        page.addLayout(self._head)
        self._title.setVisible(bool(title))
        self._cards: QVBoxLayout = column(gap=GAP)
        page.addLayout(self._cards)

    def show_title(self, title: str) -> None:
        self._title.setText(title.upper())
        self._title.setVisible(bool(title))

    def show_cards(self, news: object, make: Callable[[], Sequence[QWidget]]) -> None:
        """`make` is called if `news` differs from the last time."""
        if self._shown == news:
            return
        self._shown = news
        focused = self.window().focusWidget()
        inside = isinstance(focused, QPushButton) and self.isAncestorOf(focused)
        name = focused.accessibleName() if inside and focused is not None else ""
        clear(self._cards)
        for card in make():
            self._cards.addWidget(card)
            card.show()  # at once, else it could not take the keyboard's place yet
        if inside:
            self._focus_again(name)

    def _focus_again(self, name: str) -> None:
        fresh = [made for made in self.findChildren(QPushButton) if made.isVisibleTo(self)]
        same = [made for made in fresh if name and made.accessibleName() == name]
        for made in same or fresh[:1]:
            if made.isEnabled():
                made.setFocus()
                return


class TablesSection(Section):
    """Tables on the network but mine, or what to do while there are none."""

    sit = Signal(object)  # a table's id
    watch = Signal(object)
    address_requested = Signal()
    create_requested = Signal()
    doctor_requested = Signal()  # why others do not appear

    def __init__(self) -> None:
        super().__init__(_("Tables on the network"))
        self.by_address = button(_("Join by address…"), "small")
        self.new_table = button(_("New table…"), "small")
        for made, signal in (
            (self.by_address, self.address_requested),
            (self.new_table, self.create_requested),
        ):
            made.clicked.connect(signal)
            self._head.addWidget(made)

    def show_lobby(self, view: LobbyView, known: Set[bytes] = frozenset()) -> None:
        """`known`: the keys of those with whom I have played last; their tables come first."""
        seated = view.table is not None
        self.new_table.setEnabled(not seated)
        set_tip(self.new_table, _("You are at a table. Leave it first.") if seated else "")
        others = tuple(table for table in view.tables if not (table.mine or table.left))
        self.setVisible(not seated or bool(others))  # nothing to do here while I sit alone
        news = others, seated, bool(people_here(view)), frozenset(known)
        self.show_cards(news, lambda: self._make(view, known))

    def _make(self, view: LobbyView, known: Set[bytes]) -> list[QWidget]:
        made: list[QWidget] = []
        invited = {table.id for table in invitations(view, known)}
        invited |= {table.id for table in view.tables if table.again and table.trouble is None}
        for offer in sorted(view.tables, key=lambda table: table.id not in invited):
            if offer.mine or offer.left:
                continue  # the way back stands with my games
            inviting = offer.id in invited and not offer.playing
            card = TableCard(offer, seated=view.table is not None, inviting=inviting)
            card.sit.connect(self.sit)
            card.watch.connect(self.watch)
            made.append(card)
        if not made:
            why = button(_("Why don't I see them?"), "small")
            why.clicked.connect(self.doctor_requested)
            made = [_nothing_yet(why, alone=not people_here(view))]
        return made


def _nothing_yet(why: QPushButton, *, alone: bool) -> QFrame:
    card = frame("chair-free")
    lines = column(card, gap=4, margin=(16, 14, 16, 14))
    text = (
        _("Start camelnet on another computer on this network, and it will appear here.")
        if alone
        else _("Invite the others to a game, and they will see your table at once.")
    )
    title = _("Nobody else is here yet") if alone else _("No tables yet")
    for made in (label(title, "name"), label(text, "muted", wrap=True)):
        made.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lines.addWidget(made)
    lines.addSpacing(4)
    lines.addWidget(why, 0, Qt.AlignmentFlag.AlignHCenter)
    return card


class GamesSection(Section):
    """Unfinished games, then past ones; gone while there are neither."""

    resume = Signal(object)  # a game's id
    replay = Signal(object)  # a record's path
    my_play = Signal()  # what all of mine say together

    def __init__(self) -> None:
        super().__init__()
        self._past: tuple[PastGame, ...] = ()
        self._me = b""
        self._saved: tuple[SavedGame, ...] = ()
        self._known: frozenset[bytes] = frozenset()

    def show_saved(self, saved: tuple[SavedGame, ...], resumable: Sequence[SavedGame]) -> None:
        """`saved`: those to list here, of all that are `resumable`."""
        self._saved = saved
        self._known = frozenset(game.game_id for game in resumable)
        self._renew()

    def show_past(self, past: tuple[PastGame, ...], me: bytes) -> None:
        """`me`: my key."""
        self._past, self._me = past, me
        self._renew()

    def _renew(self) -> None:
        past = tuple(game for game in self._past if game.game_id not in self._known)
        self.setVisible(bool(self._saved or past))
        self.show_cards((self._saved, past), lambda: self._make(past))

    def _make(self, past: tuple[PastGame, ...]) -> list[QWidget]:
        made: list[QWidget] = []
        if self._saved:
            made.append(heading(_("Unfinished games")))
        for game in self._saved:
            card = SavedCard(game)
            card.resume.connect(self.resume)
            made.append(card)
        if past:
            made.append(self._past_head())
        last = next((game for game in past if game.winners), None)
        for record in past:
            again = PastCard(record, self._me, pictured=record is last)
            again.replay.connect(self.replay)
            made.append(again)
        return made

    def _past_head(self) -> QWidget:
        """The heading of past games, and beside it the way to their figures."""
        holder = QWidget()
        line = row(holder)
        line.addWidget(heading(_("Past games")), 1)
        figures = button(_("My play"), "small")
        figures.setAccessibleName(_("My play"))
        set_tip(figures, _("Your level in each game, and what was luck: all your finished games."))
        figures.clicked.connect(self.my_play)
        line.addWidget(figures)
        return holder


class ReturnSection(Section):
    """The game that I most likely want back into."""

    resume = Signal(object)  # a game's id

    def __init__(self) -> None:
        super().__init__()
        self.card: ReturnCard | None = None

    def show_offer(self, offer: tuple[SavedGame, tuple[str, ...]] | None) -> bool:
        """True if the card is there and was not before."""
        before = self.card

        def make() -> list[QWidget]:
            self.card = None
            if offer is not None:
                self.card = ReturnCard(*offer)
                self.card.resume.connect(self.resume)
            return [self.card] if self.card else []

        self.show_cards(offer, make)
        self.setVisible(self.card is not None)
        return before is None and self.card is not None


class PeopleSection(Section):
    """The people who are here, those without a table first, and where the others sit."""

    def show_lobby(self, view: LobbyView) -> None:
        tables = {seat.key: table for table in view.tables for seat in table.seats if seat.key}
        people = sorted(people_here(view), key=lambda peer: peer.key in tables)
        places = tuple(_place(tables.get(peer.key)) for peer in people)
        count = len(people)
        title = ngettext("{n} other here", "{n} others here", count).format(n=count)
        self.show_title(title if count else "")
        self.show_cards((tuple(people), places), lambda: self._make(people, places))
        self.setVisible(count > 0)

    def _make(self, people: Sequence[PeerView], places: Sequence[str]) -> list[QWidget]:
        marks = seat_marks([p.name for p in people], [colour_of(p.key) for p in people])
        shown = zip(people[:PEOPLE_MAX], marks, places, strict=False)
        made: list[QWidget] = [PersonLine(peer, mark, place) for peer, mark, place in shown]
        if more := len(people) - len(made):
            text = ngettext("and {n} more", "and {n} more", more)
            made.append(label(text.format(n=more), "small"))
        return made


def _place(table: TableOffer | None) -> str:
    """The table of somebody in words; "" for nobody's."""
    if table is None:
        return ""
    if table.mine:
        return _("at your table")
    text = _("plays at “{table}”") if table.playing else _("at “{table}”")
    return text.format(table=table.name)


def people_here(view: LobbyView) -> tuple[PeerView, ...]:
    """The others on the network who are no bots."""
    return tuple(peer for peer in view.peers if peer.kind is not Kind.BOT)


def return_offer(view: LobbyView) -> tuple[SavedGame, tuple[str, ...]] | None:
    """The unfinished game that I most likely want back into, and who of its players is here: the
    latest of those with most of them. None while I sit at a table."""
    if view.table is not None or not view.resumable:
        return None
    here = {peer.key for peer in view.peers if peer.presence is not Presence.SILENT}
    found = []
    for game in view.resumable:
        elsewhere = {
            seat.key
            for table in view.tables
            if not set(game.keys) >= {seat.key for seat in table.seats if seat.key}
            for seat in table.seats
        }
        seats = zip(game.keys, game.names, strict=False)
        found.append((game, tuple(name for key, name in seats if key in here - elsewhere)))
    return max(found, key=lambda pair: len(pair[1]))
