"""What the lobby shows of other peers."""

from __future__ import annotations

import pytest

from camelnet.net.address import parse_address
from camelnet.protocol.wire.frames import Hello
from camelnet.session.api.facts import Presence
from camelnet.session.lobby.builds import Build
from camelnet.session.lobby.contacts import Contact
from camelnet.session.lobby.lobby_views import peer_view

HELLO = Hello(1, 1, "0", bytes(32), "Ben", "human")


@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::1", "laptop.local"])
def test_the_address_shown_for_a_peer_can_be_typed_in_again(host: str) -> None:
    contact = Contact(b"b" * 32, host, 40111, hello=HELLO)
    shown = peer_view(contact, None, Presence.HERE, Build.own()).address
    assert parse_address(shown) == (host, 40111)
