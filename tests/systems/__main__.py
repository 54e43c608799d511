"""Installs the package in bare systems, plays there, and removes it: `python -m tests.systems`.

Words: a package and the suites to try, such as `dist/camelnet_1.0-1_amd64.deb trixie`; without any
the package in dist, in all suites. Where the readme's two commands are said to work, they run in
another bare system, from a clone. A failure ends that system's run; the others go on.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from tests.display import missing
from tests.systems.bare import CACHE, RELEASES, alone

ROOT = Path(__file__).parents[2]


def main(words: list[str]) -> int:
    package = words.pop(0) if words and words[0].endswith(".deb") else ""
    found = [Path(package)] if package else sorted((ROOT / "dist").glob("camelnet_*.deb"))
    if len(found) != 1:
        print("test-systems: dist has no package, or several; `make deb` makes it", file=sys.stderr)
        return 1
    if os.geteuid():
        print("test-systems: chroot and debootstrap need root", file=sys.stderr)
        return 1
    if lacking := missing():
        print(f"test-systems: {', '.join(lacking)} missing", file=sys.stderr)
        return 1
    failed = []
    for release in RELEASES:
        if words and release.suite not in words:
            continue
        steps = {"tests.systems.scenario": str(found[0].resolve())}
        if release.builds:
            steps["tests.systems.clone"] = ""
        for module, word in steps.items():
            if alone(module, release.suite, *filter(None, [word])):
                failed.append(f"{release.title} ({module})")
            shutil.rmtree(CACHE / release.suite, ignore_errors=True)  # nothing is mounted any more
    print(
        f"failed: {', '.join(failed)}"
        if failed
        else "all systems: installed, played, removed, and built from a clone"
    )
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
