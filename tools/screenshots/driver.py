"""Drives the app's window without a network: hands facts to it, and records its intents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.aids_controller import AidsController
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QEventLoop, QTimer, QVariantAnimation
from PySide6.QtWidgets import QWidget

from camelnet.rules import Options
from camelnet.session.api.facts import Fact

NAMES = ("Ana", "Ben", "Chloé", "Salim", "Noor", "Amira", "Jo", "Bea")
BOTS = (3, 5, 7)  # their seats in the list of names
SETTLE_MS = 60  # between two looks at a window whose layout may not be finished
LOOKS_MAX = 50
CONFETTI_LEFT_MS = 1800  # before the end of a celebration some is still in the air
AIDS_MS_MAX = 20_000  # limit on waiting for odds or a hint, on a busy machine
CODE = ("harbor", "lemon", "tiger", "canal")


class RecordingIntents:
    """Intents that nobody carries out; keeps all of them in order."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def open_table(
        self,
        *,
        name: str,
        game: str,
        seats: int,
        options: Options,
        strict: bool = False,
        aids: bool = False,
    ) -> None:
        said = [word for word, is_so in (("strict", strict), ("aids", aids)) if is_so]
        self.asked.append(("open_table", name, game, seats, dict(options), *said))

    def sit(self, table_id: bytes) -> None:
        self.asked.append(("sit", table_id))

    def stand(self) -> None:
        self.asked.append(("stand",))

    def ready(self, ready: bool) -> None:
        self.asked.append(("ready", ready))

    def free_chair(self, key: bytes) -> None:
        self.asked.append(("free_chair", key))

    def close_seats(self) -> None:
        self.asked.append(("close_seats",))

    def invite_only(self, only: bool) -> None:
        self.asked.append(("invite_only", only))

    def let_in(self, key: bytes) -> None:
        self.asked.append(("let_in", key))

    def play(self, notation: str) -> None:
        self.asked.append(("play", notation))

    def go_on_without(self, seat: int, wanted: bool = True) -> None:
        self.asked.append(("go_on_without", seat, wanted))

    def go_on_apart(self) -> None:
        self.asked.append(("go_on_apart",))

    def watch(self, table_id: bytes) -> None:
        self.asked.append(("watch", table_id))

    def show_luck(self, index: int) -> None:
        self.asked.append(("show_luck", index))

    def say(self, text: str) -> None:
        self.asked.append(("say", text))

    def again(self) -> None:
        self.asked.append(("again",))

    def connect(self, host: str, port: int) -> None:
        self.asked.append(("connect", host, port))

    def resume(self, game_id: bytes) -> None:
        self.asked.append(("resume", game_id))

    def share_computer(self, computer: Sequence[bytes]) -> None:
        self.asked.append(("share_computer", *computer))

    def rename(self, name: str) -> None:
        self.asked.append(("rename", name))


class HeadlessDriver:
    """One window that takes facts from us, and pictures of it."""

    def __init__(self, folder: Path, *, wide: int, high: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        settings = self.settings = Settings(folder)
        settings.speed, settings.bots_pace = "off", "instant"
        settings.name_asked = True
        self.window = MainWindow(
            intents=RecordingIntents(), settings=settings, bots=LocalBots(Path())
        )
        self.window.resize(wide, high)
        self.window.show()

    def take(self, *facts: Fact) -> None:
        for fact in facts:
            self.window.take(fact)
        pause()

    def capture(self, name: str, widget: QWidget | None = None) -> Path:
        """A picture of the window, or of a dialog, once it stops changing."""
        shown = widget or self.window
        pause(SETTLE_MS)
        picture = shown.grab().toImage()
        for _look in range(LOOKS_MAX):
            pause(SETTLE_MS)
            before, picture = picture, shown.grab().toImage()
            if picture == before:
                break
        path = self.folder / f"{name}.png"
        picture.save(str(path))
        return path

    def close(self) -> None:
        self.window.close()
        self.window.deleteLater()
        pause()


def show_odds(page: TablePage) -> None:
    """Wait until a table with aids shows its odds."""
    assert page.aids is not None
    _wait_for(page.aids, lambda aids: aids.told)


def show_hint(page: TablePage) -> None:
    """Ask for a hint, and wait until it appears."""
    assert page.aids is not None
    page.aids.ask_hint()
    _wait_for(page.aids, lambda aids: bool(aids.advice.text))


def capture_celebration(driver: HeadlessDriver, name: str) -> None:
    """The celebration of a game that is over, with all coins before the podium."""
    page = driver.window.table
    assert page is not None
    page.celebration.begin(page.result.ceremony(), "normal")
    clock = page.celebration.findChild(QVariantAnimation)
    assert clock is not None
    clock.pause()
    clock.setCurrentTime(clock.duration() - CONFETTI_LEFT_MS)
    driver.capture(name)
    page.celebration.skip()


def _wait_for(aids: AidsController, there: Callable[[AidsController], bool]) -> None:
    for _step in range(0, AIDS_MS_MAX, 20):
        if there(aids):
            return
        pause(20)
    raise AssertionError("nothing was found in time")


def pause(milliseconds: int = 40) -> None:
    """Let the application process its events."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
