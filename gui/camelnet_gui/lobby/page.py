"""The home page: the games, the tables on the network, my games, and the table where I sit."""

from __future__ import annotations

from collections.abc import Sequence, Set

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import LobbyView
from camelnet.session.api.intents import Intents
from camelnet_gui.art.logo import Logo
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.chat.panel import ChatPanel
from camelnet_gui.lobby.game_cards import GameCards
from camelnet_gui.lobby.my_table import MyTable
from camelnet_gui.lobby.name_field import NameField
from camelnet_gui.lobby.past_games import PastGame
from camelnet_gui.lobby.saved_cards import ReturnCard
from camelnet_gui.lobby.sections import (
    GamesSection,
    PeopleSection,
    ReturnSection,
    TablesSection,
    people_here,
    return_offer,
)
from camelnet_gui.lobby.table_host import ComingBot
from camelnet_gui.lobby.welcome import WelcomeCard
from camelnet_gui.widgets.basics import SPACE, button, centred, column, label, look, row, scrolled

SIDE, SIDE_SMALL = 330, 268  # pixels: chat and people
SMALL_TO = 1080  # the width up to which the side is small
BESIDE_FROM = 1000  # the width from which my games stand beside the tables
SETTLED_MS = 200  # until all parts of the page have their sizes
NOTICE_MS, SERIOUS_MS = 12_000, 60_000  # that a sentence stays
CHAT_LEAST = 52  # pixels: two lines of it
WIDE_MAX = 1860  # of all that is on the page
BELOW_PICTURES = 532  # pixels: the top, the words of the games, the heads of the lists


