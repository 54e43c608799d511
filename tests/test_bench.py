"""`make bench`: figures of 0.4.0 beside those of today."""

from __future__ import annotations

import importlib
import importlib.util
import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from bench import history, run
from camelnet.bench.measurement import Measurement
from camelnet.bench.report import figure_table

TODAY = {"name": "a start", "unit": "ms", "repetitions": 1, "median": 2.0, "min": 2.0, "max": 2.0}


def table_of(*figures: Measurement) -> str:
    written = io.StringIO()
    Console(file=written, width=150).print(figure_table(figures, before="0.4.0"))
    return written.getvalue()


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A benchmark that has one figure, today and in 0.4.0."""
    module = importlib.import_module("bench.command")
    monkeypatch.setattr(module, "run", lambda: [TODAY, {**TODAY, "name": "what is new"}])


@pytest.mark.usefixtures("start")
def test_a_figure_stands_beside_that_of_0_4_0(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {("a start", ""): 7.0, ("what is gone", ""): 1.0}
    monkeypatch.setattr(history, "figures_of", lambda *_args, **_kwargs: found)
    figures = run.figures_of("command", compare=True)
    assert [(each.name, each.before) for each in figures] == [
        ("a start", 7.0),
        ("what is new", None),
    ]
    assert "7 ms" in table_of(*figures)


@pytest.mark.usefixtures("start")
def test_without_0_4_0_a_sentence_says_so_and_today_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(history, "COMMIT", "0" * 40)
    monkeypatch.setattr(history, "BUILT", tmp_path / "built")
    figures = run.figures_of("command", compare=True)
    assert [each.before for each in figures] == [None, None]
    assert "is not in the history of" in capsys.readouterr().out
    assert not (tmp_path / "built").exists()
    assert "0.4.0" not in table_of(*figures)


def test_modules_of_today_that_had_other_names_are_there() -> None:
    for name in history._MOVED:
        assert importlib.util.find_spec(name) is not None, name


def test_a_benchmark_that_does_not_exist_is_refused_by_name() -> None:
    told = CliRunner().invoke(run.main, ["tabel"])
    assert told.exit_code == 2
    assert "tabel" in told.output
