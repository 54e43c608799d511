"""Discovery on loopback: found, updated, lost; and what is said where there is no network."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import os
import socket
import struct
from dataclasses import dataclass, field

import pytest
from zeroconf.asyncio import AsyncZeroconf

from camelnet.i18n import Message
from camelnet.net import discovery as discovery_module
from camelnet.net import interfaces, mdns
from camelnet.net.announcements import Announcement
from camelnet.net.discovery import Discovery, Found
from camelnet.net.txt_record import instance_of_key
from tests.net.peers import HOST, eventually


def _multicast_passes() -> bool:
    """Whether a multicast datagram sent on loopback arrives there."""
    group = socket.inet_aton("239.77.77.77")
    own = socket.inet_aton(HOST)
    try:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver,
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
        ):
            receiver.bind(("", 0))
            receiver.settimeout(2.0)
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + own)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, struct.pack("b", 1))
            sender.sendto(b"?", ("239.77.77.77", receiver.getsockname()[1]))
            return receiver.recv(10) == b"?"
    except OSError:
        return False


multicast = pytest.mark.skipif(
    not _multicast_passes(), reason="multicast is not delivered on loopback here"
)


def _name(letter: str) -> str:
    """Unlike those of another run of these tests on this computer."""
    return f"test-{os.getpid()}-{letter}"


def _port(name: str) -> int:
    return 4_000 + ord(name[-1])


@dataclass
class Looker:
    """A discovery with what it told."""

    name: str
    found: list[Found] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    troubles: list[str | None] = field(default_factory=list)
    interface: str | None = HOST
    mdns: bool = True

    def __post_init__(self) -> None:
        self.discovery = Discovery(
            instance=self.name,
            port=_port(self.name),
            found=self.found.append,
            lost=self.lost.append,
            trouble=self._trouble,
            interface=self.interface,
            mdns=self.mdns,
        )

    def _trouble(self, what: Message | None) -> None:
        self.troubles.append(None if what is None else str(what))

    def hints_of(self, name: str) -> dict[str, str] | None:
        for found in reversed(self.found):
            if found.instance == name:
                return dict(found.hints)
        return None


@multicast
async def test_peers_on_one_computer_find_each_other_and_not_themselves() -> None:
    lookers = [Looker(_name(letter)) for letter in "xyz"]
    for looker in lookers:
        looker.discovery.announce({"v": "1", "n": f"Zoë {looker.name[-1]}"})
        await looker.discovery.start()
    for looker in lookers:
        for other in lookers:
            if other is not looker:
                await eventually(lambda a=looker, b=other: a.hints_of(b.name))  # type: ignore[misc]
                found = next(f for f in looker.found if f.instance == other.name)
                assert (found.hosts[0], found.port) == (HOST, _port(other.name))
                assert found.hints == {"v": "1", "n": f"Zoë {other.name[-1]}"}
        assert looker.hints_of(looker.name) is None
    await lookers[0].discovery.stop()
    await eventually(lambda: all(lookers[0].name in k.lost for k in lookers[1:]))
    for looker in lookers[1:]:
        await looker.discovery.stop()
    assert all(looker.troubles == [] for looker in lookers)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    gc.collect()  # an open socket would warn now


@multicast
async def test_a_change_of_the_hints_is_seen_by_others() -> None:
    one, other = Looker(_name("d")), Looker(_name("e"))
    await one.discovery.start()
    await other.discovery.start()
    await eventually(lambda: other.hints_of(one.name) == {})
    one.discovery.announce({"t": "Evening"})
    one.discovery.announce({"t": "Evening", "p": "2/4"})
    await eventually(lambda: other.hints_of(one.name) == {"t": "Evening", "p": "2/4"})
    await one.discovery.stop()
    await other.discovery.stop()


def heard_ms(looker: Looker, other: Looker) -> float:
    """When the host of `other` last answered `looker`, in milliseconds of zeroconf's clock."""
    told, heard = (item.discovery._responders[0]._zeroconf for item in (other, looker))
    assert told is not None
    assert heard is not None
    (info,) = told.zeroconf.registry.async_get_service_infos()
    records = heard.zeroconf.cache.async_entries_with_name(info.server or "")
    return max((record.created for record in records), default=0.0)


