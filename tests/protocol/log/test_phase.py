"""The phase of an epoch: its table of transitions."""

from __future__ import annotations

import re
from itertools import product

import pytest

from camelnet.protocol.log import phase as phases
from camelnet.protocol.log.phase import TRANSITIONS, Event, ImpossibleEvent, Phase, after


def drawn_table() -> dict[tuple[Phase, Event], Phase]:
    """The table as the module's first words draw it."""
    lines = (phases.__doc__ or "").splitlines()
    head = next(number for number, line in enumerate(lines) if "diverge" in line)
    words = re.finditer(r"\S+(?: \S+)*", lines[head])
    columns = {Event(word.group()): word.start() for word in words}
    starts = sorted(columns.values())
    found = {}
    for line in lines[head + 1 : head + 1 + len(Phase)]:
        phase = Phase(line[: starts[0]].strip())
        for event, start in columns.items():
            end = next((other for other in starts if other > start), len(line))
            if cell := line[start:end].strip():
                found[phase, event] = Phase(cell)
    return found


def test_the_table_is_the_one_that_is_drawn() -> None:
    told = {(phase, event): to for phase, row in TRANSITIONS.items() for event, to in row.items()}
    assert told == drawn_table()


@pytest.mark.parametrize(("phase", "event"), list(product(Phase, Event)))
def test_an_event_leads_to_its_phase_or_is_our_bug(phase: Phase, event: Event) -> None:
    if event in TRANSITIONS[phase]:
        assert after(phase, event) is TRANSITIONS[phase][event]
    else:
        with pytest.raises(ImpossibleEvent, match=f"{event.value} while {phase.value}"):
            after(phase, event)


@pytest.mark.parametrize("phase", Phase)
def test_a_promise_and_a_fork_are_never_taken_back_within_an_epoch(phase: Phase) -> None:
    ends = (Event.BEGIN, Event.FORK, Event.STAY)
    within = {to for event, to in TRANSITIONS[phase].items() if event not in ends}
    assert all(to.is_frozen for to in within) or not phase.is_frozen
    assert all(to.is_leaving for to in within) or not phase.is_leaving


def test_only_whoever_is_leaving_stays() -> None:
    for phase in Phase:
        assert (Event.STAY in TRANSITIONS[phase]) == phase.is_leaving
        if phase.is_leaving:
            stays = TRANSITIONS[phase][Event.STAY]
            assert (stays.is_frozen, stays.is_stopped) == (False, phase.is_stopped)


def test_whoever_is_leaving_begins_no_other_epoch_of_the_old_game() -> None:
    assert all(Event.BEGIN not in TRANSITIONS[phase] for phase in Phase if phase.is_leaving)
    assert all(TRANSITIONS[phase][Event.FORK] is Phase.OPEN for phase in Phase)
