"""The status of each player at the table: the few words beside the name, and the sentence behind
them.

No Qt here. Which words a game has for its own waits is the game's matter (`Phrases`).
"""

from __future__ import annotations

from enum import Enum

from camelnet.i18n import _
from camelnet.session.api.facts import Need, Presence, SeatView, TableView, Vote, Waiting
from camelnet.session.text import words as session_words
from camelnet_gui.games.view_model import Phrases
from camelnet_gui.words import silence


class WaitStage(Enum):
    """The length of a wait for the same thing: a moment, a while, or more than a move."""

    FRESH = 0
    LINGERS = 1
    GONE = 2


# The other needs last for milliseconds among peers that are here: they are told when they linger.
LASTING = frozenset((Need.MOVE, Need.SEAL, Need.OPENING, Need.END))


def note(seat: SeatView, waits: Waiting | None, phrases: Phrases, wait_stage: WaitStage) -> str:
    """The note beside a name: what the table waits for, or how the player is heard; "" while all is
    well."""
    heard = silence(seat.presence, seat.silent_s)
    if seat.ghost:
        return _("ghost, back soon") if seat.presence is Presence.HERE else _("ghost")
    late = wait_stage is not WaitStage.FRESH
    if waits is None:
        return "" if seat.me else heard
    if seat.me:
        return _("your part is missing") if late and waits.need not in LASTING else ""
    if seat.presence is Presence.AWAY or (waits.need not in LASTING and not late):
        return heard
    owed = _owed(waits.need, phrases)
    return f"{owed}, {heard}" if heard else owed


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
        case Need.ACK:
            return _("confirmation missing")
        case Need.LUCK:
            return _("part of the dice missing")
        case Need.KEY:
            return _("part of the key missing")
        case Need.CHANGE:
            return _("deciding who plays on")
        case Need.CARDS:
            return _("shuffling")


def detail(view: TableView, number: int) -> str:
    """All that is to be told of a seat, in sentences; "" while there is none."""
    seat = view.seats[number]
    lines = []
    if seat.ghost:
        lines.append(session_words.out(view) if seat.me else session_words.ghost(seat.name))
    lines += [session_words.vote(view, vote) for vote in votes_about(view, number)]
    return " ".join(lines)


def votes_about(view: TableView, seat: int) -> tuple[Vote, ...]:
    return tuple(vote for vote in view.membership_votes.votes if vote.seat == seat)


def can_be_dropped(view: TableView, seat: int) -> bool:
    """True if I can vote to go on without a seat, and have not done so."""
    if view.me is None or seat not in view.membership_votes.removable:
        return False
    votes = votes_about(view, seat)
    return not any(vote.leaving and view.me in vote.wanted_by for vote in votes)


def holds_up(view: TableView, seat: int, wait_stage: WaitStage) -> bool:
    """True if going on without a seat is worth a button in sight: it is away, owes what takes
    milliseconds, has been thinking for very long, or others want it already."""
    if view.seats[seat].presence is Presence.AWAY:
        return True
    if any(vote.leaving for vote in votes_about(view, seat)):
        return True
    needs = [item.need for item in view.waiting if item.seat == seat]
    if Need.MOVE in needs:
        return wait_stage is WaitStage.GONE
    return bool(needs) and wait_stage is not WaitStage.FRESH
