"""Facts in words, for all front ends: what happened, for whom a table waits and why, who is here,
who plays on."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import Message, _, ngettext
from camelnet.rules import GAMES
from camelnet.rules.phrases import listing, sentence
from camelnet.rules.words import words
from camelnet.session.api.facts import (
    Kind,
    Need,
    OwnState,
    PeerView,
    Phase,
    Presence,
    SeatOffer,
    SeatView,
    Shuffling,
    Stepped,
    TableOffer,
    TableView,
    Vote,
)
from camelnet.session.text import presence_words
from camelnet.session.text.presence_words import clock

# Parts that a seat's computer gives by itself, mostly within milliseconds.
_ALIKE = {Need.LUCK: Need.ACK, Need.KEY: Need.ACK}


def dealt(shuffling: Shuffling) -> str:
    """The sentence after a deal. `shuffling`: its last state before."""
    if shuffling.anew:
        return _("The cards are dealt again.")
    return _("Everybody has had a part in shuffling; the cards lie ready.")


def game_name(key: str) -> Message | str:
    """The name of a game; its key if unknown here."""
    return Message(GAMES[key].name) if key in GAMES else key


def waiting(table: TableView) -> list[str]:
    """Sentences on whom the table waits for and why; [] while it runs by itself.

    An absent player has a sentence of its own; present ones share one for what they owe. A computer
    that hears nobody cannot tell for whom the others wait, and says only that.
    """
    if alone := presence_words.own(table):
        return [alone]
    lines = []
    together: dict[Need, list[str]] = {}
    for item in table.waiting:
        seat, asked = table.seats[item.seat], presence_words.question(table, item.seat)
        if seat.me:
            lines.append(_owed_by_me(item.need))
        elif asked or seat.presence is not Presence.HERE:
            waits = asked or _("The table waits.")
            lines.append(f"{presence_words.sentence(seat)} {waits}")
        else:
            together.setdefault(_ALIKE.get(item.need, item.need), []).append(seat.name)
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
        case Need.CHANGE:
            return _("The table is deciding who plays on.")
        case Need.CARDS:
            return _("The cards are being shuffled; this computer does its part.")
        case Need.ACK | Need.LUCK | Need.END | Need.KEY:
            return _("The others wait for this computer's answer; it is on its way.")


def _owed(need: Need, names: list[str]) -> str:
    match need:
        case Need.MOVE:
            text = ngettext("{names} is thinking.", "{names} are thinking.", len(names))
        case Need.SEAL:
            text = _("Waiting for {names} to lay down the secret cards.")
        case Need.OPENING:
            text = _("Waiting for {names} to open the secret cards.")
        case Need.END:
            text = _("Waiting for {names} to sign the end of the game.")
        case Need.ACK | Need.LUCK | Need.KEY:
            text = ngettext(
                "{names}'s laptop is catching up.",
                "The laptops of {names} are catching up.",
                len(names),
            )
        case Need.CHANGE:
            text = _("Waiting for {names} to decide who plays on.")
        case Need.CARDS:
            text = _("The cards are being shuffled: {names}.")
    return text.format(names=listing(names))


# --- who plays on ---------------------------------------------------------------------------------


def vote(table: TableView, about: Vote) -> str:
    """An open vote in one sentence: the seat, who wants it, and the count."""
    name, count, needed = table.seats[about.seat].name, len(about.wanted_by), about.needed
    others = [table.seats[seat].name for seat in about.wanted_by if seat != table.me]
    if not about.leaving:
        if about.seat == table.me:
            text = _("You have asked to come back; {count} of {needed} agree.")
        else:
            text = _("{name} asks to come back; {count} of {needed} agree.")
    elif about.seat == table.me:
        text = ngettext(
            "{names} wants to continue without you: {count} of {needed} votes.",
            "{names} want to continue without you: {count} of {needed} votes.",
            len(others),
        )
    elif table.me not in about.wanted_by:
        text = ngettext(
            "{names} wants to continue without {name}: {count} of {needed} votes.",
            "{names} want to continue without {name}: {count} of {needed} votes.",
            len(others),
        )
    elif others:
        text = ngettext(
            "You and {names} want to continue without {name}: {count} of {needed} votes.",
            "You, {names} want to continue without {name}: {count} of {needed} votes.",
            len(others),
        )
    else:
        text = _("You want to continue without {name}: {count} of {needed} votes.")
    return text.format(names=listing(others), name=name, count=count, needed=needed)


def apart(table: TableView) -> str:
    """Offer a fork to those present, and tell who asked for it."""
    present, asked = table.membership_votes.apart, table.membership_votes.apart_asked
    others = [table.seats[seat].name for seat in present if seat != table.me]
    wanting = [table.seats[seat].name for seat in asked if seat != table.me]
    if table.me in asked:
        missing = [table.seats[seat].name for seat in present if seat not in asked]
        text = _("You want to play on without those who are away; {names} must want it too.")
        return text.format(names=listing(missing))
    if table.me not in present:
        text = _(
            "Too few players are left to vote. {names} can split off and play on as a game "
            "of their own."
        )
    elif not others:
        text = _("Too few players are left to vote. You can play on alone, as a game of your own.")
    else:
        text = ngettext(
            "Too few players are left to vote. You and {names} can split off and play on "
            "as a game of your own.",
            "Too few players are left to vote. You, {names} can split off and play on as a "
            "game of your own.",
            len(others),
        )
    wish = ngettext("{names} wants that.", "{names} want that.", len(wanting))
    lines = [text.format(names=listing(others))]
    return " ".join([*lines, wish.format(names=listing(wanting))] if wanting else lines)


def apart_means(table: TableView) -> str:
    """Explain what a fork does, to a person about to ask for it."""
    present = table.membership_votes.apart
    absent = [seat.name for number, seat in enumerate(table.seats) if number not in present]
    return ngettext(
        "From here on it is another game, and its record says so: the computer plays for {names}, "
        "who cannot come back to it and whose unopened bets count for nothing.",
        "From here on it is another game, and its record says so: the computer plays for {names}, "
        "who cannot come back to it and whose unopened bets count for nothing.",
        len(absent),
    ).format(names=listing(absent))


def goes_on(before: TableView, table: TableView) -> bool:
    """True if both views are of the same game, which may have forked in between."""
    return before.game_id in (table.game_id, *table.former)


def out(table: TableView) -> str:
    """Tell that the table goes on without me, why, and until when."""
    votes = table.membership_votes
    if table.absent_s:
        why = _("Your laptop was away for {time}.").format(time=clock(table.absent_s))
    else:
        why = _("The game continues without you.")
    if votes.debtor:
        until = _("A ghost moves for you until the next leg or round begins.")
    elif not votes.can_rejoin:
        until = _(
            "A ghost moves for you until the next cards are dealt, so that nobody's hand changes"
            " now."
        )
    else:
        until = _("A ghost moves for you until the others have you back; you have asked.")
    return f"{why} {until}"


def ghost(name: str) -> str:
    """Explain a ghost, at its seat."""
    text = _(
        "The game continues without {name}: a ghost plays this seat by fixed rules, the"
        " same on every computer, and sees nothing hidden. {name} can rejoin any time."
    )
    return text.format(name=name)


def news(before: TableView, table: TableView) -> list[str]:
    """Sentences for a log on changes in who plays on, between two views of one game."""
    lines, state = [], table.membership_votes
    known = {
        (open_vote.seat, open_vote.leaving): open_vote
        for open_vote in before.membership_votes.votes
    }
    for open_vote in state.votes:
        old = known.get((open_vote.seat, open_vote.leaving))
        more = open_vote.leaving and old and set(open_vote.wanted_by) - set(old.wanted_by)
        if old is None or more:
            lines.append(vote(table, open_vote))
        elif gone := sorted(set(old.wanted_by) - set(open_vote.wanted_by)):
            lines += [_taken_back(table, seat, open_vote.seat) for seat in gone if old.leaving]
    lines += _comings_and_goings(before, table)
    if state.i_am_out and not before.membership_votes.i_am_out:
        lines.append(out(table))
    elif before.membership_votes.i_am_out and not state.i_am_out:
        lines.append(_("You are back at the table."))
    if table.me is None:  # players get this as notices, with the reason
        for old_seat, seat in zip(before.seats, table.seats, strict=True):
            if seat.ghost and not old_seat.ghost:
                lines.append(_("The game continues without {name}.").format(name=seat.name))
            elif old_seat.ghost and not seat.ghost:
                lines.append(_("{name} is back at the table.").format(name=seat.name))
    if state.apart and not before.membership_votes.apart:
        lines.append(apart(table))
    if _nobody_parts(before, table):
        lines.append(_("The game goes on together."))
    return lines


def _nobody_parts(before: TableView, table: TableView) -> bool:
    """True if somebody had asked to fork, and nobody will: those who were missing are back."""
    old, now = before.membership_votes, table.membership_votes
    playing = table.game_id == before.game_id and table.phase in (Phase.SETUP, Phase.PLAY)
    return bool(old.apart_asked) and not now.apart_asked and not now.apart and playing


def _comings_and_goings(before: TableView, table: TableView) -> list[str]:
    """Tell who left, fell silent or is back; while I hear nobody, only that. After the end,
    nothing: nobody waits then."""
    if table.phase in (Phase.OVER, Phase.STOPPED):
        return []
    if table.own is not before.own:
        return [presence_words.own(table) or _("Your laptop is connected again.")]
    if table.own is not OwnState.ONLINE:
        return []
    seats = zip(before.seats, table.seats, strict=True)
    told = [presence_words.change(old.presence, new) for old, new in seats if not new.me]
    return [line for line in told if line]


def _taken_back(table: TableView, seat: int, about: int) -> str:
    name, other = table.seats[seat].name, table.seats[about].name
    if seat == table.me:
        return _("You no longer want to continue without {other}.").format(other=other)
    text = _("{name} no longer wants to continue without {other}.")
    return text.format(name=name, other=other)


def told(step: Stepped, names: Sequence[str], *, tabled: bool = False) -> list[str]:
    """Describe a step in sentences. A ghost's move is the ghost's, its consequences are the
    owner's. `names`: by seat. `tabled`: leave out what the game's tables show."""

    def describe(called: Sequence[str]) -> list[str]:
        return words(step.after.game).describe(
            step.notation,
            step.seat,
            step.before,
            step.after,
            step.events,
            called,
            tabled=tabled,
        )

    lines = describe(names)
    if lines and step.ghosts and step.before.turn != "reveal":  # cards are the owner's
        called = [
            _("{name}'s ghost").format(name=name) if seat in step.ghosts else name
            for seat, name in enumerate(names)
        ]
        lines[0] = sentence(describe(called)[0])
    return lines


def who(seat: SeatOffer | SeatView | PeerView) -> str:
    """A name with a short remark if needed: `Bo`, `Cleo (bot)`, `Ann (you)`."""
    if isinstance(seat, SeatView) and seat.ghost and not seat.me:
        return _("{name} (a ghost plays)").format(name=seat.name)
    if isinstance(seat, SeatView) and not seat.me and (state := presence_words.note(seat)):
        return _("{name} ({state})").format(name=seat.name, state=state)
    if seat.kind is Kind.BOT:
        return _("{name} (bot)").format(name=seat.name)
    if seat.me:
        return _("{name} (you)").format(name=seat.name)
    if seat.kind is Kind.SPECTATOR:
        return _("{name} (watching)").format(name=seat.name)
    return seat.name


def seated(table: TableOffer) -> str:
    """The taken seats of a table in the lobby: `2 of 4 seats taken`."""
    seats = len(table.seats)
    return ngettext(
        "{taken} of {seats} seat taken", "{taken} of {seats} seats taken", seats
    ).format(taken=seats - table.free, seats=seats)
