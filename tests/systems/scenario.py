"""One bare system: the package installed, its commands run, a window played in, all removed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from tests.display import desktop
from tests.gui.live.hands import XInput
from tests.patience import until, written
from tests.systems.bare import CACHE, HOME, RELEASES, System

PACKAGE = "/package/camelnet.deb"
# What a desktop has, and the package does not ask for: readers of what it installs.
DESKTOP = (
    "man-db",
    "desktop-file-utils",
    "shared-mime-info",
    "libglib2.0-bin",
    "hicolor-icon-theme",
)
RECORDS = Path(HOME, "records")
TYPE = "application/x-camelnet-record"
ICONS = (16, 22, 24, 32, 48, 64, 128, 256, 512)
NAME = "nora"
ROLLS_MIN = 2  # of the person at the window
SECONDS_A_KEY = 1.5  # the app moves its pieces in between


def main(suite: str, package: str) -> None:
    (release,) = (release for release in RELEASES if release.suite == suite)
    system = System(release)
    folder = system.root / "package"
    folder.mkdir()
    shutil.copy(package, system.root / PACKAGE.lstrip("/"))

    def done(step: str) -> None:
        print(f"{release.title}: {step}", flush=True)

    assert not any((system.root / "usr/bin" / name).exists() for name in ("cc", "gcc", "pip3"))
    system.install(PACKAGE)
    done("installed, with what it depends on and no more")
    check_libraries(system)
    check_commands(system)
    done(system.play("camelnet", "--version").strip())
    check_game(system)
    done("four bots played a game, and its record holds")
    play_in_window(system, CACHE / f"{suite}.png")
    done(f"played in a window: build/systems/{suite}.png")

    # What it depends on stays, so that all that is compared is its own.
    system.install(*DESKTOP)
    system.run("apt-get", "purge", "-y", "-q", "camelnet")
    before = system.files()
    for verb in ("remove", "purge"):
        system.install(PACKAGE)
        check_desktop(system)
        system.run("apt-get", verb, "-y", "-q", "camelnet")
        after = system.files()
        if verb == "remove":  # settings go with `purge` alone: here the firewall's profile
            after = {path: one for path, one in after.items() if not path.startswith("/etc/ufw")}
        compare(before, after)
    done("manual, menu entry, file type, icons and completions found; removed without a trace")


def check_libraries(system: System) -> None:
    """Every library finds those that it loads, in the package or its dependencies."""
    script = (
        "find /usr/lib/camelnet -type f | while read -r file; do "
        'head -c 4 "$file" | grep -q ELF && ldd "$file" | sed "s|^|$file: |"; done; true'
    )
    lines = system.run("sh", "-c", script).splitlines()
    lost = [line for line in lines if "not found" in line]
    assert not lost, "\n".join(lost)


def check_commands(system: System) -> None:
    check_words("doctor", system.play("camelnet", "--help"))
    # It ends with 1 where there is no network, as here, and says what is wrong.
    check_words("This computer is in no network", system.play("camelnet", "doctor", check=False))
    check_words("Yellow", system.play("camelnet", "odds", "1:gyo 3:bw 5+ 9- /bgoy"))


def check_words(words: str, said: str) -> None:
    assert words in said, said


def check_game(system: System) -> None:
    """A whole game without a display: the table's bots are processes of their own."""
    system.play("camelnet", "play", "--auto", "--once", "--record", str(RECORDS))
    (record,) = (system.root / RECORDS.relative_to("/")).glob("*.camelnet")
    system.play("camelnet", "verify", str(RECORDS / record.name))


def play_in_window(system: System, picture: Path) -> None:
    """Start the app as from a menu, give a name, start a game against bots, roll dice by keys."""
    with tempfile.TemporaryDirectory() as folder, desktop(Path(folder)) as display:
        os.environ.update(DISPLAY=display, QT_QPA_PLATFORM="xcb")
        screen = QGuiApplication([])
        app = system.start("camelnet", display=display)
        try:
            play(system, XInput())
            shot = screen.primaryScreen().grabWindow(0)
            assert shot.save(str(picture))
        finally:
            app.terminate()
            said, _nothing = app.communicate()
            screen.shutdown()
    assert "Traceback" not in said, said
    until(lambda: not running(), what="bots live on after the app has ended")


def play(system: System, keys: XInput) -> None:
    profile = system.root / HOME.lstrip("/") / ".local/share/camelnet"

    def press(*names: str) -> Callable[[], None]:
        def some() -> None:
            for name in names:
                keys.stroke(name)
            time.sleep(SECONDS_A_KEY)

        return some

    # The field for the name has the keyboard once the window is there; afterwards *Against bots*
    # has it, and then *Start*.
    name = press("ctrl+a", *NAME, "Return")
    until(lambda: named(profile), what="the window takes no name", between=name)
    until(lambda: list(profile.glob("games/*.journal")), what="no game", between=press("Return"))
    until(
        lambda: rolls(system, profile) >= ROLLS_MIN,
        what="no dice are rolled",
        moving=lambda: written(profile),
        between=press("r", "Return"),
    )


def named(profile: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return NAME in (profile / "profile.json").read_text()
    return False


def rolls(system: System, profile: Path) -> int:
    """How many dice the person at the window has rolled, as the table's record tells."""
    for record in profile.glob("records/*.camelnet"):
        inside = Path("/", record.relative_to(system.root))
        first, *lines = system.play("camelnet", "export", str(inside), check=False).splitlines()
        if first.startswith("# {"):
            seat = json.loads(first[2:])["names"].index(NAME)
            return sum(line.split("\t")[1:3] == [f"seat {seat}", "roll"] for line in lines)
    return 0


def running() -> list[str]:
    """The programs of the package that run: there are no others' in these namespaces."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found.append(os.readlink(process / "exe"))
    return [path for path in found if "/usr/lib/camelnet/" in path]


def check_desktop(system: System) -> None:
    """What the readers of a desktop find, by the caches that triggers have brought up to date."""
    share = system.root / "usr/share"
    assert system.run("man", "-w", "camelnet").strip().endswith("camelnet.1.gz")
    check_words("doctor", system.run("man", "camelnet"))
    system.run("desktop-file-validate", "/usr/share/applications/camelnet.desktop")
    check_words("camelnet.desktop", system.run("gio", "mime", TYPE))
    for record in (system.root / RECORDS.relative_to("/")).glob("*.camelnet"):
        inside = str(RECORDS / record.name)
        check_words(TYPE, system.run("gio", "info", "-a", "standard::content-type", inside))
    for size in ICONS:
        assert (share / f"icons/hicolor/{size}x{size}/apps/camelnet.png").exists(), size
    assert (share / "icons/hicolor/scalable/apps/camelnet.svg").exists()
    completion = "/usr/share/bash-completion/completions/camelnet"
    check_words("camelnet", system.run("bash", "-c", f". {completion} && complete -p camelnet"))
    assert (share / "zsh/site-functions/_camelnet").exists()
    assert (share / "fish/vendor_completions.d/camelnet.fish").exists()


def compare(before: dict[str, str], after: dict[str, str]) -> None:
    """The same files with the same contents, or a list of those that differ."""
    differ = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    words = [f"{path}: {before.get(path)}, now {after.get(path)}" for path in differ]
    assert not differ, "\n".join(words)


if __name__ == "__main__":
    main(*sys.argv[1:])
