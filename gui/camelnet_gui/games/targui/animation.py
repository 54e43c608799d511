"""Motions as pure functions of time: what is where, so many milliseconds in.

A motion becomes a `Clip`: the scene that rests while it plays, its length, and a function from a
share of its time (0 to 1) to a `Frame`. No timer lives here; the board asks for frames.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art.camel import Gait
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.targui.geometry import Layout, battle_die, turned_card
from camelnet_gui.games.targui.scene import (
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
    with_cell,
)

LAY_MS = 36  # one of 48
CAMP_MS = 260  # the last of them, which a tribe chose
ROLL_MS = 620
TURN_MS = 420
FATE_MS = 900
MARCH_MS = 620
VOLLEY_MS = 1500
DRUM_MS = 1000  # longer, where the die could decide what matters most: it tumbles on
VEIL_FADE = 0.1  # the share of such a volley in which it gets dark, or light again
CHANGE_MS = 800
CLAIM_MS = 260
FLASH_MS = 420
HARVEST_MS = 1000
LANDED, FALLING = 0.34, 0.6  # the shares of a volley when its die lies still, and when camels fall


@dataclass(frozen=True, slots=True)
class Walker:
    """Camels on their way."""

    seat: int
    foot: QPointF
    lift: float  # pixels above the ground
    forward: int  # 1 to the right, -1 to the left
    gait: Gait
    count: int


@dataclass(frozen=True, slots=True)
class Die:
    """A die in the air, or just come to rest."""

    seat: int | None
    pips: int
    box: QRectF
    turn: float  # degrees


@dataclass(frozen=True, slots=True)
class Card:
    """A card on its way; `face` is a tribe, None for destiny's back, or "7" for its number."""

    face: int | str | None
    box: QRectF
    width: float  # the share of it that is seen while it turns over


@dataclass(frozen=True, slots=True)
class Tile:
    """A land that is turned up."""

    cell: int
    shown: CellScene
    width: float


