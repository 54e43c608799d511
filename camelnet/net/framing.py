"""Frames on one byte stream: a 4-byte big-endian length, one byte of kind, the body.

The length counts kind and body. Sans-IO: bytes in, frames out. A `FrameError` names the fault, and
the stream cannot be read any further after one.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Final

from camelnet.i18n import N_
from camelnet.net.mesh import PAYLOAD_BYTES_MAX

_LENGTH: Final = struct.Struct(">I")
_HELLO: Final = struct.Struct(">HI")
FRAME_BYTES_MAX: Final = 1 + PAYLOAD_BYTES_MAX


class Kind(IntEnum):
    """The kind of a frame; the transport passes only DATA on."""

    DATA = 0
    PING = 1
    PONG = 2
    HELLO = 3  # the first on every connection: listening port, number of the dial
    RETIRE = 4  # the sender's last frame on this connection: it uses another one now


_KINDS: Final = {kind.value: kind for kind in Kind}


class FrameError(Exception):
    """The other side broke the framing; carries a sentence with a field `address`, and its
    values."""

    def __init__(self, template: str, **values: str | int) -> None:
        super().__init__(template)
        self.template = template
        self.values = values


def encode(kind: Kind, body: bytes = b"") -> bytes:
    """The bytes of one frame."""
    assert len(body) <= PAYLOAD_BYTES_MAX
    return _LENGTH.pack(1 + len(body)) + bytes((kind,)) + body


def encode_hello(port: int, serial: int) -> bytes:
    """The frame that opens a connection; `serial` counts the dials, 0 from the side that
    accepted."""
    return encode(Kind.HELLO, _HELLO.pack(port, serial & 0xFFFF_FFFF))


def decode_hello(body: bytes) -> tuple[int, int]:
    """(listening port, number of the dial); `FrameError` if the body has another size."""
    if len(body) != _HELLO.size:
        raise FrameError(N_("A peer at {address} sent a wrong greeting and was disconnected."))
    port, serial = _HELLO.unpack(body)
    return port, serial


class Splitter:
    """Cuts a stream into frames. Holds at most the bytes fed and not yet taken."""

    __slots__ = ("_buffer", "_start")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._start = 0

    def feed(self, data: bytes) -> None:
        """Append bytes of the stream."""
        if self._start:
            del self._buffer[: self._start]
            self._start = 0
        self._buffer += data

    @property
    def pending(self) -> int:
        """The number of bytes fed and not yet taken."""
        return len(self._buffer) - self._start

    def next(self) -> tuple[Kind, bytes] | None:
        """The next whole frame, or None. Raises `FrameError` as soon as the stream is known to be
        bad."""
        if self.pending < _LENGTH.size:
            return None
        (size,) = _LENGTH.unpack_from(self._buffer, self._start)
        if size == 0:
            raise FrameError(N_("A peer at {address} sent an empty frame and was disconnected."))
        if size > FRAME_BYTES_MAX:
            raise FrameError(
                N_(
                    "A peer at {address} sent an oversized frame ({size} bytes; the limit is "
                    "{limit}) and was disconnected."
                ),
                size=size,
                limit=FRAME_BYTES_MAX,
            )
        if self.pending <= _LENGTH.size:
            return None
        code = self._buffer[self._start + _LENGTH.size]
        kind = _KINDS.get(code)
        if kind is None:
            raise FrameError(
                N_(
                    "A peer at {address} sent a frame of an unknown kind ({kind}) and was "
                    "disconnected."
                ),
                kind=code,
            )
        end = self._start + _LENGTH.size + size
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[self._start + _LENGTH.size + 1 : end])
        self._start = end
        return kind, body
