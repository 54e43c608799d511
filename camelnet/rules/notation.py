"""The notations that games share: `card <face>` turns up a card of a shuffled pack, `open <seat>
<faces>` opens a seat's sealed cards. A game's own rules define all others."""

from __future__ import annotations

NEVER = "-"  # the faces of a seat that never opens its cards


def card_notation(face: str) -> str:
    """The notation of a card of a pack that is turned up, from the deck or from a hand."""
    return f"card {face}"


def opening_notation(seat: int, faces: str = NEVER) -> str:
    """The notation of a seat's sealed cards, slot 0 first; `NEVER` if the seat does not open
    them."""
    return f"open {seat} {faces}"


def opened_faces(notation: str) -> str | None:
    """The faces in an opening of sealed cards; None for any other notation, and for a seat that
    never opens."""
    verb, *rest = notation.split(" ")
    return rest[-1] if verb == "open" and rest[-1:] != [NEVER] else None
