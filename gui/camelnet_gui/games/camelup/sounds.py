"""The sounds of Camel Up: which go with a step."""

from __future__ import annotations

from camelnet.rules.games.camelup.events import CardScored, Earned, LegScored, Moved
from camelnet.session.api.facts import Stepped
from camelnet_gui.sound.cue import DEALT, PAID, ROLL, TAKEN, Cue

_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    Moved: ROLL,
    Earned: PAID,
    LegScored: PAID,
    CardScored: PAID,
}
_BY_VERB = {"tile": TAKEN, "leg": TAKEN, "win": DEALT, "lose": DEALT}


def sounds(step: Stepped) -> tuple[Cue, ...]:
    """The cues of a step, each at most once."""
    decided = _BY_VERB.get(step.notation.split()[0], ())
    caused = (cue for event in step.events for cue in _BY_EVENT.get(type(event), ()))
    return tuple(dict.fromkeys((*decided, *caused)))
