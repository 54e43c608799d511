"""The choice of a bundle's contents: modules, Qt's plugins and libraries, translations.

PyInstaller collects everything that any hook knows of. This is the list of camelnet's needs; a
library that nothing on the list loads is left out, whatever its name on this system.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePosixPath

Entry = tuple[str, str, str]  # target, source, PyInstaller's kind
Imports = Callable[[str], Iterable[str]]  # the libraries that a library loads, as paths

# Python modules that some import mentions, but camelnet does not need.
EXCLUDED = (
    *("dask", "distributed", "gymnasium", "numpy", "pettingzoo"),  # the extras arena and env
    *("IPython", "pygments", "setuptools", "pkg_resources", "pip"),
    *("tkinter", "curses", "readline", "unittest", "pydoc", "doctest"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtOpenGL", "PySide6.QtPdf"),
)

# Packages and modules of ours for researchers: of the laboratory only the tournaments and `camelnet
# bench` are commands; and names of up to 0.11, under which programs of others import them.
UNPLAYED = (
    *("camelnet.lab.env", "camelnet.lab.selfplay", "camelnet.lab.strength", "camelnet.lab.train"),
    *("camelnet.arena", "camelnet.env"),
)

# Qt's plugins by folder. Other systems have other affixes: libqxcb.so, qwindows.dll.
PLUGINS = {
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "platforminputcontexts": (
        "composeplatforminputcontextplugin",
        "ibusplatforminputcontextplugin",
    ),
    "platformthemes": ("qxdgdesktopportal",),
    "styles": ("qmodernwindowsstyle", "qmacstyle"),
    "imageformats": ("qsvg",),  # for the marks in check boxes; PNG is in QtGui
    "iconengines": ("qsvgicon",),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-decoration-client": ("bradient",),  # adwaita would need the theme's portal
    "permissions": (),
}

# Libraries that every Linux desktop has, and that must fit that system rather than us: the runtimes
# that its graphics drivers share with us, X11, fonts with their configuration, the message bus, and
# all parts of the C library.
# Libraries that only these load stay out with them. Windows 10 brings its C runtime, and any
# program on PATH, such as a JDK, may have a copy of it.
OF_THE_SYSTEM = re.compile(
    r"(?i)lib(mvec|stdc\+\+|gcc_s|z|uuid|expat|X11|X11-xcb|fontconfig|freetype|dbus-1)(-[\d.]+)?\.so"
    r"|(api|ext)-ms-win-|ucrtbase\.dll"
)

_PLUGIN = re.compile(r"/plugins/(?P<folder>[^/]+)/(lib)?(?P<name>[^/]+)\.(so|dll|dylib)$")
_FRAMEWORK = re.compile(r"(?P<framework>[^/]+\.framework)/")
_LANGUAGE = re.compile(r"/translations/(?P<catalogue>[^/]+)\.qm$")
_PLACES = re.compile(r"\.dist-info/(direct_url\.json|RECORD|INSTALLER|REQUESTED)$")


def is_played(module: str) -> bool:
    """True for a module of ours that goes in."""
    return not any(f"{module}.".startswith(f"{name}.") for name in UNPLAYED)


def is_wanted_plugin(place: str) -> bool:
    """True for a plugin of Qt's on the list."""
    found = _PLUGIN.search(_posix(place))
    return found is not None and found["name"] in PLUGINS.get(found["folder"], ())


def chosen_binaries(binaries: Iterable[Entry], imports: Imports) -> list[Entry]:
    """The libraries that the Python modules and the wanted plugins load, directly or not.

    `imports` lists the libraries that a library loads. Python's own library, and the runtime of
    its compiler that lies beside it on Windows, stay."""
    found = list(binaries)
    sources = {_real(source) for place, source, _kind in found if not _is_of_the_system(place)}
    roots = [_real(entry[1]) for entry in found if _is_root(entry)]
    reached = _reached(roots, sources, imports)
    return [entry for entry in found if _real(entry[1]) in reached]


def chosen_data(
    data: Iterable[Entry], languages: Collection[str], kept: list[Entry]
) -> list[Entry]:
    """The data files that camelnet reads: Qt's words in our languages; no folder names of the
    building machine, nothing of excluded frameworks, and no link to what is left out."""
    frameworks = {_framework(place) for place, _source, _kind in kept}
    words = {f"qtbase_{language}" for language in languages}

    def is_kept(place: str) -> bool:
        place = _posix(place)
        if _PLACES.search(place):
            return False
        if found := _LANGUAGE.search(place):
            return found["catalogue"] in words
        return _framework(place) is None or _framework(place) in frameworks

    found = [entry for entry in data if is_kept(entry[0])]
    places = {_posix(place) for place, _source, kind in (*kept, *found) if kind != "SYMLINK"}
    return [entry for entry in found if entry[2] != "SYMLINK" or _leads_on(entry, places)]


def _leads_on(link: Entry, places: Collection[str]) -> bool:
    """True for a symbolic link to a file of the bundle, or within a framework."""
    place, target = _posix(link[0]), _posix(link[1])
    there = posixpath.normpath(posixpath.join(posixpath.dirname(place), target))
    return there in places or _framework(place) is not None


def _reached(roots: list[str], known: Collection[str], imports: Imports) -> set[str]:
    reached: set[str] = set()
    waiting = list(roots)
    while waiting:
        source = waiting.pop()
        if source in reached:
            continue
        reached.add(source)
        waiting += (loaded for loaded in map(_real, imports(source)) if loaded in known)
    return reached


def _is_root(entry: Entry) -> bool:
    place, _source, kind = entry
    place = _posix(place)
    if kind == "EXTENSION":
        return not _is_excluded(place)
    if "/plugins/" in place:
        return is_wanted_plugin(place)
    if _framework(place) == "Python.framework":  # of python.org, for macOS
        return True
    name = PurePosixPath(place).name.lower()
    return re.match(r"(lib)?python3|vcruntime", name) is not None


def _is_of_the_system(place: str) -> bool:
    return OF_THE_SYSTEM.match(PurePosixPath(_posix(place)).name) is not None


def _is_excluded(place: str) -> bool:
    """True for a compiled module on the list of those that camelnet does not need; some hooks bring
    them all the same."""
    return place.split(".")[0].replace("/", ".") in EXCLUDED


def _framework(place: str) -> str | None:
    found = _FRAMEWORK.search(_posix(place))
    return found["framework"] if found else None


def _posix(place: str) -> str:
    return place.replace("\\", "/")


def _real(path: str) -> str:
    return str(Path(path).resolve())
