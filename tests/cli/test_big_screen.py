"""`camelnet join --big-screen`: the app is asked to watch."""

from __future__ import annotations

from typing import Any

import pytest

from camelnet import cli
from camelnet.cli import app as apps


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    return int(ended.value.code or 0)


def test_the_app_is_told_what_to_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def app(**given: Any) -> int:
        asked.append(given)
        return 7

    monkeypatch.setattr(apps, "find_app", lambda: app)
    words = ("join", "--table", "friday", "--game", "cards", "--address", "192.0.2.9:4000")
    assert run(*words, "--big-screen", "--name", "Television") == 7
    (given,) = asked
    assert given["name"] == "Television"
    watched = given["watch"]
    assert (watched.table, watched.game, watched.address) == (
        "friday",
        "cards",
        ("192.0.2.9", 4000),
    )


def test_a_bot_watches_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("join", "--table", "friday", "--big-screen", "--level", "greedy") == 2
    assert "Bots don't watch" in capsys.readouterr().err
