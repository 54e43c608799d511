"""Who vouches for what: what a record can prove, and that it claims no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from camelnet.protocol.wire.bodies import PartingBody, body_bytes
from camelnet.protocol.wire.frames import Certified, Changed, LogLine, Parted, SeatSignature
from camelnet.session.api.verdict import Begun, Standing, Verdict
from camelnet.session.table.verify import BadRecord, verify
from camelnet.session.text import verdict_words as words
from tests.session.disturbed import symbolic, write
from tests.session.forger import FORGED_FROM, Forger, forged, honest, played
from tests.session.verdicts import part, table
from tests.sim.lies import Lie
from tests.sim.plan import Fault, Trouble
from tests.sim.world import World


def judged(world: World, lines: Sequence[LogLine], folder: Path) -> Verdict:
    with symbolic():
        return verify(write(folder, world.game_start, lines))


def lines_of(world: World) -> tuple[LogLine, ...]:
    return world._lasting()[0].lines


def stretches(verdict: Verdict) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    return [(part.first, part.last, part.voters, part.ghosts) for part in verdict.segments]


# --- records ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_forged_result_is_only_the_word_of_whoever_forged_it(tmp_path: Path) -> None:
    verdict = judged(honest(), forged(), tmp_path)
    assert verdict.winners == (2,), "the forger has got what it wanted"
    assert verdict.standing is Standing.APART
    assert not verdict.complete
    assert verdict.vouched_to == FORGED_FROM - 1
    assert verdict.to_the_end == (2,)
    assert stretches(verdict) == [
        (1, FORGED_FROM - 1, (0, 1, 2, 3), ()),
        (FORGED_FROM, verdict.entries, (2,), (0, 1, 3)),
    ]
    parting = verdict.segments[1]
    assert (parting.begun, parting.signed_by) == (Begun.PARTING, (2,))
    assert parting.game_id != verdict.game_id == honest().game_start.id
    told = " ".join(words.sentences(verdict))
    assert "From entry 15 on only Peer 2 says so" in told
    assert "the game of the table code ended there" in told
    assert "Peer 2 alone made all luck from there on" in told


@pytest.mark.slow
def test_a_forged_record_that_stops_early_is_still_only_one_players_word(tmp_path: Path) -> None:
    verdict = judged(honest(), forged()[: FORGED_FROM + 5], tmp_path)
    assert (verdict.standing, verdict.ended) == (Standing.APART, False)
    told = " ".join(words.sentences(verdict))
    assert "only Peer 2 says so" in told
    assert "The record stops behind entry 20" in told


@pytest.mark.slow
def test_who_parts_before_the_first_entry_has_nothing_from_the_table(tmp_path: Path) -> None:
    verdict = judged(honest(), Forger(honest(), 2, 0).lines, tmp_path)
    assert verdict.vouched_to == 0
    assert [part.game_id == verdict.game_id for part in verdict.segments] == [True, False]
    assert len(words.segments(verdict)) == 1
    assert "From entry 1 on only Peer 2 says so" in words.headline(verdict)


def test_all_who_sat_down_vouch_for_an_ordinary_game(tmp_path: Path) -> None:
    lines = lines_of(honest())
    verdict = judged(honest(), lines, tmp_path)
    assert verdict.complete
    assert verdict.to_the_end == verdict.voters == (0, 1, 2, 3)
    assert verdict.vouched_to == verdict.entries == len(lines)
    assert stretches(verdict) == [(1, len(lines), (0, 1, 2, 3), ())]
    assert words.sentences(verdict) == [
        "Complete: all who voted at the start signed to the end: Peer 0, Peer 1, Peer 2 and Peer 3."
    ]


@pytest.mark.slow
def test_a_seat_that_left_is_named_with_the_reason_and_is_no_fault(tmp_path: Path) -> None:
    world = played("bbbb", Fault(Trouble.LEAVE, 12, 40, 0, (2,)))
    lines = lines_of(world)
    verdict = judged(world, lines, tmp_path)
    numbered = list(enumerate(lines, start=1))
    (change,) = [at for at, line in numbered if isinstance(line, Changed)]
    assert verdict.complete
    assert verdict.to_the_end == (0, 1, 3)
    assert stretches(verdict) == [
        (1, change - 1, (0, 1, 2, 3), ()),
        (change, len(lines), (0, 1, 3), (2,)),
    ]
    assert verdict.segments[1].reasons == ((2, ("silent",)),)
    assert "3 of the 4 who voted at the start; 3 are a quorum" in words.headline(verdict)
    assert "without Peer 2 (silent)" in words.segments(verdict)[1]
    # An entry without a certificate is not said to be signed by all.
    (bare,) = [at for at, line in numbered if isinstance(line, Certified) and not line.certificate]
    assert [part.last for part in verdict.segments if part.closed_by_change] == [bare]
    assert f"Entries 1 to {bare - 1}: signed by" in words.segments(verdict)[0]
    assert f"entry {bare}: final by the change" in words.segments(verdict)[0]


@pytest.mark.slow
def test_who_was_removed_as_a_liar_is_named_and_so_is_what_the_record_lacks(tmp_path: Path) -> None:
    world = played("hhhh", lies={3: Lie.EQUIVOCATE})
    verdict = judged(world, lines_of(world), tmp_path)
    assert verdict.proven == (3,)
    assert verdict.complete
    (sentence,) = [told for told in words.sentences(verdict) if "proven to lie" in told]
    assert "Peer 3" in sentence


@pytest.mark.slow
def test_one_person_among_bots_is_told_what_dice_do_not_prove(tmp_path: Path) -> None:
    world = played("hbbb")
    verdict = judged(world, lines_of(world), tmp_path)
    assert verdict.complete
    assert verdict.people == (0,)
    assert "nothing about who owns the bots" in " ".join(words.sentences(verdict))


@pytest.mark.slow
def test_bots_beside_people_are_said_to_have_no_vote(tmp_path: Path) -> None:
    world = played("hhb")
    verdict = judged(world, lines_of(world), tmp_path)
    assert verdict.complete
    assert verdict.voters == (0, 1)
    assert "Peer 2" in words.votes(verdict)
    assert words.votes(judged(honest(), lines_of(honest()), tmp_path)) == ""


@pytest.mark.slow
def test_a_record_cut_anywhere_holds_as_far_as_it_goes_and_says_where_it_stops(
    tmp_path: Path,
) -> None:
    lines = lines_of(honest())
    for count in range(0, len(lines), 9):
        verdict = judged(honest(), lines[:count], tmp_path)
        assert verdict.standing is Standing.UNFINISHED
        assert verdict.entries == verdict.vouched_to == count
        told = " ".join(words.sentences(verdict))
        assert f"stops behind entry {count}, before the game has ended" in told


def test_luck_that_was_taken_out_of_the_last_line_of_a_cut_record_is_missed(tmp_path: Path) -> None:
    lines = list(lines_of(honest()))
    last = max(
        at for at, line in enumerate(lines) if isinstance(line, Certified) and line.luck.shares
    )
    line = lines[last]
    assert isinstance(line, Certified)
    fewer = replace(line, luck=replace(line.luck, shares=line.luck.shares[1:]))
    with pytest.raises(BadRecord) as bad:
        judged(honest(), [*lines[:last], fewer], tmp_path)
    assert bad.value.index == last + 1


def test_a_cut_record_ends_with_no_entry_that_nobody_could_have_written(tmp_path: Path) -> None:
    lines = lines_of(honest())
    line = lines[20]
    assert isinstance(line, Certified)
    bare = replace(line, digest=b"", certificate=())
    verdict = judged(honest(), [*lines[:20], bare], tmp_path)
    assert verdict.entries == 20, "only a change behind it would make it final"
    forgery = replace(bare, signature=bytes(64))
    with pytest.raises(BadRecord) as bad:
        judged(honest(), [*lines[:20], forgery], tmp_path)
    assert bad.value.index == 21


def test_nobody_can_part_behind_the_end_of_a_game(tmp_path: Path) -> None:
    world = honest()
    table = world.peers[2].table
    assert table is not None
    log = table.log
    body = body_bytes(
        PartingBody(
            "camelnet/parting/1", log.game, log.membership.epoch, log.index, log.prev, (2,), ()
        )
    )
    line = Parted(body, (SeatSignature(2, world.peers[2].signer.sign(body)),))
    with pytest.raises(BadRecord, match="behind the end") as bad:
        judged(world, [*lines_of(world), line], tmp_path)
    assert bad.value.index == log.index


# --- what follows from segments ---------------------------------------------------------------


def test_three_of_five_are_not_the_table_of_the_start_however_they_came_to_be_three() -> None:
    verdict = table(
        "hhhhh",
        4,
        part(1, 20, (0, 1, 2, 3, 4)),
        part(21, 40, (0, 1, 2, 3), ghosts=(4,)),
        part(41, 60, (0, 1, 2), ghosts=(3, 4)),
    )
    assert verdict.standing is Standing.FEWER
    assert verdict.vouched_to == 40
    assert "From entry 41 on only Peer 0, Peer 1 and Peer 2 say so" in words.headline(verdict)


def test_who_comes_back_vouches_for_what_was_played_without_it() -> None:
    verdict = table(
        "hhhhh",
        4,
        part(1, 20, (0, 1, 2, 3, 4)),
        part(21, 40, (0, 1, 2, 3)),
        part(41, 60, (0, 1, 2)),
        part(61, 80, (0, 1, 2, 4)),
    )
    assert verdict.complete
    assert verdict.vouched_to == 80


def test_bots_that_go_on_without_the_only_person_are_not_its_table() -> None:
    verdict = table("hbbb", 3, part(1, 20, (0, 1, 2, 3)), part(21, 60, (1, 2, 3), ghosts=(0,)))
    assert verdict.standing is Standing.FEWER
    assert verdict.vouched_to == 20
    assert "only bots say so" in words.headline(verdict)
    assert table("bbbb", 3, part(1, 20, (0, 1, 2, 3)), part(21, 60, (1, 2, 3))).complete


def test_a_change_behind_the_last_entry_is_vouched_for_by_those_who_accepted_it() -> None:
    segments = (
        part(1, 59, (0, 1, 2, 3), closed_by_change=True),
        part(60, 60, (0, 1, 2, 3), certified=False, signed_by=(0, 1)),
    )
    verdict = table("hhhh", 3, *segments)
    assert verdict.to_the_end == (0, 1)
    assert verdict.standing is Standing.FEWER
    assert verdict.vouched_to == 58, "the last entry stands by the change alone"


def test_a_parting_is_another_game_however_many_signed_it() -> None:
    verdict = table(
        "hhhh", 3, part(1, 20, (0, 1, 2, 3)), part(21, 60, (0, 1, 2), begun=Begun.PARTING)
    )
    assert verdict.standing is Standing.APART
    assert verdict.vouched_to == 20


def test_a_table_that_plays_is_not_said_to_have_stopped() -> None:
    verdict = table("hhhh", 3, part(1, 20, (0, 1, 2, 3)), ended=False)
    assert verdict.standing is Standing.UNFINISHED
    told = " ".join(words.sentences(verdict, running=True))
    assert "So far all who voted at the start have signed" in told
    assert "stops" not in told


def test_the_badge_says_fair_only_where_people_vouch() -> None:
    fair = table("hhhh", 3, part(1, 20, (0, 1, 2, 3)), ended=False)
    alone = table("hbbb", 3, part(1, 20, (0, 1, 2, 3)), ended=False)
    apart = table("hhhh", 3, part(1, 9, (0, 1, 2, 3)), part(10, 20, (2,), begun=Begun.PARTING))
    assert [words.badge(verdict).text for verdict in (fair, alone, apart)] == [
        "✓ Fair",
        "✓ Checked",
        "Apart",
    ]
    assert words.badge(apart).doubtful
    assert "only Peer 2 says so" in words.badge(apart).tip
