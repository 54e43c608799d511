"""targui in Python: its events and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/targui.c. The
rules, with their names (T5, D3, ...), are in docs/rules-targui.md.
"""

from __future__ import annotations

from camelnet.rules.games.targui_events import (
    AttackBegan,
    AttackEnded,
    BattleRolled,
    Bought,
    CampFounded,
    CardDrawn,
    CellChange,
    CellEmptied,
    DestinyTurned,
    Event,
    FirstChosen,
    GameOver,
    Land,
    LandLaid,
    LandPaid,
    MoneyChange,
    Moved,
    Occupied,
    RoundBegan,
    RoundRolled,
    SeatOut,
    Sector,
    SectorTaken,
    TributeLine,
    TributePaid,
)

__all__ = [
    "AttackBegan",
    "AttackEnded",
    "BattleRolled",
    "Bought",
    "CampFounded",
    "CardDrawn",
    "CellChange",
    "CellEmptied",
    "DestinyTurned",
    "Event",
    "FirstChosen",
    "GameOver",
    "Land",
    "LandLaid",
    "LandPaid",
    "MoneyChange",
    "Moved",
    "Occupied",
    "RoundBegan",
    "RoundRolled",
    "SeatOut",
    "Sector",
    "SectorTaken",
    "TributeLine",
    "TributePaid",
]
