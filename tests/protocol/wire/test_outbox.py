"""The one way out of a replica."""

from __future__ import annotations

from camelnet.protocol.wire.frames import Frame, SyncAsk
from camelnet.protocol.wire.outbox import Outbox


def frame(number: int) -> Frame:
    return SyncAsk(bytes(32), number)


def test_frames_go_in_the_order_of_the_queues_not_in_that_of_who_spoke_first() -> None:
    outbox = Outbox()
    first = [frame(0)]
    assert outbox.broadcasts(first) is first
    single, second = outbox.addressed, outbox.broadcasts()
    single.append((2, frame(1)))
    second.append(frame(2))
    first.append(frame(3))
    outbox.send(1, frame(4))
    outbox.flush()
    outbox.broadcast(frame(5))
    everyone = [(None, frame(0)), (None, frame(3)), (None, frame(2))]
    assert outbox.take() == [(1, frame(4)), *everyone, (2, frame(1)), (None, frame(5))]
    assert (outbox.take(), first, second, single) == ([], [], [], [])
