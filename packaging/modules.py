"""Writes the catalogue of every file from the sentence that each file opens with.

`make modules` writes docs/modules.md and the packages in ARCHITECTURE.md; `--check` only tells
whether both are current.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/modules.md"
VENDORED = ROOT / "native/libsodium"
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- packages: `make modules` writes them -->\n", "<!-- end of packages -->\n"

# The chapters: a title, the folder, and the suffixes of its files that are listed.
CHAPTERS = (
    ("The library and the command", "camelnet", (".py",)),
    ("The app", "gui/camelnet_gui", (".py",)),
    ("The C modules", "native", (".py", ".h", ".c")),
    ("Tools", "tools", (".py",)),
    ("Benchmarks", "bench", (".py",)),
    ("Packaging", "packaging", (".py",)),
    ("Tests", "tests", (".py",)),
)

OPENING = """\
# Modules

Every file with the sentence that it opens with. `make modules` writes this page from the sources;
[ARCHITECTURE.md](../ARCHITECTURE.md) says how the parts fit together.
"""
INDENT = 30  # of the sentences in ARCHITECTURE.md


def first_sentence(text: str) -> str:
    """The first sentence of a docstring or comment, on one line."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    end = re.search(r"(?<!e\.g)(?<!i\.e)[.](?= [A-Z`])", paragraph)
    return paragraph[: end.start() + 1].rstrip(".:") if end else paragraph.rstrip(".:")


def summary(path: Path) -> str:
    """The sentence that a file opens with; empty where it has none."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return first_sentence(ast.get_docstring(ast.parse(text)) or "")
    comment = re.match(r"/\*(.*?)\*/", text, re.DOTALL)
    if comment is None:
        return ""
    words = re.sub(r"^ \* ?", "", comment[1], flags=re.MULTILINE).strip()
    return first_sentence(re.sub(r"^[\w/]+\.[ch]: ", "", words))


def chapter(title: str, folder: str, suffixes: tuple[str, ...]) -> str:
    """One chapter: a list of files for each folder, the folder's own sentence above it."""
    folders: dict[Path, list[Path]] = {}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix not in suffixes or VENDORED in path.parents:
            continue
        if path.name not in ("_native.c", "_sodium.c"):  # cffi writes these
            folders.setdefault(path.parent, []).append(path)
    parts = [f"\n## {title}\n"]
    for place, paths in sorted(folders.items()):
        own = place / "__init__.py"
        says = summary(own) if own in paths else ""
        parts.append(f"\n**`{place.relative_to(ROOT)}/`**" + (f": {says}" if says else "") + "\n\n")
        lines = [
            f"- `{path.name}`" + (f": {summary(path)}" if summary(path) else "")
            for path in paths
            if path.name != "__init__.py"
        ]
        parts.append("".join(f"{line}\n" for line in lines))
    return "".join(parts).replace("\n\n\n", "\n\n")


def page() -> str:
    return (OPENING + "".join(chapter(*described) for described in CHAPTERS)).rstrip("\n") + "\n"


def packages() -> Iterator[str]:
    """A line or more for each package, but for the folder that each game has in it."""
    for root in ("camelnet", "gui/camelnet_gui", "tools"):
        for opening in sorted((ROOT / root).rglob("__init__.py")):
            place = opening.parent.relative_to(ROOT)
            if {"games", "screenshots"} & set(place.parts[:-1]):
                continue
            yield from textwrap.wrap(
                summary(opening),
                width=98,
                initial_indent=f"{place}/".ljust(INDENT),
                subsequent_indent=" " * INDENT,
            )


def architecture() -> str:
    """ARCHITECTURE.md with its packages brought up to date."""
    before, rest = ARCHITECTURE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + "```\n" + "\n".join(packages()) + "\n```\n" + END + after


def main(arguments: list[str]) -> int:
    written = {PAGE: page(), ARCHITECTURE: architecture()}
    stale = [path for path, text in written.items() if path.read_text(encoding="utf-8") != text]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not current: run `make modules`")
        return 1 if stale else 0
    for path in stale:
        path.write_text(written[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
