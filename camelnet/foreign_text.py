"""Foreign text as a person may read it: names, chat and levels that others wrote, words in files.

Signed and hashed text stays as it came, byte for byte. Text for people passes `shown` where it
enters the session: one normal form, one line, nothing invisible, no piles of marks. So two names
that differ look different, except for letters that look alike: `looks` maps two names that people
confuse to one key.

Nothing here knows a front end. Shown text can still read like HTML or like a command; a front end
displays it as plain text.
"""
# ruff: noqa: RUF001, RUF003 - the letters that look alike are what this file is about

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional, category, name, normalize

NAMELESS: Final = "?"  # stands for a name without a visible character
MARKS_MAX: Final = 4  # on one letter, as in Unicode's UTS #39; real scripts need fewer
PARTS_MAX: Final = 4  # per letter in comparisons: one sign may stand for a whole sentence

_EMOJI_STYLE: Final = "\ufe0f"  # the variation selector that makes ❤ a red heart
# Invisible, though not control characters: Unicode's Default_Ignorable_Code_Point among letters and
# marks, and blank signs.
_IGNORED: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
) - {_EMOJI_STYLE}
_BLANK: Final = frozenset("\u2800\ufffc\U0001d159\U00013441\U00013442")
_ISOLATE, _ISOLATED = "\u2068", "\u2069"  # the direction of what is between them is its own
_LEFTWARDS: Final = frozenset({"R", "AL", "AN"})  # of letters and digits
_KEPT: Final = 1024  # cached texts: names come again with every view

