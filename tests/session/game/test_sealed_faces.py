"""What was sealed under a key of which too few are left: owners open their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, read_body
from camelnet.protocol.wire.frames import Certified, Changed, LogLine
from camelnet.session.api.facts import Stepped
from camelnet.session.table.verify import follow
from tests.session.disturbed import found, symbolic, write


def entries_of(lines: Sequence[LogLine]) -> list[EntryBody]:
    return [read_body(EntryBody, line.body) for line in lines if isinstance(line, Certified)]


def ghosts_at_the_end(lines: Sequence[LogLine]) -> tuple[int, ...]:
    changes = [
        read_body(ChangeBody, line.offer.change) for line in lines if isinstance(line, Changed)
    ]
    return changes[-1].ghosts if changes else ()


def has_owners_that_open(lines: Sequence[LogLine]) -> bool:
    """A key was made, and all the same owners opened their own; some had left."""
    notations = [entry.notation for entry in entries_of(lines)]
    opened = any(text.startswith("open ") and not text.endswith("-") for text in notations)
    return "key" in notations and opened and bool(ghosts_at_the_end(lines))


@pytest.mark.slow
def test_present_owners_open_their_own_and_what_absent_ones_sealed_stays_shut(
    tmp_path: Path,
) -> None:
    game_start, lines = found(has_owners_that_open)
    opened = {entry.seat for entry in entries_of(lines) if entry.notation.startswith("open ")}
    ghosts = ghosts_at_the_end(lines)
    with symbolic():
        steps = [
            item for item in follow(write(tmp_path, game_start, lines)) if isinstance(item, Stepped)
        ]
    shown = {
        step.seat: step.notation.split(" ")[2]
        for step in steps
        if step.notation.startswith("open ")
    }
    assert opened
    assert not opened & set(ghosts)
    for seat, faces in shown.items():
        assert (faces == "-") == (seat in ghosts), f"seat {seat}"
