"""`make bench`: what is measured, and how figures are shown."""

from __future__ import annotations

import importlib
import io

import pytest
from click.testing import CliRunner
from rich.console import Console

from bench import run
from camelnet.lab.bench.report import figure_table

START = {"name": "a start", "unit": "ms", "repetitions": 1, "median": 2.0, "min": 2.0, "max": 2.0}


def test_a_module_that_is_named_gives_the_figures_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.import_module("bench.command"), "run", lambda: [START])
    written = io.StringIO()
    Console(file=written, width=150).print(figure_table(run.figures_of("command")))
    assert "a start" in written.getvalue()
    assert "2 ms" in written.getvalue()


def test_a_benchmark_that_does_not_exist_is_refused_by_name() -> None:
    told = CliRunner().invoke(run.main, ["tabel"])
    assert told.exit_code == 2
    assert "tabel" in told.output
