"""The files of a source archive, their age, and clean copies of them."""

from __future__ import annotations

import fnmatch
import functools
import os
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent

# In the archive but not in the repository: setuptools writes these.
ADDED = ("PKG-INFO", "setup.cfg", "camelnet.egg-info/*")


def git(*words: str) -> str | None:
    """Git's answer about this folder; None without git, and in an unpacked archive."""
    if not (ROOT / ".git").exists():
        return None
    # The owner of the checkout may be another user than the one who builds.
    command = ["git", "-C", str(ROOT), "-c", f"safe.directory={ROOT}", *words]
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def tracked() -> list[str] | None:
    """The repository's files that exist here, as paths with slashes; None without git."""
    listed = git("ls-files", "-z")
    if listed is None:
        return None
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


@functools.cache
def patterns() -> tuple[str, ...]:
    return tuple((ROOT / ".gitignore").read_text(encoding="utf-8").split())


def ignored(name: str) -> bool:
    """True for the names in .gitignore: products of a build."""
    for pattern in patterns():
        words = pattern.strip("/")
        if "/" in words or pattern.startswith("/"):
            if name == words or name.startswith(f"{words}/"):
                return True
        elif any(fnmatch.fnmatch(part, words) for part in name.split("/")):
            return True
    return False


def lying_here() -> list[str]:
    """The same list from the folder alone, for an unpacked archive."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        place = Path(folder).relative_to(ROOT)
        folders[:] = [
            name for name in folders if name != ".git" and not ignored((place / name).as_posix())
        ]
        found += [(place / name).as_posix() for name in names]
    return sorted(
        name
        for name in found
        if name != ".git"  # a file, in a worktree
        and not ignored(name)
        and not any(fnmatch.fnmatch(name, pattern) for pattern in ADDED)
    )


def files() -> list[str]:
    """The sources: the files that git knows, or all files here that no build produced."""
    found = tracked()
    return lying_here() if found is None else found


def moment() -> int:
    """The time for all packed files: of the last commit, or of the archive that this came from."""
    named = os.environ.get("SOURCE_DATE_EPOCH")
    if named:
        return int(named)
    committed = git("log", "-1", "--format=%ct")
    if committed and committed.strip():
        return int(committed)
    return int((ROOT / "PKG-INFO").stat().st_mtime)


def copy(folder: Path) -> None:
    """Lay the sources into an empty folder, like a fresh clone."""
    for name in files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
        target.chmod(0o755 if os.access(ROOT / name, os.X_OK) else 0o644)


def packed(archive: Path) -> set[str]:
    """The files of a source archive, without its top folder."""
    with tarfile.open(archive) as opened:
        return {entry.name.split("/", 1)[1] for entry in opened if entry.isfile()}


def differences(archive: Path) -> list[str]:
    """The differences between a source archive and the repository, in sentences."""
    wanted = set(files())
    there = packed(archive)
    added = {name for name in there if any(fnmatch.fnmatch(name, entry) for entry in ADDED)}
    lacking = [f"{name} is not in {archive.name}" for name in sorted(wanted - there)]
    return lacking + [
        f"{name} is in {archive.name}, and not in the repository"
        for name in sorted(there - wanted - added)
    ]


def project() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