@multicast
async def test_a_peer_that_went_without_a_goodbye_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mdns, "_HOST_TTL_S", 1)
    monkeypatch.setattr(mdns, "_RESOLVE_MS", 500)
    monkeypatch.setattr(discovery_module, "POLL_S", 0.1)
    monkeypatch.setattr(mdns, "ASK_S", 0.3)

    one, other, third = (Looker(_name(letter)) for letter in "789")
    for looker in (one, other, third):
        await looker.discovery.start()
    await eventually(lambda: one.hints_of(other.name) == one.hints_of(third.name) == {})
    zeroconf = other.discovery._responders[0]._zeroconf
    assert zeroconf is not None
    registry = zeroconf.zeroconf.registry
    registry.async_remove(registry.async_get_service_infos())  # as dead as can be
    await eventually(lambda: other.name in one.lost)
    # The third lives on through two lives of a record: it has answered again after each.
    for _life in range(2):
        heard = heard_ms(one, third)
        await eventually(lambda: heard_ms(one, third) >= heard + 1000)  # noqa: B023
    assert third.name not in one.lost
    for looker in (one, other, third):
        await looker.discovery.stop()


@multicast
@pytest.mark.parametrize("when", ["too slow", "cancelled"])
async def test_no_socket_stays_open_when_a_goodbye_is_not_finished(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looker = Looker(_name("w"))
    await looker.discovery.start()
    (responder,) = (one for one in looker.discovery._responders if one.version == 4)
    await eventually(lambda: responder.announced_at > float("-inf"))
    assert responder._zeroconf is not None
    sockets = [one.sock for one in responder._zeroconf.zeroconf.engine.readers]
    assert len(sockets) == 2
    if when == "too slow":
        monkeypatch.setattr(mdns, "_CLOSE_S_MAX", 0.05)
        await responder.close()
    else:
        closing = asyncio.create_task(responder.close())
        await asyncio.sleep(0.05)
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
        assert closing.cancelled()
    await asyncio.sleep(0)
    assert [one.fileno() for one in sockets] == [-1, -1]
    await looker.discovery.stop()


async def test_a_lost_network_is_said_once_and_so_is_its_return(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery_module, "POLL_S", 0.05)
    present: list[tuple[str, int]] = []
    monkeypatch.setattr(discovery_module, "multicast_hosts", lambda interface: tuple(present))
    monkeypatch.setattr(discovery_module, "other_networks", lambda interface: ("eth0", "wlan0"))
    others = "Others are connected: eth0, wlan0."

    looker = Looker(_name("f"))
    await looker.discovery.start()
    await eventually(lambda: looker.troubles)
    assert looker.troubles == [f"The network lo, the only one in use, is out. {others}"]
    present.append((HOST, 1))
    await eventually(lambda: looker.troubles[-1] is None)
    present.clear()
    await eventually(lambda: len(looker.troubles) == 3)
    await looker.discovery.stop()


async def test_loopback_alone_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "multicast_hosts", lambda interface: ((HOST, 1),))

    looker = Looker(_name("c"), interface=None)
    await looker.discovery.start()
    await eventually(lambda: looker.troubles)
    assert looker.troubles == [
        "No network is connected: only players on this computer can be found."
    ]
    await looker.discovery.stop()


async def test_a_failing_mdns_is_said_in_words_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery_module, "POLL_S", 0.05)
    monkeypatch.setattr(discovery_module, "multicast_hosts", lambda interface: ((HOST, 1),))

    def broken(**_: object) -> None:
        raise OSError(98, "in use")

    looker = Looker(_name("b"))
    monkeypatch.setattr(mdns, "AsyncZeroconf", broken)
    await looker.discovery.start()
    await eventually(lambda: looker.troubles)
    assert looker.troubles == [
        "Other players can't be found automatically (mDNS: the port is in use). "
        "Join by address instead."
    ]
    monkeypatch.setattr(mdns, "AsyncZeroconf", AsyncZeroconf)
    await eventually(lambda: looker.troubles[-1] is None)
    await looker.discovery.stop()


