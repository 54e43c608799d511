"""Somebody who sees nothing and has a keyboard: plays Camel Up, or goes through a tutorial, and
writes down every key, and what a screen reader is told after it: what is announced, and where the
keyboard rests.

A program for the system's Python, which has `pyatspi`; it imports nothing of camelnet. Orca speaks
the same events: `at` is what has the keyboard now, `said` an announcement (Orca 45 and later).
"""

from __future__ import annotations

import sys
import time
from typing import Any

import pyatspi
from gi.repository import GLib

KEYS = {"Return": 0xFF0D, "Tab": 0xFF09, "space": 0x20}
QUIET_S = 0.7  # without an event: all that a key caused has been told
KEYS_MAX = 150
TURNS = "rrl"  # how a turn begins, one after the other: the pyramid twice, a leg bet


def _is_active() -> bool:
    """True once the app's window has the keyboard of its display."""
    apps = [app for app in pyatspi.Registry.getDesktop(0) if app is not None]
    windows = [top for app in apps if app.name == "camelnet" for top in app if top is not None]
    return any(top.getState().contains(pyatspi.STATE_ACTIVE) for top in windows)


class Listener:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.heard: list[str] = []  # since the last key
        self.keys = 0
        self._last_s = time.monotonic()
        self._events = GLib.MainContext.default()
        listen = pyatspi.Registry.registerEventListener
        listen(self._focus, "object:state-changed:focused")
        listen(self._said, "object:announcement")
        while not _is_active():
            self._settle(QUIET_S)
        self._settle(3 * QUIET_S)

    def press(self, key: str) -> None:
        self._rest()
        self.lines.append(f"[{key}]")
        self.heard.clear()
        self.keys += 1
        code = KEYS.get(key) or ord(key)
        pyatspi.Registry.generateKeyboardEvent(code, None, pyatspi.KEY_SYM)
        self._settle(QUIET_S)

    def _rest(self) -> None:
        """Leave out where the keyboard only passed by since the last key."""
        count = len(self.heard)
        passed = [line for line in self.heard if line.startswith("  at ")][:-1]
        for line in passed:
            self.heard.remove(line)
        self.lines[len(self.lines) - count :] = self.heard

    def told(self) -> list[str]:
        self._rest()
        return self.lines

    def hears(self, words: str) -> bool:
        return any(words in line for line in self.heard)

    def _settle(self, quiet_s: float) -> None:
        self._last_s = time.monotonic()
        while time.monotonic() - self._last_s < quiet_s:
            while self._events.iteration(False):
                pass
            time.sleep(0.01)

    def _focus(self, event: Any) -> None:
        if event.detail1:
            node = event.source
            states = node.getState()
            on = ", on" if states.contains(pyatspi.STATE_CHECKED) else ""
            more = f": {node.description}" if node.description else ""
            self._tell(f"  at {node.name!r}, {node.getRoleName()}{on}{more}")

    def _said(self, event: Any) -> None:
        self._tell(f"  said {event.any_data}")

    def _tell(self, line: str) -> None:
        self._last_s = time.monotonic()
        line = " ".join(line.split("\n"))
        self.lines.append(line)
        self.heard.append(line)


def play(listener: Listener) -> None:
    """To the end of the game: a move on my turn, and Enter for what is to be read."""
    turns = 0
    begun = TURNS[0]
    while not listener.hears("Play again") and listener.keys < KEYS_MAX:
        if listener.hears("Your turn") or turns == 0:
            begun = TURNS[turns % len(TURNS)]
            turns += 1
            listener.press(begun)
        else:
            listener.press("Return")


def learn(listener: Listener) -> None:
    """To its end by Enter; in the dialog of a bet the card has to be found by Tab."""
    while not listener.hears("Play now") and listener.keys < KEYS_MAX:
        if listener.hears("'Wins the race'"):
            while not listener.hears("'Yellow'") and listener.keys < KEYS_MAX:
                listener.press("Tab")
            listener.press("space")
        listener.press("Return")


if __name__ == "__main__":
    made = Listener()
    (learn if len(sys.argv) > 1 else play)(made)
    print("<<<", *made.told(), ">>>", sep="\n")
