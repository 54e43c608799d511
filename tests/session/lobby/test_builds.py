"""Peers of other builds: whom we play with, what is said where we cannot, and of newer versions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet import __version__
from camelnet.protocol.wire.frames import Hello, frame_bytes
from camelnet.protocol.wire.limits import PROTOCOL_MAX, PROTOCOL_MIN
from camelnet.rules import rules_digest
from camelnet.session.api.facts import Kind, Phase
from camelnet.session.lobby.builds import NEWS_MAX, Build, VersionNews, version_of
from tests.session.conftest import MakeRoom
from tests.session.room import Room

N = 7  # the protocol of our build in these tests
OURS = Build("0.7.1", N, N, rules_digest())


def hello(version: str, *, name: str = "Ann", kind: str = "human") -> Hello:
    return Hello(N, N, version, rules_digest(), name, kind)


def of_protocols(low: int, high: int) -> Build:
    return replace(OURS, version="0.8.0", protocol_min=low, protocol_max=high)


def met(room: MakeRoom, *builds: Build) -> Room:
    made = room(*("" for _ in builds), builds=builds)
    made.run(2000)
    return made


@pytest.mark.parametrize("theirs", [(N, N), (N - 1, N), (N, N + 1), (N - 1, N + 1), (1, 1000)])
def test_neighbours_whose_protocols_meet_play_a_game(
    room: MakeRoom, theirs: tuple[int, int]
) -> None:
    two = met(room, OURS, of_protocols(*theirs))
    assert [peer.trouble for guest in two.guests for peer in guest.lobby.peers] == [None, None]
    two.seat_all()
    two.play_until(lambda: all(guest.table.phase is Phase.PLAY for guest in two.guests))
    index = two.guests[0].table.index
    two.play_until(lambda: two.guests[1].table.index > index + 2)


@pytest.mark.parametrize("theirs", [(N - 1, N - 1), (N + 1, N + 1), (1, N - 1), (N + 1, 1000)])
def test_neighbours_whose_protocols_do_not_meet_both_say_why(
    room: MakeRoom, theirs: tuple[int, int]
) -> None:
    two = met(room, OURS, of_protocols(*theirs))
    shown = "-".join(str(number) for number in dict.fromkeys(theirs))
    one, other = two.guests
    (seen,) = one.lobby.peers
    assert str(seen.trouble) == (
        f"Peer 1 runs camelnet 0.8.0 (protocol {shown}), this is 0.7.1 (protocol {N}): they cannot "
        "talk together. Peer 1 has the newer one: install that here."
    )
    (seen,) = other.lobby.peers
    assert f"camelnet 0.7.1 (protocol {N}), this is 0.8.0 (protocol {shown})" in str(seen.trouble)
    assert str(seen.trouble).endswith("You have the newer one: Peer 0 needs it.")
    two.open(2, by=1)
    assert one.lobby.tables == ()
    assert all("you have" not in text for guest in two.guests for text in guest.notices())


def test_neighbours_of_other_rules_both_say_why(room: MakeRoom) -> None:
    two = met(room, OURS, replace(OURS, version="0.8.0", rules=bytes(32)))
    for guest, why in zip(two.guests, ("0.8.0, rules 00000000", "0.7.1, rules"), strict=True):
        (seen,) = guest.lobby.peers
        assert f"plays by other rules (camelnet {why}" in str(seen.trouble)
    two.open(2, by=1)
    assert two.guests[0].lobby.tables == ()


def test_the_older_of_two_is_told_once_and_each_sees_the_others_version(room: MakeRoom) -> None:
    two = met(room, OURS, replace(OURS, version="0.8.0"))
    one, other = two.guests
    for _ in range(3):
        other.peer.peer_up(one.key, "10.0.0.1", 1)
        two.run(6000)
    assert one.notices() == ["Peer 1 has camelnet 0.8.0, you have 0.7.1."]
    assert other.notices() == []
    assert [peer.version for peer in one.lobby.peers] == ["0.8.0"]
    assert [peer.version for peer in other.lobby.peers] == ["0.7.1"]


def test_equal_versions_are_not_worth_a_word(room: MakeRoom) -> None:
    two = met(room, OURS, OURS)
    assert [guest.notices() for guest in two.guests] == [[], []]
    assert [peer.version for guest in two.guests for peer in guest.lobby.peers] == ["", ""]


def test_a_liar_is_believed_once_and_a_crowd_of_liars_a_few_times() -> None:
    news = VersionNews(OURS)
    claims = [hello(f"99{number}.0.0", name="Mallory") for number in range(9)]
    assert [str(told) for claim in claims if (told := news.hear(b"m", claim))] == [
        "Mallory has camelnet 990.0.0, you have 0.7.1."
    ]
    crowd = [news.hear(bytes([number]), claim) for number, claim in enumerate(claims)]
    assert sum(told is not None for told in crowd) == NEWS_MAX - 1


def test_neither_bots_nor_older_versions_are_news() -> None:
    news = VersionNews(OURS)
    assert news.hear(b"b", hello("0.9.0", kind="bot")) is None
    assert news.hear(b"o", hello("0.6.9")) is None
    assert news.hear(b"n", hello("0.9.0")) is not None


def test_bots_are_told_nothing(room: MakeRoom) -> None:
    two = room("random", "", builds=(OURS, replace(OURS, version="0.8.0")))
    two.run(3000)
    assert two.guests[0].notices() == []


@pytest.mark.parametrize(
    "claim",
    [
        "0.8 from evil.example/camelnet",
        "https://evil.example",
        "1.2.3 ",
        "1.2",
        "1.2.3.4",
        "01.2.3",
        "1.2.1000",
        "\u0661.2.3",
        "1.2.3rc",
        "1.2.3-1",
        "v1.2.3",
        "9" * 40,
    ],
)
def test_what_is_no_version_is_never_shown(room: MakeRoom, claim: str) -> None:
    one = met(room, OURS)
    for number, changes in enumerate(({}, {"protocol_min": N + 1, "protocol_max": N + 1})):
        one.guests[0].peer.peer_up(bytes([number + 1]) * 32, "10.0.0.9", 9)
        greeting = frame_bytes(replace(hello(claim), **changes))  # type: ignore[arg-type]
        one.guests[0].peer.received(bytes([number + 1]) * 32, greeting)
    assert [peer.version for peer in one.guests[0].lobby.peers] == ["", ""]
    assert sorted(one.guests[0].notices())[0].startswith("Ann runs camelnet ? (protocol 8), this")
    assert not any(claim in str(fact) for fact in one.guests[0].facts)


def test_versions_have_an_order_in_which_previews_come_first() -> None:
    order = ["0.6.9", "0.7.0a1", "0.7.0b2", "0.7.0rc1", "0.7.0rc10", "0.7.0", "0.7.1", "0.10.0"]
    for place, mine in enumerate(order):
        build = replace(OURS, version=mine)
        assert [build.newer(hello(theirs)) for theirs in order] == [
            index > place for index in range(len(order))
        ]


def test_our_own_build_greets_with_its_version_and_all_protocols_that_it_knows() -> None:
    own = Build.own()
    greeting = own.hello("Ann", Kind.HUMAN)
    assert version_of(greeting) == __version__
    assert (greeting.protocol_min, greeting.protocol_max) == (PROTOCOL_MIN, PROTOCOL_MAX)
    assert own.incompatible(greeting) is None
    assert own.difference(greeting) is None