def test_stop_without_start_does_nothing() -> None:
    asyncio.run(Looker(_name("a")).discovery.stop())


def test_addresses_are_ordered_by_how_likely_they_work(monkeypatch: pytest.MonkeyPatch) -> None:
    network = ipaddress.ip_network("198.51.100.0/24")
    own = interfaces.Local("eth0", 2, "198.51.100.1", network)
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (own,))
    hosts = ["127.0.0.1", "fe80::1%2", "2001:db8::1", "169.254.1.1", "203.0.113.9", "10.0.0.4"]
    hosts += ["198.51.100.7", "0.0.0.0", "224.0.0.1", "nonsense", "10.0.0.4"]
    assert interfaces.best_first(hosts)[0] == "198.51.100.7"
    rest = interfaces.best_first(hosts)[1:]
    assert set(rest) == set(hosts[:6])
    assert rest[0] == "10.0.0.4"
    assert rest[-1] == "127.0.0.1"


def test_own_addresses_end_with_loopback_or_leave_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    net = ipaddress.ip_network
    loopback = interfaces.Local("lo", 1, "127.0.0.1", net("127.0.0.0/8"))
    lan = interfaces.Local("eth0", 2, "10.0.0.4", net("10.0.0.0/24"))
    linked = interfaces.Local("eth0", 2, "fe80::4%2", net("fe80::/64"))
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (lan, linked, loopback))
    assert interfaces.own_hosts() == ("10.0.0.4",)
    assert interfaces.own_hosts("127.0.0.5") == ("127.0.0.5",)
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (loopback,))
    assert interfaces.own_hosts() == ("127.0.0.1",)


async def test_an_answer_that_names_loopback_counts_where_there_is_no_network_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Found] = []

    discovery = Discovery(
        instance=_name("a"),
        port=1,
        found=told.append,
        lost=lambda instance: None,
        trouble=lambda trouble: None,
    )
    discovery._task = asyncio.current_task()  # type: ignore[assignment]
    both = Found(_name("b"), (HOST, "10.0.0.7"), 22, {})
    for networked in (False, True):
        monkeypatch.setattr(
            discovery_module,
            "own_hosts",
            lambda interface, own="10.0.0.1" if networked else HOST: (own,),
        )
        discovery.seen(4, both)
        discovery.seen(4, Found(_name("c"), (HOST,), 22, {}))
        discovery.seen(0, Found(_name("d"), (HOST,), 22, {}))
    heard = [(found.instance[-1], set(found.hosts)) for found in told]
    assert heard == [
        ("b", {"10.0.0.7", HOST}),
        ("c", {HOST}),
        ("d", {HOST}),
        ("b", {"10.0.0.7"}),
        ("d", {HOST}),
    ]


async def test_a_peer_found_in_several_ways_is_one_and_lost_when_all_have_lost_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery_module, "ANNOUNCEMENT_LIFE_S", 0.0)
    name = instance_of_key(key := bytes(range(32)))

    one = Looker("test-n", mdns=False)
    await one.discovery.start()
    one.discovery._heard(Announcement(key, HOST, 4_000))
    one.discovery.seen(4, Found(name, ("127.0.0.2",), 4_000, {"n": "Anna"}))
    one.discovery.seen(6, Found(name, ("fe80::1%1",), 4_000, {"n": "Anna"}))
    assert set(one.found[-1].hosts) == {HOST, "127.0.0.2", "fe80::1%1"}
    assert one.found[-1].hints == {"n": "Anna"}
    assert one.found[-1].key == key
    one.discovery.unseen(4, name)
    one.discovery.unseen(6, name)
    assert one.lost == []
    one.discovery._forget_announcements(asyncio.get_running_loop().time() + 1.0)
    assert one.lost == [name]
    one.discovery.unseen(4, name)
    assert one.lost == [name]
    await one.discovery.stop()
