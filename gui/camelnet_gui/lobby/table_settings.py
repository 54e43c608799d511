"""A table to be opened, and the last choice of each game for the next time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from camelnet.bots import ANY_STYLE, FOR_PEOPLE, STYLES, USUAL_LEVEL, renamed
from camelnet.rules import GAMES, Options, check_options
from camelnet_gui.games import game_of, playable

BOTS = 3  # against whom one plays at first, where the game has the seats


@dataclass(frozen=True, slots=True)
class TableSettings:
    """A table to be opened, and the bots that shall sit down at it."""

    name: str
    game: str
    seats: int
    options: Options
    bots: int
    level: str
    style: str = ANY_STYLE  # of the bots
    strict: bool = False  # hidden bets open only with everybody's help
    aids: bool = False  # all see the odds and may ask for hints
    at_once: bool = False  # I am ready as soon as it stands
    guests: tuple[str, ...] = ()  # who else plays at this laptop


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """A game against bots, as it was chosen last."""

    game: str
    bots: int
    level: str
    style: str
    preset: str
    aids: bool

    def settings(self, name: str, guests: tuple[str, ...] = ()) -> TableSettings:
        """The table of that name for this choice. `guests`: who else plays at this laptop."""
        presets = {preset.key: preset for preset in game_of(self.game).presets}
        return TableSettings(
            name=name,
            game=self.game,
            seats=1 + len(guests) + self.bots,
            options=presets[self.preset].options,
            bots=self.bots,
            level=self.level,
            style=self.style,
            aids=self.aids,
            at_once=True,
            guests=guests,
        )


def usual_choice(game: str) -> PlayChoice:
    """The choice for somebody who has not played the game here."""
    info = GAMES[game]
    bots = min(max(BOTS, info.seats_min - 1), info.seats_max - 1)
    return PlayChoice(game, bots, USUAL_LEVEL, ANY_STYLE, game_of(game).presets[0].key, True)


def last_choice(words: Iterable[str], game: str) -> PlayChoice:
    """The choice of that game among those kept; the usual one where none of them can be read."""
    for word in words:
        choice = _read(word)
        if choice is not None and choice.game == game:
            return choice
    return usual_choice(game)


def kept(words: Iterable[str], choice: PlayChoice) -> tuple[str, ...]:
    """The words to keep, now with this choice."""
    others = (word for word in words if word.partition(":")[0] != choice.game)
    aids = "aids" if choice.aids else "plain"
    style = choice.style
    mine = f"{choice.game}:{choice.bots}:{choice.level}:{choice.preset}:{aids}:{style}"
    return (*(word for word in others if _read(word) is not None), mine)


def _read(word: str) -> PlayChoice | None:
    parts = word.split(":")
    if len(parts) != 6 or parts[0] not in playable() or parts[0] not in GAMES:
        return None
    game, bots, said, preset, aids, style = parts
    level = renamed(said)
    info = GAMES[game]
    if not (bots.isascii() and bots.isdigit() and len(bots) < 3):
        return None
    fits = info.seats_min <= int(bots) + 1 <= info.seats_max
    known = preset in {each.key for each in game_of(game).presets}
    known = known and level in FOR_PEOPLE and style in (ANY_STYLE, *STYLES)
    if not fits or not known:
        return None
    return PlayChoice(game, int(bots), level, style, preset, aids == "aids")


# --- a table for others ---------------------------------------------------------------------------


def last_tables(words: Iterable[str]) -> dict[str, TableSettings]:
    """The tables that were opened last, by game, without their names; the latest one comes last.
    What cannot be read is left out."""
    tables = (_read_table(word) for word in words)
    return {table.game: table for table in tables if table is not None}


def kept_tables(words: Iterable[str], wish: TableSettings) -> tuple[str, ...]:
    """The words to keep, now with this table as the latest."""
    tables = last_tables(words)
    tables.pop(wish.game, None)
    return tuple(_written(table) for table in (*tables.values(), wish))


def _written(table: TableSettings) -> str:
    flags = [flag for flag, is_so in (("strict", table.strict), ("aids", table.aids)) if is_so]
    told = [table.game, table.seats, table.bots, table.level, flags, dict(table.options)]
    return json.dumps(told, separators=(",", ":"))


def _read_table(word: str) -> TableSettings | None:
    try:
        game, seats, bots, level, flags, options = json.loads(word)
        info, given = GAMES[game], check_options(game, options)
        fits = info.seats_min <= seats <= info.seats_max and 0 <= bots < seats
        if game not in playable() or not fits or level not in FOR_PEOPLE:
            return None
        return TableSettings(
            name="",
            game=game,
            seats=int(seats),
            options=given,
            bots=int(bots),
            level=level,
            strict="strict" in flags,
            aids="aids" in flags,
        )
    except (ValueError, TypeError, KeyError):  # of another version, or spoilt
        return None
