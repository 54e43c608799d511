"""Installs the files for a Linux desktop: `python packaging/desktop/install.py --prefix DIR`.

    DIR/share/applications/camelnet.desktop       the entry in the menu
    DIR/share/metainfo/ID.metainfo.xml            for software centres
    DIR/share/mime/packages/camelnet.xml          *.camelnet is a recorded game
    DIR/share/icons/hicolor/…                     icons of both
    DIR/share/man/man1/camelnet*.1.gz             from the commands
    DIR/share/{bash-completion,zsh,fish}/…        completion

It needs the app's own Python with Qt, runs no other program, and refreshes no cache: packages have
triggers for that. The deb and the bundle's archive both take their files from here.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "gui"), str(ROOT), str(HERE)]

from completions import completions  # noqa: E402
from icons import with_qt, write_icons  # noqa: E402
from manpages import man_pages  # noqa: E402
from metainfo import ID, metainfo  # noqa: E402


def install(prefix: Path, *, url: str = "", ref: str = "main") -> list[Path]:
    """Write all of it below `prefix`; return the files, sorted."""
    share = prefix / "share"
    files: dict[str, bytes] = {
        "applications/camelnet.desktop": (HERE / "camelnet.desktop").read_bytes(),
        "mime/packages/camelnet.xml": (HERE / "camelnet.xml").read_bytes(),
        f"metainfo/{ID}.metainfo.xml": metainfo(url, ref),
    }
    for name, page in man_pages().items():
        files[f"man/man1/{name}.gz"] = gzip.compress(page.encode(), mtime=0)
    for place, script in completions().items():
        files[place] = script.encode()
    with tempfile.TemporaryDirectory() as draft:
        with_qt(lambda: write_icons(Path(draft)))
        for path in sorted((Path(draft) / "hicolor").rglob("*")):
            if path.is_file():
                files[f"icons/{path.relative_to(draft)}"] = path.read_bytes()
    for place, data in sorted(files.items()):
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o644)
    return [share / place for place in sorted(files)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Install what a Linux desktop asks for.")
    parser.add_argument("--prefix", type=Path, required=True, help="such as build/deb/usr")
    parser.add_argument("--url", default="", help="the repository's address, for the metainfo")
    parser.add_argument("--ref", default="main", help="the tag whose screenshots are shown")
    given = parser.parse_args()
    for path in install(given.prefix, url=given.url, ref=given.ref):
        print(path)


if __name__ == "__main__":
    main()
