"""Builds what the board and the player rows show from a Targui position. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from camelnet.rules import Event, Position
from camelnet.rules.games.targui import events as targui
from camelnet.rules.games.targui.events import Land
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.targui.scene import (
    CELLS,
    TRIBES,
    BattleScene,
    CellScene,
    Change,
    Claim,
    Fate,
    Flash,
    Harvest,
    Lay,
    March,
    Motion,
    Roll,
    Scene,
    Turn,
    Volley,
)
from camelnet_gui.games.targui.suspense import holds_breath
from camelnet_gui.games.view_model import Flight, Purse
from camelnet_gui.style.seat_marks import SeatMark

FLYING_MAX = 4  # coins or camels that fly together
FORTRESS, ORE = 13, 16  # destiny cards that change values for a round


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of one seat."""

    tribe: int
    camels: int  # on the board
    lands: int
    money: int
    income: int  # what a tribute would pay now
    camp: bool  # it owns its own camp
    out: bool


def economic(land: Land, effect: int | None) -> int:
    """The silver that a land pays at this round's tribute."""
    return 3 if land == "mount" and effect == ORE else targui.ECONOMIC[land]


def strategic(land: Land, effect: int | None) -> int:
    """The bonus that a land adds to a die in this round."""
    return 3 if land == "erg" and effect == FORTRESS else targui.STRATEGIC[land]


def holdings(position: Position) -> tuple[Holdings, ...]:
    """The holdings of each seat, in seat order."""
    public = public_of(position)
    return tuple(_held(public, seat) for seat in range(public["seats"]))


def _held(public: Mapping[str, Any], seat: int) -> Holdings:
    owned = [cell for cell in CELLS if public["owner"][cell - 1] == seat]
    home = public["camp"][seat]
    camp = home is not None and home in owned
    income = sum(economic(public["land"][cell - 1], public["effect"]) for cell in owned)
    return Holdings(
        tribe=seat,
        camels=sum(public["camels"][cell - 1] for cell in owned),
        lands=len(owned),
        money=public["money"][seat],
        income=income if camp else 0,
        camp=camp,
        out=public["out"][seat],
    )


def base_scene(
    position: Position,
    *,
    marks: Sequence[SeatMark],
    dark: bool,
    dice: tuple[int | None, int | None] = (None, None),
    fallen: int | None = None,
) -> Scene:
    """The position alone, without anything to choose. `dice`: the last rolls of attacker and
    defender in the battle that goes on; `fallen`: this round's destiny card, once it is known."""
    public = public_of(position)
    seats, effect = public["seats"], public["effect"]
    homes = {cell: seat for seat, cell in enumerate(public["camp"]) if cell is not None}
    cells = tuple(
        CellScene(
            land=land,
            economic=economic(land, effect) if land else 0,
            strategic=strategic(land, effect) if land else 0,
            owner=public["owner"][cell - 1],
            camels=public["camels"][cell - 1],
            home=homes.get(cell),
        )
        for cell, land in zip(CELLS, public["land"], strict=True)
    )
    attack = public["attack"]
    step = public["step"]
    drawn = public["turns_left"] > 0
    return Scene(
        cells=cells,
        tribes=seats,
        sectors=tuple(
            (sector, seat) for seat, sector in enumerate(public["sectors"]) if sector is not None
        ),
        choosing_sectors=step == "sector",
        round=public["round"],
        die=public["die"],
        pile=tuple(public["pile"].get(str(seat), 0) for seat in TRIBES),
        pile_destiny=bool(public["pile"]["destiny"]),
        up=_on_turn(public) if drawn else None,
        turns_left=public["turns_left"],
        turning=step == "destiny",
        out=tuple(public["out"]),
        deck=tuple(public["options"]["destiny"]),
        left=tuple(public["destiny"]),
        effect=effect,
        fallen=fallen,
        box=public["box"],
        battle=BattleScene(attack["seat"], attack["from"], attack["to"], *dice) if attack else None,
        seats=tuple(marks),
        dark=dark,
    )


def _on_turn(public: Mapping[str, Any]) -> int | None:
    """The seat whose card is up: it decides, or attacks while dice are rolled."""
    if isinstance(public["turn"], int):
        return int(public["turn"])
    return public["attack"]["seat"] if public["attack"] else None


def motions(step: Stepped) -> tuple[Motion, ...]:
    """The motions on the board in one step, in order."""
    public = public_of(step.before)
    found: list[Motion] = []
    for event in step.events:
        match event:
            case targui.BattleRolled():
                attack = public["attack"]
                thrower = attack["from"] if event.side == "attack" else attack["to"]
                land = public["land"][thrower - 1]
                drum = holds_breath(step)
                found.append(
                    Volley(event.side, event.die, event.cell, event.kills, event.bonus, land, drum)
                )
            case targui.TributePaid():
                found += _harvests(step, event)
            case _:
                found += _motions(event)
    return tuple(found)