@dataclass(frozen=True, slots=True)
class Float:
    """A number that rises from a cell: camels gained or lost."""

    change: int
    at: QPointF
    strength: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Sum:
    """The outcome of a die: who threw it, in words, beside the cell that it hit."""

    volley: Volley
    strength: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Coin:
    """The silver that a land pays."""

    silver: int
    centre: QPointF
    strength: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Fallen:
    """Camels that fall on a cell."""

    seat: int
    cell: int
    count: int
    share: float  # 0 as they stand, 1 when they are gone


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the animation, above the resting scene."""

    walkers: tuple[Walker, ...] = ()
    dice: tuple[Die, ...] = ()
    cards: tuple[Card, ...] = ()
    tiles: tuple[Tile, ...] = ()
    floats: tuple[Float, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    sums: tuple[Sum, ...] = ()
    coins: tuple[Coin, ...] = ()
    flags: tuple[tuple[int, int, float], ...] = ()  # (seat, cell, share of its height)
    flash: tuple[str, ...] = ()  # places lit up
    strength: float = 0.0  # how brightly, 0 to 1
    lit: tuple[int, ...] = ()  # cells in the light while all else is dark
    dark: float = 0.0  # how dark, 0 to 1


def clip(plan: Layout, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
    """The clip of a motion that starts from a scene."""
    match motion:
        case Lay():
            return _lay(scene, motion)
        case Roll():
            return _roll(plan, scene, motion)
        case Turn():
            return _turn(plan, scene, motion)
        case Fate():
            return _fate(plan, scene, motion)
        case March():
            return _march(plan, scene, motion)
        case Volley():
            return _volley(plan, scene, motion)
        case Change(cells):
            return Clip(scene, CHANGE_MS, lambda share: Frame(floats=_floats(plan, cells, share)))
        case Claim():
            return _claim(scene, motion)
        case Harvest():
            return _harvest(plan, scene, motion)
        case Flash(places):
            return Clip(
                scene,
                FLASH_MS,
                lambda share: Frame(flash=places, strength=math.sin(math.pi * share)),
            )


def _ease(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def _between(start: QPointF, end: QPointF, share: float) -> QPointF:
    return start + (end - start) * share


def _moved(start: QRectF, end: QRectF, share: float) -> QRectF:
    """A box on its way from one to another."""
    wide = start.width() + (end.width() - start.width()) * share
    high = start.height() + (end.height() - start.height()) * share
    box = QRectF(0, 0, wide, high)
    box.moveCenter(_between(start.center(), end.center(), share))
    return box


def _around(centre: QPointF, side: float) -> QRectF:
    box = QRectF(0, 0, side, side)
    box.moveCenter(centre)
    return box


# --- setup and the round ------------------------------------------------------------------------


def _lay(scene: Scene, lay: Lay) -> Clip[Scene, Frame]:
    shown = CellScene(lay.land, lay.economic, lay.strategic)

    def frame(share: float) -> Frame:
        return Frame(tiles=(Tile(lay.cell, shown, max(0.04, _ease(share))),))

    return Clip(scene, CAMP_MS if lay.land == "camp" else LAY_MS, frame)


def _roll(plan: Layout, scene: Scene, roll: Roll) -> Clip[Scene, Frame]:
    goal = plan.die
    side = min(goal.width(), goal.height())

    def frame(share: float) -> Frame:
        run = 1 - (1 - share) ** 2
        bounce = abs(math.cos(math.pi * 2.5 * share)) * (1 - share)
        centre = goal.center() + QPointF(-side * 0.9 * (1 - run), -side * 0.5 * bounce)
        centre.setX(max(centre.x(), plan.beside.left() + side * 0.45))
        turn = -540 * (1 - run) if share < 1 else 0.0
        pips = roll.pips if share > 0.7 else 1 + int(share * 40) % 6
        return Frame(dice=(Die(None, pips, _around(centre, side), turn),))

    return Clip(replace(scene, die=None), ROLL_MS, frame)


def _turn(plan: Layout, scene: Scene, turn: Turn) -> Clip[Scene, Frame]:
    start, goal = plan.cards[turn.seat], turned_card(plan)
    rest = replace(scene, up=None, turning=False)
    if turn.seat is None:
        rest = replace(rest, pile_destiny=False)
    else:
        pile = list(scene.pile)
        pile[turn.seat] -= 1
        rest = replace(rest, pile=tuple(pile))

    def frame(share: float) -> Frame:
        box = _moved(start, goal, _ease(share))
        return Frame(cards=(Card(turn.seat, box, max(0.06, abs(math.cos(math.pi * share)))),))

    return Clip(rest, TURN_MS, frame)


def _fate(plan: Layout, scene: Scene, fate: Fate) -> Clip[Scene, Frame]:
    """The card grows over the desert as it turns, waits a moment, and goes to its place."""
    start, goal = turned_card(plan), plan.destinies[fate.card]
    if plan.listed:  # the card shrinks into the picture at the head of its line
        goal = QRectF(goal.left(), goal.top(), goal.height(), goal.height())
    high = plan.desert.height() * 0.42
    large = QRectF(0, 0, high * 0.72, high)
    large.moveCenter(plan.desert.center())
    rest = replace(scene, turning=False, pile_destiny=False)

    def frame(share: float) -> Frame:
        if share < 0.4:
            part = _ease(share / 0.4)
            face = None if part < 0.5 else str(fate.card)
            width = max(0.06, abs(math.cos(math.pi * part)))
            return Frame(cards=(Card(face, _moved(start, large, part), width),))
        part = _ease(max(0.0, (share - 0.7) / 0.3))
        return Frame(cards=(Card(str(fate.card), _moved(large, goal, part), 1.0),))

    return Clip(rest, FATE_MS, frame)


# --- on the desert ------------------------------------------------------------------------------


def _march(plan: Layout, scene: Scene, march: March) -> Clip[Scene, Frame]:
    left = scene.cell(march.source).camels - march.count
    rest = with_cell(scene, march.source, camels=max(0, left))
    start, end = plan.foot(march.source), plan.foot(march.target)
    forward = -1 if end.x() < start.x() - 1 else 1

    def frame(share: float) -> Frame:
        step = share * 4 % 1
        gait: Gait = "stand" if share in (0, 1) else "stride" if share * 4 % 2 < 1 else "pass"
        lift = 5 * plan.unit * math.sin(math.pi * step)
        foot = _between(start, end, _ease(share))
        return Frame(walkers=(Walker(march.seat, foot, lift, forward, gait, march.count),))

    return Clip(rest, MARCH_MS, frame)


def _volley(plan: Layout, scene: Scene, volley: Volley) -> Clip[Scene, Frame]:
    """The die flies from its thrower's cell; when it lies, it is said what it comes to, and camels
    fall."""
    battle = scene.battle
    attack = volley.side == "attack"
    victim = scene.cell(volley.cell).owner
    thrower, start = None, plan.centre(volley.cell) - QPointF(0, plan.side)
    rest = scene
    if battle is not None:
        thrower = battle.seat if attack else scene.cell(battle.target).owner
        start = plan.centre(battle.source if attack else battle.target)
        fresh = replace(battle, hit=None, parry=None) if attack else replace(battle, parry=None)
        rest = replace(scene, battle=fresh)
    goal = battle_die(plan, volley.cell)
    high = plan.centre(volley.cell) + QPointF(plan.side * 0.26, 0)  # beside the die

    drum_ms = DRUM_MS if volley.drum else 0
    landed = (VOLLEY_MS * LANDED + drum_ms) / (VOLLEY_MS + drum_ms)
    falling = (VOLLEY_MS * FALLING + drum_ms) / (VOLLEY_MS + drum_ms)
    lit = (battle.source, battle.target) if battle is not None and volley.drum else ()

    def frame(share: float) -> Frame:
        dark = max(0.0, min(1.0, share / VEIL_FADE, (1 - share) / VEIL_FADE)) if lit else 0.0
        return replace(thrown(share), lit=lit, dark=dark)

    def thrown(share: float) -> Frame:
        flight = min(1.0, share / landed)
        run = 1 - (1 - flight) ** 1.8
        hop = plan.side * 0.5 * math.sin(math.pi * flight)
        centre = _between(start, goal.center(), run) - QPointF(0, hop)
        spins = 3 if volley.drum else 1
        pips = volley.pips if flight > 0.75 else 1 + int(flight * 30 * spins) % 6
        turn = 720 * spins * (1 - run) if flight < 1 else 0.0
        die = Die(thrower, pips, _around(centre, goal.width()), turn)
        if flight < 1:
            return Frame(dice=(die,))
        told = (Sum(volley, min(1.0, 8 * (share - landed), 12 * (1 - share))),)
        if share < falling:
            return Frame(dice=(die,), sums=told)
        part = (share - falling) / (1 - falling)
        rise = high - QPointF(0, plan.side * 0.4 * _ease(part))
        fallen: tuple[Fallen, ...] = ()
        if victim is not None and volley.kills:
            fallen = (Fallen(victim, volley.cell, volley.kills, part),)
        floats = (Float(-volley.kills, rise, _fade(part)),)
        return Frame(dice=(die,), floats=floats, fallen=fallen, sums=told)

    return Clip(rest, VOLLEY_MS + drum_ms, frame)


def _fade(share: float) -> float:
    """The opacity of something that is there at once and gone at the end."""
    return min(1.0, 3.2 * (1 - share))


def _floats(plan: Layout, cells: tuple[tuple[int, int], ...], share: float) -> tuple[Float, ...]:
    rise = QPointF(0, plan.side * 0.45 * _ease(share))
    return tuple(Float(change, plan.centre(cell) - rise, _fade(share)) for cell, change in cells)


def _harvest(plan: Layout, scene: Scene, harvest: Harvest) -> Clip[Scene, Frame]:
    """Coins pop up on one land after another."""
    begins = 0.5 / max(1, len(harvest.cells))

    def frame(share: float) -> Frame:
        coins = []
        for number, (cell, silver) in enumerate(harvest.cells):
            part = (share - number * begins) / 0.5
            if part > 0:
                rise = QPointF(0, plan.side * 0.3 * _ease(min(1.0, part)))
                strength = min(1.0, 4 * part, 8 * (1 - share))
                coins.append(Coin(silver, plan.centre(cell) - rise, max(0.0, strength)))
        places = tuple(f"cell {cell}" for cell, _silver in harvest.cells)
        return Frame(coins=tuple(coins), flash=places, strength=math.sin(math.pi * share))

    return Clip(scene, HARVEST_MS, frame)


def _claim(scene: Scene, claim: Claim) -> Clip[Scene, Frame]:
    before = scene.cell(claim.cell).owner
    rest = with_cell(scene, claim.cell, owner=None, camels=0)

    def frame(share: float) -> Frame:
        if claim.seat is not None:
            return Frame(flags=((claim.seat, claim.cell, _ease(share)),))
        return Frame(flags=((before, claim.cell, 1 - _ease(share)),) if before is not None else ())

    return Clip(rest, CLAIM_MS, frame)
