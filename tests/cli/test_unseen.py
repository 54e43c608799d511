"""Starts without a terminal: a launcher's, and a windowed executable's, which has no standard
streams at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from camelnet import cli
from camelnet.cli import unseen

# What a windowed executable on Windows finds.
WITHOUT_STREAMS = """
import os, sys
os.closerange(0, 3)
sys.stdin = sys.stdout = sys.stderr = sys.__stdin__ = sys.__stdout__ = sys.__stderr__ = None
from camelnet.__main__ import main
main()
"""
# A launcher's streams are the null device, and the app fails as soon as it is asked for.
BROKEN_APP = """
import sys, types
import camelnet.cli.app as apps
def broken(**given):
    raise RuntimeError("no such luck")
apps.find_app = lambda: broken
sys.modules["camelnet_gui.app"] = types.ModuleType("camelnet_gui.app")
from camelnet.__main__ import main
main()
"""


def start(program: str, *words: str) -> int:
    null = subprocess.DEVNULL
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, stdin=null, stdout=null, stderr=null, timeout=600, check=False)
    return done.returncode


def log() -> Path:
    return Path(os.environ["XDG_STATE_HOME"], "camelnet/crash.log")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--version"], 0),
        (["odds", "1:gyo 3:bw"], 0),
        (["no-such-command"], 2),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="closes POSIX's descriptors")
def test_without_standard_streams_a_command_does_what_it_does(words: list[str], code: int) -> None:
    assert start(WITHOUT_STREAMS, *words) == code
    if code:
        assert "no-such-command" in log().read_text(encoding="utf-8")


@pytest.mark.slow
def test_why_the_app_did_not_begin_stands_in_the_crash_log() -> None:
    assert start(BROKEN_APP) == 1
    report = log().read_text(encoding="utf-8")
    assert "RuntimeError: no such luck" in report
    assert "in broken" in report, "where it happened"


def test_a_program_that_reads_the_errors_gets_them_alone() -> None:
    command = [sys.executable, "-c", BROKEN_APP]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert "no such luck" in done.stderr
    assert not log().exists()


def test_an_error_that_nobody_sees_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def app(**given: Any) -> int:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("camelnet.cli.app.find_app", lambda: app)
    monkeypatch.setattr(unseen, "find_alert", lambda: shown.append)
    monkeypatch.setattr(unseen, "nobody_watches", lambda: True)
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 1
    (text,) = shown
    assert "no such luck" in text
    assert str(log()) in text


def test_an_app_whose_qt_cannot_be_loaded_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "camelnet_gui.application", None)
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("camelnet: Qt cannot be loaded: ")
