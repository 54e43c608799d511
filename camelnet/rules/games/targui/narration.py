"""The narration of targui: the core's events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from camelnet.i18n import _, ngettext
from camelnet.rules.games.targui.events import (
    AttackBegan,
    AttackEnded,
    BattleRolled,
    Bought,
    CampFounded,
    CardDrawn,
    CellEmptied,
    DestinyTurned,
    FirstChosen,
    GameOver,
    LandLaid,
    Moved,
    Occupied,
    RoundBegan,
    RoundRolled,
    SeatOut,
    SectorTaken,
    TributePaid,
)
from camelnet.rules.games.targui.names import (
    camels,
    cell_name,
    destiny_effect,
    destiny_title,
    land_name,
    sector_name,
    silver,
)
from camelnet.rules.phrases import listing, sentence, signed
from camelnet.rules.position import Position
from camelnet.rules.registry import Event


def describe(
    notation: str,
    seat: int | None,
    before: Position,
    after: Position,
    events: Sequence[Event],
    names: Sequence[str],
    *,
    tabled: bool = False,
) -> list[str]:
    """Describe a step in sentences. `seat` is None for luck. With `tabled`, leave out whatever
    `tables` shows of the step, every cell of the desert but the last, and turns without a purchase;
    otherwise give at least one sentence."""
    teller = _Teller(after, names, tabled)
    lines = []
    name = "" if seat is None else names[seat]
    if notation == "pass":
        if before.to_dict()["step"] == "move":
            lines.append(_("{name} stays where it is.").format(name=name))
        elif not tabled:  # at most turns, and the next card comes at once
            lines.append(_("{name} buys nothing.").format(name=name))
    elif notation == "again":
        lines.append(_("{name} attacks again.").format(name=name))
    for event in events:
        lines += teller.told(event)
    return lines


class _Teller:
    """Tells events one by one; holds what all of them need."""

    def __init__(self, after: Position, names: Sequence[str], tabled: bool) -> None:
        self._state = after.to_dict()
        self._names = names
        self._tabled = tabled

    def _cell(self, cell: int) -> str:
        return cell_name(cell, self._state["land"][cell - 1])

    def told(self, event: Event) -> list[str]:
        names = self._names
        match event:
            case FirstChosen():
                return [_("{name} chooses first.").format(name=names[event.seat])]
            case SectorTaken():
                text = _("{name} takes {sector}.")
                return [text.format(name=names[event.seat], sector=sector_name(event.sector))]
            case LandLaid() if not self._tabled:
                return [sentence(self._cell(event.cell)) + "."]
            case LandLaid():  # shown on the board; a sentence per cell would bury the rest
                return (
                    [_("The desert is laid out.")] if event.cell == len(self._state["land"]) else []
                )
            case CampFounded():
                text = _("{name} sets up a camp on cell {cell}, where {land} was, with {camels}.")
                return [
                    text.format(
                        name=names[event.seat],
                        cell=event.cell,
                        land=land_name(event.replaced),
                        camels=camels(event.camels),
                    )
                ]
            case RoundBegan():
                return [_("Round {round} begins.").format(round=event.round)]
            case RoundRolled():
                return [_rolled(event)]
            case CardDrawn():
                return [self._drawn(event)]
            case DestinyTurned():
                return self._destiny(event)
            case Moved():
                return [self._moved(event)]
            case AttackBegan():
                return [self._attack(event)]
            case BattleRolled():
                return [self._battle(event)]
            case CellEmptied():
                text = _("Nobody defends {cell} any more.")
                return [text.format(cell=self._cell(event.cell))]
            case Occupied():
                text = _("{name} moves onto {cell} with {camels}.")
                return [
                    text.format(
                        name=names[event.seat],
                        cell=self._cell(event.end),
                        camels=camels(event.camels),
                    )
                ]
            case AttackEnded():
                return self._ended(event)
            case Bought():
                text = _("{name} buys {camels} for {cell}.")
                return [
                    text.format(
                        name=names[event.seat],
                        camels=camels(event.camels),
                        cell=self._cell(event.cell),
                    )
                ]
            case SeatOut():
                return [
                    _("{name} has no land left and is out of the game.").format(
                        name=names[event.seat]
                    )
                ]
            case TributePaid():
                return [] if self._tabled else self._tribute(event)
            case GameOver():
                return [self._over(event)]
        return []

    def _drawn(self, event: CardDrawn) -> str:
        if event.seat is None:
            return _("The destiny card comes up.")
        name = self._names[event.seat]
        if event.turns == 0:
            return _("A card of {name} comes up, who is out: it is passed over.").format(name=name)
        if event.turns == 2:
            return _("A card of {name} comes up: two turns in a row.").format(name=name)
        return _("A card of {name} comes up.").format(name=name)

    def _destiny(self, event: DestinyTurned) -> list[str]:
        lines = [
            _("Destiny {card}: {title}. {effect}").format(
                card=event.card, title=destiny_title(event.card), effect=destiny_effect(event.card)
            )
        ]
        changes = sorted(event.cells, key=lambda change: (change.owner, change.cell))
        for owner, cells in groupby(changes, key=lambda change: change.owner):
            parts = [
                _("{change} on cell {cell}").format(
                    change=signed(cell.after - cell.before), cell=cell.cell
                )
                for cell in cells
            ]
            text = _("Camels of {name}: {changes}.")
            lines.append(text.format(name=self._names[owner], changes=", ".join(parts)))
        for change in event.money:
            text = _("{name} {change} (now {money})")
            lines.append(
                text.format(
                    name=self._names[change.seat],
                    change=signed(change.after - change.before),
                    money=silver(change.after),
                )
                + "."
            )
        if not event.cells and not event.money and event.card not in (13, 16):
            lines.append(_("It changes nothing."))
        return lines

    def _moved(self, event: Moved) -> str:
        if event.taken_from is not None:
            text = _("{name} moves {camels} from cell {start} and takes {cell} from {owner}.")
        elif event.taken:
            text = _("{name} moves {camels} from cell {start} and takes {cell}.")
        else:
            text = _("{name} moves {camels} from cell {start} to {cell}.")
        return text.format(
            name=self._names[event.seat],
            camels=camels(event.camels),
            start=event.start,
            cell=self._cell(event.end),
            owner="" if event.taken_from is None else self._names[event.taken_from],
        )

    def _attack(self, event: AttackBegan) -> str:
        herds = self._state["camels"]
        return _(
            "{name} attacks {cell} from cell {start}: {ours} against {theirs} of {other}."
        ).format(
            name=self._names[event.seat],
            cell=self._cell(event.end),
            start=event.start,
            ours=camels(herds[event.start - 1]),
            theirs=herds[event.end - 1],
            other=self._names[event.defender],
        )

    def _battle(self, event: BattleRolled) -> str:
        if event.kills == 0:
            text = _("{name} rolls {die}{bonus}: nobody falls on cell {cell}.")
        elif event.left == 0:
            text = ngettext(
                "{name} rolls {die}{bonus}: {kills} camel falls on cell {cell}, the last one.",
                "{name} rolls {die}{bonus}: {kills} camels fall on cell {cell}, the last ones.",
                event.kills,
            )
        else:
            text = ngettext(
                "{name} rolls {die}{bonus}: {kills} camel falls on cell {cell}, {left} left.",
                "{name} rolls {die}{bonus}: {kills} camels fall on cell {cell}, {left} left.",
                event.kills,
            )
        return text.format(
            name=self._names[event.seat],
            die=event.die,
            bonus=f" + {event.bonus}" if event.bonus else "",
            kills=event.kills,
            cell=event.cell,
            left=event.left,
        )

    def _ended(self, event: AttackEnded) -> list[str]:
        match event.how:
            case "beaten":
                text = _("The attack on cell {cell} is beaten off: none of the attackers is left.")
            case "stopped":
                text = _("{name} breaks off the attack on cell {cell}.")
            case _:
                return []
        return [text.format(name=self._names[event.seat], cell=event.end)]

    def _tribute(self, event: TributePaid) -> list[str]:
        parts = []
        for line in event.lines:
            text = _("{name} {change} (now {money})") if line.camp else _("{name} nothing, no camp")
            parts.append(
                text.format(
                    name=self._names[line.seat],
                    change=signed(line.silver),
                    money=silver(line.money),
                )
            )
        told = _("Tribute of round {round}: {lines}.")
        return [told.format(round=event.round, lines=", ".join(parts))]

    def _over(self, event: GameOver) -> str:
        who = listing([self._names[seat] for seat in event.winners])
        paid = silver(self._state["tribute"][event.winners[0]])
        match event.why:
            case "last":
                text = _("{who} is the last tribe left and wins the game!")
            case "tribute":
                text = _("{who} wins the game with the highest tribute, {paid}!")
            case "camels":
                text = _("{who} wins the game: a tribute of {paid}, and the most camels!")
            case "money":
                text = _("{who} wins the game: a tribute of {paid}, and the most money!")
            case "shared":
                text = _("{who} share the victory with a tribute of {paid} each!")
            case "campless":
                text = _("Nobody holds their own camp: {who} share the victory.")
        return text.format(who=who, paid=paid)


def _rolled(event: RoundRolled) -> str:
    if event.turns == 2:
        text = _("The die of round {round} shows 6: one card for each tribe, with two turns each.")
        return text.format(round=event.round)
    text = ngettext(
        "The die of round {round} shows {die}: {die} card for each tribe.",
        "The die of round {round} shows {die}: {die} cards for each tribe.",
        event.die,
    )
    return text.format(round=event.round, die=event.die)
