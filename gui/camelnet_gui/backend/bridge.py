"""The only crossing between Qt and the network: one thread with its own asyncio loop.

Facts come up as queued signals, intents go down with `call_soon_threadsafe`. Nothing else is
shared: facts are immutable, and the node is touched in its own thread only.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from camelnet.i18n import N_, message
from camelnet.net.mesh import NetError
from camelnet.record.profile import ProfileError
from camelnet.session.api.facts import Fact
from camelnet.session.api.intents import Intents, forwarded

START_S_MAX = 15.0  # so long we wait for the node before we say that it does not start
STOP_S_MAX = 2.0  # so long an orderly leave may take


class RunningNode(Intents, Protocol):
    """The node that the bridge drives: `camelnet.session.peer.node.Node`, or a test's stand-in."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


MakeNode = Callable[[Callable[[Fact], None]], RunningNode]


class Bridge(QObject):
    """A node in its thread. Emits in Qt's thread; its methods may be called there only."""

    fact = Signal(object)  # a `Fact`
    failed = Signal(object)  # a `Message`: the node could not start, or its thread ended

    def __init__(self, make_node: MakeNode) -> None:
        super().__init__()
        self._make_node = make_node
        self._loop = asyncio.new_event_loop()
        self._node: RunningNode | None = None
        self._starting: asyncio.Task[None]
        self._stopping: asyncio.Task[None] | None = None  # kept, or it might be collected
        self._gate = Lock()  # held while the loop is called from outside, or closed
        self._open = True
        self._thread = Thread(target=self._run, name="camelnet-network", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def leave(self) -> None:
        """Begin to leave the network in order, while other things end; `stop` waits for it."""
        self._soon(self._stop_soon)

    def stop(self) -> None:
        """Leave the network in order, but within `STOP_S_MAX`; safe to call twice."""
        self.leave()
        if self._thread.ident is not None:
            self._thread.join(STOP_S_MAX)

    def ask(self, intent: Callable[[RunningNode], object]) -> None:
        """Run something on the node, in its thread, soon. Before it has started, and after it has
        stopped, this does nothing."""
        self._soon(self._ask_now, intent)

    def intents(self) -> Intents:
        """Intents for the front end: each call crosses to the node's thread."""
        return forwarded(
            lambda name, given, named: self.ask(lambda node: getattr(node, name)(*given, **named))
        )

    def _soon(self, act: Callable[..., object], *arguments: object) -> None:
        """Call something in the network's thread, unless its loop is closed or being closed."""
        with self._gate:
            if self._open:
                self._loop.call_soon_threadsafe(act, *arguments)

    def _ask_now(self, intent: Callable[[RunningNode], object]) -> None:
        if self._node is not None:
            intent(self._node)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(_tell)
        self._starting = self._loop.create_task(self._start_node())
        try:
            self._loop.run_until_complete(asyncio.wait_for(self._starting, START_S_MAX))
            self._loop.run_forever()
        except asyncio.CancelledError:
            pass  # stopped before it had started
        except NetError as error:
            self.failed.emit(error.message)
        except ProfileError as error:
            self.failed.emit(error.reason)
        except TimeoutError:
            self.failed.emit(message(N_("The network did not answer in time.")))
        except Exception as error:
            self.failed.emit(
                message(N_("The network could not be started: {why}."), why=str(error))
            )
            raise
        finally:
            self._wind_up()

    async def _start_node(self) -> None:
        node = self._make_node(self.fact.emit)
        await node.start()
        self._node = node

    def _stop_soon(self) -> None:
        if self._stopping is None:
            self._stopping = self._loop.create_task(self._stop_node())

    async def _stop_node(self) -> None:
        node, self._node = self._node, None
        if node is None:
            self._starting.cancel()
            return
        try:
            await node.stop()
        finally:
            self._loop.stop()

    def _wind_up(self) -> None:
        with self._gate:
            self._open = False
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        with contextlib.suppress(Exception):
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Passes an error in a callback of the network's thread to the crash handler."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        trace = error.__traceback__
        threading.excepthook(
            threading.ExceptHookArgs((type(error), error, trace, threading.current_thread()))
        )
    else:
        loop.default_exception_handler(context)
