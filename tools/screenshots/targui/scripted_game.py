"""A war in the desert that plays itself, for pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tools.screenshots.scripted_game import ScriptedGame


@dataclass
class ScriptedTargui(ScriptedGame):
    """A game whose players are the rules' simple player, with an occasional whim."""

    key: ClassVar[str] = "targui"

    def decide(self) -> str:
        if self.random.random() < 0.85:
            return self.position.greedy("")
        legal = self.position.legal()
        verb = self.random.choice(sorted({move.split()[0] for move in legal}))
        return self.random.choice([move for move in legal if move.split()[0] == verb])
