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
from PySide6.QtGui import QColor, QImage

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
# On the home page and on the board, at this size of the screen. A click there rolls, if confirmed.
AGAINST_BOTS, PYRAMID = (240, 493), (515, 490)
BUTTON_WIDE, BUTTON_HIGH = 40, 20  # at least
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


@pytest.fixture(autouse=True)
def nothing_left_running(here: Windows) -> Iterator[None]:
    """What a test that failed left behind is not there for the next."""
    yield
    for number, words in here.processes().items():
        if "camelnet" in words:
            os.kill(number, signal.SIGKILL)


@pytest.fixture(scope="module")
def screen(display: str, tmp_path_factory: pytest.TempPathFactory) -> Screen:
    (FOLDER / "screens").mkdir(exist_ok=True)
    return Screen(display, tmp_path_factory.mktemp("pictures"))


def camelnet(here: Windows, *words: str) -> str:
    """What the installed command prints, whose exit code is 0."""
    code, said = here.run(here.installed / "camelnet.exe", *words)
    assert code == 0, said + errors(here.output).read_text("utf-8", "replace")
    return said


def dos(here: Windows, path: Path) -> str:
    """The path as Windows has it."""
    return "\\".join(("C:", *path.relative_to(here.drive).parts))


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


def test_it_tells_its_version_finds_the_network_and_has_processes_of_its_own(
    here: Windows, room: Room
) -> None:
    assert camelnet(here, "--version").startswith(f"camelnet {__version__}, rules ")
    found = json.loads(camelnet(here, "doctor", "--json"))
    assert found["well"], found
    assert room.address(ON_WINDOWS) in json.dumps(found)
    pool = ("arena", "--players", "greedy,random", "--games", "4", "--workers", "2")
    assert "greedy" in camelnet(here, *pool)


def test_its_window_opens_and_a_second_start_hands_over_its_file(
    here: Windows, screen: Screen
) -> None:
    app, window = open_app(here, screen)
    assert screen.title(window) == "camelnet"
    before = screen.until_painted()
    before.save(str(FOLDER / "screens/home.png"))
    folder = here.drive / "Spiele ✎"
    folder.mkdir(exist_ok=True)
    shutil.copy(RECORD, folder)
    code, said = here.run(here.installed / "camelnet-app.exe", dos(here, folder / RECORD.name))
    assert code == 0, said
    assert len(running(here, "camelnet-app.exe")) == 1
    until(lambda: colours(screen.picture()) != colours(before), what="no replay is shown")
    screen.until_painted().save(str(FOLDER / "screens/replay.png"))

    flag = f"_?={dos(here, here.installed)}"  # in place, so that its exit code is heard
    assert here.run(here.installed / "uninstall.exe", "/S", flag)[0] == IN_USE
    assert (here.installed / "camelnet-app.exe").exists()
    close_app(here, app)


def main_button(picture: QImage) -> tuple[int, int] | None:
    """A point of the golden button in the right half: what one is asked to do. Golden bars, which
    show odds, are less high."""

    def is_golden(x: int, y: int) -> bool:
        red, green, blue, _ = QColor(picture.pixel(x, y)).getRgb()
        return red > 225 and 140 < green < 200 and blue < 80

    for y in range(0, picture.height() - BUTTON_HIGH, 4):
        golden = 0
        for x in range(picture.width() // 2, picture.width()):
            golden = golden + 1 if is_golden(x, y) else 0
            if golden > BUTTON_WIDE and is_golden(x - golden + 4, y + BUTTON_HIGH):
                return x - golden // 2, y + BUTTON_HIGH // 2
    return None


def test_a_game_against_bots_is_played_by_clicks(here: Windows, screen: Screen) -> None:
    shutil.rmtree(here.games, ignore_errors=True)
    app, _window = open_app(here, screen)
    screen.key("Return")  # that is my name

    def moving() -> int:
        return written(here.games)

    def games(kind: str) -> list[Path]:
        return [*here.games.rglob(f"*.{kind}")]

    def click() -> None:
        other = PYRAMID if games("journal") else AGAINST_BOTS
        screen.click(*(main_button(screen.picture()) or other))
        time.sleep(1)

    until(lambda: len(games("journal")) == 4, what="no game begins", moving=moving, between=click)
    bots = running(here, "camelnet.exe", " voice")
    assert len(bots) == 3, bots
    until(lambda: games("done"), what="the game does not end", moving=moving, between=click)
    (record,) = games("camelnet")
    screen.until_painted().save(str(FOLDER / "screens/end.png"))
    close_app(here, app)
    until(lambda: not running(here, "camelnet.exe"), what="a bot stays")
    found = json.loads(camelnet(here, "verify", "--json", dos(here, record)))
    assert (found["holds"], found["standing"]) == (True, "complete")
    assert sorted(seat["kind"] for seat in found["seats"]) == ["bot", "bot", "bot", "human"]


class Table:
    """A host on Windows and a guest on Linux, both bots; each keeps its record."""

    def __init__(self, here: Windows, room: Room, folder: Path, name: str) -> None:
        self.here, self.room, self.folder, self.name = here, room, folder, name
        self.place = here.drive / name
        shutil.rmtree(self.place, ignore_errors=True)
        self.said = folder / "host.txt"

    def host(self, *words: str) -> subprocess.Popen[str]:
        profile, kept = (dos(self.here, self.place / name) for name in ("host", "kept"))
        there = (f"--profile={profile}", f"--record={kept}", "--once")
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
        camelnet(self.here, "verify", dos(self.here, mine))

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
