"""The sources as text: the length of files, the words of docstrings, and the laws of the C core."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.docstrings import docstrings

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bench", "camelnet", "examples", "gui", "native", "packaging", "tests", "tools")

VENDORED = ROOT / "native/libsodium"

# CONTRIBUTING.md gives a guide of half as many; here is the end of it.
LINES_MAX = 1000

# A docstring opens with a verb or a noun phrase that says what the thing is; and no other sentence
# of it is a question in place of "True if".
QUESTION = re.compile(
    r"\A(What|Whether|Who|Whom|Whose|Which|How|Where|When|Why)\b|[.:;]\s+Whether\b"
)

# The C files that estimate, by their names without suffixes from native/src and native/include on.
# All others, where peers must agree to the bit, know integers alone.
ESTIMATING = {
    *("batch", "judge", "network", "search", "search_ops", "selfplay", "value"),
    *("games/camelup/belief", "games/camelup/holdings", "games/camelup/outlook"),
    *("games/camelup/playout", "games/camelup/race", "games/camelup/search_ops"),
    *("games/camelup/tables", "games/camelup/value", "games/camelup/values"),
    *("games/cards/legs", "games/cards/scene", "games/cards/search_ops", "games/cards/value"),
    *("games/targui/battle_table", "games/targui/candidates", "games/targui/evaluation"),
    *("games/targui/feature_weights", "games/targui/inputs", "games/targui/search_ops"),
    "games/targui/value",
}


def sources(*suffixes: str) -> list[Path]:
    """Every file of ours with one of these suffixes, as a path from the root."""
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return sorted(
        path.relative_to(ROOT)
        for path in paths
        if path.suffix in suffixes
        if path.name not in ("_native.c", "_sodium.c")  # cffi writes these
        if VENDORED not in path.parents
    )


def opening(path: Path) -> str:
    """The module docstring of a Python file, the first comment of a C file."""
    if path.suffix == ".py":
        return dict(docstrings(ROOT / path)).get(0, "")
    comment = re.match(r"/\*(.*?)\*/", (ROOT / path).read_text(encoding="utf-8"), re.DOTALL)
    return re.sub(r"\s*\n \* ?", " ", comment[1]) if comment else ""


def test_no_file_is_twice_as_long_as_the_guide_says() -> None:
    assert sources(".c"), "no sources found"
    lengths = {
        str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines())
        for path in sources(".py", ".c", ".h")
    }
    assert [path for path, lines in lengths.items() if lines > LINES_MAX] == []


def test_no_docstring_asks_where_it_should_say() -> None:
    asking = [
        f"{path}:{line}: {text.splitlines()[0]}"
        for path in sources(".py")
        if path.parts[0] in ("camelnet", "gui", "tools")
        for line, text in docstrings(ROOT / path)
        if QUESTION.search(text)
    ]
    assert asking == []


@pytest.mark.parametrize("folder", ["camelnet", "gui", "native", "tools", "packaging", "bench"])
def test_every_file_says_what_it_is_for(folder: str) -> None:
    silent = [
        str(path)
        for path in sources(".py", ".c", ".h")
        if path.parts[0] == folder
        and (ROOT / path).read_text(encoding="utf-8").strip()
        and not opening(path).strip()
    ]
    assert silent == []


# --- the C core ----------------------------------------------------------------------------------


def core_files() -> dict[Path, str]:
    """The files of the core by their paths from native/src or native/include on; its own text."""
    bases = (Path("native/src"), Path("native/include"))
    return {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in sources(".c", ".h")
        if any(base in path.parents for base in bases)
    }


def stem(path: Path) -> str:
    return str(Path(*path.with_suffix("").parts[2:]))


def test_c_knows_floats_only_where_it_estimates() -> None:
    code = {
        path: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for path, text in core_files().items()
    }
    floats = {stem(path) for path, text in code.items() if re.search(r"\b(float|double)\b", text)}
    assert sorted(floats - ESTIMATING) == [], "peers must agree here: integers"
    assert sorted(ESTIMATING - floats) == [], "these need not stand in the list"


def test_c_files_include_one_another_in_no_circle() -> None:
    """A header counts as one with the file of its name beside it."""
    files = core_files()
    includes: dict[Path, set[Path]] = {path.with_suffix(""): set() for path in files}
    for path, text in files.items():
        for name in re.findall(r'^#\s*include "([^"]+)"', text, re.MULTILINE):
            places = (path.parent / name, Path("native/src") / name, Path("native/include") / name)
            found = [place for place in map(normal, places) if place in files]
            assert found, f"{path} includes {name}, which is not there"
            includes[path.with_suffix("")].add(found[0].with_suffix(""))
    while ends := [one for one, others in includes.items() if others <= {one}]:
        for one in ends:
            del includes[one]
        for others in includes.values():
            others.difference_update(ends)
    assert includes == {}, "all of these are in a circle, or lead into one"


def normal(path: Path) -> Path:
    return Path(os.path.normpath(path))


def test_a_declaration_that_promises_true_is_a_bool() -> None:
    declared = re.compile(r"/\* True\b[^*]*(?:\*(?!/)[^*]*)*\*/\s*([^;{]+)")
    found = [
        (str(path), one)
        for path, text in core_files().items()
        if path.suffix == ".h"
        for one in declared.findall(text)
    ]
    assert len(found) > 4, "no declaration is found"
    assert [one for one in found if not re.match(r"(static inline )?bool\b", one[1])] == []
