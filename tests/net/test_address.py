"""What is an address, and what only looks like one."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.net import interfaces
from camelnet.net.address import PORT, PORTS, parse_address, show_address
from camelnet.net.mesh import NetError


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("192.0.2.7:40111", ("192.0.2.7", 40111)),
        ("  laptop.local:1 ", ("laptop.local", 1)),
        ("[2001:db8::1]:65535", ("2001:db8::1", 65535)),
        ("[fe80::1%eth0]:40111", ("fe80::1%eth0", 40111)),
    ],
)
def test_addresses_of_all_kinds_are_read_and_shown_the_same(
    text: str, parsed: tuple[str, int]
) -> None:
    assert parse_address(text) == parsed
    assert show_address(*parsed) == text.strip()


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("[fe80::1%3]", "fe80::1%3"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("annas-laptop", "annas-laptop"),
        ("annas-laptop.tail1234.ts.net", "annas-laptop.tail1234.ts.net"),
        ("chloés-laptop.local.", "chloés-laptop.local."),
    ],
)
def test_an_address_without_a_port_means_the_first_port_of_every_camelnet(
    text: str, host: str
) -> None:
    assert parse_address(text) == (host, PORT)


@pytest.mark.parametrize("text", ["2001:db8:0:0:0:0:0:1:4011", "fe80::1%eth0:21776"])
def test_ipv6_and_a_port_need_no_brackets_where_only_one_reading_is_left(text: str) -> None:
    host, _colon, port = text.rpartition(":")
    assert parse_address(text) == (host, int(port))


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        (
            "Enter an address such as 192.168.1.20",
            ("", ":", ":40111", "a b:1", "h\0:1", "a/b", "-a"),
        ),
        ("Enter an address such as 192.168.1.20", ("[]:1", "[192.0.2.7]:1", "[::1:1", "::1]:1")),
        ("Enter an address such as 192.168.1.20", ("[::1]x", "a..b", "a.-b", "a" * 64, "a." * 150)),
        ("Enter an address such as 192.168.1.20", ("[fe80::1%]", "fe80::1%", "::1::2", "Root's")),
        ("After the last colon stands the port", ("h:0", "h:65536", "h:-1", "h:+1", "h:1e3", "h:")),
        ("After the last colon stands the port", ("h:\u0661", "h:" + "0" * 5000 + "1", "[::1]:x")),
        ("is no complete address", ("192.168.1", "300.1.1.1", "7", "192.168.1.20.", "1.2.3.4.5")),
        ("Leave out what ends in “://”", ("http://192.0.2.7:40111", "https://h")),
    ],
)
def test_what_is_no_address_is_a_sentence(sentence: str, texts: Sequence[str]) -> None:
    for text in texts:
        with pytest.raises(NetError) as caught:
            parse_address(text)
        assert sentence in str(caught.value), text


@pytest.mark.slow
@given(st.text(max_size=80))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(NetError):
        parsed = parse_address(text)
        assert parse_address(show_address(*parsed)) == parsed


def test_the_ports_of_camelnet_belong_to_nobody_else() -> None:
    assert PORTS[0] == PORT
    assert PORTS[-1] < 32_768, "Linux hands out the ports from here on to whoever asks"
    services = Path("/etc/services")
    if services.exists():
        taken = re.findall(r"^\S+\s+(\d+)/(?:tcp|udp)", services.read_text(), re.MULTILINE)
        assert taken
        assert not set(PORTS) & set(map(int, taken))


def test_a_link_local_address_without_a_scope_means_every_interface(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = interfaces.ipaddress.ip_network("fe80::/64")
    own = tuple(interfaces.Local(f"eth{n}", n, f"fe80::{n}%{n}", net) for n in (2, 5))
    monkeypatch.setattr(interfaces, "local_addresses", lambda: own)
    assert interfaces.with_scopes("fe80::9") == ("fe80::9%2", "fe80::9%5")
    for known in ("fe80::9%eth2", "fe80::9%5"):
        assert interfaces.with_scopes(known) == (known,)
    theirs = interfaces.with_scopes("fe80::9%wlp3s0")
    assert theirs == ("fe80::9%2", "fe80::9%5"), "a scope read from the other laptop's screen"
    for host in ("2001:db8::1", "192.0.2.7", "laptop"):
        assert interfaces.with_scopes(host) == (host,)


def test_a_link_local_address_is_told_to_others_only_if_there_is_no_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = interfaces.ipaddress.ip_network
    linked = interfaces.Local("eth0", 2, "fe80::4%2", net("fe80::/64"))
    global_one = interfaces.Local("eth0", 2, "2001:db8::4", net("2001:db8::/64"))
    loopback = interfaces.Local("lo", 1, "::1", net("::1/128"))
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (linked, loopback))
    assert interfaces.own_hosts() == ("fe80::4",)
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (global_one, linked, loopback))
    assert interfaces.own_hosts() == ("2001:db8::4",)


def test_own_hosts_are_loopback_and_those_that_the_mesh_names() -> None:
    own = ("192.0.2.7:40111", "[2001:db8::1]:40111")
    for host in ("127.0.0.1", "127.9.9.9", "::1", "192.0.2.7", "2001:db8::1"):
        assert interfaces.is_own_host(host, own)
    for host in ("192.0.2.70", "2001:db8::2", "laptop.local", ""):
        assert not interfaces.is_own_host(host, own)


def test_an_interface_may_be_typed_by_its_name() -> None:
    index, name = socket.if_nameindex()[0]
    assert interfaces.with_number(f"fe80::1%{name}") == f"fe80::1%{index}"
    for other in (None, "192.0.2.7", "fe80::1%no such one", "fe80::1%7777"):
        assert interfaces.with_number(other) == other
