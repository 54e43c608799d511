"""What the review shows of a game, without Qt: its steps, what is worked out, and in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet import rules
from camelnet.bots.search import analyse
from camelnet.i18n import _
from camelnet.review import Review, known_faces, review
from camelnet.rules.words import words
from camelnet.session.aids import Stop
from camelnet.session.facts import Stepped

STEPS_MAX = 20_000
REVIEW_S = 10.0  # so long may a review take on a computer that does nothing else
NODES_MIN, NODES_MAX = 200, 8_000
_TRIED_NODES, _TRIED_STEPS = 100, 8


@dataclass(frozen=True, slots=True)
class Story:
    """A game from its first step to its last, as one reader saw it."""

    steps: tuple[Stepped, ...]
    names: tuple[str, ...]
    reader: int | None  # my seat; None: I looked on
    faces: str  # my own cards in a game that seals them

    @property
    def whole(self) -> bool:
        """Whether no step is missing, from the first node of the game to its end."""
        if not self.steps or self.steps[-1].after.turn != "over":
            return False
        first = self.steps[0].before
        begins = first == rules.new(first.game, seats=first.seats, options=first.options)
        joined = zip(self.steps, self.steps[1:], strict=False)
        return begins and all(one.after == other.before for one, other in joined)

    def told(self, step: int) -> str:
        """A step in words."""
        made = self.steps[step]
        speech = words(made.before.game)
        lines = speech.describe(
            made.notation, made.seat, made.before, made.after, made.events, self.names
        )
        return lines[0]

    def chapters(self) -> tuple[tuple[int, int], ...]:
        """The legs or rounds: (number, its first step), in order."""
        found: list[tuple[int, int]] = []
        for number, step in enumerate(self.steps):
            told = step.before.to_dict()
            chapter = int(told.get("leg", told.get("round", 0)))
            if chapter > 0 and (not found or found[-1][0] != chapter):
                found.append((chapter, number))
        return tuple(found)

    def own_faces(self) -> dict[int, str]:
        """What the seat that decides knew, by step."""
        mine = {} if self.reader is None or not self.faces else {self.reader: self.faces}
        return dict(known_faces(self.steps, mine))


@dataclass(frozen=True, slots=True)
class Findings:
    """A review, and from how many iterations a position."""

    review: Review
    nodes: int

    @property
    def doubt(self) -> float:
        """What a chance may be off by, 19 times out of 20: as a part of a victory."""
        return float(0.98 / self.nodes**0.5)


def look_back(story: Story, progress: Callable[[int], None], stop: Stop) -> Findings | None:
    """The review of a whole story, for a thread of its own; None when it was stopped."""
    nodes = _affordable(story.steps)
    faces = story.own_faces()
    # What I knew when it was not my turn either: the cards that I held all game long.
    sealed = story.faces if rules.GAMES[story.steps[0].before.game].slots else ""

    def going_on(done: int) -> bool:
        progress(done)
        return not stop()

    found = review(
        story.steps,
        faces,
        nodes=nodes,
        reader=story.reader,
        reader_faces=lambda step: sealed,
        progress=going_on,
    )
    return None if found is None else Findings(found, nodes)


def _affordable(steps: Sequence[Stepped]) -> int:
    """So many iterations a position that the whole game takes about as long as it may: a few
    positions all over the game are tried. A decision is looked at twice or three times."""
    tried = [steps[len(steps) * k // _TRIED_STEPS] for k in range(_TRIED_STEPS)]
    analyse(tried[0].before, None, nodes=1)  # builds the tables, which is not counted
    begun = time.perf_counter()
    for step in tried:
        analyse(step.before, None, nodes=_TRIED_NODES)
    each_s = (time.perf_counter() - begun) / (_TRIED_STEPS * _TRIED_NODES)
    looks = len(steps) + 2 * sum(isinstance(step.before.turn, int) for step in steps)
    return max(NODES_MIN, min(NODES_MAX, int(REVIEW_S / (looks * each_s))))


def reading(found: Review, names: Sequence[str], reader: int | None) -> str:
    """Luck and skill in two sentences."""
    seats = range(len(names))
    lucky = max(seats, key=lambda seat: found.luck[seat])
    careful = min(seats, key=found.given_away)
    if lucky == reader:
        luck = _("You had the most luck.")
    else:
        luck = _("{name} had the most luck.").format(name=names[lucky])
    if careful == reader:
        skill = _("Your decisions gave away least.")
    else:
        skill = _("The decisions of {name} gave away least.").format(name=names[careful])
    return f"{luck} {skill}"
