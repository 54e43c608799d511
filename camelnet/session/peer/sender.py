"""Sending frames: to one peer, or to all connected ones."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.net.mesh import Mesh
from camelnet.protocol.wire.frames import Frame, frame_bytes


class Sender:
    """Encodes frames and passes them to a mesh."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh

    def send(self, key: bytes, frame: Frame) -> None:
        self._mesh.send(key, frame_bytes(frame))

    def send_each(self, frames: Iterable[tuple[bytes, Frame]]) -> None:
        """Send frames, each to the peer named with it."""
        encoded: Frame | None = None
        payload = b""
        for key, frame in frames:
            if frame is not encoded:  # most go to everybody
                encoded, payload = frame, frame_bytes(frame)
            self._mesh.send(key, payload)

    def broadcast(self, frame: Frame) -> None:
        payload = frame_bytes(frame)
        for key in self._mesh.peers():
            self._mesh.send(key, payload)
