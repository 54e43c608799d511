"""Several at one computer: the verdict tells through whose a seat played, if both say so."""

from __future__ import annotations

import pytest

from camelnet.protocol.start.genesis import read_genesis
from camelnet.session.table.verify import verify
from camelnet.session.text import verdict_words
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory

THROUGH = "Peer 1 played through Peer 0's computer, whose owner could see their cards."


@pytest.mark.slow
def test_the_verdict_tells_through_whose_computer_a_seat_played(room: MakeRoom) -> None:
    three = room("", "", "")
    owner, guest, _third = three.guests
    for each in (owner, guest):
        each.peer.share_computer((owner.key, guest.key))
    three.open(3)
    three.sit(*three.guests[1:])
    three.begin()
    three.end_well()
    for each in three.guests:
        verdict = verify(each.record_path())
        assert verdict.guests == ((0, (1,)),)
        assert verdict.to_dict()["seats"][1]["host"] == 0
        assert verdict_words.sentences(verdict)[1:] == [THROUGH]


def test_nobody_is_made_a_guest_or_an_owner_by_one_who_says_so_alone(room: MakeRoom) -> None:
    """A liar names others as its guests, and one of them as its host."""
    two = room("", "")
    liar = Mallory.met(two)
    table = two.open(3)
    two.sit(two.guests[1])
    two.ready(*two.guests)
    ours = [guest.key for guest in two.guests]
    lobby = two.guests[1].peer.parts.lobby
    for computer in ((liar.key, *ours), (ours[0], liar.key)):
        liar.send_all(liar.record(liar.chair(table, 2), computer=computer))
        two.run(500)
        assert lobby.record_of(liar.key).computer == computer
        genesis, _table = read_genesis(lobby.genesis())
        assert [seat.host for seat in genesis.seats] == [None] * 3
