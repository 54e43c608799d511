"""The status of each player at the table: the few words beside the name, and the sentence behind
them.

No Qt here. Which words a game has for its own waits is the game's matter (`Phrases`).
"""

from __future__ import annotations

from enum import Enum

from camelnet.i18n import _
from camelnet.session.api.facts import (
    Kind,
    Need,
    Phase,
    Presence,
    SeatView,
    TableView,
    Waiting,
)
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet_gui.games.view_model import Phrases


class WaitStage(Enum):
    """The length of a wait for the same thing: a moment, a while, or more than a move."""

    FRESH = 0
    LINGERS = 1
    GONE = 2


# The other needs last for milliseconds among peers that are here: they are told when they linger.
PARTS = frozenset((Need.ACK, Need.LUCK, Need.KEY))  # who owes one for long is catching up
LASTING = frozenset((Need.MOVE, Need.SEAL, Need.OPENING, Need.END))


def note(seat: SeatView, waits: Waiting | None, phrases: Phrases, wait_stage: WaitStage) -> str:
    """The note beside a name: where the player is, or what the table waits for; "" while all is
    well."""
    if seat.me:
        late = wait_stage is not WaitStage.FRESH
        return _("your part is missing") if late and waits and waits.need not in LASTING else ""
    state = presence_words.note(seat)
    if waits is None or seat.presence not in (Presence.HERE, Presence.SLOW):
        return state
    if waits.need not in LASTING and (state or wait_stage is WaitStage.FRESH):
        return state
    owed = _owed(waits.need, phrases)
    return f"{owed}, {state}" if state else owed


def _owed(need: Need, phrases: Phrases) -> str:
    match need:
        case Need.MOVE:
            return _("thinking")
        case Need.SEAL:
            return str(phrases.seals)
        case Need.OPENING:
            return str(phrases.opens)
        case Need.END:
            return _("signing the result")
        case Need.ACK | Need.LUCK | Need.KEY:
            return _("catching up")
        case Need.CHANGE:
            return _("deciding who plays on")
        case Need.CARDS:
            return _("shuffling")


def detail(view: TableView, number: int, *, holds_up: bool) -> str:
    """All that is to be told of a seat, in sentences; "" while there is none. `holds_up`: a button
    to go on without it is in sight."""
    seat = view.seats[number]
    lines = []
    if seat.ghost and view.phase is not Phase.OVER:
        lines.append(session_words.out(view) if seat.me else session_words.ghost(seat.name))
    votes = view.membership_votes.votes
    lines += [session_words.vote(view, vote) for vote in votes if vote.seat == number]
    if holds_up and (deaf := presence_words.misses(view, number)):
        lines.append(deaf)
    return " ".join(lines)


def holds_up(view: TableView, seat: int, wait_stage: WaitStage) -> bool:
    """True if going on without a removable seat is worth a button in sight: it is missed, owes
    what takes milliseconds, has been thinking for very long, or others want it already."""
    if presence_words.question(view, seat):
        return True
    if any(vote.seat == seat and vote.leaving for vote in view.membership_votes.votes):
        return True
    needs = [item.need for item in view.waiting if item.seat == seat]
    if not needs:
        return False
    if Need.MOVE in needs:
        return wait_stage is WaitStage.GONE
    one = view.seats[seat]
    asked = one.presence is Presence.HERE and one.kind is not Kind.BOT  # of bots programs decide
    slow = any(need not in PARTS for need in needs)
    return slow and asked and wait_stage is not WaitStage.FRESH
