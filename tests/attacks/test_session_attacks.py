"""The campaign on whole sessions, and that it sees what it should see."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

import pytest

from camelnet.i18n import message
from camelnet.protocol.wire.frames import FRAMES
from camelnet.session.api.facts import Noticed
from tests.attacks import session_cover
from tests.attacks.runner import run, run_all
from tests.attacks.session_arena import SessionArena
from tests.attacks.session_case import (
    AROUND,
    KINDS,
    Role,
    Scene,
    SessionCase,
    Twist,
    fields_of,
    session_case_of,
)
from tests.attacks.session_judge import ITEMS_MAX, NOTICES_MAX, judge_memory, judge_notices
from tests.protocol.symbolic import SymbolicSuite
from tests.sampling import sample
from tests.sim.runner import simulating
from tests.sim.violation import Violation
from tests.sim.world import signer_of

SHARE = 5  # `make attacks` makes all


@pytest.mark.slow
def test_no_attack_on_a_session_succeeds() -> None:
    told: Counter[Any] = Counter()
    failures = {}
    for outcome in run_all(sample(session_cover.quick(), SHARE)):
        case = outcome.case
        assert isinstance(case, SessionCase)
        if outcome.lies:
            told.update((case.twist, case.scene, case.role))
        if outcome.failure:
            failures[case.id] = outcome.failure
    assert not failures, "\n".join(f"--case {name}\n    {why}" for name, why in failures.items())
    assert set(told) == {*Twist, *Scene, *Role}


def test_every_frame_is_attacked_and_every_field_of_those_around_a_game() -> None:
    told = {(kind, field) for kind, field, _ in session_cover.lies()}
    assert {kind for kind, _ in told} == {kind.__name__ for kind in FRAMES}
    assert {(kind, field) for kind in AROUND for field in fields_of(kind)} <= told
    quick = {(case.kind, case.field) for case in session_cover.quick()}
    assert {(kind, field) for kind in AROUND for field in fields_of(kind)} <= quick
    assert {case.kind for case in session_cover.quick()} == set(KINDS)


@pytest.mark.slow
def test_whatever_stands_in_a_frame_around_a_game_can_be_replaced() -> None:
    """A frame with a part that nobody has taken apart needs a row in `INSIDE`."""
    arena = SessionArena(session_case_of("session:Hello.name:other:end:stranger:v1"))
    with simulating():
        arena.run()
    liar = arena.liar
    for kind in AROUND:
        frame = liar.statement(kind)
        for field in fields_of(kind):
            value = liar._forge.read(frame, field)
            changed = liar._forge.another(frame, field, arena.pool())
            assert changed != frame or value in ((), None), f"{kind}.{field}"


def test_every_pair_of_values_that_can_be_is_there() -> None:
    for pair in session_cover.missing(session_cover.quick(), short=True):
        assert session_cover.with_pair(session_cover.Random(1), pair) is None, f"{pair}"


MENDED = (  # cases of findings that were mended: they stay in, whatever pairs they have
    "session:Lobby.body.playing:other:gathering:stranger:v1",
    "session:Lobby.body.playing:other:gathering:seat:v1",
    "session:Lobby.body.chair.given_up:foreign:gathering:seat:v1",
    "session:Ack.body.entry:other:rematch:seat:v1",
    "session:Hello.rules:many:end:stranger:v1",
    "session:Hello.protocol_min:many:signing:former:v2",
    "session:Genesis.body.table.opener:many:gathering:opener:v2",
    "session:Hello.protocol_min:largest:resume:seat:v0",
)


def assert_well(name: str) -> None:
    """The lie is told, and nothing comes of it."""
    with simulating():
        outcome = run(session_case_of(name))
    assert outcome.failure == ""
    assert outcome.lies > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", MENDED)
@pytest.mark.every(2)
def test_what_was_mended_in_a_session_stays_well(name: str) -> None:
    assert_well(name)


SHOWING = (  # cases that planted bugs are found by: tests/sim/session_mutants.py
    "session:Lobby.body.level:other:full:stranger:v1",
    "session:Hello.rules:other:end:stranger:v1",
)


@pytest.mark.parametrize("name", SHOWING)
def test_what_a_planted_bug_would_show(name: str) -> None:
    assert_well(name)


@pytest.mark.slow
def test_equal_sessions_give_equal_runs() -> None:
    case = session_case_of("session:Lobby.body.chair.refused:foreign:rematch:seat:v1")
    runs: list[list[str]] = [[], []]
    with simulating():
        for lines in runs:
            run(case, lines.append)
    assert runs[0]
    assert runs[0] == runs[1]


def _told(template: str, **values: str) -> list[tuple[int, Noticed]]:
    return [(0, Noticed(message(template, **values), serious=True))]


def test_whoever_accuses_somebody_honest_is_seen() -> None:
    told = _told("{name} hasn't signed the table, so others may take the seat.", name="Anna")
    judge_notices("Bruno", told, ["Anna"], two_faced=True)
    with pytest.raises(Violation, match="accused"):
        judge_notices("Bruno", told, ["Anna"], two_faced=False)


def test_more_to_read_than_a_person_can_is_seen() -> None:
    told = _told("{name} says so.", name="Mallory") * NOTICES_MAX
    judge_notices("Bruno", told, ["Anna"], two_faced=False)
    with pytest.raises(Violation, match="too much"):
        judge_notices("Bruno", told * 2, ["Anna"], two_faced=False)


@pytest.mark.parametrize("grown", ["contacts", "starts", "publisher"])
def test_a_container_that_grows_is_seen_wherever_it_lies(grown: str) -> None:
    arena = SessionArena(session_case_of("session:Chat:repeated:end:stranger:v1"))
    guest = arena.guests[0]
    peer = arena._come(guest)
    judge_memory("Anna", peer)
    many = dict.fromkeys(range(ITEMS_MAX + 1))
    if grown == "contacts":
        peer.parts.contacts._known = many  # type: ignore[assignment]
    elif grown == "starts":
        peer.parts.starts._liars = list(many)  # type: ignore[arg-type]
    else:
        peer._publisher._noticed_ms = {message("x"): 1, message("y"): deque(many)}  # type: ignore[dict-item]
    with pytest.raises(Violation, match="memory grows"):
        judge_memory("Anna", peer)


@pytest.mark.slow
def test_a_liar_signs_with_its_own_key_alone() -> None:
    """Whatever is changed, however deep: its signature is good, nobody else's is made."""
    arena = SessionArena(session_case_of("session:Lobby.body.name:other:end:stranger:v1"))
    with simulating():
        arena.run()
    liar, suite = arena.liar, SymbolicSuite()
    own = signer_of(7, 5, real=False).key
    for kind in ("Lobby", "Chat"):
        for field in fields_of(kind):
            changed = liar._forge.another(liar.statement(kind), field, arena.pool())
            assert suite.verify(own, changed.signature, changed.body), f"{kind}.{field}"