def _harvests(step: Stepped, paid: targui.TributePaid) -> list[Harvest]:
    """The lands of one tribe after another pay."""
    public = public_of(step.before)
    turned = [event.card for event in step.events if isinstance(event, targui.DestinyTurned)]
    effect = turned[0] if turned else public["effect"]
    found = []
    for line in paid.lines:
        owned = (cell for cell in CELLS if public["owner"][cell - 1] == line.seat)
        pays = ((cell, economic(public["land"][cell - 1], effect)) for cell in owned)
        cells = tuple((cell, silver) for cell, silver in pays if silver)
        if line.silver and cells:
            found.append(Harvest(line.seat, cells))
    return found


def flights(step: Stepped) -> tuple[Flight, ...]:
    """The pieces that change hands in a step, and the silver that is paid."""
    public = public_of(step.before)
    found: list[Flight] = []
    for event in step.events:
        match event:
            case targui.Moved(seat=seat, end=end, taken=True):
                found.append(Flight(f"land {public['land'][end - 1]}", f"cell {end}", seat))
            case targui.Occupied(seat=seat, end=end):
                found.append(Flight(f"land {public['land'][end - 1]}", f"cell {end}", seat))
            case targui.Bought(seat=seat, cell=cell, camels=camels):
                few = min(FLYING_MAX, camels)
                found.append(Flight("coin", Purse(seat), "box", few))
                found.append(Flight(f"camel {seat}", "box", f"cell {cell}", few))
            case targui.DestinyTurned(card=card, money=money):
                for change in money:
                    if change.after > change.before:
                        gain = f"+{change.after - change.before}"
                        purse = Purse(change.seat)
                        found.append(Flight("coin", f"destiny {card}", purse, FLYING_MAX, gain))
            case targui.TributePaid(lines=lines):
                for line in lines:
                    home = public["camp"][line.seat]
                    if line.silver and home is not None:
                        few = min(FLYING_MAX, line.silver)
                        purse = Purse(line.seat)
                        gain = f"+{line.silver}"
                        found.append(Flight("coin", f"cell {home}", purse, few, gain))
            case _:
                pass
    return tuple(found)


def _motions(event: Event) -> tuple[Motion, ...]:
    match event:
        case targui.SectorTaken(sector=sector):
            return (Flash((f"sector {sector}",)),)
        case targui.LandLaid(cell=cell, land=land):
            return (Lay(cell, land, targui.ECONOMIC[land], targui.STRATEGIC[land]),)
        case targui.CampFounded(seat=seat, cell=cell, camels=camels):
            tents = Lay(cell, "camp", targui.ECONOMIC["camp"], targui.STRATEGIC["camp"])
            return (tents, Claim(cell, seat), Change(((cell, camels),)))
        case targui.RoundRolled(die=die):
            return (Roll(die),)
        case targui.CardDrawn(seat=seat, turns=turns):
            return (Turn(seat, turns),)
        case targui.DestinyTurned(card=card, cells=cells):
            changes = tuple((change.cell, change.after - change.before) for change in cells)
            fate = Fate(card)
            return (fate, Change(changes)) if changes else (fate,)
        case (
            targui.Moved(seat=seat, start=start, end=end, camels=camels)
            | targui.Occupied(seat=seat, start=start, end=end, camels=camels)
        ):
            return (March(seat, start, end, camels),)
        case targui.AttackBegan(start=start, end=end):
            return (Flash((f"cell {start}", f"cell {end}")),)
        case targui.CellEmptied(cell=cell):
            return (Claim(cell, None),)
        case targui.Bought(cell=cell, camels=camels):
            return (Change(((cell, camels),)),)
        case _:
            return ()


def spaces_of(events: Iterable[Event]) -> frozenset[int]:
    """The cells that a step was about, for the log entry that is pointed at."""
    spaces: set[int] = set()
    for event in events:
        match event:
            case (
                targui.LandLaid(cell=cell)
                | targui.CampFounded(cell=cell)
                | targui.BattleRolled(cell=cell)
                | targui.CellEmptied(cell=cell)
                | targui.Bought(cell=cell)
            ):
                spaces.add(cell)
            case (
                targui.Moved(start=start, end=end)
                | targui.AttackBegan(start=start, end=end)
                | targui.Occupied(start=start, end=end)
                | targui.AttackEnded(start=start, end=end)
            ):
                spaces |= {start, end}
            case targui.DestinyTurned(cells=cells):
                spaces |= {change.cell for change in cells}
            case _:
                pass
    return frozenset(spaces)
