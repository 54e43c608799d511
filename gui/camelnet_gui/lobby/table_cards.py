"""The cards of the lobby: a table on the network, my table with its chairs, a person around."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QWidget

from camelnet.bots import LEVELS
from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.api.facts import (
    Kind,
    LobbyView,
    PeerView,
    Presence,
    SavedGame,
    SeatOffer,
    TableOffer,
)
from camelnet.session.text import words as session_words
from camelnet_gui.games import game_title, options_line
from camelnet_gui.seat_marks import SeatMark, seat_marks
from camelnet_gui.theme import theme_of
from camelnet_gui.widgets import (
    Badge,
    Elided,
    button,
    clear,
    column,
    frame,
    heading,
    label,
    pill,
    row,
    scrolled,
)
from camelnet_gui.words import dotted, level_told, level_word, silence

CHAIR_HIGH = 43  # pixels


class ChairDots(QWidget):
    """A table's chairs at a glance: people as discs, bots as squares, free chairs as rings."""

    SIZE, STEP = 14, 19

    def __init__(self, seats: tuple[SeatOffer, ...]) -> None:
        super().__init__()
        self._seats = seats
        self.setFixedSize(QSize(self.STEP * len(seats), self.SIZE + 2))
        names = [_("free") if s.key is None else session_words.who(s) for s in seats]
        self.setToolTip("\n".join(names))
        self.setAccessibleName(", ".join(names))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        for number, seat in enumerate(self._seats):
            box = QRectF(number * self.STEP + 1, 1, self.SIZE, self.SIZE)
            painter.setPen(QPen(QColor(theme.accent if seat.key else theme.muted), 1.5))
            painter.setBrush(QColor(theme.accent) if seat.key else Qt.BrushStyle.NoBrush)
            if seat.kind is Kind.BOT and seat.key:
                painter.drawRoundedRect(box, 3, 3)
            else:
                painter.drawEllipse(box)
            if seat.key and seat.ready:
                painter.setPen(QPen(QColor(theme.on_accent), 1.8))
                x, y = box.left(), box.top()
                painter.drawPolyline(
                    [QPointF(x + 3.5, y + 7.4), QPointF(x + 6, y + 10), QPointF(x + 10.5, y + 4.6)]
                )


class TableCard(QFrame):
    """A table on the network; `sit` or `watch` when its button is clicked."""

    sit = Signal(object)  # the table's id
    watch = Signal(object)  # the table's id

    def __init__(self, offer: TableOffer, *, seated: bool) -> None:
        """`seated`: I sit somewhere, so that I cannot sit down here."""
        super().__init__()
        self.setProperty("look", "row-mine" if offer.mine else "row")
        self.offer = offer
        lines = row(self, gap=12, margin=(16, 11, 14, 11))
        words = column(gap=3)
        top = row(gap=8)
        top.addWidget(Elided(offer.name, "subtitle"), 1)
        words.addLayout(top)
        middle = row(gap=10)
        middle.addWidget(label(game_title(offer.game), "muted"))
        middle.addWidget(ChairDots(offer.seats))
        middle.addWidget(label(_seats_words(offer), "small"))
        middle.addStretch(1)
        words.addLayout(middle)
        if people := _people_words(offer):
            words.addWidget(Elided(people, "small"))
        if rules := _rules_words(offer):
            words.addWidget(label(rules, "small", wrap=True))
        if offer.trouble and offer.free and not offer.playing:
            words.addWidget(label(str(offer.trouble), "danger", wrap=True))
        lines.addLayout(words, 1)
        if offer.mine:
            lines.addWidget(pill(_("you're here"), "pill-good"))
        elif offer.playing:
            lines.addWidget(pill(_("playing")))
        self.button = button(_("Sit down"), "accent")
        self.button.setAccessibleName(_("Sit down at {table}").format(table=offer.name))
        self.button.clicked.connect(lambda: self.sit.emit(offer.id))
        self.button.setVisible(not offer.mine and not offer.playing)
        reason = str(offer.trouble) if offer.trouble else ""
        if seated and not offer.mine:
            reason = _("You are at another table. Leave it first.")
        self.button.setEnabled(not reason)
        self.button.setToolTip(reason)
        lines.addWidget(self.button)
        self.watch_button = button(_("Watch"))
        self.watch_button.setAccessibleName(_("Watch {table}").format(table=offer.name))
        self.watch_button.clicked.connect(lambda: self.watch.emit(offer.id))
        self.watch_button.setVisible(offer.watchable and not offer.mine)
        self.watch_button.setEnabled(not seated)
        self.watch_button.setToolTip(
            reason if seated else _("Watch the game live, without seeing any secret cards.")
        )
        lines.addWidget(self.watch_button)


