"""The layers, the translations, and how a machine is set up."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import camelnet
from camelnet import i18n
from camelnet.i18n import LANGUAGES
from tests.scripts import script

ROOT = Path(__file__).resolve().parent.parent
PYTHON_FOLDERS = ("camelnet", "gui/camelnet_gui")
FRENCH = ROOT / "camelnet/locale/fr/LC_MESSAGES/camelnet.po"


def modules(word: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module of the program with a word in it, by its dotted name."""
    for folder in PYTHON_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if re.search(word, source):
                place = path.relative_to((ROOT / folder).parent).with_suffix("")
                yield ".".join(place.parts), ast.parse(source)


def imported(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(origin), names=names):
                yield from (f"{origin}.{name.name}" for name in names)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'gui'}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


# --- layers --------------------------------------------------------------------------------------


def test_imports_point_down() -> None:
    contract = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"
    result = run(sys.executable, "-c", contract)
    assert result.returncode == 0, result.stdout + result.stderr


# A module calls the core when it imports the binding, or reaches it as an attribute of the rules.
BINDING = re.compile(r"camelnet\.(_native|rules\.core)(\.|$)")
MAY_CALL_THE_CORE = re.compile(r"camelnet\.(rules|odds|bots|lab)\.")


def calls_the_core(module: ast.Module) -> bool:
    attributes = (node for node in ast.walk(module) if isinstance(node, ast.Attribute))
    return any(BINDING.match(origin) for origin in imported(module)) or any(
        node.attr in ("core", "_native")
        and ast.unparse(node).endswith(("rules.core", "camelnet._native"))
        for node in attributes
    )


def test_only_the_rules_the_odds_the_bots_and_the_laboratory_call_the_core() -> None:
    callers = {name for name, module in modules("core|_native") if calls_the_core(module)}
    assert len(callers) > 10, "hardly anybody is found: has the core been renamed?"
    assert not {name for name in callers if not MAY_CALL_THE_CORE.match(name)}


@pytest.mark.parametrize(
    "line",
    [
        "from camelnet._native import lib",
        "from camelnet.rules.core import lib",
        "from camelnet.rules import core",
        "import camelnet.rules.core",
        "from camelnet import rules; rules.core.lib.cn_new",
        "import camelnet; camelnet._native.lib",
    ],
)
def test_a_call_of_the_core_is_noticed(line: str) -> None:
    assert calls_the_core(ast.parse(line))
    assert not calls_the_core(ast.parse("from camelnet import rules; rules.new('camelup', 2)"))


@pytest.mark.parametrize(
    ("binding", "knows"),
    [("_native", "camelnet.rules.core"), ("_sodium", "camelnet.protocol.crypto.group")],
)
def test_one_module_alone_knows_a_binding(binding: str, knows: str) -> None:
    named = {
        name
        for name, module in modules(binding)
        if any(origin.startswith(f"camelnet.{binding}") for origin in imported(module))
    }
    assert named == {knows}


def test_importing_the_command_line_does_not_import_qt() -> None:
    result = run(
        sys.executable, "-c", "import sys, camelnet.cli; print(*sorted(sys.modules), sep='\\n')"
    )
    assert result.returncode == 0, result.stderr
    assert not [name for name in result.stdout.split() if name.startswith("PySide6")]


# Libraries, and parts of ours, that a command may import only where it does what needs them.
HEAVY = re.compile(
    r"(asyncio|cffi|cryptography|importlib\.metadata|logging|msgpack|multiprocessing|numpy|platformdirs"
    r"|prompt_toolkit|PySide6|rich|segno|socket|ssl|subprocess|unittest|websockets|zeroconf"
    r"|camelnet\.(_native|_sodium|arena|bots|env|guests|net|odds|protocol|record|review|rules|session))\b"
)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_what_every_command_shares_is_told_without_what_only_some_need(option: str) -> None:
    told = run(
        sys.executable,
        "-c",
        "import sys\n"
        "from camelnet.__main__ import main\n"
        f"sys.argv = ['camelnet', '{option}']\n"
        "before = set(sys.modules)\n"
        "try: main()\n"
        "finally: print('MODULES', *sorted({*sys.modules} - before), sep='\\n')",
    )
    assert told.returncode == 0, told.stderr
    words, _mark, listed = told.stdout.partition("MODULES\n")
    loaded = listed.split()
    assert words.startswith((f"camelnet {camelnet.__version__}, rules ", "Usage: camelnet"))
    assert "camelnet.cli" in loaded
    assert [name for name in loaded if HEAVY.match(name)] == []
    assert {name for name in loaded if name.startswith("camelnet.cli.")} == {
        f"camelnet.cli.{name}" for name in ("commands", "file_names", "group", "options", "values")
    }, "no command is imported"


