"""The system's wish for less motion, read from where each desktop keeps it.

Qt passes it on only on Windows, as the effect of animated menus. Desktops on Linux tell it in their
settings portal, GTK and Plasma in their settings files, macOS in the defaults of accessibility.
"""

from __future__ import annotations

import configparser
import os
import plistlib
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

PORTAL_MS = 300  # so long a desktop may take to answer
_BUS = "DBUS_SESSION_BUS_ADDRESS"
_MAC_DEFAULTS = Path("Library/Preferences/com.apple.universalaccess.plist")


@cache
def wants_less_motion() -> bool:
    """True if the system asks apps to move less; asked once, at the first call."""
    if sys.platform == "win32":
        return not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    if sys.platform == "darwin":
        return mac_says(Path.home())
    told = (gtk_says(os.environ, Path.home()), kde_says(os.environ, Path.home()))
    return any(told) or (bool(os.environ.get(_BUS)) and _portal_says())


def _portal_says() -> bool:
    """GNOME's switch for animations; it keeps this in a database of its own."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusInterface
    except ImportError:
        return False
    portal = QDBusInterface(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        QDBusConnection.sessionBus(),
    )
    portal.setTimeout(PORTAL_MS)
    answer = portal.call("ReadOne", "org.gnome.desktop.interface", "enable-animations").arguments()
    value = answer[0] if answer else None
    return getattr(value, "variant", lambda: value)() is False


def mac_says(home: Path) -> bool:
    try:
        found = plistlib.loads((home / _MAC_DEFAULTS).read_bytes())
    except (OSError, ValueError, plistlib.InvalidFileException):
        return False
    return bool(isinstance(found, dict) and found.get("reduceMotion"))


def gtk_says(environment: Mapping[str, str], home: Path) -> bool:
    """The switch for animations in GTK's settings, as desktops do that honour reduced motion."""
    folder = _config(environment, home)
    for version in ("gtk-4.0", "gtk-3.0"):
        value = _value(folder / version / "settings.ini", "Settings", "gtk-enable-animations")
        if value is not None:
            return value.lower() in ("0", "false")
    return False


def kde_says(environment: Mapping[str, str], home: Path) -> bool:
    """Plasma's switch: animations that take no time."""
    path = _config(environment, home) / "kdeglobals"
    value = _value(path, "KDE", "AnimationDurationFactor")
    try:
        return value is not None and float(value) == 0
    except ValueError:
        return False


def _config(environment: Mapping[str, str], home: Path) -> Path:
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config")


def _value(path: Path, section: str, key: str) -> str | None:
    file = configparser.RawConfigParser(strict=False)
    try:
        file.read_string(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, configparser.Error):
        return None
    return file.get(section, key, fallback=None)
