"""The sounds of Camel Up: which go with a step."""

from __future__ import annotations

from camelnet.rules.games.camelup.events import CardScored, Earned, LegScored, Moved
from camelnet.session.api.facts import Stepped
from camelnet_gui.sound.cue import DEALT, PAID, ROLL, TAKEN, Cue, cues_of

_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    Moved: ROLL,
    Earned: PAID,
    LegScored: PAID,
    CardScored: PAID,
}
_BY_VERB = {"tile": TAKEN, "leg": TAKEN, "win": DEALT, "lose": DEALT}


def sounds(step: Stepped) -> tuple[Cue, ...]:
    return cues_of(step, _BY_EVENT, _BY_VERB.get(step.notation.split()[0], ()))
