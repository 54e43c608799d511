"""`camelnet play`: the table that it plans, and the bots that it starts and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet.record.profile import clean_name
from camelnet.terminal.bot_processes import Child, bot_processes
from camelnet.terminal.play import has_display, make_plan, plays_itself


def test_the_plan_of_play_gives_every_bot_the_table_and_a_way_back_to_it() -> None:
    plan = make_plan(name="Badr", game="camelup", interface="127.0.0.1", port=0, once=True)
    assert plan.seats == 4
    names = [bot[bot.index("--name") + 1] for bot in plan.bots]
    assert len(set(names) | {"Badr"}) == 4
    for bot in plan.bots:
        assert bot[bot.index("--table") + 1] == plan.table
        assert bot[bot.index("--address") + 1] == f"127.0.0.1:{plan.port}"
        assert "--once" in bot


def test_the_table_of_who_has_a_long_name_is_called_alike_by_all() -> None:
    plan = make_plan(name="x" * 32, game="camelup", interface="127.0.0.1", port=0, once=True)
    assert plan.table == clean_name(plan.table), "else the bots look for another"
    assert plan.table.startswith("xxx")
    assert "'s table " in plan.table


def test_play_is_automatic_when_asked_or_when_nobody_can_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = {"DISPLAY": ":0"}
    assert plays_itself(screen, auto=True, app=True)
    assert plays_itself({**screen, "AUTO": "1"}, auto=False, app=True)
    with (tmp_path / "empty").open("w+") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert plays_itself({}, auto=False, app=True)
        assert plays_itself(screen, auto=False, app=False)
        assert plays_itself({"QT_QPA_PLATFORM": "offscreen"}, auto=False, app=True)
        assert not plays_itself(screen, auto=False, app=True), "a launcher has no keyboard here"


def test_a_display_is_looked_for_where_qt_looks() -> None:
    assert not has_display({}, "linux")
    assert not has_display({"DISPLAY": ""}, "linux")
    assert has_display({"DISPLAY": ":0"}, "linux")
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    assert has_display({}, "win32")


LONELY = ("bot", "--table", "nobody's", "--interface", "127.0.0.1")


def test_bots_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    with bot_processes([Child(tmp_path / name, LONELY) for name in "ab"]) as running:
        assert all(process.poll() is None for process in running)
    assert all(process.returncode is not None for process in running)


def test_bots_end_when_their_standard_input_closes(tmp_path: Path) -> None:
    with bot_processes([Child(tmp_path / "a", LONELY)]) as (process,):
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(600) == 0
