"""The board in words: what stands at each place, for tooltips and for those who listen."""

from __future__ import annotations

from camelnet.i18n import N_, _, ngettext
from camelnet_gui.games.camelup.scene import Scene
from camelnet_gui.style.words import titled

_COLOURS = {
    "b": N_("blue"),
    "g": N_("green"),
    "o": N_("orange"),
    "w": N_("white"),
    "y": N_("yellow"),
}


def camel_name(camel: str) -> str:
    """The colour's name, as an adjective: "blue"."""
    return _(_COLOURS[camel])


def camel_names(camels: str) -> str:
    """Names in the order given: "green, yellow, orange"."""
    return ", ".join(camel_name(camel) for camel in camels)


def describe(place: str, scene: Scene) -> str:
    """Describes what is at a place, in one phrase."""
    kind, _space, rest = place.partition(" ")
    match kind:
        case "roll":
            return _pyramid(scene)
        case "leg":
            return _pile(rest, scene)
        case "deck":
            return _deck(rest, scene)
        case _:
            return _track(int(rest), scene)


def _pyramid(scene: Scene) -> str:
    if not scene.dice_in:
        return _("Pyramid, no dice inside")
    return _("Pyramid, dice inside: {camels}").format(camels=camel_names(scene.dice_in))


def _pile(camel: str, scene: Scene) -> str:
    values = scene.pile(camel)
    if not values:
        return _("Leg tiles of {camel}: none left").format(camel=camel_name(camel))
    return _("Leg tiles of {camel}: {values}").format(
        camel=camel_name(camel), values=", ".join(str(value) for value in values)
    )


def _deck(deck: str, scene: Scene) -> str:
    win = deck == "win"
    count = scene.win_cards if win else scene.lose_cards
    title = _("Bets on the winner") if win else _("Bets on the loser")
    cards = ngettext("{count} card", "{count} cards", count).format(count=count)
    names = [
        scene.seats[seat].name
        for seat in (scene.win_marks if win else scene.lose_marks)
        if seat < len(scene.seats)
    ]
    if names:
        return titled(title, f"{cards} ({', '.join(names)})")
    return titled(title, cards)


def _track(space: int, scene: Scene) -> str:
    camels = scene.stack(space)
    if camels:
        text = _("Space {space}, from bottom to top: {camels}")
        return text.format(space=space, camels=camel_names(camels))
    for tile in scene.tiles:
        if tile.space == space:
            name = scene.seats[tile.seat].name if tile.seat < len(scene.seats) else "?"
            text = (
                _("Space {space}, oasis of {name}")
                if tile.side == "+"
                else _("Space {space}, mirage of {name}")
            )
            return text.format(space=space, name=name)
    return _("Space {space}, empty").format(space=space)
