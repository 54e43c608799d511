"""The app around its window: display, bridge, crash log, settings, languages, pictures."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from camelnet_gui.application import Application
from camelnet_gui.backend.bridge import Bridge
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.settings.store import Settings
from camelnet_gui.startup.crash import CrashLog, make_report
from camelnet_gui.system.display import NoDisplay, choose_platform
from camelnet_gui.widgets.dialogs import Telling
from PySide6.QtCore import QtMsgType, qWarning
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.i18n import message
from camelnet.net.mesh import NetError
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact, LobbyChanged, SavedGame
from camelnet.session.peer.node import Node
from tests.gui.conftest import WindowDriver
from tests.gui.programs import run_python
from tests.patience import LONG_MS
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.lobby import lobby_view


class QuietNode(RecordingIntents):
    """A node without a network that notes the thread in which it is asked."""

    def __init__(self, listener: Callable[[Fact], None], *, failure: Exception | None = None):
        super().__init__()
        self._listener = listener
        self._failure = failure
        self.threads: list[str] = []
        self.stopped = False

    async def start(self) -> None:
        if self._failure:
            raise self._failure
        self._listener(LobbyChanged(lobby_view(full=False)))

    async def stop(self) -> None:
        await asyncio.sleep(0)
        self.stopped = True

    def ready(self, ready: bool) -> None:
        self.threads.append(threading.current_thread().name)
        super().ready(ready)


def test_without_a_display_there_is_a_sentence_and_no_abort() -> None:
    with pytest.raises(NoDisplay, match="No display"):
        choose_platform({}, "linux")
    code = "import sys; from camelnet_gui.app import run; sys.exit(run(profile=None))"
    done = run_python("-c", code, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert "No display" in done.stderr
    assert "Traceback" not in done.stderr


def test_facts_come_up_and_intents_go_down_in_the_nodes_thread(qtbot: QtBot) -> None:
    nodes: list[QuietNode] = []

    def make(listener: Callable[[Fact], None]) -> QuietNode:
        nodes.append(QuietNode(listener))
        return nodes[0]

    bridge = Bridge(make)
    heard: list[str] = []
    bridge.fact.connect(lambda _fact: heard.append(threading.current_thread().name))
    with qtbot.waitSignal(bridge.fact, timeout=LONG_MS):
        bridge.start()
    intents = bridge.intents()
    intents.ready(True)
    qtbot.waitUntil(lambda: bool(nodes[0].asked), timeout=LONG_MS)
    assert nodes[0].asked == [("ready", True)]
    assert nodes[0].threads == ["camelnet-network"]
    assert heard == ["MainThread"]
    bridge.stop()
    assert nodes[0].stopped
    bridge.stop()
    intents.ready(False)
    assert nodes[0].asked == [("ready", True)]


def test_a_network_that_cannot_be_used_is_told_in_a_sentence(qtbot: QtBot) -> None:
    why = message("Port {port} is in use.", port=40111)
    bridge = Bridge(lambda listener: QuietNode(listener, failure=NetError(why)))
    with qtbot.waitSignal(bridge.failed, timeout=LONG_MS) as failed:
        bridge.start()
    assert failed.args == [why]
    bridge.stop()


def test_a_port_in_use_is_told_and_the_window_stays(
    driver: WindowDriver, qtbot: QtBot, tmp_path: Path
) -> None:
    profile = Profile.open(tmp_path / "profile")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        bridge = Bridge(
            lambda listener: Node(
                profile=profile, interface="127.0.0.1", port=port, listener=listener
            )
        )
        bridge.failed.connect(driver.window.show_failure)
        with qtbot.waitSignal(bridge.failed, timeout=LONG_MS):
            bridge.start()
        bridge.stop()
    profile.close()
    assert str(port) in driver.window.lobby.notice.text()
    (telling,) = driver.window.findChildren(Telling)
    assert telling.isVisible()
    telling.accept()


@pytest.mark.slow
def test_a_profile_in_use_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path / "profile")
    done = run_python("-m", "camelnet", "--profile", str(tmp_path / "profile"))
    profile.close()
    assert done.returncode == 1
    assert "in use" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_app_that_is_closed_at_once_stops_cleanly() -> None:
    class Slow(QuietNode):
        async def start(self) -> None:
            await asyncio.sleep(60)

    bridge = Bridge(Slow)
    bridge.failed.connect(lambda why: pytest.fail(str(why)))
    bridge.start()
    bridge.stop()
    bridge.stop()


def quiet_app(qapp: QApplication, folder: Path, **more: object) -> Application:
    """An app on such a node."""
    parts = {"make_node": QuietNode, "settings": Settings(folder), "bots": LocalBots(folder)}
    return Application(qapp, **{**parts, **more})  # type: ignore[arg-type]


def end(app: Application) -> None:
    """No window of it stays to hear what later tests do."""
    app.stop()
    app.window.deleteLater()


@pytest.fixture
def log(tmp_path: Path) -> Iterator[CrashLog]:
    made = CrashLog(tmp_path)
    made.install()
    yield made
    made.close()


def test_a_fault_in_the_networks_thread_reaches_the_crash_log(log: CrashLog, qtbot: QtBot) -> None:
    def break_down(_node: object) -> None:
        raise RuntimeError("a broken saddle")

    bridge = Bridge(QuietNode)
    try:
        with qtbot.waitSignal(bridge.fact, timeout=LONG_MS):
            bridge.start()
        with qtbot.waitSignal(log.crashed, timeout=LONG_MS) as crashed:
            bridge.ask(break_down)
        assert "a broken saddle" in crashed.args[0]
    finally:
        bridge.stop()


def test_a_crash_report_holds_versions_and_trace(log: CrashLog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(log.crashed, timeout=LONG_MS) as crashed:
        try:
            raise RuntimeError("a hump too many")
        except RuntimeError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    (report,) = crashed.args
    assert "a hump too many" in report
    assert "PySide6" in report
    assert "a hump too many" in log.path.read_text(encoding="utf-8")
    assert make_report("x").endswith("x")


def test_what_qt_says_stands_in_the_crash_log(log: CrashLog) -> None:
    qWarning("a strange cushion")
    log.close()
    said = log.path.read_text(encoding="utf-8")
    assert "a strange cushion" in said
    assert QtMsgType.QtWarningMsg.name in said


class Processes:
    """Bots that sleep until their input ends, and the words by which they were started."""

    def __init__(self) -> None:
        self.words: list[list[str]] = []
        self.started: list[subprocess.Popen[bytes]] = []

    def spawn(self, words: Sequence[str], _log: Path) -> subprocess.Popen[bytes]:
        sleep = "import sys; sys.stdin.read()"
        self.words.append(list(words))
        self.started.append(subprocess.Popen([sys.executable, "-c", sleep], stdin=subprocess.PIPE))
        return self.started[-1]


def test_bots_end_with_the_app(tmp_path: Path) -> None:
    processes = Processes()
    bots = LocalBots(tmp_path, processes.spawn)
    for _count in range(2):
        bots.add(table="T", level="greedy", address=None, interface=None, taken=())
    assert len(set(bots.names)) == 2
    bots.close()
    assert bots.names == ()
    assert all(process.poll() is not None for process in processes.started)


def test_my_bots_come_back_to_an_unfinished_game_and_others_do_not(tmp_path: Path) -> None:
    home = tmp_path / "bots" / "app-1"
    profile = Profile.open(home)
    profile.close()
    keys = (b"m" * 32, profile.signer.key, b"o" * 32)
    saved = SavedGame(
        b"g" * 32, "T", "camelup", ("Ana", "Badr", "Zoe"), 9, "", False, keys, ("", "hard", "")
    )
    processes = Processes()
    bots = LocalBots(tmp_path, processes.spawn)
    bots.bring_back(saved, "127.0.0.1")
    bots.bring_back(saved, "127.0.0.1")
    assert bots.names == ("Badr",)
    bots.add(table="T", level="greedy", address=None, interface=None, taken=())
    bots.close()
    back, new = processes.words
    assert back[:3] == ["bot", "--table", "T"]
    assert "--attended" in back, "so it waits for one before it that still leaves"
    assert back[back.index("--level") + 1] == "hard"
    assert back[back.index("--profile") + 1] == str(home)
    assert new[new.index("--profile") + 1] == str(tmp_path / "bots" / "app-2"), "one each"
