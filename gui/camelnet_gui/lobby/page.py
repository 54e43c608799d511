"""The lobby: tables on the network, my table, who is around, the chat, unfinished games."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from camelnet.i18n import _, ngettext
from camelnet.protocol.wire.fields import CHAT_MAX
from camelnet.session.api.facts import ChatSaid, LobbyView, Presence, SavedGame
from camelnet.session.api.intents import Intents
from camelnet_gui.art.camel import Gait, paint_camel
from camelnet_gui.art.palette import palette
from camelnet_gui.feed import Feed
from camelnet_gui.feed_entry import FeedEntry
from camelnet_gui.lobby.create_dialog import NAME_MAX
from camelnet_gui.lobby.table_cards import MyTable, PersonLine, ReturnCard, SavedCard, TableCard
from camelnet_gui.logo import Logo
from camelnet_gui.seat_marks import seat_marks
from camelnet_gui.theme import theme_of
from camelnet_gui.widgets import (
    SPACE,
    button,
    clear,
    column,
    frame,
    heading,
    label,
    look,
    row,
    scrolled,
)
from camelnet_gui.words import spoken

CARAVAN_FROM = 760  # the height from which there is room for the caravan
CHAT_MIN = 156  # pixels that the chat keeps, its line included


class Caravan(QWidget):
    """All five camels on their way, where the lobby has room to spare."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(136)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shades = palette(theme_of(self).dark).far
        wide, high = float(self.width()), float(self.height())
        for number, shade in enumerate(shades):
            dune = QPainterPath(QPointF(0, high))
            crest = high - 62 + 17 * number
            swing = 13.0 if number % 2 else -13.0
            dune.lineTo(0, crest)
            dune.cubicTo(wide * 0.3, crest + swing, wide * 0.6, crest - swing, wide, crest + swing)
            dune.lineTo(wide, high)
            painter.setOpacity(0.55)
            painter.fillPath(dune, shade)
            painter.setOpacity(1.0)
            if number == len(shades) - 2:
                self._paint_camels(painter, wide, crest + 22)
        painter.end()

    def _paint_camels(self, painter: QPainter, wide: float, ground: float) -> None:
        gaits: tuple[Gait, ...] = ("stride", "pass", "stand", "stride", "pass")
        for number, (camel, gait) in enumerate(zip("wogby", gaits, strict=True)):
            painter.save()
            painter.translate(wide / 2 + (number - 2) * 104, ground + (5 if number % 2 else 0))
            painter.scale(0.72, 0.72)
            paint_camel(painter, camel, gait)
            painter.restore()


