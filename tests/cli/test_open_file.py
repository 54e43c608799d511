"""`camelnet FILE`: the app shows a recorded game, or the terminal retells it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from camelnet import cli
from camelnet.cli import recorded
from camelnet.cli.file_names import local_path, names_file

RECORD = Path(__file__).parents[2] / "docs" / "vectors" / "records" / "targui-people.camelnet"
NAME = "Anas Spiel - 駱駝 é.camelnet"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    return int(ended.value.code or 0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What an app is asked for, where there is a display."""
    calls: list[dict[str, Any]] = []

    def app(**given: Any) -> int:
        calls.append(given)
        return 7

    monkeypatch.setattr(recorded, "find_app", lambda: app)
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
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: list[dict[str, Any]], word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / NAME).write_bytes(RECORD.read_bytes())
    assert run(word.format(folder=tmp_path, name=NAME)) == 7
    assert asked[0]["replay"] == tmp_path / NAME
    assert asked[0]["table"] is None


def test_the_profile_is_chosen_behind_the_file(tmp_path: Path, asked: list[dict[str, Any]]) -> None:
    assert run(str(RECORD), "--profile", str(tmp_path)) == 7
    assert asked[0]["profile"] == tmp_path


def test_a_file_with_the_name_of_a_command_needs_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: list[dict[str, Any]]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "verify").write_bytes(RECORD.read_bytes())
    assert run("verify") == 2
    assert run("./verify") == 7
    assert asked[0]["replay"] == tmp_path / "verify"


def test_without_a_display_the_terminal_retells_the_game(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    if os.name == "nt":
        pytest.skip("Windows always has a display")
    assert run(str(RECORD)) in (0, 3)
    assert "Targui" in capfd.readouterr().out


@pytest.mark.parametrize("content", [None, b"", b"\x7fELF\x00\x01", b"camelnet record 4\n\xff\xff"])
def test_a_bad_file_is_a_sentence_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: bytes | None,
) -> None:
    monkeypatch.setattr(recorded, "find_app", lambda: None)
    path = tmp_path / NAME
    if content is not None:
        path.write_bytes(content)
    assert run(str(path)) in (1, 2)
    said = capfd.readouterr().err
    assert NAME in said
    assert "Traceback" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "url", ["https://example.org/a.camelnet", "file://elsewhere/a.camelnet", "file:", "file://[/"]
)
def test_what_lies_elsewhere_is_not_opened(
    capfd: pytest.CaptureFixture[str], asked: list[dict[str, Any]], url: str
) -> None:
    assert run("open", url) == 2
    assert "not a file on this computer" in capfd.readouterr().err
    assert asked == []


def test_a_misspelt_command_is_still_no_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert not names_file("pley")
    assert run("pley") == 2
    assert "pley" in capfd.readouterr().err


def test_a_name_that_is_no_text_keeps_its_bytes() -> None:
    assert os.fsencode(local_path("/tmp/caf\udce9.camelnet")) == b"/tmp/caf\xe9.camelnet"
