"""The effect of each pick of Camel Up Cards, for the place that is pointed at. Pure; knows no
Qt."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.phrases import MINUS, ordinal, sentence
from camelnet_gui.games.camels.scene import Preview
from camelnet_gui.games.camels.words import camel_title, sent_from, sent_words
from camelnet_gui.games.cards.choice import Act, Choice
from camelnet_gui.games.cards.scene import KINDS, Scene


def previews(scene: Scene, choice: Choice) -> tuple[Preview, ...]:
    """One for each pick of a scene that there is something to say about."""
    made = []
    for place in sorted(scene.picks):
        kind, _space, rest = place.partition(" ")
        if kind in KINDS:
            made.append(Preview(place, _pays(kind, rest, scene)))
        elif kind == "hand" and (shown := _played(scene)) is not None:
            made.append(shown)
        elif kind == "space" and choice.act in (Act.PALM, Act.FENNEC):
            made.append(_laid(scene, place, int(rest), palm=choice.act is Act.PALM))
    return tuple(made)


def _place(number: int) -> str:
    return sentence(ordinal(number, len(CAMELS)))


def _pays(kind: str, camel: str, scene: Scene) -> tuple[tuple[str, str], ...]:
    pays: dict[str, tuple[tuple[int, int], ...]] = {
        "lead": ((1, next(iter(scene.pile(camel)), 0)), (2, 1)),
        "mid": ((2, 1), (3, 2), (4, 1)),
        "win": ((1, 7), (2, 3)),
        "lose": ((5, 7), (4, 3)),
    }
    lines = [(_place(number), f"+{coins}") for number, coins in pays[kind]]
    card = scene.bet("win", camel) if kind == "win" else scene.bet("lose", camel)
    if kind in ("win", "lose") and card is not None and card.trophies:
        count = card.trophies
        text = ngettext("{n} trophy on it", "{n} trophies on it", count).format(n=count)
        lines.append((text, f"+{2 * count}"))
    return (*lines, (_("Otherwise"), f"{MINUS}1"))


def _played(scene: Scene) -> Preview | None:
    """My hand card, whose camel moves one space; None where a token would send it elsewhere."""
    camel = scene.hand[:1]
    start = next((space for space, camels in scene.stacks if camel and camel in camels), None)
    if start is None or any(token.space == start + 1 for token in scene.tokens):
        return None
    sent = sent_from(scene, start, 1)
    words = _("{camel} moves to {space}").format(camel=camel_title(camel), space=sent.end)
    if start == scene.last:
        words = _("{camel} crosses the line").format(camel=camel_title(camel))
    return Preview("hand", ((words, _("on top") if sent.there else ""),), sent=sent)


def _laid(scene: Scene, place: str, space: int, *, palm: bool) -> Preview:
    token = "palm" if palm else "fennec"
    if not palm and space == 1:
        return Preview(place, (), token)
    sent = sent_from(scene, space, 1 if palm else -1)
    return Preview(place, (sent_words(sent, scene),), token, sent)
