"""Whole games on 127.0.0.1: a person at a pseudo-terminal, bots in other processes."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from camelnet.session.table.verify import verify
from tests.cli.pty_player import PtyPlayer, bots, command, environment, hosting, ran, table_at
from tests.sampling import only_full

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

pytestmark = pytest.mark.timeout(1800)
HERE = ("--interface", "127.0.0.1")
MY_MOVE = "your move> "

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes and ends those that still run."""
    started: list[subprocess.Popen[str]] = []

    def run(words: list[str]) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            words,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def roll_to_the_end(anna: PtyPlayer) -> None:
    while anna.wait_for(MY_MOVE, "The record of the game") == MY_MOVE:
        anna.type("roll")


@pytest.mark.slow
def test_a_person_plays_a_whole_game_against_bots(tmp_path: Path, port: int, start: Start) -> None:
    others = start(bots(2, port, tmp_path / "bots", "--once", "--record", tmp_path / "others"))
    mine = tmp_path / "mine"
    with PtyPlayer(
        *hosting(tmp_path, port, "--seats", "3", "--once", "--record", str(mine))
    ) as anna:
        anna.wait_for("Table code: ")
        anna.wait_for(MY_MOVE)
        anna.type("?")
        anna.wait_for("say TEXT", MY_MOVE)
        anna.type("fly away")
        anna.wait_for('There is no move "fly away".')
        anna.type("say hello, bots")
        anna.wait_for("Anna (you) says: hello, bots")
        anna.type("who")
        anna.wait_for("Table code: ")
        anna.wait_for(MY_MOVE)
        anna.type("win green")
        anna.wait_for("Anna bets secretly on the winner of the race")
        roll_to_the_end(anna)
        assert "Anna had bet on green to win the race." in anna.seen
        assert anna.exit_code() == 0
    assert others.wait(600) == 0
    (record,) = mine.iterdir()
    for other in (tmp_path / "others").iterdir():
        assert other.read_bytes() == record.read_bytes()

    told = ran(command("replay", "--board", str(record)))
    assert told.returncode == 0
    assert "Anna had bet on green to win the race." in told.stdout
    assert "finish" in told.stdout


@pytest.mark.slow
def test_a_killed_bot_resumes_as_the_bot_it_was_and_all_records_agree(
    tmp_path: Path, port: int, start: Start
) -> None:
    def seat(name: str, *more: str) -> subprocess.Popen[str]:
        places = ("--profile", str(tmp_path / name), "--record", str(tmp_path / f"{name}-records"))
        return start(command(*more, *places, *HERE, "--once"))

    table = ("--table", table_at(port), "--level")
    others = [
        seat("a", "host", "--seats", "3", *table, "greedy"),
        seat("b", "join", *table, "hard", "--think", "10", "--threads", "2"),
    ]
    victim = seat("c", "join", *table, "random")
    assert victim.stdout is not None
    while "Leg 1 begins" not in victim.stdout.readline():
        assert victim.poll() is None
    victim.kill()
    victim.wait()
    back = seat("c", "resume")
    told, complaint = back.communicate(timeout=600)
    assert back.returncode == 0, complaint
    assert "The game goes on after" in told
    for other in others:
        told, complaint = other.communicate(timeout=600)
        assert other.returncode == 0, complaint
    verdicts = [verify(path) for path in sorted(tmp_path.glob("*-records/*"))]
    assert len(verdicts) == 3
    assert verdicts[1:] == verdicts[:-1], "entries agree; who signed them may be told differently"


@pytest.mark.slow
def test_the_end_of_input_is_said_and_leaves_in_order(
    tmp_path: Path, port: int, start: Start
) -> None:
    start(bots(1, port, tmp_path / "bots"))
    with PtyPlayer(*hosting(tmp_path, port, "--seats", "2")) as anna:
        anna.wait_for(MY_MOVE)
        anna.end_of_input()
        anna.wait_for("Standard input has ended")
        assert anna.exit_code() == 0