def test_packaging_does_not_shadow_the_library_of_its_name() -> None:
    assert not (ROOT / "packaging/__init__.py").exists()


# --- words ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def faults() -> Callable[[Path], list[str]]:
    """The faults of a catalogue, by its path."""
    catalogue = script("catalogue")
    template = catalogue.extract()
    return lambda path: list(catalogue.faults(path, template))


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_word_is_translated(language: str, faults: Callable[[Path], list[str]]) -> None:
    assert faults(ROOT / f"camelnet/locale/{language}/LC_MESSAGES/camelnet.po") == []


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda text: text + '\nmsgid "nobody says this"\nmsgstr "rien"\n', "is obsolete"),
        (lambda text: re.sub(r'(msgid "[^"]*\{\w+\}.*"\nmsgstr ").*"', r'\1?"', text), "fields"),
        (lambda text: re.sub(r'(msgid "\w.*"\nmsgstr ").*"', r'\1"', text), "no translation"),
    ],
    ids=["obsolete", "fields", "missing"],
)
def test_a_damaged_catalogue_is_refused(  # type: ignore[no-untyped-def]
    damage, fault, faults, tmp_path: Path
) -> None:
    folder = tmp_path / "fr/LC_MESSAGES"
    folder.mkdir(parents=True)
    damaged = folder / "camelnet.po"
    damaged.write_text(damage(FRENCH.read_text(encoding="utf-8")), encoding="utf-8")
    assert any(fault in told for told in faults(damaged))


def test_the_checkout_speaks_french() -> None:
    try:
        assert i18n.choose_language(["fr_CA.UTF-8"]) == "fr"
        assert i18n._("The game is over") == "La partie est finie"
    finally:
        i18n.choose_language(["en"])


# --- setting up ----------------------------------------------------------------------------------


def bootstrap(purpose: str, tmp_path: Path, *, user: int, **around: str) -> tuple[int, str, str]:
    """The exit code and words of packaging/bootstrap, and what it asked of apt-get."""
    tools = tmp_path / "tools"
    tools.mkdir()
    asked = tmp_path / "asked"
    for name, lines in (
        ("id", f"echo {user}"),
        ("apt-get", f'echo "$*" >> {asked}'),
    ):
        tool = tools / name
        tool.write_text(f"#!/bin/sh\n{lines}\n")
        tool.chmod(0o755)
    done = subprocess.run(
        [ROOT / "packaging/bootstrap", purpose],
        env={
            **os.environ,
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHON": sys.executable,
            **around,
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr, asked.read_text() if asked.exists() else ""


def test_the_bootstrap_tells_a_user_the_exact_line_and_stops(tmp_path: Path) -> None:
    code, said, asked = bootstrap("play", tmp_path, user=1000, CC="false")
    assert code == 1
    assert "\n    sudo apt-get install -y --no-install-recommends gcc libc6-dev" in said
    assert "`make play`" in said
    assert asked == ""


def test_the_bootstrap_installs_as_root_what_is_missing(tmp_path: Path) -> None:
    code, said, asked = bootstrap("play", tmp_path, user=0, CC="false")
    assert re.search(r"^install .*gcc libc6-dev", asked, re.MULTILINE)
    # This apt-get installs nothing, and that is noticed.
    assert code == 1
    assert "still missing" in said


def test_the_bootstrap_refuses_a_python_that_is_too_old(tmp_path: Path) -> None:
    code, said, asked = bootstrap("test", tmp_path, user=0, PYTHON="false")
    assert code == 1
    assert "Python 3.11 or newer" in said
    assert asked == ""
