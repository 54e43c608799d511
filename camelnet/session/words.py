"""Facts in words: for whom a table waits and why, who is here. Shared by all front ends."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.facts import (
    Kind,
    Need,
    PeerView,
    Presence,
    SeatOffer,
    SeatView,
    TableOffer,
    TableView,
)


def waiting(table: TableView) -> list[str]:
    """For whom the table waits and what for, as sentences; [] while it runs by itself.

    Who is silent has a sentence of its own; the others are drawn together by what they owe.
    """
    lines = []
    together: dict[Need, list[str]] = {}
    for item in table.waiting:
        seat = table.seats[item.seat]
        if seat.me:
            lines.append(_owed_by_me(item.need))
        elif seat.presence is Presence.HERE:
            together.setdefault(item.need, []).append(seat.name)
        else:
            lines.append(_silent(seat, item.need))
    lines += [_owed(need, names) for need, names in together.items()]
    return lines


def _owed_by_me(need: Need) -> str:
    match need:
        case Need.MOVE:
            return _("It is your turn.")
        case Need.SEAL:
            return _("Your secret cards are being laid down.")
        case Need.OPENING:
            return _("Your secret cards are being opened.")
        case Need.ACK | Need.LUCK | Need.END:
            return _("The others wait for this computer's answer; it is on its way.")


def _owed(need: Need, names: list[str]) -> str:
    match need:
        case Need.MOVE:
            text = ngettext("{names} is thinking.", "{names} are thinking.", len(names))
        case Need.SEAL:
            text = _("Waiting for {names} to lay down the secret cards.")
        case Need.OPENING:
            text = _("Waiting for {names} to open the secret cards.")
        case Need.ACK:
            text = _("Waiting for {names} to confirm the last move.")
        case Need.LUCK:
            text = _("Waiting for the dice of {names}.")
        case Need.END:
            text = _("Waiting for {names} to sign the end of the game.")
    return text.format(names=listing(names))


def _silent(seat: SeatView, need: Need) -> str:
    seconds = seat.silent_s
    if seat.presence is Presence.SLOW:
        silence = _("{name} answers slowly.")
    else:
        silence = ngettext(
            "{name} has not been heard for {seconds} second.",
            "{name} has not been heard for {seconds} seconds.",
            seconds,
        )
    match need:
        case Need.MOVE:
            text = _("It is {name}'s turn; the table waits.")
        case Need.SEAL | Need.OPENING:
            text = _("The table waits for the secret cards.")
        case Need.ACK:
            text = _("The table waits for {name} to confirm the last move.")
        case Need.LUCK:
            text = _("The table waits for {name}'s part of the dice.")
        case Need.END:
            text = _("The table waits for {name} to sign the end of the game.")
    return f"{silence} {text}".format(name=seat.name, seconds=seconds)


def presence(state: Presence) -> str:
    """How lately somebody was heard, in a word."""
    match state:
        case Presence.HERE:
            return _("here")
        case Presence.SLOW:
            return _("slow")
        case Presence.AWAY:
            return _("away")


def who(seat: SeatOffer | SeatView | PeerView) -> str:
    """A name with what a person should know about it: `Bo`, `Cleo (bot)`, `Ann (you)`."""
    if seat.kind is Kind.BOT:
        return _("{name} (bot)").format(name=seat.name)
    if seat.me:
        return _("{name} (you)").format(name=seat.name)
    return seat.name


def seated(table: TableOffer) -> str:
    """How full a table of the lobby is: `2 of 4 seats taken`."""
    seats = len(table.seats)
    return ngettext(
        "{taken} of {seats} seat taken", "{taken} of {seats} seats taken", seats
    ).format(taken=seats - table.free, seats=seats)
