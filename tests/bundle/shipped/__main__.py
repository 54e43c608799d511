"""Runs the tests of this folder on the archive in dist, then prints how long a start takes."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys

import camelnet
from tests.bundle.shipped.laptop import ARCHIVE
from tests.display import missing
from tests.scripts import ROOT

PROGRAMS = ("unshare", "xdotool")


def main(arguments: list[str]) -> int:
    """Pytest's exit code, or 1 where something is missing."""
    lacking = [*missing(), *(name for name in PROGRAMS if shutil.which(name) is None)]
    if lacking:
        print(f"needed: {', '.join(lacking)} (packaging/bootstrap test-bundle)", file=sys.stderr)
        return 1
    if os.geteuid() != 0:
        print("networks and folders of their own need root", file=sys.stderr)
        return 1
    name = f"camelnet-{camelnet.__version__}-linux-{platform.machine()}.tar.xz"
    archive = ROOT / "dist" / name
    if not archive.exists():
        print(f"dist/{name} is not there: make bundle", file=sys.stderr)
        return 1
    words = arguments or ["tests/bundle/shipped"]
    command = [sys.executable, "-m", "pytest", "-rsP", *words]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, ARCHIVE: str(archive)})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
