"""Every marked word of the sources reaches the catalogue, wherever it stands in its line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from camelnet import i18n
from tests.scripts import ROOT, script

MARKS = frozenset({"_", "N_", "ngettext"})


def marked(source: str) -> Iterator[str]:
    """The first words of every call that marks some, also within an f-string."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.args else None
            if node.func.id in MARKS and isinstance(first, ast.Constant):
                assert isinstance(first.value, str)
                yield first.value


def test_words_within_an_f_string_count_as_marked() -> None:
    source = "f\"{_('drawn')}\" + N_('a' 'b') + ngettext('one', 'many', 2)"
    assert set(marked(source)) == {"drawn", "ab", "one"}


@pytest.mark.slow
def test_every_marked_word_is_extracted() -> None:
    catalogue = script("catalogue")
    extracted = {catalogue.forms(entry.id)[0] for entry in catalogue.extract() if entry.id}
    said = [
        (path.relative_to(ROOT).as_posix(), text)
        for folder in catalogue.SOURCES
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in marked(path.read_text(encoding="utf-8"))
    ]
    assert len(said) > 500
    assert [place for place in said if place[1] not in extracted] == []


def test_a_language_whose_file_is_missing_reads_as_english_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path)
    assert i18n.choose_language(["de_DE.UTF-8"]) == "en"
    assert i18n.missing_language() == "Deutsch"
    assert i18n._("leg") == "leg"
    monkeypatch.undo()
    assert i18n.choose_language(["de"]) == "de"
    assert i18n.missing_language() == ""
    i18n.choose_language(["en"])


def said_in(language: str) -> list[str]:
    with (ROOT / f"camelnet/locale/{language}/LC_MESSAGES/camelnet.po").open("rb") as file:
        said = [str(entry.string) for entry in read_po(file) if entry.id]
    assert len(said) > 500
    return said


def test_german_sets_a_space_before_an_ellipsis() -> None:
    said = said_in("de")
    assert [text for text in said if re.search(r"\w…", text)] == []


def test_french_speaks_to_one_reader_as_to_a_friend() -> None:
    said = said_in("fr")
    polite = [text for text in said if re.search(r"(?i)\b(?:vous|votre|vos)\b", text)]
    assert [text[:25] for text in polite] == ["Vous jouez à tour de rôle"]  # to all at the laptop


@pytest.fixture
def french() -> Iterator[None]:
    i18n.choose_language(["fr"])
    yield
    i18n.choose_language(["en"])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Amina", "d\u2019Amina"),
        ("\u00c9lodie", "d\u2019\u00c9lodie"),
        ("\u0153il", "d\u2019\u0153il"),
        ("Yves", "d\u2019Yves"),
        ("Yasmine", "de Yasmine"),
        ("Hassan", "de Hassan"),
        ("Badr", "de Badr"),
        ("8", "de 8"),
        ("", "de "),
    ],
)
def test_a_french_name_shortens_the_word_before_it(french: None, name: str, told: str) -> None:
    ghost = "{name}'s ghost"
    assert i18n._(ghost).format(name=name) == f"le fant\u00f4me {told}"
    assert str(i18n.message(ghost, name=name)) == f"le fant\u00f4me {told}"
