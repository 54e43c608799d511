"""What somebody who merely connects can do to a lobby: nothing that lasts, nothing unnoticed."""

from __future__ import annotations

import pytest

from camelnet import rules
from camelnet.net.admission import PEERS_MAX
from camelnet.protocol.start import lobby
from camelnet.protocol.wire.bodies import TableBody, body_bytes
from camelnet.protocol.wire.frames import Beat, frame_bytes
from camelnet.protocol.wire.limits import SEATS_MAX
from camelnet.session.game.table_options import pack_options
from camelnet.session.peer.views import Views
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory


def test_a_known_name_with_another_key_is_warned_of_in_the_record_too(room: MakeRoom) -> None:
    table = room("", "")
    mallory = Mallory.met(table)
    mallory.send_all(mallory.record(None, name="Peer 1"))
    table.run(1000)
    (seen,) = [peer for peer in table.guests[0].lobby.peers if peer.key == mallory.key]
    assert seen.trouble is not None


def test_greetings_write_nothing_to_the_disk(room: MakeRoom) -> None:
    table = room("", "")
    mallory = Mallory.met(table)
    folder = table.guests[0].profile.path
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for number in range(30):
        mallory.greet(table.guests[0].key, f"Nobody {number}")
    table.run(3000)
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_one_stranger_does_not_fill_the_screen_with_notices(room: MakeRoom) -> None:
    table = room("", "")
    mallory = Mallory.met(table)
    victim = table.guests[0]
    for number in range(100):
        mallory.send(victim.key, mallory.record(None, name=f"M{number}"))
        mallory.mesh.send(victim.key, b"\xc1")
    table.run(3000)
    assert len(victim.notices()) < 10


def test_a_peer_that_began_anew_unnoticed_is_heard_in_chat(room: MakeRoom) -> None:
    table = room("", "")
    mallory = Mallory.met(table)
    for sequence, text in enumerate(("one", "two", "three")):
        mallory.send_all(mallory.chat(text, sequence))
    table.run(3000)
    mallory.greet(table.guests[0].key)
    mallory.send_all(mallory.chat("I am back", 0))
    table.run(500)
    said = ["one", "two", "three", "I am back"]
    assert [text for _, text in table.guests[0].said()] == said


def test_two_peers_do_not_greet_each_other_for_ever(room: MakeRoom) -> None:
    table = room("", "")
    table.run(1500)
    one, two = table.guests
    one.peer.peer_up(two.key, "10.0.0.9", 1)
    one.peer.peer_up(two.key, "10.0.0.9", 1)
    before = table.network.delivered
    table.run(10_000)
    assert table.network.delivered - before < 100


@pytest.mark.slow
def test_a_beat_in_a_full_lobby_is_heard_without_looking_at_the_tables(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "")
    table.run(1000)
    victim = table.guests[0]
    options = pack_options(rules.check_options("camelup", {}))
    crowd = [Mallory(table, number, name=f"M{number}") for number in range(30)]
    table.run(3000)
    for number, each in enumerate(crowd):
        salt = bytes([number]) * 16
        body = TableBody("camelnet/table/1", f"T{number}", "camelup", 8, options, salt, None)
        each.send(victim.key, each.record(each.chair(body_bytes(body), 0)))
    table.run(1000)
    assert len(victim.lobby.tables) == 30
    looked: list[object] = []
    look, read = Views.lobby, lobby.read_body
    monkeypatch.setattr(Views, "lobby", lambda views: looked.append(views) or look(views))
    monkeypatch.setattr(lobby, "read_body", lambda *given: looked.append(given) or read(*given))
    for _ in range(50):
        victim.peer.received(crowd[0].key, frame_bytes(Beat(())))
    assert len(looked) <= 1


def test_a_warning_of_a_name_is_told_once(room: MakeRoom) -> None:
    table = room("", "")
    table.guests[0].profile.remember("Zoe", bytes(32))
    mallory = Mallory.met(table, name="Zoe")
    for _ in range(30):
        mallory.send_all(Beat(()))
        mallory.send_all(mallory.record(None, name="Zoe"))
        table.run(1000)
    warned = [notice for notice in table.guests[0].notices() if "another key" in notice]
    assert len(warned) == 1


def test_there_is_a_record_for_whoever_finds_a_place() -> None:
    # 64 strangers, and who sits with me: in the game, and at the table of the next one.
    assert lobby.RECORDS_MAX >= PEERS_MAX + 2 * SEATS_MAX
