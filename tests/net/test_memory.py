"""The network of virtual time: one seed, one run; its damage is the damage that TCP does."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from camelnet.i18n import Message
from tests.net.memory import QUEUE_BYTES_MAX, MemoryNetwork, MemoryTransport


@dataclass
class Diary:
    network: MemoryNetwork
    ups: list[bytes] = field(default_factory=list)
    downs: list[tuple[bytes, str]] = field(default_factory=list)
    frames: list[tuple[float, bytes, bytes]] = field(default_factory=list)

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self.ups.append(key)

    def peer_down(self, key: bytes, why: Message) -> None:
        self.downs.append((key, str(why)))

    def received(self, key: bytes, payload: bytes) -> None:
        self.frames.append((self.network.now, key, payload))

    def trouble(self, what: Message) -> None:
        raise AssertionError(what)

    def numbers(self, key: bytes) -> list[int]:
        return [int(payload) for _, sender, payload in self.frames if sender == key]


Peers = list[tuple[MemoryTransport, Diary]]


def room(count: int, seed: int = 1) -> tuple[MemoryNetwork, Peers]:
    """`count` peers, all connected, at 2 s."""
    network = MemoryNetwork(seed)
    peers = []
    for n in range(count):
        diary = Diary(network)
        peers.append((network.join(bytes((n + 1,)) * 32, diary), diary))
    network.run_until(2.0)
    assert all(len(transport.peers()) == count - 1 for transport, _ in peers)
    return network, peers


def say(sender: MemoryTransport, receiver: MemoryTransport, numbers: range) -> None:
    for n in numbers:
        assert sender.send(receiver.key, b"%d" % n)


def _chatter(seed: int) -> list[list[tuple[float, bytes, bytes]]]:
    network, peers = room(4, seed)
    for n in range(20):
        for sender, _ in peers:
            for receiver, _ in peers:
                if receiver is not sender:
                    sender.send(receiver.key, b"%d" % n)
        network.run_until(network.now + 0.01)
        if n == 10:
            network.drop(peers[0][0].key, peers[1][0].key)
    network.run_until(60.0)
    return [diary.frames for _, diary in peers]


def test_equal_seeds_give_equal_runs_and_others_do_not() -> None:
    assert _chatter(7) == _chatter(7)
    assert _chatter(7) != _chatter(8)


def test_frames_of_one_peer_keep_their_order_and_those_of_several_mix() -> None:
    network, ((one, _), (two, _), (three, diary)) = room(3)
    for n in range(50):
        say(one, three, range(n, n + 1))
        say(two, three, range(n, n + 1))
    network.run_until(10.0)
    assert diary.numbers(one.key) == diary.numbers(two.key) == list(range(50))
    senders = [sender for _, sender, _ in diary.frames]
    assert senders != [one.key, two.key] * 50


def test_a_break_tells_both_and_connects_again() -> None:
    network, ((one, diary), (two, other)) = room(2)
    say(one, two, range(5))
    network.drop(one.key, two.key)
    network.run_until(4.0)
    assert [key for key, _ in diary.downs] == [two.key]
    assert [key for key, _ in other.downs] == [one.key]
    assert other.numbers(one.key) == []  # on their way when it broke
    assert diary.ups == [two.key] * 2
    say(one, two, range(5, 8))
    network.run_until(5.0)
    assert other.numbers(one.key) == [5, 6, 7]


@pytest.mark.parametrize("asleep", [False, True])
def test_a_short_partition_or_sleep_loses_nothing(asleep: bool) -> None:
    network, ((one, diary), (two, other)) = room(2)
    say(one, two, range(10))
    if asleep:
        network.sleep(two.key)
    else:
        network.part([one.key], [two.key])
    say(one, two, range(10, 20))
    network.run_until(6.0)
    assert other.frames == []
    if asleep:
        network.wake(two.key)
    else:
        network.heal()
    say(one, two, range(20, 30))
    network.run_until(7.0)
    assert other.numbers(one.key) == list(range(30))
    assert diary.downs == other.downs == []


def test_a_long_partition_ends_the_connections_between_the_groups_only() -> None:
    network, peers = room(4)
    keys = [transport.key for transport, _ in peers]
    network.part(keys[:2], keys[2:])
    network.run_until(20.0)
    assert peers[0][0].peers() == (keys[1],)
    assert peers[3][0].peers() == (keys[2],)
    assert {key for key, _ in peers[0][1].downs} == set(keys[2:])
    network.heal()
    network.run_until(22.0)
    assert all(len(transport.peers()) == 3 for transport, _ in peers)


def test_a_long_sleeper_is_given_up_and_comes_back() -> None:
    network, ((one, diary), (two, other)) = room(2)
    network.sleep(two.key)
    network.run_until(20.0)
    assert one.peers() == ()
    assert two.peers() == (one.key,)  # it knows nothing yet
    network.wake(two.key)
    network.run_until(22.0)
    assert len(diary.downs) == len(other.downs) == 1
    assert one.peers() == (two.key,)
    assert two.peers() == (one.key,)


def test_a_full_queue_breaks_the_connection() -> None:
    network, ((one, diary), (two, _)) = room(2)
    network.sleep(two.key)
    frame = bytes(60_000)
    sent = 0
    while one.send(two.key, frame):
        sent += len(frame)
        assert sent <= QUEUE_BYTES_MAX
    network.run_until(3.0)
    assert len(diary.downs) == 1


def test_events_at_one_time_keep_the_order_of_the_calls() -> None:
    network = MemoryNetwork(1)
    seen: list[int] = []
    for n in range(5):
        network.call_at(1.0, lambda n=n: seen.append(n))  # type: ignore[misc]
    network.call_at(0.5, lambda: network.call_at(0.0, lambda: seen.append(-1)))
    network.run_until(0.9)
    assert seen == [-1]
    network.run_until(1.0)
    assert seen == [-1, 0, 1, 2, 3, 4]
    assert network.now == pytest.approx(1.0)
