"""The sounds of Targui: which go with a step."""

from __future__ import annotations

from camelnet.rules.games.targui.events import (
    AttackBegan,
    BattleRolled,
    Bought,
    CampFounded,
    CardDrawn,
    DestinyTurned,
    LandLaid,
    Moved,
    Occupied,
    RoundRolled,
    SectorTaken,
    TributePaid,
)
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.targui.suspense import holds_breath
from camelnet_gui.sound.cue import DEALT, PAID, TAKEN, WALK, Cue, Sound, cues_of

_DIE = (Cue(Sound.DICE), Cue(Sound.LAND, 620))
_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    SectorTaken: TAKEN,
    LandLaid: TAKEN,
    CampFounded: TAKEN,
    RoundRolled: _DIE,
    CardDrawn: DEALT,
    DestinyTurned: DEALT,
    Moved: WALK,
    AttackBegan: WALK,
    BattleRolled: _DIE,
    Occupied: WALK,
    Bought: PAID,
    TributePaid: PAID,
}


_DRUM = {**_BY_EVENT, BattleRolled: (Cue(Sound.DICE), Cue(Sound.DICE, 750), Cue(Sound.LAND, 1510))}


def sounds(step: Stepped) -> tuple[Cue, ...]:
    return cues_of(step, _DRUM if holds_breath(step) else _BY_EVENT)