class HomePage(QWidget):
    """Shows a `LobbyView`; what is clicked goes to the intents, dialogs are the window's."""

    play_requested = Signal(str)  # a game, against bots
    share_requested = Signal(str)  # a game, with others at this laptop
    invite_requested = Signal(str)  # a game, or "" for any
    learn_requested = Signal(str)  # a game
    address_requested = Signal()
    doctor_requested = Signal()  # why others do not appear
    my_play_requested = Signal()  # what my finished games say together
    help_requested = Signal()  # others do not find my table
    menu_requested = Signal()
    bot_requested = Signal(str)  # a level
    bot_removal_requested = Signal(str)  # the name of one on its way
    removal_requested = Signal(object)  # the key of a bot or guest of mine
    guest_requested = Signal()  # another player at this laptop
    phone_requested = Signal()  # another player, with a phone
    leave_requested = Signal()
    resume_requested = Signal(object)  # the id of an unfinished game
    replay_requested = Signal(object)  # the path of a record
    welcomed = Signal()  # the question of the first launch has been answered

    def __init__(self, *, intents: Intents, chat: ChatHistory, welcome: bool = False) -> None:
        """`welcome`: ask for a name, as at the first launch."""
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._intents = intents
        self._history = chat
        self._view: LobbyView | None = None
        self.name = NameField()
        self.menu = button("☰", "flat", tip=_("Menu"))
        self.notice = label("", "warning", wrap=True)
        self.welcome: WelcomeCard | None = WelcomeCard() if welcome else None
        self.games = GameCards()
        self.my_table = MyTable()
        self.tables = TablesSection()
        self.mine = GamesSection()
        self.people = PeopleSection()
        self.chat = ChatPanel(chat)
        self._return = ReturnSection()
        self._address = label("", "small", wrap=True)
        self._side = QWidget()
        self._rename = ""  # a name that could not be asked for yet
        self._lasting = ""  # what was told last of what lasts
        self._notice_over = QTimer(self)
        self._notice_over.setSingleShot(True)
        self._notice_over.timeout.connect(self.notice.hide)
        self._arrange()
        self._connect()

    # the buttons that dialogs come from
    @property
    def new_table(self) -> QWidget:
        return self.tables.new_table

    @property
    def by_address(self) -> QWidget:
        return self.tables.by_address

    @property
    def return_card(self) -> ReturnCard | None:
        """The way back into my game, while there is one."""
        return self._return.card

    def _arrange(self) -> None:
        page = column(centred(self, WIDE_MAX), gap=10, margin=(20, 10, 20, 14))
        page.addLayout(self._make_top())
        page.addWidget(self.notice)
        self.notice.hide()
        body = row(gap=18)
        self._scroll = scrolled(self._make_main())
        body.addWidget(self._scroll, 1)
        self.chat.list.setMinimumHeight(CHAT_LEAST)
        self._beside = column(self._side, gap=12)
        self._beside.addWidget(self.people)
        self._beside.addWidget(self.chat)
        self._beside.addStretch()
        body.addWidget(self._side)
        page.addLayout(body, 1)
        self._side.hide()
        self.people.hide()
        self.mine.hide()
        self.my_table.hide()

    def _make_top(self) -> QHBoxLayout:
        top = row(gap=12)
        top.addWidget(Logo())
        self._titles = QWidget()
        titles = column(self._titles, gap=0)
        titles.addStretch(1)
        titles.addWidget(label("camelnet", "title"))
        titles.addWidget(label(_("Board games around one table, without a server"), "muted"))
        titles.addStretch(1)
        top.addWidget(self._titles, 1)
        if self.welcome is not None:  # in their place, so that nothing moves once it is answered
            top.addWidget(self.welcome, 1)
            self._titles.hide()
            self.name.hide()
        top.addWidget(self.name)
        self.menu.setAccessibleName(_("Menu"))
        top.addWidget(self.menu)
        return top

    def _make_main(self) -> QWidget:
        inner = QWidget()
        stack = column(inner, gap=SPACE, margin=(2, 2, 10, 4))
        stack.addWidget(self._return)
        stack.addWidget(self.my_table)
        stack.addWidget(self.games)
        self._below: QBoxLayout = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._below.setSpacing(SPACE)
        for section in (self.tables, self.mine):
            holder = column()
            holder.addWidget(section)
            holder.addStretch(1)
            self._below.addLayout(holder, 1)
        stack.addLayout(self._below)
        stack.addStretch(1)
        stack.addWidget(self._address)
        return inner

    def _connect(self) -> None:
        for card in self.games.cards.values():
            card.play.connect(self.play_requested)
            card.share.connect(self.share_requested)
            card.invite.connect(self.invite_requested)
            card.learn.connect(self.learn_requested)
        self.tables.create_requested.connect(lambda: self.invite_requested.emit(""))
        self.tables.address_requested.connect(self.address_requested)
        self.tables.doctor_requested.connect(self.doctor_requested)
        self.tables.sit.connect(self._intents.sit)
        self.tables.watch.connect(self._intents.watch)
        self.mine.resume.connect(self.resume_requested)
        self.mine.replay.connect(self.replay_requested)
        self.mine.my_play.connect(self.my_play_requested)
        self._return.resume.connect(self.resume_requested)
        self.menu.clicked.connect(self.menu_requested)
        self.name.renamed.connect(self._intents.rename)
        self.name.refused.connect(lambda why: self.show_notice(why, serious=False))
        self.chat.said.connect(self._intents.say)
        self.my_table.ready.connect(self._intents.ready)
        self.my_table.stand.connect(self.leave_requested)
        self.my_table.chair_removal_requested.connect(self._intents.free_chair)
        self.my_table.seats_closed.connect(self._intents.close_seats)
        self.my_table.invite_only.connect(self._intents.invite_only)
        self.my_table.let_in.connect(self._intents.let_in)
        self.my_table.bot_requested.connect(self.bot_requested)
        self.my_table.bot_removal_requested.connect(self.bot_removal_requested)
        self.my_table.removal_requested.connect(self.removal_requested)
        self.my_table.guest_requested.connect(self.guest_requested)
        self.my_table.phone_requested.connect(self.phone_requested)
        self.my_table.help_requested.connect(self.help_requested)
        self._history.added.connect(self._heard)
        if self.welcome is not None:
            self.welcome.answered.connect(self._answered)

    # --- facts ----------------------------------------------------------------------------------

    def show_lobby(
        self,
        view: LobbyView,
        mine: Set[bytes] = frozenset(),
        coming: Sequence[ComingBot] = (),
        known: Set[bytes] = frozenset(),
    ) -> None:
        """`mine`: the keys of my bots and of who else plays at this laptop; `coming`: bots that do
        not sit yet; `known`: the keys of those with whom I have played last."""
        first = self._view is None
        sat = self._view is not None and self._view.table is not None
        sat_down = view.table is not None and not sat
        self._view = view
        self._take_name()
        self.name.show_name(view.me.name)
        if self.welcome is not None:
            self.welcome.suggest(view.me.name)
        self._show_lasting()
        seated = view.table is not None
        self.tables.show_lobby(view, known)
        self.people.show_lobby(view)
        back = return_offer(view)
        came_back = self._return.show_offer(back)
        rest = tuple(game for game in view.resumable if back is None or game != back[0])
        self.mine.show_saved(rest, view.resumable)
        if view.table:
            self.my_table.show_table(view.table, view, mine, coming)
        self.my_table.setVisible(seated)
        self.games.setVisible(not seated)
        self._show_address(view)
        self._show_side()
        self._fit()
        if sat_down:
            self.my_table.ready_button.setFocus()
        elif first or (came_back and self.welcome is None):
            self.focus_first()
        if first or came_back or sat != seated:
            self._scroll_to_top()

    def _scroll_to_top(self) -> None:
        """The news stands at the top; lists beneath it still grow."""
        for delay_ms in (0, SETTLED_MS):
            QTimer.singleShot(delay_ms, self, lambda: self._scroll.verticalScrollBar().setValue(0))

    def focus_first(self) -> None:
        """The keyboard goes to what one most likely wants: the first launch's question, back to a
        game, or the first game."""
        if self.welcome is not None:
            self.welcome.edit.setFocus()
            self.welcome.edit.selectAll()
        elif self.return_card is not None:
            self.return_card.button.setFocus()
        elif self.my_table.isVisibleTo(self):
            self.my_table.ready_button.setFocus()
        else:
            next(iter(self.games.cards.values())).play_button.setFocus()

    def show_notice(self, text: str, *, serious: bool = True, lasting: bool = False) -> None:
        """A sentence across the page; "" for none. It goes by itself, unless it is `lasting`: told
        of what goes on."""
        self.notice.setText(text)
        look(self.notice, "warning" if serious else "notice")
        self.notice.setVisible(bool(text))
        if text and not lasting:
            self._notice_over.start(SERIOUS_MS if serious else NOTICE_MS)
        else:
            self._notice_over.stop()

    def _show_lasting(self) -> None:
        """Show what hinders others from being found, or that somebody has my name, once I was asked
        for one; it goes with its cause."""
        view = self._view
        named = view is not None and self.welcome is None
        told = (view.discovery or (view.namesake if named else None)) if view is not None else None
        text = str(told or "")
        if text != self._lasting:
            if text or self.notice.text() == self._lasting:
                self.show_notice(text, lasting=True)
            self._lasting = text

    @property
    def talks(self) -> bool:
        """True if the chat is in sight."""
        return not self._side.isHidden()

    def show_past(self, games: tuple[PastGame, ...]) -> None:
        self.mine.show_past(games, self._view.me.key if self._view else b"")
        self._fit()

    def _show_address(self, view: LobbyView) -> None:
        own = ", ".join(view.addresses[:2])
        words = _("If others can't find you, they can join by this address: {own}").format(own=own)
        self._address.setText(words if own else "")
        self._address.setVisible(bool(own))

    def _show_side(self) -> None:
        """Chat and people are there while there is anybody to talk to, or something was said; the
        lines once there are any."""
        view = self._view
        company = view is not None and bool(people_here(view))
        visible = company or any(line.key for line in self._history.lines)
        told = bool(self._history.lines)
        self.chat.list.setVisible(told)
        for place, stretch in ((1, told), (2, not told)):
            self._beside.setStretch(place, int(stretch))
        if visible == self._side.isHidden():
            self._side.setVisible(visible)

    def _heard(self) -> None:
        self._show_side()
        self._fit()

    def _take_name(self) -> None:
        """Asks for the name of the first launch, once there is somebody to ask."""
        if self._view is not None and self._rename:
            name, self._rename = self._rename, ""
            if name != self._view.me.name:
                self._intents.rename(name)

    def _answered(self, name: str) -> None:
        card, self.welcome = self.welcome, None
        if card is not None:
            card.hide()
            card.deleteLater()
            self._titles.show()
            self.name.show()
        self._rename = name
        self._take_name()
        self._show_lasting()
        self.welcomed.emit()
        self._fit()
        self.focus_first()

    # --- the room there is ----------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        self._side.setFixedWidth(SIDE_SMALL if self.width() <= SMALL_TO else SIDE)
        side = 0 if self._side.isHidden() else self._side.width() + 18
        wide = min(self.width(), WIDE_MAX) - side
        beside = wide >= BESIDE_FROM and not self.mine.isHidden()
        direction = QBoxLayout.Direction
        self._below.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self.my_table.fit(wide - 54)
        offered = not self._return.isHidden()
        taken = self._return.sizeHint().height() + SPACE if offered else 0
        self.games.fit(max(96, self.height() - BELOW_PICTURES - taken))
