"""The fast tests on the oldest libraries that pyproject.toml allows: `make test-lowest`.

uv resolves every requirement that stands in pyproject.toml to its lowest version, and what those
need to any that fits. A copy of the checkout in build/lowest is built with the oldest build tools
and tested there, so that nothing of the checkout changes. `--help` names what is tested;
other arguments go to pytest instead of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build/lowest"
LEFT_OUT = shutil.ignore_patterns(
    ".*_cache", ".git", ".hypothesis", ".venv", "__pycache__", "*.egg-info", "*.so"
)
EXTRAS = ("gui", "arena", "env", "test")
# One of these uses each library in the ways in which camelnet uses it.
TESTS = (
    "tests/rules/test_golden.py",
    "tests/rules/test_contract.py",
    "tests/odds/test_odds.py",
    "tests/lab/env/test_env.py",
    "tests/lab/arena/test_entrants.py",
    "tests/lab/arena/test_dask.py",
    "tests/protocol/codec",
    "tests/protocol/crypto",
    "tests/record",
    "tests/net/test_certificate.py",
    "tests/net/test_discovery.py",
    "tests/net/test_transport.py",
    "tests/guests/test_guest_server.py",
    "tests/cli/test_arena.py",
    "tests/cli/test_children.py",
    "tests/cli/test_errors.py",
    "tests/cli/test_my_play.py",
    "tests/cli/test_narrator.py",
    "tests/cli/test_person.py",
    "tests/cli/test_play.py",
    "tests/cli/test_records.py",
    "tests/cli/test_terminal.py",
    "tests/gui/lobby/test_home.py",
    "tests/gui/sound/test_player.py",
    "tests/gui/table/test_model.py",
    "tests/gui/chat/test_panel.py",
    "tests/gui/widgets/test_qr.py",
)


def requirements(project: dict[str, dict[str, object]]) -> list[str]:
    """The requirements in pyproject.toml, for building, running and testing."""
    own = project["project"]
    extras = own["optional-dependencies"]
    assert isinstance(extras, dict)
    wanted = [*project["build-system"]["requires"], *own["dependencies"]]  # type: ignore[misc]
    wanted += [line for extra in EXTRAS for line in extras[extra]]
    return [line for line in wanted if not line.startswith("camelnet")]


def left_out(folder: str, names: list[str]) -> set[str]:
    """The names that a copy of the checkout leaves out: build products, and files of tools."""
    built = {"build", "dist"} if Path(folder) == ROOT else set()
    return {*LEFT_OUT(folder, names), *built}


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run([str(word) for word in command], cwd=cwd, check=True)


def prepare(python: Path) -> None:
    """Install the oldest libraries, and build a copy of the checkout with them."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    venv.create(FOLDER / "venv", with_pip=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = FOLDER / "direct.txt"
    listed.write_text("\n".join(requirements(project)) + "\n", encoding="utf-8")
    run(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "uv")
    install = ("pip", "install", "--python", python, "--resolution", "lowest-direct")
    run(python, "-m", "uv", *install, "-r", listed)
    tree = FOLDER / "tree"
    shutil.copytree(ROOT, tree, ignore=left_out)
    for step in (("build_ext", "--inplace"), ("build_catalogues",)):
        run(python, "setup.py", "--quiet", *step, cwd=tree)
    # The entry that pip would write: camelnet finds the app by it.
    run(python, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "-e", tree)


def main(arguments: list[str]) -> int:
    if arguments in (["-h"], ["--help"]):
        print(__doc__, *TESTS, sep="\n")
        return 0
    python = FOLDER / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    prepare(python)
    words = arguments or ["--numprocesses=auto", *TESTS]
    tested = [str(python), "-m", "pytest", *words]
    return subprocess.run(tested, cwd=FOLDER / "tree", check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
