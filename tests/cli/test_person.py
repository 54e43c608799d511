"""A person's commands at the keyboard, without a network."""

from __future__ import annotations

from dataclasses import replace

from camelnet.session.api.facts import (
    Kind,
    MembershipVotes,
    PeerView,
    Phase,
    Presence,
)
from tests.cli.conftest import Printed
from tests.cli.seats import (
    FREE,
    Typist,
    chair,
    lobby,
    looked_on_at,
    offer,
    silent,
    table,
)


def test_a_vote_is_typed_by_number_or_by_name_and_taken_back() -> None:
    typist = Typist()
    typist.types("without 1", "without CLEO", "with 3", "without 9", "without", at=table())
    assert typist.asked == [
        ("go_on_without", 0, True),
        ("go_on_without", 2, True),
        ("go_on_without", 2, False),
    ]


def test_the_vote_that_can_be_cast_is_told_with_what_to_type(printed: Printed) -> None:
    state = MembershipVotes(removable=(0, 2))
    Typist().types(at=silent(table(membership_votes=state), 2, Presence.SILENT, 9))
    told = printed()
    assert told.count("To vote") == 1, "nobody votes about those who are here"
    assert "To vote to continue without Cleo, type: without 3" in told


def test_playing_on_apart_is_explained_first_and_wants_a_yes(printed: Printed) -> None:
    typist = Typist()
    few = table(membership_votes=MembershipVotes(apart=(1,)))
    typist.types("apart", at=few)
    assert typist.asked == []
    assert "Anna and Cleo, who cannot come back to it" in printed()
    typist.types("apart yes", at=few)
    assert typist.asked == [("go_on_apart",)]
    typist.types("apart yes", at=table())
    assert typist.asked == [("go_on_apart",)], "nobody has to"


def test_chat_that_is_too_long_is_not_cut_but_refused(printed: Printed) -> None:
    typist = Typist()
    typist.types("say " + "x" * 500, "say " + "y" * 501, "say", at=table())
    assert typist.asked == [("say", "x" * 500)]
    told = " ".join(printed().split())
    assert "501 letters; the limit is 500" in told
    assert "Say what?" in told


def test_what_cannot_be_meant_is_answered(printed: Printed) -> None:
    typist = Typist()
    typist.types("ready", "wait", "proof x", "proof 7", "proof 1", at=table())
    assert typist.asked == [("show_luck", 1)]
    told = printed()
    assert told.count("The game has begun already.") == 2
    assert "“x” is not a number." in told
    assert "There is no number 7; “luck” lists 1 to 1." in told
    ended = Typist()
    ended.types("ready", at=table(phase=Phase.OVER))
    assert ended.asked == [("ready", True)]
    assert "You are ready." in printed()


def test_what_can_be_typed_is_offered_for_completion() -> None:
    on_turn = table().position
    for notation in ("start g1", "start y1", "start o1", "start b3", "start w3", "leg g"):
        on_turn = on_turn.apply(notation) if on_turn.why_not(notation) is None else on_turn
    turn = on_turn.turn
    assert isinstance(turn, int)
    mine = Typist().types(at=table(position=on_turn, me=turn))
    assert {"roll", "quit", "without Cleo", "luck"} <= set(mine)
    assert "roll" not in Typist().types(at=table(position=on_turn, me=(turn + 1) % 3))


def test_who_looks_on_moves_nothing_and_stays_when_input_ends(printed: Printed) -> None:
    typist = Typist()
    typist.types("roll", "without 1", None, at=looked_on_at(table()), looks_on=True)
    assert not typist.left
    assert "You are watching; only the players move." in printed()


def test_whoever_opened_a_table_types_who_may_sit_there(printed: Printed) -> None:
    bo = PeerView(b"b" * 32, "Bo", Kind.HUMAN, False, Presence.HERE, "", None)
    view = replace(lobby(offer("friday", chair("Me", me=True), FREE)), peers=(bo,))
    typist = Typist()
    typist.types("closed", "let bo", "let Cleo", "open", "begin", at=view)
    who = [("invite_only", True), ("let_in", bo.key), ("invite_only", False)]
    assert typist.asked == [*who, ("close_seats",)]
    assert printed().count("Nobody with that name is here.") == 1


def test_whoever_opened_the_next_game_types_who_may_sit_there() -> None:
    bo = PeerView(b"b" * 32, "Bo", Kind.HUMAN, False, Presence.HERE, "", None)
    again = lobby(offer("friday", chair("Me", me=True), chair("Cleo"), FREE))
    around = replace(again, peers=(bo,))
    typist = Typist()
    typist.types("free cleo", "let bo", at=table(phase=Phase.OVER), meanwhile=around)
    assert typist.asked == [("free_chair", b"Cleo"), ("let_in", bo.key)]


def test_nobody_is_sent_from_a_game_that_runs(printed: Printed) -> None:
    typist = Typist()
    here = lobby(offer("friday", chair("Me", me=True), chair("Cleo"), FREE))
    typist.types("free cleo", at=table(), meanwhile=here)
    assert typist.asked == []
    assert "Nobody with that name is at your table in the lobby." in printed()
