"""A game in a link: what goes in comes out, and nothing else is let in."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from camelnet import rules
from camelnet.sharing import SCHEME, is_link
from camelnet.sharing.link import BYTES_MAX, LINK_MAX, STEPS_MAX, BadLink, game_in, link_of
from tests.sharing.games import RECORDS, whole


def link(*told: Any) -> str:
    return packed(json.dumps(told).encode())


def packed(content: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = urlsafe_b64encode(packer.compress(content) + packer.flush())
    return SCHEME + text.decode().rstrip("=")


DIGEST = rules.rules_digest().hex()[:8]


@pytest.mark.parametrize("key", RECORDS)
def test_a_whole_game_comes_out_of_its_link(key: str) -> None:
    game = whole(RECORDS[key])
    made = link_of(game.steps, game.names)
    assert is_link(made)
    assert len(made) < 1200
    found = game_in(made)
    assert found.names == game.names
    assert [step.notation for step in found.steps] == [step.notation for step in game.steps]
    assert [step.after for step in found.steps] == [step.after for step in game.steps]
    assert game_in(f" {made} ".strip().replace(SCHEME, "CAMELNET://")).steps == found.steps


def test_a_link_without_names_numbers_the_players() -> None:
    game = whole(RECORDS["camelup"])
    found = game_in(link_of(game.steps, [""] * 3))
    assert found.names == ("Player 1", "Player 2", "Player 3")


def test_a_game_whose_beginning_is_missing_has_no_link() -> None:
    game = whole(RECORDS["camelup"])
    assert link_of(game.steps[3:], game.names) == ""


def test_names_from_a_link_are_shown_as_foreign_text_is() -> None:
    told = link(1, DIGEST, "camelup", {}, ["\u202eevil\n", "<b>"], first_notations())
    assert game_in(told).names == ("evil", "<b>")


def first_notations() -> str:
    position = rules.new("camelup", 2, {}).first_node()
    return position.outcomes()[0][0] if position.is_chance else position.legal()[0]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "camelnet:",
        "camelnet:!!!",
        "https://example.org",
        "camelnet:" + "A" * LINK_MAX,
        packed(b"not JSON"),
        packed(b"[" * 40_000),
        packed(b" " * (BYTES_MAX + 1)),
        packed(b"[1]")[:-2],
        link(1, DIGEST, "camelup", {}, ["a", "b"], "leg b;;"),
        link(1, DIGEST, "camelup", {}, ["a"], "x"),
        link(1, DIGEST, "camelup", {"unknown": 3}, ["a", "b"], "x"),
        link(1, DIGEST, "chess", {}, ["a", "b"], "x"),
        link(1, DIGEST, "camelup", {}, ["a", 3], "x"),
        link(1, DIGEST, "camelup", {}, ["a", "b" * 65], "x"),
        link(1, DIGEST, "camelup", {}, ["a", "b"], "\n" * STEPS_MAX),
        link(1, "00000000", "camelup", {}, ["a", "b"], "x"),
        link(2, DIGEST, "camelup", {}, ["a", "b"], "x", "more"),
        link(1, DIGEST, "camelup", {}, ["a", "b"], "ütf"),
    ],
)
def test_a_bad_link_is_a_sentence(bad: str) -> None:
    with pytest.raises(BadLink) as refused:
        game_in(bad)
    assert str(refused.value).startswith("This link ")


def test_a_bomb_is_not_unpacked() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(4_000_000)) + packer.flush()
    told = SCHEME + urlsafe_b64encode(bomb).decode()
    assert len(told) < LINK_MAX
    with pytest.raises(BadLink):
        game_in(told)
