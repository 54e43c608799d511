"""The languages that a person wants, the preferred one first, as each system tells them.

The environment comes first, as for gettext. Windows and macOS set it for hardly anybody: there the
language of the desktop counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_MAC_SETTINGS = Path("Library/Preferences/.GlobalPreferences.plist")


def wanted_languages(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Names such as `fr_CA.UTF-8` or `de-AT`; empty if nobody has said."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return value.split(":")
    if sys.platform == "win32":
        return _windows_language()
    if sys.platform == "darwin":
        return mac_languages(Path.home())
    return []


def mac_languages(home: Path) -> list[str]:
    """The list of the system settings, from its file."""
    import plistlib

    try:
        found = plistlib.loads((home / _MAC_SETTINGS).read_bytes())
    except (OSError, ValueError, plistlib.InvalidFileException):
        return []
    names = found.get("AppleLanguages") if isinstance(found, dict) else None
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _windows_language() -> list[str]:
    """The language of Windows' own windows."""
    import ctypes
    import locale

    try:
        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined]
    except (AttributeError, OSError):
        return []
    name = locale.windows_locale.get(number)
    return [name] if name else []
