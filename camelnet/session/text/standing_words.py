"""The end of a game in one sentence: who won, or my own place and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import N_, _
from camelnet.rules.phrases import listing

_AHEAD = N_("{name} wins, {n} ahead of {other}")
_MINE_AHEAD = N_("You win, {n} ahead of {other}!")
_PLACES = (
    N_("You are 2nd"),
    N_("You are 3rd"),
    N_("You are 4th"),
    N_("You are 5th"),
    N_("You are 6th"),
    N_("You are 7th"),
    N_("You are 8th"),
)
_BEHIND = N_("{place}, {n} behind {name}")


def places_by_score(scores: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, from 1: all winners are first, whatever broke the tie."""
    return tuple(
        1
        if seat in winners
        else 1 + sum(other in winners or scores[other] > score for other in range(len(scores)))
        for seat, score in enumerate(scores)
    )


def standing_words(
    names: Sequence[str], scores: Sequence[int], places: Sequence[int], me: int | None
) -> str:
    """`me`: tell this seat's place; None: the winner alone. Names a lead only if there is one: not
    the score alone may break a tie."""
    winners = [seat for seat in range(len(names)) if places[seat] == 1]
    others = [seat for seat in range(len(names)) if places[seat] > 1]
    best = max(winners, key=scores.__getitem__)
    if me is not None and places[me] > 1:
        place, behind = _(_PLACES[places[me] - 2]), scores[best] - scores[me]
        return _(_BEHIND).format(place=place, n=behind, name=names[best]) if behind > 0 else place
    if len(winners) == 1 and others:
        second = max(others, key=scores.__getitem__)
        lead = scores[best] - scores[second]
        if lead > 0:
            told = _(_MINE_AHEAD if best == me else _AHEAD)
            return told.format(name=names[best], n=lead, other=names[second])
    return winner_words(names, winners, me)


def winner_words(names: Sequence[str], winners: Sequence[int], me: int | None) -> str:
    """A title that says who won."""
    if list(winners) == [me]:
        return _("You win!")
    told = listing([names[seat] for seat in winners])
    if len(winners) > 1:
        return _("Shared victory: {names}").format(names=told)
    return _("{name} wins").format(name=told)
