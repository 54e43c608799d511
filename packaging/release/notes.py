"""The notes of a release: its section of CHANGELOG.md, once tag, version and changelog agree.

python packaging/release/notes.py [TAG]    TAG is by default that of the workflow's run
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Disagree(Exception):
    """The release contradicts itself."""


def version() -> str:
    """The version of the sources."""
    text = (ROOT / "camelnet/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise Disagree("camelnet/__init__.py has no version")
    return found[1]


def section(wanted: str) -> str:
    """The section of the changelog for a version. Raises `Disagree` if it is not the newest."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (\S+).*\n", text, flags=re.MULTILINE)[1:]
    if not sections or sections[0] != wanted:
        newest = sections[0] if sections else "nothing"
        raise Disagree(f"the changelog's newest section is {newest}, not {wanted}")
    return sections[1].strip() + "\n"


def notes(tag: str) -> str:
    """The notes of the release with that tag; without a tag, of the sources' version."""
    own = version()
    if tag and tag != f"v{own}":
        raise Disagree(f"the tag is {tag}, but the version is {own}")
    return section(own)


def tag_of_run() -> str:
    """The tag that started the workflow; "" on a branch, and on a person's machine."""
    return (
        os.environ.get("GITHUB_REF_NAME", "") if os.environ.get("GITHUB_REF_TYPE") == "tag" else ""
    )


if __name__ == "__main__":
    try:
        sys.stdout.write(notes(sys.argv[1] if len(sys.argv) > 1 else tag_of_run()))
    except Disagree as error:
        sys.exit(f"release: {error}")
