"""The results of a long run: kept as they come, and gone on with."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sampling import only_full
from tests.sim.lies import Lie
from tests.sim.plan import Trouble
from tests.sim.results import OtherCode, Results, code_digest
from tests.sim.runner import CHUNK, Outcome

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = 2 * CHUNK
FROM = 2  # tables that are quick
EVERY_KIND = (2, 73, 77, 199, 364, 710)  # from the lobby, a game of each kind, the real primitives


def outcome(seed: int) -> Outcome:
    return Outcome(
        seed=seed,
        real=False,
        seats=4,
        failure="",
        virtual_ms=1000,
        cpu_s=0.5,
        entries=20,
        frames=300,
        struck={Trouble.CRASH: 2},
        refusals={"LUCK": 1},
        lies=(Lie.REPLAY,),
        unmodelled={"a pause": 3},
    )


def kept(path: Path, count: int) -> None:
    with Results(path, resume=False, code="this") as results:
        for seed in range(count):
            results.add(outcome(seed))


def test_what_was_kept_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, 3)
    with Results(path, resume=True, code="this") as results:
        assert results.known == {seed: outcome(seed) for seed in range(3)}


def test_a_line_that_was_cut_off_is_simulated_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, 3)
    path.write_bytes(path.read_bytes()[:-20])
    with Results(path, resume=True, code="this") as results:
        assert sorted(results.known) == [0, 1]
        results.add(outcome(2))
    with Results(path, resume=True, code="this") as results:
        assert sorted(results.known) == [0, 1, 2]


def test_results_of_other_code_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, 3)
    with pytest.raises(OtherCode):
        Results(path, resume=True, code="other")


def test_a_run_that_begins_anew_puts_the_old_results_aside(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, 3)
    before = path.read_bytes()
    kept(path, 1)
    assert path.with_suffix(".before").read_bytes() == before


@pytest.mark.slow
def test_only_what_a_simulated_game_executes_tells_codes_apart() -> None:
    """In a process of its own: this one has loaded more. Nothing is loaded once seeds run: from the
    lobby, with the real primitives, of each game."""
    script = (
        "from tests.sim.__main__ import plan_of, run, simulating\n"
        "from tests.sim.results import code_files\n"
        "before = code_files()\n"
        "with simulating():\n"
        f"    ends = [run(plan_of(seed)).failure for seed in {EVERY_KIND}]\n"
        "assert not any(ends), ends\n"
        "assert code_files() == before\n"
        "print(*before, sep='\\n')\n"
    )
    result = subprocess.run(
        (sys.executable, "-c", script), cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    told = {str(Path(line).relative_to(ROOT)) for line in result.stdout.splitlines()}
    folders = {"/".join(Path(name).parts[:2]) for name in told}
    assert told >= {
        *("camelnet/bots/random.py", "camelnet/session/table/seated_table.py"),
        *("native/src/engine.c", "tests/model/trace.py", "tests/protocol/symbolic.py"),
    }
    assert not folders & {"camelnet/cli", "camelnet/lab", "camelnet/review", "camelnet/terminal"}
    assert not [name for name in told if "test_" in name or "mutants" in name]


def test_a_change_of_one_file_is_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "one.py"
    file.write_text("one")
    monkeypatch.setattr("tests.sim.results.ROOT", tmp_path)
    monkeypatch.setattr("tests.sim.results.code_files", lambda: [file])
    code = code_digest()
    assert code_digest() == code
    file.write_text("two")
    assert code_digest() != code


def seeds_in(path: Path) -> list[int]:
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line)["seed"] for line in lines[1:]]


@pytest.mark.slow
@only_full
def test_a_run_that_is_stopped_sums_up_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    command = (
        *(sys.executable, "-m", "tests.sim", "--from", str(FROM), "--seeds", str(SEEDS)),
        *("--processes", "1", "--results", str(path)),
    )
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        while running.poll() is None and not seeds_in(path):
            time.sleep(0.02)
        running.send_signal(signal.SIGTERM)
        said, _ = running.communicate()
    assert running.returncode == 130, said
    first = seeds_in(path)
    assert f"stopped: {len(first)} of {SEEDS}" in said
    assert 0 < len(first) < SEEDS
    result = subprocess.run((*command, "--resume"), cwd=ROOT, capture_output=True, check=False)
    assert result.returncode == 0, result.stdout
    assert seeds_in(path)[: len(first)] == first
    assert sorted(seeds_in(path)) == list(range(FROM, FROM + SEEDS))
