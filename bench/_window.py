"""A table in a window, in a process of its own that prints its figures: `python -m
bench._window frames|idle|memory|phones`.

`frames GAME`: CPU milliseconds a frame while pieces move. `idle`: per cent of one core at a table
where nothing moves, visible and then hidden, without the network's heartbeats. `memory`: MiB after
a game of each kind. `phones GAME COUNT`: what a step costs where so many guests play by their
phones. All moves are scripted, so only the window is measured.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from camelnet_gui.startup.launch import PIXMAP_CACHE_KIB
from camelnet_gui.style.theme import LIGHT, dress
from camelnet_gui.together.phone_table import PhoneTable
from camelnet_gui.together.phones import packed
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from camelnet.guests.screen import Act
from camelnet.session.api.facts import TableChanged
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.driver import HeadlessDriver, RecordingIntents
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

GAMES: dict[str, Callable[[], ScriptedGame]] = {
    "camelup": ScriptedCamelUp,
    "cards": ScriptedCards,
    "targui": ScriptedTargui,
}
WIDE, HIGH = 1440, 900
FRAMES = 240  # painted at least
IDLE_S = 8.0
STEPS = 60  # of a game by phone
PHONE = Act("hello", width=390, height=760, ratio=3.0)
SETUP = 40  # steps that are over before the frames are counted
MOVING = 8  # frames of a step in which something goes far


class FrameCounter(QObject):
    """Counts the frames that a viewport paints."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.count += 1
        return False


def wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()


def seat(driver: HeadlessDriver, script: ScriptedGame) -> None:
    driver.window.take(TableChanged(script.view()))
    wait(0.2)


def frames(game: str) -> dict[str, float]:
    """CPU milliseconds a frame, while steps of a game are shown with their motions."""
    driver, script = _window(), GAMES[game]()
    driver.window._settings.speed = "normal"
    seat(driver, script)
    page = driver.window.table
    assert page is not None
    counter = FrameCounter()
    page.board.viewport().installEventFilter(counter)
    for step in script.play(lambda _position: False):
        driver.window.take(step)
        if step.index >= SETUP:
            break
    seat(driver, script)
    wait(1.0)
    painted, spent_s = 0, 0.0
    for step in script.play(lambda _position: False, replayed=False):
        counter.count, begun_s = 0, time.process_time()
        driver.window.take(step)
        while page.pacer.moving:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if counter.count >= MOVING:  # else nothing went far
            painted += counter.count
            spent_s += time.process_time() - begun_s
        while page.overlay.page is not None and page.overlay.main is not None:
            page.overlay.main.click()
            wait(0.05)
        if painted >= FRAMES:
            break
    driver.close()
    return {"ms": spent_s * 1000 / max(1, painted), "frames": painted}


def idle() -> dict[str, float]:
    """Per cent of one core, visible and hidden, a while after the last motion."""
    driver, script = _window(), ScriptedCamelUp()
    driver.window._settings.speed = "normal"
    seat(driver, script)
    for step in script.play(lambda _position: False):
        driver.window.take(step)
        if step.index > 30 and script.position.turn == script.me:
            break
    seat(driver, script)
    wait(4.0)
    visible = _share()
    driver.window.hide()
    wait(1.0)
    hidden = _share()
    driver.close()
    return {"visible": visible, "hidden": hidden}


def memory() -> dict[str, float]:
    """MiB of this process at the most, through a whole game of each kind."""
    driver = _window()
    for make in GAMES.values():
        script = make()
        seat(driver, script)
        for step in script.play(lambda _position: False):
            driver.window.take(step)
        seat(driver, script)
        wait(0.5)
        driver.window._leave_table()
        wait(0.5)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    driver.close()
    return {"MiB": used}


def phones(game: str, count: str) -> dict[str, float]:
    """For a step: processor milliseconds of the window's thread for all phones, the longest that it
    was held at one time, those of the thread that packs the pictures, and bytes for one phone."""
    driver, script = _window(), GAMES[game]()
    holder = QObject()
    tables = [
        PhoneTable(script.view(), RecordingIntents(), driver.window._settings, holder)
        for _n in range(int(count))
    ]
    window_s = packing_s = longest_s = 0.0
    sent = steps = 0
    for step in script.play(lambda _position: False, replayed=False):
        steps += 1
        for table in tables:
            begun_s = time.thread_time()
            table.page.take(step)
            table.page.update_view(script.view())
            table.page.pacer.skip()
            if table.page.scores.button is not None:
                table.page.scores.button.click()
            screen, image = table.read(PHONE)
            spent_s = time.thread_time() - begun_s
            window_s, longest_s = window_s + spent_s, max(longest_s, spent_s)
            begun_s = time.thread_time()
            sent += len(screen.to_json().encode()) + len(packed(image))
            packing_s += time.thread_time() - begun_s
        if steps == STEPS:
            break
    driver.close()
    return {
        "window": window_s * 1000 / steps,
        "longest": longest_s * 1000,
        "packing": packing_s * 1000 / steps,
        "kB": sent / 1000 / steps / len(tables),
    }


def _share() -> float:
    begun_s, at_s = time.process_time(), time.monotonic()
    wait(IDLE_S)
    return 100 * (time.process_time() - begun_s) / (time.monotonic() - at_s)


def _window() -> HeadlessDriver:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    QPixmapCache.setCacheLimit(PIXMAP_CACHE_KIB)
    dress(app, LIGHT)
    folder = Path(tempfile.mkdtemp(prefix="camelnet-bench-"))
    return HeadlessDriver(folder, wide=WIDE, high=HIGH)


if __name__ == "__main__":
    what, *game = sys.argv[1:]
    modes: dict[str, Callable[..., dict[str, float]]] = {
        "frames": frames,
        "idle": idle,
        "memory": memory,
        "phones": phones,
    }
    figures = modes[what](*game)
    print(json.dumps(figures), flush=True)
