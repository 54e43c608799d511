"""Tables where all is well again at some moment, and other futures of one seed."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from camelnet.protocol.wire.bodies import WantBody, body_bytes
from camelnet.protocol.wire.frames import Want
from tests.sim.__main__ import main
from tests.sim.lies import Lie
from tests.sim.mutants import MUTANTS, planted
from tests.sim.plan import Plan, branched, healed, healed_plan_of, plan_of
from tests.sim.runner import run
from tests.sim.violation import Violation
from tests.sim.world import RETURN_MS, SETTLED_MS, World

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = 25
SEED, HALL = 684, 648
AT_MS = 3000


pytestmark = pytest.mark.usefixtures("simulated")


@pytest.mark.slow
def test_every_table_comes_to_its_end_when_all_is_well_again(tmp_path: Path) -> None:
    """In processes of their own."""
    command = (
        *(sys.executable, "-m", "tests.sim", "--liveness", "--seeds", str(SEEDS)),
        *("--results", tmp_path / "results.jsonl"),
    )
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def told(plan: Plan) -> list[tuple[int, str]]:
    """What happens at a table, by time."""
    lines: list[str] = []
    run(plan, lines.append)
    return [(int(line[:7]), line) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("plan", [branched(plan_of(SEED), AT_MS, 1), healed(plan_of(SEED))])
@pytest.mark.every(2)
def test_a_plan_changes_only_from_its_moment_on(plan: Plan) -> None:
    at_ms = plan.branch[0] if plan.branch else plan.heal_ms
    assert at_ms is not None
    changed, before = told(plan), told(plan_of(SEED))
    assert told(plan) == changed
    assert [line for line in changed if line[0] < at_ms] == [b for b in before if b[0] < at_ms]
    assert changed != before


@pytest.mark.slow
def test_futures_differ_from_each_other() -> None:
    futures = [told(branched(plan_of(SEED), AT_MS, number)) for number in (1, 2)]
    assert futures[0] != futures[1]


@pytest.mark.slow
def test_a_start_has_other_futures_too() -> None:
    frames = {run(branched(plan_of(HALL), AT_MS, number)).frames for number in (1, 2, 3)}
    assert len(frames) > 1


@pytest.mark.slow
def test_a_future_that_fails_is_replayed_by_the_command_that_is_printed() -> None:
    runner = CliRunner()
    with planted(next(m for m in MUTANTS if m.name == "promise not synced")):
        found = runner.invoke(main, ["1", "--branch", "3", "--at", "500", "--processes", "1"])
        assert found.exit_code == 1, found.output
        commands = [line for line in found.output.splitlines() if line.startswith("python")]
        assert f"{len(commands)} of 3 futures fail from 500 ms on" in found.output
        again = runner.invoke(main, commands[0].removesuffix(" -v").split()[3:])
        assert "FAILED: said before it was on the disk" in again.output
    well = runner.invoke(main, commands[0].removesuffix(" -v").split()[3:])
    assert "all is well" in well.output.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kinds", "waits"), [("bbbb", False), ("hbbb", True), ("hhhh", False), ("hhbb", True)]
)
def test_a_table_waits_for_ever_only_where_it_may(kinds: str, waits: bool) -> None:
    """Bots wait for a person who is alone; two who vote cannot go on without each other."""
    plan = replace(
        plan_of(1), kinds=kinds, lies={0: Lie.REPLAY}, daring=True, faults=(), heal_ms=200
    )
    world = World(plan)
    world.run()
    assert world.stuck == waits
    memberships = [peer.table.log.membership for peer in world.peers if peer.table]
    assert {0 in membership.ghosts for membership in memberships} == {not waits}


SEAT, ABOUT = 1, 2


def well() -> World:
    """A table of four people at which nothing ever goes wrong."""
    world = World(replace(plan_of(0), kinds="hhhh", lies={}, faults=(), daring=True, heal_ms=0))
    world.begin()
    return world


def test_a_program_gives_up_who_is_here_only_where_the_table_lacks_people_anyway() -> None:
    world = well()
    game = world.game_start.id
    body = WantBody("camelnet/want/1", game, 0, 1, SEAT, ABOUT, True, "silent")
    want = Want(body_bytes(body), bytes(64))
    world._hear_want(SEAT, want)  # soon after all is well
    world.now_ms = SETTLED_MS
    later = Want(body_bytes(replace(body, index=2)), bytes(64))
    world._gone = {0, 3}  # of four who vote, three are needed
    world._hear_want(SEAT, later)
    world._gone, world._wants = {3}, {want.body}
    world._hear_want(SEAT, want)  # said before, and said again
    with pytest.raises(Violation, match="a program gives up who is here"):
        world._hear_want(SEAT, later)
    world._wants.remove(later.body)
    world.clicked(SEAT, ABOUT)  # people may, whatever reason their program names
    world._hear_want(SEAT, later)


def test_who_is_here_is_taken_back_unless_the_game_ends_too_soon() -> None:
    world = well()
    for peer in world.peers:
        assert peer.table is not None
        log = peer.table.log
        log.epoch.membership = replace(log.membership, voters=(0, 1, 3), ghosts=(ABOUT,))
    world._changed_ms = 1000
    end_ms = world._changed_ms + RETURN_MS
    world.now_ms = 2 * end_ms  # the others have played on for long
    world._closed_ms = {ABOUT: end_ms - 1}
    world._check_returns()
    world._closed_ms = {ABOUT: end_ms}
    with pytest.raises(Violation, match="who is here is not taken back"):
        world._check_returns()
    world._closed_ms = {}
    with pytest.raises(Violation, match="who is here is not taken back"):
        world._check_returns()


@pytest.mark.slow
def test_most_tables_are_healed_while_they_are_played() -> None:
    plans = [healed_plan_of(seed) for seed in range(SEEDS)]
    assert len({plan.heal_ms for plan in plans}) > SEEDS // 2
    outcomes = [run(plan) for plan in plans[:20] if not plan.beyond]
    assert sum(o.virtual_ms > (o.heal_ms or 0) for o in outcomes) > len(outcomes) // 2
