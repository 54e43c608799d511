"""Somebody with a phone: a browser that presses what it is offered, in a thread of its own, while
the app plays on. It knows no rules."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path

from tests.browser import Browser

# What can be pressed: the name of each button and whether it is the golden one, by where it is.
SEE = """
const all = (where) => [...document.querySelectorAll(where + " button:enabled")].map(
  (one) => [one.ariaLabel || one.children[0].textContent, one.classList.contains("main")]);
const open = document.getElementById("question").open;
return {
  answers: open ? all("#answers") : [], choices: open ? [] : all("#choices"),
  spots: open ? [] : all("#spots"), field: open && !document.getElementById("field").hidden,
  title: document.title, status: document.getElementById("status").textContent,
  trouble: document.getElementById("trouble").textContent,
  picture: document.querySelectorAll("#board img").length,
};
"""
TIMID = ("Back", "Cancel", "Hint", "See the board")
PAUSE_S = 0.2  # between two looks; a thumb is no faster


class PhonePlayer:
    """Scans `url`, says its name, is ready, and plays until the page offers another game."""

    def __init__(self, browser: Browser, url: str, name: str, *, seed: int) -> None:
        self.browser, self.url, self.name = browser, url, name
        self.random = random.Random(seed)
        self.moves = 0  # buttons pressed
        self.seen: dict[str, object] = {}
        self.over = False
        self.error: BaseException | None = None
        self.asides: list[
            Callable[[], object]
        ] = []  # to be done in this thread, between two presses
        self._stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def state(self) -> object:
        """What moves while it plays."""
        return self.moves, str(self.seen)

    def shoot(self, path: Path) -> None:
        self.asides.append(lambda: path.write_bytes(self.browser.picture()))

    def stop(self) -> None:
        self._stopped = True
        self._thread.join(20)

    def _run(self) -> None:
        try:
            self.browser.go(self.url)
            while not self._stopped:
                while self.asides:
                    self.asides.pop(0)()
                self._look()
                threading.Event().wait(PAUSE_S)
        except BaseException as error:
            self.error = error

    def _look(self) -> None:
        seen = self.seen = self.browser.run(SEE)
        answers, choices, spots = seen["answers"], seen["choices"], seen["spots"]
        if seen["field"]:
            self.browser.run("document.getElementById('field').value = arguments[0]", self.name)
            self._press(answers[0][0])
        elif any(name == "Play again" for name, _main in choices):
            self.over = True
        elif any(name == "I'm ready" for name, _main in choices):
            self._press("I'm ready")
        elif seen["picture"]:
            bold = [one for one in (*answers, *choices, *spots) if one[0] not in TIMID]
            main = [name for name, golden in bold if golden]
            if main and (len(bold) == 1 or self.random.random() < 0.6):
                self._press(main[0])
            elif bold:
                self._press(self.random.choice(bold)[0])

    def _press(self, name: str) -> None:
        self.moves += 1
        self.browser.run(
            "[...document.querySelectorAll('button:enabled')].find((one) => "
            "(one.ariaLabel || one.children[0].textContent) === arguments[0])?.click()",
            name,
        )
