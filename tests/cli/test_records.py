"""`camelnet verify` and `export` on records of whole games, disturbed and damaged ones."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from camelnet import bots, rules
from camelnet.i18n import message
from camelnet.protocol.wire.frames import Changed
from camelnet.record import durable
from camelnet.record.record import FORMER_VERSION, MAGIC, VERSION
from camelnet.review import analysis
from tests.cli.conftest import Run
from tests.cli.pty_player import command, environment, ran
from tests.session.disturbed import short_targui, symbolic, without_one, write
from tests.session.forger import forged, honest

FORMER = Path(__file__).parents[1] / "data/former/cards-people.camelnet"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Four bots play; one leaves for good on the way."""
    game_start, lines = without_one()
    assert any(isinstance(line, Changed) for line in lines)
    return write(tmp_path, game_start, lines)


@pytest.mark.slow
def test_a_record_of_a_game_that_somebody_left_holds(record: Path, camelnet: Run) -> None:
    status, told, trouble = camelnet("verify", str(record))
    assert (status, trouble) == (0, "")
    assert "is valid" in told
    assert "ghost" in told


@pytest.mark.slow
def test_a_damaged_record_is_a_sentence_that_names_the_index(record: Path, camelnet: Run) -> None:
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(bytes(data))
    for words in (("verify",), ("export",), ("export", "--json"), ("review",)):
        status, _, trouble = camelnet(*words, str(record))
        assert status == 1
        assert trouble.startswith(f"camelnet: {record} does not hold from index ")
        assert trouble.count("\n") == 1


@pytest.mark.slow
def test_a_review_tells_the_chances_and_what_cost_most(record: Path, camelnet: Run) -> None:
    status, told, _ = camelnet("review", "--nodes", "10", str(record))
    assert status == 0
    assert "chance to win" in told
    assert told.index("The turning point") < told.index("chance to win, from"), "sentences first"
    assert "mistakes" in told
    status, told, _ = camelnet("review", "--nodes", "10", "--json", str(record))
    assert status == 0
    found = json.loads(told)
    seats = len(found["names"])
    assert all(len(shares) == seats for shares in found["graph"])
    for seat in range(seats):
        change = found["graph"][-1][seat] - found["graph"][0][seat]
        parts = found["luck"][seat] + found["own"][seat] + found["others"][seat]
        assert parts == pytest.approx(change, abs=1e-5)
    assert all(made["loss"] >= 0 for made in found["decisions"])


def test_a_record_that_cannot_be_searched_is_a_sentence_and_its_verdict_stands(
    record: Path, camelnet: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_given: object, **_more: object) -> None:
        raise ValueError("this position cannot be searched")

    monkeypatch.setattr(analysis, "look_ahead", unable)
    status, told, trouble = camelnet("review", "--nodes", "11", str(record))
    assert (status, trouble) == (0, "")
    assert told.endswith(
        "One of its positions cannot be searched, so this game cannot be reviewed.\n"
    )
    status, told, trouble = camelnet("review", "--nodes", "11", "--json", str(record))
    assert (status, trouble) == (0, "")
    assert "graph" not in json.loads(told)


@pytest.mark.slow
def test_a_review_without_network_or_place_to_keep_it_says_so_and_is_told(
    record: Path, camelnet: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_draft: Path, _path: Path) -> None:
        raise OSError(28, os.strerror(28))

    why = message("The neural network for Camel Up is one for Targui.")
    monkeypatch.setattr(bots, "troubles", lambda _games: (why,))
    monkeypatch.setattr(durable, "put", full)
    status, told, trouble = camelnet("review", "--nodes", "12", str(record))
    assert status == 0
    assert "The turning point" in told
    foreign, kept = trouble.splitlines()
    assert foreign == "camelnet: The neural network for Camel Up is one for Targui."
    assert kept.startswith("camelnet: This review cannot be kept: no space is left on the disk. ")


def test_what_is_no_record_is_a_sentence(tmp_path: Path, camelnet: Run) -> None:
    path = tmp_path / "x.camelnet"
    path.write_bytes(b"not a record")
    status, told, trouble = camelnet("export", str(path))
    assert (status, told) == (1, "")
    assert "index 0" in trouble
    status, told, trouble = camelnet("export", str(tmp_path / "none"))
    assert (status, told) == (2, "")
    assert "no such file" in trouble


def test_a_game_without_hidden_cards_is_reviewed(tmp_path: Path, camelnet: Run) -> None:
    status, told, trouble = camelnet(
        "review", "--nodes", "10", str(write(tmp_path, *short_targui()))
    )
    assert (status, trouble) == (0, "")
    assert "Better was: " in told, "else nothing of this was told"


