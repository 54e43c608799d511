"""The one window: the home page, and a table in its place while I am at one. It deals out the
facts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QMainWindow,
    QMenu,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from camelnet.doctor.system import System
from camelnet.i18n import Message, _
from camelnet.record.profile import RECORDS
from camelnet.rules.phrases import reason
from camelnet.session.api.facts import (
    ChatSaid,
    Fact,
    LobbyChanged,
    LobbyView,
    LuckShown,
    Noticed,
    Phase,
    Stepped,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.api.intents import Intents
from camelnet.session.text import words as session_words
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.doctor.controller import DoctorController
from camelnet_gui.games import has_lesson, playable
from camelnet_gui.learn.controller import LearnController
from camelnet_gui.lobby.home import Home
from camelnet_gui.lobby.page import HomePage
from camelnet_gui.lobby.table_settings import TableSettings
from camelnet_gui.my_play.controller import MyPlay
from camelnet_gui.replay.model import film_of_table
from camelnet_gui.replay.opener import ReplayOpener
from camelnet_gui.replay.recap_show import RecapShow
from camelnet_gui.rulebook.opener import RulebookOpener
from camelnet_gui.settings.controller import SettingsController
from camelnet_gui.settings.dialog import MOTION_WORDS, THEME_WORDS
from camelnet_gui.settings.store import Settings
from camelnet_gui.system.garbage import LeftMemory
from camelnet_gui.system.keep_awake import KeepAwake
from camelnet_gui.table.bot_moods import BotMoods
from camelnet_gui.table.page import TablePage
from camelnet_gui.together.big_screen import BigScreen
from camelnet_gui.together.guests import Guests
from camelnet_gui.together.local_players import LocalPlayers
from camelnet_gui.widgets import accessible_roles
from camelnet_gui.widgets.dialogs import (
    AboutDialog,
    CodeDialog,
    Question,
    Telling,
)
from camelnet_gui.widgets.enter_key import EnterKey
from camelnet_gui.widgets.pointing import game_pointed_at
from camelnet_gui.widgets.room import Room, lay_out, screen_room

TITLE = "camelnet"
SIZE = QSize(1400, 850)
LEAST = QSize(956, 520)  # 960 by 560 with a title bar
EARLY_MAX = 5000  # steps that may come before the first view of their table


class MainWindow(QMainWindow):
    """Give it every fact in order with `take`."""

    table_entered = Signal(object)  # the `TablePage` of a game that is on the screen now
    table_left = Signal()

    def __init__(
        self,
        *,
        intents: Intents,
        settings: Settings,
        bots: LocalBots,
        interface: str | None = None,
        records: Path | None = None,
    ) -> None:
        """`records`: the folder of past games; None for the profile's own."""
        super().__init__()
        self._intents = intents
        self._settings = settings
        records = records or settings.path.parent / RECORDS
        self._lobby_view: LobbyView | None = None
        self._early: deque[Stepped] = deque(maxlen=EARLY_MAX)
        self.chat = ChatHistory(self)
        self.setWindowTitle(TITLE)
        EnterKey(self)
        accessible_roles.install()
        self.setMinimumSize(LEAST.boundedTo(screen_room(self)))
        self.pages = QStackedWidget()
        self.setCentralWidget(Room(self.pages, LEAST))
        guests = Guests(settings.path.parent, interface)
        self.home = Home(
            intents=intents,
            settings=settings,
            bots=bots,
            chat=self.chat,
            interface=interface,
            records=records,
            known_guests=guests.known,
            parent=self,
        )
        self.table: TablePage | None = None
        self.my_play = MyPlay(
            self,
            self.pages,
            profile=settings.path.parent,
            records=records,
            free=self._plays_no_game,
        )
        self.my_play.left.connect(self.home.come_back)
        self._before_big = Qt.WindowState.WindowNoState
        self._awake = KeepAwake()
        self.big_screen = BigScreen(self.pages)
        self.big_screen.entered.connect(self._fill_screen)
        self.big_screen.left.connect(self._leave_big_screen)
        self.big_screen.watch_requested.connect(intents.watch)
        self.local_players = LocalPlayers(self.pages, guests, intents, settings)
        self.home.host.guest_wanted.connect(self.local_players.add)
        self.local_players.changed.connect(self._show_lobby)
        self.local_players.noticed.connect(self.take)
        self.local_players.failed.connect(lambda why: self.take(Noticed(why, True)))
        self.doctor = DoctorController(self, self.pages, settings, interface)
        self.doctor.address_requested.connect(self.home.ask_for_address)
        self.doctor.left.connect(self.home.come_back)
        self._show_home(self.home.page)
        self.pages.setCurrentWidget(self.lobby)
        LeftMemory(self.pages, lambda: self.lobby)
        self.settings = SettingsController(self, settings)
        self.settings.applied.connect(self.apply_settings)
        self.settings.renamed.connect(intents.rename)
        self.rules = RulebookOpener(self)
        self.learn = LearnController(self.pages, settings)
        self.learn.rules_requested.connect(self.rules.open_at)
        self.learn.play_requested.connect(self.home.ask_to_play)
        QShortcut(QKeySequence("F1"), self, self._show_pointed_rules)
        self.replays = ReplayOpener(
            self, self.pages, settings, records, self._my_key, home=self._ground
        )
        self.replays.left.connect(self.home.come_back)
        self.replays.screen_opened.connect(
            lambda screen: screen.my_play_requested.connect(self.my_play.open)
        )
        QShortcut(QKeySequence("F11"), self, self.toggle_big_screen)
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        else:
            self.resize(SIZE.boundedTo(screen_room(self)))
        self.lobby.focus_first()

    def _show_home(self, page: HomePage) -> None:
        """Put the home page in its place, the first."""
        self.lobby = page
        self.pages.insertWidget(0, page)
        self.lobby.guest_requested.connect(self.local_players.ask)
        self.lobby.phone_requested.connect(self.local_players.ask_phones)
        self.lobby.doctor_requested.connect(self.doctor.open)
        self.lobby.my_play_requested.connect(self.my_play.open)
        self.lobby.menu_requested.connect(lambda: self._open_menu(self.lobby.menu))
        self.lobby.removal_requested.connect(self.local_players.remove)
        self.lobby.resume_requested.connect(self._bring_back)
        self.lobby.learn_requested.connect(self.show_tutorial)
        self.lobby.replay_requested.connect(lambda path: self.replays.open(path))

    def retranslate(self) -> None:
        """Make every page anew, in the language that is spoken now."""
        self.learn.leave()
        self.replays.close()
        self.doctor.leave()
        self.my_play.leave()
        self.rules.retranslate()
        before, home = self.lobby, self.home.make_page()
        self._show_home(home)
        if self.pages.currentWidget() is before:
            self.pages.setCurrentWidget(home)
        self.pages.removeWidget(before)
        before.deleteLater()
        if self.table is not None:
            model = self.table.model
            self._enter_table(model.view)
            for step in model.steps:
                self.table.take(replace(step, replayed=True))
            self.table.update_view(model.view)

    # --- facts ----------------------------------------------------------------------------------

    def take(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby):
                self._take_lobby(lobby)
            case TableChanged():
                self._take_table(fact)
            case Stepped():
                if self.table and fact.game_id in self.table.model.view.games:
                    self.table.take(fact)
                else:
                    self._early.append(fact)
            case ChatSaid():
                said = self.local_players.heard(fact)
                self.chat.say(said)
                if self.table:
                    self.table.chat(said)
            case Noticed(message, serious):
                if self.table:
                    self.table.notice(reason(message), serious=serious)
                else:
                    self.home.tell(reason(message), serious=serious)
            case LuckShown():
                if self.table and fact.game_id in self.table.model.view.games:
                    self.table.fairness.show_audit(fact)
            case TableLeft(game_id):
                if self.table and game_id in self.table.model.view.games:
                    self.local_players.leave()
                    self._leave_table()
        if page := self.pages.currentWidget():
            lay_out(page)

    def _take_lobby(self, view: LobbyView) -> None:
        self._lobby_view = view
        self._show_lobby()
        self.doctor.take(view)
        self.my_play.know(view.me.key)
        self.local_players.take_lobby(view)
        self.big_screen.take_lobby(view)

    def _take_table(self, fact: TableChanged) -> None:
        view = self.local_players.take_table(fact.table)
        if self.table is None or not session_words.goes_on(self.table.model.view, view):
            self._enter_table(view)
        assert self.table is not None
        if self._early:
            self._take_early(self.table, view)
        self.table.update_view(view)

    def _show_title(self) -> None:
        if self.table is not None:
            model = self.table.model
            turn = "● " if model.my_turn else ""
            self.setWindowTitle(f"{turn}{model.view.name} - {TITLE}")

    def _show_lobby(self) -> None:
        if self._lobby_view:
            view = self.local_players.others(self._lobby_view)
            self.home.take(view, self.local_players.keys)

    def _enter_table(self, view: TableView) -> None:
        self.replays.close()
        if self.table is not None:
            self._leave_table()
        page = self.table = TablePage(
            view,
            intents=self.local_players.intents,
            settings=self._settings,
            chat=self.chat,
        )
        self.local_players.enter(page)
        page.title_changed.connect(self._show_title)
        page.leave_requested.connect(self._ask_to_leave)
        page.otherwise_requested.connect(lambda: self.home.play_otherwise(page.model.view))
        page.result_made.connect(self.home.show_result)
        self.home.met(view)
        page.replay_requested.connect(lambda: self.replays.open(film_of_table(page.model)))
        page.panel.menu_requested.connect(lambda: self._open_menu(page.panel.menu))
        page.partition_requested.connect(self._ask_to_go_apart)
        page.panel.code_requested.connect(self._show_code)
        page.panel.big_screen_requested.connect(self.toggle_big_screen)
        RecapShow(page, self._settings)
        BotMoods(page, self._settings)
        self.pages.addWidget(page)
        if self.big_screen.on and view.me is None:
            self.big_screen.show_page(page)
        else:
            self.big_screen.leave()
            self.pages.setCurrentWidget(page)
            page.setFocus()
        self.table_entered.emit(page)

    def _take_early(self, page: TablePage, view: TableView) -> None:
        """The steps that came before the first view of their game, or of a fork."""
        early, self._early = self._early, deque(maxlen=EARLY_MAX)
        for step in early:
            if step.game_id in view.games:
                page.take(step)

    def _leave_table(self) -> None:
        page, self.table = self.table, None
        if page is not None:
            self.replays.close()
            self.pages.setCurrentWidget(self.lobby)
            self.pages.removeWidget(page)
            page.deleteLater()
            self.home.come_back()
            if self.big_screen.on:
                self.big_screen.wait()
            self.table_left.emit()
        self.setWindowTitle(TITLE)

    def _plays_no_game(self) -> bool:
        return self.table is None or self.table.model.view.phase in (Phase.OVER, Phase.STOPPED)

    def _ground(self) -> QWidget:
        """The page that all others lie over."""
        return self.table or self.lobby

    def _my_key(self) -> bytes | None:
        return self._lobby_view.me.key if self._lobby_view else None

    def show_failure(self, why: Message) -> None:
        """The network is not there; the app stays open so that it can be read."""
        self.lobby.show_notice(str(why), lasting=True)
        Telling(_("The network is unavailable"), str(why), self).open()

    # --- what is asked for ----------------------------------------------------------------------

    def open_table(self, wish: TableSettings) -> None:
        """Open a table; its bots come as soon as it stands in the lobby."""
        self.home.host.open(wish)

    def _bring_back(self, game_id: bytes) -> None:
        """The people at this laptop go on with an unfinished game as I do."""
        for saved in self._lobby_view.resumable if self._lobby_view else ():
            if saved.game_id == game_id:
                self.local_players.bring_back(saved)

    def _ask_to_leave(self) -> None:
        page = self.table
        if page is None:
            return
        view = page.model.view
        if view.me is None or view.phase in (Phase.OVER, Phase.STOPPED):
            self._intents.stand()
            self.home.host.dismiss()
            return
        question = Question(
            _("Leave the table?"),
            _(
                "The others will wait for you, or continue with a ghost in your seat. The game "
                "is saved: you can return to it from the lobby and take the same seat."
            ),
            yes=_("Leave"),
            parent=self,
        )
        question.accepted.connect(self._intents.stand)
        question.open()

    def _ask_to_go_apart(self) -> None:
        if self.table is None:
            return
        question = Question(
            _("Play on without those who are away?"),
            session_words.apart_means(self.table.model.view),
            yes=_("Play on"),
            parent=self,
        )
        question.accepted.connect(self._intents.go_on_apart)
        question.open()

    # --- the menu -------------------------------------------------------------------------------

    def _open_menu(self, under: QPushButton) -> None:
        menu = self.make_menu(under)
        left = under.width() - menu.sizeHint().width()  # so that it stays inside the window
        menu.popup(under.mapToGlobal(QPoint(left, under.height())))

    def make_menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(_("How to play…"), self._show_rules)
        if has_lesson(self._game_at_hand()):
            menu.addAction(_("Tutorial…"), lambda: self.show_tutorial(self._game_at_hand()))
        menu.addAction(_("Watch a recorded game…"), self.replays.ask)
        if self.table is None:
            menu.addAction(_("My play…"), self.my_play.open)
            menu.addAction(_("Why don't I see them?"), self.doctor.open)
        if self.table is not None:
            menu.addAction(_("Fair game…"), self.table.fairness.open)
            menu.addAction(_("Table code…"), self._show_code)
        if self.local_players.phones.visits:
            menu.addAction(_("Players on phones…"), self.local_players.ask_phones)
        menu.addSeparator()
        speeds = menu.addMenu(_("Animations"))
        self._choices(speeds, MOTION_WORDS, self._settings.motion, self._set_speed)
        themes = menu.addMenu(_("Colours"))
        self._choices(themes, THEME_WORDS, self._settings.theme, self._set_theme)
        menu.addAction(_("Settings…"), self._show_settings)
        menu.addAction(_("About camelnet…"), self._show_about)
        menu.addSeparator()
        if self.table is not None:
            menu.addAction(_("Leave the table…"), self._ask_to_leave)
        menu.addAction(_("Quit"), self.close)
        return menu

    def _choices(
        self,
        menu: QMenu,
        words: Mapping[str, str],
        now: str,
        choose: Callable[[str], None],
    ) -> None:
        group = QActionGroup(menu)
        for key, word in words.items():
            action = menu.addAction(_(word))
            action.setCheckable(True)
            action.setChecked(key == now)
            action.triggered.connect(lambda _c=False, key=key: choose(key))
            group.addAction(action)

    def _set_speed(self, speed: str) -> None:
        self._settings.speed = speed

    def _set_theme(self, theme: str) -> None:
        self._settings.theme = theme

    def apply_settings(self) -> None:
        """Bring the pages in line with the settings."""
        if self.table:
            self.table.apply_settings()
        if self.learn.page:
            self.learn.page.apply_settings()
        self.replays.apply_settings()

    def _show_settings(self) -> None:
        self.settings.open(self._lobby_view.me.name if self._lobby_view else "")

    def _show_rules(self) -> None:
        self.rules.open_at(self._game_at_hand())

    def _show_pointed_rules(self) -> None:
        """Opens the rules at what is pointed at, or of the game that is."""
        table = self.learn.page.table if self.learn.page is not None else self.table
        if table is None:
            self.rules.open_at(game_pointed_at(self) or self._game_at_hand())
        else:
            model = table.model
            self.rules.open_pointed(self._game_at_hand(), model.view_model, model.table)

    def show_tutorial(self, game: str) -> None:
        self.learn.open(game, name=self._lobby_view.me.name if self._lobby_view else "")

    def _game_at_hand(self) -> str:
        """The game that is learnt or played, else that of the table where I sit, else the first."""
        if self.learn.game is not None:
            return self.learn.game
        if self.replays.game is not None:
            return self.replays.game
        if self.table is not None:
            return self.table.model.view.position.game
        mine = self._lobby_view.table if self._lobby_view else None
        return mine.game if mine else playable()[0]

    def _show_about(self) -> None:
        AboutDialog(System(), date.today(), self).open()

    def _show_code(self) -> None:
        if self.table:
            CodeDialog(self.table.model.view.code, self).open()

    def toggle_big_screen(self) -> None:
        """A table that I watch fills the screen for all in the room; any other page fills it as it
        is."""
        if self.big_screen.on:
            self.big_screen.leave()
        elif self.table is not None and self.table.model.view.me is None:
            self.big_screen.show_page(self.table)
        else:
            self._toggle_full_screen()

    def _fill_screen(self) -> None:
        self._awake.hold()
        self._before_big = self.windowState()
        self.setWindowState(self.windowState() | Qt.WindowState.WindowFullScreen)

    def _leave_big_screen(self) -> None:
        self._awake.release()
        self.setWindowState(self._before_big)
        self.pages.setCurrentWidget(self._ground())

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._awake.release()
        self.home.close()
        self.doctor.close()
        self.my_play.close()
        self._settings.geometry = self.saveGeometry()
        self._settings.save()
        super().closeEvent(event)
