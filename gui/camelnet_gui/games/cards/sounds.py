"""The sounds of Camel Up Cards: which go with a step."""

from __future__ import annotations

from camelnet.rules.games.cards.events import (
    BetReturned,
    BetTaken,
    FinalScored,
    LegScored,
    Moved,
    Sandstorm,
    TokenLaid,
    Turned,
)
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.suspense import holds_breath
from camelnet_gui.sound.cue import DEALT, PAID, TAKEN, Cue, Sound, cues_of

_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    Turned: DEALT,
    Moved: (Cue(Sound.STEPS, 500),),
    TokenLaid: TAKEN,
    BetTaken: DEALT,
    BetReturned: DEALT,
    LegScored: PAID,
    Sandstorm: (Cue(Sound.CARD, result=True),),
    FinalScored: PAID,
}


def sounds(step: Stepped) -> tuple[Cue, ...]:
    slowly = {**_BY_EVENT, Moved: (Cue(Sound.STEPS, 1750),)}
    return cues_of(step, slowly if holds_breath(step) else _BY_EVENT)
