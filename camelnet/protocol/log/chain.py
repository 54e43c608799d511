"""The chain: the final lines of a log, each bound to the previous one by its hash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from camelnet.protocol.crypto.suite import Hash
from camelnet.protocol.wire.frames import Certified, LogLine, Luck


class Chain:
    """The lines from index 1 on. A final line stays; only its luck is filled in."""

    def __init__(self, root: Hash) -> None:
        self.lines: list[LogLine] = []
        # A line without certificate: it counts once the change behind it names it.
        self.closing: Certified | None = None
        self._hashes: list[bytes] = [root]  # by index
        self._pending: dict[int, tuple[int, ...]] = {0: ()}  # of this epoch, by base
        self._completed = 0  # lines that `complete_up_to` has returned
        self.index = 1  # of the next line

    @property
    def prev(self) -> bytes:
        """The hash of the last line; the log's root while there is none."""
        return self._hashes[-1]

    @property
    def complete(self) -> list[LogLine]:
        """The lines whose luck cannot change any more."""
        return self.lines[: self._completed]

    @property
    def origin(self) -> int:
        """The index of the line that began this epoch, a change or a fork; 0 in epoch 0."""
        return min(self._pending)

    def hash_at(self, index: int) -> bytes | None:
        """The hash of a final line; None if we do not have it. At 0 stands the log's root."""
        return self._hashes[index] if 0 <= index < len(self._hashes) else None

    def pending_at(self, base: int) -> tuple[int, ...] | None:
        """The entries whose luck may be pending if `base` is the last final index; None for a base
        before this epoch."""
        return self._pending.get(base)

    def stored_line(self, index: int) -> LogLine | None:
        """The final line at an index, with the luck stored in it."""
        return self.lines[index - 1] if 1 <= index <= len(self.lines) else None

    def append(self, line: LogLine, hashed: bytes, pending: Sequence[int]) -> None:
        """Append a final line. `pending`: the entries whose luck may be pending after it."""
        self._pending[self.index] = tuple(pending)
        self._hashes.append(hashed)
        self.lines.append(line)
        self.index = len(self._hashes)

    def begin_epoch(self, line: LogLine, hashed: bytes, pending: Sequence[int]) -> None:
        """Append the line that begins an epoch."""
        self._pending.clear()
        self.append(line, hashed, pending)

    def drop_closing(self) -> None:
        """Forget the line without certificate: its change has come, or is missing."""
        self.closing = None

    def store_luck(self, index: int, luck: Luck) -> None:
        """Store the known luck of an entry in its line."""
        line = self.lines[index - 1]
        assert isinstance(line, Certified)
        if line.luck != luck:
            self.lines[index - 1] = replace(line, luck=luck)

    def complete_up_to(self, index: int) -> Iterator[LogLine]:
        """Complete the lines up to `index`, and yield those that were not before."""
        while self._completed < index:
            line = self.lines[self._completed]
            self._completed += 1
            yield line
