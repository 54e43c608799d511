"""What a review shows, without a window: the history of a game, snapshots, places on the graph."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.review.game_history import GameHistory, lucky_turns, summary
from camelnet_gui.review.graph_painting import Field, apart
from camelnet_gui.table.model import TableModel
from PySide6.QtCore import QRectF

from camelnet.review import Decision, Review
from camelnet.session.api.facts import Stepped
from tests.gui.review.played_games import GAMES, AnyGame, history_of, played
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.targui.scripted_game import ScriptedTargui


@pytest.mark.parametrize("script_of", GAMES)
def test_legs_or_rounds_are_told_apart(script_of: Callable[..., AnyGame]) -> None:
    history = history_of(played(script_of))
    assert history.whole
    numbers = [number for number, _first in history.chapters]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(one[1] < other[1] for one, other in pairwise(history.chapters))
    word = "round" if script_of is ScriptedTargui else "leg"
    assert history.chapter_of(history.chapters[1][1]) == f"{word} 2"
    assert history.chapter_of(history.chapters[1][1] - 1) == f"{word} 1"


def test_a_story_with_a_gap_or_without_an_end_is_not_whole() -> None:
    history = history_of(played())
    for steps in (
        (),
        history.steps[1:],
        history.steps[:-1],
        history.steps[:9] + history.steps[10:],
    ):
        assert not GameHistory(steps, history.names, history.reader, history.faces).whole


def test_only_luck_is_marked_as_luck_and_only_where_it_turned_much() -> None:
    history = history_of(played())
    lucky = next(n for n, step in enumerate(history.steps) if step.before.turn == "chance")
    chosen = next(n for n, step in enumerate(history.steps) if step.before.turn == 1)
    graph = [(0.4, 0.4, 0.2)] * (len(history.steps) + 1)
    zero = (0.0,) * 3
    for step in (lucky, chosen):
        graph[step + 1] = (0.2, 0.7, 0.1)
    found = Review(tuple(graph), (), zero, zero, zero)
    marked = lucky_turns(history, found)
    assert (lucky, 1) in marked
    assert all(
        history.steps[number].before.turn in ("chance", "reveal") for number, _seat in marked
    )
    calm = Review(((0.4, 0.4, 0.2),) * len(graph), (), zero, zero, zero)
    assert lucky_turns(history, calm) == ()


def test_the_reading_names_what_helped_the_winner_and_who_had_the_luck() -> None:
    graph = ((0.5, 0.5), (0.0, 1.0))
    found = Review(graph, (), (0.31, 0.1), (-0.6, 0.0), (-0.21, 0.4))
    lines = summary(found, ("Ana", "Bo"), 1)
    assert lines[0] == "The others' moves helped you most: +40."
    assert lines[1] == "Ana had the most luck: +31."
    lines = summary(found, ("Ana", "Bo"), None)
    assert lines[0] == "The others' moves helped Bo most: +40."
    found = Review(graph, (), (-0.2, 0.6), (-0.3, 0.0), (0.0, -0.1))
    lines = summary(found, ("Ana", "Bo"), None)
    assert lines[:2] == (
        "Luck helped Bo most: +60.",
        "Ana had the least luck: \N{MINUS SIGN}20.",
    )


def decision(seat: int, loss: float) -> Decision:
    return Decision(0, seat, "roll", "leg b", 0.5 - loss, 0.5, 0.0, 0.0)


def test_only_who_decided_something_gave_the_least_away() -> None:
    """Cy was voted out before the first move."""
    names, zero = ("Ana", "Bo", "Cy"), (0.0,) * 3
    made = (decision(0, 0.2), decision(1, 0.1))
    found = Review(((0.3, 0.3, 0.4), (0.0, 1.0, 0.0)), made, zero, zero, zero)
    assert "Bo's decisions cost the least: 10." in summary(found, names, None)
    assert summary(found, names, 2)[-1] == "Bo's decisions cost the least: 10.", "I decided nothing"
    nobody = Review(found.graph, (), zero, zero, zero)
    assert not any("decisions" in line for line in summary(nobody, names, 0))


def test_what_did_not_help_a_winner_is_not_said_to_have_helped() -> None:
    """In a shared victory one may have had more at the start."""
    graph = ((0.9, 0.1), (0.5, 0.5))
    found = Review(graph, (), (-0.2, 0.2), (-0.18, 0.2), (-0.02, 0.0))
    assert summary(found, ("Ana", "Bo"), 0) == (
        "Luck helped Bo most: +20.",
        "You had the least luck: \N{MINUS SIGN}20.",
    )
    still = Review(graph, (), (0.0, 0.0), (-0.4, 0.004), (0.0, 0.0))
    assert summary(still, ("Ana", "Bo"), 0) == ("Bo had the most luck: 0.",)


def test_my_hand_cards_are_known_to_the_review_though_they_were_never_played() -> None:
    script = ScriptedCards(seats=3, me=1, seed=3)
    model = TableModel(script.view(), CardsViewModel())
    held = {}
    for number, step in enumerate(script.lively()):
        if step.before.turn == script.me and step.before.to_dict()["hand"][script.me]:
            held[number] = script.hands[step.before.to_dict()["leg"], script.me]
        model.take(step)
        model.update(script.view())
    assert held
    known = model.history.own_faces
    assert {number: known[number] for number in held} == held
    assert not any(model.history.faces_at(n) for n, s in enumerate(model.steps) if not _holds(s))


def _holds(step: Stepped) -> bool:
    return bool(step.before.to_dict()["hand"][1])


def test_every_place_of_the_graph_is_the_one_nearest_to_a_click() -> None:
    field = Field.within(QRectF(0, 0, 700, 200), 40)
    for place in range(41):
        for beside in (-0.4, 0.0, 0.4):
            assert field.step_at(field.x(place + beside)) == place
    assert field.step_at(field.box.right() + 50) == 40
    assert field.step_at(0) == 0


def test_badges_at_the_ends_of_lines_never_lie_on_each_other() -> None:
    for places in ([5.0, 5.0, 5.0, 180.0], [170.0, 175.0, 180.0, 180.0], [0.0, 60.0, 120.0]):
        moved = apart(places, 19, 10, 186)
        assert all(other - one >= 19 for one, other in pairwise(moved))
        assert moved[0] >= 10
        assert moved[-1] <= 186
