"""Makes the Windows app, then runs the tests of this folder on it; what they saw is in
build/windows-app/screens."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.portability.targets import ROOT
from tests.windows_app.making import make


def main(arguments: list[str]) -> int:
    """Pytest's exit code."""
    if os.geteuid() != 0:
        print("networks of their own need root", file=sys.stderr)
        return 1
    print(make().relative_to(ROOT), flush=True)
    command = [sys.executable, "-m", "pytest", "-rsP", "tests/windows_app", *arguments]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "THOROUGH": "1"})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