def _seats_words(offer: TableOffer) -> str:
    free = offer.free
    if free == 0:
        return _("full")
    return ngettext("{n} free seat", "{n} free seats", free).format(n=free)


def _rules_words(offer: TableOffer) -> str:
    """The rules of a table that differ from the usual; "" if none do."""
    strict = _("strict: secret cards open only with everyone's help") if offer.strict else ""
    aids = _("odds and hints for everyone") if offer.aids else ""
    return dotted(options_line(offer.game, offer.options), strict, aids)


def _people_words(offer: TableOffer) -> str:
    return ", ".join(session_words.who(seat) for seat in offer.seats if seat.key is not None)


class SavedCard(QFrame):
    """An unfinished game of mine."""

    resume = Signal(object)  # the game's id

    def __init__(self, game: SavedGame) -> None:
        super().__init__()
        self.setProperty("look", "row")
        self.game = game
        lines = row(self, gap=12, margin=(16, 9, 14, 9))
        words = column(gap=2)
        words.addWidget(Elided(game.table, "name"))
        words.addWidget(Elided(_saved_words(game), "small"))
        lines.addLayout(words, 1)
        self.button = button(_("Resume"))
        self.button.clicked.connect(lambda: self.resume.emit(game.game_id))
        lines.addWidget(self.button)


class ReturnCard(QFrame):
    """The way back into the game that I was in: one button, hard to overlook."""

    resume = Signal(object)  # the game's id

    def __init__(self, game: SavedGame, here: tuple[str, ...]) -> None:
        """`here`: those of its players who are on the network now."""
        super().__init__()
        self.setProperty("look", "row-mine")
        self.game = game
        lines = row(self, gap=14, margin=(18, 14, 16, 14))
        words = column(gap=4)
        words.addWidget(heading(_("Your game is waiting for you")))
        words.addWidget(Elided(game.table, "subtitle"))
        words.addWidget(Elided(_saved_words(game), "small"))
        if here:
            present = ngettext("{names} is here.", "{names} are here.", len(here))
            words.addWidget(label(present.format(names=listing(here)), "good", wrap=True))
        lines.addLayout(words, 1)
        self.button = button(_("Back to the game"), "main")
        self.button.setAccessibleName(_("Back to the game {table}").format(table=game.table))
        self.button.setToolTip(_("In the same seat, right where you left off."))
        self.button.clicked.connect(lambda: self.resume.emit(game.game_id))
        lines.addWidget(self.button)


def _saved_words(game: SavedGame) -> str:
    """The game that was saved, its players, and how far it is."""
    entries = ngettext("{n} move played", "{n} moves played", game.entries)
    return dotted(game_title(game.game), ", ".join(game.names), entries.format(n=game.entries))


