"""Whole tables from many seeds, and the simulator itself."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.sampling import FULL
from tests.sim.disk import Cut, Disk, PowerCut
from tests.sim.lies import Lie
from tests.sim.mutants import MUTANTS, Mutant, first_seed, missed_by_unit_tests
from tests.sim.plan import Fault, Trouble, plan_of
from tests.sim.runner import run
from tests.sim.world import World

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = range(111, 711)  # with every kind of game, trouble and lie; `test_modes` has 25 more
MORE = 25
FEW = range(111, 136)
SEEDS_NEAR = 64  # a planted bug is looked for from its seed on
GAME = bytes(32)
# Seeds that found something; two of them in the simulator: two games of two are no fork (3198), and
# a liar's proof may come when the disk is full (4797). Five in what the model makes of a trace.
FOUND = (
    *(32, 51, 331, 1483, 1604, 1816, 1978, 2266, 3089, 3198, 4797, 20402, 200529),
    *(2789, 3903, 8679, 10725, 29653, 51675, 60290, 107707, 84638, 81648),
    *(119158, 149249, 176181, 162254, 169150),
)


@pytest.mark.parametrize(
    "seeds",
    [
        FEW,
        pytest.param(SEEDS[len(FEW) :][: None if FULL else MORE], marks=pytest.mark.slow),
    ],
    ids=["few", "more"],
)
def test_no_seed_breaks_an_invariant(seeds: range, tmp_path: Path) -> None:
    """On all cores, in processes of their own."""
    results = tmp_path / "results.jsonl"
    command = (
        *(sys.executable, "-m", "tests.sim", "--from", str(seeds.start)),
        *("--seeds", str(len(seeds)), "--results", results),
    )
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("simulated")
def test_equal_seeds_give_equal_runs() -> None:
    for seed in range(2):
        first: list[str] = []
        second: list[str] = []
        run(plan_of(seed), first.append)
        run(plan_of(seed), second.append)
        assert first
        assert first == second, f"seed {seed}"


@pytest.mark.slow
@pytest.mark.usefixtures("simulated")
@pytest.mark.parametrize("seed", FOUND)
def test_what_was_mended_stays_well(seed: int) -> None:
    assert run(plan_of(seed)).failure == ""


def test_every_kind_of_trouble_is_planned_somewhere() -> None:
    plans = [plan_of(seed) for seed in SEEDS]
    assert {fault.trouble for plan in plans for fault in plan.faults} == set(Trouble)
    assert {plan.seats for plan in plans} == set(range(2, 9))
    assert {plan.game for plan in plans} == {"pebble", "flint", "camelup", "cards", "targui"}
    assert {lie for plan in plans for lie in plan.lies.values()} == set(Lie)
    assert sum(plan.real for plan in plans) == len(SEEDS) // 200


@pytest.mark.usefixtures("simulated")
def test_whoever_leaves_for_good_has_no_want_about_another_that_still_counts() -> None:
    """Seeds 162254 and 169150: of three voters, one was cut off, another wanted it out and left for
    good; that want counted on, and took the table the one who was back."""
    leaver, other = 0, 1
    table = World(replace(plan_of(0), kinds="hhh", lies={}, faults=()))
    table.begin()
    leave = Fault(Trouble.LEAVE, 1, 0, 0, (leaver,))
    seated = table.peers[leaver].table
    assert seated is not None
    assert seated.log.index == 1
    assert table._spare(leave)
    table.peers[leaver].click_away(other)
    assert not table._spare(leave)
    assert table._spare(replace(leave, seats=(other,))), "whom it wanted out may leave itself"
    table._reached(2)
    assert not table._spare(leave), "who is at index 2 may still promise on wants for index 1"
    table._reached(3)
    assert table._spare(leave)


def written(disk: Disk) -> list[bytes]:
    return disk.files[GAME].lines


def test_a_power_cut_loses_only_what_was_not_synced() -> None:
    lengths = set()
    for seed in range(50):
        disk = Disk()
        disk.append(GAME, b"one", durable=True)
        disk.append(GAME, b"two", durable=False)
        disk.append(GAME, b"three", durable=False)
        disk.crash(Random(seed))
        assert written(disk) == [b"one", b"two", b"three"][: len(written(disk))]
        lengths.add(len(written(disk)))
    assert lengths == {1, 2, 3}


@pytest.mark.parametrize("cut", Cut)
def test_nothing_is_written_behind_a_power_cut(cut: Cut) -> None:
    disk = Disk()
    disk.armed = cut
    for line in (b"one", b"two"):
        with pytest.raises(PowerCut):
            disk.append(GAME, line, durable=True)
    assert b"two" not in written(disk)
    disk.crash(Random(0))
    disk.append(GAME, b"three", durable=True)
    if cut is Cut.SYNCED:
        assert written(disk) == [b"one", b"three"]


@pytest.mark.parametrize("mutant", [m for m in MUTANTS if m.seed is not None], ids=lambda m: m.name)
def test_a_planted_bug_is_seen_by_its_seed_or_near_it(mutant: Mutant) -> None:
    """The short form of `make mutants`. A change of the protocol may move a bug to another seed;
    then its search takes its time until that seed is written down."""
    assert mutant.seed is not None
    near = range(mutant.seed, mutant.seed + SEEDS_NEAR)
    assert first_seed(mutant, near[:1], 1) or first_seed(mutant, near[1:])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
@pytest.mark.every(16)
def test_planted_bugs_of_unit_tests_are_seen_by_them(part: int) -> None:
    """Each part on all cores."""
    assert missed_by_unit_tests([m for m in MUTANTS if m.test is not None][part::16]) == []


def test_every_planted_bug_has_its_finder() -> None:
    assert len(MUTANTS) >= 12
    assert not [m.name for m in MUTANTS if (m.seed is None) == (m.test is None)]
