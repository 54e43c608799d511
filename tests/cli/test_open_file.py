"""`camelnet FILE`, `replay --app`, `join --big-screen`: what the app is asked to show; and where
there is no app the terminal retells a game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from camelnet.cli import app as apps
from camelnet.cli import recorded
from camelnet.cli.file_names import local_path, names_file
from tests.cli.conftest import Run

RECORD = Path(__file__).parents[2] / "docs" / "vectors" / "records" / "targui-people.camelnet"
Asked = list[dict[str, Any]]
NAME = "Anas Spiel - 駱駝 é.camelnet"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What an app is asked for, where there is a display."""
    calls: Asked = []

    def app(**given: Any) -> int:
        calls.append(given)
        return 7

    for module in (recorded, apps):
        monkeypatch.setattr(module, "find_app", lambda: app)
    monkeypatch.setenv("DISPLAY", ":99")
    return calls


@pytest.mark.parametrize(
    "word",
    [
        "{name}",
        "./{name}",
        "{folder}/{name}",
        "file://{folder}/{name}",
        "file:{folder}/{name}",
        "file://localhost{folder}/Anas%20Spiel%20-%20%E9%A7%B1%E9%A7%9D%20%C3%A9.camelnet",
    ],
)
def test_a_file_in_the_place_of_a_command_opens_in_the_app(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, camelnet: Run, asked: Asked, word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / NAME).write_bytes(RECORD.read_bytes())
    assert camelnet(word.format(folder=tmp_path, name=NAME))[0] == 7
    assert asked[0]["replay"] == tmp_path / NAME
    assert asked[0]["table"] is None


def test_the_profile_is_chosen_behind_the_file(tmp_path: Path, camelnet: Run, asked: Asked) -> None:
    assert camelnet(str(RECORD), "--profile", str(tmp_path))[0] == 7
    assert asked[0]["profile"] == tmp_path


def test_a_file_with_the_name_of_a_command_needs_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, camelnet: Run, asked: Asked
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "verify").write_bytes(RECORD.read_bytes())
    assert camelnet("verify")[0] == 2
    assert camelnet("./verify")[0] == 7
    assert asked[0]["replay"] == tmp_path / "verify"


@pytest.mark.skipif(os.name == "nt", reason="Windows always has a display")
def test_without_a_display_the_terminal_retells_the_game(
    monkeypatch: pytest.MonkeyPatch, camelnet: Run
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    status, told, _ = camelnet(str(RECORD))
    assert status in (0, 3)
    assert "Targui" in told


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF\x00\x01", b"camelnet record 4\n\xff\xff"])
def test_a_bad_file_is_a_sentence_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, camelnet: Run, tmp_path: Path, content: bytes | None
) -> None:
    monkeypatch.setattr(recorded, "find_app", lambda: None)
    path = tmp_path / NAME
    if content is not None:
        path.write_bytes(content)
    status, _, said = camelnet(str(path))
    assert status in (1, 2)
    assert NAME in said
    assert "Traceback" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "url", ["https://example.org/a.camelnet", "file://elsewhere/a.camelnet", "file:", "file://[/"]
)
def test_what_lies_elsewhere_is_not_opened(camelnet: Run, asked: Asked, url: str) -> None:
    status, _, said = camelnet("open", url)
    assert status == 2
    assert "not a file on this computer" in said
    assert asked == []


def test_a_misspelt_command_is_still_no_file(camelnet: Run) -> None:
    assert not names_file("pley")
    status, _, said = camelnet("pley")
    assert status == 2
    assert "pley" in said


def test_a_replay_in_the_app_is_of_the_file_that_was_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, camelnet: Run, asked: Asked
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.camelnet").write_bytes(RECORD.read_bytes())
    assert camelnet("replay", "x.camelnet", "--app")[0] == 7
    assert asked == [{"profile": None, "replay": tmp_path / "x.camelnet"}]


def test_a_replay_in_the_app_is_of_one_file_and_not_of_standard_input_and_needs_the_app(
    monkeypatch: pytest.MonkeyPatch, camelnet: Run
) -> None:
    monkeypatch.setattr(apps, "find_app", lambda: None)
    for files in (["-"], [str(RECORD), str(RECORD)]):
        status, _, said = camelnet("replay", *files, "--app")
        assert status == 2
        assert "one file at a time" in said
    status, _, said = camelnet("replay", str(RECORD), "--app")
    assert status != 0
    assert "camelnet[gui]" in said


def test_a_big_screen_is_told_what_to_watch(camelnet: Run, asked: Asked) -> None:
    words = ("join", "--table", "friday", "--game", "cards", "--address", "192.0.2.9:4000")
    assert camelnet(*words, "--big-screen", "--name", "Television")[0] == 7
    (given,) = asked
    assert given["name"] == "Television"
    watched = given["watch"]
    assert (watched.table, watched.game) == ("friday", "cards")
    assert watched.address == ("192.0.2.9", 4000)


def test_a_bot_watches_nothing(camelnet: Run) -> None:
    words = ("join", "--table", "friday", "--big-screen", "--level", "greedy")
    status, _, said = camelnet(*words)
    assert status == 2
    assert "Bots don't watch" in said


def test_a_name_that_is_no_text_keeps_its_bytes() -> None:
    assert os.fsencode(local_path("/tmp/caf\udce9.camelnet")) == b"/tmp/caf\xe9.camelnet"


def test_a_link_in_the_place_of_a_command_opens_in_the_app(camelnet: Run, asked: Asked) -> None:
    """As a browser calls us: whether it can be read, the app says."""
    for link in ("camelnet:abc", "CAMELNET:abc"):
        assert camelnet(link)[0] == 7
        assert asked.pop()["replay"] == link
