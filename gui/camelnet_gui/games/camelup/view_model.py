"""Camel Up at one table: the dice as rolled, the money's sources, and the move being chosen.

Pure; knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelnet.i18n import N_, _, message, ngettext
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS, camel_names
from camelnet.rules.games.camelup.events import CardScored, LegScored, ScoreLine
from camelnet.session.api.facts import Stepped
from camelnet.session.text import words as session_words
from camelnet_gui.games.camels.scene import Preview
from camelnet_gui.games.camels.scoring import IncomeTotals, LegSheet
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.advice import Advice, numbers
from camelnet_gui.games.camelup.choice import Act, Choice
from camelnet_gui.games.camelup.previews import previews
from camelnet_gui.games.camelup.scene import DieRoll, Motion, Scene
from camelnet_gui.games.camelup.scene_builder import (
    Holdings,
    base_scene,
    flights,
    holdings,
    motions,
    rolled,
    spaces_of,
)
from camelnet_gui.games.camelup.scoring import FinalSheet, Sheet, final_sheet, gains, leg_sheet
from camelnet_gui.games.choosing import Choosing, entries_of
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.kept import Kept, public_of
from camelnet_gui.games.view_model import Phrases, SceneContext, StepReport, Table

_PHRASES = Phrases(
    sealing=message(N_("Sealing the bets…")),
    seals=message(N_("sealing the bets")),
    opens=message(N_("revealing the bets")),
    opens_blocks=message(N_("The bets are being revealed.")),
    luck=message(N_("The dice are rolling…")),
    luck_blocks=message(N_("A die is being rolled.")),
    over=message(N_("The race is over")),
    over_blocks=message(N_("The race is over.")),
)


class CamelUpViewModel(Choosing[Choice, Scene, Motion, Sheet, Holdings]):
    """See `camelnet_gui.games.view_model.ViewModel`."""

    phrases = _PHRASES

    def __init__(self) -> None:
        super().__init__(choosing)
        self.income = IncomeTotals(gains)
        self.legs: list[LegSheet[ScoreLine]] = []
        self.final: FinalSheet | None = None
        self.advice: Advice | None = None  # of the table's aids, where there are any
        self.layered = False  # the board shows its part of it
        self._standing: Kept[Scene] = Kept()
        self._hints: Kept[tuple[tuple[str, str], ...]] = Kept()
        self._previews: Kept[tuple[Preview, ...]] = Kept()
        self._pips: dict[str, int] = {}
        self._pips_leg = -1

    # --- what is shown --------------------------------------------------------------------------

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[Motion, Sheet]:
        self._remember_pips(step)
        self.income.add(step.before, step.events)
        sheet: Sheet | None = None
        for event in step.events:
            if isinstance(event, LegScored):
                sheet = leg_sheet(event)
                self.legs.append(sheet)
        if any(isinstance(event, CardScored) for event in step.events):
            sheet = self.final = final_sheet(step.before, step.after, step.events)
        moves = motions(step)
        drum = any(isinstance(motion, DieRoll) and motion.drum for motion in moves)
        return StepReport(moves, _entries(step, names), sheet, flights(step), drum=drum)

    def _remember_pips(self, step: Stepped) -> None:
        leg = public_of(step.before)["leg"]
        if leg != self._pips_leg:
            self._pips, self._pips_leg = {}, leg
        die = rolled(step.notation)
        if die:
            self._pips[die[0]] = die[1]

    def gathers(self, step: Stepped) -> str:
        starts = step.seat is None and step.notation.startswith("start ")
        if starts and public_of(step.before)["leg"] == 0:
            return _("The camels take their places.")
        return ""

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> Scene:
        pips, choice, advice = tuple(self._pips.items()), self.choice, self.advice
        standing = scene = self._standing.read(
            (shown, pips, look.marks, look.dark),
            lambda: base_scene(shown, pips=dict(pips), marks=look.marks, dark=look.dark),
        )
        if table is not None:
            begun = (table, choice.act is Act.TILE, choice.side)
            hints = self._hints.read(begun, lambda: choosing.hints_of(table, choice, camel_names()))
            chosen = choosing.with_choice(standing, table, choice, pending=pending, hints=hints)
            told = self._previews.read(
                (standing, begun, advice), lambda: previews(chosen, table, choice, advice)
            )
            scene = replace(chosen, previews=told)
        shown_numbers = numbers(self.advice, table, self.choice, layered=self.layered)
        return replace(scene, highlight=look.highlight, numbers=shown_numbers)

    def holdings(self, shown: Position) -> tuple[Holdings, ...]:
        return holdings(shown)

    def progress(self, shown: Position) -> list[str]:
        public = public_of(shown)
        leg, out = public["leg"], len(CAMELS) - len(public["dice"])
        if not leg:
            return []
        dice = ngettext("{out} of {all} dice rolled", "{out} of {all} dice rolled", out)
        return [
            _("leg {number}").format(number=leg),
            dice.format(out=out, all=len(CAMELS)),
        ]

    # --- choosing -------------------------------------------------------------------------------

    def shows_secrets(self, table: Table) -> bool:
        """Only a card that lies face down is a secret: all begin with the same five."""
        laid = choosing.card_states(table) if table.faces else ()
        return any(state != "hand" for _camel, state in laid)

    def turn_words(self, table: Table) -> str:
        if self.choice.armed:
            return _("Your turn — click again to confirm")
        match self.choice.act:
            case Act.LEG:
                return _("Your turn — choose a leg tile")
            case Act.TILE:
                return _("Your turn — place your desert tile")
            case Act.BET:
                return _("Your turn — bet in secret")
            case _:
                return _("Your turn")


def _entries(step: Stepped, names: Sequence[str]) -> tuple[FeedEntry, ...]:
    if step.notation == "roll":
        return ()  # the die that follows tells it all
    spaces = spaces_of(step.notation, step.events)
    actor = step.seat
    if rolled(step.notation):
        actor = public_of(step.before)["rolling"]
    told = entries_of(step, names, actor=actor, spaces=spaces)
    if step.before.turn == "reveal":  # what a seat had bet is told with what it earned
        return told[len(session_words.told(replace(step, events=()), names)) :]
    return told
