"""The results of a long run, on disk as they come: one line of JSON for each seed.

The first line says of which code they are: of the files that make a simulated game, whatever else a
commit changes. A run that was stopped goes on from here (`--resume`): what stands in the file is
not simulated again, and a line that was cut off is.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tests.sim.lies import Lie
from tests.sim.plan import Trouble
from tests.sim.runner import Outcome

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("camelnet", "tests")
CORE = ("native/include", "native/libsodium", "native/sodium", "native/src")
KINDS = (".c", ".h")


class OtherCode(Exception):
    """The results in a file are those of other code: they do not go together with new ones."""


def code_files() -> list[Path]:
    """All that a simulated game executes: every module that this process has loaded, as the
    simulator imports nothing later, and the core."""
    names = [name for name in sys.modules if name.partition(".")[0] in PACKAGES]
    modules = [ROOT.joinpath(*name.split(".")) for name in names]
    files = [module.with_suffix(".py") for module in modules]
    files += [module / "__init__.py" for module in modules]
    for folder in CORE:
        files += [path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    return sorted(path for path in files if path.exists())


def code_digest() -> str:
    """A name of the code whose tables these are."""
    told = hashlib.sha256()
    for path in code_files():
        content = path.read_bytes()
        told.update(f"{path.relative_to(ROOT)} {len(content)} ".encode() + content)
    return told.hexdigest()[:16]


class Results:
    """See the module. `known` are the outcomes that stood there, by seed."""

    def __init__(self, path: Path, *, resume: bool, code: str) -> None:
        """Without `resume` what stands there is put aside, as `….before`."""
        self.path = path
        self.known: dict[int, Outcome] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not resume:
            path.replace(path.with_suffix(".before"))
        if path.exists():
            self._read(code)
        self._file: IO[str] = path.open("a", encoding="utf-8")
        if path.stat().st_size == 0:
            self._write({"code": code})

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, outcome: Outcome) -> None:
        self._write(packed(outcome))

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._file.flush()

    def _read(self, code: str) -> None:
        """Take what stands there; a last line without its end is cut off."""
        whole = 0
        for number, line in enumerate(_whole_lines(self.path)):
            value = json.loads(line)
            if number == 0 and value.get("code") != code:
                raise OtherCode(f"{self.path} holds results of other code")
            if number > 0:
                outcome = unpacked(value)
                self.known[outcome.seed] = outcome
            whole += len(line)
        with self.path.open("r+b") as file:
            file.truncate(whole)


def _whole_lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from (line for line in file if line.endswith(b"\n"))


def packed(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON holds it."""
    value = asdict(outcome)
    value["struck"] = {trouble.name: count for trouble, count in outcome.struck.items()}
    value["lies"] = [lie.name for lie in outcome.lies]
    return value


def unpacked(value: dict[str, Any]) -> Outcome:
    """The outcome that `packed` gave."""
    struck = {Trouble[name]: count for name, count in value["struck"].items()}
    lies = tuple(Lie[name] for name in value["lies"])
    return Outcome(**{**value, "struck": struck, "lies": lies})
