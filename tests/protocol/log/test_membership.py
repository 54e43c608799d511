"""Membership: the voters, their quorums, and the seats that may leave and return."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from camelnet.protocol.log.membership import (
    Membership,
    Scheme,
    forked_membership,
    initial_membership,
)
from tests.protocol.toy import SYMBOLIC, game_start


def membership(voters: int) -> Membership:
    return initial_membership(game_start("h" * voters, suite=SYMBOLIC))


@pytest.mark.parametrize(
    ("voters", "gone", "liars", "together"),
    [
        (2, 0, 0, 2),
        (3, 1, 0, 2),
        (4, 1, 1, 3),
        (5, 1, 1, 4),
        (6, 2, 1, 4),
        (7, 2, 2, 5),
        (8, 2, 2, 6),
    ],
)
def test_the_bounds_are_those_of_the_table(
    voters: int, gone: int, liars: int, together: int
) -> None:
    begun = membership(voters)
    assert (begun.liars, begun.quorum) == (liars, together)
    assert begun.quorum <= voters - gone
    seats = range(voters)
    for leaving in range(voters + 1):
        for those in combinations(seats, leaving):
            after = begun.after(leaving=those, returning=(), proven=())
            if leaving > gone:
                assert after is None
    if gone:
        assert begun.after(leaving={0}, returning=(), proven=()) is not None


def reachable(begun: Membership) -> set[Membership]:
    """Every circle to which leaving, returning and proofs can lead, whatever its epoch."""
    found: set[Membership] = set()
    open_ends = [begun]
    seats = begun.eligible
    while open_ends:
        at = replace(open_ends.pop(), epoch=0)
        if at in found:
            continue
        found.add(at)
        steps = [
            step
            for seat in seats
            for step in (
                at.after(leaving={seat}, returning=(), proven=()),
                at.after(leaving={seat}, returning=(), proven={seat}),
                at.after(leaving=(), returning={seat}, proven=()),
            )
        ]
        open_ends.extend(step for step in steps if step is not None)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("voters", range(2, 9))
def test_in_every_epoch_two_quorums_share_an_honest_voter_and_truth_outweighs_lies(
    voters: int,
) -> None:
    for at in reachable(membership(voters)):
        n, k, liars = len(at.voters), at.quorum, at.liars
        assert k <= n
        assert 2 * k - n > liars
        assert k > 2 * liars
        assert liars >= membership(voters).liars - len(at.proven)
        assert not set(at.voters) & set(at.ghosts)


def test_a_table_of_four_that_lost_one_waits_at_the_next_absence() -> None:
    smaller = membership(4).after(leaving={3}, returning=(), proven=())
    assert smaller is not None
    assert (smaller.voters, smaller.ghosts, smaller.quorum) == ((0, 1, 2), (3,), 3)
    assert smaller.after(leaving={2}, returning=(), proven=()) is None


def test_a_table_of_four_that_removed_a_proven_liar_can_lose_one_more() -> None:
    smaller = membership(4).after(leaving={3}, returning=(), proven={3})
    assert smaller is not None
    assert (smaller.liars, smaller.quorum) == (0, 2)
    last = smaller.after(leaving={2}, returning=(), proven=())
    assert last is not None
    assert last.voters == (0, 1)
    assert last.after(leaving={1}, returning=(), proven=()) is None


def test_who_was_proven_never_returns_and_who_was_not_does() -> None:
    begun = membership(5)
    gone = begun.after(leaving={4}, returning=(), proven=())
    proven = begun.after(leaving={4}, returning=(), proven={4})
    assert gone is not None
    assert proven is not None
    back = gone.after(leaving=(), returning={4}, proven=())
    assert back is not None
    assert (back.voters, back.ghosts, back.epoch) == (begun.voters, (), 2)
    assert proven.after(leaving=(), returning={4}, proven=()) is None


def test_a_ghost_does_not_leave_again_and_a_present_seat_does_not_return() -> None:
    gone = membership(5).after(leaving={4}, returning=(), proven=())
    assert gone is not None
    assert gone.after(leaving={4}, returning=(), proven=()) is None
    assert gone.after(leaving=(), returning={3}, proven=()) is None


def test_a_bot_without_a_vote_leaves_and_returns_without_ever_voting() -> None:
    begun = initial_membership(game_start("hbhb", suite=SYMBOLIC))
    assert begun.voters == (0, 2)
    assert initial_membership(game_start("hbb", suite=SYMBOLIC)).voters == (0, 1, 2)
    gone = begun.after(leaving={1}, returning=(), proven=())
    assert gone is not None
    assert (gone.voters, gone.ghosts) == ((0, 2), (1,))
    back = gone.after(leaving=(), returning={1}, proven=())
    assert back is not None
    assert (back.voters, back.ghosts) == ((0, 2), ())
    assert begun.after(leaving={0}, returning=(), proven=()) is None, "two voters: nobody can"


@pytest.mark.parametrize(
    ("kinds", "scheme"),
    [("hb", "reveal"), ("bbhb", "reveal"), ("hh", "coin"), ("bbb", "coin"), ("hbh", "coin")],
)
def test_one_person_among_bots_has_no_key_and_all_others_have(kinds: str, scheme: str) -> None:
    assert initial_membership(game_start(kinds, suite=SYMBOLIC)).scheme is Scheme(scheme)


def test_a_strict_table_seals_under_a_second_key_that_needs_everybody() -> None:
    strict = initial_membership(game_start("hhhh", suite=SYMBOLIC, strict=True))
    assert strict.thresholds == (3, 4)
    assert membership(4).thresholds == (3,)


def test_ballots_go_round_the_voters_of_the_epoch() -> None:
    gone = membership(5).after(leaving={1}, returning=(), proven=())
    assert gone is not None
    assert [gone.coordinator(ballot) for ballot in range(6)] == [0, 2, 3, 4, 0, 2]


def test_those_who_play_on_apart_vote_as_if_they_had_sat_down_alone() -> None:
    begun = initial_membership(game_start("hhbb", suite=SYMBOLIC))
    apart = forked_membership(begun, (0, 2, 3), (0, 1), 4)
    assert (apart.voters, apart.ghosts, apart.scheme) == ((0, 2, 3), (1,), Scheme.REVEAL)
    both = forked_membership(
        initial_membership(game_start("hhh", suite=SYMBOLIC)), (0, 2), (0, 1, 2), 3
    )
    assert (both.voters, both.ghosts, both.scheme) == ((0, 2), (1,), Scheme.COIN)
