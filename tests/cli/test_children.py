"""Processes of camelnet that camelnet starts: what their command is, and how they end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import camelnet_gui
import pytest

import camelnet
from camelnet.__main__ import main
from camelnet.terminal.self_command import self_command, self_environment

# Of the packages that are tested here: a wheel's, maybe.
PACKAGES = (camelnet, camelnet_gui)
SOURCES = sorted(path for one in PACKAGES for path in Path(one.__path__[0]).rglob("*.py"))


def test_a_child_is_the_camelnet_that_runs_here_not_a_folder_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "camelnet").mkdir()
    (tmp_path / "camelnet/__init__.py").write_text("raise ImportError('another')")
    done = subprocess.run(
        [*self_command(), "--version"],
        cwd=tmp_path,
        env=self_environment(),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("camelnet ")


def test_a_frozen_app_is_its_own_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "camelnet"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert self_command() == [str(tmp_path / "camelnet")]
    monkeypatch.setattr(sys, "executable", str(tmp_path / "camelnet-app.exe"))
    monkeypatch.setattr(sys, "platform", "win32")
    assert self_command() == [str(tmp_path / "camelnet.exe")], "the windowed one has no streams"


def test_one_module_alone_knows_how_camelnet_is_called() -> None:
    knowing = {path.name for path in SOURCES if "sys.executable" in path.read_text("utf-8")}
    assert knowing == {"self_command.py", "system.py"}, "the doctor names what a firewall sees"


def test_the_pool_of_a_frozen_app_begins_before_the_command_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Forked(Exception):
        pass

    def part() -> None:
        raise Forked

    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr("multiprocessing.freeze_support", part)
    monkeypatch.setattr(sys, "argv", ["camelnet", "--multiprocessing-fork"])
    with pytest.raises(Forked):
        main()
