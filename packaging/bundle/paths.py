"""The check that no file of a bundle names a folder of the building machine.

    python paths.py BUNDLE FOLDER...

Run with the Python that has PyInstaller: the compiled modules lie packed inside the executable.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType


def pattern(folders: Sequence[str]) -> re.Pattern[bytes]:
    """Matches whole paths only: `/root/` within `/opt/root/` does not count."""
    spellings = {spelling for folder in folders for spelling in (folder, folder.replace("/", "\\"))}
    choices = b"|".join(re.escape(spelling.encode()) for spelling in sorted(spellings))
    return re.compile(rb"(?<![\w./\\-])(?:" + choices + rb")[/\\][^\0\n\"']{0,60}")


def places(code: CodeType) -> Iterator[str]:
    """The file that a module's code names, and those of its functions."""
    yield code.co_filename
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from places(inner)


def packed_modules(executable: Path) -> Iterator[tuple[str, bytes]]:
    """The modules inside an executable, with the names and constants in their code."""
    from PyInstaller.archive.readers import CArchiveReader

    archive = CArchiveReader(str(executable))
    for name in archive.toc:
        if not name.endswith(".pyz"):
            yield name, archive.extract(name)
            continue
        modules = archive.open_embedded_archive(name)
        for module in modules.toc:
            code = modules.extract(module)
            if code is not None:
                yield module, "\0".join((*places(code), *constants(code))).encode(errors="replace")


def constants(code: CodeType) -> Iterator[str]:
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from constants(value)
        elif isinstance(value, str | bytes):
            yield str(value)


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a bundle, and the modules packed in one."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            yield str(path.relative_to(folder)), str(path.readlink()).encode()
        elif path.is_file():
            name = str(path.relative_to(folder))
            yield name, path.read_bytes()
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as zipped:
                    yield from (
                        (f"{name}:{inner}", zipped.read(inner)) for inner in zipped.namelist()
                    )
            elif path.parent == folder and path.stem.startswith("camelnet"):
                yield from ((f"{name}:{inner}", data) for inner, data in packed_modules(path))


def main() -> int:
    folder, *forbidden = sys.argv[1:]
    wanted = pattern(forbidden)
    found = [(name, hit) for name, data in contents(Path(folder)) for hit in wanted.findall(data)]
    for name, hit in found[:50]:
        print(f"bundle: {name} names {hit.decode(errors='replace')}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
