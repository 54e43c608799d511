"""One laptop: the app in a live window, which does by pointer what its standard input says.

`python -m tests.evenings.laptop FOLDER NAME` reads one JSON list a line, such as
`["sit", "Evening"]`, and answers each with one line of JSON: what the screen shows when it is done.
What the screen says meanwhile, and every vote, is written to `FOLDER/said.jsonl` as it changes.
"""

from __future__ import annotations

import json
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from camelnet_gui.table.page import TablePage
from camelnet_gui.table.players import PlayerRowView
from camelnet_gui.widgets.dialogs import Question
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget

from camelnet.record.profile import Profile
from tests.gui.clicker import click_new_table, click_table, make_application
from tests.gui.live.hands import Hands, LiveClicker, in_sight
from tests.patience import until

LOOK_MS = 50


class Laptop:
    """See the module."""

    def __init__(self, app: QApplication, folder: Path, name: str) -> None:
        profile = Profile.open(folder / "profile")
        self._app = app
        self._name = name
        self._this = make_application(
            app, profile, name=name, interface=None, records=folder / "records"
        )
        self._window = self._this.window
        self._hands = Hands()
        self._clicker = LiveClicker(self._window, self._hands, seed=len(name))
        self._orders: queue.Queue[list[object]] = queue.Queue()
        self._busy = False
        self._said = (folder / "said.jsonl").open("a", encoding="utf-8")
        self._before: dict[str, object] = {}
        self._told = 0  # lines of the log that were written down
        self._acts: dict[str, Callable[..., object]] = {
            "open": self._open,
            "sit": self._sit,
            "ready": self._ready,
            "move": self._move,
            "leave": self._leave,
            "resume": self._resume,
            "vote": self._vote,
            "shoot": self._shoot,
            "look": lambda: None,
        }

    def run(self) -> int:
        self._window.resize(1280, 800)
        self._this.start()
        threading.Thread(target=self._read, daemon=True).start()
        timer = QTimer()
        timer.timeout.connect(self._look)
        timer.start(LOOK_MS)
        return self._app.exec()

    def _read(self) -> None:
        for line in sys.stdin:
            self._orders.put(json.loads(line))
        self._orders.put(["quit"])

    def _look(self) -> None:
        self._note()
        if self._busy or self._orders.empty():
            return
        word, *given = self._orders.get()
        if word == "quit":
            self._this.stop()
            self._app.exit(0)
            return
        self._busy = True
        try:
            self._acts[str(word)](*given)
            print(json.dumps(self._state()), flush=True)
        except AssertionError as error:
            print(json.dumps({"failed": str(error)}), flush=True)
        finally:
            self._busy = False

    # --- what the screen says -------------------------------------------------------------------

    @property
    def _table(self) -> TablePage | None:
        return self._window.table

    def _state(self) -> dict[str, object]:
        table = self._table
        if table is None:
            return {"table": False, "home": _texts(self._window.lobby)}
        view = table.model.view
        return {
            "table": True,
            "banner": table.model.banner().text,
            "rows": [
                f"{row.accessibleName()}: {row.accessibleDescription()}"
                for row in table.panel.players.findChildren(PlayerRowView)
            ],
            "strip": _texts(table.membership_votes),
            "votes": [(v.seat, v.leaving, v.wanted_by) for v in view.membership_votes.votes],
            "ghosts": [number for number, seat in enumerate(view.seats) if seat.ghost],
            "me": view.me,
            "turn": view.position.turn,
            "index": view.index,
            "phase": view.phase.value,
            "result": self._clicker.result is not None,
        }

    def _note(self) -> None:
        """Write down what has changed."""
        state, table = self._state(), self._table
        news = {key: now for key, now in state.items() if self._before.get(key) != now}
        self._before = state
        log = table.panel.feed.texts() if table is not None else ()
        if len(log) != self._told:
            news["log"] = log[self._told :]
            self._told = len(log)
        if news:
            self._said.write(json.dumps({"at": round(time.time(), 1), **news}) + "\n")
            self._said.flush()

    # --- what it is told to do ------------------------------------------------------------------

    def _open(self, name: str, seats: int) -> None:
        self._wait(lambda: self._window.lobby.name.text() == self._name, "the app never began")
        click_new_table(self._window, name, seats=seats, bots=0)
        self._wait(self._window.lobby.my_table.isVisible, "no table was opened")

    def _sit(self, name: str) -> None:
        self._wait(lambda: click_table(self._window, name), "the table was never in the lobby")
        self._wait(self._window.lobby.my_table.isVisible, "nobody sat down")

    def _ready(self) -> None:
        """Say so, and wait for the table to begin."""
        button = self._window.lobby.my_table.ready_button
        self._wait(button.isEnabled, "nobody may be ready")
        if not button.isChecked():
            self._hands.click(button)
        self._wait(lambda: self._table is not None, "the game never began")

    def _move(self) -> None:
        """Make my move with the pointer, and go on without waiting for what comes of it."""
        at = self._place()

        def moved() -> bool:
            if self._place() == at:
                self._clicker.look()
            return self._place() != at

        self._wait(moved, "no move was made")

    def _place(self) -> object:
        table = self._table
        return table and (table.model.view.index, table.model.view.pending)

    def _leave(self) -> None:
        table = self._table
        assert table is not None
        self._hands.click(table.panel.menu)
        self._wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu), "no menu came")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        entry = next(action for action in menu.actions() if action.text().startswith("Leave"))
        self._hands.click(menu.mapToGlobal(menu.actionGeometry(entry).center()))
        self._answer("the app never asked whether to leave")
        self._wait(lambda: self._table is None, "the table was never left")

    def _resume(self) -> None:
        """Go back into the game: by the question after a crash, or by the card of the home page."""

        def back() -> bool:
            if self._question() is not None:
                self._answer("")
            elif self._table is None:
                card = self._window.lobby.return_card
                if card is not None and in_sight(card.button):
                    self._hands.click(card.button)
            return self._table is not None

        self._wait(back, "there was no way back")

    def _vote(self, seat: int) -> None:
        """Vote to continue without a seat: in its row, or by agreeing with who has."""
        table = self._table
        assert table is not None

        def voted() -> bool:
            vote = table.membership_votes.vote_row(seat)
            row = table.panel.players.findChildren(PlayerRowView)[seat]
            for one in (vote.button if vote is not None else row.drop, row.drop):
                if in_sight(one):
                    self._hands.click(one)
                    return True
            return False

        self._wait(voted, f"no vote about seat {seat} was offered")

    def _shoot(self, to: str) -> None:
        assert self._hands.screen().save(to)

    def _question(self) -> Question | None:
        found = (one for one in self._window.findChildren(Question) if one.isVisible())
        return next(found, None)

    def _answer(self, what: str) -> None:
        self._wait(lambda: self._question() is not None, what)
        question = self._question()
        assert question is not None
        self._hands.click(question.yes)
        self._wait(lambda: not question.isVisible(), "the question was never answered")

    def _wait(self, done: Callable[[], object], what: str) -> None:
        def moving() -> object:
            return re.sub(r"\d+:\d\d", "", str(self._state()))

        until(done, what=f"{self._name}: {what}: {self._state()}", moving=moving, between=_pump)


def _pump() -> None:
    end_s = time.monotonic() + 0.1
    while time.monotonic() < end_s:
        QApplication.processEvents()
        time.sleep(0.005)


def _texts(widget: QWidget) -> list[str]:
    labels = [label for label in widget.findChildren(QLabel) if label.isVisible() and label.text()]
    return [label.text() for label in labels] if widget.isVisible() else []


if __name__ == "__main__":
    raise SystemExit(Laptop(QApplication([]), Path(sys.argv[1]), sys.argv[2]).run())
