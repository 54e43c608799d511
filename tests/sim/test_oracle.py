"""Rules of the oracle that too few tables would break."""

from __future__ import annotations

import pytest

from camelnet.protocol.wire.bodies import AckBody, PartingBody, body_bytes
from camelnet.protocol.wire.frames import Ack, Apart
from tests.sim.lobby_world import GUESTS_MAX, LobbyWorld
from tests.sim.plan import plan_of
from tests.sim.runner import simulating
from tests.sim.violation import Violation
from tests.sim.world import World, signer_of

HASH = bytes(32)
SEAT = 1
HALL = 648  # a seed whose first to begin would crash at once


def world() -> World:
    return World(plan_of(0))


def apart(table: World, *, signed: bool) -> Apart:
    game = table.game_start.id
    body = body_bytes(PartingBody("camelnet/parting/1", game, 0, 5, HASH, (0, SEAT), ()))
    return Apart(body, SEAT, table.peers[SEAT].signer.sign(body) if signed else b"")


def ack(table: World) -> Ack:
    game = table.game_start.id
    body = body_bytes(AckBody("camelnet/ack/1", game, 0, 5, SEAT, HASH, HASH, b""))
    return Ack(body, table.peers[SEAT].signer.sign(body))


def test_who_has_signed_to_play_on_apart_says_nothing_new_in_the_old_game() -> None:
    with simulating():
        table = world()
        table.oracle.said(SEAT, apart(table, signed=True), None)
        with pytest.raises(Violation, match="it had signed that it plays on apart"):
            table.oracle.said(SEAT, ack(table), None)


def hall(*, cruel: bool = False) -> LobbyWorld:
    signers = [signer_of(HALL, number, real=False) for number in range(GUESTS_MAX)]
    return LobbyWorld(plan_of(HALL), signers, cruel=cruel)


def test_two_games_in_which_both_sit_are_seen() -> None:
    with simulating():
        room = hall()
        room.run()
        one, other = [guest for guest in room._guests if guest.begun][:2]
        game = bytes(32)
        room._games[game] = room._games[one.begun[0]]
        other.begun.append(game)
        with pytest.raises(Violation, match="two games in which both sit"):
            room._look()


def test_a_table_begins_though_the_first_to_begin_crashes_at_once() -> None:
    with simulating():
        hall(cruel=True).run()


def test_who_has_only_asked_to_play_on_apart_may_say_what_it_likes() -> None:
    with simulating():
        table = world()
        table.oracle.said(SEAT, apart(table, signed=False), None)
        table.oracle.said(SEAT, ack(table), None)
