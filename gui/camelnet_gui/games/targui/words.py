"""The board in words: what is at each place, for tooltips and for those who listen."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.games.targui.names import (
    TRIBES,
    camels,
    destiny_effect,
    destiny_title,
    land_name,
    sector_name,
)
from camelnet_gui.games.targui.scene import Scene, Volley


def owner_name(seat: int, scene: Scene) -> str:
    """A tribe and who plays it."""
    tribe = TRIBES[seat]
    if seat < len(scene.seats):
        return _("{tribe} ({name})").format(tribe=tribe, name=scene.seats[seat].name)
    return tribe


def describe(place: str, scene: Scene) -> str:
    """Describes what is at a place, in a phrase or two."""
    kind, _space, rest = place.partition(" ")
    match kind:
        case "cell":
            return _cell(int(rest), scene)
        case "sector":
            taken = dict(scene.sectors).get(rest)
            name = sector_name(rest)
            if taken is None:
                return _("Sector in {place}: free").format(place=name)
            return _("Sector in {place}: {owner}").format(
                place=name, owner=owner_name(taken, scene)
            )
        case "die":
            return _die(scene)
        case "pile":
            return _pile(rest, scene)
        case "destiny":
            return _destiny(int(rest), scene)
        case _:
            left = ngettext("{n} camel in the supply", "{n} camels in the supply", scene.box)
            return left.format(n=scene.box)


def _cell(number: int, scene: Scene) -> str:
    cell = scene.cell(number)
    if cell.land is None:
        return _("Cell {number}: no land yet").format(number=number)
    parts = [_("Cell {number}: {land}").format(number=number, land=land_name(cell.land))]
    if cell.land == "chott":
        parts.append(_("nobody may enter"))
    else:
        values = _("economic value {economic}, strategic value {strategic}")
        parts.append(values.format(economic=cell.economic, strategic=cell.strategic))
    if cell.home is not None:
        parts.append(_("camp of the {tribe}").format(tribe=TRIBES[cell.home]))
    if cell.owner is not None:
        parts.append(owner_name(cell.owner, scene))
        parts.append(camels(cell.camels) if cell.camels else _("no camels"))
    elif cell.land != "chott":
        parts.append(_("unowned"))
    return ", ".join(parts)


def _die(scene: Scene) -> str:
    if scene.die is None:
        return _("The die of the round: not rolled yet")
    if scene.die == 6:
        return _("The die of the round: 6, each tribe has one card with two turns in a row")
    cards = ngettext(
        "The die of the round: {die}, each tribe has {n} card",
        "The die of the round: {die}, each tribe has {n} cards",
        scene.die,
    )
    return cards.format(die=scene.die, n=scene.die)


def _pile(rest: str, scene: Scene) -> str:
    if rest == "destiny":
        if scene.pile_destiny:
            return _("A destiny card lies in the pile")
        return _("No destiny card lies in the pile")
    seat = int(rest)
    left = scene.pile[seat]
    text = ngettext("{owner}: {n} card in the pile", "{owner}: {n} cards in the pile", left)
    said = text.format(owner=owner_name(seat, scene), n=left)
    if seat < len(scene.out) and scene.out[seat]:
        return _("{owner}: out of the game").format(owner=owner_name(seat, scene))
    return said


def _destiny(card: int, scene: Scene) -> str:
    said = _("Destiny {number}: {title}. {effect}").format(
        number=card, title=destiny_title(card), effect=destiny_effect(card)
    )
    if card not in scene.deck:
        state = _("Not in this game.")
    elif card == scene.effect:
        state = _("In effect this round.")
    elif card == scene.fallen:
        state = _("Revealed this round.")
    elif card in scene.left:
        state = _("Still to come.")
    else:
        state = _("Already used.")
    return f"{said} {state}"


def volley_words(volley: Volley) -> tuple[str, str]:
    """A roll in a battle: what is added up, and how many camels fall."""
    if volley.bonus:
        text = _("{die} + {bonus} ({land})")
        made = text.format(die=volley.pips, bonus=volley.bonus, land=land_name(volley.land))
    else:
        made = _("{die} + 0").format(die=volley.pips)
    if not volley.kills:
        return made, _("half: nobody falls")
    fall = ngettext("half: {n} camel falls", "half: {n} camels fall", volley.kills)
    return made, fall.format(n=volley.kills)