@pytest.mark.slow
def test_every_record_command_takes_several_files_and_tells_each(
    record: Path, tmp_path: Path, camelnet: Run
) -> None:
    other = write(tmp_path / "other", *short_targui())
    for words in (("verify",), ("replay",), ("export",), ("review", "--nodes", "10", "--json")):
        alone = [camelnet(*words, str(file)) for file in (record, other)]
        status, told, trouble = camelnet(*words, str(record), str(other))
        assert (status, trouble) == (0, "")
        if words == ("replay",):  # which says there which file it is
            told = told.replace(f"{record}: ", "").replace(f"{other}: ", "")
        assert told == "".join(out for _, out, _ in alone)


@pytest.mark.slow
def test_what_is_wrong_with_one_file_keeps_no_other_from_being_checked(
    record: Path, tmp_path: Path, camelnet: Run
) -> None:
    damaged = tmp_path / "damaged"
    damaged.write_bytes(record.read_bytes()[:-1])
    missing = str(tmp_path / "missing")
    status, told, trouble = camelnet("verify", missing, str(damaged), str(record))
    assert status == 1, "what does not hold weighs more than what cannot be read"
    assert f"{record} is valid" in told
    first, second = trouble.splitlines()
    assert first.startswith(f"camelnet: {missing} cannot be read: ")
    assert second.startswith(f"camelnet: {damaged} does not hold from index ")
    assert camelnet("verify", str(record), missing)[0] == 2


