"""A verdict in words: who vouches for which part of a game, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.i18n import N_, _, ngettext
from camelnet.rules.phrases import listing, sentence
from camelnet.session.api.verdict import Begun, SeatClaim, Segment, Standing, Verdict

_REASONS = {  # the voters' reasons to go on without a seat
    "asked": N_("a person asked for it"),
    "silent": N_("silent"),
    "owing": N_("it owed its part"),
    "slow": N_("no move for long"),
    "proof": N_("proven to lie"),
}


@dataclass(frozen=True, slots=True)
class Badge:
    """The verdict on a table in one or two words, and in a sentence."""

    text: str
    tip: str
    doubtful: bool  # less than a quorum of the start's voters agrees


def line(verdict: Verdict) -> str:
    """Tell in a few words whether a game was fair; the sentences say who vouches for that."""
    if verdict.standing is Standing.APART:
        return _("Some played on apart from the table")
    if verdict.standing is Standing.FEWER:
        return _("Too few vouch for the end of this game")
    if len(verdict.people) < 2:
        return _("✓ Luck verified")
    return _("✓ Fair game, verified") if verdict.ended else _("✓ Fair so far, verified")


def headline(verdict: Verdict, *, running: bool = False) -> str:
    """Tell if the voters of the start agree on the game's end. `running`: the game is not over, so
    missing signatures may still come."""
    counts = {
        "all": len(verdict.voters),
        "some": len(verdict.to_the_end),
        "needed": verdict.quorum,
        "names": _names(verdict, verdict.to_the_end),
        "index": verdict.vouched_to + 1,
        "entries": verdict.entries,
    }
    whole = verdict.to_the_end == verdict.voters
    match verdict.standing:
        case Standing.COMPLETE if whole:
            text = _("Complete: all who voted at the start signed to the end: {names}.")
        case Standing.COMPLETE:
            text = _(
                "Complete: {names} signed to the end, {some} of the {all} who voted at the start; "
                "{needed} are a quorum."
            )
        case Standing.UNFINISHED if running and whole:
            text = _("So far all who voted at the start have signed every entry: {names}.")
        case Standing.UNFINISHED if running:
            text = _(
                "So far {names} have signed, {some} of the {all} who voted at the start; {needed} "
                "are a quorum."
            )
        case Standing.UNFINISHED:
            text = _("Unfinished: up to entry {entries} {names} have signed.")
        case Standing.APART:
            assert verdict.parted is not None
            return _apart(verdict, verdict.parted)
        case Standing.FEWER if not any(seat in verdict.to_the_end for seat in verdict.people):
            text = _(
                "From entry {index} on only bots say so: the only person, {person}, did not sign "
                "to the end."
            )
            counts["person"] = _names(verdict, verdict.people)
        case Standing.FEWER:
            text = ngettext(
                "From entry {index} on only {names} says so: {some} of the {all} who voted at the "
                "start, and {needed} are a quorum.",
                "From entry {index} on only {names} say so: {some} of the {all} who voted at the "
                "start, and {needed} are a quorum.",
                len(verdict.to_the_end),
            )
    return text.format(**counts)


def _apart(verdict: Verdict, parted: Segment) -> str:
    text = ngettext(
        "From entry {index} on only {names} says so; the game of the table code ended there.",
        "From entry {index} on only {names} say so; the game of the table code ended there.",
        len(parted.signed_by),
    )
    return text.format(index=parted.first, names=_names(verdict, parted.signed_by))


def sentences(verdict: Verdict, *, running: bool = False) -> list[str]:
    """The headline, and all else that a reader must know."""
    told = [headline(verdict, running=running)]
    if not verdict.ended and not running:
        text = _("The record stops behind entry {entries}, before the game has ended.")
        told.append(text.format(entries=verdict.entries))
    told += [_partings(verdict, part) for part in verdict.segments if part.begun is Begun.PARTING]
    if verdict.proven:
        text = _(
            "Out for good, as proven to lie: {names}. A quorum signed that; the record does not "
            "hold the proof itself."
        )
        told.append(text.format(names=_names(verdict, verdict.proven)))
    if verdict.parted is None:
        told += bots(verdict)
    return told + guests(verdict)


def guests(verdict: Verdict) -> list[str]:
    """Name the seats that played through another's computer."""
    text = _("{guests} played through {host}'s computer, whose owner could see their cards.")
    return [
        text.format(guests=_names(verdict, seats), host=verdict.names[host])
        for host, seats in verdict.guests
    ]


def _partings(verdict: Verdict, part: Segment) -> str:
    """Name the voters that forked the table, and those that made the luck from there on."""
    values = {
        "names": _names(verdict, part.signed_by),
        "voters": _names(verdict, part.voters),
    }
    text = _("Only {names} signed to play on apart; that is another game from there on.")
    if len(part.voters) == 1:
        luck = _("{voters} alone made all luck from there on, and could have any luck.")
    elif part.coin:
        luck = _("{voters} made all luck from there on.")
    else:
        luck = _("{voters} made all luck from there on; whoever runs them all can have any luck.")
    return f"{text} {luck}".format(**values)


