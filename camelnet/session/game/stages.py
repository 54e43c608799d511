"""The stages of a game as its log goes through them, and the notations of entries between moves."""

from __future__ import annotations

from enum import Enum

from camelnet import rules
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.wire.bodies import EntryBody

SEAL, START, END = "seal", "start", "end"


class Stage(Enum):
    """The kind of the next entry."""

    SEAL = "seal"
    START = "start"
    PLAY = "play"
    OPEN = "open"
    DECK = "deck"  # what of it: `GameMachine.deck`
    END = "end"
    CLOSED = "closed"


def opens_seals(position: rules.Position) -> bool:
    """A reveal of what a seat has sealed."""
    return position.turn == "reveal" and position.pack() is None


def expect(entry: EntryBody, notation: str) -> None:
    """Raises `Refusal` unless that is the entry's notation."""
    if entry.notation != notation:
        raise Refusal(Fault.ILLEGAL, f'"{notation}" comes next')


def expect_no_attachments(entry: EntryBody) -> None:
    """Raises `Refusal` if an entry carries anything beside its notation."""
    if entry.attachments:
        raise Refusal(Fault.ATTACHMENTS, "none belong here")
