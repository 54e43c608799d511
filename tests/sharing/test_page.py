"""The page of a game: whole in itself, its record inside, names only where they are wanted."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from camelnet.i18n import LANGUAGES, language
from camelnet.record.page import RECORD_TAG, record_in
from camelnet.replay import read
from camelnet.session.table.recorded_game import NoGame, RecordedGame, read_game
from camelnet.session.table.verify import BadRecord
from camelnet.sharing.boards import EVERYBODY, NOBODY
from tests.sharing.games import RECORDS, end_of, page_of, reviewed

HOSTILE = (
    '<img src="x" onerror="hacked=1">',
    "</script><script>hacked=1</script>",
    "\"'><svg onload=hacked=1>&amp;",
)


def data_of(page: str) -> dict[str, Any]:
    found = re.search('<script type="application/gzip" id="game">(.*?)</script>', page)
    assert found is not None
    told: dict[str, Any] = json.loads(gzip.decompress(b64decode(found[1])))
    return told


def renamed(game: RecordedGame, names: tuple[str, ...]) -> RecordedGame:
    seats = zip(game.verdict.seats, names, strict=True)
    claims = tuple(replace(seat, name=name) for seat, name in seats)
    return replace(game, names=names, verdict=replace(game.verdict, seats=claims))


class _Tags(HTMLParser):
    """Tags and attributes, as a browser without scripts sees them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("game", RECORDS)
def test_a_page_refers_to_nothing_outside_itself(game: str) -> None:
    page = page_of(end_of(game), found=reviewed(game))
    tags = _Tags(page).found
    for tag, given in tags:
        assert tag not in ("link", "iframe", "object", "embed", "base", "form")
        assert not any(name.startswith("on") or name == "style" for name in given)
        for name in ("src", "href", "srcset", "action", "data"):
            value = given.get(name) or ""
            assert value.startswith(("data:", "camelnet:")) or not value
    policy = next(given["content"] for tag, given in tags if "http-equiv" in given)
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_page_holds_the_record_and_is_read_as_one(tmp_path: Path) -> None:
    record = RECORDS["targui"].read_bytes()
    path = tmp_path / "page.html"
    path.write_text(page_of(end_of("targui"), record=record), encoding="utf-8")
    assert record_in(path.read_bytes()) == record
    assert read(path).verdict == read(RECORDS["targui"]).verdict
    game = read_game(path)
    assert game is not None
    assert game.over
    assert game.fault is None


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        *((spoilt, "record") for spoilt in ("", "AAAA", "!!!!")),
        ("Y2FtZWxuZXQgcmVjb3JkIDkK", "a newer camelnet made it"),
    ],
)
def test_a_page_with_a_spoilt_record_or_none_is_refused(
    tmp_path: Path, spoilt: str, why: str
) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html>{RECORD_TAG}{spoilt}</script>", encoding="utf-8")
    with pytest.raises(ValueError, match=why):
        read(path)
    with pytest.raises(NoGame):
        read_game(path)
    path.write_text("<!doctype html><p>camelnet record 4</p>", encoding="utf-8")
    with pytest.raises(BadRecord):
        read(path)


def test_a_changed_byte_of_the_record_in_a_page_is_found(tmp_path: Path) -> None:
    record = bytearray(RECORDS["targui"].read_bytes())
    record[len(record) // 2] ^= 1
    path = tmp_path / "page.html"
    path.write_text(page_of(end_of("targui"), record=bytes(record)), encoding="utf-8")
    with pytest.raises(BadRecord):
        read(path)


def test_a_page_speaks_every_language_and_leaves_ours_as_it_was() -> None:
    words = data_of(page_of(end_of("camelup"), found=reviewed("camelup")))["words"]
    assert list(words) == list(LANGUAGES)
    assert len({said["body"] for said in words.values()}) == len(LANGUAGES)
    assert len({said["places"][-1][1] for said in words.values()}) == len(LANGUAGES)
    assert language() == "en"


@pytest.mark.parametrize("game", RECORDS)
def test_every_place_of_the_game_has_words_scores_chances_and_a_board(game: str) -> None:
    end = end_of(game)
    data = data_of(page_of(end, found=reviewed(game)))
    count = len(end.steps) + 1
    assert len(data["scores"]) == len(data["chances"]) == len(data["turns"]) == count
    for said in data["words"].values():
        assert len(said["places"]) == len(said["boards"]) == count
        assert all(text for _chapter, text in said["places"])
    assert data["scores"][-1] == end.steps[-1].after.scores()


def test_hostile_names_are_text() -> None:
    game = renamed(end_of("camelup"), HOSTILE)
    game = replace(game, table=HOSTILE[0])
    page = page_of(game, found=reviewed("camelup"))
    plain = page_of(renamed(game, ("Ana", "Bo", "Cleo")), found=reviewed("camelup"))
    assert [tag for tag, _ in _Tags(page).found] == [tag for tag, _ in _Tags(plain).found]
    for said in data_of(page)["words"].values():
        assert "<img" not in said["body"]
        assert "<svg" not in said["body"]
        assert "<script" not in said["body"]


def test_without_names_no_name_key_or_record_is_in_a_page() -> None:
    game = renamed(end_of("camelup"), ("Anastasia", "Bonifaz", "Cleophea"))
    game = replace(game, table="Anastasias Tisch")
    page = page_of(game, found=reviewed("camelup"), named=False)
    told = page + json.dumps(data_of(page), ensure_ascii=False)
    for name in (*game.names, "Anastasias"):
        assert name not in told
    assert RECORD_TAG not in page
    for seat in game.verdict.seats:
        assert seat.fingerprint not in told
    assert "Player 1" in told
    assert "Joueur 1" in told
    assert "Anastasia" in page_of(game, found=reviewed("camelup")), "else this finds nothing"


def test_a_record_is_never_put_into_a_page_without_names() -> None:
    with pytest.raises(AssertionError):
        page_of(end_of("camelup"), named=False, record=b"camelnet record 4\n")


def test_hidden_cards_are_told_only_to_the_eyes_that_were_chosen() -> None:
    game = end_of("camelup")

    def boards(view: int) -> list[str]:
        found: list[str] = data_of(page_of(game, view=view))["words"]["en"]["boards"]
        return found

    assert boards(EVERYBODY) != boards(NOBODY)


def test_an_unfinished_game_has_a_page_that_says_so() -> None:
    read_so_far = end_of("targui")
    page = page_of(replace(read_so_far, steps=read_so_far.steps[:-3]))
    assert "unfinished" in page
    assert "Only a finished game can be reviewed." in page
