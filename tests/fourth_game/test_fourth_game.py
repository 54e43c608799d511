"""A fourth game, written by the book: it touches what the page lists, and then it is whole.

`checkout/` has the files of Pig, a dice game, in their places. The test copies them into a copy of
the checkout, adds the lines by which registries name the game, builds the core there, and plays.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from camelnet import _sodium
from camelnet.bots import LEVELS

ROOT = Path(__file__).resolve().parent.parent.parent
CHECKOUT = Path(__file__).resolve().parent / "checkout"
COPIED = (
    "camelnet",
    "native",
    "gui",
    "tools",
    "tests/rules",
    "tests/lab/env",
    "tests/data",
    "tests/gui",
)
SCAFFOLD = tuple(
    f"tests/{name}.py" for name in ("__init__", "conftest", "workers", "patience", "sampling")
)
KEY = "pig"
APP = f"gui/camelnet_gui/games/{KEY}/"
APP_LINES_MAX = 600  # of a small game's part of the app, with its board

# The lines that name the game: in each file, a line that is there, and what it becomes.
LINES: dict[str, list[tuple[str, str]]] = {
    "native/src/registry.c": [
        ("cn_targui_game;", "cn_targui_game, cn_pig_game;"),
        ("    [3] = &cn_targui_game,\n", "    [3] = &cn_targui_game,\n    [4] = &cn_pig_game,\n"),
    ],
    "camelnet/rules/registry.py": [
        (
            "from camelnet.rules.games.targui import events as targui\n",
            "from camelnet.rules.games.pig import events as pig\n"
            "from camelnet.rules.games.pig.game import GAME as PIG\n"
            "from camelnet.rules.games.targui import events as targui\n",
        ),
        ("| targui.Event", "| targui.Event | pig.Event"),
        ("(CAMELUP, CARDS, TARGUI)", "(CAMELUP, CARDS, TARGUI, PIG)"),
    ],
    "camelnet/rules/words.py": [
        (
            "from camelnet.rules.games.targui import words as targui\n",
            "from camelnet.rules.games.pig import words as pig\n"
            "from camelnet.rules.games.targui import words as targui\n",
        ),
        ('    "targui": targui,\n', '    "targui": targui,\n    "pig": pig,\n'),
    ],
    "camelnet/lab/env/environment.py": [
        (
            "from camelnet.lab.env import camelup, cards, targui",
            "from camelnet.lab.env import camelup, cards, pig, targui",
        ),
        ('"targui": targui}', '"targui": targui, "pig": pig}'),
    ],
    "tests/rules/play.py": [
        (
            "SETTINGS: list[tuple[str, dict[str, Any]]] = [\n",
            "SETTINGS: list[tuple[str, dict[str, Any]]] = [\n"
            '    ("pig", {"short_game": False}),\n    ("pig", {"short_game": True}),\n',
        ),
    ],
    "tests/rules/golden.py": [("SEATS = {", 'SEATS = {"pig": (2, 5), ')],
    "gui/camelnet_gui/games/__init__.py": [
        (
            "# In the order in which they are offered.\n",
            "def _pig() -> Game:\n"
            "    from camelnet_gui.games.pig.game import GAME\n\n"
            "    return GAME\n\n\n"
            "# In the order in which they are offered.\n",
        ),
        ('    "targui": _targui,\n', '    "targui": _targui,\n    "pig": _pig,\n'),
    ],
    "tools/screenshots/games.py": [
        (
            "from tools.screenshots.scripted_game import ScriptedGame\n",
            "from tools.screenshots.pig import captures as pig\n"
            "from tools.screenshots.pig.scripted_game import ScriptedPig\n"
            "from tools.screenshots.scripted_game import ScriptedGame\n",
        ),
        (
            '    "targui": ScriptedTargui,\n',
            '    "targui": ScriptedTargui,\n    "pig": ScriptedPig,\n',
        ),
        (
            '    "targui": targui.CAPTURES,\n',
            '    "targui": targui.CAPTURES,\n    "pig": pig.CAPTURES,\n',
        ),
    ],
}

# What `tests.rules.golden` writes.
WRITTEN = (f"tests/data/{KEY}/golden.jsonl", f"tests/data/{KEY}/perft.jsonl")

# Fewer examples than elsewhere: the other games have shown that the tests are sound.
CONFTEST = """
settings.register_profile("few", derandomize=True, deadline=None, max_examples=20)
settings.load_profile("few")
"""

COMPILER = shutil.which("gcc") or shutil.which("cc") or ""
pytestmark = pytest.mark.skipif(
    not COMPILER or sys.platform != "linux", reason="builds the core with gcc on Linux"
)


def run(folder: Path, *command: str) -> str:
    around = {
        **os.environ,
        "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'gui'}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=around,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(folder: Path) -> dict[str, bytes]:
    """The text of every file that somebody wrote, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in (".c", ".h", ".py", ".jsonl", ".txt", ".md")
        if path.name not in ("_native.c", "_sodium.c")
    }


