"""Admission: a line of somebody's log, of whatever kind, with all that it rests on checked."""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.decision import admit_change
from camelnet.protocol.epoch.fork import admit_fork
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.frames import Certified, Changed, LogLine, Parted


def admit(log: Log, line: LogLine) -> None:
    """Append a line of somebody's log; raises `Refusal`, and then nothing has changed."""
    match line:
        case Certified():
            log.admit(line)
        case Changed():
            if log.epoch.leaving:
                raise Refusal(Fault.FORK, "we have signed that we go")
            admit_change(log, line)
        case Parted():
            admit_fork(log, line)
