"""The side of the app that runs: it hears second starts on its profile, in Qt's own thread.

Make it only while the profile is locked: an address that is there already is of a crash. Whoever
connects says one line, up to a bound of bytes and of time, and gets an answer only if it was right.
Where many are connected the oldest goes: a second start has said its line before it is looked at,
so other users of this computer, who can all reach the port, hold no place against it.
QtNetwork could do this, too, but loads Kerberos, which a bare system lacks.
"""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from camelnet_gui.system.handover import HOST, LINE_MAX, Address, publish, read_request, withdraw

VISITORS_MAX = 8
QUEUE = 128  # of those who are not looked at yet
VISIT_MS = 5_000  # for a request to be said


class InstanceServer(QObject):
    """Listens until it is closed, or not at all where the system lets nobody listen: a second
    start then says that it is one."""

    asked = Signal(object)  # `Request`

    def __init__(self, profile: Path) -> None:
        super().__init__()
        self._profile = profile
        self._visitors: dict[_Visitor, None] = {}  # the oldest first
        self._socket: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self.address: Address | None = None
        with contextlib.suppress(OSError):
            self._socket = socket.create_server((HOST, 0), backlog=QUEUE)
            self._socket.setblocking(False)
            self.address = publish(profile, self._socket.getsockname()[1])
            kind = QSocketNotifier.Type.Read
            self._notifier = QSocketNotifier(self._socket.fileno(), kind, self)
            self._notifier.activated.connect(self._welcome)

    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        for visitor in tuple(self._visitors):
            visitor.close()
        if self._socket is not None:
            self._socket.close()
        if self.address is not None:
            withdraw(self._profile)

    def _welcome(self) -> None:
        assert self._socket is not None
        assert self.address is not None
        try:
            connection, _where = self._socket.accept()
        except OSError:  # it has gone again
            return
        if len(self._visitors) >= VISITORS_MAX:
            next(iter(self._visitors)).close()
        visitor = _Visitor(connection, self.address, self)
        self._visitors[visitor] = None
        visitor.asked.connect(self.asked)
        visitor.left.connect(self._forget)
        visitor.hear()

    def _forget(self, visitor: _Visitor) -> None:
        self._visitors.pop(visitor, None)


class _Visitor(QObject):
    """One connection, for one line."""

    asked = Signal(object)
    left = Signal(object)

    def __init__(self, connection: socket.socket, address: Address, parent: QObject) -> None:
        super().__init__(parent)
        self._connection, self._address = connection, address
        self._heard = b""
        connection.setblocking(False)
        self._notifier = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self.hear)
        QTimer.singleShot(VISIT_MS, self, self.close)

    def close(self) -> None:
        if not self._notifier.isEnabled():
            return
        self._notifier.setEnabled(False)
        self._connection.close()
        self.left.emit(self)
        self.deleteLater()

    def hear(self) -> None:
        """Read what has come so far."""
        if not self._notifier.isEnabled():
            return
        try:
            more = self._connection.recv(LINE_MAX)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        self._heard += more
        line, end, _rest = self._heard.partition(b"\n")
        if not end and more and len(self._heard) <= LINE_MAX:
            return
        request = read_request(line, self._address) if end else None
        if request is not None:
            with contextlib.suppress(OSError):  # a few bytes: they fit into any buffer
                self._connection.send(self._address.answer(line + end))
        self.close()
        if request is not None:
            self.asked.emit(request)