# Letters of other scripts that people mistake for one of these. NFKD handles letters that decompose
# (ａ, 𝐚), and Unicode's names handle Latin ones (ø, ʀ, 🅰).
_LIKE: Final = {
    "a": "аαɑ⍺",
    "b": "вьβƅҍЬƄᑲᖯᏏ",
    "c": "сϲᴄⲥ",
    "d": "ԁժᑯᏧ",
    "e": "еεєҽⲉꬲ℮",
    "f": "ƒϝքғꬵẝ",
    "g": "ցɡԍ",
    "h": "нһհԋᏂ",
    "i": "іιıɩӏاᎥꙇⵏƖ",
    "j": "јϳյ",
    "k": "кκқⲕ",
    "m": "мⲙ",
    "n": "ηпոռ",
    "o": "оοσօⲟѳө०০੦૦୦௦౦೦൦๐໐၀٥۵ەഠဝჿᴑꬽ〇𐐬",
    "p": "рρϸⲣ",
    "q": "ԛզգ",
    "r": "гⲅᴦꭇꭈ",
    "s": "ѕꜱƽ",
    "t": "тτⲧ",
    "u": "υսʋꞟ",
    "v": "νѵ∨⋁",
    "w": "ωԝѡաɯ",
    "x": "хχⲭ×ᕁᕽ",
    "y": "уγүყɣᶌ",
    "z": "ζⲍ",
    "3": "зӡʒȝ",
    "4": "ч",
    "6": "б",
    "A": "АΑᎪꓮⲀᗅ",
    "B": "ВΒᏴꓐⲂᗷꞴ",
    "C": "СϹᏟꓚⲤ",
    "D": "ᎠꓓԀᗞᗪ",
    "E": "ЕΕᎬꓰⲈⴹ",
    "F": "ϜꓝҒᖴ",
    "G": "ԌᏀꓖᏳ",
    "H": "НΗᎻꓧⲎᕼ",
    "I": "ІΙӀᏆꓲⲒ",
    "J": "ЈᎫꓙᒍͿ",
    "K": "КΚᏦꓗⲔ",
    "L": "ᏞꓡԼᒪⳐ",
    "M": "МΜᎷꓟⲘᗰϺ",
    "N": "ΝꓠⲚ",
    "O": "ОΟՕꓳⲞѲӨⵔ𐐄𐓂",
    "P": "РΡᏢꓑⲢᑭ",
    "R": "ᎡᏒꓣᖇƦ",
    "S": "ЅՏᏚꓢᏕ𐐠",
    "T": "ТΤᎢꓔⲦ",
    "U": "ՍꓴԱᑌ∪⋃",
    "V": "ѴᏙꓦᐯ",
    "W": "ԜᎳᏔꓪ",
    "X": "ХΧꓫⲬ᙭ⵝꞳ",
    "Y": "УΥҮꓬⲨᎩᎽ",
    "Z": "ΖᏃꓜⲌ",
}
_ALIKE: Final = {other: letter for letter, others in _LIKE.items() for other in others}
_LATIN: Final = re.compile(
    r"(?:LATIN|SYMBOL) (?:LETTER )?(?:SMALL |CAPITAL |DOTLESS |SCRIPT |OPEN )*(?:LETTER )?"
    r"(?:DOTLESS |SCRIPT |OPEN )?([A-Z])(?: WITH .*)?$"
)
_STROKES: Final = str.maketrans({"1": "l", "i": "l", "|": "l", "ǀ": "l", "∣": "l", "0": "o"})
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def shown(text: str) -> str:
    """`text` as a front end may show it; "" if none of it is visible.

    In the normal form NFC, with each run of blanks as one space and none at the ends. Drops
    control, format and private characters, everything invisible, and, of the marks on one letter,
    repeated ones and those after the first `MARKS_MAX`. `shown` returns its own results unchanged.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return _shown(text)


@lru_cache(_KEPT)
def _shown(text: str) -> str:
    kept: list[str] = []
    marks = 0
    seen = "".join(map(_seen, text, " " + text[:-1]))
    for letter in normalize("NFC", seen):
        kind = category(letter)
        if kind[0] == "M" and (not kept or kept[-1] in (" ", letter) or marks == MARKS_MAX):
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        kept.append(letter)
    return " ".join("".join(kept).split())


def _seen(letter: str, before: str) -> str:
    """A character as it may follow `before` in a text; "" if it may not."""
    if letter.isspace() or letter in _BLANK:
        return " "
    if letter == _EMOJI_STYLE:
        return letter if category(before) == "So" and before not in _BLANK else ""
    return "" if category(letter)[0] in "CZ" or letter in _IGNORED else letter


def shown_name(text: str) -> str:
    """A name as a front end may show it; `NAMELESS` if none of it is visible."""
    return shown(text) or NAMELESS


def isolated(text: str) -> str:
    """`text` as a part of a sentence or a line: what is written from right to left does not reorder
    what stands beside it. Other text is returned unchanged."""
    return text if text.isascii() else _isolated(text)


@lru_cache(_KEPT)
def _isolated(text: str) -> str:
    if text.startswith(_ISOLATE) or not any(bidirectional(letter) in _LEFTWARDS for letter in text):
        return text
    return f"{_ISOLATE}{text}{_ISOLATED}"


@lru_cache(_KEPT)
def looks(text: str) -> str:
    """The key for comparing names: equal for names that people confuse.

    Ignores case, accents, blanks and punctuation, maps letters of several scripts to the Latin ones
    that they resemble, and makes one of l, I and 1, of O and 0, and of rn and m. Use it for
    comparing only: nobody reads it, and nothing is stored under it.
    """
    seen = shown(text)
    key = "".join(map(_compared, seen)).casefold().translate(_STROKES)
    for pair, letter in _PAIRS:
        key = key.replace(pair, letter)
    return key or seen


@lru_cache(_KEPT)
def _compared(letter: str) -> str:
    """A letter's form in comparisons: one or several Latin letters, itself, or nothing."""
    parts = normalize("NFKD", _ALIKE.get(letter, letter))
    return "".join(map(_part, parts[:PARTS_MAX]))


def _part(letter: str) -> str:
    if letter.isascii():
        return letter if letter.isalnum() or letter in "|<>=+$^~`" else ""
    kind, called = category(letter), name(letter, "")
    if kind[0] in "PZ" or kind == "Sk":
        return ""
    if kind[0] == "M" and called.startswith(("COMBINING ", "VARIATION ")):
        return ""
    found = _LATIN.search(called) if "LATIN" in called or "SYMBOL" in called else None
    return found[1] if found else _ALIKE.get(letter, letter)
