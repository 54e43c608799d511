"""Windows in tests: a real `MainWindow` that is told facts by hand and asks nobody."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from camelnet_gui.application import Application
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import LIGHT, dress, style_sheet
from camelnet_gui.system.garbage import collect_garbage
from camelnet_gui.table.page import TablePage
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.record.profile import Profile
from camelnet.review import analysis
from camelnet.rules import Position
from camelnet.session.api.facts import Fact, Stepped, TableChanged
from tests.gui.clicker import click, make_application
from tests.patience import LONG_MS
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.scripted_game import ScriptedGame

HERE = Path(__file__).parent
Until = Callable[[Position], bool]


def to_the_end(_position: Position) -> bool:
    return False


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup() -> Generator[None]:
    """Garbage with Qt objects in it is collected here alone, as in the app."""
    gc.disable()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """Delete what a test has closed: without an event loop it stays, and every new style sheet
    dresses all of it."""
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if nextitem is not None and HERE in nextitem.path.parents:
        collect_garbage()
    else:
        gc.collect()
        gc.enable()


@pytest.fixture(autouse=True)
def _application_for_fonts(qapp: QApplication) -> None:
    """Qt aborts a process that paints words without an application: a worker's first test has one,
    too."""


class Sleeper:
    """Stands in for a bot's process."""

    def __init__(self) -> None:
        self.stdin = None
        self.ended = False

    def poll(self) -> int | None:
        return 0 if self.ended else None

    def terminate(self) -> None:
        self.ended = True

    def wait(self, _seconds: float = 0) -> int:
        return 0


@dataclass
class WindowDriver:
    """A window, what it asked for, and the bots it started."""

    window: MainWindow
    asked: list[tuple[object, ...]]
    settings: Settings
    bots: LocalBots
    spawned: list[Sequence[str]] = field(default_factory=list)

    @property
    def table(self) -> TablePage:
        assert self.window.table is not None
        return self.window.table

    def tell(self, fact: Fact) -> None:
        """Tell the window, and let it settle."""
        self.window.take(fact)
        QApplication.processEvents()

    @property
    def result(self) -> ResultPage:
        page = self.table.overlay.page
        assert isinstance(page, ResultPage)
        return page

    def leave_page(self) -> None:
        """Leave what lies over the board by its button."""
        click(self.table.overlay.main)

    def sit_down(self, script: ScriptedGame) -> None:
        """Show the script's table as it stands."""
        self.window.take(TableChanged(script.view()))

    def play(
        self, script: ScriptedGame, until: Until = to_the_end, *, replayed: bool = True
    ) -> list[Stepped]:
        """Play on in the script, and show the table as it stands then; the steps on the way."""
        steps = list(script.play(until, replayed=replayed))
        for step in steps:
            self.window.take(step)
        self.tell(TableChanged(script.view()))
        return steps

    def play_until_my_turn(self, script: ScriptedGame, *, turns: int = 0) -> None:
        """Play on in the script, all replayed, to my next turn but `turns`."""
        left = turns
        for step in script.play(to_the_end):
            self.window.take(step)
            if script.position.turn == script.me:
                left -= 1
                if left < 0:
                    break
        self.sit_down(script)


@pytest.fixture(autouse=True)
def quick_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances behind a game are searched as briefly as can be."""
    monkeypatch.setattr(analysis, "NODES", {})
    monkeypatch.setattr(analysis, "NODES_OTHERWISE", 12)


@pytest.fixture
def light(qapp: QApplication) -> None:
    """The light theme."""
    if qapp.styleSheet() != style_sheet(LIGHT):  # dressing costs most of a second
        dress(qapp, LIGHT)


@pytest.fixture
def driver(light: None, qtbot: QtBot, tmp_path: Path) -> Iterator[WindowDriver]:
    """A shown window of 1024 by 640 pixels; camels do not walk."""
    intents = RecordingIntents()
    settings = Settings(tmp_path)
    settings.speed, settings.bots_pace = "off", "instant"
    settings.name_asked = True
    spawned: list[Sequence[str]] = []

    def spawn(words: Sequence[str], _log: Path) -> Sleeper:
        spawned.append(words)
        return Sleeper()

    bots = LocalBots(tmp_path, spawn)  # type: ignore[arg-type]
    window = MainWindow(intents=intents, settings=settings, bots=bots)
    qtbot.addWidget(window)
    window.resize(1024, 640)
    with qtbot.waitExposed(window, timeout=LONG_MS):
        window.show()
    yield WindowDriver(window, intents.asked, settings, bots, spawned)
    bots.close()


@pytest.fixture
def application(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Application]:
    """A whole app on a real node on loopback, with its bots as processes."""
    profile = Profile.open(tmp_path / "profile")
    made = make_application(
        qapp, profile, name="Ana", interface="127.0.0.1", records=tmp_path / "records"
    )
    made.start()
    qtbot.waitUntil(lambda: made.window.lobby.name.text() == "Ana", timeout=LONG_MS)
    yield made
    made.window.close()
    made.stop()
    made.window.deleteLater()
    profile.close()
