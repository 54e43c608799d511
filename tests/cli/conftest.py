"""What tests of commands get: commands run in this process, and a port for those of others."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from camelnet.cli import main

Printed = Callable[[], str]
Run = Callable[..., tuple[int, str, str]]  # of words: exit code, output, errors


@pytest.fixture
def camelnet(capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        told = capfd.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return run


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What was printed since the last call."""
    return lambda: capsys.readouterr().out


@pytest.fixture
def port() -> int:
    """One that is free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
