"""Builds the bundle: camelnet with its own Python and Qt in one folder, and an archive of that.

Run it by `make bundle`, with the Python that goes into the bundle. It builds the wheel from a clean
copy of the sources and installs it into build/bundle-venv; PyInstaller collects the installed
files. Then come the licences and the checks: of the size, and that nothing betrays the building
machine.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent / "dist")]

import archive  # noqa: E402
import bom  # noqa: E402
import elf  # noqa: E402
import licences  # noqa: E402

WORK = ROOT / "build/bundle-work"
VENV = ROOT / "build/bundle-venv"
OUT = ROOT / "build/bundle"
DIST = ROOT / "dist"

MEGABYTE = 1_000_000
UNPACKED_MAX, PACKED_MAX = 150 * MEGABYTE, 60 * MEGABYTE

# The sources of the wheel, and the products of earlier builds among them.
SOURCES = ("camelnet", "gui", "native", "setup.py", "pyproject.toml", "README.md", "LICENSE")
BUILT = ("__pycache__", "*.so", "*.pyd", "*.o", "*.mo", "_*.c", "*.egg-info")
EXTRAS = "gui,sound"


class Failure(Exception):
    """There is no bundle; the text is a sentence with the reason."""


def say(words: str) -> None:
    print(f"bundle: {words}", flush=True)


def run(*command: str | Path, quiet: bool = False, **more: str) -> None:
    """Run a command with `more` in its environment; `quiet`: without its output."""
    words = [str(word) for word in command]
    output = subprocess.DEVNULL if quiet else None
    subprocess.run(words, check=True, stdout=output, env={**os.environ, **more})


def python() -> Path:
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def pip(*words: str | Path) -> None:
    run(python(), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", *words)


def copy_sources(folder: Path) -> None:
    """Copy the sources into a new folder, without the products of earlier builds."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*BUILT))
        else:
            shutil.copy(ROOT / name, folder / name)


def build_wheel() -> Path:
    """The wheel of a copy of the sources."""
    sources, wheels = WORK / "sources", WORK / "wheels"
    copy_sources(sources)
    shutil.rmtree(wheels, ignore_errors=True)
    pip("wheel", "--no-deps", "--wheel-dir", wheels, sources)
    (wheel,) = wheels.glob("camelnet-*.whl")
    return wheel


def set_up() -> None:
    """Create the environment from which PyInstaller collects; anew when its requirements change."""
    stamp = VENV / ".made"
    digest = hashlib.sha256(f"{sys.version} {VENV}".encode())
    for path in (HERE / "requirements.txt", ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    shutil.rmtree(VENV, ignore_errors=True)
    venv.create(VENV, with_pip=True)
    stamp.write_text(digest.hexdigest())


def install(wheel: Path) -> None:
    needs = ["--requirement", HERE / "requirements.txt"]
    # A processor that is rare may have no wheel of a newest version: rather an older one than Rust.
    pip("install", "--prefer-binary", *needs, f"camelnet[{EXTRAS}] @ {wheel.as_uri()}")
    pip("install", "--force-reinstall", "--no-deps", wheel)  # the same version with new content


def freeze() -> Path:
    """Run PyInstaller; return its folder."""
    shutil.rmtree(OUT, ignore_errors=True)
    run(  # -P: collect the installed package, not the checkout
        python(),
        *("-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", OUT, "--workpath", WORK, HERE / "camelnet.spec"),
        PATH=search_path(sys.platform, os.environ),
        PYTHONHASHSEED="0",
        SOURCE_DATE_EPOCH=str(archive.source_date(ROOT)),
    )
    return OUT / "camelnet"


def search_path(system: str, environment: Mapping[str, str]) -> str:
    """The PATH for PyInstaller. On Windows it collects libraries from there, so only the system's
    own folders stay."""
    if system != "win32":
        return environment["PATH"]
    root = environment["SystemRoot"]
    return f"{root}\\System32;{root}"


def draw_icons(desktop: Path) -> None:
    """Draw the icons of executables, if the system has any; the specification finds them in
    WORK."""
    if not sys.platform.startswith("linux"):
        run(python(), desktop / "icons.py", WORK / "icons")


def add_desktop(desktop: Path, folder: Path) -> None:
    """Add the files for a Linux desktop in `share`, for packagers of the bundle."""
    if sys.platform.startswith("linux"):
        run(python(), desktop / "install.py", "--prefix", folder, quiet=True)


def desktop_programs() -> Path:
    """A copy of packaging/desktop outside the checkout: there its programs find only the installed
    camelnet, which is built."""
    place = WORK / "desktop"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT / "packaging/desktop", place / "packaging/desktop")
    shutil.copy(ROOT / "CHANGELOG.md", place)
    return place / "packaging/desktop"


