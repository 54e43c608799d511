"""The sounds of Camel Up: which go with a step."""

from __future__ import annotations

from camelnet.rules.games.camelup.events import CardScored, Earned, LegScored, Moved
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.suspense import holds_breath
from camelnet_gui.sound.cue import DEALT, DRUM_ROLL, PAID, ROLL, TAKEN, Cue, cues_of

_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    Moved: ROLL,
    Earned: PAID,
    LegScored: PAID,
    CardScored: PAID,
}
_BY_VERB = {"tile": TAKEN, "leg": TAKEN, "win": DEALT, "lose": DEALT}


def sounds(step: Stepped) -> tuple[Cue, ...]:
    by_event = {**_BY_EVENT, Moved: DRUM_ROLL} if holds_breath(step) else _BY_EVENT
    return cues_of(step, by_event, _BY_VERB.get(step.notation.split()[0], ()))
