"""A game of Pig that plays itself, for pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tools.screenshots.scripted_game import ScriptedGame


@dataclass
class ScriptedPig(ScriptedGame):
    """Everybody stops at twenty points, more or less."""

    key: ClassVar[str] = "pig"

    def decide(self) -> str:
        enough = self.position.to_dict()["total"] >= self.random.randint(12, 24)
        return "hold" if enough and "hold" in self.position.legal() else "roll"
