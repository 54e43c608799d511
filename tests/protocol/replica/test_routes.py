"""Every frame of a table has exactly one route."""

from __future__ import annotations

from typing import get_args

from camelnet.protocol.wire.frames import Equivocation, KeyFrame, LogFrame, Relayed, TableFrame
from tests.protocol.toy_table import ToyTable


def test_every_frame_of_a_table_has_exactly_one_route() -> None:
    routes = ToyTable("hhh", 0).tables[0].routes
    for_the_log = {*get_args(LogFrame | KeyFrame), Equivocation}
    assert not routes.keys() & for_the_log
    assert routes.keys() | for_the_log | {Relayed} == set(get_args(TableFrame))
