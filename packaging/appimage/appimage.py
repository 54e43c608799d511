"""Packs the bundle as an AppImage: one file for any Linux, to be started as it is.

    python packaging/appimage/appimage.py [--bundle FOLDER] [--runtime FILE] [--out FOLDER]

An AppImage is a runtime, a small program of the AppImage project, and behind it a file system.
That runtime (https://github.com/AppImage/type2-runtime) is in no package registry, so it is given
by hand or by the release workflow; without it the file system alone is packed, its program tried.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging/bundle"))

import archive  # noqa: E402
from build import version  # noqa: E402

MACHINES = {"arm64": "aarch64"}


class Failure(Exception):
    """A sentence: why there is no AppImage."""


def lay_out(bundle: Path, place: Path) -> Path:
    """The folder whose content the AppImage shows: the bundle, its menu entry, icon and start."""
    if not (bundle / "camelnet").is_file():
        raise Failure(f"there is no bundle in {bundle}; `make bundle` makes it")
    shutil.rmtree(place, ignore_errors=True)
    program, share = place / "usr/lib/camelnet", place / "usr/share"
    shutil.copytree(bundle, program, symlinks=True, ignore=shutil.ignore_patterns("share"))
    shutil.copytree(bundle / "share", share)
    (place / "AppRun").symlink_to("usr/lib/camelnet/camelnet")
    shutil.copy(share / "applications/camelnet.desktop", place)
    shutil.copy(share / "icons/hicolor/256x256/apps/camelnet.png", place)
    (place / ".DirIcon").symlink_to("camelnet.png")
    return place


def pack(place: Path, packed: Path, date: int) -> Path:
    """The file system: the same bytes from the same folder."""
    packed.unlink(missing_ok=True)
    command = ["mksquashfs", str(place), str(packed), "-root-owned", "-noappend", "-no-xattrs"]
    settings = ["-comp", "zstd", "-Xcompression-level", "19", "-processors", "1", "-quiet"]
    times = ["-all-time", str(date), "-mkfs-time", str(date), "-no-progress"]
    environment = {name: it for name, it in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run([*command, *settings, *times], check=True, env=environment)
    return packed


def join(runtime: Path, packed: Path, image: Path) -> Path:
    """The runtime with the file system behind it, executable."""
    image.parent.mkdir(exist_ok=True)
    with image.open("wb") as file:
        for part in (runtime, packed):
            file.write(part.read_bytes())
    image.chmod(0o755)
    return image


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bundle", type=Path, default=ROOT / "build/bundle/camelnet")
    parser.add_argument("--runtime", type=Path)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    place = lay_out(options.bundle, ROOT / "build/appimage/AppDir")
    subprocess.run([str(place / "AppRun"), "--version"], check=True)
    packed = pack(place, place.parent / "camelnet.squashfs", archive.source_date(ROOT))
    print(f"appimage: file system of {packed.stat().st_size / 1e6:.1f} MB")
    if options.runtime is None:
        print("appimage: no runtime was given (RUNTIME=FILE), so there is no AppImage")
        return
    machine = MACHINES.get(platform.machine(), platform.machine())
    image = options.out / f"camelnet-{version()}-{machine}.AppImage"
    print(f"appimage: {join(options.runtime, packed, image)}")


if __name__ == "__main__":
    try:
        main()
    except Failure as error:
        sys.exit(f"appimage: {error}")
