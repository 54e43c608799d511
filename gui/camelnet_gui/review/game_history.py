"""The history of a game for its review, without Qt: its steps, what is worked out, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from camelnet import bots, rules
from camelnet.i18n import _, os_reason
from camelnet.record.cache_folder import CacheFolder
from camelnet.review import HiddenCards, Review, chosen, known_faces, nodes_for, review
from camelnet.review.analysis import Progress
from camelnet.review.chapters import Chapter, chapter_of, chapter_word, chapters
from camelnet.review.reasons import reason
from camelnet.review.words import NOT_KEPT, UNFINISHED, WITHOUT_BEGINNING
from camelnet.rules.phrases import signed
from camelnet.rules.words import words
from camelnet.session.api.facts import Stepped

STEPS_MAX = 20_000
LUCKY_TURN_MIN = 0.04  # of a victory: a change by luck that is marked
LUCKY_TURNS_MAX = 12  # marks, so that they can be told apart


@dataclass(frozen=True)
class GameHistory:
    """A game from its first step to its last, as one reader saw it. Not slotted: what takes long
    to read out of the steps is kept."""

    steps: tuple[Stepped, ...]
    names: tuple[str, ...]
    reader: int | None  # my seat; None: I looked on
    faces: str  # my own cards in a game that seals them
    hands: Mapping[int, str] = field(default_factory=dict)  # mine where they are dealt, by pack

    @cached_property
    def whole(self) -> bool:
        """True if no step is missing, from the first node of the game to its end."""
        if not self.steps or self.steps[-1].after.turn != "over":
            return False
        first = self.steps[0].before
        joined = zip(self.steps, self.steps[1:], strict=False)
        return first == first.first_node() and all(
            one.after == other.before for one, other in joined
        )

    @property
    def trouble(self) -> str:
        """The reason why the game cannot be reviewed; "" if it can."""
        if self.whole:
            return ""
        over = bool(self.steps) and self.steps[-1].after.turn == "over"
        return _(WITHOUT_BEGINNING if over else UNFINISHED)

    def told(self, step: int) -> str:
        """A step in words."""
        made = self.steps[step]
        speech = words(made.before.game)
        lines = speech.describe(
            made.notation, made.seat, made.before, made.after, made.events, self.names
        )
        return lines[0]

    def reason(self, step: int) -> str:
        """The reason for a decision, by what its seat knew; "" where nothing can be counted."""
        made = self.steps[step]
        assert made.seat is not None
        return reason(made.before, made.seat, made.notation, self.own_faces.get(step, ""))

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        return chapters(self.steps)

    def chapter_word(self, number: int) -> str:
        """The name of a leg or round."""
        return chapter_word(self.steps[0].before, number)

    def chapter_of(self, step: int) -> str:
        """The leg or round of a step; "" before the first one."""
        return chapter_of(self.steps[0].before, self.chapters, step)

    @property
    def hides(self) -> bool:
        """True if there are hidden cards in this game."""
        info = rules.GAMES[self.steps[0].before.game]
        return bool(info.slots) or info.hands

    @cached_property
    def hidden(self) -> HiddenCards:
        """Everybody's hidden cards: what the game opened, and what its reader knew."""
        reader = self.reader
        if reader is None:
            return HiddenCards(self.steps)
        mine = {reader: self.faces} if self.faces else {}
        hands = {(pack, reader): faces for pack, faces in self.hands.items()}
        return HiddenCards(self.steps, mine, hands)

    def faces_at(self, step: int) -> str:
        """My hidden faces before a step."""
        before = self.steps[step].before
        if self.reader is None or rules.GAMES[before.game].slots:
            return self.faces
        pack = before.pack()
        held = pack is not None and any(slot.owner == self.reader for slot in pack.slots)
        return self.hands.get(pack.number, "") if pack is not None and held else ""

    @cached_property
    def own_faces(self) -> Mapping[int, str]:
        """The hidden faces that the deciding seat knew, by step."""
        mine = {} if self.reader is None or not self.faces else {self.reader: self.faces}
        known = dict(known_faces(self.steps, mine))
        for number, step in enumerate(self.steps):
            if step.before.turn == self.reader and not known.get(number):
                known[number] = self.faces_at(number)
        return known


