"""Writes `sbom.cdx.json` into a bundle: its parts with versions, and every file with its hash.

The format is CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). It has no date and no number of
its own, so that a bundle built twice is the same.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from licences import Environment, Unknown, owner, sources

NAME = "sbom.cdx.json"
_OF_A_WHEEL = re.compile(r"(?P<name>[^-]+)-(?P<version>\d[^-]*)")


def write(folder: Path, work: Path, environment: Path, version: str) -> int:
    """Write it as the last file of a bundle; returns the number of parts. In `work` PyInstaller has
    noted the source of each file. What has none (icons, licences, our programs) is camelnet's."""
    packages = Environment(environment)
    files: dict[str, list[dict[str, Any]]] = {"camelnet": []}
    files[packages.named("pyinstaller").name] = []  # within our programs
    for source in sources(work):  # modules of Python lie there, too
        files.setdefault(_part_of(source, packages, environment), [])
    known = dict(_collected(folder, work))
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path == folder / NAME:
            continue
        source = known.get(path)
        part = "camelnet" if source is None else _part_of(source, packages, environment)
        files[part].append(
            {
                "type": "file",
                "name": path.relative_to(folder).as_posix(),
                "hashes": [
                    {"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}
                ],
            }
        )
    own = {"type": "application", "bom-ref": "camelnet", "name": "camelnet", "version": version}
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**own, "components": files.pop("camelnet")}},
        "components": [
            {**component(part), "components": there} for part, there in sorted(files.items())
        ],
    }
    text = json.dumps(told, indent=1, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")
    return len(files)


def _part_of(source: Path, packages: Environment, environment: Path) -> str:
    name = owner(source, packages, environment).name
    return "camelnet" if name.startswith("camelnet-") else name


def component(part: str) -> dict[str, Any]:
    """A part: a Python package by its name and version, Python, or a package of the system."""
    if part == "Python":
        version = ".".join(map(str, sys.version_info[:3]))
        return _component("Python", version, f"pkg:generic/python@{version}")
    if found := _OF_A_WHEEL.fullmatch(part):
        name = re.sub(r"[-_.]+", "-", found["name"]).lower()  # as PyPI spells it
        return _component(name, found["version"], f"pkg:pypi/{name}@{found['version']}")
    command = ["dpkg-query", "--show", "--showformat=${Version}", part]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unknown(f"nothing says which version {part} has")
    return _component(part, done.stdout, f"pkg:deb/debian/{part}@{done.stdout}")


def _component(name: str, version: str, purl: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
    }


def _collected(folder: Path, work: Path) -> Iterator[tuple[Path, Path]]:
    """The files that PyInstaller copied into the bundle, each with its source."""
    table = ast.literal_eval((work / "COLLECT-00.toc").read_text("utf-8"))
    for target, source in _entries(table):
        for place in (folder / "_internal" / target, folder / target):
            if place.is_file() and Path(source).is_absolute() and work not in Path(source).parents:
                yield place, Path(source).resolve()


def _entries(table: object) -> Iterator[tuple[str, str]]:
    match table:
        case (str(target), str(source), str()):
            yield target, source
        case list() | tuple():
            for inner in table:
                yield from _entries(inner)
