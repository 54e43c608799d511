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
from tests.cli.pty_player import command, ran


def camelnet(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return ran(command(*arguments), changes)


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
        (["host", "--table", " "], "at least one letter"),
        (["host", "--table", "x" * 33], "at most 32 letters, not 33"),
        (["host", "--table", "x", "--name", ""], "at least one letter"),
        (["join", "--table", "x", "--name", "x" * 40], "at most 32 letters, not 40"),
        (["bot", "--name", "A\x1b[2J"], r"A\x1b[2J"),
        (["bot", "--name", "x" * 31, "--count", "2"], "at most 32 letters, not 33"),
        (["join", "--table", "x", "--wait", "nan"], "“nan” is not a number"),
        (["join", "--table", "x", "--wait", "inf"], "“inf” is not a number"),
        (["join", "--table", "x", "--wait", "-1"], "-1 is too small"),
        (["arena", "--elo0", "nan"], "“nan” is not a number"),
        (["host", "--table", "x", "--think", "5"], "--think is for bots"),
        (["host", "--table", "x", "--level", "greedy", "--think", "5"], "does not look ahead"),
        (["bot", "--threads", "2"], "--threads is for hard, expert"),
        (["host", "--table", "x", "--style", "bold"], "add --level with one of easy, normal"),
        (["bot", "--level", "greedy", "--style", "sly"], "add --level with one of easy, normal"),
        (["bot", "--style", "fond"], "fond"),
        (["bot", "--interface", "nowhere0"], "nor a network of this computer"),
        (["odds", "1:g\u202eyo"], r"“1:g\u202eyo”"),
        (["verify", "/no/\u202efile"], r"/no/\u202efile cannot be read"),
        (["host", "--table", "x", "--game", "chess"], "chess"),
        (["host", "--table", "x", "--seats", "9"], "2 to 8"),
        (["host", "--table", "x", "--seats", "many"], "many"),
        (["host", "--table", "x", "--level", "genius"], "genius"),
        (["host", "--table", "x", "--port", "70000"], "70000"),
        (["host", "--table", "x", "--guests", "-1"], "-1"),
        (["host", "--table", "x", "--seats", "3", "--guests", "3"], "room for 2 guests"),
        (["host", "--table", "x", "--guests", "1", "--strict"], "no guests"),
        (["host", "--table", "x", "--option", "flip_in_place"], "flip_in_place"),
        (["host", "--table", "x", "--option", "flip_in_place=maybe"], "maybe"),
        (["host", "--table", "x", "--option", "nonsense=true"], "nonsense"),
        (["join"], "--table"),
        (["join", "--address", "no where"], "Enter an address such as"),
        (["join", "--address", "laptop:99999"], "a number from 1 to 65535"),
        (["join", "--address", "10.0.0.1:0"], "a number from 1 to 65535"),
        (["join", "--address", "10.0.0"], "“10.0.0” is no complete address"),
        (["bot", "--count", "2", "--port", "4000"], "--port"),
        (["--interface", "192.0.2.1", "doctor"], "--interface goes after doctor"),
        (["--once", "--port", "0", "host", "--table", "x"], "--once goes after host"),
        (["--version", "bot"], "--version goes after bot"),
        (["verify", "/there/is/no/such.camelnet"], "no such file"),
        (["verify", "/"], "it is a folder"),
        (["replay", "/there/is/no/such.camelnet"], "no such file"),
        (["odds"], "POSITION"),
        (["odds", "1:gyo 3:b"], "The camel w stands nowhere."),
        (["odds", "1:gyo 3:bw 17+"], "A desert tile lies on 2 to 16, not on 17."),
        (["odds", "1:gyo 3:bw", "--json", "5+ 6+"], "side by side"),
        (["odds", "nonsense"], "nonsense"),
        (["bench", "dance"], "there are: core, odds, search"),
        (["bench", "--runs", "0"], "--runs"),
    ],
)
def test_wrong_use_ends_with_2_and_names_what_is_wrong(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, line = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert line.startswith("camelnet: ")
    assert line.count("\n") == 1
    assert words in line


@pytest.mark.slow
def test_a_file_that_is_no_record_ends_with_1_and_names_the_index(tmp_path: Path) -> None:
    file = tmp_path / "x.camelnet"
    file.write_bytes(b"not a record at all")
    assert "index 0" in refused(camelnet("verify", str(file)), 1)


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--profile", "--record"])
def test_a_folder_that_cannot_be_made_is_named(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    line = refused(camelnet("host", "--table", "x", option, str(tmp_path / "file" / "x")), 1)
    assert str(tmp_path) in line


@pytest.mark.slow
def test_an_address_that_is_not_ours_is_named() -> None:
    line = refused(camelnet("host", "--table", "x", "--interface", "192.0.2.77"), 1)
    assert "192.0.2.77" in line


@pytest.mark.slow
def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        line = refused(
            camelnet("host", "--table", "x", "--interface", "127.0.0.1", "--port", port), 1
        )
    assert port in line


@pytest.mark.slow
def test_a_profile_in_use_is_named(tmp_path: Path) -> None:
    from camelnet.record.profile import Profile

    held = Profile.open(tmp_path)
    try:
        line = refused(camelnet("host", "--table", "x", "--profile", str(tmp_path)), 1)
    finally:
        held.close()
    assert str(tmp_path) in line


@pytest.mark.slow
def test_a_table_that_is_not_found_is_given_up(tmp_path: Path) -> None:
    line = refused(
        camelnet(
            *("join", "--table", "nowhere", "--level", "greedy", "--wait", "1"),
            *("--interface", "127.0.0.1", "--profile", str(tmp_path)),
        ),
        1,
    )
    assert "nowhere" in line


@pytest.mark.slow
def test_resuming_without_an_unfinished_game_says_so(tmp_path: Path) -> None:
    assert str(tmp_path) in refused(camelnet("resume", "--profile", str(tmp_path)), 1)


@pytest.mark.slow
def test_resuming_makes_no_profile(tmp_path: Path) -> None:
    line = refused(camelnet("resume", "--profile", str(tmp_path / "nope")), 1)
    assert "There is no profile" in line
    assert list(tmp_path.iterdir()) == []


def test_the_wait_that_is_not_asked_for_is_told_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["join", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "Seconds to look for a table; 0: forever. [default: 60]" in told


@pytest.mark.skipif(sys.platform != "linux", reason="the loopback is called lo there")
def test_an_interface_may_be_a_name() -> None:
    from camelnet.cli.values import Interface

    assert Interface().convert("lo", None, None) == "127.0.0.1"
    for address in ("127.0.0.1", "192.0.2.77", "fe80::1%7", "::1"):
        assert Interface().convert(address, None, None) == address


IMPORTS = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell had it ignored
wanted = sys.argv.pop(1)
class Finder:
    def find_spec(self, name, *more):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from camelnet.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("camelnet.cli", ["--version"]),
        ("click", ["--help"]),
        ("camelnet.session.table.verify", ["verify", "x"]),
        ("rich.console", ["doctor"]),
        ("asyncio", ["bot", "--table", "nobody's"]),
    ],
)
def test_ctrl_c_in_the_first_second_ends_quietly(module: str, words: list[str]) -> None:
    done = ran([sys.executable, "-c", IMPORTS, module, *words])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


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
    assert "pip install" in refused(ran([sys.executable, "-c", program]), 1)


@pytest.mark.slow
def test_a_language_that_is_not_spoken_is_answered_in_english() -> None:
    result = camelnet("host", "--table", "x", "--seats", "9", LC_ALL="tlh_KX.UTF-8")
    assert "seats" in refused(result, 2)


def test_an_output_that_is_closed_early_is_no_complaint(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        result = ran(command("--help"), stdout=closed)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_is_full_ends_a_seat_with_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        bot = ("bot", "--table", "x", "--interface", "127.0.0.1", "--profile", str(tmp_path))
        result = ran(command(*bot), stdout=full)
    assert "cannot be written: no space is left on the disk." in refused(result, 4)
