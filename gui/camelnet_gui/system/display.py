"""The choice of Qt's platform, made before Qt is loaded: without a display it would abort."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from camelnet.i18n import _

UNSEEN = ("offscreen", "minimal")  # platforms whose windows nobody sees


class NoDisplay(Exception):
    """Raised when there is nothing to open a window on; the text says what to do."""


def choose_platform(environment: Mapping[str, str], system: str = sys.platform) -> str | None:
    """The value that QT_QPA_PLATFORM should get, or None to leave the choice to Qt.

    Raises `NoDisplay` where Qt would abort.
    """
    if wanted := environment.get("QT_QPA_PLATFORM"):
        return _with_fallback(wanted, environment)
    if system in ("win32", "darwin"):
        return None
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland;xcb" if environment.get("DISPLAY") else "wayland"
    if environment.get("DISPLAY"):
        return "xcb"
    raise NoDisplay(
        _(
            "No display was found (neither DISPLAY nor WAYLAND_DISPLAY is set). Play in "
            "the terminal instead: camelnet host, or camelnet join."
        )
    )


def _with_fallback(wanted: str, environment: Mapping[str, str]) -> str | None:
    """The platform that was asked for, and behind it the other one if there is a screen for it:
    a session that has ended leaves its variables behind."""
    other = {"wayland": ("xcb", "DISPLAY"), "xcb": ("wayland", "WAYLAND_DISPLAY")}.get(wanted)
    if other is None or not environment.get(other[1]):
        return None
    return f"{wanted};{other[0]}"
