"""Keeps the translations in step with the words in the sources.

    python packaging/catalogue.py                 take new words in, drop those nobody says any more
    python packaging/catalogue.py --check [FILE]  say what is wrong and exit 1, else exit 0

Words are marked in the sources by `_`, `N_`, `ngettext` and `message` (see `camelnet.i18n`); all of
the app's Markdown pages is words. The catalogues are
`camelnet/locale/<language>/LC_MESSAGES/camelnet.po`; the build compiles them.
"""

from __future__ import annotations

import runpy
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("camelnet", "gui/camelnet_gui")
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "message": None}
WORDS_OF_PAGE = runpy.run_path(str(ROOT / "gui/camelnet_gui/games/page_text.py"))["words"]


def extract_page(file: Any, *_how: Any, options: Any) -> Iterator[tuple[int, None, str, list[str]]]:
    """All words of a Markdown page, as babel asks for them."""
    for text in WORDS_OF_PAGE(file.read().decode("utf-8")):
        yield 1, None, text, []


def extract() -> Catalog:
    """Every marked word of the sources, with the files that contain it."""
    catalogue = Catalog(project="camelnet", fuzzy=False)
    for source in SOURCES:
        found = extract_from_dir(
            ROOT / source,
            method_map=[("**.py", "python"), ("**.md", extract_page)],
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        )
        for name, _line, words, comments, context in found:
            # Without line numbers a moved line does not change the translations.
            place = (f"{source}/{name}", 0)
            catalogue.add(words, None, [place], auto_comments=comments, context=context)
    return catalogue


def catalogues() -> list[Path]:
    return sorted(ROOT.glob("camelnet/locale/*/LC_MESSAGES/camelnet.po"))


def load(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def update(path: Path, template: Catalog) -> None:
    """Give `path` the words of `template`; its header and its translations stay."""
    header = path.read_text(encoding="utf-8").partition("\n\n")[0]
    translation = load(path)
    translation.update(template, no_fuzzy_matching=True)
    translation.obsolete.clear()
    for entry in translation:
        entry.locations = sorted(dict.fromkeys(entry.locations))
    with path.open("wb") as file:
        file.write(header.encode() + b"\n\n")
        write_po(
            file, translation, width=100, omit_header=True, sort_by_file=True, include_lineno=False
        )


def untranslated(path: Path) -> int:
    return sum(not all(forms(entry.string)) for entry in load(path) if entry.id)


def fields(text: str) -> set[str]:
    """The `{names}` that `str.format` fills in; raises ValueError for a lone brace."""
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def faults_of_entry(wanted: Message, entry: Message | None) -> Iterator[str]:
    """The faults in the translation of one phrase."""
    if entry is None or not all(forms(entry.string)):
        yield "has no translation"
        return
    if entry.fuzzy:
        yield "is marked fuzzy"
    if isinstance(entry.string, str) != isinstance(wanted.id, str):
        yield "has a plural on one side only"
        return
    # The singular may leave the number out: "a card", "{count} cards".
    allowed = set().union(*map(fields, forms(wanted.id)))
    required = (
        allowed if isinstance(wanted.id, str) else set.intersection(*map(fields, forms(wanted.id)))
    )
    for form in forms(entry.string):
        try:
            named = fields(form)
        except ValueError as error:
            yield f"cannot be formatted: {error}"
            continue
        if not required <= named <= allowed:
            yield f"has the fields {sorted(named)} instead of {sorted(allowed)}"


def faults(path: Path, template: Catalog) -> Iterator[str]:
    """The faults of the catalogue at `path`, one sentence each."""
    translation = load(path)
    for wanted in template:
        if wanted.id:
            entry = translation.get(wanted.id, wanted.context)
            for fault in faults_of_entry(wanted, entry):
                yield f"{path.name}: {forms(wanted.id)[0]!r} {fault}"
    for entry in [*translation, *translation.obsolete.values()]:
        if entry.id and template.get(entry.id, entry.context) is None:
            yield f"{path.name}: {forms(entry.id)[0]!r} is obsolete"


def main(arguments: list[str]) -> int:
    template = extract()
    if arguments[:1] == ["--check"]:
        paths = [Path(name) for name in arguments[1:]] or catalogues()
        found = [fault for path in paths for fault in faults(path, template)]
        print("\n".join(found) if found else "the catalogues are complete")
        return bool(found)
    if arguments:
        print(__doc__)
        return 2
    for path in catalogues():
        update(path, template)
        print(f"{path.relative_to(ROOT)}: {untranslated(path)} phrases to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
