"""A phone's screen as frozen values and as JSON, and the acts that a phone sends, checked.

The page renders any screen and knows no game. All words are in the phone's language already.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

ID_MAX: Final = 200  # characters
VALUE_MAX: Final = 200
LANG_MAX: Final = 20
SIDE_MAX: Final = 8192  # CSS pixels
_KINDS: Final = ("hello", "press", "answer")


@dataclass(frozen=True, slots=True)
class Button:
    """Anything that one can press."""

    id: str  # comes back in the act; the page does not read it
    name: str  # plain text: visible on a choice, accessible on a spot
    note: str = ""  # a second line
    enabled: bool = True
    chosen: bool = False
    main: bool = False  # the golden one


@dataclass(frozen=True, slots=True)
class Spot:
    """A button over the picture; its place in fractions of the picture's width and height."""

    button: Button
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Section:
    """A part that folds: scores, hand, log, odds, proof."""

    id: str
    title: str
    lines: tuple[str, ...]
    open: bool = False  # at first; then the phone keeps what its holder chose
    private: bool = False  # for this phone alone, marked so


@dataclass(frozen=True, slots=True)
class Question:
    """A dialog: a text, buttons, and a text field where there is something to type."""

    id: str
    text: str
    buttons: tuple[Button, ...]
    field: str | None = None  # what stands in the field; None: there is none


@dataclass(frozen=True, slots=True)
class Screen:
    """All that a phone shows at one moment. A picture's bytes go apart, once for each id."""

    lang: str
    title: str
    status: str
    my_turn: bool = False  # the phone flashes and vibrates when it becomes true
    picture: str = ""  # the picture's id
    picture_name: str = ""  # its accessible description
    width: int = 0  # of the picture, in pixels
    height: int = 0
    text: str = ""  # a board in characters of one width, where there is no picture
    spots: tuple[Spot, ...] = ()
    choices: tuple[Button, ...] = ()
    sections: tuple[Section, ...] = ()
    question: Question | None = None
    over: bool = False

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Act:
    """One message of a phone: "hello" with its size and language, "press" of a button, "answer" to
    a question (`id` the question's, `button` the pressed one's, `value` the field's)."""

    kind: str
    id: str = ""
    button: str = ""
    value: str = ""
    width: int = 0  # of the page, in CSS pixels
    height: int = 0
    ratio: float = 1.0  # device pixels in one of CSS
    dark: bool = False
    lang: str = ""

    @classmethod
    def from_json(cls, text: str | bytes) -> Act:
        """Read what a phone sent. Raises ValueError where it is no act, or too long or too many."""
        try:
            given = json.loads(text)
        except RecursionError:
            raise ValueError("nested") from None
        if not isinstance(given, dict) or given.get("kind") not in _KINDS:
            raise ValueError("no act")
        return cls(
            kind=given["kind"],
            id=_words(given, "id", ID_MAX),
            button=_words(given, "button", ID_MAX),
            value=_words(given, "value", VALUE_MAX),
            width=int(_number(given, "width", 0, SIDE_MAX, 0)),
            height=int(_number(given, "height", 0, SIDE_MAX, 0)),
            ratio=_number(given, "ratio", 0.25, 8, 1),
            dark=given.get("dark") is True,
            lang=_words(given, "lang", LANG_MAX),
        )


def _words(given: Mapping[str, Any], key: str, most: int) -> str:
    value = given.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise ValueError(key)
    value.encode()  # refuses halves of surrogate pairs, which cannot be stored or sent on
    return value


def _number(given: Mapping[str, Any], key: str, least: float, most: float, usual: float) -> float:
    value = given.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(key)
    return float(value)
