"""Hashes of what the program does: `python -m tests.fingerprint --check` from the checkout.

Who moves or renames things shows with it that nothing else changed: the records that tables write,
what simulated tables agree on, the vectors, what commands print, the screens. The hashes stand in
tests/data/fingerprint.txt; a change that is meant comes with a new file (`--write`).
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import asdict
from pathlib import Path

import click
from click.testing import CliRunner

from camelnet.cli import camelnet as command_line
from camelnet.i18n import choose_language
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.schema import to_array
from tests.protocol import vectors
from tests.session import record_vectors
from tests.session.room import Room
from tests.sim.plan import plan_of
from tests.sim.runner import played, run, simulating
from tests.sim.world import World

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "tests/data/fingerprint.txt"
SEEDS = 96
# Screens with figures that are as good as there was time, and with a ring that shows how it passes.
TIMED = ("aids", "review", "leg", "final", "destiny", "tribute")

Hashed = Iterator[tuple[str, str]]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def records() -> Hashed:
    """The records that tables of fixed keys write, made anew."""
    for name, (game, levels, happens) in record_vectors.KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            room = Room(list(levels), Path(folder), 5, game)
            yield f"record {name}", sha(happens(room).record_path().read_bytes())
            room.close()


def vector_files() -> Hashed:
    yield "messages.json", sha(vectors.written_as(vectors.messages()).encode())
    yield "primitives.json", sha(vectors.written_as(vectors.primitives()).encode())


def seeds() -> Hashed:
    """What the peers of simulated tables agreed on, and how many frames and epochs it took."""
    with simulating():
        for seed in range(SEEDS):
            plan = plan_of(seed)
            if plan.hall:
                told = asdict(run(plan))
                del told["cpu_s"]
                yield f"seed {seed}", sha(repr(told).encode())
                continue
            world = World(plan)
            failed = played(world)
            lines = [[encode(to_array(line)) for line in peer.lines] for peer in world.peers]
            counts = (world.now_ms, world.links.frames, world.oracle.epochs, world.oracle.dealings)
            told_of = repr((failed, lines, counts[:3], sorted(world.refusals.items())))
            yield f"seed {seed}", sha(told_of.encode())


def commands() -> Hashed:
    """What commands print: their help, and what they say of records."""
    runner = CliRunner()
    calls = [[], *([name] for name in command_line.list_commands(click.Context(command_line)))]
    for call in calls:
        told = runner.invoke(command_line, [*call, "--help"], terminal_width=80)
        yield " ".join(["camelnet", *call, "--help"]), sha(told.output.encode())
    with chdir(ROOT / "docs/vectors/records"):
        files = sorted(str(path) for path in Path().glob("*.camelnet"))
        for call in (
            ["verify"],
            ["verify", "--json"],
            ["replay"],
            ["export"],
        ):
            told = runner.invoke(command_line, [*call, *files])
            yield f"camelnet {' '.join(call)}", sha(f"{told.exit_code} {told.output}".encode())
    for call in (
        ["odds", "1:gyo 3:bw 5+ 9- /bgoy", "--race"],
        ["odds", "nonsense"],
        ["arena", "--players", "greedy,random", "--games", "8", "--seed", "1", "--json"],
        ["verify", "nothing-of-this-name"],
        ["--version"],
    ):
        told = runner.invoke(command_line, call)
        yield f"camelnet {' '.join(call)}", sha(f"{told.exit_code} {told.output}".encode())


def screens() -> Hashed:
    """The screens as the app paints them without a display."""
    from tools.screenshots.__main__ import main as paint

    for arguments in (
        ["en", "1400x850", "light"],
        ["fr", "1024x640", "dark"],
        ["de", "1920x1080", "light"],
    ):
        with tempfile.TemporaryDirectory() as folder:
            paint([folder, *arguments])
            for path in sorted(Path(folder).glob("*.png")):
                if not any(word in path.stem for word in TIMED):
                    yield f"{' '.join(arguments)} {path.stem}", sha(path.read_bytes())
    choose_language(["en"])


PARTS: dict[str, Callable[[], Hashed]] = {
    "vectors": vector_files,
    "commands": commands,
    "records": records,
    "seeds": seeds,
    "screens": screens,
}


def stored() -> dict[str, str]:
    lines = STORED.read_text(encoding="utf-8").splitlines() if STORED.exists() else []
    return {name: hashed for hashed, _, name in (line.partition("  ") for line in lines)}


@click.command()
@click.option("--check", "task", flag_value="check", default="check", help="Compare; the default.")
@click.option("--write", "task", flag_value="write", help="Write down what it is now.")
@click.option("--part", "parts", multiple=True, type=click.Choice(sorted(PARTS)), help="This one.")
def main(task: str, parts: tuple[str, ...]) -> None:
    """Hash what the program does, and compare it with tests/data/fingerprint.txt."""
    choose_language(["en"])
    known, found = stored(), {}
    for part in parts or PARTS:
        for name, hashed in PARTS[part]():
            found[f"{part}: {name}"] = hashed
    if task == "write":
        merged = dict(sorted({**known, **found}.items())) if parts else found
        told = "".join(f"{hashed}  {name}\n" for name, hashed in merged.items())
        STORED.write_text(told, encoding="utf-8")
        return
    chosen = {name for name in known if not parts or name.partition(":")[0] in parts}
    other = sorted(name for name in chosen | found.keys() if known.get(name) != found.get(name))
    for name in other:
        click.echo(f"other than before: {name}")
    click.echo(f"{len(found) - len(set(other) & found.keys())} of {len(found)} as before")
    raise SystemExit(bool(other))


if __name__ == "__main__":
    main()
