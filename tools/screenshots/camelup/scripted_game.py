"""A race that plays itself, for pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tools.screenshots.scripted_game import ScriptedGame

FACES = "bgowy"


@dataclass
class ScriptedCamelUp(ScriptedGame):
    """Bots at this table like to bet."""

    key: ClassVar[str] = "camelup"

    def decide(self) -> str:
        legal = self.position.legal()
        verb = self.random.choice(("roll", "roll", "leg", "leg", "tile", "win", "lose"))
        fitting = [move for move in legal if move.startswith(verb)]
        return self.random.choice(fitting or legal)

    def opening(self) -> str:
        return f"open {self.position.opener} {FACES}"

    def held(self, seat: int) -> str:
        return FACES
