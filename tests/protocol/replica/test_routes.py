"""Every frame of a table has exactly one route."""

from __future__ import annotations

from typing import get_args

from camelnet.protocol.wire.frames import TableFrame
from tests.protocol.toy_table import ToyTable


def test_every_frame_of_a_table_has_exactly_one_route() -> None:
    replica = ToyTable("hhh", 0).tables[0]
    assert set(replica.routes) == set(get_args(TableFrame))
    assert not replica.log.routes.keys() & replica.epoch_change.routes.keys()
    for part in (replica.log, replica.epoch_change):
        taken = {replica.routes[kind] for kind in part.routes}
        others = {handler for kind, handler in replica.routes.items() if kind not in part.routes}
        assert len(taken) == 1, "one handler leads to the part"
        assert not taken & others, "and nothing else does"
