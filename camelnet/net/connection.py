"""One TCP connection to one peer: TLS, greeting, frames, heartbeat, rate and queue limits.

TLS runs over memory buffers instead of asyncio's own wrapper, so that every failure arrives here,
with its reason, and a paused reader keeps at most one chunk. The connection tells its `Owner` about
the socket (`made`), about the peer once both sides have shown their keys and greeted (`opened`),
and about the end (`closed`, always after `made`, never from within a call of the owner's).
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections import deque
from enum import Enum
from typing import Final, Protocol, cast

from camelnet.i18n import N_, Message, message
from camelnet.net.address import host_of, show_address
from camelnet.net.certificate import identity_of
from camelnet.net.framing import FrameError, Kind, Splitter, decode_hello, encode, encode_hello
from camelnet.net.mesh import CLOSED_BY_PEER
from camelnet.net.rate import Throttle

QUEUE_BYTES_MAX: Final = 1024 * 1024
_CHUNK_BYTES: Final = 65_536

# Reasons for the end of a connection: sentences with a field `address`.
CONNECTION_LOST: Final = N_("The connection to {address} was lost.")
NOT_NEEDED: Final = N_("The connection to {address} is not needed.")
_HALF_A_FRAME: Final = N_("A peer at {address} stopped in the middle of a frame.")
_OUT_OF_PLACE: Final = N_("A peer at {address} sent an unexpected frame and was disconnected.")
_BAD_CERTIFICATE: Final = N_("A peer at {address} showed a certificate that isn't camelnet's.")
_REFUSED_US: Final = N_("A peer at {address} refused our certificate.")
_NO_TLS: Final = N_("A program at {address} that isn't camelnet was disconnected.")
_QUEUE_FULL: Final = N_("The peer at {address} stopped receiving and was disconnected.")


class State(Enum):
    """The stage that a connection has reached."""

    CONNECTING = "connecting"  # no TCP connection yet
    HANDSHAKE = "handshake"  # TLS handshake
    GREETING = "greeting"  # waiting for the peer's HELLO
    OPEN = "open"
    CLOSED = "closed"  # sends and delivers nothing any more; the socket may still flush


class Owner(Protocol):
    """The callbacks of a connection. `Connection.fault` tells whether `why` blames the peer."""

    def made(self, connection: Connection) -> None: ...

    def opened(self, connection: Connection) -> None: ...

    def frame(self, connection: Connection, payload: bytes) -> None: ...

    def retired(self, connection: Connection) -> None: ...

    def closed(self, connection: Connection, why: Message) -> None: ...


class Connection(asyncio.Protocol):
    """Created by the protocol factory of a server (`dialled=False`) or of a dial."""

    def __init__(
        self,
        *,
        owner: Owner,
        context: ssl.SSLContext,
        dialled: bool,
        serial: int,
        listening_port: int,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._owner = owner
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=not dialled)
        self._transport: asyncio.Transport | None = None
        self._splitter = Splitter()
        self._listening_port = listening_port
        self._why: Message | None = None
        self._paused = False
        self._resume_timer: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Handle | None = None
        now = self._loop.time()
        self.throttle = Throttle(now)  # the connection's own; after the greeting the peer's
        self.state = State.CONNECTING
        self.dialled = dialled
        self.serial = serial  # number of the dial; the dialling peer tells it in its HELLO
        self.key = b""
        self.host = ""
        self.own_host = ""  # our own address on this connection, without a scope
        self.scoped = False  # `host` has a meaning on this computer only
        self.socket_port = 0
        self.peer_port = 0  # the port on which the peer listens, 0 if unknown
        self.born = now
        self.since = now  # the start of the current state
        self.heard = now  # the arrival of the last whole frame
        self.sent = now  # the time when we queued the last frame
        self.fault = False  # we closed it because the peer broke a rule
        self.retired_in = False  # the peer has announced that it sends nothing here any more ...
        self.retired_at = 0.0  # ... at this time
        self.retired_out = False  # we have announced the same
        self.parked: deque[bytes] = deque()  # frames that wait for an older connection
        self.parked_bytes = 0

    # --- calls of the owner ----------------------------------------------------------------

    @property
    def mid_frame(self) -> bool:
        """True if part of a frame is here, but not all of it."""
        return self._splitter.pending > 0

    @property
    def is_stranger(self) -> bool:
        """True while there is a socket whose peer has not yet proven its key."""
        return self.state in (State.HANDSHAKE, State.GREETING)

    @property
    def address(self) -> str:
        """ "host:port" of the socket at the other end."""
        return show_address(self.host, self.socket_port)

    def send(self, kind: Kind, body: bytes = b"") -> bool:
        """Queue one frame. Return False if the connection is closed, or if the queue is full: then
        cut the peer off."""
        if self.state is not State.OPEN:
            return False
        assert self._transport is not None
        queued = self._transport.get_write_buffer_size() + self._outgoing.pending
        if queued + len(body) > QUEUE_BYTES_MAX:
            self.cut(_QUEUE_FULL)
            return False
        self.sent = self._loop.time()
        self._write(encode(kind, body))
        return True

    def retire(self) -> None:
        """Tell the peer that we have sent our last frame here."""
        self.retired_out = True
        self.send(Kind.RETIRE)

    def cut(self, why: str, *, fault: bool = False, **values: str | int) -> None:
        """Drop the connection now; `Owner.closed` follows in a later turn of the loop."""
        if self._end(why, fault=fault, **values) and self._transport is not None:
            self._flush()
            self._transport.abort()

    def close(self) -> None:
        """Flush the queue, then close. The owner aborts the connection if that takes too long."""
        if self._end(NOT_NEEDED) and self._transport is not None:
            self._say_goodbye()

    def abort(self) -> None:
        """Close the socket of a closed connection that is still flushing."""
        if self._transport is not None:
            self._transport.abort()

    # --- asyncio.Protocol -------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        if peer is not None:  # None if the other side has gone already
            self.host, self.socket_port = host_of(peer), peer[1]
            self.scoped = "%" in self.host
        own = transport.get_extra_info("sockname")
        if own is not None:
            self.own_host = own[0].split("%")[0]
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._enter(State.HANDSHAKE)
        self._owner.made(self)
        self._pump()

    def data_received(self, data: bytes) -> None:
        if self.state is State.CLOSED:
            return
        self._incoming.write(data)
        self._pause_for(self.throttle.bytes(len(data), self._loop.time()))
        self._pump()

    def eof_received(self) -> bool:
        if self.state is State.OPEN and self._splitter.pending:
            self._break_off(_HALF_A_FRAME)
        else:
            self._end(CONNECTION_LOST)  # a system ends the connections of a crashed program
        return False  # asyncio closes the socket

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(CONNECTION_LOST)
        if self._resume_timer is not None:
            self._resume_timer.cancel()
        self._transport = None
        assert self._why is not None
        self._owner.closed(self, self._why)

    # --- reading ----------------------------------------------------------------------------

    def _pump(self) -> None:
        """Process the bytes at hand as far as they go."""
        try:
            if self.state is State.HANDSHAKE and not self._shake_hands():
                return
            while self.state is not State.CLOSED and not self._paused and self._step():
                pass
        except FrameError as error:
            self._break_off(error.template, **error.values)
        except ssl.SSLError as error:
            self._break_off(_tls_trouble(error))

    def _shake_hands(self) -> bool:
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        finally:
            self._flush()
        certificate = self._tls.getpeercert(binary_form=True)
        assert certificate is not None  # CERT_REQUIRED
        try:
            self.key = identity_of(certificate)
        except ValueError:
            self._break_off(_BAD_CERTIFICATE)
            return False
        self._enter(State.GREETING)
        serial = self.serial if self.dialled else 0
        self._write(encode_hello(self._listening_port, serial))
        return True

    def _step(self) -> bool:
        """Take one frame or decrypt one record; False if there is nothing more for now."""
        frame = self._splitter.next()
        if frame is None:
            chunk = self._decrypted()
            if chunk is None:
                self._flush()  # TLS may answer on its own (a key update)
                return False
            if not chunk:  # the peer's goodbye
                self._hang_up()
                return False
            self._splitter.feed(chunk)
            return True
        now = self._loop.time()
        self.heard = now
        self._take(*frame)
        self._pause_for(self.throttle.frame(now))  # includes any charge for this frame
        return True

    def _decrypted(self) -> bytes | None:
        """The content of one record; empty: the peer's goodbye; None: no whole record yet."""
        if not self._incoming.pending and not self._tls.pending():
            return None  # TLS would report this too, but with an exception for every frame
        try:
            return self._tls.read(_CHUNK_BYTES)
        except ssl.SSLWantReadError:
            return None

    def _take(self, kind: Kind, body: bytes) -> None:
        if (kind is Kind.HELLO) is not (self.state is State.GREETING):
            raise FrameError(_OUT_OF_PLACE)
        match kind:
            case Kind.HELLO:
                self.peer_port, serial = decode_hello(body)
                if not self.dialled:
                    self.serial = serial
                self._enter(State.OPEN)
                self._owner.opened(self)
            case Kind.DATA:
                if not body or self.retired_in:
                    raise FrameError(_OUT_OF_PLACE)
                self._owner.frame(self, body)
            case Kind.PING:
                self.send(Kind.PONG)
            case Kind.RETIRE:
                self.retired_in, self.retired_at = True, self._loop.time()
                self._owner.retired(self)
            case Kind.PONG:
                pass

    def _pause_for(self, seconds: float) -> None:
        """Stop reading from a peer that is too fast, until its debt is paid."""
        if seconds <= 0 or self._paused or self.state is State.CLOSED:
            return
        assert self._transport is not None
        self._paused = True
        self._transport.pause_reading()
        self._resume_timer = self._loop.call_later(seconds, self._resume)

    def _resume(self) -> None:
        self._paused = False
        if self.state is State.CLOSED or self._transport is None:
            return
        self._transport.resume_reading()
        self._pump()

    # --- writing and ending -----------------------------------------------------------------

    def _enter(self, state: State) -> None:
        self.state = state
        self.since = self.heard = self._loop.time()

    def _write(self, data: bytes) -> None:
        try:
            self._tls.write(data)
        except ssl.SSLError:  # the peer has broken TLS; the reading side will report how
            self.cut(CONNECTION_LOST)
            return
        if self.state is not State.OPEN:
            self._flush()
        elif self._flushing is None:  # frames of one turn of the loop leave together
            self._flushing = self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        data = self._outgoing.read()
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _hang_up(self) -> None:
        if self._splitter.pending:
            self._break_off(_HALF_A_FRAME)
        elif self._end(CLOSED_BY_PEER):
            self._say_goodbye()

    def _break_off(self, why: str, **values: str | int) -> None:
        """Close because the peer broke a rule: read no more; a last TLS alert may still go out."""
        if self._end(why, fault=True, **values) and self._transport is not None:
            self._flush()
            self._transport.close()

    def _say_goodbye(self) -> None:
        assert self._transport is not None
        # `unwrap` would wait for the peer's goodbye, or found no handshake: ours is out already.
        with contextlib.suppress(ssl.SSLError):
            self._tls.unwrap()
        self._flush()
        self._transport.close()

    def _end(self, why: str, *, fault: bool = False, **values: str | int) -> bool:
        """Close and return True; the first reason stands, so later calls return False."""
        if self.state is State.CLOSED:
            return False
        self._enter(State.CLOSED)
        self._why = message(why, address=self.address, **values)
        self.fault = fault
        return True


def _tls_trouble(error: ssl.SSLError) -> str:
    reason = error.reason or ""
    if "ALERT" in reason:
        return _REFUSED_US
    return _BAD_CERTIFICATE if "CERTIFICATE" in reason else _NO_TLS
