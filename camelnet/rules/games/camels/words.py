"""Words that the games with five camels share."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _
from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import ScoreTable, listing, signed
from camelnet.rules.position import Position

# --- in sentences -------------------------------------------------------------------------------


def camels(letters: Sequence[str]) -> str:
    """Camels in the order given: `blue, green and white`."""
    names = camel_names()
    return listing([names[letter] for letter in letters])


def those_below(camel: str, space: int, position: Position) -> str:
    """The camels under one, on the space where it stands; "" beyond the finish."""
    stack = str(position.to_dict()["track"].get(str(space), ""))
    return stack[: stack.index(camel)] if camel in stack else ""


def those_above(camel: str, space: int, position: Position) -> str:
    """The camels on top of one, on the space where it stands; "" beyond the finish."""
    stack = str(position.to_dict()["track"].get(str(space), ""))
    return stack[stack.index(camel) + 1 :] if camel in stack else ""


def leg_told(leg: int, ranking: str) -> str:
    """The scoring of a leg in a sentence, with the order of the camels."""
    names = camel_names()
    text = _("Leg {number} is scored: {first} leads, then {rest}.")
    return text.format(number=leg, first=names[ranking[0]], rest=camels(ranking[1:]))


def gains_told(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> str:
    """The changes by a scoring, in one sentence."""
    gains = [
        _("{name} {change} (now {money})").format(name=name, change=signed(new - old), money=new)
        for name, old, new in zip(names, before, after, strict=True)
    ]
    return ", ".join(gains) + "."


def leg_began_told(leg: int, starter: str) -> str:
    return _("Leg {number} begins: {name}'s turn.").format(number=leg, name=starter)


def race_told(ranking: str) -> str:
    names = camel_names()
    text = _("The race is over: {first} wins, {last} comes last.")
    return text.format(first=names[ranking[0]], last=names[ranking[-1]])


def victory_told(winners: Sequence[str], money: str) -> str:
    """The winners and their money, in a sentence."""
    if len(winners) == 1:
        return _("{name} wins the game with {money}!").format(name=winners[0], money=money)
    text = _("{names} share the victory with {money} each!")
    return text.format(names=listing(winners), money=money)


# --- in tables ----------------------------------------------------------------------------------


def account(
    title: str,
    head: tuple[str, str, str, str, str],
    names: Sequence[str],
    lines: Sequence[Sequence[tuple[str, str, str]]],
    before: Sequence[int],
    after: Sequence[int],
) -> ScoreTable:
    """A scoring by seat: each of its `lines` (bet, result, worth), then the sum."""
    rows: list[tuple[str, ...]] = []
    for seat, name in enumerate(names):
        cells = lines[seat]
        change, money = signed(after[seat] - before[seat]), str(after[seat])
        if not cells:
            rows.append((name, _("nothing"), "", change, money))
        for order, (what, came, worth) in enumerate(cells):
            last = len(cells) == 1 and worth == change
            rows.append((name if order == 0 else "", what, came, worth, money if last else ""))
        if cells and not rows[-1][-1]:
            rows.append(("", _("together"), "", change, money))
    return ScoreTable(title=title, head=head, rows=tuple(rows))


def leg_title(leg: int, ranking: str) -> str:
    names = camel_names()
    return _("Leg {number}: {ranking}").format(
        number=leg, ranking=", ".join(names[camel] for camel in ranking)
    )


def money_table(position: Position, names: Sequence[str], unit: str) -> ScoreTable:
    """Everyone's money, most first."""
    scores = position.scores()
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    return ScoreTable(
        title=_("Result"),
        head=(_("place"), _("player"), unit),
        rows=tuple(
            (str(1 + sum(other > scores[seat] for other in scores)), names[seat], str(scores[seat]))
            for seat in order
        ),
    )
