"""What is an address, and what only looks like one."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.net import interfaces
from camelnet.net.address import parse_address, show_address


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
    "text",
    [
        *("", ":", "192.0.2.7", "192.0.2.7:", ":40111", "a b:1", "h\0:1", "http://h:1"),
        *("h:0", "h:65536", "h:-1", "h:+1", "h:1e3", "h:\u0661", "h:" + "0" * 5000 + "1"),
        *("2001:db8::1:40111", "[]:1", "[192.0.2.7]:1", "[::1]", "[::1:1", "::1]:1"),
    ],
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert parse_address(text) is None


@given(st.text(max_size=80))
def test_no_text_whatever_breaks_the_reader(text: str) -> None:
    parsed = parse_address(text)
    if parsed is not None:
        assert parse_address(show_address(*parsed)) == parsed


def test_a_link_local_address_without_a_scope_means_every_interface(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = interfaces.ipaddress.ip_network("fe80::/64")
    own = tuple(interfaces.Local(f"eth{n}", n, f"fe80::{n}%{n}", net) for n in (2, 5))
    monkeypatch.setattr(interfaces, "local_addresses", lambda: own)
    assert interfaces.with_scopes("fe80::9") == ("fe80::9%2", "fe80::9%5")
    assert interfaces.with_scopes("fe80::9%eth1") == ("fe80::9%eth1",)
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


def test_an_interface_may_be_typed_by_its_name() -> None:
    index, name = socket.if_nameindex()[0]
    assert interfaces.with_number(f"fe80::1%{name}") == f"fe80::1%{index}"
    for other in (None, "192.0.2.7", "fe80::1%no such one", "fe80::1%7777"):
        assert interfaces.with_number(other) == other
