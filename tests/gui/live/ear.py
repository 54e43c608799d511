"""What a screen reader is told: the words of each notification, and where the keyboard rests.

A program for the system's Python, which has `pyatspi`; it imports nothing of camelnet. For every
line of its input it writes what was told since the last one, and an empty line; for "again" it
asks anew to be told. Orca speaks the same events: `at` is what has the keyboard now, `said` a
notification.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import pyatspi
from gi.repository import GLib

APP = "camelnet"
LOOKS_MAX = 3000
LOOK_S = 0.05
AGAIN = "again\n"
ON, OFF = "  on", "  off"


class Ear:
    def __init__(self) -> None:
        self._told: list[Any] = []  # notifications, and what got the keyboard
        self._window = self._find()
        self._hears = {
            "object:state-changed:focused": self._focus,
            "object:state-changed:checked": self._checked,
            "object:state-changed:showing": self._said,
        }
        self.listen()

    @staticmethod
    def _find() -> Any:
        for _look in range(LOOKS_MAX):
            for app in pyatspi.Registry.getDesktop(0):
                if app is not None and app.name == APP and len(app):
                    return app[0]
            time.sleep(LOOK_S)
        raise SystemExit("there is no such app")

    def listen(self) -> None:
        """Ask to be told, once more where that was missed."""
        for kind, hears in self._hears.items():
            pyatspi.Registry.deregisterEventListener(hears, kind)
            pyatspi.Registry.registerEventListener(hears, kind)

    def lines(self) -> list[str]:
        """What was told since the last time; of the places of the keyboard only the last one."""
        self._window.queryComponent().contains(0, 0, pyatspi.WINDOW_COORDS)  # asks behind all that
        events = GLib.MainContext.default()
        while events.iteration(False):
            pass
        told, self._told = self._told, []
        places = [number for number, one in enumerate(told) if not isinstance(one, str)]
        if places:  # what it is tells as well whether it is on
            told[places[-1]] = _place(told[places[-1]])
            told = [one for one in told if isinstance(one, str) and one not in (ON, OFF)]
        return ["; ".join(filter(None, line.split("\n"))) for line in told]

    def _focus(self, event: Any) -> None:
        if event.detail1:
            self._told.append(event.source)

    def _checked(self, event: Any) -> None:
        if event.source.getState().contains(pyatspi.STATE_FOCUSED):
            self._told.append(ON if event.detail1 else OFF)

    def _said(self, event: Any) -> None:
        if event.detail1 and event.source.getRole() == pyatspi.ROLE_NOTIFICATION:
            self._told.append(f"  said {event.source.name}")


def _place(node: Any) -> str:
    states = node.getState()
    on = ", on" if states.contains(pyatspi.STATE_CHECKED) else ""
    more = f": {node.description}" if node.description not in ("", node.name) else ""
    return f"  at {node.name!r}, {node.getRoleName()}{on}{more}"


if __name__ == "__main__":
    ear = Ear()
    for line in sys.stdin:
        if line == AGAIN:
            ear.listen()
        print(*ear.lines(), "", sep="\n", flush=True)
