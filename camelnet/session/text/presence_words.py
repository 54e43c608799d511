"""The presence of seats in words: beside a name, in a sentence, and as news in the log.

The home page, the players, the banner, the log and the terminal share this wording.
"""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.api.facts import (
    Kind,
    OwnState,
    PeerView,
    Presence,
    SeatOffer,
    SeatView,
    TableView,
)


def clock(seconds: int) -> str:
    """A time in minutes and seconds: `0:42`, `12:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def note(one: SeatView | SeatOffer | PeerView) -> str:
    """A few words beside a name; "" while all is well."""
    silent_s = one.silent_s if isinstance(one, SeatView) else 0
    match one.presence:
        case Presence.HERE:
            return _("catching up") if isinstance(one, SeatView) and one.catching_up else ""
        case Presence.CONNECTING:
            return _("connecting…")
        case Presence.SLOW:
            return _("slow to answer")
        case Presence.SILENT if silent_s > 0:
            return _("silent for {time}").format(time=clock(silent_s))
        case Presence.SILENT if isinstance(one, SeatView):
            return _("not here yet")
        case Presence.SILENT:
            return _("silent")
        case Presence.LEFT:
            return _("has left")
        case Presence.AWAY:
            return _("not seated yet")
        case Presence.GHOST:
            return _("ghost")
        case Presence.RETURNING:
            return _("coming back")


def sentence(seat: SeatView) -> str:
    """Tell where the player of a seat is; "" while all is well."""
    match seat.presence:
        case Presence.HERE:
            text = _("{name}'s laptop is catching up.") if seat.catching_up else ""
        case Presence.CONNECTING:
            text = _("Connecting to {name}'s laptop…")
        case Presence.SLOW:
            text = _("{name} answers slowly.")
        case Presence.SILENT if seat.silent_s > 0:
            text = _("{name} has been silent for {time}.")
        case Presence.SILENT:
            text = _("{name} is not here yet.")
        case Presence.LEFT:
            text = _("{name} left.")
        case Presence.AWAY:
            text = _("{name}'s laptop is back, {name} is not at the table yet.")
        case Presence.GHOST:
            text = _("A ghost plays for {name}.")
        case Presence.RETURNING:
            text = _("{name} is coming back; a ghost plays until then.")
    return text.format(name=seat.name, time=clock(seat.silent_s))


def change(before: Presence, seat: SeatView) -> str:
    """A line of the log on a seat's change of presence; "" if nobody need read of it. Notices of
    the table tell who plays on and who is back."""
    now = seat.presence
    if before is now or before.ghost or now.ghost:
        return ""
    if now is Presence.SILENT:
        return _("{name} is silent.").format(name=seat.name)
    if now in (Presence.LEFT, Presence.AWAY):
        return sentence(seat)
    if now is Presence.HERE and before.missed:
        return _("{name} is back.").format(name=seat.name)
    return ""


def own(table: TableView) -> str:
    """Tell if my own computer is cut off; "" while all is well."""
    match table.own:
        case OwnState.OFFLINE if table.missed_network is not None:
            name, others = table.missed_network
            text = _(
                "Your network {name} is out. Others are connected: {others}; the settings offer "
                "them. Nothing is lost."
            )
            return text.format(name=name, others=", ".join(others))
        case OwnState.OFFLINE:
            return _("Your laptop has no network. Nothing is lost.")
        case OwnState.ALONE:
            return _("You hear nobody: your network or theirs is interrupted. Nothing is lost.")
        case OwnState.ONLINE:
            return ""


def can_be_dropped(table: TableView, seat: int) -> bool:
    """True if I can vote to go on without a seat and have not done so."""
    votes = table.membership_votes
    if table.me is None or seat not in votes.removable:
        return False
    return not any(v.seat == seat and v.leaving and table.me in v.wanted_by for v in votes.votes)


def misses(table: TableView, seat: int) -> str:
    """Tell whom a seat says it does not hear, for those who may go on without it: the fault may lie
    at either end, and only people can find out at which; "" if it hears everybody."""
    one = table.seats[seat]
    names = [table.seats[other].name for other in one.misses]
    text = ngettext(
        "{name}'s laptop does not hear the laptop of {names}.",
        "{name}'s laptop does not hear the laptops of {names}.",
        len(names),
    )
    return text.format(name=one.name, names=listing(names)) if names else ""


def question(table: TableView, seat: int) -> str:
    """Ask a person about going on without a seat that is missed or holds up the table; "" if the
    person cannot vote. A slow bot is left to programs."""
    one = table.seats[seat]
    slow = one.catching_up and one.kind is not Kind.BOT
    if not (one.presence.missed or slow) or not can_be_dropped(table, seat):
        return ""
    asked = _("Continue without {name}?").format(name=one.name)
    return f"{misses(table, seat)} {asked}" if slow and one.misses else asked
