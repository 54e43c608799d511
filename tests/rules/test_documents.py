"""What docs/rules.md and the pages of single games show can be run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from camelnet import rules

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGE = DOCS / "rules.md"
POSITIONS = {
    json.loads(example)["game"]: example
    for page in sorted(DOCS.glob("rules*.md"))
    for example in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.S)
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.S)


def test_the_example_of_driving_a_game_runs() -> None:
    (example,) = blocks("python")
    names: dict[str, object] = {}
    exec(compile(example, str(PAGE), "exec"), names)
    assert isinstance(names["state"], rules.Position)
    assert names["events"]


@pytest.mark.parametrize("game", rules.GAMES)
def test_the_example_of_a_json_position_is_one(game: str) -> None:
    written = json.loads(POSITIONS[game])
    assert rules.from_dict(written).to_dict() == written
    assert list(written) == list(rules.from_dict(written).to_dict())
