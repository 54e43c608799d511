"""A worker thread that computes odds and hints, so that the window never waits.

One question is worked on at a time. A newer one takes its place: work on the old one is told to
stop, and nothing is heard of it any more.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from camelnet.session.game.aids import Stop

Work = Callable[[Stop], Any]


class BackgroundWorker(QObject):
    """Emits in the thread of whoever listens. `close` before the listener goes.

    The thread never holds this object: the last one to do so deletes it, and closes it with that;
    Qt's objects may be deleted in their own thread alone.
    """

    found = Signal(object, object)  # the question, and its answer; None where it has none
    progressed = Signal(object)  # whatever work tells of itself

    def __init__(self) -> None:
        super().__init__()
        self._line = _Line(self.found.emit, self.progressed.emit)
        weakref.finalize(self, self._line.close)
        self.tell_progress = self._line.tell_progress  # for work to say how far it is, and more
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        """True while its thread lives: from the first question until `close`, and until what is
        being worked on has ended."""
        return self._thread is not None and self._thread.is_alive()

    def ask(self, question: object, work: Work) -> None:
        """`work` shares nothing that changes with anybody and holds no Qt object that could be the
        last of its kind; a ValueError of it means that there is no answer."""
        if self._line.ask(question, work) and self._thread is None:
            name = "camelnet-worker"
            self._thread = threading.Thread(target=self._line.run, name=name, daemon=True)
            self._thread.start()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._line.drop()

    def close(self) -> None:
        """Stops emitting results. A job that is running ends by itself."""
        self._line.close()


class _Line:
    """The line between a worker and its thread: questions go down, answers come up."""

    def __init__(
        self, found: Callable[[object, object], None], progressed: Callable[[object], None]
    ) -> None:
        self._wake = threading.Condition()
        self._asked: tuple[object, Work] | None = None  # not begun yet
        self._wanted: object = None  # a token of the newest question while it is wanted
        self._emits: tuple[Callable[[object, object], None], Callable[[object], None]] | None
        self._emits = found, progressed  # None once it is closed

    def ask(self, question: object, work: Work) -> bool:
        """False if it is closed."""
        with self._wake:
            if self._emits is None:
                return False
            self._asked = question, work
            self._wanted = object()
            self._wake.notify()
            return True

    def drop(self) -> None:
        with self._wake:
            self._asked = self._wanted = None

    def close(self) -> None:
        with self._wake:
            self._emits = self._asked = self._wanted = None
            self._wake.notify()

    def tell_progress(self, done: object) -> None:
        """Called in the thread, by work."""
        with self._wake:
            if self._emits is not None:
                self._emits[1](done)

    def run(self) -> None:
        """The thread's life."""
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._asked is not None or self._emits is None)
                if self._asked is None:
                    return
                (question, work), self._asked = self._asked, None
                token = self._wanted
            answer = _answer(work, partial(self._is_over, token))
            with self._wake:
                if self._emits is not None and self._wanted is token:
                    self._emits[0](question, answer)
            del question, work, answer

    def _is_over(self, token: object) -> bool:
        return self._wanted is not token


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
