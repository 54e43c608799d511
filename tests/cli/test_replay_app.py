"""`camelnet replay --app`: the app is asked to show one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from camelnet import cli
from camelnet.cli import app as apps

RECORD = Path(__file__).parents[2] / "docs" / "vectors" / "records" / "targui-people.camelnet"


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    return int(ended.value.code or 0)


def test_the_app_opens_with_the_file_that_was_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[dict[str, Any]] = []

    def app(**given: Any) -> int:
        asked.append(given)
        return 7

    monkeypatch.setattr(apps, "find_app", lambda: app)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.camelnet").write_bytes(RECORD.read_bytes())
    assert run("replay", "x.camelnet", "--app") == 7
    assert asked == [{"profile": None, "replay": tmp_path / "x.camelnet"}]


def test_one_file_at_a_time_and_not_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(apps, "find_app", lambda: None)
    for files in (["-"], [str(RECORD), str(RECORD)]):
        assert run("replay", *files, "--app") == 2
        assert "one file at a time" in capsys.readouterr().err


def test_without_the_app_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(apps, "find_app", lambda: None)
    assert run("replay", str(RECORD), "--app") != 0
    assert "camelnet[gui]" in capsys.readouterr().err
