"""Whole games of the bundle: two laptops that find each other, and the bots that it starts."""

from __future__ import annotations

import json
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
    found = json.loads(laptop.run("verify", "--json", record).stdout)
    assert (found["holds"], found["standing"]) == (True, "complete")
    assert [seat["kind"] for seat in found["seats"]] == ["bot"] * 4
    assert " seat 3" in laptop.run("export", record).stdout.replace("\t", " ")