def bots(verdict: Verdict) -> list[str]:
    """Explain what signatures and dice prove at a table with one person or none; [] with more."""
    if len(verdict.people) > 1:
        return []
    if not verdict.people:
        return [
            _(
                "Only bots sit here. Signatures and luck prove what these programs agreed on, and "
                "nothing about who owns them: whoever runs them all can have any luck."
            )
        ]
    text = _(
        "{name} is the only person here. The luck proves to {name} that no bot chose it; it "
        "proves nothing about who owns the bots. Whoever runs all seats can have any luck."
    )
    return [text.format(name=_names(verdict, verdict.people))]


def segment(verdict: Verdict, part: Segment) -> str:
    """A segment in a line: who signed it, who was missing, and why; "" without entries."""
    last = part.last - part.closed_by_change
    values = {
        "first": part.first,
        "last": last,
        "closed": part.last,
        "signers": _names(verdict, part.signers),
        "decided": _names(verdict, part.signed_by),
        "ghosts": listing([_missing(verdict, part, seat) for seat in part.ghosts]),
    }
    if last < part.first:
        told = []
    elif last == part.first:
        told = [_("entry {first}: signed by {signers}")]
    else:
        told = [_("entries {first} to {last}: signed by {signers}")]
    if part.closed_by_change:
        told.append(_("entry {closed}: final by the change that follows"))
    if part.begun is Begun.PARTING:
        told.append(_("apart from the table"))
    if part.ghosts:
        told.append(_("without {ghosts}"))
    if part.begun is Begun.CHANGE and told:
        told.append(_("decided by {decided}"))
    return _("; ").join(told).format(**values)


def _missing(verdict: Verdict, part: Segment, seat: int) -> str:
    """A ghost's name, with the reasons if it left in this segment."""
    name = verdict.names[seat]
    whys = [_(_REASONS[why]) for why in dict(part.reasons).get(seat, ()) if why in _REASONS]
    return _("{name} ({why})").format(name=name, why=", ".join(whys)) if whys else name


def segments(verdict: Verdict) -> list[str]:
    """All segments with entries, each a line."""
    return [sentence(told) for part in verdict.segments if (told := segment(verdict, part))]


def segment_intro(verdict: Verdict, part: Segment) -> list[str]:
    """Sentences that open a segment in a story of the game; [] for the first one."""
    if part.begun is Begun.GENESIS:
        return []
    if part.begun is Begun.PARTING:
        return [_apart(verdict, part), _partings(verdict, part)]
    told = []
    if part.left:
        text = _("The table continues without {left} from entry {first} on, signed by {signed}.")
        told.append(text)
    if part.returned:
        told.append(_("Back from entry {first} on: {returned}; signed by {signed}."))
    values = {
        "first": part.first,
        "signed": _names(verdict, part.signed_by),
        "left": listing([_missing(verdict, part, seat) for seat in part.left]),
        "returned": _names(verdict, part.returned),
    }
    return [text.format(**values) for text in told]


def votes(verdict: Verdict) -> str:
    """Name the bots without a vote; "" if there are none."""
    mute = [number for number in range(len(verdict.seats)) if number not in verdict.voters]
    if not mute:
        return ""
    text = _("Without a vote, as bots among people: {names}.")
    return text.format(names=_names(verdict, mute))


def seat(claim: SeatClaim) -> str:
    """Describe the player in a seat: proven key, claimed name and kind."""
    values = {"name": claim.name, "level": claim.level, "key": claim.fingerprint}
    if claim.kind == "human":
        return _("{name}: a person; key {key}").format(**values)
    if claim.level:
        return _("{name}: a bot ({level}); key {key}").format(**values)
    return _("{name}: a bot; key {key}").format(**values)


def claims() -> str:
    """Explain what the line of a seat proves."""
    return _("Only the keys are proven; names, and who is a bot, are what each said of itself.")


def badge(verdict: Verdict) -> Badge:
    """The badge of a table on the screen, running or ended."""
    running = not verdict.ended
    tip = " ".join(sentences(verdict, running=running))
    match verdict.standing:
        case Standing.APART:
            return Badge(_("Apart"), tip, doubtful=True)
        case Standing.FEWER:
            return Badge(_("Too few"), tip, doubtful=True)
    if len(verdict.people) < 2:
        return Badge(_("✓ Checked"), tip, doubtful=False)
    return Badge(_("✓ Fair"), tip, doubtful=False)


def _names(verdict: Verdict, seats: Sequence[int]) -> str:
    return listing([verdict.names[number] for number in seats])
