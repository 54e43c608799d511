"""The three moments that a review tells first: where a game turned, a stroke of luck, a mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from camelnet.review import Decision, Review, chosen
from camelnet.review.moments import Kind, Moment, moments
from camelnet.review.reasons import reason
from camelnet.review.words import moment_title, moment_words
from camelnet.session.api.facts import Stepped
from tests.review.test_review import NAMES, at_random

EVEN = (0.4, 0.3, 0.3)
ZERO = (0.0,) * 3


@pytest.fixture(scope="module")
def steps() -> list[Stepped]:
    return at_random("camelup")


def found(
    steps: list[Stepped], after: Mapping[int, tuple[float, ...]], *decisions: Decision
) -> Review:
    """Chances that change after these steps, and nowhere else."""
    graph = [EVEN]
    for number in range(len(steps)):
        graph.append(after.get(number, graph[-1]))
    changes = (tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise(graph))
    strokes = (() if chosen(step) else change for step, change in zip(steps, changes, strict=True))
    return Review(tuple(graph), decisions, ZERO, ZERO, ZERO, tuple(strokes))


def by_luck(steps: list[Stepped]) -> list[int]:
    return [number for number, step in enumerate(steps) if not chosen(step)]


def by_choice(steps: list[Stepped], seat: int) -> list[int]:
    return [number for number, step in enumerate(steps) if step.before.turn == seat]


def decision(step: int, seat: int, loss: float) -> Decision:
    return Decision(step, seat, "roll", "leg b", 0.5 - loss, 0.5, 0, 0)


def test_a_game_turns_where_my_chance_changes_most_by_whatever_cause(steps: list[Stepped]) -> None:
    move, *_more = by_choice(steps, 1)
    die = next(number for number in by_luck(steps) if number > move)
    told = found(steps, {move: (0.1, 0.8, 0.1), die: (0.8, 0.1, 0.1)})
    turn, *rest = moments(told, 2)
    assert turn == Moment(Kind.TURN, move, 2, 0.3, 0.1), "mine, though those of others changed more"
    assert rest == [Moment(Kind.LUCK, die, 0, 0.1, 0.8)]
    turn, *rest = moments(told, None)
    assert (turn.step, turn.seat) == (die, 0)
    assert not rest, "the one stroke of luck is told already"


def test_only_luck_is_told_as_luck_and_never_the_turning_point_again(steps: list[Stepped]) -> None:
    first, second, third = by_luck(steps)[-3:]
    told = found(steps, {first: (0.4, 0.1, 0.5), second: (0.1, 0.4, 0.5), third: (0.2, 0.4, 0.4)})
    turn, luck = moments(told, 0)
    assert (turn.step, turn.before, turn.after) == (second, 0.4, 0.1)
    assert (luck.step, luck.seat, luck.before, luck.after) == (first, 2, 0.3, 0.5)
    expected = replace(told, strokes=tuple((0.3, -0.1, -0.1) if s else () for s in told.strokes))
    turn, luck = moments(expected, 0)
    assert (luck.step, luck.seat) == (third, 0), "the only one at which that chance rose"
    move = by_choice(steps, 0)[-1]
    only_chosen = found(steps, {move: (0.5, 0.3, 0.2)})
    assert [made.kind for made in moments(only_chosen, 0)] == [Kind.TURN]


def test_of_equal_changes_the_earliest_is_told_whatever_the_last_bits_say(
    steps: list[Stepped],
) -> None:
    first, second = by_choice(steps, 0)[:2]
    tiny = 1e-6
    told = found(steps, {first: (0.6, 0.2, 0.2), second: (0.4 - tiny, 0.3, 0.3)})
    assert moments(told, 0)[0].step == first


def test_a_game_in_which_nothing_changed_has_no_moments(steps: list[Stepped]) -> None:
    assert moments(found(steps, {}), None) == ()


def test_the_mistake_is_mine_or_anybodys_and_shows_the_board_before_it(
    steps: list[Stepped],
) -> None:
    mine, others = by_choice(steps, 1)[3], by_choice(steps, 2)[3]
    told = found(steps, {}, decision(mine, 1, 0.1), decision(others, 2, 0.2))
    (made,) = moments(told, 1)
    assert made == Moment(Kind.MISTAKE, mine, 1, 0.5, 0.4, "leg b")
    assert made.place == mine
    (made,) = moments(told, None)
    assert (made.step, made.seat) == (others, 2)
    assert moments(told, 0) == ()
    assert replace(made, kind=Kind.TURN).place == others + 1


def test_a_moment_is_a_sentence_of_what_happened_and_what_it_did(steps: list[Stepped]) -> None:
    die = next(n for n in by_luck(steps) if steps[n].notation.startswith("die "))
    rose = Moment(Kind.TURN, die, 1, 0.31, 0.58)
    text = moment_words(rose, steps[die], NAMES, reader=1, chapter="leg 3")
    assert text.startswith("Leg 3: ")
    assert " rolled " in text
    assert text.endswith(" Your chance to win rose from 31 % to 58 %.")
    fell = replace(rose, seat=0, before=0.5, after=0.2)
    text = moment_words(fell, steps[die], NAMES, reader=1, chapter="")
    assert text.endswith(" Ann's chance to win fell from 50 % to 20 %.")
    number = by_choice(steps, 0)[0]
    step = steps[number]
    best = next(move for move in sorted(step.before.legal()) if move.startswith("leg "))
    mistake = Moment(Kind.MISTAKE, number, 0, 0.4, 0.3, best)
    text = moment_words(mistake, step, NAMES, reader=0, chapter="leg 1")
    assert " Better: Take the " in text
    assert " It keeps a chance of 40 % to win instead of 30 %. " in text
    assert text.endswith(reason(step.before, 0, best))
    assert moment_title(mistake, NAMES, 0) == "Your most costly decision"
    assert moment_title(mistake, NAMES, None) == "Ann's most costly decision"
