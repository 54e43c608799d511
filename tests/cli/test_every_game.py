"""Every game on the command line and in the terminal: set up, found, played, told and proven."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from camelnet import rules
from camelnet.session.api.facts import (
    LobbyChanged,
    MembershipVotes,
    Shuffling,
    TableChanged,
    TableView,
)
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.game_options import game_options
from camelnet.terminal.goal import Join
from tests.cli.conftest import Printed, Run
from tests.cli.pty_player import PtyPlayer, bots, command, environment, hosting, ran, table_at
from tests.cli.seats import (
    FREE,
    FakePeer,
    Typist,
    chair,
    lobby,
    narrated,
    offer,
    run_for,
    table,
)

MY_MOVE = "your move> "
THE_END = "The record of the game"

pytestmark = pytest.mark.timeout(1800)
needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


# --- asking for a game ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("cards", ["min_money=0", "trophies=no"], {"min_money": 0, "trophies": False}),
        ("targui", ["destiny=7,1,6"], {"destiny": [1, 6, 7]}),
        ("targui", ["camels=40", "destiny=1"], {"camels": 40, "destiny": [1]}),
        ("camelup", ["flip_in_place=true"], {"flip_in_place": True}),
    ],
)
def test_options_are_typed_as_key_and_value(
    game: str, typed: list[str], meant: dict[str, Any]
) -> None:
    assert game_options(game, typed) == meant
    rules.new(game, seats=2, options=game_options(game, typed))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("host --table x --game chess", "camelup, cards, targui"),
        ("play --game chess", "camelup, cards, targui"),
        ("join --game chess", "camelup, cards, targui"),
        ("host --table x --game cards --seats 7", "Camel Up Cards is for 2 to 6 seats"),
        ("host --table x --game targui --seats 5", "Targui is for 2 to 4 seats"),
        ("host --table x --game cards --option min_money=2", "a number from 0 to 1"),
        ("host --table x --game cards --option trophies=3", "true or false"),
        ("host --table x --game targui --option destiny=2,3", "with 1 and commas"),
        ("host --table x --game targui --option destiny=1;6", "with 1 and commas"),
        ("host --table x --game targui --option camels=39", "from 40 to 9999"),
        ("play --game targui --option trophies=true", "there are: destiny, camels"),
        ("join", "--game GAME"),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_what_it_has(
    words: str, why: str, camelnet: Run
) -> None:
    status, _, line = camelnet(*words.split())
    assert status == 2
    assert line.count("\n") == 1
    assert why in line


@pytest.mark.parametrize("word", ["host", "play"])
def test_help_lists_every_game_with_its_options_and_examples_that_can_be_typed(
    word: str, camelnet: Run
) -> None:
    told = camelnet(word, "--help")[1]
    for key, info in rules.GAMES.items():
        assert f"  {key} " in told
        for option in info.options:
            assert f"{option.key}=" in told
    examples = re.findall(rf"^  camelnet ({word}.*)$", told, re.MULTILINE)
    assert len(examples) > 2
    for example in examples:
        game = re.search(r"--game (\w+)", example)
        typed = re.findall(r"--option (\S+)", example)
        game_options(game.group(1) if game else "camelup", typed)


def test_a_seat_that_looks_for_one_game_leaves_the_tables_of_others_alone(printed: Printed) -> None:
    def looking(goal: Join) -> list[str]:
        peer = FakePeer()
        run_for(peer, goal, 0.6, LobbyChanged(lobby(offer("friday", chair("Anna"), FREE))))
        return peer.asked

    assert looking(Join(None, game="camelup")) == ["sit friday", "ready True"]
    assert looking(Join(None, game="targui")) == []
    assert "Looking for a table of Targui." in printed()
    with pytest.raises(Failed, match="At the table friday another game is played"):
        looking(Join("friday", patience_s=0.3, game="cards"))
    with pytest.raises(Failed, match="No table of Camel Up Cards was found"):
        looking(Join(None, patience_s=0.3, game="cards"))


# --- cards that are being shuffled ----------------------------------------------------------------


def dealing(anew: bool = False) -> tuple[TableView, TableView]:
    """My turn in the first leg of cards, and the same while the pack is shuffled."""
    position = rules.new("cards", seats=3).apply("first 1")
    while position.turn == "chance":
        position = position.apply(position.outcomes()[0][0])
    ready = table(position=position, faces="g2", index=1)
    return ready, replace(ready, faces="", shuffling=Shuffling(2, 21, anew))


def test_nobody_is_asked_to_move_while_the_cards_are_shuffled(printed: Printed) -> None:
    _ready, shuffling = dealing()
    typist = Typist()
    typist.types("reveal", at=shuffling)
    told = printed()
    assert typist.asked == []
    assert "The cards are being shuffled; you can move in a moment." in told
    assert "your move" not in told


def test_nobody_is_asked_to_move_while_it_is_settled_who_plays_on(printed: Printed) -> None:
    ready, _shuffling = dealing()
    typist = Typist()
    typist.types("reveal", at=replace(ready, membership_votes=MembershipVotes(changing=True)))
    told = printed()
    assert typist.asked == []
    assert "The table is deciding who plays on." in told
    assert "your move" not in told


def test_the_own_hand_card_is_shown_as_soon_as_the_cards_lie_ready(printed: Printed) -> None:
    ready, _shuffling = dealing()
    typist = Typist()
    typist.types("hand", at=ready)
    told = printed()
    assert typist.asked == [("play", "hand")]
    assert re.search(r"Your hand card +\S*g ?2", told)
    assert "your hand card, green 2" in told


@pytest.mark.parametrize("anew", [False, True])
def test_dealing_is_told_once_however_many_steps_it_takes(anew: bool, printed: Printed) -> None:
    ready, first = dealing(anew)
    settling = replace(
        first, index=9, shuffling=None, membership_votes=MembershipVotes(changing=True)
    )
    later = replace(first, index=12, shuffling=Shuffling(9, 21, anew))
    narrated(*map(TableChanged, (first, settling, later, replace(ready, index=30))))
    told = printed()
    lines = [line for line in told.splitlines() if "dealt" in line or "lie ready" in line]
    assert len(lines) == 1
    assert ("again" in lines[0]) == anew


# --- whole games ----------------------------------------------------------------------------------


MOVE = re.compile(
    r"^  ((?:reveal|hand|lead|mid|win|lose|sector|camp|move|buy|again|occupy|pass)(?: \S+)*)  ",
    re.MULTILINE,
)


TALL = {"LINES": "60"}  # else the menu is in one line, and explains nothing


def play_to_the_end(player: PtyPlayer) -> None:
    """Type what every menu proposes first."""
    told = len(player.seen)
    while player.wait_for(MY_MOVE, THE_END) == MY_MOVE:
        choice = MOVE.search(player.seen, told)
        told = len(player.seen)
        if choice is not None:
            player.type(choice[1])


@pytest.mark.slow
@needs_terminal
@pytest.mark.parametrize(
    ("game", "more", "name", "seen"),
    [
        (
            "cards",
            ("--seats", "3", "--option", "min_money=0"),
            "Camel Up Cards",
            ("Your hand card", "The race cards are shuffled and dealt.", " turned up "),
        ),
        (
            "targui",
            ("--seats", "2", "--option", "destiny=1,6"),
            "Targui",
            ("The desert is laid out.", "Anna sets up a camp", "Round 2 begins."),
        ),
    ],
)
@pytest.mark.every(2)
def test_a_person_plays_a_whole_game_among_bots_and_its_record_tells_it_again(
    game: str,
    more: tuple[str, ...],
    name: str,
    seen: tuple[str, ...],
    tmp_path: Path,
    port: int,
    camelnet: Run,
) -> None:
    words = bots(int(more[1]) - 1, port, tmp_path / "bots", "--once", "--game", game)
    others = subprocess.Popen(words, env=environment(), stdout=subprocess.DEVNULL)
    mine = ("--game", game, *more, "--once", "--record", str(tmp_path / "records"))
    try:
        with PtyPlayer(*hosting(tmp_path, port, *mine), changes=TALL) as anna:
            play_to_the_end(anna)
            assert anna.exit_code() == 0
        assert others.wait(600) == 0
    finally:
        others.kill()
        others.wait()
    for words_seen in (*seen, "Result"):
        assert words_seen in anna.seen
    assert max(map(len, anna.seen.splitlines())) <= 80
    (record,) = (tmp_path / "records").iterdir()

    def told_by(*words: str) -> str:
        status, told, _ = camelnet(*words, str(record))
        assert status == 0
        return told

    assert f"{record.name} is valid: {name}" in told_by("verify")
    told = told_by("replay", "--board")
    assert "The record holds to its last byte." in told
    assert all(words_seen in told for words_seen in seen[1:])
    head, *steps, _verdict = map(json.loads, told_by("export", "--json").splitlines())
    position = rules.new(head["game"], seats=head["seats"], options=head["options"])
    for step in steps:
        position = position.apply(step["notation"])
    assert position.turn == "over"
    assert position.digest().hex() == steps[-1]["digest"]


@pytest.mark.slow
@needs_terminal
def test_two_people_see_a_card_each_prove_one_together_and_resume(
    tmp_path: Path, port: int
) -> None:
    joining = ("join", "--game", "cards", "--table", table_at(port), "--name", "Bo")
    where = ("--address", f"127.0.0.1:{port}", "--interface", "127.0.0.1")
    bo_words = (*joining, *where, "--profile", str(tmp_path / "bo"))
    with (
        PtyPlayer(*hosting(tmp_path, port, "--seats", "2", "--game", "cards")) as anna,
        PtyPlayer(*bo_words) as bo,
    ):
        for player in (anna, bo):
            player.wait_for("the cards lie ready")
        first = anna if "Leg 1 begins: Anna's turn." in anna.seen else bo
        first.type("reveal")
        for player in (anna, bo):
            player.wait_for(" turned up ")
        first.wait_for(MY_MOVE)
        first.type("proof")
        first.wait_for("every part fits")
        first.wait_for("Turned up: card ")
        first.wait_for(MY_MOVE)
        first.type("lead blue")
        other = bo if first is anna else anna
        other.wait_for(MY_MOVE)
        cards = [re.findall(r"Your hand card +(\w\d)", player.seen) for player in (anna, bo)]
        assert all(cards)
        assert all(len(set(card)) == 1 for card in cards)
        anna.type("quit")
        assert anna.exit_code() == 0
        profile = ("--profile", str(tmp_path / "anna"))
        refused = ran(command("resume", "--game", "targui", *profile))
        assert refused.returncode == 1
        assert "There is no unfinished game of Targui" in refused.stderr
        again = ("resume", "--game", "cards", *profile, "--port", str(port), "--name", "Anna")
        with PtyPlayer(*again, "--interface", "127.0.0.1") as anna:
            anna.wait_for("The game goes on after")
            anna.wait_for(f"Your hand card  {cards[0][0]}")
