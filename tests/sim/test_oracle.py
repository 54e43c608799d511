"""Rules of the oracle that too few tables would break."""

from __future__ import annotations

from unittest.mock import Mock, patch

import pytest

from camelnet.protocol.wire.bodies import (
    AckBody,
    ChangeBody,
    PartingBody,
    StayBody,
    WantBody,
    body_bytes,
    fork_id,
)
from camelnet.protocol.wire.frames import Ack, Apart, Stay, Unlock, Want
from camelnet.protocol.wire.key_messages import KeyCommit
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.lobby_world import GUESTS_MAX, LobbyWorld
from tests.sim.plan import plan_of
from tests.sim.violation import Violation
from tests.sim.world import World, signer_of

pytestmark = pytest.mark.usefixtures("simulated")

HASH = bytes(32)
SEAT, OTHER = 1, 2  # who says something; who says something about it
HALL = 648  # a seed whose first to begin would crash at once


def world() -> World:
    table = World(plan_of(0))
    table.begin()
    return table


def apart(table: World, *, signed: bool, game: bytes | None = None) -> Apart:
    game = game or table.game_start.id
    body = body_bytes(PartingBody("camelnet/parting/1", game, 0, 5, HASH, (0, SEAT), ()))
    return Apart(body, SEAT, table.peers[SEAT].signer.sign(body) if signed else b"")


def ack(table: World) -> Ack:
    game = table.game_start.id
    body = body_bytes(AckBody("camelnet/ack/1", game, 0, 5, SEAT, HASH, HASH, b""))
    return Ack(body, table.peers[SEAT].signer.sign(body))


def silent(table: World) -> Want:
    """Somebody wants to go on without a seat that it does not hear."""
    game = table.game_start.id
    body = body_bytes(WantBody("camelnet/want/1", game, 0, 5, OTHER, SEAT, True, "silent"))
    return Want(body, table.peers[OTHER].signer.sign(body))


def test_who_is_here_is_not_called_silent() -> None:
    table = world()
    with pytest.raises(Violation, match="somebody who is here is called silent"):
        table.oracle.said(OTHER, silent(table), table.peers[OTHER].table)


def test_who_plays_on_apart_is_silent_in_the_games_that_it_left() -> None:
    """Seeds 17721, 20549, 23014 and 905132: somebody came back to the old game, and heard nothing
    of it from those who had gone on in another, and from there in a third."""
    table = world()
    for game in (table.game_start.id, HASH):
        table.oracle.said(SEAT, apart(table, signed=True, game=game), None)
    table.oracle.said(OTHER, silent(table), table.peers[OTHER].table)
    with pytest.raises(Violation, match="it had signed that it plays on apart"):
        table.oracle.said(SEAT, ack(table), None)


def test_who_has_signed_to_play_on_apart_says_nothing_new_in_the_old_game() -> None:
    table = world()
    table.oracle.said(SEAT, apart(table, signed=False), None)
    table.oracle.said(SEAT, ack(table), None)  # who has only asked may say what it likes
    table = world()
    table.oracle.said(SEAT, apart(table, signed=True), None)
    with pytest.raises(Violation, match="it had signed that it plays on apart"):
        table.oracle.said(SEAT, ack(table), None)


def test_who_has_signed_to_play_on_apart_deals_no_key_of_the_old_game() -> None:
    table = world()
    told = table.peers[SEAT].table
    assert told is not None
    keygen = told.log.epoch.new_keygen(told.log.voter)
    commit = next(frame for frame in keygen.outbox if isinstance(frame, KeyCommit))
    table.oracle.said(SEAT, apart(table, signed=True), None)
    with pytest.raises(Violation, match="it had signed that it plays on apart"):
        table.oracle.said(SEAT, commit, told)


def stay(table: World, seat: int, fork: Apart) -> Stay:
    body = body_bytes(StayBody("camelnet/stay/1", table.game_start.id, seat, fork_id(fork.body)))
    return Stay(body, table.peers[seat].signer.sign(body))


def test_who_has_signed_a_fork_speaks_again_once_all_its_seats_have_given_it_up() -> None:
    for seats in ((0, SEAT), (0,), (SEAT,)):
        table = world()
        signed = apart(table, signed=True)
        table.oracle.said(SEAT, signed, None)
        for seat in seats:
            table.oracle.said(seat, stay(table, seat, signed), None)
        if len(seats) == 2:
            table.oracle.said(SEAT, ack(table), None)
            continue
        with pytest.raises(Violation, match="it had signed that it plays on apart"):
            table.oracle.said(SEAT, ack(table), None)


def test_who_has_given_up_a_fork_never_signs_it() -> None:
    table = world()
    signed = apart(table, signed=True)
    table.oracle.said(SEAT, stay(table, SEAT, signed), None)
    with pytest.raises(Violation, match="it had given up that fork"):
        table.oracle.said(SEAT, signed, None)


def test_cards_that_were_opened_lie_face_down_again_only_where_another_die_is_drawn() -> None:
    """Seed 119158: two changes within one roll, of which the second left too few who hold the key.
    What the first die had the table open lay face down again behind the second one."""
    table = world()
    oracle, game, index = table.oracle, table.game_start.id, 1
    tables = [peer.table for peer in table.peers if peer.table is not None]
    table.go_on(lambda: all(seated.log.index > index for seated in tables))
    position = Mock(digest=tables[SEAT].position.digest)

    def opened(epoch: int) -> None:
        position.turn = "reveal"
        for seat, seated in enumerate(tables):
            oracle.said(seat, Unlock(game, epoch, index, seat, ()), seated)

    def look() -> None:
        position.turn = SEAT
        oracle.agreed(SEAT, tables[SEAT], 0)

    with patch.object(SeatedTable, "position", position):
        opened(0)
        with pytest.raises(Violation, match="open cards are taken back"):
            look()
        change = ChangeBody(
            "camelnet/change/1", game, 1, 2, HASH, (0, 1), (), (), False, (), redrawn=index
        )
        oracle._draws_anew(change)
        look()
        opened(0)  # somebody who has not heard of that change
        look()
        opened(1)
        with pytest.raises(Violation, match="open cards are taken back"):
            look()


def hall(*, cruel: bool = False) -> LobbyWorld:
    signers = [signer_of(HALL, number, real=False) for number in range(GUESTS_MAX)]
    return LobbyWorld(plan_of(HALL), signers, cruel=cruel)


@pytest.mark.slow
def test_two_games_in_which_both_sit_are_seen() -> None:
    room = hall()
    room.run()
    one, other = [guest for guest in room._guests if guest.begun][:2]
    game = bytes(32)
    room._games[game] = room._games[one.begun[0]]
    other.begun.append(game)
    with pytest.raises(Violation, match="two games in which both sit"):
        room._look()


def test_a_table_begins_though_the_first_to_begin_crashes_at_once() -> None:
    hall(cruel=True).run()
