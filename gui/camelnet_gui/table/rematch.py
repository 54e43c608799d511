"""The rematch in a sentence: who wants it, who is missing, who has left."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.api.facts import TableView


def rematch_words(view: TableView) -> str:
    """ "" while nobody wants to play again and nobody has left."""

    def named(seats: list[int]) -> str:
        return listing([view.seats[seat].name for seat in seats])

    others = [seat for seat in range(len(view.seats)) if seat != view.me]
    wanting = [seat for seat in others if seat in view.again]
    left = [seat for seat in others if seat in view.left and seat not in view.again]
    missing = [seat for seat in others if seat not in view.again and seat not in view.left]
    parts = []
    if view.me in view.again:
        parts.append(_("You want to play again."))
    if wanting:
        parts.append(_("Ready to play again: {names}.").format(names=named(wanting)))
    if view.me in view.again and missing:
        parts.append(_("Waiting for {names}.").format(names=named(missing)))
    if left:
        gone = ngettext("{names} has left.", "{names} have left.", len(left))
        parts.append(gone.format(names=named(left)))
    return " ".join(parts)
