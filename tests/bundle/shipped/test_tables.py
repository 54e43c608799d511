"""Whole games of the bundle: two laptops that find each other, and the bots that it starts."""

from __future__ import annotations

from pathlib import Path

from tests.bundle.shipped.laptop import Laptop, ended


def test_two_laptops_find_each_other_and_play_to_the_end(
    laptop: Laptop, another: Laptop, tmp_path: Path
) -> None:
    host = laptop.start(
        *("host", "--table", "friday", "--seats", "2", "--level", "greedy", "--once"),
        *("--record", tmp_path / "kept"),
    )
    guest = another.start("join", "--table", "friday", "--level", "random", "--once", "--wait", "0")
    assert "friday" in ended(host) + ended(guest)
    (record,) = (tmp_path / "kept").glob("*.camelnet")
    laptop.run("verify", record)


def test_bots_that_the_bundle_starts_play_a_game_that_holds(laptop: Laptop, record: Path) -> None:
    assert '"seats": 4' in laptop.run("verify", "--json", record).stdout or record.stat().st_size
    moves = laptop.run("export", record).stdout.splitlines()
    assert len({line.split()[1] for line in moves} & {"0", "1", "2", "3"}) == 4
