"""The installed Windows app, as its player has it: from the installer to the uninstaller.

No test needs another, but for the last, after which nothing is installed.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelnet import __version__
from tests.bundle.shipped.screen import Screen, colours
from tests.display import desktop
from tests.net.netns import Room, missing_rights
from tests.patience import until, written
from tests.portability.wine import IN_USE, Windows, errors
from tests.scripts import ROOT
from tests.windows_app.making import FOLDER, SETUP, windows

ON_WINDOWS, ON_LINUX = 0, 1
NAME = "Zoé Łódź ✎"
RECORD = ROOT / "tests/museum/0.11.0/camelup.camelnet"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    if not os.environ.get("THOROUGH"):
        pytest.skip("`make test-windows-app` runs it")
    assert not missing_rights()
    with Room(2) as made:
        yield made


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory, room: Room) -> Iterator[str]:
    with desktop(tmp_path_factory.mktemp("screen")) as made:
        yield made


@pytest.fixture(scope="module")
def here(room: Room, display: str) -> Iterator[Windows]:
    """A Windows on the first laptop, with the app installed."""
    made = windows(("ip", "netns", "exec", room.namespace(ON_WINDOWS)), DISPLAY=display)
    try:
        for left in (made.installed, made.games):  # by a run that was cut short
            shutil.rmtree(left, ignore_errors=True)
        assert made.run(SETUP, "/S")[0] == 0
        made.settle()
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def screen(display: str) -> Screen:
    pictures = FOLDER / "screens"
    pictures.mkdir(exist_ok=True)
    return Screen(display, pictures)


def camelnet(here: Windows, *words: str) -> str:
    """What the installed command prints, whose exit code is 0."""
    code, said = here.run(here.installed / "camelnet.exe", *words)
    assert code == 0, said + errors(here.output).read_text("utf-8", "replace")
    return said


def open_app(here: Windows, screen: Screen, *words: str) -> tuple[subprocess.Popen[str], str]:
    """The app and the number of its window, which is painted."""
    app = here.start(here.installed / "camelnet-app.exe", *words)
    window = screen.window(app)
    screen.until_painted()
    return app, window


def close_app(here: Windows, app: subprocess.Popen[str]) -> None:
    """Close its window, as a click would."""
    here.run("taskkill", "/im", "camelnet-app.exe")
    assert here.ended(app) == 0


def running(here: Windows, program: str, *but: str) -> list[str]:
    """The command lines of a program's processes, but for those with certain words."""
    return [
        words
        for words in here.processes().values()
        if program in words and not any(word in words for word in but)
    ]


def test_it_tells_its_version_and_finds_the_network(here: Windows, room: Room) -> None:
    assert camelnet(here, "--version").startswith(f"camelnet {__version__}, rules ")
    found = json.loads(camelnet(here, "doctor", "--json"))
    assert found["well"], found
    assert room.address(ON_WINDOWS) in json.dumps(found)


def test_its_window_opens_and_a_second_start_hands_over_its_file(
    here: Windows, screen: Screen
) -> None:
    app, window = open_app(here, screen)
    assert screen.title(window) == "camelnet"
    before = screen.until_painted()
    folder = here.drive / "Spiele ✎"
    folder.mkdir(exist_ok=True)
    shutil.copy(RECORD, folder)
    name = rf"C:\Spiele ✎\{RECORD.name}"
    code, said = here.run(here.installed / "camelnet-app.exe", name)
    assert code == 0, said
    assert len(running(here, "camelnet-app.exe")) == 1
    until(lambda: colours(screen.picture()) != colours(before), what="no replay is shown")
    screen.until_painted()

    place = here.installed.relative_to(here.drive)
    flag = "_?=C:\\" + "\\".join(place.parts)  # in place, so that its exit code is heard
    assert here.run(here.installed / "uninstall.exe", "/S", flag)[0] == IN_USE
    assert (here.installed / "camelnet-app.exe").exists()
    close_app(here, app)


