"""Builds the installer for Windows from the bundle's folder, with makensis (Debian: nsis).

    python packaging/windows/installer.py BUNDLE --icons FOLDER [--output FILE] [--amd64]

BUNDLE is the result of `make bundle` on Windows: camelnet.exe, camelnet-app.exe and their files.
The icons come from packaging/desktop/icons.py. The installer knows each file by name, so that the
uninstaller deletes these and no others. It runs on 32 bits and up; `--amd64` builds a 64-bit one,
which a wine without 32 bits can run.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PureWindowsPath

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("camelnet.nsi")
EXECUTABLES = ("camelnet.exe", "camelnet-app.exe")


class Failure(Exception):
    """There is no installer; the text is a sentence with the reason."""


def version() -> str:
    text = (ROOT / "camelnet/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found is not None
    return found[1]


def four_numbers(named: str) -> str:
    """The version in the form of Windows: 0.7.0rc1 is 0.7.0.0."""
    found = re.match(r"\d+(?:\.\d+)*", named)
    if found is None:
        raise Failure(f"{named} is no version")
    return ".".join([*found[0].split("."), "0", "0", "0"][:4])


def escaped(text: str) -> str:
    """Text within double quotes of an NSIS script."""
    return text.replace("$", "$$").replace('"', '$\\"').replace("`", "$\\`")


def commands(bundle: Path) -> Iterator[str]:
    """The lines that install every file, and those that delete it; empty folders go, too."""
    files = sorted(path for path in bundle.rglob("*") if path.is_file())
    folders = sorted(path for path in bundle.rglob("*") if path.is_dir())

    def inside(path: Path) -> str:
        return escaped(str(PureWindowsPath(path.relative_to(bundle))))

    yield "!ifdef INSTALLING"
    current = None
    for path in files:
        if path.parent != current:
            current = path.parent
            place = "" if current == bundle else "\\" + inside(current)
            yield f'SetOutPath "$INSTDIR{place}"'
        yield f'File "{path}"'
    yield "!else"
    for path in files:
        yield f'Delete "$INSTDIR\\{inside(path)}"'
    for path in reversed(folders):
        yield f'RMDir "$INSTDIR\\{inside(path)}"'
    yield "!endif"


def build(bundle: Path, icons: Path, output: Path, *, amd64: bool = False) -> Path:
    """The installer. Raises `Failure`."""
    compiler = shutil.which("makensis")
    if compiler is None:
        raise Failure("makensis is not installed (Debian: apt-get install nsis)")
    lacking = [name for name in EXECUTABLES if not (bundle / name).is_file()]
    if lacking:
        raise Failure(f"{bundle} lacks {', '.join(lacking)}")
    named = version()
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file())
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "files.nsh")
        files.write_text("\n".join(commands(bundle)) + "\n", encoding="utf-8")
        words = {
            "VERSION": named,
            "NUMBERS": four_numbers(named),
            "OUTPUT": str(output.resolve()),
            # Whole paths: makensis on Windows takes / for a part of a name.
            "FILES": str(files),
            "WORDS": str(SCRIPT.with_name("words.nsh")),
            "ICON": str(icons.resolve() / "camelnet.ico"),
            "RECORD_ICON": str(icons.resolve() / "camelnet-record.ico"),
            "KILOBYTES": str(size // 1024),
            **({"AMD64": "1"} if amd64 else {}),
        }
        told = [f"-D{key}={value}" for key, value in words.items()]
        command = [compiler, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *told, str(SCRIPT)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"makensis: {done.stdout}{done.stderr}")
    return output


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--icons", type=Path, required=True)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--amd64", action="store_true")
    given = parser.parse_args(words)
    output = given.output or ROOT / "dist" / f"camelnet-{version()}-setup.exe"
    try:
        print(build(given.bundle.resolve(), given.icons, output, amd64=given.amd64))
    except Failure as error:
        sys.exit(f"installer: {error}")


if __name__ == "__main__":
    main()
