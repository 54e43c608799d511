"""A pseudo-locale: words that are longer than any translation, to find what does not grow.

`install` puts it in the place of the catalogue; every phrase comes out with accents and about two
fifths longer, in brackets that show where it is cut. Fields (`{name}`) stay as they are.
"""

from __future__ import annotations

import gettext
import re

from camelnet import i18n

CODE = "qps"  # what `python -m tools.screenshots` takes beside the languages
_LETTERS = str.maketrans("aeiouAEIOUcnsyCNSY", "àéïöûÀÉÏÖÛçñšýÇÑŠÝ")
_FIELD = re.compile(r"(\{[^{}]*\}|\n)")


def lengthened(text: str) -> str:
    """A phrase as the pseudo-locale says it."""
    if not text.strip():
        return text
    parts = [
        part if _FIELD.fullmatch(part) else part.translate(_LETTERS) for part in _FIELD.split(text)
    ]
    more = max(1, len(_FIELD.sub("", text)) * 2 // 5)
    return f"[{''.join(parts)}{'~' * more if more < 4 else ' ' + 'lörem ' * (more // 6 + 1)}]"


class PseudoTranslations(gettext.NullTranslations):
    """Answers every phrase with a longer one."""

    def gettext(self, message: str) -> str:
        return lengthened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthened(msgid1 if n == 1 else msgid2)


def install() -> None:
    """Speak the pseudo-locale until `choose_language` is called again."""
    i18n._catalogue = PseudoTranslations()
