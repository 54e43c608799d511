"""The eight emotes: what each is called, how it travels, and how often one may be sent.

An emote travels as a line of chat of its own, such as `:camel-cheer:`, which a camelnet that does
not know it shows as it stands. No Qt here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from camelnet.i18n import N_, _

BURST, WINDOW_S = 4, 8.0  # so many within so long; the chat's own limit is not reached


@dataclass(frozen=True, slots=True)
class Emote:
    """`key` names it in the code, in its text and in its drawing."""

    key: str
    name: str  # marked for translation

    @property
    def text(self) -> str:
        """The line of chat as which it travels."""
        return f":camel-{self.key}:"

    @property
    def words(self) -> str:
        return _(self.name)


EMOTES = (
    Emote("cheer", N_("Hooray!")),
    Emote("laugh", N_("Ha ha!")),
    Emote("wow", N_("Wow!")),
    Emote("cry", N_("Oh no!")),
    Emote("grr", N_("Grr!")),
    Emote("bravo", N_("Well played!")),
    Emote("hurry", N_("Your move!")),
    Emote("luck", N_("Good luck!")),
)
_BY_TEXT = {emote.text: emote for emote in EMOTES}


def parse(text: str) -> Emote | None:
    """The emote that a line of chat is; None for any other line."""
    return _BY_TEXT.get(text)


class EmoteLimit:
    """Lets `BURST` emotes through within `WINDOW_S`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sent: deque[float] = deque()

    def allows(self) -> bool:
        """True if another may be sent now, which then counts."""
        now = self._clock()
        while self._sent and self._sent[0] <= now - WINDOW_S:
            self._sent.popleft()
        if len(self._sent) >= BURST:
            return False
        self._sent.append(now)
        return True
