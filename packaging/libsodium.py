"""The vendored source of libsodium: its check against the sdist of its origin, and its update.

python packaging/libsodium.py            compares every file with native/sodium/manifest.json
python packaging/libsodium.py --sdist    and with the sdist, downloaded again by pip
python packaging/libsodium.py --update   takes the files from PyNaCl's newest sdist (or VERSION)

PyNaCl's sdist on PyPI carries the whole of libsodium. We keep only the files that
native/sodium/libsodium.c needs, unmodified; the manifest lists them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENDORED = ROOT / "native/libsodium"
MANIFEST = ROOT / "native/sodium/manifest.json"
# In the sdist, after the folder with its name.
TOP = "src/libsodium"
SOURCE = f"{TOP}/src/libsodium"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def manifest() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return read


def differences(folder: Path, files: dict[str, str]) -> Iterator[str]:
    """Each file of the folder that is missing, strange or changed."""
    here = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    for name in sorted(here.keys() | files.keys()):
        if name not in here:
            yield f"{name} is missing"
        elif name not in files:
            yield f"{name} is not in the manifest"
        elif sha256(here[name].read_bytes()) != files[name]:
            yield f"{name} was changed"


def origin(name: str) -> str:
    """The place of a vendored file in the sdist."""
    return f"{TOP}/{name}" if name == "LICENSE" else f"{SOURCE}/{name}"


class Sdist:
    """A source distribution of PyNaCl from PyPI, in a folder."""

    def __init__(self, folder: Path, version: str = "", digest: str = "") -> None:
        command = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "download",
            "--quiet",
        ]
        command += ["--no-deps", "--no-build-isolation", "--no-binary", ":all:"]
        # pip asks an sdist for its metadata, which runs its code: pin the hash that we know, if
        # any.
        wanted = f"PyNaCl{version and f'=={version}'}{digest and f' --hash=sha256:{digest}'}\n"
        (folder / "wanted.txt").write_text(wanted, encoding="utf-8")
        command += ["--requirement", str(folder / "wanted.txt"), "--dest", str(folder)]
        subprocess.run(command, check=True)
        (self.path,) = folder.glob("*.tar.gz")
        self._files: dict[str, bytes] = {}
        with tarfile.open(self.path) as archive:
            for member in archive:
                inside = member.name.partition("/")[2]
                if member.isfile() and inside.startswith(f"{TOP}/"):
                    file = archive.extractfile(member)
                    assert file is not None
                    self._files[inside] = file.read()

    def read(self, inside: str) -> bytes:
        return self._files[inside]

    def libsodium(self) -> str:
        """The version of the library, and its branch: the first line of its change log."""
        changes = self.read(f"{TOP}/ChangeLog").decode()
        told = re.search(r"^\* Version (\S+)", changes, re.MULTILINE)
        assert told is not None, "libsodium's changes name no version"
        return told[1]

    def described(self, files: list[str]) -> dict[str, Any]:
        """The manifest of these files."""
        version = self.path.name.removesuffix(".tar.gz").rpartition("-")[2]
        return {
            "libsodium": self.libsodium(),
            "pynacl": version,
            "pynacl_sdist_sha256": sha256(self.path.read_bytes()),
            "files": {name: sha256(self.read(origin(name))) for name in sorted(files)},
        }


def check() -> list[str]:
    return list(differences(VENDORED, manifest()["files"]))


def check_with_sdist() -> list[str]:
    written = manifest()
    with tempfile.TemporaryDirectory() as folder:
        sdist = Sdist(Path(folder), written["pynacl"], written["pynacl_sdist_sha256"])
        found = sdist.described(list(written["files"]))
    return check() + [
        f"{name}: the sdist says {found[name]}" for name in written if found[name] != written[name]
    ]


def update(version: str) -> None:
    files = list(manifest()["files"])
    with tempfile.TemporaryDirectory() as folder:
        sdist = Sdist(Path(folder), version)
        for name in files:
            path = VENDORED / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(sdist.read(origin(name)))
        described = sdist.described(files)
    MANIFEST.write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="check or update the vendored libsodium")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--sdist", action="store_true", help="compare with the sdist as well")
    ways.add_argument("--update", nargs="?", const="", metavar="VERSION", help="take new files")
    asked = parser.parse_args(arguments)
    if asked.update is not None:
        update(asked.update)
    found = check_with_sdist() if asked.sdist else check()
    print("\n".join(found) or f"{len(manifest()['files'])} files of libsodium as they came")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
