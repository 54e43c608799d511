"""The file from which a tournament resumes: JSON lines, the parameters first, then a line for every
finished game in the order of their ends. A line cut short by a crash is dropped."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from camelnet import __version__
from camelnet.i18n import N_, message, os_reason
from camelnet.lab.arena.errors import ArenaError
from camelnet.lab.arena.match import Outcome, Tournament

FORMAT = "camelnet/lab/arena/2"
LINE_MAX = 65_536  # characters


class ResumeFile:
    """Every finished game of a tournament; kept only in memory if `path` is None."""

    def __init__(self, path: Path | None, of: Tournament, *, resume: bool) -> None:
        """Raises ArenaError if the file exists and `resume` is false, if it belongs to another
        tournament, or if it cannot be written."""
        self.outcomes: dict[int, Outcome] = {}
        self._file = None
        if path is None:
            return
        head = _parameters(of)
        try:
            # Resuming a missing file begins it: so a script can always run the same command.
            if path.exists() and resume:
                self._read(path, head)
            self._file = path.open("a" if resume else "x", encoding="utf-8", newline="\n")
            if self._file.tell() == 0:
                self._write(head)
        except OSError as error:
            text = N_("{path} cannot be used: {why}.")
            if isinstance(error, FileExistsError):
                text = N_("{path} cannot be used: {why}. --resume goes on with it.")
            raise ArenaError(message(text, path=str(path), why=os_reason(error))) from None

    def __enter__(self) -> ResumeFile:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.number] = outcome
        if self._file is not None:
            self._write(asdict(outcome))

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(_line(line))
        self._file.flush()

    def _read(self, path: Path, head: dict[str, Any]) -> None:
        """Read the games of a file, and cut the file back to its last whole line."""
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.decode("utf-8", "replace").splitlines()
        if lines:
            _check_parameters(path, _object(path, 1, lines[0]), head)
        elif not _line(head).encode().startswith(content):
            raise _torn(path, 1)  # a foreign file, not ours to cut
        for number, line in enumerate(lines[1:], start=2):
            outcome = _outcome(_object(path, number, line), len(head["players"]))
            if outcome is None:
                raise _torn(path, number)
            self.outcomes[outcome.number] = outcome
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))


def _line(of: dict[str, Any]) -> str:
    return json.dumps(of, separators=(",", ":")) + "\n"


def _parameters(of: Tournament) -> dict[str, Any]:
    """Everything that determines the games. Their number does not: one can continue with more."""
    return {
        "format": FORMAT,
        "version": __version__,
        "rules": of.rules,
        "game": of.game,
        "network": of.network,
        "options": {key: list(v) if isinstance(v, tuple) else v for key, v in of.options},
        "players": [
            {"name": e.name, "think_ms": e.think_ms, "nodes": e.nodes} for e in of.entrants
        ],
        "seed": of.seed,
        "plies_max": of.plies_max,
    }


def _check_parameters(path: Path, found: dict[str, Any], head: dict[str, Any]) -> None:
    for key, value in head.items():
        if found.get(key) != value:
            text = N_("{path} is of another tournament: its {key} is {found}, not {value}.")
            raise ArenaError(
                message(
                    text,
                    path=str(path),
                    key=key,
                    found=f"{json.dumps(found.get(key)):.200}",
                    value=f"{json.dumps(value):.200}",
                )
            )


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line) if len(line) <= LINE_MAX else None
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise _torn(path, number)
    return value


def _outcome(line: dict[str, Any], players: int) -> Outcome | None:
    """A line as a game; None if no tournament of so many players wrote it."""
    lists = {
        "shares": float,
        "luck": float,
        "scores": int,
        "decisions": int,
        "seconds": float,
        "slowest": float,
    }
    if set(line) != {"number", "plies", "broken_off", *lists}:
        return None
    for key, kind in lists.items():
        if not isinstance(line[key], list) or len(line[key]) != players:
            return None
        if not all(type(item) is kind for item in line[key]):
            return None
    if type(line["number"]) is not int or type(line["plies"]) is not int or line["number"] < 0:
        return None
    if type(line["broken_off"]) is not bool:
        return None
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}
    return Outcome(**fields)


def _torn(path: Path, number: int) -> ArenaError:
    text = N_("Line {number} of {path} is none that a tournament writes.")
    return ArenaError(message(text, path=str(path), number=number))
