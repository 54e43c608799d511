"""Builds what the board and the player rows show from a Camel Up position. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from camelnet.rules import Event, Position
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camelup.events import Earned, Moved, RaceEnded
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.scene import Finish, Flash, Walk
from camelnet_gui.games.camels.suspense import holds_breath
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    DieRoll,
    Drop,
    Motion,
    Scene,
    TileScene,
)
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Flight, Purse
from camelnet_gui.style.seat_marks import SeatMark

CARDS = 5  # race cards of each seat


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of one seat."""

    money: int
    leg: tuple[tuple[str, int], ...]  # (camel, value) in the order taken
    pyramid: int  # pyramid tiles of this leg
    desert: str | None  # "7+" on the track, None in hand
    won: int  # race cards laid on the winner deck
    lost: int  # and on the loser deck

    @property
    def cards_left(self) -> int:
        return CARDS - self.won - self.lost


def holdings(position: Position) -> tuple[Holdings, ...]:
    """The holdings of each seat, in seat order."""
    public = public_of(position)
    winners = [owner for owner, _slot in public["win"]]
    losers = [owner for owner, _slot in public["lose"]]
    held = [
        Holdings(
            money=public["money"][seat],
            leg=tuple((tile[0], int(tile[1:])) for tile in held["leg"]),
            pyramid=held["pyramid"],
            desert=public["tiles"][seat],
            won=winners.count(seat),
            lost=losers.count(seat),
        )
        for seat, held in enumerate(public["held"])
    ]
    return tuple(held)


def base_scene(
    position: Position, *, pips: Mapping[str, int], marks: Sequence[SeatMark], dark: bool
) -> Scene:
    """The position alone, without anything to choose. `pips`: the dice of this leg as rolled."""
    public = public_of(position)
    stacks = tuple([(int(space), camels) for space, camels in public["track"].items()])
    standing = "".join(public["track"].values()) + public["crossed"]
    inside = public["dice"]
    tiles = [
        TileScene(int(tile[:-1]), "+" if tile[-1] == "+" else "-", seat)
        for seat, tile in enumerate(public["tiles"])
        if tile is not None
    ]
    return Scene(
        stacks=stacks,
        crossed=public["crossed"],
        waiting="".join([camel for camel in CAMELS if camel not in standing]),
        dice_out=tuple([die for die in pips.items() if die[0] not in inside]),
        dice_in=inside,
        leg_tiles=tuple([(camel, tuple(public["leg_tiles"][camel])) for camel in CAMELS]),
        tiles=tuple(tiles),
        win_cards=len(public["win"]),
        lose_cards=len(public["lose"]),
        win_marks=tuple([seat for seat, _slot in public["win"]]),
        lose_marks=tuple([seat for seat, _slot in public["lose"]]),
        seats=tuple(marks),
        dark=dark,
    )


def rolled(notation: str) -> tuple[str, int] | None:
    """The camel and pips of `die g2`; None for any other notation."""
    verb, _space, rest = notation.partition(" ")
    return (rest[0], int(rest[1])) if verb == "die" else None


def motions(step: Stepped) -> tuple[Motion, ...]:
    """The motions on the board in one step, in order."""
    events = step.events
    verb, _space, rest = step.notation.partition(" ")
    drum = verb == "die" and holds_breath(step)
    moves: list[Motion] = []
    match verb:
        case "die":
            moves.append(DieRoll(rest[0], int(rest[1]), drum))
        case "tile":
            moves.append(Flash((f"space {rest[:-1]}",)))
        case "win" | "lose":
            moves.append(Flash((f"deck {verb}",)))
        case "start":
            moves.append(Drop(rest[0], int(rest[1])))
        case _:
            pass
    if verb == "die":
        moves += [
            Walk(
                unit=event.unit,
                start=event.start,
                landing=min(event.landing, BEYOND),
                bounces=() if event.tile is None else (min(event.end, BEYOND),),
                under=event.under,
                drum=drum,
            )
            for event in events
            if isinstance(event, Moved)
        ]
    moves += [Finish(event.ranking[0]) for event in events if isinstance(event, RaceEnded)]
    return tuple(moves)


def flights(step: Stepped) -> tuple[Flight, ...]:
    """The pieces that change hands in a step, and who earns how much on the spot."""
    verb, _space, rest = step.notation.partition(" ")
    public, seat = public_of(step.before), step.seat
    moves: list[Flight] = []
    if verb == "leg" and seat is not None:
        moves.append(Flight(f"leg {rest}{public['leg_tiles'][rest][0]}", f"leg {rest}", seat))
    elif verb in ("win", "lose") and seat is not None:
        moves.append(Flight("card", seat, f"deck {verb}", flips=True))
    elif verb == "tile" and seat is not None:
        lay = public["tiles"][seat]
        origin = seat if lay is None else f"space {lay[:-1]}"
        piece = f"desert {seat}{rest[-1]}"
        moves.append(Flight(piece, origin, f"space {rest[:-1]}", flips=True))
    elif verb == "die" and public["rolling"] is not None:
        moves.append(Flight("pyramid", "roll", public["rolling"]))
    landing = next((event.landing for event in step.events if isinstance(event, Moved)), BEYOND)
    for event in step.events:
        if isinstance(event, Earned) and landing < BEYOND:
            gain = f"+{event.pounds}"
            moves.append(Flight("coin", f"space {landing}", Purse(event.seat), event.pounds, gain))
    return tuple(moves)


def spaces_of(notation: str, events: Iterable[Event]) -> frozenset[int]:
    """The spaces that a step was about, for the log entry that is pointed at."""
    verb, _space, rest = notation.partition(" ")
    spaces: set[int] = set()
    if verb == "tile":
        spaces.add(int(rest[:-1]))
    for event in events:
        if isinstance(event, Moved):
            spaces |= {event.start, event.landing, event.end}
    return frozenset(space for space in spaces if 0 < space < BEYOND)
