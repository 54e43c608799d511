"""A look at this computer's addresses: shared while nothing changes, and never out of date."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from camelnet.net import interfaces
from camelnet.net.interfaces import LOOK_S, TRUSTED_S, Changes, Local, local_addresses
from tests.net.netns import require_namespaces

_SCRIPT = """
import subprocess, sys
from camelnet.net import interfaces

looks = []
look = interfaces._look
interfaces._look = lambda: looks.append(1) or look()

def hosts():
    return {local.host for local in interfaces.local_addresses()}

def ip(*words):
    subprocess.run(["ip", *words], check=True)

ip("link", "set", "lo", "up")
assert "127.0.0.1" in hosts()
for _ in range(50):
    hosts()
assert len(looks) <= 2, looks
for number in range(1, 40):  # at once, however short ago the last look was
    ip("address", "add", f"10.9.8.{number}/32", "dev", "lo")
    assert f"10.9.8.{number}" in hosts(), number
ip("address", "del", "10.9.8.1/32", "dev", "lo")
assert "10.9.8.1" not in hosts()
batch = "".join(f"address add 10.{a}.{b}.1/32 dev lo\\n" for a in range(40, 60) for b in range(250))
subprocess.run(["ip", "-batch", "-"], input=batch, text=True, check=True)
assert "10.59.249.1" in hosts()  # more news than a socket holds
"""


@pytest.mark.slow
def test_a_change_is_seen_at_once_and_nothing_is_looked_at_twice() -> None:
    require_namespaces()
    subprocess.run(["unshare", "--net", sys.executable, "-c", _SCRIPT], check=True, timeout=120)


_CABLE = """
import subprocess
from camelnet.net.interfaces import has_network, network_name, other_networks
from tests.patience import until

def ip(words):
    subprocess.run(["ip", *words.split()], check=True)

def carried():  # the kernel says up to a second later what a carrier does
    until(lambda: has_network(None), what="no network came")

def cut():
    until(lambda: not has_network(None), what="the network stayed")

ip("link set lo up")
assert not has_network(None)
ip("link add lan0 type veth peer name plug")
ip("addr add 10.77.0.1/24 dev lan0")
ip("link set lan0 up")
ip("link set plug up")
ip("route add 224.0.0.0/4 dev lan0")
carried()
ip("link set plug down")  # the cable: address and routes stay
cut()
ip("link set plug up")
carried()
ip("link add lan1 type veth peer name plug1")
ip("addr add 10.78.0.1/24 dev lan1")
ip("link set lan1 up")
assert network_name("10.78.0.1") == "lan1"
assert other_networks("10.78.0.1") == ("lan0",)
assert other_networks("10.77.0.1") == ()
assert other_networks(None) == ()
assert network_name("10.79.0.1") == "10.79.0.1"
"""


def test_without_its_cable_an_interface_is_no_network_though_it_keeps_its_address() -> None:
    require_namespaces()
    subprocess.run(["unshare", "--net", sys.executable, "-c", _CABLE], check=True, timeout=120)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times of the looks, by a clock that stands still unless a test moves it."""
    made: list[float] = []

    def look() -> tuple[Local, ...]:
        made.append(interfaces.time.monotonic())
        return ()

    monkeypatch.setattr(interfaces, "_look", look)
    monkeypatch.setattr(interfaces, "_looked", None)
    return made


def at(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    monkeypatch.setattr(interfaces, "time", SimpleNamespace(monotonic=lambda: now))


def test_where_the_system_tells_nothing_looks_are_shared_for_a_moment(
    looks: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interfaces, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(interfaces, "_changes", Changes())
    for now in (100.0, 100.0 + LOOK_S / 2, 100.0 + LOOK_S, 100.0 + 2 * LOOK_S):
        at(monkeypatch, now)
        local_addresses()
    assert looks == [100.0, 100.0 + LOOK_S, 100.0 + 2 * LOOK_S]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of changes")
def test_silence_is_not_trusted_for_ever(
    looks: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    changes = Changes()
    monkeypatch.setattr(changes, "_fd", reader)
    monkeypatch.setattr(interfaces, "_changes", changes)
    try:
        for now in (100.0, 101.0, 109.0, 100.0 + TRUSTED_S, 111.0):
            at(monkeypatch, now)
            local_addresses()
        assert looks == [100.0, 100.0 + TRUSTED_S]
        os.write(writer, b"changed")
        local_addresses()
        local_addresses()
        assert looks == [100.0, 100.0 + TRUSTED_S, 111.0]
    finally:
        os.close(writer)
        os.close(reader)
    for _ in range(3):  # what cannot be read may have been a change
        local_addresses()
    assert len(looks) == 6
