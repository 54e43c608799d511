"""Runs under wine: packaging/bundle/build.py, as on Windows, but for the environment that it would
create by pip and a compiler. The packages beside this Python are there already.

    python bundle.py FOLDER        takes the folder for what is built
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging" / "bundle"))

import build


def main(folder: Path) -> None:
    build.WORK, build.OUT, build.DIST = folder / "work", folder / "out", folder / "dist"
    build.VENV = Path(sysconfig.get_paths()["purelib"])
    build.python = lambda: Path(sys.executable)
    build.set_up = lambda: None
    build.build_wheel = lambda: Path()
    build.install = lambda _wheel: None
    build.build()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