@pytest.mark.slow
@only_full
def test_moves_can_be_piped_in_and_a_flood_of_them_waits(tmp_path: Path, port: int) -> None:
    bot = subprocess.Popen(
        bots(1, port, tmp_path / "bots", "--once"), env=environment(), stdout=subprocess.DEVNULL
    )
    flood = subprocess.Popen(["yes", "roll"], stdout=subprocess.PIPE)
    try:
        mine = command(*hosting(tmp_path, port, "--seats", "2", "--once"))
        anna = ran(mine, stdin=flood.stdout)
        assert anna.returncode == 0, anna.stderr
        assert "Result" in anna.stdout
        assert bot.wait(60) == 0
    finally:
        for process in (bot, flood):
            process.kill()
            process.wait()
        assert flood.stdout is not None
        flood.stdout.close()


@pytest.mark.slow
def test_playing_again_keeps_the_table_together(tmp_path: Path, port: int, start: Start) -> None:
    start(bots(1, port, tmp_path / "bots"))
    records = tmp_path / "records"
    with PtyPlayer(*hosting(tmp_path, port, "--seats", "2", "--record", str(records))) as anna:
        roll_to_the_end(anna)
        anna.wait_for("Play again at the same table?")
        anna.type("again")
        anna.wait_for("The game begins.")
        roll_to_the_end(anna)
        anna.type("quit")
        assert anna.exit_code() == 0
    assert len(list(records.iterdir())) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.every(2)
def test_a_signal_ends_quietly_and_in_order(
    number: signal.Signals, code: int, tmp_path: Path, port: int, start: Start
) -> None:
    alone = ("--table", "nobody else's")
    bot = start(command("bot", *alone, "--profile", str(tmp_path / "bot"), *HERE))
    host = start(command("host", "--table", table_at(port), "--level", "random", *HERE))
    for process, ready in ((bot, "Looking for"), (host, "seats taken")):
        assert process.stdout is not None
        while ready not in process.stdout.readline():
            assert process.poll() is None
    for process in (bot, host):
        process.send_signal(number)
        _said, complaint = process.communicate(timeout=600)
        assert process.returncode == code
        assert complaint == ""


@pytest.mark.slow
def test_play_without_a_terminal_is_one_game_told_in_words_that_leaves_nothing_running() -> None:
    play = ran(command("play", *HERE))
    assert play.returncode == 0, play.stderr
    told = play.stdout
    assert told.startswith("There is no keyboard here, so a bot plays your seat for one game.\n")
    assert "Table code: " in told
    assert "rolled" in told
    assert "Result" in told


NO_DISPLAY = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="children are counted in /proc")
@only_full
def test_play_without_a_display_is_played_here_and_ctrl_c_ends_its_bots() -> None:
    with PtyPlayer("play", *HERE, changes=NO_DISPLAY) as me:
        me.wait_for("There is no display")
        me.wait_for(MY_MOVE)
        me.type("roll")
        me.wait_for("rolls the pyramid")
        pid = me.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert len(children) == 3
        me.process.send_signal(signal.SIGINT)
        assert me.exit_code() == 130
    assert "Traceback" not in me.seen
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


@pytest.mark.slow
@only_full
def test_a_game_of_play_is_resumed_with_its_own_bots(tmp_path: Path) -> None:
    mine = ("--profile", str(tmp_path / "me"), *HERE)
    with PtyPlayer("play", *mine, changes=NO_DISPLAY) as me:
        me.wait_for(MY_MOVE)
        me.type("roll")
        me.wait_for("rolls the pyramid")
        me.type("quit")
        me.wait_for("camelnet resume ")
        me.wait_for("--profile")
        assert me.exit_code() == 0
    with PtyPlayer("resume", *mine, changes=NO_DISPLAY) as me:
        me.wait_for(MY_MOVE)
        me.type("roll")
        me.wait_for("rolls the pyramid")
        me.wait_for(MY_MOVE)  # they have moved since
        me.type("quit")
        assert me.exit_code() == 0


