"""The application object and everything that lives as long as it does."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import shuffle
from typing import TYPE_CHECKING

from platformdirs import user_state_path
from PySide6.QtCore import QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from camelnet.bots import troubles as bot_troubles
from camelnet.i18n import N_, Message, message
from camelnet.record.profile import Profile, ProfileError
from camelnet.session.api.facts import Fact, LobbyChanged, Noticed
from camelnet.session.peer.node import Node
from camelnet.session.text.table_names import free_name
from camelnet_gui.backend.bridge import Bridge, MakeNode
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.learn.page import LearnPage
from camelnet_gui.lobby.resume_offer import ResumeOffer, RunningMark
from camelnet_gui.lobby.table_settings import TableSettings
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.dialog import SettingsDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.sound.cue import Sound
from camelnet_gui.sound.player import SoundPlayer
from camelnet_gui.startup.before_window import (
    SCALE,
    make_app,
    open_profile,
    profile_in_spite_of,
)
from camelnet_gui.startup.crash import CrashDialogs, CrashLog
from camelnet_gui.startup.language import AppLanguage
from camelnet_gui.startup.launch import (
    FAILED,
    PIXMAP_CACHE_KIB,
    OpenTable,
    WatchTable,
    speak,
    told_the_other,
)
from camelnet_gui.style.theme import choose_theme, dress
from camelnet_gui.system.garbage import GarbageCollector
from camelnet_gui.system.handover import Request
from camelnet_gui.system.instance_server import InstanceServer
from camelnet_gui.system.network_interfaces import address_of
from camelnet_gui.table.first_words import FirstWords
from camelnet_gui.table.page import TablePage
from camelnet_gui.table.table_sounds import StepSounds, TableSounds
from camelnet_gui.table.turn_notifier import TurnNotifier

if TYPE_CHECKING:
    from camelnet_gui.replay.screen import ReplayScreen

_AWAY = N_("The network {name} is not connected, so the app uses all networks (see Settings).")


class Application:
    """Wires a window to a node. Tests make one with a node of their own."""

    def __init__(
        self,
        app: QApplication,
        *,
        make_node: MakeNode,
        settings: Settings,
        bots: LocalBots,
        interface: str | None = None,
        table: OpenTable | None = None,
        records: Path | None = None,
        language: AppLanguage | None = None,
        mark: RunningMark | None = None,
    ) -> None:
        """`records`: the folder of past games; None for the profile's own."""
        self._app = app
        self._language = language or AppLanguage(app)
        self._settings = settings
        self._table = table
        self._dial: tuple[str, int] | None = None  # an address to be dialled at first
        self.bots = bots
        self.bridge = Bridge(make_node)
        self.intents = self.bridge.intents()
        dress(app, choose_theme(settings.theme))
        self.window = MainWindow(
            intents=self.intents,
            settings=settings,
            bots=bots,
            interface=interface,
            records=records,
        )
        self.player = SoundPlayer(settings)
        self.notifier = TurnNotifier(self.window, settings)
        self.window.table_entered.connect(self._table_entered)
        self.window.replays.screen_opened.connect(self._replay_opened)
        self.window.learn.opened.connect(self._tutorial_opened)
        self.window.table_left.connect(lambda: self.player.set_outdoors(False))
        self.window.settings.language_changed.connect(self._speak)
        self.window.settings.opened.connect(self._settings_opened)
        self._mark = mark
        self.resume_offer: ResumeOffer | None = None
        if mark is not None:
            self.resume_offer = ResumeOffer(self.window, mark)
            self.resume_offer.accepted.connect(self._resume)
            self.window.table_entered.connect(lambda page: mark.note(page.model.view.games[0]))
            self.window.table_left.connect(lambda: mark.note(b""))
        self.bridge.fact.connect(self._take)
        self.bridge.failed.connect(self.window.show_failure)

    def start(self, troubles: Sequence[Message] = (), news: Sequence[Message] = ()) -> None:
        """Show the window first, with what there is to tell, then reach for the network. `news` are
        less serious than `troubles`."""
        self.window.show()
        for told in news:
            self.window.take(Noticed(told, False))
        for trouble in troubles:
            self.window.take(Noticed(trouble, True))
        self.bridge.start()

    def watch(self, wanted: WatchTable) -> None:
        """Show a table on a big screen, now or as soon as it is there."""
        if wanted.address is not None:
            self._dial = wanted.address
        self.window.big_screen.await_table(wanted.table, wanted.game)

    def serve(self, request: Request) -> None:
        """Do as a second start asks: the window in front, with its file."""
        if request.file is not None:
            self.window.replays.open(request.file)
        if request.token:  # Qt reads it when a window asks to become active
            os.environ["XDG_ACTIVATION_TOKEN"] = request.token
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        if not self.window.isActiveWindow():
            self._app.alert(self.window)  # where the desktop lets no window come by itself

    def stop(self) -> None:
        """Leave the network in order and send my bots home, all at the same time and bounded in it.
        The window goes first: nobody has to watch."""
        self.window.hide()
        self.bots.leave()
        self.bridge.leave()
        self.player.leave()
        self.window.local_players.guests.leave()
        self.window.local_players.close()
        self.player.close()
        self.notifier.close()
        self.bridge.stop()
        self.bots.close()
        if self._mark is not None:
            self._mark.clear()

    def _replay_opened(self, screen: ReplayScreen) -> None:
        sounds = StepSounds(screen, screen.model.film.game, self.player, self._settings)
        screen.step_began.connect(sounds.begin)
        screen.step_shown.connect(sounds.show)

    def _tutorial_opened(self, page: LearnPage) -> None:
        page.table_made.connect(self._hear)
        if page.table is not None:
            self._hear(page.table)

    def _hear(self, page: TablePage) -> None:
        TableSounds(page, self.player, self._settings)

    def _table_entered(self, page: TablePage) -> None:
        self._hear(page)
        FirstWords(page, self._settings)
        self.player.set_outdoors(True)
        self.notifier.follow(page)

    def _speak(self) -> None:
        self._language.choose(self._settings.language)
        self.window.retranslate()
        if self._language.trouble is not None:
            self.window.take(Noticed(self._language.trouble, True))

    def _settings_opened(self, dialog: SettingsDialog) -> None:
        """The dialog says why there is silence, and lets the volume be heard."""

        def tell() -> None:
            dialog.show_silence(self.player.trouble)

        self.player.changed.connect(tell)
        dialog.finished.connect(lambda: self.player.changed.disconnect(tell))
        dialog.sound_tried.connect(lambda: self.player.play(Sound.COIN))
        self.player.look()
        tell()

    def _take(self, fact: Fact) -> None:
        if isinstance(fact, LobbyChanged) and self._dial is not None:
            address, self._dial = self._dial, None
            self.intents.connect(*address)
        self.window.take(fact)
        if isinstance(fact, LobbyChanged) and self._table is not None:
            wish, self._table = self._table, None
            self.window.open_table(
                TableSettings(
                    name=wish.table or free_name(self.window.home.taken(), shuffle),
                    game=wish.game,
                    seats=wish.seats,
                    options=wish.options,
                    bots=wish.bots,
                    level=wish.level,
                    style=wish.style,
                    strict=wish.strict,
                    aids=wish.aids,
                    at_once=wish.bots == wish.seats - 1,  # nobody else has to be waited for
                )
            )
        if isinstance(fact, LobbyChanged) and self.resume_offer is not None:
            self.resume_offer.take(fact.lobby)

    def _resume(self, game_id: bytes) -> None:
        self.window.lobby.resume_requested.emit(game_id)

    @classmethod
    def launch(
        cls,
        *,
        profile: Path | None,
        name: str,
        interface: str | None,
        port: int,
        record_dir: Path | None,
        table: OpenTable | None,
        replay: Path | str | None = None,
        watch: WatchTable | None = None,
        request: Request | None = None,
    ) -> int:
        """Run until the window closes. Returns the exit code. `request` is for an app that runs
        already, if there is one and it could serve."""
        mine, trouble = None, None
        speak("")
        try:
            mine = open_profile(profile, request)
        except ProfileError as error:
            trouble = error
        if mine is None and trouble is None:
            return told_the_other()
        if mine is not None:
            _set_scale(mine)
        app = make_app()
        if trouble is not None:
            mine = profile_in_spite_of(trouble)
        if mine is None:
            return FAILED
        settings = Settings(mine.path)
        speak(settings.language)
        QPixmapCache.setCacheLimit(PIXMAP_CACHE_KIB)
        language = AppLanguage(app)
        language.choose(settings.language)
        crashes = CrashLog(user_state_path("camelnet", appauthor=False))
        crashes.install()
        GarbageCollector(app)

        troubles = [told for told in (settings.trouble, language.trouble) if told is not None]
        if interface is None and settings.interface:
            interface = address_of(settings.interface)
            if interface is None:
                troubles.append(message(_AWAY, name=settings.interface))

        mark = RunningMark(mine.path)

        def make_node(listener: Callable[[Fact], None]) -> Node:
            return Node(
                profile=mine,
                name=name,
                interface=interface,
                port=port,
                record_dir=record_dir,
                listener=listener,
            )

        this = cls(
            app,
            make_node=make_node,
            settings=settings,
            bots=LocalBots(mine.path),
            interface=interface,
            table=table,
            records=record_dir,
            language=language,
            mark=mark,
        )
        CrashDialogs(crashes, this.window).crashed.connect(mark.keep)
        second_starts = InstanceServer(mine.path)
        second_starts.asked.connect(this.serve)
        app.file_opened.connect(lambda path: this.serve(Request(path)))
        try:
            with _signals(app):
                this.start(troubles, bot_troubles())
                if replay is not None:
                    this.window.replays.open(replay)
                if watch is not None:
                    this.watch(watch)
                return app.exec()
        finally:
            second_starts.close()
            this.stop()
            crashes.close()
            mine.close()
            language.close()


def _set_scale(profile: Profile) -> None:
    """The size of everything, which Qt reads when the application is made; at 100 % the desktop's
    font decides."""
    size = Settings(profile.path).size
    if size != 100:
        os.environ.setdefault(SCALE, str(size / 100))


@contextlib.contextmanager
def _signals(app: QApplication) -> Iterator[None]:
    """Ctrl-C and a polite kill close the app in order, at once and without polling."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        yield
        return
    reader, writer = socket.socketpair()
    reader.setblocking(False)
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno())
    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)
    handlers = {
        # Posted, for before the event loop runs Qt forgets it.
        number: signal.signal(number, lambda *_ignored: QTimer.singleShot(0, app.quit))
        for number in (signal.SIGINT, signal.SIGTERM)
    }

    def woken() -> None:
        with contextlib.suppress(BlockingIOError):
            reader.recv(64)  # running any Python lets the handler run

    notifier.activated.connect(woken)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        reader.close()
        writer.close()
