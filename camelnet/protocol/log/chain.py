"""The chain: the final lines of a log, each bound to the one before by its hash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from camelnet.protocol.crypto.suite import Hash
from camelnet.protocol.wire.frames import Certified, LogLine, Luck


class Chain:
    """The lines from index 1 on. What is final is never taken away; only its luck is filled in."""

    def __init__(self, root: Hash) -> None:
        self.lines: list[LogLine] = []
        # A line without certificate: it counts once the change behind it names it.
        self.closing: Certified | None = None
        self._hashes: list[bytes] = [root]  # by index
        self._pending: dict[int, tuple[int, ...]] = {0: ()}  # by base: this epoch's
        self._completed = 0  # lines given out by `complete_up_to`
        self.index = 1  # of the next line

    @property
    def prev(self) -> bytes:
        """The hash of the last line; of the log's root while there is none."""
        return self._hashes[-1]

    @property
    def complete(self) -> list[LogLine]:
        """The lines whose luck cannot change any more."""
        return self.lines[: self._completed]

    @property
    def origin(self) -> int:
        """The last final index when this epoch began: its change, or 0."""
        return min(self._pending)

    def hash_at(self, index: int) -> bytes | None:
        """The hash of a final entry; None if we do not know it. 0 is the log's root."""
        return self._hashes[index] if 0 <= index < len(self._hashes) else None

    def pending_at(self, base: int) -> tuple[int, ...] | None:
        """The entries whose luck may be pending when `base` is the last final one, this epoch's;
        None where we do not know."""
        return self._pending.get(base)

    def stored_line(self, index: int) -> LogLine | None:
        """The line of a final entry, with the luck that is stored with it."""
        return self.lines[index - 1] if 1 <= index <= len(self.lines) else None

    def append(self, line: LogLine, hashed: bytes, pending: Sequence[int]) -> None:
        """Append a final line. `pending`: the entries whose luck may be pending behind it."""
        self._pending[self.index] = tuple(pending)
        self._hashes.append(hashed)
        self.lines.append(line)
        self.index = len(self._hashes)

    def begin_epoch(self, line: LogLine, hashed: bytes, pending: Sequence[int]) -> None:
        """Append the line that begins an epoch."""
        self._pending.clear()
        self.append(line, hashed, pending)

    def drop_closing(self) -> None:
        """Forget a line without certificate: its change came, or did not come with it."""
        self.closing = None

    def store_luck(self, index: int, luck: Luck) -> None:
        """Keep with an entry's line what is known of its luck."""
        line = self.lines[index - 1]
        assert isinstance(line, Certified)
        if line.luck != luck:
            self.lines[index - 1] = replace(line, luck=luck)

    def complete_up_to(self, index: int) -> Iterator[LogLine]:
        """The lines up to `index` that are complete from now on, in order."""
        while self._completed < index:
            line = self.lines[self._completed]
            self._completed += 1
            yield line
