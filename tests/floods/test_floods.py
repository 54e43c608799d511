"""The short form of `make floods`: one table of real processes, and all floods at once beside it.

Lines, frames and progress are counted. Of processor time no more is asserted than that a flood
takes no multiple of what it may: a busy machine measures badly.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from camelnet.net.admission import ALL_KNOCKS_BURST
from camelnet.net.rate import OTHERS
from tests.floods.__main__ import CONNECTIONS, CORE_PERCENT_MAX, LINES_A_MINUTE_MAX, percent
from tests.floods.flooder import ALL
from tests.floods.player import Seen
from tests.floods.table import table
from tests.patience import Patience

MOVES = 12  # of the three seats together, in peace and under the flood
FRAMES = 10 * CONNECTIONS  # that the flooded one has to have read


def moved(looks: list[tuple[Seen, ...]]) -> int:
    return sum(len(seen.moves_ms) for look in looks for seen in look)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no table of processes there")
def test_a_table_of_real_processes_plays_on_beside_a_flood(tmp_path: Path) -> None:
    with table(tmp_path) as room:
        calm: list[tuple[Seen, ...]] = []
        patience = Patience(lambda: moved(calm))
        while moved(calm) < MOVES:
            assert patience.lasts, "the table stands still in peace"
            time.sleep(0.3)
            calm.append(room.look())
        flooded: list[tuple[Seen, ...]] = []
        patience = Patience(lambda: (moved(flooded), sum(each[0].frames for each in flooded)))
        with room.flooded(ALL, CONNECTIONS) as sent:
            while moved(flooded) < MOVES or sum(look[0].frames for look in flooded) < FRAMES:
                assert patience.lasts, "the table stands still under the flood"
                time.sleep(0.3)
                flooded.append(room.look())
    victims = [look[0] for look in flooded]
    seconds = sum(seen.seconds for seen in victims)
    frames = sum(seen.frames for seen in victims)
    print(f"{frames} frames of {sent[0]} in {seconds:.1f} s")
    assert frames <= OTHERS.frames_burst + OTHERS.frames_per_s * seconds + CONNECTIONS
    assert sum(seen.sockets for seen in victims) <= ALL_KNOCKS_BURST
    lines = [line for seen in victims for line in seen.lines]
    assert len(lines) < LINES_A_MINUTE_MAX * (1 + seconds / 60), lines
    assert not any(seen.serious for seen in victims)
    assert not any(seen.removed for look in flooded for seen in look)
    more = sum(seen.cpu_s for seen in victims) / seconds * 100 - percent(calm[-1][0])
    assert more < 8 * CORE_PERCENT_MAX, "a flood takes the processor"
