"""Admission of a line from another log: an entry, a change or a fork."""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.decision import admit_change
from camelnet.protocol.epoch.fork import admit_fork
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.frames import Certified, Changed, LogLine, Parted


def admit(log: Log, line: LogLine) -> None:
    """Check everything that a line rests on, and append it; a `Refusal` changes nothing."""
    match line:
        case Certified():
            log.admit(line)
        case Changed():
            if log.epoch.leaving:
                raise Refusal(Fault.FORK, "we have signed that we go")
            admit_change(log, line)
        case Parted():
            admit_fork(log, line)
