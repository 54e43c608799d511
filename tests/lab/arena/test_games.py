"""Single games and whole tournaments: seats, luck, failures, executors, and going on later."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from camelnet.lab import arena
from camelnet.lab.arena import ArenaError, Outcome, Report, ResumeFile, Tournament, executors, sprt
from camelnet.lab.arena.executors import GameExecutor

OWN = "tests.lab.arena.own_bots"


def made(*names: str, game: str = "camelup", seed: int = 5, nodes: int | None = None) -> Tournament:
    entrants = tuple(arena.entrant(name, nodes=nodes) for name in names)
    return arena.tournament(game, entrants, seed=seed)


def finished(of: Tournament, number: int) -> Outcome:
    outcome = arena.play(of, number)
    assert outcome is not None
    return outcome


def unhurried(outcome: Outcome) -> Outcome:
    """Without what a clock has to say."""
    return replace(outcome, seconds=(), slowest=())


def run(
    of: Tournament,
    games: int,
    executor: GameExecutor,
    path: Path | None = None,
    *,
    resume: bool = False,
    test: sprt.Test | None = None,
    tell: Callable[[int, sprt.State | None], None] = lambda done, state: None,
) -> tuple[Report, dict[int, Outcome]]:
    with ResumeFile(path, of, resume=resume) as journal:
        report = arena.run(of, games, executor, journal, test=test, finished=tell)
        return report, {number: unhurried(o) for number, o in journal.outcomes.items()}


def said(report: Report) -> list[tuple[object, ...]]:
    """What a report says of its players, but for times."""
    return [(s.name, s.victories, s.share, s.score, s.elo) for s in report.figures.standings]


# --- one game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["camelup", "cards", "targui"])
def test_equal_players_play_one_game_from_every_seat_of_a_group(game: str) -> None:
    of = made("greedy", "greedy", "greedy", game=game)
    outcomes = [finished(of, number) for number in range(3, 6)]
    assert len({outcome.plies for outcome in outcomes}) == 1
    by_seat = [
        tuple(outcome.scores[(seat - rotation) % 3] for seat in range(3))
        for rotation, outcome in enumerate(outcomes)
    ]
    assert len(set(by_seat)) == 1
    assert finished(of, 6).plies != outcomes[0].plies


def test_a_game_is_the_same_each_time_and_its_victory_is_one() -> None:
    of = made("random", "greedy", "random")
    for number in range(6):
        outcome = finished(of, number)
        assert unhurried(finished(of, number)) == unhurried(outcome)
        assert sum(outcome.shares) == pytest.approx(1)
        assert all(outcome.decisions)
        assert max(outcome.slowest) <= max(outcome.seconds)


def test_a_searching_bot_repeats_a_game_by_its_nodes() -> None:
    of = made("hard@40nodes", "random", seed=9)
    assert unhurried(finished(of, 1)) == unhurried(finished(of, 1))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Cheat", "Cheat played “leg z” in game 2: "),
        ("Clumsy", "Clumsy failed in game 2: RuntimeError: no idea"),
        ("Leaver", "Leaver failed in game 2: SystemExit: 3"),
        ("Stubborn", "Stubborn cannot be made with a seed: TypeError"),
    ],
)
def test_a_player_that_fails_is_named_with_its_game(name: str, words: str) -> None:
    of = made("random", f"{OWN}:{name}")
    with pytest.raises(ArenaError) as failed:
        arena.play(of, 2)
    assert words in str(failed.value)


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_who_takes_a_history_is_told_it_and_who_does_not_plays_as_ever(game: str) -> None:
    outcome = finished(made(f"{OWN}:Historian", f"{OWN}:First", game=game), 1)
    assert min(outcome.decisions) > 2


def test_a_machine_with_other_rules_or_another_network_plays_no_game() -> None:
    of = made("random", "random")
    with pytest.raises(ArenaError, match="other rules"):
        arena.play(replace(of, rules="00" * 32), 0)
    with pytest.raises(ArenaError, match="another network"):
        arena.play(replace(of, network="00" * 8), 0)


# --- whole tournaments ----------------------------------------------------------------------------


@pytest.mark.slow
def test_processes_play_what_one_thread_plays(tmp_path: Path) -> None:
    of = made("random", f"{OWN}:First", "greedy", game="targui")
    with executors.here() as executor:
        alone, games = run(of, 4, executor)
    with executors.processes(2) as executor:
        shared, again = run(of, 4, executor, tmp_path / "games.jsonl")
    assert alone.figures.games == 6
    assert said(shared) == said(alone)
    assert again == games
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 7


def test_a_process_that_dies_is_told_of() -> None:
    of = made(f"{OWN}:Gone", "random")
    with pytest.raises(ArenaError, match="ended by itself"), executors.processes(1) as executor:
        run(of, 2, executor)


@pytest.mark.slow
def test_a_tournament_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    of, path = made("random", f"{OWN}:First", "random", game="cards"), tmp_path / "games.jsonl"

    def stop_after_four(done: int, state: sprt.State | None) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    with executors.here() as executor:
        whole, games = run(of, 12, executor)
        stopped, kept = run(of, 12, executor, path, tell=stop_after_four)
        assert stopped.interrupted
        assert (stopped.figures.games, stopped.left_out) == (3, 1)
        with path.open("a") as file:
            file.write('{"number": 9, "sha')  # cut short by a crash
        report, again = run(of, 12, executor, path, resume=True)
    assert len(kept) == 4
    assert not report.interrupted
    assert said(report) == said(whole)
    assert again == games
    numbers = [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(12))


def test_a_game_that_has_just_ended_is_kept_when_the_tournament_is_stopped() -> None:
    of = made("random", "random")

    def submit(of: Tournament, number: int) -> Future[Outcome | None]:
        if number == 3:
            raise KeyboardInterrupt
        future: Future[Outcome | None] = Future()
        future.set_result(arena.play(of, number))
        return future

    report, kept = run(of, 8, GameExecutor(lambda: 2, submit, lambda: None))
    assert report.interrupted
    assert set(kept) == {0, 1, 2}
    assert (report.figures.games, report.left_out) == (2, 1)


def test_more_games_can_follow_but_no_other_tournament(tmp_path: Path) -> None:
    of, path = made("greedy", "random"), tmp_path / "games.jsonl"
    with executors.here() as executor:
        run(of, 2, executor, path)
        report, _games = run(of, 4, executor, path, resume=True)
        assert report.figures.games == 4
        with pytest.raises(ArenaError, match=r"it is there already\. --resume goes on"):
            run(of, 4, executor, path)
        for other, field in (
            (replace(of, seed=6), "seed"),
            (replace(of, network="00" * 8), "network"),
            (made("random", "greedy"), "players"),
            (made("greedy", "random", game="cards"), "game"),
        ):
            with pytest.raises(ArenaError, match=f"of another tournament: its {field} is"):
                run(other, 4, executor, path, resume=True)
    assert len(path.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    "line",
    ["[]", "nonsense", '{"number":0}', json.dumps({"number": "0"}), "x" * 70_000],
)
def test_a_line_that_no_tournament_writes_is_refused_by_its_number(
    line: str, tmp_path: Path
) -> None:
    of, path = made("random", "random"), tmp_path / "games.jsonl"
    with executors.here() as executor:
        run(of, 2, executor, path)
        path.write_text(path.read_text() + line + "\n")
        with pytest.raises(ArenaError, match="Line 4 of"):
            run(of, 2, executor, path, resume=True)


def test_the_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    of, path = made("random", "random"), tmp_path / "notes.txt"
    for notes in ("not a tournament", "not a tournament\n", '{"form:'):
        path.write_text(notes)
        with pytest.raises(ArenaError, match="Line 1 of"):
            ResumeFile(path, of, resume=True)
        assert path.read_text() == notes
    begun = tmp_path / "begun.jsonl"
    with ResumeFile(begun, of, resume=False):
        head = begun.read_text()
    begun.write_text(head[:20])  # a crash in its first line
    with ResumeFile(begun, of, resume=True):
        assert begun.read_text() == head


def test_a_journal_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="there is no such file or folder"):
        ResumeFile(tmp_path / "nowhere" / "games.jsonl", made("random", "random"), resume=False)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ArenaError, match=r"pip install 'camelnet\[lab\]'"),
        executors.dask("tcp://127.0.0.1:1", ()),
    ):
        pytest.fail("there is no Dask")


@pytest.mark.slow
def test_the_test_ends_a_tournament_at_the_same_group_on_every_executor(tmp_path: Path) -> None:
    of, test = made("greedy", "random", game="cards"), sprt.Test(0, 300, own=1, seats=2)
    with executors.here() as executor:
        alone, games = run(of, 400, executor, tmp_path / "games.jsonl", test=test)
        again, _games = run(of, 400, executor, tmp_path / "games.jsonl", resume=True, test=test)
    with ThreadPoolExecutor(5) as pool:  # games end in any order
        executor = GameExecutor(
            lambda: 5, lambda of, number: pool.submit(arena.play, of, number), lambda: None
        )
        shared, _games = run(of, 400, executor, test=test)
    assert alone.test is not None
    assert alone.test.verdict is sprt.Verdict.STRONGER
    assert alone.figures.groups == alone.test.groups < 200
    assert len(games) == alone.figures.games
    assert shared.test == again.test == alone.test
    assert said(shared) == said(again) == said(alone)
