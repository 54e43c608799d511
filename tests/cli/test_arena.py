"""`camelnet arena`: its table, its figures for programs, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from camelnet import bots
from camelnet.cli import main
from camelnet.i18n import message
from camelnet.lab.arena import ArenaError
from tests.cli.conftest import Run
from tests.cli.pty_player import command, environment, ran

RANDOM = ("arena", "--players", "greedy,random,random", "--game", "cards", "--workers", "1")


@pytest.mark.slow
def test_the_table_says_who_won_how_often(camelnet: Run) -> None:
    code, out, err = camelnet(*RANDOM, "--games", "8", "--seed", "3")
    assert (code, err) == (0, "")
    assert "Camel Up Cards, 3 seats, seed 3" in out
    assert "9 games in 3 groups of equal luck" in out
    assert "A seat among equals wins 33.3 %." in out
    lines = [line.split() for line in out.splitlines() if "%" in line]
    assert [line[:2] for line in lines[:2]] == [["greedy", "1"], ["random", "2"]]
    assert sum(float(line[2]) for line in lines[:2]) == 9


@pytest.mark.slow
def test_the_figures_for_programs_are_those_of_the_table(camelnet: Run, tmp_path: Path) -> None:
    _code, table, _err = camelnet(*RANDOM, "--games", "3", "--json", str(tmp_path / "f.json"))
    code, out, _err = camelnet(*RANDOM, "--games", "3", "--json", "-")
    written, shown = json.loads((tmp_path / "f.json").read_text()), json.loads(out)
    assert code == 0
    first, again = written["figures"]["standings"][0], shown["figures"]["standings"][0]
    assert first["share"] == again["share"]
    assert f"{100 * first['share']['value']:.1f} %" in table
    assert written["tournament"]["options"] == [
        ["trophies", True],
        ["bet_optional", False],
        ["min_money", 1],
    ]
    assert written["sprt"] is None


@pytest.mark.parametrize(("players", "told"), [("greedy,hard@1nodes", 1), ("greedy,random", 0)])
def test_players_that_lack_their_network_play_without_and_it_is_told(
    players: str, told: int, camelnet: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = message("The network of cards is damaged.")
    monkeypatch.setattr(bots, "troubles", lambda games: (why,) if games == ("cards",) else ())
    code, _out, err = camelnet(
        "arena", "--players", players, "--game", "cards", "--games", "2", "--workers", "1"
    )
    assert code == 0
    assert err.count("camelnet: The network of cards is damaged.") == told


@pytest.mark.slow
def test_a_sequential_test_says_what_it_found(camelnet: Run) -> None:
    code, out, _err = camelnet(*RANDOM, "--sprt", "--elo1", "400", "--games", "600")
    assert code == 0
    assert "greedy is stronger (H1, 400 Elo above the others, over H0, 0; evidence +" in out
    played = re.search(r"^(\d+) games", out, re.MULTILINE)
    assert played is not None
    assert int(played[1]) < 300


@pytest.mark.slow
def test_a_tournament_is_resumed_by_its_file(camelnet: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    _code, whole, _err = camelnet(*RANDOM, "--games", "6", "--json", "-")
    camelnet(*RANDOM, "--games", "3", "--out", file)
    code, out, _err = camelnet(*RANDOM, "--games", "6", "--out", file, "--resume", "--json", "-")
    assert code == 0
    shares = [
        [standing["share"] for standing in json.loads(text)["figures"]["standings"]]
        for text in (whole, out)
    ]
    assert shares[0] == shares[1]
    code, _out, err = camelnet(*RANDOM, "--games", "9", "--out", file)
    assert code == 1
    assert "--resume goes on with it" in err
    code, _out, err = camelnet(*RANDOM, "--seed", "2", "--out", file, "--resume")
    assert code == 1
    assert "of another tournament: its seed is 1, not 2" in err


def test_a_player_that_fails_is_named_and_debugging_shows_where(
    camelnet: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    clumsy = ("arena", "--player", "tests.lab.arena.own_bots:Clumsy", "--players", "random")
    code, _out, err = camelnet(*clumsy, "--workers", "1")
    assert code == 1
    assert err.startswith(
        "camelnet: tests.lab.arena.own_bots:Clumsy failed in game 0: RuntimeError"
    )
    monkeypatch.setenv("CAMELNET_DEBUG", "1")
    with pytest.raises(ArenaError) as failed:
        main([*clumsy, "--workers", "1"])
    assert isinstance(failed.value.__cause__, RuntimeError)


def test_figures_that_cannot_be_written_are_refused_before_a_game_is_played(
    camelnet: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("camelnet.lab.arena.run", None)
    code, out, err = camelnet(*RANDOM, "--json", str(tmp_path / "nowhere" / "f.json"))
    assert (code, out) == (1, "")
    assert "f.json cannot be written: there is no such file or folder." in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "greedy"], "for 2 to 8 seats, not 1"),
        (["--players", "greedy,champion"], "no player “champion”"),
        (["--players", "greedy,nobody_here:Bot"], "no module nobody_here"),
        (["--player", "nobody_here:Bot"], "no module nobody_here"),
        (["--games", "0"], "--games"),
        (["--think", "5", "--nodes", "5"], "not both"),
        (["--think", "5", "--players", "greedy,random"], "None of these players looks ahead"),
        (["--resume"], "--out FILE"),
        (["--dask", "tcp://127.0.0.1:1", "--workers", "2"], "leave --workers out"),
        (["--sprt", "--players", "greedy,greedy"], "compares the first player with others"),
        (["--sprt", "--elo0", "50"], "--elo1 has to lie above --elo0"),
        (["--option", "speed=3"], "speed"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_wrong_use_is_refused_before_a_game_is_played(
    arguments: list[str], words: str, camelnet: Run
) -> None:
    code, out, err = camelnet("arena", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("camelnet: ")
    assert words in err


@pytest.mark.slow
def test_what_is_no_address_of_a_scheduler_is_refused_and_that_is_all() -> None:
    pytest.importorskip("distributed", reason="the extra `arena` is not installed")
    for address, why in (("foo", "missing port number"), ("bla://foo:1", "unknown address scheme")):
        done = ran(command("arena", "--games", "4", "--dask", address))
        assert done.returncode == 1
        assert done.stderr.startswith(
            f"camelnet: The Dask scheduler at {address} cannot be reached"
        )
        assert why in done.stderr
        assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ask", "number", "code"),
    [
        (os.kill, signal.SIGTERM, 143),
        (os.killpg, signal.SIGTERM, 143),  # as `timeout` and systemd ask
        (os.killpg, signal.SIGINT, 130),  # Ctrl-C reaches all
    ],
)
def test_who_is_asked_to_end_keeps_what_is_done_and_leaves_nobody_behind(
    ask: Callable[[int, int], None], number: int, code: int, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("--players", "greedy,greedy", "--games", "100000", "--workers", "2")
    process = subprocess.Popen(
        command("arena", *arguments, "--out", str(file)),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        while not file.exists() or file.read_text().count("\n") < 3:
            assert process.poll() is None
            sleep(0.02)
        ask(process.pid, number)
        out, err = process.communicate(timeout=600)  # which ends when the last worker does
    finally:
        process.kill()
    assert process.returncode == code
    assert err == ""
    assert "Stopped before the end. To go on, add --resume." in " ".join(out.split())
    assert all(json.loads(line) for line in file.read_text().splitlines())
