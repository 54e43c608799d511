"""A player who sees nothing: plays Camel Up through AT-SPI alone, by names, roles and actions.

A program for the system's Python, which has `pyatspi`; it imports nothing of camelnet. It prints
one JSON object: the moves made by kind, what the players' rows told, and how the game
ended.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections import Counter
from typing import Any

import pyatspi

APP = "camelnet"
POLL_S = 0.03
STILL_MAX = 600  # looks at an app in which nothing changes
PILES = ("Wins the race", "Comes last")
KINDS = ("Roll the pyramid", "Leg bet", "Desert tile", "Overall bet")
BUTTONS = ("push button", "toggle button", "radio button", "check box")


class Screen:
    """What can be read of the app now."""

    def __init__(self, app: Any) -> None:
        self.words: list[str] = []  # of everything in sight
        self.buttons: dict[str, Any] = {}  # that can be pressed, by name
        self.rows: dict[str, str] = {}  # of the players: name and description
        for top in app:
            self._read(top)
        chosen = tuple(name for name in self.buttons if self.chosen(re.escape(name)))
        self._seen = (tuple(self.words), tuple(self.buttons), chosen)

    def _read(self, node: Any) -> None:
        state = node.getState() if node is not None else None
        if state is None or not state.contains(pyatspi.STATE_SHOWING):
            return
        role, name = node.getRoleName(), node.name
        if name:
            self.words.append(name)
        if role in BUTTONS and state.contains(pyatspi.STATE_SENSITIVE):
            self.buttons.setdefault(name, node)
        for child in node:
            if (role, name) == ("list", "Players") and child is not None:
                self.rows[child.name] = f"{child.getRoleName()}: {child.description}"
            self._read(child)

    def button(self, pattern: str) -> Any | None:
        """The first button whose name fits, in the order of the screen."""
        return next((made for name, made in self.buttons.items() if re.match(pattern, name)), None)

    def chosen(self, pattern: str) -> bool:
        made = self.button(pattern)
        return made is not None and made.getState().contains(pyatspi.STATE_CHECKED)

    def seen(self) -> tuple[object, ...]:
        return self._seen

    def says(self, pattern: str) -> bool:
        return any(re.match(pattern, words) for words in self.words)


class BlindPlayer:
    def __init__(self) -> None:
        self.app = self._find()
        self.moves: Counter[str] = Counter()
        self._begun = ""
        self._begins = 0  # a move may be confirmed twice before the screen has changed
        self.players: dict[str, str] = {}  # what their rows tell

    @staticmethod
    def _find() -> Any:
        for _look in range(STILL_MAX):
            for app in pyatspi.Registry.getDesktop(0):
                if app is not None and app.name == APP and len(app):
                    return app
            time.sleep(POLL_S)
        raise SystemExit("there is no such app")

    def play(self) -> dict[str, object]:
        screen = self._look()
        while not screen.button("Play again"):
            self.players |= screen.rows
            self._act(screen)
            screen = self._changed(screen)
        won = next(
            (words for words in screen.words if re.search(r"\bwins$|You win|victory", words)), ""
        )
        return {"moves": dict(self.moves), "won": won, "players": self.players}

    def _look(self) -> Screen:
        while True:
            with contextlib.suppress(Exception):  # it changed while it was read
                return Screen(self.app)
            time.sleep(POLL_S)

    def _changed(self, before: Screen) -> Screen:
        """The screen once it is another."""
        for _look in range(STILL_MAX):
            screen = self._look()
            if screen.seen() != before.seen():
                return screen
            time.sleep(POLL_S)
        raise SystemExit(f"nothing happens any more: {before.words} {list(before.buttons)}")

    def _act(self, screen: Screen) -> None:
        """One thing that can be done now, if there is any."""
        if screen.button("Cancel"):
            self._bet(screen)
        elif screen.button("Confirm"):
            self.moves[self._begun] += self._press(screen, "Confirm")
        elif screen.says("Which camel will lead"):
            self._press(screen, r"Leg tiles of \w+: \d")
        elif screen.says("Choose a side"):
            self._press(screen, r"Space \d+, empty")
        elif screen.says("Your turn"):
            self._begin(screen)
        else:
            self._press(screen, "Continue|Show all|Go on")

    def _begin(self, screen: Screen) -> None:
        wanted = KINDS[self._begins % len(KINDS)]
        self._begun = wanted if screen.button(wanted) else KINDS[0]
        self._begins += self._press(screen, self._begun)

    def _bet(self, screen: Screen) -> None:
        """In the dialog: a pile, a card, and down it goes."""
        if screen.button("Place"):
            self.moves[self._begun] += self._press(screen, "Place")
        elif not any(screen.chosen(pile) for pile in PILES):
            self._press(screen, PILES[0])
        else:
            self._press(screen, "(Blue|Green|Orange|White|Yellow)$")

    def _press(self, screen: Screen, pattern: str) -> bool:
        """True if there was such a button, and still is."""
        made = screen.button(pattern)
        if made is None:
            return False
        try:
            made.queryAction().doAction(0)
        except Exception:  # the screen has changed since it was read
            return False
        return True


if __name__ == "__main__":
    json.dump(BlindPlayer().play(), sys.stdout)
