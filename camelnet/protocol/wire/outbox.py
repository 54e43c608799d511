"""The one way out of a replica: frames, with the seats to send them to."""

from __future__ import annotations

from collections.abc import Iterator

from camelnet.protocol.wire.frames import Frame

Addressed = tuple[int | None, Frame]  # None: for every other seat


class Outbox:
    """The queues into which a replica's parts write their frames.

    `flush` lines up all queues in the order in which they were opened, so the order of frames does
    not depend on which part wrote first.
    """

    def __init__(self) -> None:
        self._lined_up: list[Addressed] = []
        self._broadcasts: list[list[Frame]] = []
        self.addressed: list[Addressed] = []  # a queue of frames for single seats, which go last

    def broadcasts(self, queue: list[Frame] | None = None) -> list[Frame]:
        """Open a queue of frames for all other seats, or adopt `queue`."""
        opened = [] if queue is None else queue
        self._broadcasts.append(opened)
        return opened

    def send(self, seat: int, frame: Frame) -> None:
        """Line up a frame at once."""
        self._lined_up.append((seat, frame))

    def broadcast(self, frame: Frame) -> None:
        """Line up a frame for all other seats at once."""
        self._lined_up.append((None, frame))

    def flush(self) -> None:
        """Line up all frames that the parts have written."""
        for frames in self._broadcasts:
            if frames:
                self._lined_up.extend([(None, frame) for frame in frames])
                frames.clear()
        if self.addressed:
            self._lined_up.extend(self.addressed)
            self.addressed.clear()

    def take(self) -> list[Addressed]:
        """Hand out the frames in line, in order, and forget them."""
        if not self._lined_up:
            return []
        taken, self._lined_up = self._lined_up, []
        return taken

    def __iter__(self) -> Iterator[Addressed]:
        return iter(self._lined_up)
