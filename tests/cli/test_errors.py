"""What is wrong is said in one line, with an exit code, and without a traceback."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from camelnet import __version__, rules
from camelnet.cli import main
from tests.cli.pty_player import command, environment


def camelnet(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        env=environment(changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refused(result: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line on standard error."""
    assert result.returncode == code, result
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("camelnet: ")
    return result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], "dance"),
        (["host"], "--table"),
        (["host", "--table", " "], "name"),
        (["host", "--table", "x", "--game", "chess"], "chess"),
        (["host", "--table", "x", "--seats", "9"], "2 to 8"),
        (["host", "--table", "x", "--seats", "many"], "many"),
        (["host", "--table", "x", "--level", "genius"], "genius"),
        (["host", "--table", "x", "--port", "70000"], "70000"),
        (["host", "--table", "x", "--option", "flip_in_place"], "flip_in_place"),
        (["host", "--table", "x", "--option", "flip_in_place=maybe"], "maybe"),
        (["host", "--table", "x", "--option", "nonsense=true"], "nonsense"),
        (["join"], "--table"),
        (["join", "--address", "nowhere"], "nowhere"),
        (["join", "--address", "10.0.0.1:0"], "10.0.0.1:0"),
        (["join", "--address", "::1:4000"], "::1:4000"),
        (["bot", "--count", "2", "--port", "4000"], "--port"),
        (["--interface", "192.0.2.1", "doctor"], "--interface has to stand behind doctor"),
        (["--once", "--port", "0", "host", "--table", "x"], "--once has to stand behind host"),
        (["--version", "bot"], "--version has to stand behind bot"),
        (["verify", "/there/is/no/such.camelnet"], "no such file"),
        (["verify", "/"], "it is a folder"),
        (["replay", "/there/is/no/such.camelnet"], "no such file"),
    ],
)
def test_wrong_use_ends_with_2_and_names_what_is_wrong(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    line = capsys.readouterr().err
    assert ended.value.code == 2
    assert line.startswith("camelnet: ")
    assert line.count("\n") == 1
    assert words in line


def test_a_file_that_is_no_record_ends_with_1_and_names_the_index(tmp_path: Path) -> None:
    file = tmp_path / "x.camelnet"
    file.write_bytes(b"not a record at all")
    assert "index 0" in refused(camelnet("verify", str(file)), 1)


@pytest.mark.parametrize("option", ["--profile", "--record"])
def test_a_folder_that_cannot_be_made_is_named(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = refused(camelnet("host", "--table", "x", option, str(tmp_path / "file" / "x")), 1)
    assert str(tmp_path) in line


def test_an_address_that_is_not_ours_is_named() -> None:
    line = refused(camelnet("host", "--table", "x", "--interface", "192.0.2.77"), 1)
    assert "192.0.2.77" in line


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        line = refused(
            camelnet("host", "--table", "x", "--interface", "127.0.0.1", "--port", port), 1
        )
    assert port in line


def test_a_profile_in_use_is_named(tmp_path: Path) -> None:
    from camelnet.record.profile import Profile

    held = Profile.open(tmp_path)
    try:
        line = refused(camelnet("host", "--table", "x", "--profile", str(tmp_path)), 1)
    finally:
        held.close()
    assert str(tmp_path) in line


def test_a_table_that_is_not_found_is_given_up(tmp_path: Path) -> None:
    line = refused(
        camelnet(
            *("join", "--table", "nowhere", "--level", "greedy", "--wait", "1"),
            *("--interface", "127.0.0.1", "--profile", str(tmp_path)),
        ),
        1,
    )
    assert "nowhere" in line


def test_resuming_without_an_unfinished_game_says_so(tmp_path: Path) -> None:
    assert str(tmp_path) in refused(camelnet("resume", "--profile", str(tmp_path)), 1)


def test_the_version_comes_with_the_rules_digest() -> None:
    result = camelnet("--version")
    assert result.returncode == 0
    assert __version__ in result.stdout
    assert rules.rules_digest().hex()[:8] in result.stdout


def test_help_is_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    for name in ("bot", "host", "join", "play", "replay", "resume", "verify"):
        assert re.search(rf"^  {name} ", listed, re.MULTILINE), listed
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert not ended.value.code
        assert "Usage" in capsys.readouterr().out


def test_without_qt_the_app_is_refused_with_the_command_that_installs_it(tmp_path: Path) -> None:
    """An interpreter that does not see the site packages of the extra."""
    program = (
        "import importlib.util as util, sys\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'PySide6' else find(name, *more)\n"
        "from camelnet.cli import main\n"
        "main([])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "pip install" in refused(result, 1)


def test_a_language_that_is_not_spoken_is_answered_in_english() -> None:
    result = camelnet("host", "--table", "x", "--seats", "9", LC_ALL="tlh_KX.UTF-8")
    assert "seats" in refused(result, 2)


def test_an_output_that_is_closed_early_is_no_complaint(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        result = subprocess.run(
            command("--help"),
            env=environment(),
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (result.returncode, result.stderr) == (141, "")