def build(folder: Path) -> None:
    """The core of a checkout, without optimization: a few seconds instead of half a minute."""
    emit = "import sys; sys.path.insert(0, 'native'); import cffi_build as b; "
    run(folder, "-c", emit + "b.ffibuilder.emit_c_code('camelnet/_native.c'); print(*b.sources())")
    sources = [folder / "camelnet/_native.c", *sorted((folder / "native/src").rglob("*.c"))]
    flags = ["-std=c11", "-O0", "-fPIC", "-fvisibility=hidden", f"-I{folder}/native/include"]
    flags += ["-Werror=incompatible-pointer-types"]
    flags += [f"-I{folder}/native/src", f"-I{sysconfig.get_path('include')}", "-DPy_LIMITED_API"]

    def compile_one(source: Path) -> str:
        target = str(source.with_suffix(".o"))
        subprocess.run([COMPILER, *flags, "-c", str(source), "-o", target], check=True)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        objects = list(workers.map(compile_one, sources))
    module = str(folder / "camelnet/_native.abi3.so")
    subprocess.run([COMPILER, "-shared", *objects, "-o", module], check=True)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a game needs, with Pig in it, built."""
    folder = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns(
        "__pycache__", "*.so", "*.o", "_native.c", "_sodium.c", "locale"
    )
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in (*SCAFFOLD, "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    with (folder / "tests/conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(CONFTEST)
    shutil.copytree(CHECKOUT, folder, dirs_exist_ok=True)
    for name, changes in LINES.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert text.count(before) == 1, f"{name}: {before!r}"
            text = text.replace(before, after)
        (folder / name).write_text(text, encoding="utf-8")
    build(folder)
    shutil.copy(_sodium.__file__, folder / "camelnet")  # this game changes nothing in it
    run(folder, "-m", "tests.rules.golden", KEY)
    return folder


def touched(folder: Path) -> set[str]:
    """The files of the copy that are new, or other than here."""
    before = {
        f"{part}/{name}": text for part in COPIED for name, text in files_of(ROOT / part).items()
    }
    now = files_of(folder).items()
    return {name for name, text in now if before.get(name) != text} - set(SCAFFOLD)


def listed() -> set[str]:
    """The paths that ARCHITECTURE.md says a new game touches."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## What a new game touches\n")[2].partition("\n## ")[0]
    part = section.partition("For a game `x`:")[2].partition("\n\n`gui")[0]
    return {re.sub(r"\bx\b", KEY, path) for path in re.findall(r"`([\w./-]+/[\w./-]+)`", part)}


def lies_in(name: str, place: str) -> bool:
    """True for the file itself, and for what lies in a folder, which ends with a slash."""
    return name == place or (place.endswith("/") and name.startswith(place))


@pytest.mark.slow
def test_a_game_touches_what_the_page_says_and_nothing_else(checkout: Path) -> None:
    files, places = touched(checkout), listed()
    assert [name for name in files if not any(lies_in(name, place) for place in places)] == []
    assert [place for place in places if not any(lies_in(name, place) for name in files)] == []
    assert len(files) == len(files_of(CHECKOUT)) + len(LINES) + len(WRITTEN)


