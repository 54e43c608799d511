"""From a Targui position to what the board and the player rows show. Pure; knows no Qt."""

from __future__ import annotations

ECONOMIC = {
    "camp": 4,
    "saline": 5,
    "guelta": 3,
    "reg": 2,
    "erg": 1,
    "feche": 0,
    "mount": 0,
    "chott": 0,
}
STRATEGIC = {
    "camp": 4,
    "saline": 5,
    "guelta": 3,
    "reg": 0,
    "erg": 0,
    "feche": 2,
    "mount": 1,
    "chott": 0,
}
