"""Reviews: what seats knew, how the chances went, and what decisions cost."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from camelnet import rules
from camelnet.bots import History, search
from camelnet.bots.belief import belief
from camelnet.bots.luck import outcomes
from camelnet.bots.search import Analysis, Line
from camelnet.review import HiddenCards, Played, Review, analysis, known_faces, nodes_for, review
from camelnet.review.calibration import as_told
from camelnet.review.reasons import reason
from camelnet.review.words import explained
from camelnet.rules import Position
from camelnet.session.api.facts import Stepped
from camelnet.session.game.steps import stepped
from camelnet.session.table.verify import walk
from tests.rules.play import plies, read_lines

RECORDS = Path(__file__).parents[2] / "docs" / "vectors" / "records"
NAMES = ("Ann", "Bo", "Cleo", "Dan")


def at_random(game: str, seats: int = 3, seed: int = 1) -> list[Stepped]:
    """A whole game, each step with who took it."""
    return [
        stepped(ply.before, ply.notation, index=number)
        for number, ply in enumerate(plies(rules.new(game, seats=seats), seed), start=1)
    ]


@pytest.fixture(scope="module")
def camelup() -> list[Stepped]:
    return at_random("camelup")


def test_sealed_cards_are_known_all_game_long_once_they_were_opened(camelup: list[Stepped]) -> None:
    opened = {
        step.before.opener: step.notation.split()[2]
        for step in camelup
        if step.before.turn == "reveal"
    }
    assert opened, "in this game nobody bet: another seed is needed"
    faces = known_faces(camelup)
    decided = {number for number, step in enumerate(camelup) if step.seat is not None}
    assert set(faces) == decided
    for number in decided:
        assert faces[number] == opened.get(camelup[number].seat, "")


def test_cards_that_were_never_opened_are_known_only_to_who_says_so() -> None:
    steps = [step for step in at_random("camelup") if step.before.turn != "reveal"]
    assert set(known_faces(steps).values()) == {""}
    mine = known_faces(steps, {1: "ygbow"})
    assert all(
        faces == ("ygbow" if steps[number].seat == 1 else "") for number, faces in mine.items()
    )


def test_a_hand_card_is_known_in_its_leg_until_it_is_played() -> None:
    steps = at_random("cards", seats=4, seed=2)
    faces = known_faces(steps)
    played = 0
    for number, step in enumerate(steps):
        if step.before.turn != "reveal":
            continue
        pack = step.before.pack()
        assert pack is not None
        card = step.notation.split()[1]
        for earlier in range(number):
            before = steps[earlier].before.pack()
            mine = steps[earlier].seat == step.seat and steps[earlier].before.turn == step.seat
            if mine and before is not None and before.number == pack.number:
                assert faces[earlier] == card
                played += 1
    assert played, "no hand card was played: another seed is needed"


@pytest.mark.slow
def test_what_changed_the_chances_adds_up_to_the_end(camelup: list[Stepped]) -> None:
    found = review(camelup, known_faces(camelup), nodes=30)
    assert found is not None
    assert len(found.graph) == len(camelup) + 1
    winners = camelup[-1].after.winners()
    for seat in range(3):
        assert found.graph[-1][seat] == (1 / len(winners) if seat in winners else 0)
        parts = found.luck[seat] + found.own[seat] + found.others[seat]
        assert parts == pytest.approx(found.graph[-1][seat] - found.graph[0][seat])
    assert [made.step for made in found.decisions] == [
        number for number, step in enumerate(camelup) if isinstance(step.before.turn, int)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", rules.GAMES)
def test_luck_is_what_came_less_the_mean_of_all_and_the_rest_belongs_to_who_chose(
    game: str,
) -> None:
    steps = at_random(game, seats=4, seed=2)[-50:]
    found = review(steps, known_faces(steps), nodes=5)
    assert found is not None
    shares = ([0.0] * 4 for _ in range(3))
    luck, own, others = parts = tuple(shares)
    chooser = None
    for number, step in enumerate(steps):
        lucky = (0.0,) * 4
        if step.before.is_chance:
            might = outcomes(step.before)
            told = {one.notation: as_told(one.shares, game) for one in might}
            mean = [sum(one.chance * told[one.notation][s] for one in might) for s in range(4)]
            lucky = tuple(told[step.notation][seat] - mean[seat] for seat in range(4))
            assert found.strokes[number] == pytest.approx(lucky)
        else:
            chooser = step.seat
            assert found.strokes[number] == ()
        for seat in range(4):
            change = found.graph[number + 1][seat] - found.graph[number][seat]
            luck[seat] += lucky[seat]
            (own if seat == chooser else others)[seat] += change - lucky[seat]
    assert [found.luck, found.own, found.others] == [pytest.approx(part) for part in parts]
    assert any(abs(share) > 0.01 for share in found.luck)


@pytest.mark.slow
def test_the_luck_of_a_game_is_the_same_for_every_reader() -> None:
    steps = at_random("cards", seats=4, seed=2)
    faces = known_faces(steps)
    hidden = HiddenCards(steps)
    found = [
        review(steps, faces, nodes=2, reader=reader, reader_faces=look)
        for reader, look in (
            (None, lambda step: ""),
            (1, lambda step: hidden.held(steps[step].before, 1)),
        )
    ]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].graph != found[1].graph
    assert found[0].luck == found[1].luck


def test_without_a_learned_value_luck_is_the_change_of_the_graph(
    camelup: list[Stepped], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "outcomes", lambda position, history: ())
    found = review(camelup, {}, nodes=2)
    assert found is not None
    for number, step in enumerate(camelup):
        now, then = found.graph[number + 1], found.graph[number]
        change = tuple(a - b for a, b in zip(now, then, strict=True))
        assert found.strokes[number] == (change if step.before.is_chance else ())


@pytest.mark.slow
def test_a_review_that_outlives_the_program_ends_quietly() -> None:
    code = """