@pytest.mark.slow
def test_records_of_the_other_games_are_read_as_before(checkout: Path) -> None:
    records = sorted(map(str, (ROOT / "tests/museum").glob("*/*.camelnet")))
    said = run(checkout, "-m", "camelnet", "verify", *records)
    assert said.count(" is valid: ") == len(records) >= 6


@pytest.mark.slow
def test_bots_of_every_level_play_the_game(checkout: Path) -> None:
    said = run(
        checkout,
        "-c",
        "from random import Random\n"
        "from camelnet import bots, rules\n"
        "for level in bots.LEVELS:\n"
        "    position, random = rules.new('pig', 3, {'short_game': True}), Random(1)\n"
        "    bot = bots.create(level, 1, **({'nodes': 50} if level in bots.THINK_MS else {}))\n"
        "    while not position.is_over:\n"
        "        if position.decider is None:\n"
        "            move = random.choice(position.outcomes())[0]\n"
        "        else:\n"
        "            move = bot.choose(position, position.decider, '')\n"
        "        position = position.apply(move)\n"
        "    assert max(position.scores()) >= 50\n"
        "    print(position)\n",
    )
    assert said.count("The game is over") == len(LEVELS)
    assert "S2" in said


@pytest.mark.slow
def test_tournaments_and_environments_know_the_game(checkout: Path) -> None:
    pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")
    said = run(
        checkout,
        "-c",
        "from camelnet.lab import arena\n"
        "from camelnet.lab.arena import executors\n"
        "from camelnet.lab.env import env\n"
        "players = tuple(arena.entrant(name) for name in ('greedy', 'random'))\n"
        "of = arena.tournament('pig', players, seed=1)\n"
        "with executors.here() as executor, arena.ResumeFile(None, of, resume=False) as journal:\n"
        "    print(arena.run(of, 20, executor, journal).figures.games)\n"
        "table = env(game='pig', seats=2)\n"
        "table.reset(seed=1)\n"
        "for agent in table.agent_iter():\n"
        "    seen, reward, ended, cut, info = table.last()\n"
        "    mask = None if ended or cut else seen['action_mask']\n"
        "    table.step(None if mask is None else table.action_space(agent).sample(mask))\n"
        "print('ended')\n",
    )
    assert said.split() == ["20", "ended"]


@pytest.mark.slow
def test_the_game_passes_the_tests_that_every_game_inherits(checkout: Path) -> None:
    play = checkout / "tests/rules/play.py"
    text = play.read_text(encoding="utf-8")
    alone = '\nSETTINGS = [each for each in SETTINGS if each[0] == "pig"]\n\n\n@dataclass'
    play.write_text(text.replace("\n\n@dataclass", alone, 1), encoding="utf-8")
    quick = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    others = "not camelup and not cards and not targui"
    run(checkout, *quick, "tests/rules/test_contract.py", "-k", others)
    named = [f"tests/{name}.py" for name in ("rules/test_golden", "rules/test_text")]
    run(checkout, *quick, *named, "tests/lab/env/test_numbers.py", "-k", KEY)


@pytest.mark.slow
def test_the_game_is_played_in_the_app_by_clicks_keys_and_a_screen_reader(checkout: Path) -> None:
    """With its own tests, and with those that every game of the app inherits."""
    inherited = (
        "test_whole_game.py",
        "test_hostile_names.py",
        "games/test_introductions.py",
        "games/test_tooltips.py",
        "lobby/test_option_fields.py",
        "replay/test_opener.py",
        "together/test_phone_table.py",
    )
    quick = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
    run(checkout, *quick, f"tests/gui/games/{KEY}")
    run(checkout, *quick, *(f"tests/gui/{name}" for name in inherited), "-k", KEY)
    run(checkout, "-m", "tools.screenshots", "pictures", "en", "1024x640", "dark", "--only", KEY)
    assert len(list((checkout / "pictures").glob(f"{KEY}-*.png"))) >= 4


def test_its_part_of_the_app_is_short() -> None:
    """The frame does what all games have in common."""
    files = [path for path in (CHECKOUT / APP).rglob("*") if path.is_file()]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert lines < APP_LINES_MAX
