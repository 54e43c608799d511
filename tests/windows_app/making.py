"""Makes the Windows app on this machine, out of the sources and PyPI alone.

In build/windows-app: CPython for Windows with our dependencies' wheels, camelnet's own wheel by
mingw, then bundle and installer under wine. A step is done again only when what it is made of has
changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.portability.targets import ROOT, where
from tests.portability.wine import Windows, errors
from tests.scripts import script

HERE = Path(__file__).resolve().parent
FOLDER = ROOT / "build" / "windows-app"
OUT, ICONS = FOLDER / "bundle/out/camelnet", FOLDER / "bundle/work/icons"
SETUP = FOLDER / "camelnet-setup.exe"
REQUIREMENTS = ROOT / "packaging" / "bundle" / "requirements.txt"
MINGW = "x86_64-w64-mingw32-gcc"
PYTHON = r"C:\python\python.exe"
# What Windows has and wine 8 lacks, with the libraries that it needs itself.
STAND_INS = {"icuuc": (), "bcryptprimitives": ("-ladvapi32",)}
# Dependencies of dependencies on Windows alone: pip evaluates such markers for this machine.
ON_WINDOWS = ("colorama", "pefile", "pywin32-ctypes")
# Compiled modules end as on Windows, though this Python runs elsewhere.
SETUP_PY = """
import runpy, sys, sysconfig
sysconfig.get_config_vars()["EXT_SUFFIX"] = ".pyd"
sys.argv[:] = ["setup.py", *sys.argv[1:]]
runpy.run_path("setup.py", run_name="__main__")
"""

build = script("bundle/build")
installer = script("windows/installer")
wheels = script("release/wheels")


def windows(inside: tuple[str, ...] = (), **more: str) -> Windows:
    """The Windows in which all of it happens; this machine's desktop and home stay out of it."""
    home = FOLDER / "home"
    home.mkdir(parents=True, exist_ok=True)
    off = "winemenubuilder.exe,mscoree,mshtml=d"
    more |= {"HOME": str(home), "WINEDLLOVERRIDES": off, "LC_ALL": "C.UTF-8"}
    return Windows(FOLDER, inside, **more)


def make() -> Path:
    """The installer."""
    here = windows()
    python = here.drive / "python"
    sources = _files(*build.SOURCES)
    steps: tuple[tuple[str, list[Path], Callable[[], object]], ...] = (
        ("windows", sorted(HERE.glob("*.c")), lambda: _complete(here)),
        ("python", [HERE / "python.txt"], lambda: _unpack_python(python)),
        ("wheels", [ROOT / "pyproject.toml", REQUIREMENTS], lambda: _add_wheels(python)),
        ("camelnet", sources, lambda: _add_camelnet(python)),
        ("bundle", [*_files("packaging"), HERE / "bundle.py"], lambda: _bundle(here)),
        ("setup", [], lambda: installer.build(OUT, ICONS, SETUP, amd64=True)),
    )
    of = ""
    try:
        for name, files, do in steps:
            of = _digest(of, files)
            stamp = here.home / f"{name}.made"
            if not stamp.exists() or stamp.read_text() != of:
                began = time.monotonic()
                print(f"{name} …", flush=True)
                do()
                stamp.write_text(of)
                print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
    finally:
        here.end()
    return SETUP


def _digest(before: str, files: Iterable[Path]) -> str:
    """What a step is made of: the steps before it, and files."""
    digest = hashlib.sha256(before.encode())
    for path in files:
        digest.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return digest.hexdigest()


def _files(*names: str) -> list[Path]:
    found = []
    for name in names:
        place = ROOT / name
        for path in place.rglob("*") if place.is_dir() else [place]:
            built = any(Path(part).match(kind) for part in path.parts for kind in build.BUILT)
            if path.is_file() and not built:
                found.append(path)
    return sorted(found)


def _complete(here: Windows) -> None:
    here.run("winecfg", "-v", "win10")
    for name, libraries in STAND_INS.items():
        made = here.drive / "windows/system32" / f"{name}.dll"
        made.unlink(missing_ok=True)
        command = [where(MINGW), "-shared", "-O2", "-s", HERE / f"{name}.c", "-o", made, *libraries]
        subprocess.run(command, check=True)


def _pip(*words: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    subprocess.run([sys.executable, "-m", "pip", *words, *quiet], check=True)


def _unpack_python(place: Path) -> None:
    """CPython without the packages that come with it."""
    got = FOLDER / "python-archive"
    shutil.rmtree(got, ignore_errors=True)
    as_it_is = ("--no-deps", "--no-binary", ":all:", "--no-build-isolation")
    _pip("download", *as_it_is, "--dest", got, "-r", HERE / "python.txt")
    (archive,) = got.glob("winpython*.tar.gz")
    shutil.rmtree(place, ignore_errors=True)
    with tarfile.open(archive) as tar:
        (name,) = (name for name in tar.getnames() if name.endswith("/data.zip"))
        with zipfile.ZipFile(tar.extractfile(name)) as zipped:  # type: ignore[arg-type]
            for entry in zipped.infolist():
                top, _, entry.filename = entry.filename.partition("/")
                packaged = entry.filename.startswith("Lib/site-packages/")
                if top == "cp311" and entry.filename and not packaged:
                    zipped.extract(entry, place)


def _add_wheels(python: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = sorted({*wheels.needed(project, wheels.TARGETS["windows-x86_64"], "3.11")})
    got = FOLDER / "wheels"
    shutil.rmtree(got, ignore_errors=True)
    abis = [word for abi in ("cp311", "abi3", "none") for word in ("--abi", abi)]
    _pip(
        *("download", "--dest", got, "--only-binary", ":all:", "--platform", "win_amd64"),
        *("--implementation", "cp", "--python-version", "3.11", *abis),
        *("-r", REQUIREMENTS, *ON_WINDOWS, *needed),
    )
    shutil.rmtree(_site(python), ignore_errors=True)
    for wheel in got.glob("*.whl"):
        _unpack_wheel(wheel, python)


def _add_camelnet(python: Path) -> None:
    """camelnet's wheel for Windows, by setup.py with another compiler."""
    place = FOLDER / "sources"
    build.copy_sources(place)
    compiler = where(MINGW)
    flags = {
        "CC": compiler,
        "LDSHARED": f"{compiler} -shared -static-libgcc",
        # Its headers know Microsoft's compiler alone by itself.
        "CFLAGS": "-DMS_WIN64",
    }
    command = [sys.executable, "-c", SETUP_PY, "--quiet", "build_ext"]
    command += [f"--include-dirs={python / 'include'}", f"--library-dirs={python / 'libs'}"]
    command += ["--libraries=python3", "bdist_wheel", "--plat-name", "win_amd64"]
    subprocess.run(command, cwd=place, env={**os.environ, **flags}, check=True)
    for old in _site(python).glob("camelnet*"):
        shutil.rmtree(old)
    (wheel,) = place.glob("dist/*.whl")
    _unpack_wheel(wheel, python)


def _site(python: Path) -> Path:
    return python / "Lib" / "site-packages"


def _unpack_wheel(wheel: Path, python: Path) -> None:
    with zipfile.ZipFile(wheel) as zipped:
        zipped.extractall(_site(python))


def _bundle(here: Windows) -> None:
    code, said = here.run(PYTHON, HERE / "bundle.py", FOLDER / "bundle")
    print(said, end="")
    assert code == 0, errors(here.output).read_text("utf-8", "replace")
