"""Translations: one catalogue for every word that a person sees, in the app, the log and the
terminal.

Modules mark words with `_` where they show them at once, and with `N_` where they only name them. A
fact that travels (a refusal, a reason to wait) is a `Message`: an untranslated template with its
values, which the front end translates when it shows it.
"""

from __future__ import annotations

import contextlib
import errno
import gettext
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from camelnet.foreign_text import isolated, shown

DOMAIN = "camelnet"
# Codes, with each language's name for itself.
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
LOCALE_DIR = Path(__file__).with_name("locale")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
_missing = ""


def choose_language(wanted: Iterable[str]) -> str:
    """Load the first language of `wanted` that we speak ("fr", "fr_CA.UTF-8", ...), else English;
    English, too, if its file is missing.

    Returns the chosen code. Front ends read the environment or the settings and call this once.
    """
    global _missing
    _missing = ""
    for name in wanted:
        code = name.split(".")[0].split("@")[0].replace("-", "_").split("_")[0].lower()
        if code in ("en", "c", "posix"):
            break
        if code in LANGUAGES:
            try:
                return speak(code, gettext.translation(DOMAIN, LOCALE_DIR, [code]))
            except (OSError, ValueError, struct.error):  # missing or damaged
                _missing = LANGUAGES[code]
                break
    return speak("en", gettext.NullTranslations())


def speak(code: str, catalogue: gettext.NullTranslations) -> str:
    """Use a catalogue from now on; returns `code`, its language."""
    global _catalogue, _language, _phrase
    _catalogue, _language = catalogue, code
    _phrase = _French if code == "fr" else _Phrase
    _.cache_clear()
    return code


@contextlib.contextmanager
def speaking(wanted: str) -> Iterator[str]:
    """Use the language `wanted`, if we speak it, within the block; gives its code. Other threads
    hear it too meanwhile: to be used where sentences are made, and not waited in."""
    if wanted not in LANGUAGES or wanted == _language:
        yield _language
        return
    before = _language
    try:
        yield choose_language([wanted])
    finally:
        choose_language([before])


def missing_language() -> str:
    """The name of the chosen language if its file is missing; "" if not."""
    return _missing


def language() -> str:
    """The code of the chosen language."""
    return _language


@cache
def _(text: str) -> str:
    """`text` in the chosen language; kept, since a screen asks for the same words at every step."""
    return _phrase(_catalogue.gettext(text))


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a phrase that fits `count`, in the chosen language."""
    return _phrase(_catalogue.ngettext(one, many, count))


class _Phrase(str):
    """A phrase: a value that is put in and is written from right to left, such as a name, reorders
    nothing beside it."""

    __slots__ = ()

    def format(self, *given: object, **named: object) -> str:
        for field, value in named.items():
            if isinstance(value, str) and not value.isascii():
                named[field] = isolated(value)
        return super().format(*given, **named)


class _French(_Phrase):
    """A French phrase: a value that is put in may elide the word before it (d'Amina, qu'Elyas)."""

    __slots__ = ()

    def format(self, *given: object, **named: object) -> str:
        def shortened(found: re.Match[str]) -> str:
            word, field = found.groups()
            vowel = _begins_with_vowel(str(named.get(field, "")))
            return f"{word[:-1]}\u2019{{{field}}}" if vowel else found[0]

        return _Phrase(_SHORTENED.sub(shortened, str(self))).format(*given, **named)


_phrase: type[_Phrase] = _Phrase  # the kind of phrases of the chosen language
_SHORTENED = re.compile(r"\b([Dd]e|[Qq]ue|[Ll]orsque|[Pp]uisque)[ \n]\{(\w+)\}")


def _begins_with_vowel(text: str) -> bool:
    """True if a word before `text` is elided in French. It is not before an h, mute or aspirate,
    nor before a y that a vowel follows (de Yasmine, d'Yves)."""
    first, second = (unicodedata.normalize("NFD", letter)[:1] for letter in (text[:1], text[1:2]))
    if first in "yY":
        return first != "" and second.lower() not in "aeiouy"
    return first != "" and first.lower() in "aeiouœæ"


def N_(text: str) -> str:
    """Mark `text` for the catalogue without translating it yet."""
    return text


_OS_REASONS = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOTDIR: N_("a part of the path is no folder"),
    errno.EEXIST: N_("it is there already"),
    errno.ENOSPC: N_("no space is left on the disk"),
    errno.EROFS: N_("the disk can only be read"),
    errno.EADDRINUSE: N_("the port is in use"),
    errno.EADDRNOTAVAIL: N_("this computer has no such address"),
    errno.ENETUNREACH: N_("there is no network"),
}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence as a fact: a template of the catalogue (`str.format` fields) and its values.

    A value that is itself a `Message` is translated with it.
    """

    template: str
    values: tuple[tuple[str, str | int | Message], ...] = ()

    def __str__(self) -> str:
        return _(self.template).format(**dict(self.values))


def message(template: str, **values: str | int | Message) -> Message:
    """`Message(template, values)`; mark the template with `N_` at the call.

    Texts among the values may come from others: they are put into their showable form.
    """
    taken = (
        (key, shown(value) if isinstance(value, str) else value) for key, value in values.items()
    )
    return Message(template, tuple(taken))


def os_reason(error: OSError) -> Message:
    """The system's reason for an error as part of a sentence; rare ones in the system's own
    words."""
    template = _OS_REASONS.get(error.errno or 0)
    if template is not None:
        return Message(template)
    return message("{why}", why=(error.strerror or str(error)).lower())
