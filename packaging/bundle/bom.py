"""Writes `sbom.cdx.json` into a bundle: its parts with versions, and every file with its hash.

    python bom.py APP WORK ENVIRONMENT VERSION OUTPUT

writes that of a signed app for macOS into a file beside it: signing changes files, and an app that
is signed must not change.

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

from licences import Environment, Part, Unknown, entries, owner, sources

NAME = "sbom.cdx.json"
# Where PyInstaller puts what it collects; the last two in an app for macOS.
BASES = ("_internal", ".", "Contents/Frameworks", "Contents/Resources")
MANIFEST = Path(__file__).resolve().parents[2] / "native/sodium/manifest.json"
NOBLE = "2.4.0"  # tests/guests/test_guest_server.py holds its files


def write(
    folder: Path, work: Path, environment: Path, version: str, output: Path | None = None
) -> int:
    """Write it as the last file of a bundle, or into `output`; returns the number of parts. In
    `work` PyInstaller has noted the source of each file. What has none (icons, licences, our
    programs) is camelnet's."""
    output = output or folder / NAME
    packages = Environment(environment)
    owners = {source: owner(source, packages, environment) for source in sources(work)}
    # PyInstaller's own code, and modules of Python, lie within our programs: parts without files.
    files: dict[Part, list[dict[str, Any]]] = {packages.named("pyinstaller"): []}
    files |= {part: [] for part in owners.values() if not part.name.startswith("camelnet-")}
    ours: list[dict[str, Any]] = []
    known = dict(_collected(folder, work))
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path == output:
            continue
        part = owners.get(known.get(path, path))
        (ours if part is None else files.get(part, ours)).append(
            {"type": "file", "name": path.relative_to(folder).as_posix(), "hashes": _hashes(path)}
        )
    own = {"type": "application", "bom-ref": "camelnet", "name": "camelnet", "version": version}
    told: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**own, "components": ours}},
        "components": [
            {**component(part), "components": files[part]}
            for part in sorted(files, key=lambda part: part.name)
        ]
        + vendored(),
    }
    _put(output, told)
    return len(told["components"])


def renew(folder: Path) -> None:
    """Bring the list of a bundle in step with what was removed from it and changed since; a part of
    which no file is left goes."""
    told = json.loads((folder / NAME).read_text(encoding="utf-8"))
    parts = [told["metadata"]["component"], *told["components"]]
    emptied = []
    for part in parts:
        there = [
            {**file, "hashes": _hashes(folder / file["name"])}
            for file in part.get("components", ())
            if (folder / file["name"]).is_file()
        ]
        if part.get("components") and not there:
            emptied.append(part)
        part["components"] = there
    told["components"] = [part for part in told["components"] if part not in emptied]
    _put(folder / NAME, told)


def _put(path: Path, told: dict[str, Any]) -> None:
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _hashes(path: Path) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}]


def vendored() -> list[dict[str, Any]]:
    """What lies in camelnet's own sources and was made by others; its files are among ours."""
    sodium = json.loads(MANIFEST.read_text(encoding="utf-8"))["libsodium"]
    return [
        _component("libsodium", sodium, f"pkg:generic/libsodium@{sodium}"),
        *(
            _component(f"@noble/{name}", NOBLE, f"pkg:npm/%40noble/{name}@{NOBLE}")
            for name in ("ciphers", "hashes")
        ),
    ]


def component(part: Part) -> dict[str, Any]:
    """A part: a Python package by its name and version, Python, or a package of the system."""
    if part.name == "Python":
        version = ".".join(map(str, sys.version_info[:3]))
        return _component("Python", version, f"pkg:generic/python@{version}")
    if part.wheel:
        name, _dash, version = part.name.partition("-")
        name = re.sub(r"[-_.]+", "-", name).lower()  # as PyPI spells it
        return _component(name, version, f"pkg:pypi/{name}@{version}")
    command = ["dpkg-query", "--show", "--showformat=${Version}", part.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unknown(f"nothing says which version {part.name} has")
    return _component(part.name, done.stdout, f"pkg:deb/debian/{part.name}@{done.stdout}")


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
    for target, source in entries(table):
        for base in BASES:
            place = folder / base / target
            if place.is_file():
                yield place, Path(source).resolve()


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:4]), sys.argv[4], Path(sys.argv[5]))
