"""Pieces of sentences and tables that make up every game's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.foreign_text import isolated
from camelnet.i18n import Message, _

MINUS = "\N{MINUS SIGN}"  # what people read; programs and files have a hyphen
_RULE = re.compile(r"([A-Z]+[0-9]+[a-z]?): (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu: an example to type as it stands ("leg b"), and the effect of that kind of
    move."""

    typed: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A scoring that explains each pound; every row has as many cells as `head`."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def listing(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{some} and {last}").format(some=enumerated(parts[:-1]), last=parts[-1])


def enumerated(parts: Sequence[str]) -> str:
    """`a, b, c`."""
    return ", ".join(map(isolated, parts))


def refusal(why: str) -> str:
    """The reason against a move, for a person, with the rule's name behind it."""
    found = _RULE.match(why)
    if found is None:
        return _ended(why)
    return _("{reason} (rule {rule}).").format(reason=sentence(found[2]), rule=found[1])


def reason(why: Message | str) -> str:
    """The reason against a move, for a player: a sentence that names no rule."""
    found = _RULE.match(str(why))
    return _ended(found[2] if found else str(why))


def rule_of(why: Message) -> str:
    """The name of the rule in a refusal: "A3"; "" if it names none."""
    found = _RULE.match(why.template)
    return found[1] if found else ""


def _ended(text: str) -> str:
    """`text` as a whole sentence."""
    return (
        sentence(text)
        if text.endswith((".", "!", "?", "\N{HORIZONTAL ELLIPSIS}"))
        else f"{sentence(text)}."
    )


def sentence(text: str) -> str:
    """`text` with a capital first letter."""
    return text[:1].upper() + text[1:]


def deed(explained: str) -> str:
    """The short form of an explained move: the deed, without the consequences after a colon or in
    further sentences."""
    first = explained.partition(":")[0].partition(". ")[0]
    return first.rstrip(". \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")


def signed(count: int) -> str:
    """A gain or a loss: `+3`, `0`, or a loss with a real minus sign."""
    return f"{count:+d}".replace("-", MINUS) if count else "0"


def decimal(number: float, *, places: int = 2, sign: bool = False) -> str:
    """A number that is not whole, with the decimal mark of the language; zero has no sign."""
    mark = _("0.5")[1]  # the number does not matter, only its mark
    rounded = round(number, places) + 0.0  # never -0.0
    written = f"{rounded:{'+' if sign and rounded else ''}.{places}f}"
    return written.replace(".", mark).replace("-", MINUS)


def percent(share: float, *, places: int = 0) -> str:
    """A part of 1 in percent, rounded half to even: "37 %"."""
    return _("{number} %").format(number=decimal(100 * share, places=places))


def chance_percent(chance: float) -> str:
    """A chance in whole percent; a possible event is never shown as impossible, nor as certain."""
    if 0 < chance <= 0.005:
        return _("< {number} %").format(number=1)
    if 0.995 <= chance < 1:
        return _("> {number} %").format(number=99)
    return percent(chance)


def thousands(count: int) -> str:
    """A whole number in groups of three digits, separated as the language does."""
    return f"{count:,}".replace(",", _("1,000")[1])


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers, with runs contracted: `2, 5-7, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def ordinal(rank: int, of: int) -> str:
    """A place in a ranking of `of`, counted from 1."""
    if rank == of:
        return _("last")
    return [_("first"), _("second"), _("third"), _("fourth")][rank - 1]
