"""Every tutorial's script against the real rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from camelnet_gui.games import has_lesson, lesson_of, playable
from camelnet_gui.games.lesson import Chapter, Step

from camelnet import rules
from camelnet.rules import Position

WORDS_MAX = 25  # in a bubble
STEPS_MAX = 24  # what fits into three minutes
LESSONS = pytest.mark.parametrize("game", list(filter(has_lesson, playable())))


def walk(chapter: Chapter) -> Iterator[tuple[Step, Position, tuple[Position, ...]]]:
    """Each step, the position at which it begins, and all that follow within it."""
    position = chapter.begin()
    for step in chapter.steps:
        start, passed = position, []
        if step.play:
            position = position.apply(step.example(position.legal()))
            passed.append(position)
        for notation in step.then:
            position = position.apply(notation)
            passed.append(position)
        yield step, start, tuple(passed)


@LESSONS
def test_the_script_is_a_game_by_the_rules(game: str) -> None:
    for chapter in lesson_of(game).chapters:
        for step, start, passed in walk(chapter):
            assert start.game == game
            assert not step.play or start.turn == 0, f"it is not the player's turn at {step.say}"
            for position in (start, *passed):
                assert rules.from_dict(position.to_dict()) == position


@LESSONS
def test_whatever_number_a_step_takes_its_script_goes_on(game: str) -> None:
    for chapter in lesson_of(game).chapters:
        for step, start, _passed in walk(chapter):
            fitting = [move for move in start.legal() if step.takes(move)]
            assert bool(fitting) == bool(step.play)
            for move in fitting:
                position = start.apply(move)
                for notation in step.then:
                    position = position.apply(notation)


@LESSONS
def test_bubbles_are_short_and_the_tutorial_too(game: str) -> None:
    lesson = lesson_of(game)
    assert len(lesson.steps) <= STEPS_MAX
    long = [step.say for step in lesson.steps if len(step.say.split()) > WORDS_MAX]
    assert not long


@LESSONS
def test_the_player_knows_faces_that_can_lie_there(game: str) -> None:
    for chapter in lesson_of(game).chapters:
        for step, start, passed in walk(chapter):
            if step.play and start.turn == 0:
                assert isinstance(chapter.faces(start), str)
            for before, after in zip((start, *passed), passed, strict=False):
                if before.turn == "reveal" and before.opener == 0:
                    assert any(chapter.faces(before) in word for word in step.then), after
