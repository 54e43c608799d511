"""The sources as text: the length of files, the first words of docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bench", "camelnet", "examples", "gui", "native", "packaging", "tests", "tools")

VENDORED = ROOT / "native/libsodium"

# A file may have this many lines; one that needs more says why in the text that it opens with, in a
# sentence with the words "more than 500 lines" (or 900).
LINES_MAX = 500
GAME_LINES_MAX = 900
TOO_LONG = re.compile(r"\bmore than (500|900) lines\b")

# A docstring opens with a verb or a noun phrase that says what the thing is.
QUESTION = re.compile(r"(What|Whether|Who|Whom|Whose|Which|How|Where|When|Why)\b")


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
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(text)) or ""
    comment = re.match(r"/\*(.*?)\*/", text, re.DOTALL)
    return re.sub(r"\s*\n \* ?", " ", comment[1]) if comment else ""


def too_long() -> Iterator[str]:
    for path in sources(".py", ".c", ".h"):
        lines = len((ROOT / path).read_text(encoding="utf-8").splitlines())
        most = GAME_LINES_MAX if path.match("native/src/games/*/*.c") else LINES_MAX
        if lines > most and not TOO_LONG.search(" ".join(opening(path).split())):
            yield str(path)


def test_a_long_file_says_why() -> None:
    assert sources(".c"), "no sources found"
    assert list(too_long()) == []


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


def test_no_docstring_opens_with_a_question() -> None:
    asking = [
        f"{path}:{line}: {text.splitlines()[0]}"
        for path in sources(".py")
        if path.parts[0] in ("camelnet", "gui", "tools")
        for line, text in docstrings(path)
        if QUESTION.match(text)
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
