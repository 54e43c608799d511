"""The board in words: what is at each place, for tooltips and for those who listen."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import CAMELS, camel_names
from camelnet.rules.phrases import listing
from camelnet_gui.games.cards.scene import (
    CardScene,
    Kind,
    Scene,
    Token,
)


def listed(camels: str) -> str:
    """Names in the order given: "green, yellow, orange"."""
    names = camel_names()
    return ", ".join(names[camel] for camel in camels)


def token_title(token: Token) -> str:
    return _("Palm") if token == "palm" else _("Fennec")


def kind_title(kind: Kind) -> str:
    """A kind of bet card, as the title of its column."""
    return {
        "lead": _("Leader"),
        "mid": _("Midfield"),
        "win": _("Winner"),
        "lose": _("Loser"),
    }[kind]


def face_words(face: str) -> str:
    """A race card: "green 2"."""
    return f"{camel_names()[face[0]]} {face[1]}"


def describe(place: str, scene: Scene) -> str:
    """Describes what is at a place, in one phrase."""
    kind, _space, rest = place.partition(" ")
    match kind:
        case "reveal":
            return _deck(scene)
        case "hand":
            return _hand(scene)
        case "palm" | "fennec":
            return _token("palm" if kind == "palm" else "fennec", scene)
        case "lead":
            values = scene.pile(rest)
            if not values:
                return _("Leader cards of {camel}: none left").format(camel=camel_names()[rest])
            return _("Leader cards of {camel}: {values}").format(
                camel=camel_names()[rest], values=", ".join(str(value) for value in values)
            )
        case "mid" | "win" | "lose":
            return _bet("mid" if kind == "mid" else "win" if kind == "win" else "lose", rest, scene)
        case _:
            return _track(int(rest), scene)


def _deck(scene: Scene) -> str:
    deck = ngettext("Race deck: {n} card", "Race deck: {n} cards", scene.deck).format(n=scene.deck)
    parts = []
    for camel in CAMELS:
        counts = [(value, scene.seen_of(camel, value)) for value in (1, 2)]
        values = ", ".join(str(value) for value, count in counts for _i in range(count))
        if values:
            parts.append(f"{camel_names()[camel]} {values}")
    if not parts:
        return deck
    return _("{deck}. Seen in this leg: {cards}").format(deck=deck, cards="; ".join(parts))


def _hand(scene: Scene) -> str:
    match scene.hand_state:
        case "held" if scene.hand:
            return _("Your hand card: {card}").format(card=face_words(scene.hand))
        case "held":
            return _("Your hand card, face down")
        case "played":
            return _("Your hand card is played")
        case _:
            return _("No hand card")


def _token(token: Token, scene: Scene) -> str:
    each, title = scene.token(token), token_title(token)
    if each.space is None or each.ghost:
        return _("{token}, at home").format(token=title)
    mark = scene.seat(each.seat)
    return _("{token}, on space {space}; {name} holds its card").format(
        token=title, space=each.space, name=mark.name if mark else "?"
    )


def _bet(kind: Kind, camel: str, scene: Scene) -> str:
    card = scene.bet(kind, camel) or CardScene(kind, camel)
    name = camel_names()[camel]
    title = {
        "mid": _("Midfield card of {camel}"),
        "win": _("Winner card of {camel}"),
        "lose": _("Loser card of {camel}"),
    }[kind].format(camel=name)
    parts = [title]
    if card.trophies:
        count = card.trophies
        parts.append(ngettext("{n} trophy on it", "{n} trophies on it", count).format(n=count))
    mark = scene.seat(card.seat)
    if mark:
        parts.append(_("with {name}").format(name=mark.name))
    return ", ".join(parts)


def _track(space: int, scene: Scene) -> str:
    if space > scene.last:
        return _("beyond the finish")
    parts = [_("Space {space}").format(space=space)]
    camels = scene.stack(space)
    if camels:
        parts.append(_("from bottom to top: {camels}").format(camels=listed(camels)))
    tokens = [
        token_title(each.token) for each in scene.tokens if each.space == space and not each.ghost
    ]
    if tokens:
        parts.append(listing(tokens))
    if not camels and not tokens:
        parts.append(_("empty"))
    return ", ".join(parts)
