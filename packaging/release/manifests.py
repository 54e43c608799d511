"""The last files of a release: manifests for Flatpak and winget with its addresses, and SHA256SUMS.

python packaging/release/manifests.py dist --url https://github.com/OWNER/NAME

`dist` holds all other files. In the manifests of packaging/flatpak and packaging/winget stand
`@version@`, `@url@` (of the repository), and `@END:url@`, `@END:sha256@`, `@END:SHA256@` for the
file whose name ends with END.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path

from notes import ROOT, version

MANIFESTS = ("flatpak/*.json", "winget/*.yaml")
SUMS = "SHA256SUMS"


class Missing(Exception):
    """A file that a manifest names is not there."""


def fill(template: str, dist: Path, url: str, own: str) -> str:
    """A manifest of this release. Raises `Missing`."""

    def value(found: re.Match[str]) -> str:
        end, what = found[1], found[2]
        files = sorted(dist.glob(f"*-{end}"))
        if len(files) != 1:
            raise Missing(f"{len(files)} files end with -{end}: one was expected in {dist}")
        if what == "url":
            return f"{url}/releases/download/v{own}/{files[0].name}"
        digest = sha256(files[0])
        return digest.upper() if what == "SHA256" else digest

    text = template.replace("@version@", own).replace("@url@", url)
    return re.sub(r"@([\w.-]+):(url|sha256|SHA256)@", value, text)


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(dist: Path, url: str) -> list[Path]:
    """Write manifests and checksums into the folder; returns what was written."""
    own = version()
    written = []
    for pattern in MANIFESTS:
        for path in sorted((ROOT / "packaging").glob(pattern)):
            filled = fill(path.read_text(encoding="utf-8"), dist, url.rstrip("/"), own)
            written.append(dist / path.name)
            written[-1].write_text(filled, encoding="utf-8", newline="\n")
    files = sorted(path for path in dist.iterdir() if path.is_file() and path.name != SUMS)
    sums = "".join(f"{sha256(path)}  {path.name}\n" for path in files)
    (dist / SUMS).write_text(sums, encoding="utf-8", newline="\n")
    return [*written, dist / SUMS]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("dist", type=Path)
    parser.add_argument("--url", required=True, help="of the repository")
    options = parser.parse_args()
    try:
        for made in write(options.dist, options.url):
            print(made)
    except Missing as error:
        sys.exit(f"release: {error}")
