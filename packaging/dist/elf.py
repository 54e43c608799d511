"""Reads an ELF library for things that a package must not carry: debug sections, symbols, search
paths.

`readelf` reports the same, but is not part of Python, and a test must not depend on it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

MAGIC = b"\x7fELF"
DYNAMIC = 6  # the type of the section that the dynamic loader reads
NEEDED, RPATH, RUNPATH = 1, 15, 29


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    kind: int
    offset: int
    size: int
    link: int


@dataclass(frozen=True, slots=True)
class Library:
    """The sections of a library, the libraries that it needs, and its search paths for them."""

    sections: tuple[str, ...]
    needed: tuple[str, ...]
    search_paths: tuple[str, ...]

    def burdens(self) -> list[str]:
        """Parts that nobody who runs the library needs."""
        heavy = [name for name in self.sections if name.startswith((".debug", ".zdebug", ".symtab"))]
        return heavy + [f"RUNPATH {path}" for path in self.search_paths]


def text(table: bytes, start: int) -> str:
    return table[start : table.index(b"\0", start)].decode()


def sections(data: bytes, order: str, wide: bool) -> Iterator[Section]:
    """The section headers, with their names resolved."""
    where, entry, count, names = (
        (struct.unpack_from(order + "Q", data, 40)[0], *struct.unpack_from(order + "HHH", data, 58))
        if wide
        else (
            struct.unpack_from(order + "I", data, 32)[0],
            *struct.unpack_from(order + "HHH", data, 46),
        )
    )
    layout = order + ("IIQQQQIIQQ" if wide else "IIIIIIIIII")
    headers = [struct.unpack_from(layout, data, where + n * entry) for n in range(count)]
    start, size = headers[names][4:6]
    table = data[start : start + size]
    for name, kind, _, _, offset, size, link, *_ in headers:
        yield Section(text(table, name), kind, offset, size, link)


def read(data: bytes) -> Library:
    """Read a library of any word size and byte order."""
    if not data.startswith(MAGIC):
        raise ValueError("not an ELF file")
    wide, order = data[4] == 2, "<" if data[5] == 1 else ">"
    found = list(sections(data, order, wide))
    needed, paths = [], []
    for section in found:
        if section.kind != DYNAMIC:
            continue
        strings = found[section.link]
        table = data[strings.offset : strings.offset + strings.size]
        content = data[section.offset : section.offset + section.size]
        for tag, value in struct.iter_unpack(order + ("qQ" if wide else "iI"), content):
            if tag == NEEDED:
                needed.append(text(table, value))
            elif tag in (RPATH, RUNPATH):
                paths.append(text(table, value))
    return Library(tuple(section.name for section in found), tuple(needed), tuple(paths))
