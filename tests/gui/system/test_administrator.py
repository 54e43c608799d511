"""Commands of the administrator: their words, and what comes of them."""

from __future__ import annotations

import shlex
import shutil
import sys

import pytest
from camelnet_gui.system import administrator

LINES = (
    "netsh advfirewall firewall delete rule name=camelnet",
    'netsh add program="C:\\O\'H\u2019s\\c.exe"',
)


def test_on_windows_its_own_question_stands_before_the_command() -> None:
    command = administrator.command_for(LINES, platform="win32")
    assert command is not None
    assert "-Verb RunAs" in command[-1]
    assert "'/c netsh advfirewall firewall delete rule name=camelnet & netsh add" in command[-1]
    assert "O''H\u2019\u2019s" in command[-1], "a quote in a path ends no string of PowerShell"
    assert administrator.shown(LINES, command) == "\n".join(LINES)


def test_on_linux_pkexec_stops_at_the_first_line_that_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    command = administrator.command_for(("one", "two --x"), platform="linux")
    assert command == ("pkexec", "sh", "-c", "one && two --x")
    assert shlex.split(administrator.shown(("one", "two --x"), command)) == list(command)


def test_without_lines_there_is_nothing_to_run() -> None:
    assert administrator.command_for(()) is None
    assert administrator.shown((), None) == ""


def test_a_command_tells_how_it_ended() -> None:
    says = "import sys; sys.stderr.write('why'); sys.exit(3)"
    assert administrator.run((sys.executable, "-c", says)) == (3, "why")
    assert administrator.run((sys.executable, "-c", "")) == (0, "")
    status, why = administrator.run(("/there/is/no/such",))
    assert status == 1
    assert why