def strip(folder: Path) -> None:
    """Remove symbols and debug information from the libraries that some wheels bring."""
    if not sys.platform.startswith("linux"):
        return
    for path in sorted((folder / "_internal").rglob("*.so*")):
        if path.is_symlink() or not path.is_file():
            continue
        heavy = [name for name in elf.read(path.read_bytes()).burdens() if name.startswith(".")]
        if heavy:
            path.chmod(0o755)
            run("strip", "--strip-unneeded", path)


def check_size(what: str, size: int, most: int) -> None:
    say(f"{what}: {size / MEGABYTE:.1f} MB")
    if size > most:
        raise Failure(f"{what}: that is more than {most / MEGABYTE:.0f} MB")


def size_of(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


def glibc_needed(folder: Path) -> str:
    """The newest version of the C library that any file requires; "" on systems without that
    notion."""
    found = {(0, 0)}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            if data.startswith(elf.MAGIC):
                found |= {
                    (int(major), int(minor))
                    for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", data)
                }
    major, minor = max(found)
    return f"{major}.{minor}" if major else ""


def check_networks(folder: Path) -> None:
    """Check that the networks are there: without one bots only play worse, so nobody would
    notice."""
    wanted = {path.name for path in ROOT.glob("camelnet/bots/weights/*.cnw")}
    lacking = wanted - {path.name for path in folder.rglob("*.cnw")}
    if lacking:
        raise Failure(f"the bundle lacks {', '.join(sorted(lacking))}")


def version() -> str:
    text = (ROOT / "camelnet/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found is not None
    return found[1]


def private_folders(environment: Mapping[str, str]) -> list[Path]:
    """The folders of this machine that no file of a bundle may name. The home of a runner of GitHub
    is no secret: those who built our libraries there left its name in them."""
    return [ROOT] if environment.get("GITHUB_ACTIONS") == "true" else [ROOT, Path.home()]


def label() -> str:
    """The name of the system in the archive's name."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = {"AMD64": "x86_64", "ARM64": "arm64"}.get(platform.machine(), platform.machine())
    return f"{system}-{machine}"


def build() -> None:
    say(f"Python {platform.python_version()} of {sys.base_prefix}")
    set_up()
    install(build_wheel())
    desktop = desktop_programs()
    draw_icons(desktop)
    folder = freeze()
    strip(folder)
    add_desktop(desktop, folder)
    check_networks(folder)
    inside = licences.collect(folder, WORK / "camelnet", VENV, HERE / "texts", ROOT)
    say(f"licences of {inside} parts")
    shutil.copy(HERE / "README.txt", folder)
    named = bom.write(folder, WORK / "camelnet", VENV, version())
    say(f"{bom.NAME}: camelnet and {named} parts of others")
    run(python(), HERE / "paths.py", folder, *private_folders(os.environ))
    if glibc := glibc_needed(folder):
        say(f"needs glibc {glibc}")
    check_size("unpacked", size_of(folder), UNPACKED_MAX)
    DIST.mkdir(exist_ok=True)
    packed = archive.pack(
        folder, DIST / f"camelnet-{version()}-{label()}", archive.source_date(ROOT)
    )
    check_size("packed", packed.stat().st_size, PACKED_MAX)
    say(f"{packed.relative_to(ROOT)} {hashlib.sha256(packed.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    try:
        build()
    except (Failure, licences.Unknown) as error:
        sys.exit(f"bundle: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"bundle: failed: {' '.join(error.cmd)}")
