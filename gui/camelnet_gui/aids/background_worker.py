"""A worker thread that computes odds and hints, so that the window never waits.

One question is worked on at a time. A newer one takes its place: work on the old one is told to
stop, and nothing is heard of it any more.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from camelnet.session.game.aids import Stop

Work = Callable[[Stop], Any]


class BackgroundWorker(QObject):
    """Emits in the thread of whoever listens. `close` before the listener goes."""

    found = Signal(object, object)  # the question, and its answer; None where it has none
    progressed = Signal(int)  # for work to say how far it is

    def __init__(self) -> None:
        super().__init__()
        self._wake = threading.Condition()
        self._asked: tuple[object, Work] | None = None  # not begun yet
        self._wanted: object = None  # a token of the newest question while it is wanted
        self._open = True
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """True while its thread lives: from the first question until `close`, and until what is
        being worked on has ended."""
        return self._thread is not None and self._thread.is_alive()

    def ask(self, question: object, work: Work) -> None:
        """`work` shares nothing that changes with anybody; a ValueError of it means that there is
        no answer."""
        with self._wake:
            if not self._open:
                return
            self._asked = question, work
            self._wanted = object()
            if self._thread is None:
                name = "camelnet-worker"
                self._thread = threading.Thread(target=self._run, name=name, daemon=True)
                self._thread.start()
            self._wake.notify()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        with self._wake:
            self._asked = self._wanted = None

    def close(self) -> None:
        """Stops emitting results. A job that is running ends by itself."""
        with self._wake:
            self._open = False
            self._asked = self._wanted = None
            self._wake.notify()

    def _is_over(self, token: object) -> bool:
        return self._wanted is not token

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._asked is not None or not self._open)
                if self._asked is None:
                    return
                (question, work), self._asked = self._asked, None
                token = self._wanted
            answer = _answer(work, partial(self._is_over, token))
            with self._wake:
                if self._wanted is token:
                    self.found.emit(question, answer)


def _answer(work: Work, stop: Stop) -> Any:
    try:
        return work(stop)
    except ValueError:
        return None
    except Exception:
        _told(*sys.exc_info())
        return None


def _told(kind: Any, error: Any, trace: Any) -> None:
    """Our own bug goes where all crashes go, and the next question is answered all the same."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((kind, error, trace, thread)))
