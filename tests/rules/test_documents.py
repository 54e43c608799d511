"""What docs/rules.md shows can be run."""

from __future__ import annotations

import json
import re
from pathlib import Path

from camelnet import rules

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "rules.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.S)


def test_the_example_of_driving_a_game_runs() -> None:
    (example,) = blocks("python")
    names: dict[str, object] = {}
    exec(compile(example, str(PAGE), "exec"), names)
    assert isinstance(names["state"], rules.Position)
    assert names["events"]


def test_the_example_of_a_json_position_is_one() -> None:
    (example,) = blocks("json")
    written = json.loads(example)
    assert rules.from_dict(written).to_dict() == written
    assert list(written) == list(rules.from_dict(written).to_dict())
