"""The start of the app, before it has a window: Qt, fonts, the profile, or words why not."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

from PySide6.QtCore import QEvent, QMessageLogContext, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QFileOpenEvent, QFont, QFontInfo, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from camelnet.i18n import _
from camelnet.record.profile import Profile, ProfileError, ProfileInUse
from camelnet.sharing import is_link
from camelnet_gui.art.logo import icon
from camelnet_gui.startup.launch import FAILED
from camelnet_gui.style.theme import choose_theme, dress
from camelnet_gui.system.display import UNSEEN
from camelnet_gui.system.handover import Request, hand_over
from camelnet_gui.widgets.basics import label
from camelnet_gui.widgets.dialogs import BaseDialog, Telling

HANDOVER_S = 4.0  # for an app that is just starting or just closing
_AGAIN_S = 0.1
SCALE = "QT_SCALE_FACTOR"  # the size of everything; set if a size was chosen in the settings
USUAL_MAX = 15  # pixels: the fonts of desktops are no larger unless somebody wants them so
SCALE_MAX = 2.0


class App(QApplication):
    """The application; on macOS the system tells it which file or link was clicked."""

    file_opened = Signal(object)  # `Path`, or a link as text

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            link = event.url().toString()
            if is_link(link) or event.file():
                self.file_opened.emit(link if is_link(link) else Path(event.file()))
                return True
        return super().event(event)


def make_app() -> App:
    """The application object; where Qt would abort, or nothing could be read, the process ends
    with a sentence."""
    before = qInstallMessageHandler(_no_window)
    words = [sys.argv[0] if sys.argv else "camelnet"]
    app = App(words)
    scale = text_scale(app.font())
    if scale > 1 and SCALE not in os.environ:  # Qt reads it only here, and knows the font only now
        app.shutdown()
        os.environ[SCALE] = str(scale)
        app = App(words)
    qInstallMessageHandler(before)
    app.setApplicationName("camelnet")
    app.setDesktopFileName("camelnet")
    app.setWindowIcon(icon())
    if not QFontMetrics(QFont()).inFont("a"):  # the list of families names some all the same
        _end(
            _(
                "This system has no fonts, so that no word could be read. Install some (Debian and"
                " Ubuntu: apt-get install fonts-dejavu-core), or play in the terminal: camelnet"
                " host, or camelnet join."
            )
        )
    return app


def text_scale(font: QFont) -> float:
    """The scale at which our words are as large as a desktop with that font wants its own: 1 to
    `SCALE_MAX`."""
    wanted = QFontInfo(font).pixelSize() / USUAL_MAX
    return min(SCALE_MAX, max(1.0, round(20 * wanted) / 20))


def open_profile(path: Path | None, request: Request | None) -> Profile | None:
    """The profile; None where the app that runs on it has taken the request.

    `request` is None where no other app could do what this start is for. Raises `ProfileError`.
    """
    last = time.monotonic() + HANDOVER_S
    while True:
        try:
            return Profile.open(path)
        except ProfileInUse:
            if request is None:
                raise
            if hand_over(path or Profile.default_path(), request):
                return None
            if time.monotonic() > last:
                raise
        time.sleep(_AGAIN_S)


def profile_in_spite_of(error: ProfileError) -> Profile | None:
    """A profile that goes with this process, if the player wants to play without saving; else
    None. What is wrong is said on standard error, too."""
    _say(str(error.reason))
    if QGuiApplication.platformName() in UNSEEN:
        return None
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    dress(app, choose_theme("auto"))
    if isinstance(error, ProfileInUse):
        hint = _("End the other one first; it may run in a terminal.")
        Telling(_("camelnet is already running"), f"{error.reason} {hint}").exec()
        return None
    return temporary_profile() if WithoutSaving(str(error.reason)).exec() else None


def temporary_profile() -> Profile | None:
    """A profile in a folder that goes when this process ends; None where none can be made."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="camelnet-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return Profile.open(folder)
    except (OSError, ProfileError) as error:
        _say(str(error))
        return None


class WithoutSaving(BaseDialog):
    """Asks whether to play although nothing can be kept."""

    def __init__(self, why: str) -> None:
        super().__init__(_("Nothing can be saved"), wide=520)
        self.body.addWidget(label(why, wrap=True))
        self.body.addWidget(
            label(
                _(
                    "You can play all the same. Your name, your settings and your games are then"
                    " forgotten when you close the app, and a game cannot be resumed after a crash."
                ),
                wrap=True,
            )
        )
        self.leave: QPushButton = self.foot(_("Quit"))
        self.leave.clicked.connect(self.reject)
        self.play = self.foot(_("Play without saving"), "accent")
        self.play.clicked.connect(self.accept)
        self.play.setDefault(True)


def _no_window(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Hears Qt while it looks for a screen: its last word comes before it aborts."""
    if kind is QtMsgType.QtFatalMsg:
        _end(
            _(
                "No window can be opened on this screen ({name}). CAMELNET_DEBUG=1 shows what Qt"
                " says about it. Play in the terminal instead: camelnet host, or camelnet join."
            ).format(name=_screen_name())
        )
    if os.environ.get("CAMELNET_DEBUG"):  # of two platforms the first may fail in good order
        sys.stderr.write(f"Qt: {text}\n")


def _screen_name() -> str:
    """The screens that were tried, as the environment names them."""
    names = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    return ", ".join(f"{name}={os.environ[name]}" for name in names if os.environ.get(name))


def _end(why: str) -> NoReturn:
    """Nothing is open yet, and Qt may be in the middle of something: end at once."""
    _say(why)
    sys.stdout.flush()
    os._exit(FAILED)


def _say(why: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"camelnet: {why}\n")
        sys.stderr.flush()
