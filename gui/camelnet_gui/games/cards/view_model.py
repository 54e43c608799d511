"""Camel Up Cards at one table: my hand card, the money's sources, and the move being chosen.

Pure; knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelnet.i18n import N_, _, message, ngettext
from camelnet.rules import Position
from camelnet.rules.games.cards.events import Turned
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.scoring import IncomeTotals
from camelnet_gui.games.cards import choice as choosing
from camelnet_gui.games.cards.choice import Act, Choice
from camelnet_gui.games.cards.previews import previews
from camelnet_gui.games.cards.scene import CardUp, Motion, Scene
from camelnet_gui.games.cards.scene_builder import (
    Holdings,
    base_scene,
    flights,
    holdings,
    lasting_spaces,
    motions,
)
from camelnet_gui.games.cards.scoring import (
    CardsLegSheet,
    FinalSheet,
    Sheet,
    final_sheet,
    gains,
    leg_sheet,
)
from camelnet_gui.games.choosing import Choosing, entries_of
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Phrases, SceneContext, StepReport, Table

_PHRASES = Phrases(
    opens=message(N_("revealing the hand card")),
    opens_blocks=message(N_("A hand card is being revealed.")),
    luck=message(N_("A card is being turned up…")),
    luck_blocks=message(N_("A card is being turned up.")),
    over=message(N_("The race is over")),
    over_blocks=message(N_("The race is over.")),
)


class CardsViewModel(Choosing[Choice, Scene, Motion, Sheet, Holdings]):
    """See `camelnet_gui.games.view_model.ViewModel`."""

    phrases = _PHRASES

    def __init__(self) -> None:
        super().__init__(choosing)
        self.income = IncomeTotals(gains)
        self.legs: list[CardsLegSheet] = []
        self.final: FinalSheet | None = None
        self._me: int | None = None
        self._hand = (0, "")  # the leg, and my card in it

    # --- what is shown --------------------------------------------------------------------------

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[Motion, Sheet]:
        self.income.add(step.before, step.events)
        leg, final = leg_sheet(step.events), final_sheet(step.events)
        if leg is not None:
            self.legs.append(leg)
        if final is not None:
            self.final = final
        moves = motions(step, me=self._me)
        entries, flown = _entries(step, names), flights(step.events)
        passed = any(isinstance(event, Turned) and event.passed_over for event in step.events)
        drum = any(isinstance(motion, CardUp) and motion.drum for motion in moves)
        aloud = "" if passed else None
        return StepReport(moves, entries, final or leg, flown, drum=drum, aloud=aloud)

    def _remember(self, table: Table) -> None:
        """Remembers of a table what a scene needs also while steps are shown."""
        public = public_of(table.position)
        self._me = table.me
        if table.faces:
            self._hand = (public["leg"], table.faces)

    def gathers(self, step: Stepped) -> str:
        starts = step.seat is None and step.notation.startswith("card ")
        if starts and public_of(step.before)["leg"] == 0:
            return _("The camels take their places.")
        return ""

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> Scene:
        if table is not None:
            self._remember(table)
        leg, face = self._hand
        known = face if public_of(shown)["leg"] == leg else ""
        scene = base_scene(shown, look, me=self._me, hand=known)
        if table is None:
            return scene
        scene = choosing.with_choice(scene, table, self.choice, pending=pending)
        return replace(scene, previews=previews(scene, self.choice))

    def holdings(self, shown: Position) -> tuple[Holdings, ...]:
        return holdings(shown)

    def progress(self, shown: Position) -> list[str]:
        public = public_of(shown)
        if not public["leg"] or public["mover"] is None:
            return []
        left = public["deck"]
        return [
            _("leg {number}").format(number=public["leg"]),
            ngettext("{n} card left", "{n} cards left", left).format(n=left),
        ]

    # --- choosing -------------------------------------------------------------------------------

    def keep(self, table: Table) -> None:
        self._remember(table)
        super().keep(table)

    def conceal(self) -> None:
        super().conceal()
        self._hand = (0, "")

    def turn_words(self, table: Table) -> str:
        if self.choice.armed:
            return _("Your turn — click again to confirm")
        match self.choice.act:
            case Act.PALM:
                return _("Your turn — where does the palm go?")
            case Act.FENNEC:
                return _("Your turn — where does the fennec go?")
            case Act.LEAD | Act.MID | Act.WIN | Act.LOSE:
                return _("Your turn — on which camel?")
        did = public_of(table.position)["did"]
        if did == "race":
            return (
                _("Your turn — now a bet, or skip it")
                if choosing.can(table, Act.PASS)
                else _("Your turn — now a bet")
            )
        if did == "bet":
            return _("Your turn — now a race action")
        return _("Your turn — a race action and a bet, in either order")


def _entries(step: Stepped, names: Sequence[str]) -> tuple[FeedEntry, ...]:
    if step.notation in ("reveal", "hand"):
        return ()  # the card that follows tells it all
    spaces = lasting_spaces(step)
    actor = step.seat
    turned = next((event for event in step.events if isinstance(event, Turned)), None)
    if turned is not None:
        actor = turned.seat
    return entries_of(step, names, actor=actor, spaces=spaces)
