"""Builds what the board and the player rows show from a position of Camel Up Cards. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Literal

from camelnet.rules import Event, Position
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.cards.events import (
    BetReturned,
    BetTaken,
    Moved,
    RaceEnded,
    Sandstorm,
    TokenLaid,
    TrophyLaid,
    Turned,
)
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.scene import Finish, Flash, Walk
from camelnet_gui.games.camels.suspense import holds_breath
from camelnet_gui.games.cards.scene import (
    TOKENS,
    CardScene,
    CardUp,
    HandState,
    Motion,
    Scene,
    ShuffleScene,
    Storm,
    Token,
    TokenScene,
)
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Flight, SceneContext

Did = Literal["race", "bet"]
RACE_CARDS = 30  # in setup all of them are turned up from


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of one seat."""

    lead: tuple[tuple[str, int], ...]  # (camel, value) in the order taken
    mid: str  # camels
    win: tuple[str, int] | None  # the camel, and trophies on the card
    lose: tuple[str, int] | None
    tokens: tuple[Token, ...]  # whose cards it holds
    hand: HandState
    on_turn: bool
    did: Did | None  # what of its turn is done


def holdings(position: Position) -> tuple[Holdings, ...]:
    """The holdings of each seat, in seat order."""
    public = public_of(position)
    trophies = public["trophies"]

    def final(deck: str, camel: str | None) -> tuple[str, int] | None:
        return None if camel is None else (camel, trophies[deck][camel])

    return tuple(
        Holdings(
            lead=tuple((card[0], int(card[1:])) for card in held["lead"]),
            mid=held["mid"],
            win=final("win", held["win"]),
            lose=final("lose", held["lose"]),
            tokens=tuple(t for t in TOKENS if public["tokens"][t]["holder"] == seat),
            hand=hand_state(public, seat),
            on_turn=public["mover"] == seat,
            did=public["did"] if public["mover"] == seat else None,
        )
        for seat, held in enumerate(public["held"])
    )


def hand_state(public: Mapping[str, Any], seat: int | None) -> HandState:
    """The state of a seat's hand: its card of this leg held or played, "" outside of a leg."""
    if seat is None or public["mover"] is None:  # nobody does in setup, and once over
        return ""
    return "held" if public["hand"][seat] else "played"


def base_scene(position: Position, look: SceneContext, *, me: int | None, hand: str) -> Scene:
    """The position alone, without anything to choose. `hand`: my card, if I know it."""
    public = public_of(position)
    options, seats = public["options"], public["seats"]
    stacks = tuple(
        sorted((int(space), camels) for space, camels in public["track"].items() if space != "0")
    )
    held = public["held"]
    trophies = public["trophies"]
    state = hand_state(public, me)
    shuffling = look.shuffling

    def holder(kind: str, camel: str) -> int | None:
        owners = (seat for seat in range(seats) if camel in (held[seat][kind] or ""))
        return next(owners, None)

    bets = [CardScene("mid", camel, holder("mid", camel)) for camel in CAMELS]
    bets += [CardScene("win", c, holder("win", c), trophies["win"][c]) for c in CAMELS]
    bets += [CardScene("lose", c, holder("lose", c), trophies["lose"][c]) for c in CAMELS]
    return Scene(
        cards=tuple(public["cards"]),
        half=seats % 2 == 0,  # the track has 13 spaces and one for each seat, two on a card
        start=public["track"]["0"],
        stacks=stacks,
        crossed=public["crossed"],
        tokens=tuple(
            TokenScene(t, public["tokens"][t]["space"], public["tokens"][t]["holder"])
            for t in TOKENS
        ),
        leaders=tuple((camel, tuple(public["leaders"][camel])) for camel in CAMELS),
        bets=tuple(bets),
        trophies_left=trophies["left"] if options["trophies"] else None,
        deck=public["deck"] if public["leg"] else RACE_CARDS - len(public["seen"]),
        seen=tuple(public["seen"]),
        hand=hand if state == "held" else "",
        hand_state=state,
        shuffle=(
            ShuffleScene(shuffling.done, shuffling.total, shuffling.anew) if shuffling else None
        ),
        seats=tuple(look.marks),
        highlight=numbered(look.highlight, public["cards"]),
        dark=look.dark,
    )


def motions(step: Stepped, *, me: int | None) -> tuple[Motion, ...]:
    """The motions on the board in one step, in order."""
    beyond, drum = sum(public_of(step.before)["cards"]) + 1, holds_breath(step)
    moves: list[Motion] = []
    for event in step.events:
        match event:
            case Turned(face=face, source=source, seat=seat, passed_over=over):
                hand = source == "hand"
                mine = hand and me is not None and seat == me
                moves.append(CardUp(face, "hand" if hand else "deck", mine, over, drum))
            case Moved():
                moves.append(_walk(event, beyond, drum=drum))
            case TokenLaid(token=token, space=space):
                moves.append(Flash((token, f"space {space}")))
            case BetReturned(deck=deck, camel=camel) | TrophyLaid(deck=deck, camel=camel):
                moves.append(Flash((f"{deck} {camel}",)))
            case Sandstorm(turned=turned):
                moves.append(Storm(turned))
            case RaceEnded(ranking=ranking):
                moves.append(Finish(ranking[0]))
            case _:
                pass
    return tuple(moves)


def flights(events: Iterable[Event]) -> tuple[Flight, ...]:
    """The bet cards and tokens that change hands in a step."""
    moves: list[Flight] = []
    for event in events:
        match event:
            case BetTaken(seat=seat, bet=bet, camel=camel, value=value):
                moves.append(Flight(f"{bet} {camel}{value or ''}", f"{bet} {camel}", seat))
            case BetReturned(seat=seat, deck=deck, camel=camel):
                moves.append(Flight(f"{deck} {camel}", seat, f"{deck} {camel}"))
            case TokenLaid(token=token, space=space):
                moves.append(Flight(token, token, f"space {space}"))
            case _:
                pass
    return tuple(moves)


def _walk(event: Moved, beyond: int, *, drum: bool) -> Walk:
    return Walk(
        unit=event.unit,
        start=event.start,
        landing=min(event.landing, beyond),
        bounces=tuple(min(met.end, beyond) for met in event.tokens),
        tokens=tuple(met.token for met in event.tokens),
        under=event.under,
        drum=drum,
    )


def lasting_spaces(step: Stepped) -> frozenset[int]:
    """The spaces that a step was about, for the log entry that is pointed at. Later sandstorms
    number spaces anew, so each is told by its track card, counted as if all had two."""
    widths = public_of(step.after)["cards"]
    lasting = [2 * card + at for card, width in enumerate(widths) for at in range(width)]
    return frozenset(lasting[n - 1] for n in _spaces_of(step.events) if n <= len(lasting))


def numbered(lasting: Iterable[int], widths: Sequence[int]) -> frozenset[int]:
    """The numbers that such spaces have now; `widths`: the spaces on each track card."""
    firsts = tuple(accumulate(widths, initial=1))
    places = (divmod(space, 2) for space in lasting)
    return frozenset(firsts[card] + min(at, widths[card] - 1) for card, at in places)


def _spaces_of(events: Iterable[Event]) -> frozenset[int]:
    """The spaces that events were about, as they are numbered after them."""
    spaces: set[int] = set()
    for event in events:
        match event:
            case Moved():
                spaces |= {event.start, event.landing, event.end}
            case TokenLaid(space=space):
                spaces.add(space)
            case Sandstorm():
                spaces = {event.renumbered(space) for space in spaces}
            case _:
                pass
    return frozenset(space for space in spaces if space > 0)
