"""Greetings that get lost with a connection."""

from __future__ import annotations

import pytest

from tests.session.conftest import MakeRoom


@pytest.mark.parametrize("ups", [1, 2, 3])
def test_whoever_lost_a_greeting_with_its_connection_gets_it_again(
    room: MakeRoom, ups: int
) -> None:
    lobby = room("", "")
    lobby.run(3000)
    one, other = lobby.guests
    assert [peer.key for peer in one.lobby.peers] == [other.key]
    # One side saw its connection break and come back; the other side noticed nothing of it, and
    # answers greetings now and then only.
    for _ in range(ups):
        one.peer.peer_up(other.key, "10.0.0.1", 1)
        lobby.run(300)
    lobby.run(5000)
    assert [peer.key for peer in one.lobby.peers] == [other.key]
    other.peer.say("Can you hear me?")
    lobby.run(500)
    assert [text for _, text in one.said()] == ["Can you hear me?"]
