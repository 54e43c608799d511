"""The public record of a game in progress."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.frames import LogLine
from camelnet.session.api.facts import Fact, Noticed
from camelnet.session.runtime.store import Recorder, Store


class Recording:
    """Writes each complete line of a log to a record. If the disk is full, the game goes on without
    a record: its journal has everything."""

    def __init__(self, *, log: Log, store: Store, tell: Callable[[Fact], None]) -> None:
        self.trouble: Message | None = None  # why there is no record
        self._log = log
        self._store = store
        self._tell = tell
        self._recorder: Recorder | None = None
        self._open()

    @property
    def path(self) -> Path | None:
        """The file of the record; None without one."""
        return self._recorder.path if self._recorder else None

    def append(self, line: LogLine, *, closed: bool) -> None:
        """Write the next line. `closed`: the game is closed."""
        whole = closed and len(self._log.chain.complete) == len(self._log.chain.lines)
        if self._recorder is None and whole:
            self._open()  # try again: the disk may have room now
        elif self._recorder:
            try:
                self._recorder.append(line)
            except OSError as error:
                self._give_up(error)
        if self._recorder and whole:
            try:
                self._recorder.close()
            except OSError as error:
                self._give_up(error)

    def close(self) -> None:
        """Close the file; raises `OSError`."""
        if self._recorder:
            self._recorder.close()

    def _open(self) -> None:
        try:
            self._recorder = self._store.recorder(self._log.game_start, self._log.chain.complete)
            self.trouble = None
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self._recorder = None
        template = N_("The record of this game cannot be written ({why}).")
        self.trouble = message(template, why=os_reason(error))
        self._tell(Noticed(self.trouble, serious=True))
