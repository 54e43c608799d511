"""The effect of each pick of Targui, for the place that is pointed at. Pure; knows no Qt."""

from __future__ import annotations

from functools import lru_cache

from camelnet.i18n import _, ngettext
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import Battle, battle
from camelnet.rules.games.targui.cells import NEIGHBOURS
from camelnet.rules.games.targui.names import average, chance_short, land_name
from camelnet.rules.phrases import signed
from camelnet_gui.games.targui.choice import Choice, ways
from camelnet_gui.games.targui.scene import CELLS, Preview, Scene
from camelnet_gui.games.targui.words import owner_name
from camelnet_gui.games.view_model import Table


def previews(scene: Scene, table: Table, choice: Choice) -> tuple[Preview, ...]:
    """One for each pick of a scene that there is something to say about."""
    can, made = ways(table.legal), []
    for cell in CELLS:
        place = f"cell {cell}"
        if place not in scene.picks:
            continue
        if cell in can.camps:
            made.append(Preview(place, _camp(scene, cell)))
        elif cell in can.buys:
            made.append(Preview(place, _buying(scene, cell, can.buys[cell])))
        elif choice.source is not None and cell != choice.source:
            way, foe = (choice.source, cell), (choice.source, cell) in can.attacks
            lines = _attack(table.position, *way) if foe else _taking(scene, cell, table.me)
            made.append(Preview(place, lines, way, attack=foe))
    return tuple(made)


def _camp(scene: Scene, cell: int) -> tuple[tuple[str, str], ...]:
    around = NEIGHBOURS[cell]
    pays = sum(scene.cell(other).economic for other in around)
    lines = [(_("The lands around pay"), signed(pays))]
    barred = sum(scene.cell(other).land == "chott" for other in around)
    if barred:
        text = ngettext("{n} chott shelters it", "{n} chotts shelter it", barred)
        lines.append((text.format(n=barred), ""))
    return tuple(lines)


def _buying(scene: Scene, cell: int, most: int) -> tuple[tuple[str, str], ...]:
    there = scene.cell(cell).camels
    return (
        (_("Camels you can add"), signed(most)),
        (_("Camels there now"), str(there)),
    )


def _taking(scene: Scene, cell: int, me: int | None) -> tuple[tuple[str, str], ...]:
    known = scene.cell(cell)
    if known.owner is not None and known.owner == me:
        if not known.camels:
            return ((_("Guard this land again"), ""),)
        text = ngettext("Join {n} camel", "Join {n} camels", known.camels)
        return ((text.format(n=known.camels), ""),)
    assert known.land is not None
    lines = [(_("Takes: {land}").format(land=land_name(known.land)), "")]
    if known.owner is not None:
        owner = owner_name(known.owner, scene)
        lines = [(_("Takes it from {owner}").format(owner=owner), "")]
    if known.economic:
        lines.append((_("Tribute each round"), signed(known.economic)))
    if known.strategic:
        lines.append((_("In battle"), signed(known.strategic)))
    return tuple(lines)


@lru_cache(maxsize=64)
def _odds(position: Position, start: int, end: int) -> Battle | None:
    """Kept, since a screen asks for them often."""
    return battle(position, start, end)


def _attack(position: Position, start: int, end: int) -> tuple[tuple[str, str], ...]:
    odds = _odds(position, start, end)
    if odds is None:
        return ()
    return (
        (_("You win, if you fight on"), chance_short(odds.taken)),
        (_("You lose on average"), average(odds.attackers_lost)),
        (_("They lose on average"), average(odds.defenders_lost)),
    )
