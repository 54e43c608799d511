"""The effect of each pick of Camel Up, for the place that is pointed at. Pure; knows no Qt."""

from __future__ import annotations

from camelnet.i18n import _
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.phrases import MINUS, ordinal, sentence
from camelnet_gui.games.camels.scene import Preview
from camelnet_gui.games.camels.words import sent_from, sent_words
from camelnet_gui.games.camelup.advice import Advice
from camelnet_gui.games.camelup.choice import Choice, notation_at
from camelnet_gui.games.camelup.scene import Scene
from camelnet_gui.games.view_model import Table

PAYS = "8 \N{MIDDLE DOT} 5 \N{MIDDLE DOT} 3 \N{MIDDLE DOT} 2 \N{MIDDLE DOT} 1"


def previews(
    scene: Scene, table: Table, choice: Choice, advice: Advice | None
) -> tuple[Preview, ...]:
    """One for each pick of a scene; with what it is worth where the table has aids."""
    known = advice if advice is not None and advice.about(table) else None
    made = []
    for place in sorted(scene.picks):
        kind, _space, rest = place.partition(" ")
        lines: list[tuple[str, str]] = []
        piece, sent = "", None
        if kind == "leg" and (pile := scene.pile(rest)):
            lines = [
                (sentence(ordinal(1, len(CAMELS))), f"+{pile[0]}"),
                (sentence(ordinal(2, len(CAMELS))), "+1"),
                (_("Otherwise"), f"{MINUS}1"),
            ]
        elif kind == "deck":
            lines = [(_("Correct, first come first paid"), PAYS), (_("Wrong"), f"{MINUS}1")]
        elif kind == "roll":
            lines = [(_("Pyramid tile"), "+1")]
        elif kind == "space" and table.me is not None:
            piece = f"{table.me}{choice.side}"
            sent = sent_from(scene, int(rest), 1 if choice.side == "+" else -1)
            lines = [sent_words(sent, scene), (_("You earn"), "+1")]
        move = notation_at(choice.side, place)
        if known is not None and move is not None and move in known.worths:
            lines.append((_("Worth on average"), known.worths[move].words))
        made.append(Preview(place, tuple(lines), piece, sent))
    return tuple(made)
