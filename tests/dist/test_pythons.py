"""The Pythons that are tested are the promised ones, and a player has no compiler."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.dist import program

pythons, try_out = program("pythons"), program("try_out")


def test_every_promised_python_is_tested() -> None:
    assert pythons.versions()[0] == "3.11"
    assert len(pythons.versions()) >= 4


def test_another_python_than_the_one_asked_for_is_none() -> None:
    version = "{}.{}".format(*sys.version_info)
    assert pythons.works(sys.executable, version)
    assert not pythons.works(sys.executable, "3.10")
    assert not pythons.works("no-such-python", version)


def test_a_player_has_no_compiler(tmp_path: Path) -> None:
    player = try_out.Player(tmp_path)
    assert player.around()["PATH"] == str(tmp_path / "venv/bin")
    player.bin.mkdir(parents=True)
    compiler = player.bin / "cc"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    with pytest.raises(SystemExit, match="cc"):
        player.around()
