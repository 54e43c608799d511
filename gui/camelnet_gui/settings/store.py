"""Settings of the app that outlast a run: a small INI file in the profile's folder.

The name of the player is not here: it belongs to the profile and is kept with its key.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from camelnet.i18n import N_, Message, message
from camelnet_gui.system.motion import wants_less_motion

THEMES = ("auto", "light", "dark", "contrast")
SPEEDS = ("off", "normal", "fast")
MOTIONS = ("auto", *SPEEDS)
PACES = ("instant", "quick", "calm")
SIZES = (100, 125, 150, 200, 250, 300)  # per cent
FILE = "app.ini"
SPOILT = "app.ini.spoilt"

_SPOILT = N_(
    "Some settings could not be read and have their usual values now. The old file is kept as "
    "{path}."
)
_LOCKED = N_("The settings cannot be saved in {path}: changes last until you quit.")

ValueT = TypeVar("ValueT")


class _Field(Generic[ValueT]):
    """One line of the file as an attribute of `Settings`. A missing or spoilt line reads as
    `default`."""

    def __init__(self, key: str, default: ValueT) -> None:
        self.key = key
        self.default = default

    def read(self, text: str) -> ValueT | None:
        """The value that `text` stands for, or None if it stands for none."""
        raise NotImplementedError

    def write(self, value: ValueT) -> str:
        return str(value)

    @overload
    def __get__(self, settings: None, owner: type) -> _Field[ValueT]: ...
    @overload
    def __get__(self, settings: Settings, owner: type) -> ValueT: ...
    def __get__(self, settings: Settings | None, owner: type) -> _Field[ValueT] | ValueT:
        if settings is None:
            return self
        text = settings.text(self.key)
        value = None if text is None else self.read(text)
        return self.default if value is None else value

    def __set__(self, settings: Settings, value: ValueT) -> None:
        settings.store(self.key, self.write(value))


class _OneOf(_Field[str]):
    def __init__(self, key: str, allowed: Sequence[str], default: str) -> None:
        super().__init__(key, default)
        self._allowed = allowed

    def read(self, text: str) -> str | None:
        return text if text in self._allowed else None


class _Text(_Field[str]):
    def read(self, text: str) -> str | None:
        return text if text.isprintable() else None


class _Flag(_Field[bool]):
    def __init__(self, key: str, default: bool, *, yes: str = "yes", no: str = "no") -> None:
        super().__init__(key, default)
        self._words = {True: yes, False: no}

    def read(self, text: str) -> bool | None:
        return next((value for value, word in self._words.items() if word == text), None)

    def write(self, value: bool) -> str:
        return self._words[value]


class _Number(_Field[int]):
    def __init__(self, key: str, allowed: Sequence[int], default: int) -> None:
        super().__init__(key, default)
        self._allowed = allowed

    def read(self, text: str) -> int | None:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
        return number if number in self._allowed else None


class _Names(_Field[tuple[str, ...]]):
    """Words without spaces."""

    def read(self, text: str) -> tuple[str, ...] | None:
        return tuple(text.split()) if text.isprintable() else None

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)


class Settings(QObject):
    """Typed access to one INI file. A value that is missing or spoilt reads as its default."""

    changed = Signal()  # a value is another than before

    theme = _OneOf("theme", THEMES, "auto")
    motion = _OneOf("speed", MOTIONS, "auto")  # as chosen; `speed` is what it comes to
    bots_pace = _OneOf("bots_pace", PACES, "quick")  # how long others' steps stay in view
    language = _Text("language", "")  # a code, or "" for the system's
    size = _Number("size", SIZES, 100)  # per cent; read before the application object exists
    confirm = _Flag("confirm", True)  # a decision asks for a second click
    odds_open = _Flag("odds", True, yes="open", no="folded")  # where a table has odds
    sound = _Flag("sound", True)
    volume = _Number("volume", range(101), 70)  # per cent
    ambience = _Flag("ambience", False)  # the wind between the sounds
    emotes = _Flag("emotes", True)  # those of others are shown
    notifications = _Flag("notifications", True)  # by the system, when it is my turn elsewhere
    interface = _Text("interface", "")  # the name of a network interface, or "" for all
    learned = _Names("learned", ())  # keys of the games whose tutorial was finished
    glossaries = _Names("glossaries", ())  # keys of the games whose words were shown
    play_choices = _Names("play", ())  # how each game was played last, in the words of the lobby
    table_choices = _Names("tables", ())  # how each game was last opened for others, likewise
    name_asked = _Flag("name_asked", False)  # the first launch has asked for a name

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = folder / FILE
        self.trouble: Message | None = None  # the file was spoilt, or cannot be written
        self._file = self._open()
        if self._spoilt():
            self._set_aside()
        elif not self._file.isWritable():
            self.trouble = message(_LOCKED, path=str(self.path))

    @property
    def speed(self) -> str:
        """The speed of motions on the board: "off", "normal" or "fast"."""
        if self.motion == "auto":
            return "off" if wants_less_motion() else "normal"
        return self.motion

    @speed.setter
    def speed(self, value: str) -> None:
        self.motion = value

    @property
    def geometry(self) -> QByteArray:
        value = self._file.value("geometry")
        return value if isinstance(value, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._file.setValue("geometry", value)

    def text(self, key: str) -> str | None:
        """A line as it stands in the file, or None."""
        value: Any = self._file.value(key)
        if isinstance(value, list):  # an unquoted comma: none of ours writes one
            return ",".join(map(str, value))
        return None if value is None else str(value)

    def store(self, key: str, text: str) -> None:
        if self.text(key) != text:
            self._file.setValue(key, text)
            self.changed.emit()

    def save(self) -> None:
        self._file.sync()

    def _open(self) -> QSettings:
        return QSettings(str(self.path), QSettings.Format.IniFormat)

    def _spoilt(self) -> bool:
        if self._file.status() is QSettings.Status.FormatError or _has_odd_lines(self.path):
            return True
        texts = ((field, self.text(key)) for key, field in fields().items())
        return any(text is not None and field.read(text) is None for field, text in texts)

    def _set_aside(self) -> None:
        """Keep the spoilt file for whoever wants to mend it, and go on with what can be read."""
        aside = self.path.with_name(SPOILT)
        with contextlib.suppress(OSError):
            aside.write_bytes(self.path.read_bytes())
        self.trouble = message(_SPOILT, path=str(aside))
        good = {key: self._file.value(key) for key in self._file.allKeys() if self._is_good(key)}
        self._file.clear()
        for key, value in good.items():
            self._file.setValue(key, value)
        self._file.sync()

    def _is_good(self, key: str) -> bool:
        field, text = fields().get(key), self.text(key)
        if field is None:
            return key == "geometry"
        return text is not None and field.read(text) is not None


def fields() -> dict[str, _Field[Any]]:
    return {field.key: field for field in vars(Settings).values() if isinstance(field, _Field)}


def _has_odd_lines(path: Path) -> bool:
    """True if a line is none of an INI file; Qt passes over most of them in silence."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    full = (line.strip() for line in lines)
    return any(line and line[0] not in "[;#" and "=" not in line for line in full)
