"""Mistakes as puzzles: which ones are worth it, and how a try is judged."""

from __future__ import annotations

import pytest

from camelnet.review import Decision, Review, analysis, known_faces, review
from camelnet.review.practice import (
    COSTLY,
    PRACTISED,
    Attempt,
    Mark,
    attempt,
    mistakes,
)
from camelnet.review.words import attempt_words, solution_words
from tests.review.test_review import after_a_blunder

NODES = 60
PLAYED = Decision(7, 0, "roll", "leg b", 0.3, 0.5, 0, 0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "NODES", {"camelup": NODES})


def test_only_my_costly_mistakes_are_practised_and_the_worst_come_first() -> None:
    def made(step: int, seat: int, loss: float) -> Decision:
        return Decision(step, seat, "roll", "leg b", 0.5 - loss, 0.5, 0, 0)

    losses = (0.011, 0.03, 0.2, COSTLY + 1e-9, 0.0)
    mine = [made(number, 1, loss) for number, loss in enumerate(losses)]
    found = Review(((0.5, 0.5),), (*mine, made(9, 0, 0.4)), (), (), ())
    assert [one.step for one in mistakes(found, 1)] == [2, 1, 3]
    many = Review(((0.5, 0.5),), tuple(made(n, 0, 0.1) for n in range(30)), (), (), ())
    assert len(mistakes(many, 0)) == PRACTISED


@pytest.mark.parametrize(
    ("notation", "share", "mark"),
    [
        ("leg b", 0.5, Mark.BEST),
        ("leg g", 0.495, Mark.BEST),
        ("leg g", 0.45, Mark.BETTER),
        ("leg g", 0.305, Mark.WORSE),
        ("leg g", 0.1, Mark.WORSE),
        ("roll", 0.3, Mark.SAME),
    ],
)
def test_a_try_is_judged_by_what_it_would_have_earned(
    notation: str, share: float, mark: Mark
) -> None:
    tried = Attempt(notation, share, PLAYED)
    assert tried.mark is mark
    assert tried.gain == pytest.approx(share - 0.3)
    text = attempt_words(tried)
    assert "30 %" in text
    assert "50 %" in text


@pytest.mark.usefixtures("quick")
def test_a_blunder_can_be_mended_and_is_judged_as_in_the_review() -> None:
    steps = after_a_blunder()
    faces = known_faces(steps)
    found = review(steps, faces)
    assert found is not None
    worst = mistakes(found, 0)[0]
    assert worst.step == 0
    again = attempt(steps, faces, 0, worst.notation)
    assert (again.mark, again.played) == (Mark.SAME, worst), "it was searched as deep"
    best = attempt(steps, faces, 0, worst.best)
    assert (best.mark, best.share) == (Mark.BEST, worst.best_share)
    other_bet = next(
        move
        for move in sorted(steps[0].before.legal())
        if move.startswith("lose ") and move != worst.notation
    )
    between = attempt(steps, faces, 0, other_bet)
    assert worst.share <= between.share <= worst.best_share
    text = solution_words(worst, steps[0], faces[0])
    assert " keeps a chance of " in text
    assert text[0].isupper()
