"""The sounds by name, and the cue: one sound of a step, and when it is heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the process that plays knows no rules, and begins the sooner
    from camelnet.session.api.facts import Stepped

FOLDER = Path(__file__).parent.parent / "assets" / "sounds"
RATE = 22_050  # samples a second, as they are played


class Sound(StrEnum):
    """Each is a file that `packaging/sounds.py` synthesises."""

    DICE = "dice"
    LAND = "land"
    STEPS = "steps"
    COIN = "coin"
    CARD = "card"
    TILE = "tile"
    TURN = "turn"
    NUDGE = "nudge"
    WIN = "win"
    WIND = "wind"  # the ambience; it goes round

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.value}.wav"


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound with a step: `after_ms` from when its motions begin, or, with `result`, from when
    its result is displayed."""

    sound: Sound
    after_ms: int = 0
    result: bool = False


def cues_of(
    step: Stepped, by_event: Mapping[type, tuple[Cue, ...]], decided: tuple[Cue, ...] = ()
) -> tuple[Cue, ...]:
    """The cues of a step, each at most once: of what was `decided`, then of its events."""
    caused = (cue for event in step.events for cue in by_event.get(type(event), ()))
    return tuple(dict.fromkeys((*decided, *caused)))


# A die tumbles, comes to rest, and a camel walks.
ROLL = (Cue(Sound.DICE), Cue(Sound.LAND, 620), Cue(Sound.STEPS, 900))
# The same while everybody holds their breath.
DRUM_ROLL = (Cue(Sound.DICE), Cue(Sound.DICE, 750), Cue(Sound.LAND, 1580), Cue(Sound.STEPS, 1860))
WALK = (Cue(Sound.STEPS),)
TAKEN = (Cue(Sound.TILE),)
DEALT = (Cue(Sound.CARD),)
PAID = (Cue(Sound.COIN, result=True),)
