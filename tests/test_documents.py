"""The documents: their commands, links, samples, names and promises are true."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import camelnet
from tests.docstrings import docstrings

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("bench", "camelnet", "examples", "gui", "native", "packaging", "tests", "tools")

DOCUMENTED = ("camelnet", "gui", "tools")  # their docstrings are read, too

# Paths in documents begin at the root or at one of these, or in the folder that a page is about.
BASES = ("camelnet", "camelnet/session", "native/src", "native/src/games", "native/include")
OWN_BASES = {
    "cryptography.md": "camelnet/protocol",
    "model.md": "tests/model",
    "network.md": "camelnet/net",
    "simulator.md": "tests/sim",
}
# Paths that are no file of ours: made by a command, of another project, of a game called x.
ELSEWHERE = re.compile(r"build/.*|Python\.h|__init__\.py|camelnet\.po|.*[/-]x(/.*|\.\w+)")


def test_the_version_is_the_changelogs_newest() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == camelnet.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", camelnet.__version__)


def documents() -> list[Path]:
    """Every page that a person wrote."""
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")]
    return pages + sorted((ROOT / "docs").glob("*.md"))


# Words that were renamed, each with the one that is meant now.
RENAMED = {"workshop": "executor", "founding": "start of a game", "circle": "membership"}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def words_of(module: Path) -> str:
    return "\n\n".join(text for _line, text in docstrings(module))


def in_backquotes(document: Path) -> Iterator[str]:
    """The names that a page, or the docstrings of a module, have in backquotes."""
    is_module = document.suffix == ".py"
    text = words_of(document) if is_module else document.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    yield from re.findall(r"`([^`\n]+)`", text)


each_document = pytest.mark.parametrize("document", documents(), ids=lambda path: path.name)


@each_document
def test_every_path_that_a_document_names_exists(document: Path) -> None:
    bases = [ROOT / base for base in ("", *BASES, OWN_BASES.get(document.name, ""))]
    named = [
        name
        for name in in_backquotes(document)
        if re.fullmatch(r"[\w.\-/]*\w\.(py|c|h|md|txt|json|toml|po)|(\w+/)+", name)
        and not ELSEWHERE.fullmatch(name)
    ]
    assert [name for name in named if not any((base / name).exists() for base in bases)] == []


@pytest.fixture(scope="module")
def identifiers() -> frozenset[str]:
    """Every identifier in our sources, of Python and of C."""
    found: set[str] = set()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".c", ".h") and path.name not in ("_native.c", "_sodium.c"):
                found.update(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))
    return frozenset(found)


def gone_names(document: Path, identifiers: frozenset[str]) -> list[str]:
    """Names in backquotes, of the shape of code, of which no part is in use."""
    shape = (
        r"[A-Z][a-z]+([A-Z][a-z]*)+|[A-Za-z]\w*(\.\w+)+(\(\))?|_?[A-Za-z]+(_[A-Za-z0-9]+)+(\(\))?"
    )
    named = {name for name in in_backquotes(document) if re.fullmatch(shape, name)}
    files = re.compile(r".*\.(py|c|h|md|txt|json|jsonl|toml|po|local|com|lock|so)")
    return [
        name
        for name in sorted(named)
        if not files.fullmatch(name) and not set(name.removesuffix("()").split(".")) <= identifiers
    ]


@each_document
def test_every_name_of_code_in_a_document_exists(
    document: Path, identifiers: frozenset[str], members: dict[str, set[str]]
) -> None:
    """`TwoHumps`, `dotted.names` and `names_with_underscores`: the parts of each are in use."""
    assert gone_names(document, identifiers) == []
    assert gone_members(document, members) == []


@pytest.mark.parametrize("folder", DOCUMENTED)
def test_every_name_of_code_in_a_docstring_exists(
    folder: str, identifiers: frozenset[str], members: dict[str, set[str]]
) -> None:
    gone = {
        str(path.relative_to(ROOT)): names
        for path in modules(folder)
        if (names := [*gone_names(path, identifiers), *gone_members(path, members)])
    }
    assert gone == {}


def test_no_docstring_uses_a_word_that_was_renamed() -> None:
    old = re.compile(rf"\b({'|'.join(RENAMED)})\b", re.IGNORECASE)
    left = [
        f"{path.relative_to(ROOT)}: {found[0]} for {RENAMED[found[0].lower()]}"
        for path in modules("camelnet")
        for found in old.finditer(words_of(path))
    ]
    assert left == []


@pytest.fixture(scope="module")
def members() -> dict[str, set[str]]:
    """What each class of ours has: its methods and attributes, and those of its bases."""
    own: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    own.setdefault(node.name, set()).update(names_in(node))
                    found = {base.id for base in node.bases if isinstance(base, ast.Name)}
                    bases.setdefault(node.name, set()).update(found - {node.name})
    for name in own:
        ancestors = [name]
        for ancestor in ancestors:
            ancestors += bases.get(ancestor, set()) - set(ancestors)
            own[name] |= own.get(ancestor, set())
    return own


def names_in(node: ast.ClassDef) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield name


def gone_members(document: Path, members: dict[str, set[str]]) -> list[str]:
    """Members in backquotes, as in `Some.member`, that no class of that name has."""
    named = [
        re.fullmatch(r"([A-Z]\w+)\.(\w+)(?:\(.*\))?", name) for name in in_backquotes(document)
    ]
    return [
        found[0]
        for found in named
        if found and found[1] in members and found[2] not in members[found[1]]
    ]


@each_document
def test_every_make_command_that_a_document_names_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", document.read_text(), re.MULTILINE))
    assert named <= targets
    assert document.name != "README.md" or {"play", "test"} <= named


@each_document
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", document.read_text())
    for link, anchor in links:
        target = document.parent / link if link else document
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), f"{link}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_the_architecture_lists_every_package() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed = re.findall(r"^((?:\w+/)+) +\S", page.partition("## Packages\n")[2], re.MULTILINE)
    packages = [
        f"{path.parent.relative_to(ROOT)}/"
        for root in ("camelnet", "gui/camelnet_gui", "tools")
        for path in sorted((ROOT / root).rglob("__init__.py"))
        if not {"games", "screenshots"} & set(path.parent.relative_to(ROOT).parts[:-1])
    ]
    assert listed == packages


def test_every_command_that_the_readme_names_exists() -> None:
    import click

    from camelnet.cli import camelnet as group

    table = (ROOT / "README.md").read_text().partition("## Commands")[2]
    named = set(re.findall(r"^\| `camelnet ([a-z-]+)", table, re.MULTILINE))
    assert named == set(group.list_commands(click.Context(group)))


def test_the_python_samples_of_the_library_run_as_printed() -> None:
    results = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False)
    assert results.attempted > 3
    assert results.failed == 0


# --- promises ------------------------------------------------------------------------------------


def test_every_promise_of_the_page_on_security_leads_to_its_tests() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = page.partition("| promise | construction | assumptions |\n")[2].partition("\n\n")[0]
    promises = [row.split(" | ")[0] for row in table.splitlines()[1:]]
    assert len(promises) > 20
    assert [told for told in promises if not re.search(r"\[1\]\(\.\./tests/", told)] == []


@each_document
def test_every_row_of_a_table_has_as_many_cells_as_its_head(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, rule, *rows = table.splitlines()
        assert re.fullmatch(r"\|(:?-+:?\|)+", rule), head
        cells = [len(re.findall(r"(?<!\\)\|", row)) for row in (head, rule, *rows)]
        assert set(cells) == {cells[0]}, table