class LobbyPage(QWidget):
    """Shows a `LobbyView`; what is clicked goes to the intents, dialogs are the window's."""

    create_requested = Signal()
    address_requested = Signal()
    menu_requested = Signal()
    bot_requested = Signal(str)  # a level
    bot_removal_requested = Signal(str)  # a name
    guest_requested = Signal()  # another player at this laptop
    resume_requested = Signal(object)  # the id of an unfinished game

    def __init__(self, *, intents: Intents) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._intents = intents
        self._view: LobbyView | None = None
        self._shown: dict[str, object] = {}
        self.name = QLineEdit()
        self.menu = button("☰", "flat", tip=_("Menu"))
        self.notice = label("", "warning", wrap=True)
        self.new_table = button(_("New table…"), "main")
        self.by_address = button(_("Join by address…"))
        self.my_table = MyTable()
        self.feed = Feed()
        self.chat_line = QLineEdit()
        self._tables = column(gap=8)
        self._return = column(gap=8)
        self._saved = column(gap=8)
        self._people = column(gap=7)
        self._people_title = heading("")
        self._address = label("", "small", wrap=True)
        self._caravan = Caravan()
        self.return_card: ReturnCard | None = None
        page = column(self, gap=12, margin=(22, 14, 22, 18))
        page.addLayout(self._make_top())
        page.addWidget(self.notice)
        body = row(gap=20)
        body.addWidget(self._make_left(), 1)
        body.addWidget(self._make_right())
        page.addLayout(body, 1)
        self.notice.hide()
        self.my_table.hide()
        self._connect()

    def _make_top(self) -> QHBoxLayout:
        top = row(gap=12)
        top.addWidget(Logo())
        titles = column(gap=0)
        titles.addStretch(1)
        titles.addWidget(label("camelnet", "title"))
        titles.addWidget(label(_("Board games around one table, without a server"), "muted"))
        titles.addStretch(1)
        top.addLayout(titles, 1)
        top.addWidget(label(_("Your name"), "muted"))
        self.name.setMaxLength(NAME_MAX)
        self.name.setFixedWidth(170)
        self.name.setAccessibleName(_("Your name"))
        top.addWidget(self.name)
        self.menu.setAccessibleName(_("Menu"))
        top.addWidget(self.menu)
        return top

    def _make_left(self) -> QWidget:
        left = QWidget()
        lines = column(left, gap=10)
        head = row(gap=8)
        head.addWidget(heading(_("Tables")))
        head.addStretch(1)
        head.addWidget(self.by_address)
        head.addWidget(self.new_table)
        lines.addLayout(head)
        inner = QWidget()
        stack = column(inner, gap=SPACE, margin=(0, 0, 6, 0))
        stack.addLayout(self._return)
        stack.addLayout(self._tables)
        stack.addLayout(self._saved)
        people = column(gap=8)
        people.addWidget(self._people_title)
        people.addLayout(self._people)
        stack.addLayout(people)
        stack.addStretch(1)
        lines.addWidget(scrolled(inner), 1)
        lines.addWidget(self._caravan)
        lines.addWidget(self._address)
        return left

    def _make_right(self) -> QWidget:
        right = QWidget()
        right.setFixedWidth(350)
        lines = column(right, gap=10)
        lines.addWidget(self.my_table)
        lines.addWidget(heading(_("Chat")))
        lines.addWidget(self.feed, 1)
        self.chat_line.setPlaceholderText(_("Say something…"))
        self.chat_line.setAccessibleName(_("Chat"))
        self.chat_line.setMaxLength(CHAT_MAX)
        lines.addWidget(self.chat_line)
        return right

    def _connect(self) -> None:
        self.new_table.clicked.connect(self.create_requested)
        self.by_address.clicked.connect(self.address_requested)
        self.menu.clicked.connect(self.menu_requested)
        self.name.editingFinished.connect(self._rename)
        self.chat_line.returnPressed.connect(self._say)
        self.my_table.ready.connect(self._intents.ready)
        self.my_table.stand.connect(self._intents.stand)
        self.my_table.chair_removal_requested.connect(self._intents.free_chair)
        self.my_table.bot_requested.connect(self.bot_requested)
        self.my_table.bot_removal_requested.connect(self.bot_removal_requested)
        self.my_table.guest_requested.connect(self.guest_requested)

    # --- facts ----------------------------------------------------------------------------------

    def show_lobby(self, view: LobbyView, my_bots: tuple[str, ...] = ()) -> None:
        self._view = view
        if not (self.name.hasFocus() and self.name.isModified()):
            self.name.setText(view.me.name)
        self.notice.setVisible(view.discovery is not None)
        self.notice.setText(str(view.discovery) if view.discovery else "")
        seated = view.table is not None
        self.new_table.setEnabled(not seated)
        self.new_table.setToolTip(_("You are at a table. Leave it first.") if seated else "")
        self._show_tables(view)
        self._show_saved(view)
        self._show_people(view)
        own = ", ".join(view.addresses[:2])
        words = _("If others can't find you, they can join by this address: {own}").format(own=own)
        self._address.setText(words if own else "")
        if view.table:
            self.my_table.show_table(view.table, view, my_bots)
        self.my_table.setVisible(seated)
        self._fit_chairs()

    def chat(self, said: ChatSaid) -> None:
        self.feed.append([FeedEntry(spoken(said), None, chat=True)])

    def tell(self, text: str, *, serious: bool) -> None:
        self.feed.append([FeedEntry(text, None, serious=serious)])

    def _show_tables(self, view: LobbyView) -> None:
        if not self._is_news("tables", (view.tables, view.table is not None)):
            return
        clear(self._tables)
        for offer in view.tables:
            card = TableCard(offer, seated=view.table is not None)
            card.sit.connect(self._intents.sit)
            card.watch.connect(self._intents.watch)
            self._tables.addWidget(card)
        if not view.tables:
            self._tables.addWidget(self._nothing_yet(view))

    def _nothing_yet(self, view: LobbyView) -> QFrame:
        card = frame("chair-free")
        lines = column(card, gap=6, margin=28)
        title = label(_("No tables yet"), "subtitle")
        text = (
            _(
                "Nobody else is here yet. Open a table, and others will see it as soon as they "
                "arrive."
            )
            if not view.peers
            else _("Open one, and the others here will see it at once.")
        )
        words = label(text, "muted", wrap=True)
        for made in (title, words):
            made.setAlignment(Qt.AlignmentFlag.AlignCenter)
            lines.addWidget(made)
        return card

    def _show_saved(self, view: LobbyView) -> None:
        """The game to come back to first, the other unfinished ones beneath the tables."""
        back = return_offer(view)
        if not self._is_news("saved", (view.resumable, back)):
            return
        keys = self.window().focusWidget()
        if self.return_card is None:
            take_keys = keys is self.new_table
        else:
            take_keys = keys is self.return_card.button
        clear(self._return)
        self.return_card = None
        if back is not None:
            made = self.return_card = ReturnCard(*back)
            made.resume.connect(self.resume_requested)
            self._return.addWidget(made)
            made.show()  # at once, else it could not take the keyboard's place yet
            if take_keys:
                made.button.setFocus()
        look(self.new_table, "" if back else "main")
        clear(self._saved)
        rest = [game for game in view.resumable if back is None or game != back[0]]
        if rest:
            self._saved.addWidget(heading(_("Unfinished games")))
        for game in rest:
            card = SavedCard(game)
            card.resume.connect(self.resume_requested)
            self._saved.addWidget(card)

    def _show_people(self, view: LobbyView) -> None:
        at_tables = {seat.key for table in view.tables for seat in table.seats}
        loose = tuple(p for p in view.peers if p.key not in at_tables or p.trouble)
        if not self._is_news("people", (loose, len(view.peers))):
            return
        clear(self._people)
        count = len(view.peers)
        title = ngettext("{n} other here", "{n} others here", count).format(n=count)
        self._people_title.setText((title if count else _("Nobody else is here yet")).upper())
        marks = seat_marks([peer.name for peer in loose])
        for peer, mark in zip(loose[:6], marks, strict=False):
            self._people.addWidget(PersonLine(peer, mark))
        if not count:
            text = _("Start camelnet on another computer on this network, and it will appear here.")
            self._people.addWidget(label(text, "small", wrap=True))
        elif seated := count - len(loose):
            text = ngettext("{n} of them is at a table.", "{n} of them are at tables.", seated)
            self._people.addWidget(label(text.format(n=seated), "small"))

    def _is_news(self, part: str, value: object) -> bool:
        if self._shown.get(part, self) == value:
            return False
        self._shown[part] = value
        return True

    def _fit_chairs(self) -> None:
        """My table takes what it needs, but leaves room for the chat."""
        self.my_table.fit(self.height() - 88 - CHAT_MIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._caravan.setVisible(self.height() >= CARAVAN_FROM)
        self._fit_chairs()

    def _rename(self) -> None:
        name = self.name.text().strip()
        if self._view and name and name != self._view.me.name:
            self._intents.rename(name)

    def _say(self) -> None:
        text = self.chat_line.text().strip()
        if text:
            self._intents.say(text)
            self.chat_line.clear()


def return_offer(view: LobbyView) -> tuple[SavedGame, tuple[str, ...]] | None:
    """The unfinished game that I most likely want back into, and who of its players is here: the
    latest of those with most of them. None while I sit at a table."""
    if view.table is not None or not view.resumable:
        return None
    around = {peer.name for peer in view.peers if peer.presence is not Presence.AWAY}
    found = [
        (game, tuple(name for name in game.names if name in around and name != view.me.name))
        for game in view.resumable
    ]
    return max(found, key=lambda pair: len(pair[1]))