import threading, time
from concurrent.futures import thread
from tests.review.test_review import at_random, known_faces, review
steps = at_random("camelup", seats=2, seed=1)
def wait(done, found):
    while not thread._shutdown:
        time.sleep(0.01)
    return True
def work():
    print(review(steps, known_faces(steps), nodes=2, progress=wait))
threading.Thread(target=work).start()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("None\n", "")


@pytest.mark.slow
def test_the_same_game_is_reviewed_the_same(camelup: list[Stepped]) -> None:
    faces = known_faces(camelup)
    assert review(camelup, faces, nodes=10) == review(camelup, faces, nodes=10)


@pytest.mark.slow
def test_the_costliest_decisions_come_first_and_only_if_they_cost(camelup: list[Stepped]) -> None:
    found = review(camelup, known_faces(camelup), nodes=100)
    assert found is not None
    costly = found.costliest()
    assert len(costly) == 3, "random players should have made three mistakes"
    assert [made.loss for made in costly] == sorted((made.loss for made in costly), reverse=True)
    assert costly[0].loss == max(made.loss for made in found.decisions)
    for seat in range(3):
        own = found.costliest(seat, count=1000)
        assert all(made.seat == seat and made.loss > 0 for made in own)
        assert sum(made.loss for made in own) == pytest.approx(found.given_away(seat))


@pytest.mark.slow
def test_what_a_ghost_decides_is_nobodys_decision(camelup: list[Stepped]) -> None:
    away = [replace(step, ghosts=(1,)) for step in camelup]
    found = review(away, known_faces(away), nodes=10)
    assert found is not None
    assert {made.seat for made in found.decisions} == {0, 2}
    assert found.own[1] == 0
    assert found.others[1] != 0


@pytest.mark.slow
def test_a_review_that_is_broken_off_finds_nothing(camelup: list[Stepped]) -> None:
    heard: list[float] = []

    def progress(done: float, _found: Review | None) -> bool:
        heard.append(done)
        return done < 0.5

    assert review(camelup, {}, nodes=10, progress=progress) is None
    assert heard == sorted(heard)
    assert heard[-1] >= 0.5 > heard[-2]


@pytest.mark.slow
def test_the_whole_graph_comes_first_then_what_decisions_cost(camelup: list[Stepped]) -> None:
    seen: list[Review] = []

    def progress(_done: float, found: Review | None) -> bool:
        seen.extend([found] if found else [])
        return True

    faces = known_faces(camelup)
    whole = review(camelup, faces, nodes=50, progress=progress)
    assert whole is not None
    rough, first = seen
    assert not rough.decisions
    assert len(rough.graph) == len(first.graph) == len(whole.graph) == len(camelup) + 1
    assert first.graph == whole.graph != rough.graph
    assert [made.step for made in first.decisions] == [made.step for made in whole.decisions]
    searched_deeper = {
        one.step
        for one, other in zip(first.decisions, whole.decisions, strict=True)
        if one != other
    }
    costly = [made.step for made in first.costliest(count=analysis.REFINED)]
    assert searched_deeper
    assert searched_deeper <= set(costly)


@pytest.mark.slow
@pytest.mark.parametrize("game", rules.GAMES)
@pytest.mark.every(3)
def test_threads_change_nothing_in_what_is_found(game: str) -> None:
    steps = at_random(game)[-60:]
    faces = known_faces(steps)
    assert review(steps, faces, nodes=8) == review(steps, faces, nodes=8, threads=3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("camelup-one-person", marks=pytest.mark.slow),
        pytest.param("cards-one-person", marks=pytest.mark.slow),
        "targui-people",
    ],
)
@pytest.mark.every(2)
def test_two_reviews_of_a_game_agree_whatever_their_luck(name: str) -> None:
    with (RECORDS / f"{name}.camelnet").open("rb") as file:
        steps = [item for _follower, item in walk(file) if isinstance(item, Stepped)]
    if name.startswith("cards"):
        steps = steps[-50:]  # positions of this game take longest
    faces = known_faces(steps)
    one, other = (review(steps, faces, seed=seed, threads=2) for seed in (0, 10_000))
    assert one is not None
    assert other is not None
    pairs = zip(one.graph, other.graph, strict=True)
    apart = [(a - b) ** 2 for pair in pairs for a, b in zip(*pair, strict=True)]
    costs = [(a.loss - b.loss) ** 2 for a, b in zip(one.decisions, other.decisions, strict=True)]
    assert sqrt(fmean(apart)) < 0.005
    assert sqrt(fmean(costs)) < 0.005


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_longer_game_takes_no_longer_to_review(game: str) -> None:
    usual, most = analysis.NODES[game], analysis.STEPS[game]
    assert nodes_for(game, 1) == nodes_for(game, most) == usual
    assert nodes_for(game, 2 * most) == usual // 2
    assert nodes_for(game, 100 * most * usual) == 1


