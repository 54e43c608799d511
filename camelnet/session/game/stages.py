"""The stages of a game in its log, and the notations of entries that are no moves."""

from __future__ import annotations

from enum import Enum

from camelnet import rules
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified, Genesis, LogLine

SEAL, START, END = "seal", "start", "end"


class Stage(Enum):
    """The kind of entry that comes next."""

    SEAL = "seal"
    START = "start"
    PLAY = "play"
    OPEN = "open"
    DECK = "deck"  # which step: see `GameMachine.deck`
    END = "end"
    CLOSED = "closed"


def notation_of(line: Genesis | LogLine) -> str | None:
    """The notation of an entry; None for any other line, and for a body that cannot be read."""
    try:
        return read_body(EntryBody, line.body).notation if isinstance(line, Certified) else None
    except Refusal:
        return None


def opens_seals(position: rules.Position) -> bool:
    """True if a seat's sealed cards are to be opened."""
    return position.turn == "reveal" and position.pack() is None


def expect(entry: EntryBody, notation: str) -> None:
    """Raise `Refusal` unless the entry has that notation."""
    if entry.notation != notation:
        raise Refusal(Fault.ILLEGAL, f'"{notation}" comes next')


def expect_no_attachments(entry: EntryBody) -> None:
    """Raise `Refusal` if an entry has attachments."""
    if entry.attachments:
        raise Refusal(Fault.ATTACHMENTS, "none belong here")
