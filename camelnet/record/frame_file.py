"""Length-prefixed frames in a file, behind one line that names the format."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from typing import BinaryIO

LENGTH_SIZE = 4
FRAME_MAX = 64 * 1024


class BadFrame(ValueError):
    """The bytes at this place are not a whole frame. `number` counts frames from 0."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


def frame(body: bytes) -> bytes:
    """`body` behind its length, 4 bytes big-endian. Raises `OSError`, like a full disk, for a body
    too long to read again: then the caller sends nothing that rests on it."""
    if not 0 < len(body) <= FRAME_MAX:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return len(body).to_bytes(LENGTH_SIZE, "big") + body


def frames(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """The frames from here to the end of the file, each with the offset behind it.

    Raises `BadFrame` at the first frame that is torn or has an impossible length.
    """
    number = 0
    while head := file.read(LENGTH_SIZE):
        size = int.from_bytes(head, "big")
        if len(head) < LENGTH_SIZE or not 0 < size <= FRAME_MAX:
            raise BadFrame(number, "not a whole frame")
        body = file.read(size)
        if len(body) < size:
            raise BadFrame(number, "the file ends in the middle of it")
        yield body, file.tell()
        number += 1
