"""Measures camelnet where nothing happens: processor time, wake-ups and memory of a peer and bots
that wait for a person, and of the app at such a table and on its home page, seen and minimised.

All are the real commands, each a process on loopback, as /proc shows them. The app's window is on
an X server of its own with a window manager; where these are missing, a sentence says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench._figure import figure
from bench._peers import LOOPBACK, TABLE
from bench._processes import (
    Rest,
    children,
    memory_mib,
    resident_mib,
    rest,
    wait_until_quiet,
)
from camelnet.terminal.play import free_port
from tests.display import desktop

BOTS = 3
LEVEL = "hard"
PATIENCE_S = 90.0
WATCHED_S = 20.0
SETTLED_S = 6.0  # after the last that happens, until figures are taken
NEEDS = ("Xvfb", "openbox", "xdotool")
PEER_PERCENT, PEER_WAKES, BOT_MIB = 0.3, 3.0, 45.0
SEEN_PERCENT, UNSEEN_PERCENT = 0.8, 0.2


@contextmanager
def camelnet(home: Path, *words: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command of camelnet with a home of its own, which is ended with this context."""
    home.mkdir(parents=True, exist_ok=True)
    around = {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "LC_ALL": "C.UTF-8", **more}
    for name in ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH"):
        if name in os.environ:
            around[name] = os.environ[name]
    process = subprocess.Popen(
        [sys.executable, "-m", "camelnet", *words],
        env=around,
        stdin=subprocess.PIPE,  # held open: nobody types, and nobody has gone either
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def without_window(home: Path) -> list[dict[str, Any]]:
    """A person's peer without a window, who thinks, and three bots, each a process."""
    port = free_port(LOOPBACK)
    with ExitStack() as stack:
        seats = str(BOTS + 1)
        host = ["host", "--table", TABLE, "--seats", seats, "--port", str(port)]
        common = ["--interface", LOOPBACK]
        person = stack.enter_context(camelnet(home / "person", *host, *common))
        join = ["join", "--table", TABLE, "--address", f"{LOOPBACK}:{port}", "--level", LEVEL]
        bots = [
            stack.enter_context(camelnet(home / f"bot{n}", *join, *common)) for n in range(BOTS)
        ]
        pids = [person.pid, *(bot.pid for bot in bots)]
        time.sleep(SETTLED_S)
        wait_until_quiet(pids, PATIENCE_S)
        time.sleep(SETTLED_S)
        mine, *others = rest(pids, WATCHED_S)
        used = [memory_mib(bot.pid) for bot in bots]
        resident = [resident_mib(bot.pid) for bot in bots]
    return [
        *figures_of("a peer that waits for its person beside 3 bots", [mine]),
        *figures_of("a bot that waits for a person", others),
        figure("memory of a bot of the level hard, its share (Pss)", "MiB", used),
        figure("memory of a bot of the level hard (Rss)", "MiB", resident, BOT_MIB),
    ]


def figures_of(name: str, rests: Sequence[Rest]) -> list[dict[str, Any]]:
    return [
        figure(f"{name}: CPU", "%", [each.percent for each in rests], PEER_PERCENT),
        figure(f"{name}: wake-ups", "/s", [each.wakes for each in rests], PEER_WAKES),
    ]


def window(home: Path) -> list[dict[str, Any]]:
    """The app in a real window: at a table where its person is to move, and on the home page."""
    figures = []
    home.mkdir()
    with desktop(home) as display:
        shown = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        at_a_table = ["play", "--interface", LOOPBACK]
        for place, words in (
            ("at a table where its person is to move", at_a_table),
            ("on its home page", ["--interface", LOOPBACK]),
        ):
            with camelnet(home / f"{len(words)}", *words, **shown) as app:
                time.sleep(2 * SETTLED_S)
                wait_until_quiet([app.pid, *children(app.pid)], PATIENCE_S)
                time.sleep(SETTLED_S)
                seen = rest([app.pid], WATCHED_S)
                minimise(display)
                time.sleep(SETTLED_S)
                unseen = rest([app.pid], WATCHED_S)
                used = memory_mib(app.pid)
            for how, rests, reach in (
                ("seen", seen, SEEN_PERCENT),
                ("minimised", unseen, UNSEEN_PERCENT),
            ):
                name = f"the app {place}, {how}"
                shares, wakes = [r.percent for r in rests], [r.wakes for r in rests]
                figures.append(figure(f"{name}: CPU", "%", shares, reach))
                figures.append(figure(f"{name}: wake-ups", "/s", wakes))
            figures.append(figure(f"the app {place}: its memory (Pss)", "MiB", [used]))
    return figures


def minimise(display: str) -> None:
    """Minimise all windows there."""
    around = {**os.environ, "DISPLAY": display}
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "camelnet"],
        env=around,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.split()
    for number in found:
        subprocess.run(["xdotool", "windowminimize", number], env=around, check=True)


def run() -> list[dict[str, Any]]:
    if not Path("/proc/self/schedstat").exists():
        print("idle: this system has no /proc, so nobody tells how often a process wakes up")
        return []
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as folder:
        figures = without_window(Path(folder, "peers"))
        lacking = [name for name in NEEDS if shutil.which(name) is None]
        if lacking:
            print(f"idle: the app is left out, as {', '.join(lacking)} is missing here")
        else:
            figures += window(Path(folder, "window"))
    return figures
