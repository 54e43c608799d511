"""Completes the AppStream metainfo: the id, the releases of CHANGELOG.md, links and screenshots.

Links and screenshots need an address on the web, which only the publisher of a release knows:
`--url https://github.com/OWNER/NAME --ref v0.7.0`. Without it they are left out.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# The reverse of an address that its publisher holds; a fork needs its own.
ID = "io.github.camelnet.camelnet"
RELEASES_MAX = 5
# The dates of the versions in CHANGELOG.md. A version that is not listed is not published yet.
DATES = {
    "1.0.0": "2026-11-28",
    "0.12.0": "2026-11-23",
    "0.11.0": "2026-11-23",
    "0.10.0": "2026-11-23",
    "0.9.0": "2026-11-22",
    "0.8.0": "2026-11-22",
    "0.7.0": "2026-11-22",
    "0.6.0": "2026-11-22",
    "0.5.0": "2026-11-22",
    "0.4.0": "2026-11-21",
    "0.3.0": "2026-11-21",
    "0.2.0": "2026-11-21",
    "0.1.0": "2026-11-21",
}
SCREENSHOTS = {
    "board": "Camel Up in its second leg",
    "lobby": "The home page: games, tables, past games",
    "cards": "Camel Up Cards, with odds",
    "targui": "Targui, before an attack",
    "review": "A replay, with the graph of all chances",
}


@dataclass(frozen=True, slots=True)
class Release:
    """One section of CHANGELOG.md."""

    version: str
    notes: tuple[str, ...]


def metainfo(url: str = "", ref: str = "main") -> bytes:
    """The whole file. `url`: of the repository; `ref`: the tag whose screenshots it shows."""
    root = ET.fromstring(
        (HERE / "camelnet.metainfo.xml").read_text(encoding="utf-8"),
        ET.XMLParser(target=ET.TreeBuilder()),
    )
    _child(root, "id").text = ID
    if url:
        _add_addresses(root, url.rstrip("/"), ref)
    releases = ET.SubElement(root, "releases")
    published = [item for item in read_changelog() if item.version in DATES]
    for release in published[:RELEASES_MAX]:
        attributes = {"version": release.version, "date": DATES[release.version]}
        made = ET.SubElement(releases, "release", attributes)
        listed = ET.SubElement(ET.SubElement(made, "description"), "ul")
        for note in release.notes:
            ET.SubElement(listed, "li").text = note
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _add_addresses(root: ET.Element, url: str, ref: str) -> None:
    for kind, address in (
        ("homepage", url),
        ("bugtracker", f"{url}/issues"),
        ("vcs-browser", url),
        ("help", f"{url}/blob/{ref}/README.md"),
    ):
        ET.SubElement(root, "url", {"type": kind}).text = address
    shots = ET.SubElement(root, "screenshots")
    for number, (name, caption) in enumerate(SCREENSHOTS.items()):
        shot = ET.SubElement(shots, "screenshot", {} if number else {"type": "default"})
        ET.SubElement(shot, "caption").text = caption
        image = ET.SubElement(shot, "image", {"type": "source"})
        image.text = f"{url}/raw/{ref}/docs/screenshots/{name}.png"


def read_changelog(path: Path = ROOT / "CHANGELOG.md") -> list[Release]:
    """The sections, newest first, each with its points as plain text."""
    found = []
    for section in path.read_text(encoding="utf-8").split("\n## ")[1:]:
        version, _newline, body = section.partition("\n")
        points = re.split(r"^- ", body, flags=re.MULTILINE)[1:]
        found.append(Release(version.split()[0], tuple(map(_plain, points))))
    return found


def _plain(text: str) -> str:
    """Markdown without its marks, on one line."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"\*\*|[*`]", "", text).split())


def _child(root: ET.Element, name: str) -> ET.Element:
    found = root.find(name)
    assert found is not None, name
    return found
