"""The archive of a folder, byte-identical for equal folders: tar.xz, and zip on Windows."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def source_date(root: Path) -> int:
    """The time of all files in an archive: SOURCE_DATE_EPOCH, else that of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return int(done.stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):  # no git, or not a clone
        return int((root / "pyproject.toml").stat().st_mtime)


def pack(folder: Path, name: Path, date: int) -> Path:
    """Archive the folder as NAME.tar.xz, or as NAME.zip on Windows, whose users have no xz."""
    return pack_zip(folder, name, date) if sys.platform == "win32" else pack_tar(folder, name, date)


def pack_tar(folder: Path, name: Path, date: int) -> Path:
    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = date
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    packed = name.with_name(f"{name.name}.tar.xz")
    with tarfile.open(packed, "w:xz", format=tarfile.PAX_FORMAT, preset=6) as tar:
        for path in (folder, *sorted(folder.rglob("*"))):
            place = Path(folder.name, path.relative_to(folder))
            tar.add(path, place.as_posix(), recursive=False, filter=plain)
    return packed


def pack_zip(folder: Path, name: Path, date: int) -> Path:
    packed = name.with_name(f"{name.name}.zip")
    moment = time.gmtime(max(date, 315_532_800))[:6]  # a zip cannot be older than 1980
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            place = Path(folder.name, path.relative_to(folder)).as_posix()
            entry = zipfile.ZipInfo(place, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, path.read_bytes())
    return packed
