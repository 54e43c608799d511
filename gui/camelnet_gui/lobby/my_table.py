"""The table where I sit: its seats, who is on the way, why it waits, and how others find it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from camelnet.bots import FOR_PEOPLE
from camelnet.i18n import _, ngettext
from camelnet.rules import GAMES
from camelnet.session.api.facts import Kind, LobbyView, PeerView, SeatOffer, TableOffer
from camelnet.session.text import presence_words
from camelnet.session.text.bot_words import bot_told, bot_word, level_word
from camelnet_gui.games import game_title
from camelnet_gui.lobby.miniature import Miniature
from camelnet_gui.lobby.table_cards import rules_words
from camelnet_gui.lobby.table_host import ComingBot
from camelnet_gui.style.seat_marks import SeatMark, seat_marks
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import (
    Badge,
    Elided,
    button,
    clear,
    column,
    frame,
    label,
    pill,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce

CHAIR_HIGH = 45  # pixels
TWO_COLUMNS_FROM = 720
OUTSIDE_SHOWN = 8


class MyTable(QFrame):
    """Shows a `TableOffer`; who sits down, leaves or gets ready is asked for by signals."""

    ready = Signal(bool)
    stand = Signal()
    bot_requested = Signal(str)  # a level
    bot_removal_requested = Signal(str)  # the name of one on its way
    removal_requested = Signal(object)  # the key of a bot or guest of mine
    guest_requested = Signal()  # another player at this laptop
    phone_requested = Signal()  # another player, with a phone
    chair_removal_requested = Signal(object)  # the key of who sits there
    seats_closed = Signal()  # I play with those who sit here
    invite_only = Signal(bool)
    let_in = Signal(object)  # a key
    help_requested = Signal()  # others do not find the table

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self._shown: object = None
        self._title = Elided("", "subtitle")
        self._detail = label("", "muted", wrap=True)
        self._picture = Miniature("", rounded_below=True)
        self._picture.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._picture.setFixedSize(174, 116)
        self._chairs = QGridLayout()
        self._chairs.setSpacing(6)
        self._columns = 1
        self._levels = self._make_levels()
        self._screens = self._make_screens()
        self.only = QCheckBox(_("Only people I let in"))
        self.only.clicked.connect(self.invite_only)
        self._outside = column(gap=6)
        self.invite = label("", "notice", wrap=True)
        self.help_button = button(_("They can't find it?"), "flat")
        self.help_button.clicked.connect(self.help_requested)
        self.hint = label("", "notice", wrap=True)
        self.ready_button = button(_("I'm ready"), "main")
        self.ready_button.setCheckable(True)
        self.ready_button.clicked.connect(lambda: self.ready.emit(self.ready_button.isChecked()))
        self.leave_button = button(_("Leave"))
        self.leave_button.clicked.connect(self.stand)
        self.fewer_button = button("", tip=_("The free seats go, and you are ready."))
        self.fewer_button.clicked.connect(self.seats_closed)
        self._arrange()

    def _arrange(self) -> None:
        page = column(self, gap=10, margin=16)
        top = row(gap=14)
        top.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        words = column(gap=6)
        line = row(gap=8)
        line.addWidget(self._title, 1)
        line.addWidget(pill(_("you're here"), "pill-good"))
        words.addLayout(line)
        words.addWidget(self._detail)
        words.addWidget(self.hint)
        feet = row(gap=8)
        feet.addWidget(self.leave_button)
        feet.addWidget(self.fewer_button)
        feet.addWidget(self.ready_button, 1)
        words.addLayout(feet)
        top.addLayout(words, 1)
        page.addLayout(top)
        page.addLayout(self._chairs)
        page.addWidget(self.only, 0, Qt.AlignmentFlag.AlignLeft)
        page.addLayout(self._outside)
        self._invitation = QWidget()
        under = row(self._invitation, gap=8)
        under.addWidget(self.invite, 1)
        under.addWidget(self.help_button)
        page.addWidget(self._invitation)

    def show_table(
        self,
        offer: TableOffer,
        view: LobbyView,
        mine: Set[bytes],
        coming: Sequence[ComingBot] = (),
    ) -> None:
        """`mine`: the keys of my bots and of who else plays at this laptop; `coming`: bots that do
        not sit yet."""
        shown = (offer, view.hint, mine, tuple(coming), view.outside)
        if shown == self._shown:
            return
        self._shown = shown
        self._title.setText(offer.name)
        self._detail.setText(dotted(game_title(offer.game), rules_words(offer)))
        self._picture.show_game(offer.game)
        focus = self._focused_name()
        self._show_chairs(offer, mine, coming)
        self._show_outside(view.outside)
        if focus is not None:
            self._focus_again(focus)
        self._show_hint(offer, view, coming)
        taken = len(offer.seats) - offer.free
        enough = taken >= GAMES[offer.game].seats_min if offer.game in GAMES else False
        self.fewer_button.setText(ngettext("Play with {n}", "Play with {n}", taken).format(n=taken))
        self.fewer_button.setVisible(offer.opened and offer.free > len(coming) == 0 and enough)
        self.only.setVisible(offer.opened)
        self.only.setChecked(offer.let_in is not None)
        ready = any(seat.me and seat.ready for seat in offer.seats)
        self.ready_button.setChecked(ready)
        self.ready_button.setText(_("Ready ✓ — click to undo") if ready else _("I'm ready"))
        text = _("On the other computers: start camelnet and sit down at “{table}”.")
        self.invite.setText(text.format(table=offer.name))
        self._invitation.setVisible(offer.free > len(coming) and not offer.playing)

    def fit(self, wide: int) -> None:
        """Seats stand in two columns where `wide` pixels are enough for that."""
        columns = 2 if wide >= TWO_COLUMNS_FROM else 1
        if columns == self._columns:
            return
        self._columns = columns
        for place in (0, 1):
            self._chairs.setColumnStretch(place, int(place < columns))
        items = [self._chairs.takeAt(0) for _place in range(self._chairs.count())]
        for number, item in enumerate(items):
            widget = item.widget() if item is not None else None
            if widget is not None:
                self._chairs.addWidget(widget, number // columns, number % columns)

    def _show_hint(self, offer: TableOffer, view: LobbyView, coming: Sequence[ComingBot]) -> None:
        """Shows why the game does not start yet, and has it said."""
        text = str(view.hint) if view.hint else _("The game starts…")
        if coming and offer.free <= len(coming):
            text = _("The bots are on the way; the game starts when they sit.")
        if text != self.hint.text():
            self.hint.setText(text)
            announce(self.hint, text)

    def _show_chairs(
        self, offer: TableOffer, mine: Set[bytes], coming: Sequence[ComingBot]
    ) -> None:
        clear(self._chairs)
        marks = seat_marks([seat.name or "?" for seat in offer.seats])
        waiting = list(coming)
        for number, seat in enumerate(offer.seats):
            if seat.key is not None:
                away = self._away(offer, seat, mine)
                chair = self._taken_chair(seat, offer.game, marks[number], away)
            elif waiting:
                chair = self._coming_chair(waiting.pop(0))
            else:
                chair = self._free_chair()
            self._chairs.addWidget(chair, number // self._columns, number % self._columns)
            chair.show()  # at once, else it could not take the keyboard's place yet

    def _show_outside(self, peers: Sequence[PeerView]) -> None:
        clear(self._outside)
        for peer in peers[:OUTSIDE_SHOWN]:
            line = self._outsider(peer)
            self._outside.addWidget(line)
            line.show()

    def _focused_name(self) -> str | None:
        """The name of the focused button of a seat; None if none has the focus."""
        focused = self.window().focusWidget()
        if isinstance(focused, QPushButton) and isinstance(focused.parent(), QFrame):
            inside = self.isAncestorOf(focused) and focused.parent() is not self
            return focused.accessibleName() if inside else None
        return None

    def _focus_again(self, name: str) -> None:
        """Seats are made anew; the keyboard stays where it was, or goes to the main button."""
        for made in self.findChildren(QPushButton):
            if made.isVisibleTo(self) and made.accessibleName() == name and name:
                made.setFocus()
                return
        self.ready_button.setFocus()

    def _away(self, offer: TableOffer, seat: SeatOffer, mine: Set[bytes]) -> QPushButton | None:
        """A button that frees this chair again: it sends my bot or guest home, or, as I opened the
        table, gives the chair to others."""
        if seat.key in mine:
            away = _removing(seat.name)
            away.clicked.connect(lambda: self.removal_requested.emit(seat.key))
            return away
        if offer.opened and seat.key is not None and not seat.me:
            tip = _("Frees this seat for somebody else; {name} can't sit at this table again.")
            away = _cross(tip.format(name=seat.name))
            away.clicked.connect(lambda: self.chair_removal_requested.emit(seat.key))
            return away
        return None

    def _taken_chair(
        self, seat: SeatOffer, game: str, mark: SeatMark, away: QPushButton | None
    ) -> QFrame:
        chair = frame("row")
        chair.setFixedHeight(CHAIR_HIGH)
        line = row(chair, gap=10, margin=(10, 5, 8, 5))
        line.addWidget(Badge(mark, 28))
        words = column(gap=0)
        words.addWidget(Elided(seat.name, "name"))
        detail = _("you") if seat.me else ""
        if seat.kind is Kind.BOT:
            detail = bot_word(seat.level, game)
        if detail := dotted(detail, "" if seat.me else presence_words.note(seat)):
            words.addWidget(Elided(detail, "small"))
        if seat.kind is Kind.BOT:
            set_tip(chair, bot_told(seat.level, game))
        line.addLayout(words, 1)
        line.addWidget(pill(_("✓ ready"), "pill-good") if seat.ready else pill(_("not ready")))
        if away is not None:
            line.addWidget(away)
        return chair

    def _outsider(self, peer: PeerView) -> QFrame:
        """A line for somebody whom I can let in."""
        holder = frame("chair-free")
        line = row(holder, gap=10, margin=(12, 4, 6, 4))
        line.addWidget(Elided(peer.name, "name"), 1)
        enter = button(_("Let in"), "flat")
        enter.setAccessibleName(_("Let {name} in").format(name=peer.name))
        enter.clicked.connect(lambda: self.let_in.emit(peer.key))
        line.addWidget(enter)
        return holder

    def _coming_chair(self, bot: ComingBot) -> QFrame:
        chair = frame("chair-free")
        chair.setFixedHeight(CHAIR_HIGH)
        line = row(chair, gap=10, margin=(10, 4, 8, 4))
        (mark,) = seat_marks([bot.name], ["#8a8378"])
        line.addWidget(Badge(mark, 28))
        words = column(gap=0)
        words.addWidget(Elided(_("{name} is on the way…").format(name=bot.name), "name"))
        words.addWidget(Elided(bot_word(bot.level, ""), "small"))
        line.addLayout(words, 1)
        away = _removing(bot.name)
        away.clicked.connect(lambda: self.bot_removal_requested.emit(bot.name))
        line.addWidget(away)
        return chair

    def _make_levels(self) -> QMenu:
        """The menu of "Add a bot", for all free seats: it stays open while seats are made anew."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for level in FOR_PEOPLE:
            action = menu.addAction(_("Level: {level}").format(level=level_word(level)))
            set_tip(action, bot_told(level))
            action.triggered.connect(lambda _c=False, level=level: self.bot_requested.emit(level))
        return menu

    def _make_screens(self) -> QMenu:
        """The menu of "Add a player"."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        here = menu.addAction(_("On this laptop…"), self.guest_requested.emit)
        set_tip(here, _("Somebody who plays at this laptop too."))
        phone = menu.addAction(_("On a phone…"), self.phone_requested.emit)
        set_tip(phone, _("It needs no app: its camera finds the table."))
        return menu

    def _free_chair(self) -> QFrame:
        chair = frame("chair-free")
        chair.setFixedHeight(CHAIR_HIGH)
        line = row(chair, gap=10, margin=(12, 4, 6, 4))
        line.addWidget(label(_("Free seat"), "muted"), 1)
        add = button(_("Add a bot"), "flat")
        add.setAccessibleName(add.text())
        add.setMenu(self._levels)
        guest = button(_("Add a player"), "flat")
        guest.setAccessibleName(guest.text())
        guest.setMenu(self._screens)
        line.addWidget(guest)
        line.addWidget(add)
        return chair


def _removing(name: str) -> QPushButton:
    return _cross(_("Remove {name}").format(name=name))


def _cross(tip: str) -> QPushButton:
    away = button("\N{MULTIPLICATION SIGN}", "flat", tip=tip)
    away.setAccessibleName(tip)
    return away