@dataclass(frozen=True, slots=True)
class Findings:
    """A review, from how many iterations a position, and what else to know about it."""

    review: Review
    nodes: int
    notes: tuple[str, ...] = ()


def analyse_game(history: GameHistory, progress: Progress, *, threads: int) -> Findings | None:
    """The review of a whole game, for a thread of its own; None when it was stopped. ValueError if
    a position cannot be searched."""
    shelf = CacheFolder.of_user("reviews")
    found = review(
        history.steps,
        history.own_faces,
        reader=history.reader,
        reader_faces=history.faces_at,
        threads=threads,
        progress=progress,
        shelf=shelf,
    )
    if found is None:
        return None
    game = history.steps[0].before.game
    notes = [str(trouble) for trouble in bots.troubles((game,))]
    if shelf.trouble is not None:
        notes.append(_(NOT_KEPT).format(why=os_reason(shelf.trouble)))
    return Findings(found, nodes_for(game, len(history.steps)), tuple(notes))


def lucky_turns(history: GameHistory, found: Review) -> tuple[tuple[int, int], ...]:
    """The steps at which luck turned a line by much, as (step, seat): my own line, or for a
    spectator the one that it turned most."""
    turned: list[tuple[float, int, int]] = []
    for number, step in enumerate(history.steps):
        if chosen(step):
            continue
        before, after = found.graph[number], found.graph[number + 1]
        change = [abs(now - then) for then, now in zip(before, after, strict=True)]
        seat = history.reader if history.reader is not None else change.index(max(change))
        if change[seat] >= LUCKY_TURN_MIN:
            turned.append((change[seat], number, seat))
    most = sorted(turned, reverse=True)[:LUCKY_TURNS_MAX]
    return tuple(sorted((number, seat) for _change, number, seat in most))


def summary(found: Review, names: Sequence[str], reader: int | None) -> tuple[str, ...]:
    """Luck and skill in a few sentences."""
    won = [seat for seat in range(len(names)) if found.graph[-1][seat] > 0]
    helped = [seat for seat in won if _helped(found, seat)[1] > 0]
    said = [_why(found, seat, names, reader) for seat in helped]
    said.append(_lucky(found, names, reader, told=helped))
    deciders = sorted({made.seat for made in found.decisions})
    if not deciders:
        return tuple(said)
    careful = min(deciders, key=found.given_away)
    given = round(100 * found.given_away(careful))
    if careful == reader:
        said.append(_("Your decisions cost the least: {points}.").format(points=given))
    else:
        text = _("{name}'s decisions cost the least: {points}.")
        said.append(text.format(name=names[careful], points=given))
        if reader in deciders:
            own = round(100 * found.given_away(reader))
            said.append(_("Yours cost {points}.").format(points=own))
    return tuple(said)


def _lucky(found: Review, names: Sequence[str], reader: int | None, *, told: Sequence[int]) -> str:
    """Says who had the most luck, or, where that is already `told` of a winner, who had the
    least."""
    order = sorted(range(len(names)), key=lambda seat: found.luck[seat])
    most, least = order[-1], order[0]
    known = most in told and _helped(found, most)[0] == 0
    seat = least if known else most
    points = signed(round(100 * found.luck[seat]))
    if seat == reader:
        mine = _("You had the least luck: {points}."), _("You had the most luck: {points}.")
        return mine[not known].format(points=points)
    text = _("{name} had the least luck: {points}."), _("{name} had the most luck: {points}.")
    return text[not known].format(name=names[seat], points=points)


def _helped(found: Review, seat: int) -> tuple[int, int]:
    """The part that helped a seat most, and its points: 0 for luck, 1 for its own moves, 2 for
    those of the others."""
    parts = (found.luck[seat], found.own[seat], found.others[seat])
    return parts.index(max(parts)), round(100 * max(parts))


def _why(found: Review, seat: int, names: Sequence[str], reader: int | None) -> str:
    """Says what helped a winner most."""
    most, points = _helped(found, seat)
    if seat == reader:
        text = (
            _("Luck helped you most: {points}."),
            _("Your own moves helped you most: {points}."),
            _("The others' moves helped you most: {points}."),
        )[most]
    else:
        text = (
            _("Luck helped {name} most: {points}."),
            _("Their own moves helped {name} most: {points}."),
            _("The others' moves helped {name} most: {points}."),
        )[most]
    return text.format(name=names[seat], points=signed(points))
