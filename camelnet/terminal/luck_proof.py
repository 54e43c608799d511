"""The proof of a die on the terminal: in plain words first, the technical part below."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _
from camelnet.rules.phrases import ScoreTable
from camelnet.session.api.facts import LuckPart, LuckShown
from camelnet.session.text import luck_words
from camelnet.terminal.screen import Screen

SHORT = 32  # hex digits of a value that fit into a table


def show_proof(screen: Screen, proof: LuckShown, told: Sequence[str]) -> None:
    """Print a proof; `told` is the drawn luck in the game's words."""
    screen.heading(" ".join(told) or _("Entry {index}").format(index=proof.index))
    screen.say(luck_words.parts_fit(proof), "green" if proof.holds else "bold red")
    for text in luck_words.story(proof):
        screen.say(text)
    for card in proof.cards:
        screen.say(luck_words.card(card))
        _show_parts(screen, card.parts)
    if not proof.seed:
        return
    _show_parts(screen, proof.parts)
    screen.say(_("Seed: {seed}").format(seed=proof.seed.hex()))
    for draw in proof.draws:
        screen.say(luck_words.number(draw))
        shares = [
            f"{share.notation}: {luck_words.span(share)}" for share in luck_words.shares(draw)
        ]
        screen.say("  " + ", ".join(shares), "dim")


def _show_parts(screen: Screen, parts: Sequence[LuckPart]) -> None:
    fits = {True: _("fits"), False: _("does not fit")}
    rows = tuple((part.name, part.share.hex()[:SHORT] + "…", fits[part.holds]) for part in parts)
    head = (_("Who"), _("Part"), _("Checked"))
    screen.scores(ScoreTable(_("Who gave a part"), head, rows))
