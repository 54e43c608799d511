"""`camelnet odds` and `camelnet bench`: tables for people, JSON for programs, refusals."""

from __future__ import annotations

import json

import pytest

from camelnet import odds
from camelnet.cli import main
from camelnet.lab import bench

LINE = "1:gyo 3:bw 5+ 9- /bgoy"


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Standard output of a command that ends with `code`; nothing else is said."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    assert ended.value.code == code, err
    assert not err
    return out


def test_the_odds_are_a_table_with_every_camel_and_every_landing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = said(capsys, "odds", LINE)
    lines = out.splitlines()
    assert "1,944 ways" in lines[1]
    for name in ("Blue", "Green", "Orange", "White", "Yellow"):
        ranks, worth = [line for line in lines if name in line]
        assert ranks.count("%") == 5
        assert worth.count(".") == 3
    ranks, worth = [line for line in lines if "Orange" in line]
    assert "37.19 %" in ranks  # 723 of 1,944
    assert "+1.50" in worth
    (oasis,) = [line for line in lines if "oasis" in line]
    assert oasis.split()[:3] == ["5", "oasis", "0.658"]
    assert lines[-1] == "The race ends in this leg: 0.00 %."
    assert [line for line in lines if "race" in line] == [lines[-1]]
    assert max(map(len, lines)) <= 80


def test_numbers_are_written_as_the_language_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    out = said(capsys, "odds", LINE).replace("\N{NO-BREAK SPACE}", " ")
    assert "1 944 suites" in out
    assert "37,19 %" in out
    assert "+1,50" in out
    assert "0,658" in out
    assert "7.19" not in out


def test_the_odds_of_the_race_stand_beside_those_of_the_leg(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = said(capsys, "odds", LINE, "--race").splitlines()
    race = odds.race(odds.sketch(LINE))
    _ranks, white = [line for line in lines if "White" in line]
    assert white.rstrip().endswith(f"{100 * race.last['w']:.2f} %")
    assert f"{100 * race.first['w']:.2f} %" in white


def test_a_position_may_be_several_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "odds", *LINE.split()) == said(capsys, "odds", LINE)


def test_programs_get_whole_numbers_of_ways(capsys: pytest.CaptureFixture[str]) -> None:
    leg = odds.leg(odds.sketch(LINE))
    told = json.loads(said(capsys, "odds", LINE, "--json"))
    assert list(told) == ["total", "rank", "landings", "ended", "tile_pounds"]
    assert told["total"] == leg.total
    assert told["rank"] == {camel: list(counts) for camel, counts in leg.rank.items()}
    assert told["landings"] == {str(space): ways for space, ways in leg.landings.items()}
    assert told["ended"] == leg.ended
    assert told["tile_pounds"]["o"]["5"] == leg.tile_pounds("o", 5)


def test_programs_get_the_race_when_they_ask_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    race = odds.race(odds.sketch(LINE))
    told = json.loads(said(capsys, "odds", LINE, "--json", "--race"))
    assert told["race"] == {"first": race.first, "last": race.last}


# --- figures --------------------------------------------------------------------------------------


def figure(name: str, unit: str, median: float, reach: float | None) -> bench.Measurement:
    return bench.Measurement(name, unit, 3, median, median / 2, median * 2, reach)


def test_less_time_is_better_and_so_is_more_of_a_rate() -> None:
    assert figure("a", "µs", 14, 15).reached
    assert figure("a", "µs", 16, 15).reached is False
    assert figure("a", "k/s", 31, 30).reached
    assert figure("a", "k/s", 29, 30).reached is False
    assert figure("a", "ms", 1, None).reached is None


def test_a_measurement_counts_what_was_done() -> None:
    done: list[int] = []
    found = bench.measure("a", "µs", done.append, runs=3, each=10)
    assert found.repetitions == 3
    calls = done[-1]
    assert done[-3:] == [calls] * 3
    assert 0 < found.min <= found.median <= found.max


@pytest.mark.slow
def test_the_figures_of_the_core_say_on_what_they_were_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "camelnet.lab.bench.measurement.RUN_S", 0.0
    )  # once is enough to see that all work
    told = json.loads(said(capsys, "bench", "core", "odds", "search", "--runs", "1", "--json"))
    assert {"system", "processor", "compiler", "paths", "Python"} <= set(told["machine"])
    names = [(figure["name"], figure["path"]) for figure in told["figures"]]
    assert len(names) == len(set(names)) > 20
    assert all(figure["repetitions"] == 1 for figure in told["figures"])
    assert all(0 < figure["min"] <= figure["max"] for figure in told["figures"])
    paths = told["machine"]["paths"].split(", ")
    assert {path for _name, path in names} == {"", *paths}


def test_figures_for_people_are_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("camelnet.lab.bench.measurement.RUN_S", 0.0)
    out = said(capsys, "bench", "core", "--runs", "1")
    assert "compiler of the core" in out
    (line,) = [
        line for line in out.splitlines() if "a thousand in a call" in line and "cffi" in line
    ]
    assert "< 20 ns" in line