def test_play_in_the_window_begins_a_game_with_bots(here: Windows, screen: Screen) -> None:
    app, _window = open_app(here, screen, "play")

    def journals() -> list[int]:
        return [path.stat().st_size for path in here.games.rglob("*.journal")]

    before = len(journals())

    def begun() -> bool:
        return len(journals()) == before + 4

    def press() -> None:
        """Enter says that I am ready, and once more that I am not."""
        screen.key("Return")
        end_s = time.monotonic() + 8
        while not begun() and time.monotonic() < end_s:
            time.sleep(0.1)

    def moving() -> int:
        return written(here.games)

    until(begun, what="the game does not begin", moving=moving, between=press)
    size = max(journals())
    until(lambda: max(journals()) > size, what="nobody moves", moving=moving)
    screen.until_painted()
    bots = running(here, "camelnet.exe", " voice")
    assert len(bots) == 3, bots
    close_app(here, app)
    until(lambda: not running(here, "camelnet.exe"), what="a bot stays")


class Table:
    """A host on Windows and a guest on Linux, both bots; each keeps its record."""

    def __init__(self, here: Windows, room: Room, folder: Path, name: str) -> None:
        self.here, self.room, self.folder, self.name = here, room, folder, name
        self.place = here.drive / name
        shutil.rmtree(self.place, ignore_errors=True)
        self.said = folder / "host.txt"

    def host(self, *words: str) -> subprocess.Popen[str]:
        there = (rf"--profile=C:\{self.name}\host", rf"--record=C:\{self.name}\kept", "--once")
        program = self.here.installed / "camelnet.exe"
        return self.here.start(program, *words, *there, output=self.said)

    def new(self) -> subprocess.Popen[str]:
        return self.host("host", "--table", self.name, "--seats", "2", "--level", "greedy")

    def guest(self) -> subprocess.Popen[str]:
        words = ["join", "--table", self.name, "--level", "random", "--wait", "0", "--once"]
        words += ["--name", NAME, f"--profile={self.folder}/guest", f"--record={self.folder}/kept"]
        with (self.folder / "guest.txt").open("wb") as file:
            return self.room.popen(
                ON_LINUX,
                [sys.executable, "-m", "camelnet", *words],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )

    def moving(self) -> int:
        return written(self.place) + written(self.folder)

    def end(self, host: subprocess.Popen[str], guest: subprocess.Popen[str]) -> None:
        """Wait for the end of the game; both have the same record, and it holds."""
        for process in (host, guest):
            until(lambda: process.poll() is not None, what=self.told(), moving=self.moving)  # noqa: B023
        assert (self.here.ended(host), guest.returncode) == (0, 0), self.told()
        (mine,) = (self.place / "kept").iterdir()
        (other,) = (self.folder / "kept").iterdir()
        assert mine.read_bytes() == other.read_bytes()
        camelnet(self.here, "verify", rf"C:\{self.name}\kept\{mine.name}")

    def told(self) -> str:
        return "".join(
            path.read_text("utf-8", "replace") for path in sorted(self.folder.glob("*.txt*"))
        )


def test_a_host_on_windows_and_a_guest_on_linux_meet_and_finish(
    here: Windows, room: Room, tmp_path: Path
) -> None:
    table = Table(here, room, tmp_path, "friday")
    table.end(table.new(), table.guest())
    said = table.said.read_text("utf-8")
    assert NAME in said, "a name whose letters are not those of Windows' old code page"


def test_an_unfinished_game_is_resumed_on_windows(
    here: Windows, room: Room, tmp_path: Path
) -> None:
    table = Table(here, room, tmp_path, "night")
    host, guest = table.new(), table.guest()

    def begun() -> bool:
        return any(path.stat().st_size > 20_000 for path in table.place.rglob("*.journal"))

    until(begun, what=table.told(), moving=table.moving)
    os.kill(host.pid, signal.SIGKILL)
    here.ended(host)
    assert guest.poll() is None, "it is not finished"
    table.end(table.host("resume"), guest)


def test_uninstalled_it_leaves_the_games_alone(here: Windows) -> None:
    mine = here.games / "mine.txt"
    mine.parent.mkdir(parents=True, exist_ok=True)
    mine.write_text("kept", encoding="utf-8")
    assert here.run(here.installed / "uninstall.exe", "/S")[0] == 0
    here.settle()
    assert not here.installed.exists()
    assert mine.exists()
    assert not [name for name in here.files() if name.endswith("camelnet.lnk")]
    assert "camelnet" not in here.registry(r"Software\Microsoft\Windows\CurrentVersion\Uninstall")
    assert "camelnet" not in here.registry(r"Software\Classes")
