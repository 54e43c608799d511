"""Settings of the app that outlast a run: a small INI file in the profile's folder.

The name of the player is not here: it belongs to the profile and is kept with its key.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

THEMES = ("auto", "light", "dark")
SPEEDS = ("off", "normal", "fast")
SIZES = (100, 125, 150, 200, 250, 300)  # per cent
FILE = "app.ini"


class Settings:
    """Typed access to one INI file. A value that is missing or spoilt reads as its default."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._file = QSettings(str(self.path), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str:
        return self._one_of("theme", THEMES, "auto")

    @theme.setter
    def theme(self, value: str) -> None:
        self._file.setValue("theme", value)

    @property
    def speed(self) -> str:
        """The speed of motions on the board."""
        return self._one_of("speed", SPEEDS, "normal")

    @speed.setter
    def speed(self, value: str) -> None:
        self._file.setValue("speed", value)

    @property
    def language(self) -> str:
        """A language code, or "" for the system's."""
        return str(self._file.value("language", ""))

    @language.setter
    def language(self, value: str) -> None:
        self._file.setValue("language", value)

    @property
    def size(self) -> int:
        """The size of everything, in per cent; read before the application object exists."""
        text = str(self._file.value("size", "100"))
        return int(text) if text.isdigit() and int(text) in SIZES else 100

    @size.setter
    def size(self, value: int) -> None:
        self._file.setValue("size", str(value))

    @property
    def confirm(self) -> bool:
        """True if a decision asks for a second click."""
        return str(self._file.value("confirm", "yes")) != "no"

    @confirm.setter
    def confirm(self, value: bool) -> None:
        self._file.setValue("confirm", "yes" if value else "no")

    @property
    def odds_open(self) -> bool:
        """True if the odds of a table that has them are unfolded."""
        return str(self._file.value("odds", "open")) != "folded"

    @odds_open.setter
    def odds_open(self, value: bool) -> None:
        self._file.setValue("odds", "open" if value else "folded")

    @property
    def geometry(self) -> QByteArray:
        value = self._file.value("geometry")
        return value if isinstance(value, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._file.setValue("geometry", value)

    def save(self) -> None:
        self._file.sync()

    def _one_of(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        value = str(self._file.value(key, default))
        return value if value in allowed else default
