"""A position in one line that a person can read and type:

    camelup 4 turn=2 starter=2 leg=1 track={1:gyo,3:bw} money=[5,3,3,3]

The game's key, its seats, and the fields of the JSON position that differ from the game's
beginning, in their order. A list stands in [], a dictionary in {}; `none`, `yes` and `no` are null,
true and false; a string that would read as something else stands in double quotes, as in JSON. The
dictionary's own check tells what is possible: nothing here knows a game.
"""

from __future__ import annotations

import json
import re
from typing import Any

from camelnet.rules import validation

TEXT_MAX = 20_000  # characters; the longest position of a game has about 3,000
_DEPTH_MAX = 8
_HEAD = ("game", "seats")
_WORDS = {"none": None, "yes": True, "no": False}
_NAMES = {None: "none", True: "yes", False: "no"}
_BARE = re.compile(r"[A-Za-z0-9+?_-]+")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_TOKEN = re.compile(r'\s*([\[\]{},:=]|"(?:[^"\\]|\\.){0,200}"|[A-Za-z0-9+?_-]+|$)')


def written(told: dict[str, Any], first: dict[str, Any]) -> str:
    """The line of a dictionary, compared with the dictionary of the game's beginning."""
    differs = [key for key in told if key not in _HEAD and told[key] != first[key]]
    return " ".join(
        [told["game"], str(told["seats"]), *(f"{k}={_value(told[k])}" for k in differs)]
    )


def _value(value: Any) -> str:
    match value:
        case None | bool():
            return _NAMES[value]
        case int():
            return str(value)
        case dict():
            return "{" + ",".join(f"{_word(k)}:{_value(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ",".join(map(_value, value)) + "]"
    return (
        _word(value) if not _NUMBER.fullmatch(value) and value not in _WORDS else json.dumps(value)
    )


def _word(word: str) -> str:
    return word if _BARE.fullmatch(word) else json.dumps(word)


def read(text: object) -> tuple[str, Any, dict[str, Any]]:
    """The game, the seats and the other fields of a line. ValueError for any other text."""
    if not isinstance(text, str):
        raise validation.wrong("text", "not a string")
    if len(text) > TEXT_MAX:
        raise validation.wrong("text", f"more than {TEXT_MAX} characters")
    reader = _Reader(text)
    game, seats = reader.word(), reader.value(0)
    told: dict[str, Any] = {}
    while not reader.ended:
        key = reader.word()
        reader.take("=")
        if key in told or key in _HEAD:
            raise validation.wrong(f"{key!r:.40}", "named twice")
        told[key] = reader.value(0)
    return game, seats, told


class _Reader:
    """Reads the tokens of a line, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._next = ""
        self._go_on()

    @property
    def ended(self) -> bool:
        return not self._next

    def take(self, sign: str) -> None:
        if self._next != sign:
            raise self._wrong(f"{sign!r} is missing")
        self._go_on()

    def word(self) -> str:
        token = self._next
        if not token or token in "[]{},:=":
            raise self._wrong("a word is missing")
        self._go_on()
        return self._unquoted(token)

    def value(self, depth: int) -> Any:
        if depth > _DEPTH_MAX:
            raise self._wrong("lists too deep in each other")
        token = self._next
        if token == "[":
            return self._several("]", lambda: self.value(depth + 1), [])
        if token == "{":
            pairs = self._several("}", lambda: self._pair(depth), [])
            found = dict(pairs)
            if len(found) != len(pairs):
                raise self._wrong("a key stands twice")
            return found
        word = self.word()
        if token in _WORDS:
            return _WORDS[token]
        return int(token) if _NUMBER.fullmatch(token) else word

    def _pair(self, depth: int) -> tuple[str, Any]:
        key = self.word()
        self.take(":")
        return key, self.value(depth + 1)

    def _several(self, end: str, item: Any, found: list[Any]) -> list[Any]:
        self._go_on()
        while self._next != end:
            if found:
                self.take(",")
            found.append(item())
        self._go_on()
        return found

    def _go_on(self) -> None:
        token = _TOKEN.match(self._text, self._at)
        if token is None:
            raise self._wrong(f"{self._text[self._at : self._at + 20]!r} is not understood")
        self._next, self._at = token[1], token.end()

    def _unquoted(self, token: str) -> str:
        if not token.startswith('"'):
            return token
        try:
            return str(json.loads(token))
        except ValueError:
            raise self._wrong(f"{token!r:.40} is not understood") from None

    def _wrong(self, why: str) -> ValueError:
        return validation.wrong("text", f"{why}, before character {self._at + 1}")
