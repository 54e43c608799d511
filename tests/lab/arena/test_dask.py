"""Tournaments on a Dask cluster of two processes give what one thread gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from camelnet.lab import arena
from camelnet.lab.arena import ArenaError, executors
from tests.lab.arena.test_games import OWN, made, run, said
from tests.sampling import only_full

distributed = pytest.importorskip("distributed", reason="the extra `arena` is not installed")
pytestmark = [
    # Dask's own: sockets and loops of processes that are ended while they still talk.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LONELY = """
from camelnet.rules import Position


class Last:
    def __init__(self, *, seed: int) -> None:
        pass

    def choose(self, position: Position, seat: int, faces: str) -> str:
        return sorted(position.legal())[-1]
"""


def cluster_of(workers: int, *, processes: bool) -> Any:
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any port that is free
        memory_limit=None,
        worker_dashboard_address=None,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with cluster_of(2, processes=True) as cluster:
        yield cluster


@pytest.mark.slow
def test_two_processes_of_a_cluster_play_what_one_thread_plays(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lonely_bot.py").write_text(LONELY)  # a file that only this machine has
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    of = made("greedy", "lonely_bot:Last", "random", game="cards")
    with executors.here() as executor:
        alone, games = run(of, 6, executor)
    with executors.dask(cluster.scheduler_address, of.entrants) as executor:
        assert executor.workers() == 2
        shared, again = run(of, 6, executor, tmp_path / "games.jsonl")
    assert said(shared) == said(alone)
    assert again == games


def test_a_failure_on_a_cluster_is_told_at_home(cluster: Any) -> None:
    of = made(f"{OWN}:Clumsy", "random")
    with (
        executors.dask(cluster.scheduler_address, of.entrants) as executor,
        pytest.raises(ArenaError, match=r"Clumsy failed in game [01]: RuntimeError: no idea"),
    ):
        run(of, 2, executor)


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "CONNECT_S", 0.2)
    with (
        pytest.raises(ArenaError, match=r"tcp://127\.0\.0\.1:1 cannot be reached"),
        executors.dask("tcp://127.0.0.1:1", (arena.entrant("random"),)),
    ):
        pytest.fail("there is nobody to play")


@pytest.mark.slow
@only_full
def test_workers_may_come_and_go() -> None:
    of = made("greedy", "random", game="cards")
    with executors.here() as executor:
        alone, games = run(of, 30, executor)
    with cluster_of(0, processes=False) as cluster:
        with (
            pytest.raises(ArenaError, match="Nobody works for the Dask scheduler"),
            executors.dask(cluster.scheduler_address, of.entrants),
        ):
            pytest.fail("there is nobody to play")
        cluster.scale(1)
        sizes = {1}

        def come_and_go(done: int, state: object) -> None:
            wanted = {4: 2, 14: 1, 22: 2}.get(done)
            if wanted:
                cluster.scale(wanted)
            sizes.add(executor.workers())

        with executors.dask(cluster.scheduler_address, of.entrants, patience_s=60) as executor:
            shared, again = run(of, 30, executor, tell=come_and_go)
    assert said(shared) == said(alone)
    assert again == games
