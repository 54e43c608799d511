"""The one catalogue for every word a person can see: the app's, the log's and the terminal's.

Modules mark words with `_` where they are shown at once, and with `N_` where they are only named.
What travels as a fact (a refusal, a reason to wait) is a `Message`: an untranslated template with
its values, translated by the front end that shows it.
"""

from __future__ import annotations

import errno
import gettext
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

DOMAIN = "camelnet"
LANGUAGES = ("en", "fr")
LOCALE_DIR = Path(__file__).with_name("locale")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def choose_language(wanted: Iterable[str]) -> str:
    """Load the first language of `wanted` that we speak ("fr", "fr_CA.UTF-8", ...), else English.

    Returns the code chosen. Front ends read the environment or the settings and call this once.
    """
    global _catalogue
    for name in wanted:
        code = name.split(".")[0].split("@")[0].replace("-", "_").split("_")[0].lower()
        if code in ("en", "c", "posix"):
            break
        if code in LANGUAGES:
            _catalogue = gettext.translation(DOMAIN, LOCALE_DIR, [code])
            return code
    _catalogue = gettext.NullTranslations()
    return "en"


def _(text: str) -> str:
    """`text` in the language chosen."""
    return _catalogue.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of a phrase that fits `count`, in the language chosen."""
    return _catalogue.ngettext(one, many, count)


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

    A value that is a `Message` itself is translated with it.
    """

    template: str
    values: tuple[tuple[str, str | int | Message], ...] = ()

    def __str__(self) -> str:
        return _(self.template).format(**dict(self.values))


def message(template: str, **values: str | int | Message) -> Message:
    """`Message(template, values)`; mark the template with `N_` at the call."""
    return Message(template, tuple(values.items()))


def os_reason(error: OSError) -> Message:
    """Why the system refused, as a part of a sentence; rare reasons come in the system's words."""
    template = _OS_REASONS.get(error.errno or 0)
    if template is not None:
        return Message(template)
    return message("{why}", why=(error.strerror or str(error)).lower())
