"""The narrator: who sits, who is missing, what was drawn; and nothing that harms a terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet import rules
from camelnet.session.api.facts import (
    ChatSaid,
    Kind,
    LobbyChanged,
    LuckDrawn,
    LuckPart,
    LuckShown,
    MembershipVotes,
    Need,
    Presence,
    SeatView,
    Stepped,
    TableChanged,
    Vote,
    Waiting,
)
from camelnet.session.api.verdict import Begun
from camelnet.session.text import words
from camelnet.terminal.sanitize import printable
from tests.cli.conftest import Printed
from tests.cli.seats import (
    FREE,
    chair,
    lobby,
    looked_on_at,
    narrated,
    offer,
    silent,
    table,
)
from tests.session import verdicts


def test_who_sits_down_and_who_stands_up_is_told(printed: Printed) -> None:
    me = chair("Me", me=True)
    narrated(
        LobbyChanged(lobby(offer("friday", me, FREE, FREE))),
        LobbyChanged(lobby(offer("friday", me, chair("Bo", kind=Kind.BOT), FREE))),
        LobbyChanged(lobby(offer("friday", me, FREE, FREE))),
    )
    told = printed()
    assert "Table friday: Camel Up, 1 of 3 seats taken." in told
    assert "Bo (bot) sits down; 2 of 3 seats taken." in told
    assert "Bo (bot) leaves the table." in told


def test_the_end_says_in_a_line_whether_the_game_was_fair(printed: Printed) -> None:
    together = verdicts.table("hhb", 2, verdicts.part(1, 6, (0, 1)))
    narrated(TableChanged(table()), TableChanged(table(verdict=together)))
    assert printed().count("✓ Fair game, verified. “proof” tells the rest.") == 1
    alone = verdicts.part(4, 6, (1,), begun=Begun.PARTING)
    apart = verdicts.table("hhb", 2, verdicts.part(1, 3, (0, 1)), alone)
    narrated(TableChanged(table()), TableChanged(table(verdict=apart)))
    assert "Some played on apart from the table" in printed()


def test_silence_and_return_are_told_by_name(printed: Printed) -> None:
    here = table()
    narrated(
        TableChanged(here),
        TableChanged(silent(here, 0, Presence.SILENT, 7)),
        TableChanged(here),
    )
    told = printed()
    assert "Table code: apple river moon tiger" in told
    assert "Anna is silent." in told
    assert "Anna is back." in told


def test_for_whom_the_table_waits_is_told_after_a_while(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("camelnet.terminal.narrator._PATIENCE_S", 0.01)
    gone = silent(table(waiting=(Waiting(0, Need.ACK),)), 0, Presence.SILENT, 7)
    narrated(TableChanged(gone), wait_s=0.2)
    told = printed()
    assert "Anna has been silent for 0:07. The table waits." in told


def test_a_vote_is_told_in_sentences_and_so_is_its_end(printed: Printed) -> None:
    wanted = Vote(seat=0, leaving=True, wanted_by=(2,), needed=2)
    both = replace(wanted, wanted_by=(1, 2))
    narrated(
        TableChanged(table()),
        TableChanged(table(membership_votes=MembershipVotes(votes=(wanted,)))),
        TableChanged(table(membership_votes=MembershipVotes(votes=(both,)))),
        TableChanged(table(membership_votes=MembershipVotes(votes=(wanted,)))),
    )
    told = printed()
    assert "Cleo wants to continue without Anna: 1 of 2 votes." in told
    assert "You and Cleo want to continue without Anna: 2 of 2 votes." in told
    assert "You no longer want to continue without Anna." in told


def test_a_vote_of_several_names_me_first_and_all_of_them_once() -> None:
    state = Vote(seat=3, leaving=True, wanted_by=(0, 1, 2), needed=3)
    dora = SeatView(b"Dora", "Dora", Kind.HUMAN, False, Presence.SILENT, 9)
    four = table(seats=(*table().seats, dora), membership_votes=MembershipVotes(apart=(0, 1, 2)))
    assert words.vote(four, state) == (
        "You, Anna and Cleo want to continue without Dora: 3 of 3 votes."
    )
    assert "You, Anna and Cleo can split off" in words.apart(four)


def test_who_looks_on_is_told_of_ghosts_and_returns(printed: Printed) -> None:
    here = looked_on_at(table())
    gone = replace(here, seats=(replace(here.seats[0], presence=Presence.GHOST), *here.seats[1:]))
    narrated(TableChanged(here), TableChanged(gone), TableChanged(here))
    told = printed()
    assert "The game continues without Anna." in told
    assert "Anna is back at the table." in told
    narrated(TableChanged(gone))
    assert "1 Anna (a ghost plays), 2 Me, " in printed(), "also who comes later"


PROOF = LuckShown(
    game_id=b"g" * 32,
    index=9,
    notation="roll",
    author="Anna",
    scheme="coin",
    needed=2,
    label=b"l" * 32,
    parts=(LuckPart(0, "Anna", b"a" * 96, True), LuckPart(1, "Me", b"m" * 96, False)),
    seed=b"s" * 32,
    draws=(LuckDrawn("die b2", 3, 6, (("die b1", 2), ("die b2", 3), ("die b3", 1))),),
    holds=False,
)


def test_a_proof_names_parts_seed_and_how_a_number_becomes_the_die(printed: Printed) -> None:
    narrated(TableChanged(table()), PROOF)
    told = printed()
    assert "This does not hold: the part of Me does not fit." in told
    assert f"Seed: {(b's' * 32).hex()}" in told
    assert "The seed gives 3, a number from 0 to 5: it falls on die b2." in told
    assert "die b1: 0-1, die b2: 2-4, die b3: 5" in told
    assert "2 players who plot together" in told


def test_luck_of_before_a_fork_can_be_proven_after_a_resume(printed: Printed) -> None:
    first = rules.new("camelup", seats=3)
    drawn = Stepped(
        b"f" * 32, PROOF.index, None, "first 0", first, first.apply("first 0"), (), True
    )
    foreign = replace(drawn, game_id=b"o" * 32, notation="first 2", after=first.apply("first 2"))
    narrated(drawn, foreign, TableChanged(table(former=(b"f" * 32,))), PROOF)
    told = printed()
    assert "Anna has the first turn" in told
    assert "Cleo has the first turn" not in told, "another table's"


def test_nobody_can_send_control_sequences_to_the_terminal(printed: Printed) -> None:
    narrated(ChatSaid(b"k", "A\x1b[2Jnna", "\x1b]0;hacked\x07 [red]hi[/red] :smile:", False))
    told = printed()
    assert "\x1b" not in told
    assert "\x07" not in told
    assert "[red]hi[/red] :smile:" in told
    assert printable("a\nb\x00") == "a?b?"
    assert printable("non\xa0breaking\u202fspaces") == "non\xa0breaking\u202fspaces"


@pytest.mark.parametrize("need", list(Need))
@pytest.mark.parametrize("presence", list(Presence))
def test_every_wait_has_a_sentence_that_names_who_is_waited_for(
    need: Need, presence: Presence
) -> None:
    view = table(waiting=(Waiting(0, need), Waiting(1, need), Waiting(2, need)))
    lines = words.waiting(silent(view, 0, presence, 3))
    assert any("Anna" in line for line in lines)
    assert any("Cleo" in line for line in lines)
    for line in lines:
        assert "{" not in line
        assert line.endswith(".")


def test_a_name_is_shown_with_what_one_should_know() -> None:
    view = table()
    assert [words.who(seat) for seat in view.seats] == ["Anna", "Me (you)", "Cleo (bot)"]