@pytest.mark.slow
def test_people_vote_by_typing_and_a_guest_looks_on_until_the_end(
    tmp_path: Path, port: int, start: Start
) -> None:
    def joining(name: str, *more: str) -> list[str]:
        return [
            *("join", "--table", table_at(port), "--address", f"127.0.0.1:{port}", *HERE),
            *("--profile", str(tmp_path / name), "--name", name, "--once", *more),
        ]

    with (
        PtyPlayer(*hosting(tmp_path, port, "--seats", "3", "--once", "--strict")) as anna,
        PtyPlayer(*joining("Bo")) as bo,
        PtyPlayer(*joining("Cleo")) as cleo,
        ThreadPoolExecutor() as threads,
    ):
        for player in (anna, bo, cleo):
            player.wait_for("It is strict")
            player.wait_for("Table code: ")
        guest = start(command(*joining("Dora", "--watch")))
        cleo.process.send_signal(signal.SIGKILL)
        seats = ("2", "3")  # who sat down first is a matter of luck
        hints = [f"To vote to continue without Cleo, type: without {seat}" for seat in seats]
        anna.type(anna.wait_for(*hints).partition("type: ")[2])
        bo.wait_for("Anna wants to continue without Cleo: 1 of 2 votes.")
        bo.type("without cleo")
        anna.wait_for("The game continues without Cleo")
        done = [threads.submit(roll_to_the_end, player) for player in (anna, bo)]
        for future in done:
            future.result(600)
        anna.type("proof")
        anna.wait_for("every part fits")
        said, errors = guest.communicate(timeout=600)
        assert guest.returncode == 0, said + errors
        assert f"You are watching the table {table_at(port)}." in said
        assert "The game continues without Cleo." in said
        assert "Cleo's ghost " in said
        assert "wins" in said


@pytest.mark.slow
def test_a_record_that_was_not_written_is_an_error_in_the_end(
    tmp_path: Path, port: int, start: Start
) -> None:
    records = tmp_path / "records"
    short = ("--game", "targui", "--option", "destiny=1", "--level", "random")
    more = ("--seats", "2", *short, "--once", "--record", str(records))
    anna = start(command(*hosting(tmp_path, port, *more)))
    assert anna.stdout is not None
    while "seats taken" not in anna.stdout.readline():
        assert anna.poll() is None
    records.rmdir()
    records.write_text("in the way")
    start(bots(1, port, tmp_path / "bots", "--once"))
    told, complaint = anna.communicate(timeout=600)
    assert "Result" in told, "the game itself is none the worse"
    assert anna.returncode == 1
    assert complaint.startswith("camelnet: The record of this game cannot be written (")


@pytest.mark.slow
@pytest.mark.parametrize("term", ["dumb", "xterm"])  # without and with an editor
def test_a_terminal_that_is_gone_ends_the_program(tmp_path: Path, port: int, term: str) -> None:
    with PtyPlayer(*hosting(tmp_path, port, "--seats", "2"), changes={"TERM": term}) as anna:
        anna.wait_for("Free seats: 1")
        anna.hang_up()
        assert anna.process.wait(30) == 141, "as for every output that nobody reads any more"


@pytest.mark.slow
def test_ctrl_c_in_the_line_that_is_typed_ends_in_order_and_gives_the_terminal_back(
    tmp_path: Path, port: int
) -> None:
    with PtyPlayer(*hosting(tmp_path, port, "--seats", "2"), changes={"TERM": "xterm"}) as anna:
        before = anna.modes()
        anna.wait_for("Free seats: 1")
        anna.wait_for(">")
        assert anna.modes() != before, "keys come one by one"
        anna.press("half a li\x03")
        assert anna.exit_code() == 130
        assert anna.modes() == before
    assert "Traceback" not in anna.seen