class MyTable(QFrame):
    """The table where I sit: a chair each, who is ready, why it does not start yet."""

    ready = Signal(bool)
    stand = Signal()
    bot_requested = Signal(str)  # a level
    bot_removal_requested = Signal(str)  # a name
    guest_requested = Signal()  # another player at this laptop
    chair_removal_requested = Signal(object)  # the key of who sits there

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self._shown: object = None
        page = column(self, gap=8, margin=16)
        self._title = Elided("", "subtitle")
        self._detail = label("", "muted", wrap=True)
        inner = QWidget()
        self._chairs = column(inner, gap=6)
        self._chairs_area = scrolled(inner)
        self._chair_count = 0
        self.hint = label("", "notice", wrap=True)
        self.ready_button = button(_("I'm ready"), "main")
        self.ready_button.setCheckable(True)
        self.ready_button.clicked.connect(lambda: self.ready.emit(self.ready_button.isChecked()))
        self.leave_button = button(_("Leave"))
        self.leave_button.clicked.connect(self.stand)
        top = row(gap=8)
        top.addWidget(self._title, 1)
        top.addWidget(label(_("you're here"), "pill"))
        page.addLayout(top)
        page.addWidget(self._detail)
        page.addWidget(self._chairs_area)
        page.addWidget(self.hint)
        feet = row(gap=8)
        feet.addWidget(self.leave_button)
        feet.addWidget(self.ready_button, 1)
        page.addLayout(feet)

    def show_table(self, offer: TableOffer, view: LobbyView, my_bots: tuple[str, ...]) -> None:
        shown = (offer, view.hint, my_bots)
        if shown == self._shown:
            return
        self._shown = shown
        self._title.setText(offer.name)
        self._detail.setText(dotted(game_title(offer.game), _rules_words(offer)))
        clear(self._chairs)
        self._chair_count = len(offer.seats)
        marks = seat_marks([seat.name or "?" for seat in offer.seats])
        for number, seat in enumerate(offer.seats):
            away = self._away(offer, seat, my_bots)
            self._chairs.addWidget(self._chair(seat, marks[number], away))
        self.hint.setText(str(view.hint) if view.hint else _("The game starts…"))
        mine = next((seat for seat in offer.seats if seat.me), None)
        ready = mine is not None and mine.ready
        self.ready_button.setChecked(ready)
        self.ready_button.setText(_("Ready ✓ — click to undo") if ready else _("I'm ready"))

    def fit(self, room: int) -> None:
        """Show as many chairs as fit into `room` pixels, the others scroll; hint and buttons stay
        in sight."""
        wanted = self._chair_count * (CHAIR_HIGH + 6)
        rest = 152 + max(20, self.hint.heightForWidth(self.width() - 32))
        self._chairs_area.setFixedHeight(max(2 * CHAIR_HIGH, min(wanted, room - rest)))

    def _away(
        self, offer: TableOffer, seat: SeatOffer, my_bots: tuple[str, ...]
    ) -> QPushButton | None:
        """A button that frees this chair again: it sends my bot home, or, as I opened the table,
        gives the chair to others."""
        if seat.name in my_bots:
            away = button("", "flat", tip=_("Remove {name}").format(name=seat.name))
            away.clicked.connect(lambda: self.bot_removal_requested.emit(seat.name))
        elif offer.opened and seat.key is not None and not seat.me:
            tip = _("Frees this seat for somebody else; {name} can't sit at this table again.")
            away = button("", "flat", tip=tip.format(name=seat.name))
            away.clicked.connect(lambda: self.chair_removal_requested.emit(seat.key))
        else:
            return None
        away.setText("\N{MULTIPLICATION SIGN}")
        away.setAccessibleName(away.toolTip())
        return away

    def _chair(self, seat: SeatOffer, mark: SeatMark, away: QPushButton | None) -> QFrame:
        if seat.key is None:
            return self._free_chair()
        chair = frame("row")
        chair.setFixedHeight(CHAIR_HIGH)
        line = row(chair, gap=10, margin=(10, 5, 8, 5))
        line.addWidget(Badge(mark, 28))
        words = column(gap=0)
        words.addWidget(Elided(seat.name, "name"))
        detail = _("you") if seat.me else ""
        if seat.kind is Kind.BOT:
            detail = _("bot, {level}").format(level=level_word(seat.level))
        if detail := dotted(detail, "" if seat.me else silence(seat.presence)):
            words.addWidget(Elided(detail, "small"))
        if seat.kind is Kind.BOT:
            chair.setToolTip(level_told(seat.level))
        line.addLayout(words, 1)
        line.addWidget(pill(_("✓ ready"), "pill-good") if seat.ready else pill(_("not ready")))
        if away is not None:
            line.addWidget(away)
        return chair

    def _free_chair(self) -> QFrame:
        chair = frame("chair-free")
        chair.setFixedHeight(CHAIR_HIGH)
        line = row(chair, gap=10, margin=(12, 5, 6, 5))
        line.addWidget(label(_("Free seat"), "muted"), 1)
        add = button(_("Add a bot"), "flat")
        menu = QMenu(add)
        menu.setToolTipsVisible(True)
        for level in LEVELS:
            action = menu.addAction(_("Level: {level}").format(level=level_word(level)))
            action.setToolTip(level_told(level))
            action.triggered.connect(lambda _c=False, level=level: self.bot_requested.emit(level))
        add.setMenu(menu)
        guest = button(_("Add a player"), "flat", tip=_("Somebody who plays at this laptop too."))
        guest.clicked.connect(self.guest_requested)
        line.addWidget(guest)
        line.addWidget(add)
        return chair


class PersonLine(QWidget):
    """A peer around: name, what it is, how it is heard, and why we cannot play together."""

    def __init__(self, peer: PeerView, mark: SeatMark) -> None:
        super().__init__()
        line = row(self, gap=9)
        line.addWidget(Badge(mark, 24), 0, Qt.AlignmentFlag.AlignTop)
        words = column(gap=4)
        words.addWidget(Elided(session_words.who(peer), "name"))
        heard = silence(peer.presence) if peer.presence is not Presence.HERE else ""
        if heard:
            words.addWidget(label(heard, "small"))
        if peer.trouble:
            words.addWidget(label(str(peer.trouble), "danger", wrap=True))
        line.addLayout(words, 1)
        self.setToolTip(peer.address)
