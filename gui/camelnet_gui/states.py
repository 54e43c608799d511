"""How each player is at the table: the few words beside the name, and the sentence behind them.

No Qt here. Which words a game has for its own waits is the game's matter (`Sayings`).
"""

from __future__ import annotations

from camelnet.i18n import _
from camelnet.session import words as session_words
from camelnet.session.facts import Need, Presence, SeatView, TableView, Vote, Waiting
from camelnet_gui.games.play import Sayings
from camelnet_gui.words import silence

# The other needs last for milliseconds among peers that are here: they are told when they linger.
LASTING = frozenset((Need.MOVE, Need.SEAL, Need.OPENING, Need.END))


def note(seat: SeatView, waits: Waiting | None, sayings: Sayings, *, lingers: bool) -> str:
    """What stands beside a name: what the table waits for, or how the player is heard; "" while
    all is well. `lingers`: the table has waited for the same for a while."""
    heard = silence(seat.presence, seat.silent_s)
    if seat.ghost:
        return _("ghost, back soon") if seat.presence is Presence.HERE else _("ghost")
    if seat.me or waits is None:
        return "" if seat.me else heard
    if seat.presence is Presence.AWAY or (waits.need not in LASTING and not lingers):
        return heard
    owed = _owed(waits.need, sayings)
    return f"{owed}, {heard}" if heard else owed


def _owed(need: Need, sayings: Sayings) -> str:
    match need:
        case Need.MOVE:
            return _("thinking")
        case Need.SEAL:
            return str(sayings.seals)
        case Need.OPENING:
            return str(sayings.opens)
        case Need.END:
            return _("signing the result")
        case Need.ACK:
            return _("confirmation missing")
        case Need.LUCK:
            return _("part of the dice missing")
        case Need.KEY:
            return _("part of the key missing")
        case Need.CHANGE:
            return _("settling who plays on")


def detail(view: TableView, number: int) -> str:
    """The whole story of a seat in sentences; "" while there is none."""
    seat = view.seats[number]
    lines = []
    if seat.ghost:
        lines.append(session_words.out(view) if seat.me else session_words.ghost(seat.name))
    lines += [session_words.vote(view, vote) for vote in votes_about(view, number)]
    return " ".join(lines)


def votes_about(view: TableView, seat: int) -> tuple[Vote, ...]:
    return tuple(vote for vote in view.fellowship.votes if vote.seat == seat)


def can_be_dropped(view: TableView, seat: int) -> bool:
    """Whether I can vote to go on without a seat, and have not done so."""
    if view.me is None or seat not in view.fellowship.droppable:
        return False
    votes = votes_about(view, seat)
    return not any(vote.leaving and view.me in vote.wanted_by for vote in votes)