def test_a_dash_is_standard_input(
    record: Path, camelnet: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = camelnet("export", str(record))
    with record.open("rb") as file, io.TextIOWrapper(file) as text:
        monkeypatch.setattr("sys.stdin", text)
        assert camelnet("export", "-") == named
        status, told, trouble = camelnet("verify", "-")
        assert (status, told) == (1, ""), "it was read to its end"
        assert trouble.startswith("camelnet: standard input does not hold from index 0 on")
    status, _, trouble = camelnet("verify", "-", str(record), "-")
    assert status == 2
    assert "only once" in trouble


def test_a_name_that_is_empty_is_no_folder(camelnet: Run) -> None:
    status, _, trouble = camelnet("verify", "")
    assert (status, trouble) == (2, "camelnet: The name of a file is empty.\n")


@pytest.mark.slow
def test_the_version_of_a_record_is_told(record: Path, camelnet: Run) -> None:
    """Of an older one in words as well: the header is not signed, and what it says proves less."""
    for path, version in ((FORMER, FORMER_VERSION), (record, VERSION)):
        told = camelnet("verify", str(path))[1]
        assert (f"says that it is of version {version}" in told) == (version == FORMER_VERSION)
        assert json.loads(camelnet("verify", "--json", str(path))[1])["version"] == version


def test_a_record_of_another_version_is_called_that(record: Path, camelnet: Run) -> None:
    data = record.read_bytes().removeprefix(MAGIC)
    for version in (FORMER_VERSION - 1, VERSION + 1, 12):
        record.write_bytes(f"camelnet record {version}\n".encode() + data)
        status, _, trouble = camelnet("verify", str(record))
        assert status == 2, "nobody has said that it does not hold"
        assert f"camelnet made it (format {version}; this one reads 3, 4)" in trouble
    record.write_bytes(b"camelnet record x\n" + data)
    assert camelnet("verify", str(record))[0] == 1


@pytest.mark.slow
def test_a_pipe_that_nobody_reads_ends_quietly_by_one_rule(record: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        for words in ("verify", "export"):
            done = ran(command(words, str(record)), stdout=closed)
            assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_is_full_is_not_blamed_on_the_record(record: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = ran(command("verify", str(record)), stdout=full)
    assert done.returncode == 4, "and not as if the record did not hold"
    assert done.stderr == "camelnet: The output cannot be written: no space is left on the disk.\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="descriptors are POSIX's")
def test_a_verdict_can_be_had_without_any_stream(record: Path) -> None:
    def close_all() -> None:
        for number in range(3):
            os.close(number)

    def verdict() -> int:
        process = subprocess.Popen(
            command("verify", str(record)), env=environment(), preexec_fn=close_all
        )
        return process.wait(600)

    assert verdict() == 0
    record.write_bytes(record.read_bytes()[:-1])
    assert verdict() == 1


def exported(record: Path, camelnet: Run) -> tuple[dict[str, object], list[dict[str, object]]]:
    status, told, _ = camelnet("export", "--json", str(record))
    assert status == 0
    head, *lines, last = [json.loads(line) for line in told.splitlines()]
    assert last["verdict"]["standing"] == "complete"
    return head, lines


def test_an_export_played_through_the_rules_gives_its_digests(record: Path, camelnet: Run) -> None:
    head, lines = exported(record, camelnet)
    options = head["options"]
    assert isinstance(options, dict)
    position = rules.new(str(head["game"]), seats=int(str(head["seats"])), options=options)
    assert position.digest().hex() == head["digest"]
    for line in lines:
        position = position.apply(str(line["notation"]))
        assert position.digest().hex() == line["digest"], line
    assert position.turn == "over"


def test_an_export_says_who_acted_and_behind_which_entry(record: Path, camelnet: Run) -> None:
    _, lines = exported(record, camelnet)
    indices = [line["index"] for line in lines]
    assert indices == sorted(indices)  # type: ignore[type-var]
    by = {(line["by"], line["seat"]) for line in lines}
    assert ("luck", None) in by
    assert ("ghost", 2) in by
    assert {("seat", 0), ("seat", 1), ("seat", 3)} <= by
    left = next(number for number, line in enumerate(lines) if line["by"] == "ghost")
    assert not [line for line in lines[left:] if line["by"] == "seat" and line["seat"] == 2]


def test_a_ghost_never_bets_on_a_hidden_card(record: Path, camelnet: Run) -> None:
    _, lines = exported(record, camelnet)
    moves = [str(line["notation"]).split(" ")[0] for line in lines if line["by"] == "ghost"]
    assert len(moves) > 2
    assert not {"win", "lose"} & set(moves)


def test_an_export_in_words_says_the_same_as_in_json(record: Path, camelnet: Run) -> None:
    head, lines = exported(record, camelnet)
    status, told, _ = camelnet("export", str(record))
    assert status == 0
    first, *rest, last = told.splitlines()
    assert json.loads(first.removeprefix("# ")) == head
    assert json.loads(last.removeprefix("# "))["verdict"]["id"] == head["id"]
    for text, line in zip(rest, lines, strict=True):
        index, who, notation, digest = text.split("\t")
        assert (int(index), notation, digest) == (line["index"], line["notation"], line["digest"])
        seat = "" if line["seat"] is None else f" {line['seat']}"
        assert who == f"{line['by']}{seat}"


@pytest.fixture
def kinds(tmp_path: Path) -> dict[str, Path]:
    """Records of one game: as all know it, as its loser forged it, and cut before its end."""
    game_start, lines = honest().game_start, honest().peers[0].lines
    told = {"whole": lines, "forged": forged(), "cut": lines[:40]}
    return {name: write(tmp_path / name, game_start, given) for name, given in told.items()}


COMMANDS = (
    ("verify",),
    ("verify", "--json"),
    ("replay",),
    ("export",),
    ("export", "--json"),
    ("review", "--nodes", "10"),
    ("review", "--nodes", "10", "--json"),
)


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.every(3)
def test_a_record_that_not_the_whole_table_vouches_for_has_an_exit_code_of_its_own(
    words: tuple[str, ...], kinds: dict[str, Path], camelnet: Run
) -> None:
    with symbolic():
        found = {name: camelnet(*words, str(path)) for name, path in kinds.items()}
        of_all = camelnet(*words, *map(str, kinds.values()))
    assert {name: status for name, (status, _, _) in found.items()} == {
        "whole": 0,
        "forged": 3,
        "cut": 3,
    }
    assert of_all[0] == 3
    assert {trouble for _, _, trouble in found.values()} == {""}
    name = {"whole": "complete", "forged": "apart", "cut": "unfinished"}
    sentence = {
        "whole": "Complete: all who voted at the start signed to the end",
        "forged": "From entry 15 on only Peer 2 says so; the game of the table code ended there.",
        "cut": "The record stops behind entry 40, before the game has ended.",
    }
    for kind, (_, told, _) in found.items():
        if words[0] == "export" or "--json" in words:
            last = json.loads(told.splitlines()[-1].removeprefix("# "))
            assert last.get("verdict", last)["standing"] == name[kind]
        else:
            assert sentence[kind] in told


def test_a_verdict_for_programs_says_who_signed_what(kinds: dict[str, Path], camelnet: Run) -> None:
    with symbolic():
        _, told, _ = camelnet("verify", "--json", str(kinds["forged"]))
    verdict = json.loads(told)
    assert verdict["file"] == str(kinds["forged"])
    assert verdict["holds"] is True
    assert verdict["vouched_to"] == 14
    assert verdict["to_the_end"] == [2]
    assert [(each["begun"], each["signed_by"]) for each in verdict["segments"]] == [
        ("genesis", [0, 1, 2, 3]),
        ("parting", [2]),
    ]
    assert [seat["key"] for seat in verdict["seats"]] == [
        seat.key.hex() for seat in honest().game_start.genesis.seats
    ]


def test_what_does_not_hold_is_told_to_programs_too(kinds: dict[str, Path], camelnet: Run) -> None:
    kinds["cut"].write_bytes(kinds["cut"].read_bytes()[:-1])
    with symbolic():
        status, told, trouble = camelnet("verify", "--json", *map(str, kinds.values()))
    assert status == 1, "what does not hold weighs more than what few vouch for"
    *_, last = [json.loads(line) for line in told.splitlines()]
    assert (last["holds"], last["index"]) == (False, 40)
    assert "does not hold from index 40 on" in trouble


def test_a_replay_says_where_the_table_changed_and_who_signed_it(
    record: Path, camelnet: Run
) -> None:
    status, told, _ = camelnet("replay", str(record))
    assert status == 0
    (line,) = [line for line in told.splitlines() if "continues without" in line]
    assert "without Peer 2 (silent)" in line
    assert line.endswith("signed by Peer 0, Peer 1 and Peer 3.")