def test_a_game_that_is_not_over_is_refused(camelup: list[Stepped]) -> None:
    with pytest.raises(ValueError, match="over"):
        review(camelup[:-1], {}, nodes=10)
    with pytest.raises(ValueError, match="over"):
        review([], {}, nodes=10)


def after_a_blunder() -> list[Stepped]:
    """Orange is far ahead, close to the finish, and only its die is left. Seat 0 bets on it to come
    last; then simple players go on."""
    example = read_lines("camelup/odds.jsonl")[0]["state"]
    held = [{"leg": [], "pyramid": 4}, {"leg": [], "pyramid": 0}]
    track = {"3": "bgw", "4": "y", "16": "o"}
    position = rules.from_dict({**example, "track": track, "dice": "o", "held": held})
    faces, steps = "bgwyo", list[Stepped]()
    while position.turn != "over":
        seat = position.turn if isinstance(position.turn, int) else position.opener
        if position.opener is not None:
            notation = f"open {seat} {faces}"
        elif seat is None:
            notation = position.outcomes()[0][0]
        else:
            notation = position.greedy(faces) if steps else f"lose {faces.index('o')}"
        steps.append(stepped(position, notation, index=len(steps) + 1))
        position = steps[-1].after
    return steps


def test_a_blunder_costs_most_and_is_explained_in_words() -> None:
    steps = after_a_blunder()
    found = review(steps, known_faces(steps), nodes=400)
    assert found is not None
    worst = found.costliest(0)[0]
    assert (worst.step, worst.notation.split()[0]) == (0, "lose")
    assert worst.loss > 0.1
    told, chance, better, why, earned = explained(worst, steps[0], NAMES, "bgwyo")
    assert "Ann" in told
    assert "%" in chance
    assert better.startswith("Better")
    assert why == reason(steps[0].before, 0, worst.best, "bgwyo") != ""
    assert "pounds on average" in earned


def test_a_step_of_the_session_can_be_reviewed() -> None:
    step = at_random("camelup")[0]
    made: Played = Stepped(
        b"", 1, None, step.notation, step.before, step.after, events=(), replayed=False
    )
    assert known_faces([made]) == {}


def test_decisions_are_looked_at_with_what_had_happened_before(
    camelup: list[Stepped], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Position, History | None]] = []

    def analyse(position: Position, *given: Any, history: History | None, **more: Any) -> Analysis:
        asked.append((position, history))
        return search.analyse(position, *given, history=history, **more)

    monkeypatch.setattr(analysis, "look_ahead", analyse)
    review(camelup, known_faces(camelup), nodes=2)
    assert len(asked) > len(camelup)
    assert not [position for position, history in asked if history is None]
    for position, history in asked:
        belief(position, history)  # ValueError if it did not lead there
    asked.clear()
    review(camelup[-6:], {}, nodes=2)  # of a game whose beginning nobody has seen
    assert {history for _position, history in asked} == {None}


def test_a_move_that_the_search_hardly_tried_is_compared_by_a_search_after_each(
    camelup: list[Stepped], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search before a move and one after it do not see equally far. The best is the move that was
    tried most, or the one that seemed better: whichever is, when both were searched."""

    def share_of(position: Position) -> float:
        return position.digest()[0] / 256

    def analyse(position: Position, *_given: Any, **_more: Any) -> Analysis:
        shares = (share_of(position),) * position.seats
        lines = [Line(move, 1, 0.9, 0) for move in sorted(position.legal())]
        lines[:1] = [replace(line, visits=100, share=0.5) for line in lines[:1]]
        lines[1:2] = [replace(line, visits=20) for line in lines[1:2]]
        return Analysis(tuple(lines), shares, shares, 100)

    monkeypatch.setattr(analysis, "look_ahead", analyse)
    found = review(camelup, {}, nodes=100)
    assert found is not None
    best: list[int] = []
    for made in found.decisions:
        step = camelup[made.step]
        two = sorted(step.before.legal())[:2]
        after = [step.before.apply(move) for move in two]
        if any(position.is_over for position in (step.after, *after)):
            continue
        if made.notation in two:
            assert made.best == two[-1]
            assert (made.share, made.best_share) == (0.5 if made.notation == two[0] else 0.9, 0.9)
        else:
            assert made.best_share == max(map(share_of, after))
            assert (made.share, made.best_share) == (
                share_of(step.after),
                share_of(step.before.apply(made.best)),
            )
            best.append(two.index(made.best))
    assert best.count(0) > 3
    assert best.count(1) > 3
