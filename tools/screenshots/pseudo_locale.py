"""A pseudo-locale: words longer than any translation, to find widgets that do not grow.

`install` replaces the catalogue; every phrase gets accents and about two fifths more length, in
brackets that show if it is cut. Fields (`{name}`) stay as they are.
"""

from __future__ import annotations

import gettext
import re

from camelnet import i18n

CODE = "qps"  # besides the languages, `python -m tools.screenshots` takes this
_LETTERS = str.maketrans("aeiouAEIOUcnsyCNSY", "àéïöûÀÉÏÖÛçñšýÇÑŠÝ")
_FIELD = re.compile(r"(\{[^{}]*\}|\n)")


def lengthened(text: str) -> str:
    """A phrase in the pseudo-locale."""
    if not text.strip():
        return text
    parts = [
        part if _FIELD.fullmatch(part) else part.translate(_LETTERS) for part in _FIELD.split(text)
    ]
    more = max(1, len(_FIELD.sub("", text)) * 2 // 5)
    return f"[{''.join(parts)}{'~' * more if more < 4 else ' ' + 'lörem ' * (more // 6 + 1)}]"


class PseudoTranslations(gettext.NullTranslations):
    """Translates every phrase into a longer one."""

    def gettext(self, message: str) -> str:
        return lengthened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthened(msgid1 if n == 1 else msgid2)


def install() -> None:
    """Use the pseudo-locale until the next call of `choose_language`."""
    i18n.speak("en", PseudoTranslations())
