"""The seat runner on the way to its table, without a network."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from camelnet.i18n import message
from camelnet.session.api.facts import (
    LobbyChanged,
    Phase,
    TableChanged,
    TableLeft,
)
from camelnet.terminal import seat_runner
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.goal import Host, Join, Resume
from tests.cli.conftest import Printed
from tests.cli.seats import (
    FREE,
    FakePeer,
    chair,
    lobby,
    looked_on_at,
    offer,
    run_for,
    runner_of,
    table,
)
from tests.patience import LONG_S


def test_a_person_who_hosts_is_ready_by_having_asked_for_it() -> None:
    peer = FakePeer()
    run_for(peer, Host("friday", "camelup", 2, {}), 0.4)
    assert peer.asked == ["ready True"]


def test_a_strict_table_is_asked_for_as_such() -> None:
    peer = FakePeer()
    run_for(peer, Host("friday", "camelup", 2, {}, strict=True), 0.4)
    assert (peer.strict, peer.aids) == (True, False)
    run_for(peer, Host("friday", "camelup", 2, {}, aids=True), 0.4)
    assert (peer.strict, peer.aids) == (False, True)


@pytest.mark.parametrize(("patience_s", "ends"), [(1000.0, False), (0.0, True)])
def test_a_table_that_stops_ends_one_game_only_when_it_stays_stopped(
    monkeypatch: pytest.MonkeyPatch, patience_s: float, ends: bool
) -> None:
    monkeypatch.setattr(seat_runner, "STOPPED_S", patience_s)

    async def stop() -> bool:
        peer = FakePeer()
        log, why = SimpleNamespace(epoch=SimpleNamespace(stopped=True)), message("stopped")
        stopped = SimpleNamespace(log=log, trouble=why, record_trouble=None, closed=False)
        peer.table = cast(None, stopped)
        runner = runner_of(peer, Host("friday", "camelup", 2, {}), once=True)
        try:
            await asyncio.wait_for(runner.run(), 0.8)
        except TimeoutError:
            return False
        except Failed:
            return True
        raise AssertionError("it ended well")

    assert asyncio.run(stop()) is ends


async def test_a_running_game_is_looked_on_at_once_and_until_its_end() -> None:
    peer = FakePeer()
    runner = runner_of(peer, Join("friday", watch=True), once=True)
    running = replace(offer("friday", chair("Anna")), playing=True, watchable=True)
    peer.tell(LobbyChanged(lobby(running, offer("monday", FREE))))
    task = asyncio.ensure_future(runner.run())
    await asyncio.sleep(0.6)
    assert peer.asked == ["watch friday"], "and no chair is taken"
    peer.tell(TableChanged(looked_on_at(table())))
    await asyncio.sleep(0.4)
    assert not task.done()
    peer.tell(TableChanged(looked_on_at(table(phase=Phase.OVER))))
    await asyncio.wait_for(task, 600)


def test_a_guest_sits_down_at_its_hosts_table_and_not_at_another_of_that_name() -> None:
    peer = FakePeer()
    other = replace(offer("friday", chair("Bo"), FREE), id=b"other")
    hosts = replace(offer("friday", chair("Anna"), FREE), id=b"hosts")
    goal = Join("friday", ("127.0.0.1", 4000), host=b"Anna")
    run_for(peer, goal, 0.6, LobbyChanged(lobby(other, hosts)))
    assert "sit hosts" in peer.asked
    assert "sit other" not in peer.asked


def test_who_has_left_a_game_looks_for_the_next_one_as_often_as_before_it() -> None:
    """A bot that left a deserted game is back within moments of its people, not half a minute."""

    async def leave() -> int:
        peer = FakePeer()
        runner = runner_of(peer, Join(None), bot=True)
        peer.tell(TableChanged(looked_on_at(table())))
        peer.tell(TableLeft(bytes(32)))
        ticks = 0
        tick = runner._tick

        def counted() -> bool:
            nonlocal ticks
            ticks += 1
            return tick()

        runner._tick = counted  # type: ignore[method-assign]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(runner.run(), 1.1)
        return ticks

    assert asyncio.run(leave()) >= 3


def test_who_looks_on_is_told_that_a_game_has_not_begun(printed: Printed) -> None:
    peer = FakePeer()
    there = LobbyChanged(lobby(offer("friday", chair("Anna"), FREE)))
    run_for(peer, Join("friday", watch=True), 0.7, there)
    assert peer.asked == []
    assert printed().count("They are not playing yet") == 1


def test_a_table_that_cannot_be_opened_fails_with_the_reason() -> None:
    peer = FakePeer(notice="That table is impossible.")
    with pytest.raises(Failed, match="That table is impossible"):
        run_for(peer, Host("friday", "camelup", 2, {}), 5)


def test_a_game_that_cannot_be_resumed_fails_with_the_reason() -> None:
    peer = FakePeer(notice="That game cannot be resumed.")
    with pytest.raises(Failed, match="cannot be resumed"):
        run_for(peer, Resume(b"g" * 32, "friday"), 5)


def test_an_address_alone_is_dialled_at_once() -> None:
    peer = FakePeer()
    run_for(peer, Join(None, ("127.0.0.1", 4000)), 0.6)
    assert peer.asked == ["connect 127.0.0.1:4000", "sit friday", "ready True"]


def test_an_address_alone_leads_to_no_table_but_one_there() -> None:
    peer = FakePeer(host_key=b"Somebody else")
    run_for(peer, Join(None, ("127.0.0.1", 4000)), 0.6)
    assert peer.asked == ["connect 127.0.0.1:4000"]


def test_a_full_table_is_told_at_once(printed: Printed) -> None:
    full = replace(offer("friday", chair("Anna")), trouble=message("All seats are taken."))
    run_for(FakePeer(), Join("friday"), 0.6, LobbyChanged(lobby(full)), bot=True)
    out = printed()
    assert out.count("There is no seat for us at the table friday: All seats are taken.") == 1


def test_who_joins_a_running_game_is_told_how_to_look_on() -> None:
    running = replace(
        offer("friday night", chair("Anna")),
        playing=True,
        watchable=True,
        trouble=message("The game has already started."),
    )
    goal = Join("friday night", patience_s=0.1)
    with pytest.raises(Failed, match="camelnet join --watch --table 'friday night'"):
        run_for(FakePeer(), goal, LONG_S, LobbyChanged(lobby(running)))


def test_an_address_to_fall_back_on_is_dialled_late_and_the_table_is_told(printed: Printed) -> None:
    peer = FakePeer()
    goal = Join("friday", ("127.0.0.1", 4000), address_after_s=0.3)
    run_for(peer, goal, 1.2, bot=True)
    assert peer.asked[:2] == ["connect 127.0.0.1:4000", "sit friday"]
    assert peer.asked[2].startswith("say I joined by address (127.0.0.1:4000)")
    assert "trying 127.0.0.1:4000" in printed()


def test_a_chair_that_is_never_found_is_given_up_with_what_was_seen() -> None:
    there = LobbyChanged(lobby(offer("monday", chair("Anna"), FREE)))
    with pytest.raises(Failed, match="no table friday on this network; there are: monday"):
        run_for(FakePeer(), Join("friday", patience_s=0.3), LONG_S, there)
