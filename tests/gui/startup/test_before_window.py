"""The start of the app where something lacks: a folder, a font, a screen. A sentence each."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest
from camelnet_gui.startup import before_window
from camelnet_gui.startup.before_window import WithoutSaving, open_profile, profile_in_spite_of
from camelnet_gui.startup.crash import CrashLog
from camelnet_gui.system.display import choose_platform
from camelnet_gui.system.handover import Request
from pytestqt.qtbot import QtBot

from camelnet.record import profile as profiles
from camelnet.record.profile import Profile, ProfileError, ProfileInUse
from tests.gui.programs import run_python

MADE = "from camelnet_gui.startup.before_window import make_app; make_app(); print('made')"


# A desktop with a font of so many points; what it comes to on the screen.
DRESSED = """
import sys
from PySide6.QtGui import QFont
from camelnet_gui.startup import before_window
before_window.App.font = lambda app: QFont("DejaVu Sans", int(sys.argv[1]))
app = before_window.make_app()
print(app.primaryScreen().devicePixelRatio())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "chosen", "scale"),
    [
        (9, {}, 1.0),  # Windows, and where no desktop says anything
        (11, {}, 1.0),  # GNOME
        (16, {}, 1.4),
        (48, {}, 2.0),
        (16, {"QT_SCALE_FACTOR": "1.25"}, 1.25),  # the settings', or somebody's own
    ],
)
@pytest.mark.every(3)
def test_all_is_shown_larger_where_the_desktop_s_font_is(
    points: int, chosen: dict[str, str], scale: float
) -> None:
    done = run_python("-c", DRESSED, str(points), **chosen)
    assert done.stdout == f"{scale}\n", done.stderr


@pytest.mark.slow
def test_without_any_font_there_is_a_sentence_and_no_boxes(tmp_path: Path) -> None:
    none = tmp_path / "fonts.conf"
    none.write_text("<fontconfig/>")
    done = run_python("-c", MADE, FONTCONFIG_FILE=str(none))
    assert done.returncode == 1
    assert "no fonts" in done.stderr
    assert "made" not in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a screen that may be missing")
@pytest.mark.parametrize("platform", ["xcb", "wayland", "no such thing"])
def test_a_screen_that_is_gone_is_a_sentence_and_no_abort(platform: str, tmp_path: Path) -> None:
    gone = {"DISPLAY": ":4099", "WAYLAND_DISPLAY": "wayland-4099", "XDG_RUNTIME_DIR": str(tmp_path)}
    done = run_python("-c", MADE, QT_QPA_PLATFORM=platform, **gone)
    assert done.returncode == 1, done
    assert done.stderr.startswith("camelnet: No window can be opened")
    assert done.stderr.count("\n") == 1
    assert "made" not in done.stdout


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"DISPLAY": ":0"}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "wayland;xcb"),
        ({"QT_QPA_PLATFORM": "offscreen"}, None),
        ({"QT_QPA_PLATFORM": "wayland", "DISPLAY": ":0"}, "wayland;xcb"),
        ({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}, "xcb;wayland"),
        ({"QT_QPA_PLATFORM": "wayland"}, None),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, None),
    ],
)
def test_the_platform_follows_the_display_and_one_asked_for_has_the_other_behind_it(
    environment: dict[str, str], platform: str | None
) -> None:
    assert choose_platform(environment, "linux") == platform


@pytest.mark.slow
def test_a_file_that_macos_opens_is_told() -> None:
    code = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from camelnet_gui.startup.before_window import make_app
app = make_app()
app.file_opened.connect(lambda path: print(ascii(str(path))))
QCoreApplication.sendEvent(app, QFileOpenEvent("/tmp/Anas Spiel \\u99f1.camelnet"))
"""
    done = run_python("-c", code)
    assert done.stdout.strip() == ascii("/tmp/Anas Spiel 駱.camelnet")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "cannot write in its folder"),
        (errno.EROFS, "cannot write in its folder"),
        (errno.ENOSPC, "no room"),
        (errno.EIO, "cannot be used"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, words: str
) -> None:
    def refuse(*_given: object, **_more: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(profiles, "_locked", refuse)
    with pytest.raises(ProfileError, match=words) as caught:
        Profile.open(tmp_path / "mine")
    assert str(tmp_path / "mine") in str(caught.value)


def test_a_full_disk_leaves_no_half_a_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(profiles, "sync", full)
        with pytest.raises(ProfileError, match="no room"):
            Profile.open(tmp_path)
    Profile.open(tmp_path).close()


def test_one_can_play_without_saving(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusals: list[str] = []
    monkeypatch.setattr(before_window, "UNSEEN", ())
    monkeypatch.setattr(before_window, "dress", lambda *_given: None)

    def answer(dialog: WithoutSaving) -> int:
        qtbot.addWidget(dialog)
        refusals.append(dialog.windowTitle())
        dialog.show()
        dialog.play.click()
        return dialog.result()

    monkeypatch.setattr(WithoutSaving, "exec", answer)
    lent = profile_in_spite_of(ProfileError(profiles.message("The disk {name}.", name="is full")))
    assert lent.path.is_dir()
    assert refusals == ["Nothing can be saved"]
    assert "The disk is full." in capsys.readouterr().err
    lent.close()


def test_where_nobody_sees_a_dialog_the_sentence_is_enough(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert profile_in_spite_of(ProfileError(profiles.message("No room."))) is None
    assert "No room." in capsys.readouterr().err


def test_a_profile_that_the_terminal_uses_is_not_taken_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(before_window, "HANDOVER_S", 0.0)
    held = Profile.open(tmp_path)
    for request in (None, Request()):
        with pytest.raises(ProfileInUse):
            open_profile(tmp_path, request)
    held.close()


def test_a_crash_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")
    log = CrashLog(tmp_path / "state")
    log.write("lost")
    log.close()
