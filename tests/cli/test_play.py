"""`camelnet play`: the table that it plans, and the bots that it starts and ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import pytest

from camelnet.cli import main
from camelnet.cli.game_flags import Level
from camelnet.record.profile import Profile, clean_name
from camelnet.session.text.table_names import names
from camelnet.terminal import profiles, run
from camelnet.terminal.bot_processes import Child, bot_processes
from camelnet.terminal.children import LOG
from camelnet.terminal.game_options import with_style
from camelnet.terminal.play import Plan, has_display, make_plan, plays_itself
from camelnet.terminal.run import Seat
from tests.cli.conftest import Run


def plan_for(name: str) -> Plan:
    return make_plan(
        name=name,
        game="camelup",
        level="easy",
        style="sly",
        interface="127.0.0.1",
        port=0,
        once=True,
    )


def test_the_plan_of_play_gives_every_bot_the_way_to_its_table() -> None:
    plan = plan_for("Badr")
    assert plan.seats == 4
    bots = [bot[bot.index("--name") + 1] for bot in plan.bots]
    assert len({*bots, "Badr"}) == 4
    for bot in plan.bots:
        assert bot[bot.index("--address") + 1] == f"127.0.0.1:{plan.port}"
        assert "--table" not in bot, "another table on the network may have the same name"
        assert "--once" in bot
        assert bot[bot.index("--level") + 1] == "easy"
        assert bot[bot.index("--style") + 1] == "sly"


def test_the_table_of_play_has_a_name_that_one_can_say_aloud() -> None:
    plan = plan_for("x" * 32)
    assert plan.table in names()
    assert plan.table == clean_name(plan.table), "else others look for another"


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
    with bot_processes([Child(tmp_path / name, LONELY) for name in "ab"]) as bots:
        assert all(process.poll() is None for process in bots.running)
    assert len(bots.running) == 2
    assert all(process.returncode is not None for process in bots.running)


@pytest.mark.slow
def test_bots_end_when_their_standard_input_closes(tmp_path: Path) -> None:
    with bot_processes([Child(tmp_path / "a", LONELY)]) as bots:
        (process,) = bots.running
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(600) == 0


class Patience:
    """Time that passes only in sleep, during which something may happen."""

    def __init__(self, happens: Callable[[], object] = lambda: None) -> None:
        self.now_s = 0.0
        self._happens = happens

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds
        self._happens()


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The profiles of the seats that would have played."""
    found: list[Path] = []

    def note(seats: Sequence[Seat], _settings: object) -> int:
        for seat in seats:
            found.append(seat.profile.path)
            seat.profile.close()
        return 0

    monkeypatch.setattr(run, "run", note)
    return found


def test_a_bot_that_an_app_starts_waits_for_the_one_before_it_to_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seated: list[Path], camelnet: Run
) -> None:
    held = Profile.open(tmp_path)
    monkeypatch.setattr(profiles, "time", Patience(held.close))
    words = ("bot", "--profile", str(tmp_path), "--name", "Driss")
    code, _told, why = camelnet(*words)
    assert (code, seated) == (1, []), "a person is told at once"
    assert "in use" in why
    code, _told, why = camelnet(*words, "--attended")
    assert (code, seated, why) == (0, [tmp_path], "")


def test_a_bot_waits_not_for_ever_for_its_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seated: list[Path], camelnet: Run
) -> None:
    held = Profile.open(tmp_path)
    monkeypatch.setattr(profiles, "time", Patience())
    code, _told, why = camelnet("bot", "--profile", str(tmp_path), "--attended")
    held.close()
    assert (code, seated) == (1, [])
    assert "in use" in why


def test_a_bot_that_cannot_play_is_quoted_once(tmp_path: Path) -> None:
    words = ("bot", "--table", "nobody's", "--interface", "no-such-network", "--name", "Driss")
    with bot_processes([Child(tmp_path / "a", words)]) as bots:
        (process,) = bots.running
        assert process.wait(600) == 2
        (told,) = map(str, bots.troubles())
        assert told.startswith("Driss cannot play.")
        assert "no-such-network" in told
        assert str(tmp_path / "a" / LOG) in told
        assert "no-such-network" in (tmp_path / "a" / LOG).read_text(encoding="utf-8")
        assert bots.troubles() == []


def test_where_there_is_a_display_the_app_is_asked_for_a_table_and_its_bots(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[dict[str, Any]] = []

    def app(**given: Any) -> int:
        asked.append(given)
        return 0

    monkeypatch.setattr("camelnet.cli.play.find_app", lambda: app)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    with (tmp_path / "empty").open("w+") as nobody:
        monkeypatch.setattr("sys.stdin", nobody)  # as a launcher starts it
        with pytest.raises(SystemExit) as ended:
            main(["play", "--game", "cards", "--option", "min_money=0"])
    assert not ended.value.code
    (given,) = asked
    table = given["table"]
    assert (table.table, table.game, table.seats, table.bots) == ("", "cards", 4, 3)
    assert table.options == {"min_money": 0}


def test_a_style_that_may_be_any_is_drawn_for_levels_that_have_one() -> None:
    drawn = {with_style("easy", "any") for _draw in range(100)}
    assert drawn == {"easy+bold", "easy+quick", "easy+sly"}
    assert with_style("greedy", "any") == "greedy"
    assert with_style("hard", "sly") == "hard+sly"
    assert with_style("expert", "") == "expert"


def test_a_level_may_be_given_by_the_name_that_it_had() -> None:
    assert Level().convert("strong", None, None) == "hard"
    for wrong in ("strongest", "easy+"):
        with pytest.raises(click.BadParameter, match="is not one of"):
            Level().convert(wrong, None, None)
