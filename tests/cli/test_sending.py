"""`camelnet export --html` and `--link`, and what `verify` and `replay` make of both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from camelnet.cli import recorded
from camelnet.record.page import record_in
from camelnet.review import review
from camelnet.terminal import sending
from tests.cli.conftest import Run
from tests.session.record_vectors import FOLDER

RECORD = FOLDER / "targui-people.camelnet"


@pytest.fixture(autouse=True)
def no_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with text boards and rough reviews, which take little time."""

    def roughly(*given: Any, **more: Any) -> Any:
        return review(*given, **{**more, "nodes": 10})

    monkeypatch.setattr(recorded, "find_app", lambda: None)
    monkeypatch.setattr(recorded, "find_boards", lambda: None)
    monkeypatch.setattr(sending, "review", roughly)


@pytest.mark.slow
def test_a_page_is_written_and_verified_like_its_record(tmp_path: Path, camelnet: Run) -> None:
    page = tmp_path / "game.html"
    status, told, trouble = camelnet("export", str(RECORD), "--html", str(page))
    assert status == 0
    assert told.startswith(f"{page} is written: ")
    assert "the page has text boards" in trouble
    assert record_in(page.read_bytes()) == RECORD.read_bytes()
    of_page, of_record = camelnet("verify", str(page)), camelnet("verify", str(RECORD))
    assert of_page[0] == of_record[0] == 0
    assert of_page[1].replace(str(page), str(RECORD)) == of_record[1]
    assert camelnet("export", str(page))[1] == camelnet("export", str(RECORD))[1]


@pytest.mark.slow
def test_a_page_without_names_has_no_record(tmp_path: Path, camelnet: Run) -> None:
    page = tmp_path / "game.html"
    status, told, _ = camelnet("export", str(RECORD), "--html", str(page), "--no-names")
    assert status == 0
    assert "The record is not in it" in told
    assert "Peer 0" not in page.read_text(encoding="utf-8")
    status, _, trouble = camelnet("verify", str(page))
    assert status == 1
    assert "there is no record in this page" in trouble


def test_a_page_never_takes_the_place_of_its_record(tmp_path: Path, camelnet: Run) -> None:
    record = tmp_path / "game.camelnet"
    record.write_bytes(RECORD.read_bytes())
    status, _, trouble = camelnet("export", str(record), "--html", str(record))
    assert status == 2
    assert "name another file" in trouble
    assert record.read_bytes() == RECORD.read_bytes()


def test_a_link_is_printed_and_retold_and_says_that_it_proves_nothing(camelnet: Run) -> None:
    status, link, trouble = camelnet("export", str(RECORD), "--link")
    assert status == 0
    assert "proves nothing" in trouble
    for words in (("replay", link.strip()), (link.strip(),)):
        status, told, trouble = camelnet(*words)
        assert status == 0
        assert "proves nothing" in told + trouble
        assert "Peer 0" in told
    status, told, _ = camelnet("export", str(RECORD), "--link", "--no-names")
    assert "Player 1" in camelnet("replay", told.strip())[1]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (2, ("export", str(RECORD), str(RECORD), "--link")),
        (2, ("export", str(RECORD), "--html", "x.html", "--link")),
        (2, ("export", "-", "--html", "x.html")),
        (2, ("export", str(RECORD), "--html", "x.html", "--seen-by", "9")),
        (2, ("export", str(RECORD), "--html", "x.html", "--seen-by", "me")),
        (1, ("export", str(FOLDER / "records.json"), "--link")),
        (2, ("export", "none.camelnet", "--link")),
        (2, ("export", "none.camelnet", "--html", "x.html")),
        (1, ("export", str(RECORD), "--html", "/nowhere/x.html")),
        (1, ("replay", "camelnet:spoilt")),
        (2, ("replay", "camelnet:spoilt", str(RECORD))),
        (1, ("camelnet:spoilt",)),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    camelnet: Run,
    code: int,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    status, told, trouble = camelnet(*words)
    assert status == code
    assert told == ""
    assert trouble.strip()
    assert "Traceback" not in trouble
    assert list(tmp_path.iterdir()) == []
