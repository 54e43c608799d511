"""Collects the licences of everything in a bundle into its folder `licenses`.

Every file has an owner: a Python package, a package of the system, or Python itself. A file whose
owner is unknown, or whose owner has no licence text, is an error: we must not ship it.
"""

from __future__ import annotations

import ast
import csv
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

TEXT = re.compile(r"(?i)^(licen[cs]e|copying|copyright|notice|authors)")
QT = re.compile(r"(?i)^(pyside6|shiboken6)")  # their wheels carry no text
QT_TEXTS = ("LGPL-3.0.txt", "GPL-3.0.txt", "ICU.txt")
# In camelnet's own wheel: what is ours, and what others made, each with its text in the sources.
OWN = {
    "camelnet": "LICENSE",
    "libsodium": "native/libsodium/LICENSE",
    "noble-ciphers": "camelnet/guests/static/noble/ciphers/LICENSE",
    "noble-hashes": "camelnet/guests/static/noble/hashes/LICENSE",
}

README = """\
What this folder of camelnet contains, and under which licences
================================================================

camelnet itself is under the MIT licence: camelnet.txt. So are its sounds and pictures: a program in
its sources (packaging/sounds.py) computes the sounds, without any recording, and the app draws the
pictures. Compiled into its module _sodium is a part of libsodium, and its page for phones
(camelnet/guests/static) has a part of noble-ciphers and noble-hashes: libsodium.txt,
noble-ciphers.txt and noble-hashes.txt.

Qt and PySide6 (the folders PySide6 and shiboken6) are used under the GNU Lesser General Public
License, version 3: the folder Qt. They are as The Qt Company publishes them on https://pypi.org
under the names PySide6-Essentials and shiboken6. Their source is at
https://download.qt.io/official_releases/. Their libraries are files of their own, in
_internal/PySide6 (in the app for macOS: Contents/Frameworks/PySide6): you may replace them by your
own builds of the same version. What Qt itself contains is listed at
https://doc.qt.io/qt-6/licenses-used-in-qt.html.

Everything else, each with its licence in a folder or file of its name:

"""


class Unknown(Exception):
    """A file of the bundle has no known owner, or no licence; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part made by others: its name with its version, and the files with its licence."""

    name: str
    texts: tuple[Path, ...]
    wheel: bool = False  # a Python package, whose name is NAME-VERSION


class Environment:
    """The Python packages of a virtual environment, and the files that each brought."""

    def __init__(self, folder: Path) -> None:
        (site,) = {path.parent for path in folder.rglob("pyinstaller-*.dist-info")}
        self._site = site.resolve()
        self._owners: dict[Path, Path] = {}
        for information in sorted(self._site.glob("*.dist-info")):
            with (information / "RECORD").open(encoding="utf-8", newline="") as file:
                for place, *_rest in csv.reader(file):
                    # Asking the system for each of thousands takes minutes under wine.
                    self._owners[Path(os.path.normpath(self._site / place))] = information

    def owner(self, path: Path) -> Part | None:
        information = self._owners.get(path)
        return None if information is None else self._part(information)

    def named(self, name: str) -> Part:
        (information,) = self._site.glob(f"{name}-*.dist-info")
        return self._part(information)

    def _part(self, information: Path) -> Part:
        texts = sorted(
            path
            for path in information.rglob("*")
            if path.is_file() and (TEXT.match(path.name) or path.parent.name == "licenses")
        )
        return Part(information.name.removesuffix(".dist-info"), tuple(texts), wheel=True)


def collect(folder: Path, work: Path, environment: Path, texts: Path, root: Path) -> int:
    """Write `licenses` into a bundle. In `work` PyInstaller has noted the source of each file;
    `texts` has the licences that packages do not bring, `root` the sources. Returns the number of
    parts."""
    packages = Environment(environment)
    parts = {packages.named("pyinstaller").name: packages.named("pyinstaller")}
    parts["Python"] = Part("Python", (python_licence(),))
    for source in sources(work):
        part = owner(source, packages, environment)
        parts[part.name] = part
    target = folder / "licenses"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name, text in OWN.items():
        shutil.copy(root / text, target / f"{name}.txt")
    (target / "Qt").mkdir()
    for name in QT_TEXTS:
        shutil.copy(texts / name, target / "Qt")
    others = [part for part in parts.values() if not part.name.startswith("camelnet-")]
    for part in sorted(others, key=lambda part: part.name):
        write(part, target)
    names = [part.name for part in sorted(others, key=lambda part: part.name.lower())]
    (target / "README.txt").write_text(
        README + "".join(f"- {name}\n" for name in names if not QT.match(name)), encoding="utf-8"
    )
    return len(others)


def write(part: Part, target: Path) -> None:
    if QT.match(part.name):
        return
    if not part.texts:
        raise Unknown(f"{part.name} has no licence text")
    if len(part.texts) == 1:
        shutil.copyfile(part.texts[0], target / f"{part.name}.txt")
        return
    (target / part.name).mkdir()
    for text in part.texts:
        shutil.copyfile(text, target / part.name / text.name)


def sources(work: Path) -> Iterator[Path]:
    """The files that PyInstaller took, by its tables of contents."""
    names = ("COLLECT-00.toc", "PYZ-00.toc")
    tables = [ast.literal_eval((work / name).read_text("utf-8")) for name in names]
    for path in sorted({Path(place) for table in tables for _target, place in entries(table)}):
        if path.is_absolute() and path.is_file() and work not in path.parents:
            yield path.resolve()


def entries(table: object) -> Iterator[tuple[str, str]]:
    """Place and source of all triples (place, source, kind), however deep they are nested."""
    match table:
        case (str(target), str(source), str()):
            yield target, source
        case list() | tuple():
            for inner in table:
                yield from entries(inner)
        case _:
            pass


def owner(path: Path, packages: Environment, environment: Path) -> Part:
    if found := packages.owner(path):
        return found
    if environment.resolve() in path.parents:
        raise Unknown(f"no package lists {path}")
    if any(place in path.parents for place in _python_places()):
        return Part("Python", (python_licence(),))
    if Path(__file__).resolve().parent in path.parents:
        return Part("camelnet-bundle", ())  # the first script of executables
    if package := system_package(path):
        return Part(package, (system_licence(package),))
    raise Unknown(f"nothing on this system says whose {path} is")


def _python_places() -> Iterable[Path]:
    paths = sysconfig.get_paths()
    places = [Path(paths["stdlib"]), Path(paths["platstdlib"])]
    if sys.base_prefix != "/usr":
        places.append(Path(sys.base_prefix))
    return [place.resolve() for place in places]


def python_licence() -> Path:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = (
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(sysconfig.get_paths()["stdlib"], "LICENSE.txt"),
        Path(f"/usr/share/doc/{version}-minimal/copyright"),
        Path(f"/usr/share/doc/lib{version}-minimal/copyright"),
    )
    for place in places:
        if place.is_file():
            return place
    raise Unknown(f"Python's licence is in none of {', '.join(map(str, places))}")


def system_package(path: Path) -> str:
    """The Debian package that brought a file; "" if none did. Debian lists some files in /lib."""
    for spelling in (str(path), str(path).removeprefix("/usr")):
        command = ["dpkg-query", "--search", spelling]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            return ""  # no Debian
        if done.returncode == 0:
            return done.stdout.split(":")[0].split(",")[0]
    return ""


def system_licence(package: str) -> Path:
    text = Path("/usr/share/doc", package, "copyright")
    if not text.is_file():
        raise Unknown(f"{package} has no licence text")
    return text
