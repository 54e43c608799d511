"""Keeps the screen on while a television shows the table and nobody touches this computer.

On Linux over D-Bus: org.freedesktop.ScreenSaver, whose inhibition ends with the connection that
asked for it. On Windows by SetThreadExecutionState, on macOS by the program caffeinate. Where none
of them is there the screen goes dark when it always does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from camelnet.i18n import _

_SERVICE = "org.freedesktop.ScreenSaver"
_CONNECTION = "camelnet-big-screen"
# winbase.h: from now on; the system is in use; the display is in use.
_ES_CONTINUOUS, _ES_SYSTEM_REQUIRED, _ES_DISPLAY_REQUIRED = 0x80000000, 1, 2


class KeepAwake:
    """`hold` and `release` may be called in any order and any number of times."""

    def __init__(self) -> None:
        self._release: Callable[[], object] | None = None

    def hold(self) -> None:
        if self._release is None:
            self._release = _hold()

    def release(self) -> None:
        release, self._release = self._release, None
        if release is not None:
            release()


def _hold() -> Callable[[], object] | None:
    """Ask the system; returns what takes it back, None where nothing can be asked."""
    if sys.platform == "win32":
        return _hold_on_windows()
    if sys.platform == "darwin":
        return _hold_on_macos()
    return _hold_over_dbus() if os.environ.get("DBUS_SESSION_BUS_ADDRESS") else None


def _hold_over_dbus() -> Callable[[], object] | None:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    session = QDBusConnection.BusType.SessionBus
    bus = QDBusConnection.connectToBus(session, _CONNECTION)
    if not bus.isConnected():
        return None
    call = QDBusMessage.createMethodCall(
        _SERVICE, f"/{_SERVICE.replace('.', '/')}", _SERVICE, "Inhibit"
    )
    call.setArguments(["camelnet", _("A game is on the big screen.")])
    bus.send(call)
    return lambda: QDBusConnection.disconnectFromBus(_CONNECTION)


def _hold_on_windows() -> Callable[[], object]:
    import ctypes

    set_state = getattr(ctypes, "windll").kernel32.SetThreadExecutionState  # noqa: B009
    set_state(_ES_CONTINUOUS | _ES_SYSTEM_REQUIRED | _ES_DISPLAY_REQUIRED)
    return lambda: set_state(_ES_CONTINUOUS)


def _hold_on_macos() -> Callable[[], object] | None:
    try:
        awake = subprocess.Popen(["/usr/bin/caffeinate", "-d", "-w", str(os.getpid())])
    except OSError:
        return None
    return awake.terminate
