"""`camelnet verify` and `export` on records of whole games, disturbed and damaged ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from camelnet import rules
from camelnet.cli import main
from camelnet.protocol.messages import Changed
from tests.session.disturbed import without_one, write

Run = Callable[..., tuple[int, str, str]]  # of words: exit code, output, errors


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Four bots play; one leaves for good on the way."""
    founding, lines = without_one()
    assert any(isinstance(line, Changed) for line in lines)
    return write(tmp_path, founding, lines)


@pytest.fixture
def camelnet(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return run


def test_a_record_of_a_game_that_somebody_left_holds(record: Path, camelnet: Run) -> None:
    status, told, trouble = camelnet("verify", str(record))
    assert (status, trouble) == (0, "")
    assert "holds" in told
    assert "ghost" in told


def test_a_damaged_record_is_a_sentence_that_names_the_index(record: Path, camelnet: Run) -> None:
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(bytes(data))
    for command in (("verify",), ("export",), ("export", "--json"), ("review",)):
        status, _, trouble = camelnet(*command, str(record))
        assert status == 1
        assert trouble.startswith("camelnet: The record does not hold from index ")
        assert trouble.count("\n") == 1


def test_a_review_tells_the_chances_and_what_cost_most(record: Path, camelnet: Run) -> None:
    status, told, _ = camelnet("review", "--nodes", "10", str(record))
    assert status == 0
    assert "chance to win" in told
    assert "given away" in told
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


def test_what_is_no_record_is_a_sentence(tmp_path: Path, camelnet: Run) -> None:
    path = tmp_path / "x.camelnet"
    path.write_bytes(b"not a record")
    status, told, trouble = camelnet("export", str(path))
    assert (status, told) == (1, "")
    assert "index 0" in trouble
    status, told, trouble = camelnet("export", str(tmp_path / "none"))
    assert (status, told) == (2, "")
    assert "no such file" in trouble


def exported(record: Path, camelnet: Run) -> tuple[dict[str, object], list[dict[str, object]]]:
    status, told, _ = camelnet("export", "--json", str(record))
    assert status == 0
    head, *lines = [json.loads(line) for line in told.splitlines()]
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
    first, *rest = told.splitlines()
    assert json.loads(first.removeprefix("# ")) == head
    for text, line in zip(rest, lines, strict=True):
        index, who, notation, digest = text.split("\t")
        assert (int(index), notation, digest) == (line["index"], line["notation"], line["digest"])
        seat = "" if line["seat"] is None else f" {line['seat']}"
        assert who == f"{line['by']}{seat}"
