"""Targui at one table: the dice as they lie, this round's destiny, and the move being chosen.

Pure; knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelnet.i18n import N_, _, message
from camelnet.rules import Position
from camelnet.rules.games.targui import events as targui
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.choosing import Choosing, entries_of
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.targui import choice as choosing
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.choice import COUNTED, Choice
from camelnet_gui.games.targui.previews import previews
from camelnet_gui.games.targui.scene import CELLS, Motion, Scene, Volley
from camelnet_gui.games.targui.scene_builder import (
    Holdings,
    base_scene,
    flights,
    holdings,
    motions,
    spaces_of,
)
from camelnet_gui.games.targui.scoring import RoundSheet, Tributes, round_sheet
from camelnet_gui.games.view_model import Phrases, SceneContext, StepReport, Table

_PHRASES = Phrases(
    sealing=message(N_("The table is being set up.")),
    luck=message(N_("Rolling dice and drawing cards…")),
    luck_blocks=message(N_("Dice are being rolled and cards drawn.")),
    over=message(N_("The game is over")),
    over_blocks=message(N_("The game is over.")),
)
_SILENT = ("pass", "again")  # what follows tells it all


class TarguiViewModel(Choosing[Choice, Scene, Motion, RoundSheet, Holdings]):
    """See `camelnet_gui.games.view_model.ViewModel`."""

    phrases = _PHRASES
    colours = tribes.COLOURS

    def __init__(self) -> None:
        super().__init__(choosing)
        self.tributes = Tributes()
        self.why: str | None = None  # what decided the game, once it is over
        self._dice: tuple[int | None, int | None] = (None, None)  # of the battle: hit, parry
        self._fallen: int | None = None  # this round's destiny card
        self._step = ""  # what the position shown asks for

    # --- what is shown --------------------------------------------------------------------------

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[Motion, RoundSheet]:
        for event in step.events:
            match event:
                case targui.AttackBegan():
                    self._dice = (None, None)
                case targui.BattleRolled(side="attack", die=die):
                    self._dice = (die, None)
                case targui.BattleRolled(die=die):
                    self._dice = (self._dice[0], die)
                case targui.DestinyTurned(card=card):
                    self._fallen = card
                case targui.RoundRolled():
                    self._fallen = None
                case targui.GameOver(why=why):
                    self.why = why
                case _:
                    pass
        self.tributes.add(step.after.seats, step.events)
        self._step = public_of(step.after)["step"]
        sheet = round_sheet(step.before, step.events)
        laying = [event for event in step.events if isinstance(event, targui.LandLaid)]
        swift = bool(laying) and laying[-1].cell < len(CELLS)
        moves = motions(step)
        aloud = "" if swift else self.gathers(step)  # whoever wants to know a land goes there
        return StepReport(
            moves,
            _entries(step, names),
            sheet,
            flights(step),
            swift=swift,
            drum=any(isinstance(motion, Volley) and motion.drum for motion in moves),
            aloud=aloud,
        )

    def gathers(self, step: Stepped) -> str:
        if any(isinstance(event, targui.LandLaid) for event in step.events):
            return _("The board is laid out.")
        return ""

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> Scene:
        scene = base_scene(
            shown, marks=look.marks, dark=look.dark, dice=self._dice, fallen=self._fallen
        )
        if table is not None:
            scene = choosing.with_choice(scene, table, self.choice, pending=pending)
            scene = replace(scene, previews=previews(scene, table, self.choice))
        return replace(scene, highlight=look.highlight)

    def holdings(self, shown: Position) -> tuple[Holdings, ...]:
        return holdings(shown)

    def progress(self, shown: Position) -> list[str]:
        public = public_of(shown)
        if not public["round"]:
            return [_("setup")]
        rounds = len(public["options"]["destiny"])
        return [_("round {number} of {all}").format(number=public["round"], all=rounds)]

    # --- choosing -------------------------------------------------------------------------------

    @property
    def adjustable(self) -> bool:
        return self.choice.verb in COUNTED

    def keep(self, table: Table) -> None:
        self._step = public_of(table.position)["step"]
        super().keep(table)

    def forced_words(self, table: Table, notation: str) -> str:
        public = public_of(table.position)
        if notation == "pass" and public["step"] == "buy":
            if not public["box"]:
                return _("No camels are left to buy.")
            return _("You have no silver to buy camels.")
        if public["step"] == "occupy":
            return _("Your only camel there moves onto the emptied cell.")
        if public["step"] == "sector":
            return _("The last free corner is yours.")
        return ""

    def turn_words(self, table: Table) -> str:
        if self.choice.verb in COUNTED:
            return _("Your turn — how many camels?")
        if self.choice.armed:
            return _("Your turn — click again to confirm")
        if self.choice.source is not None:
            return _("Your turn — where do they go?")
        return {
            "sector": _("Your turn — choose a corner"),
            "camp": _("Your turn — set up your camp"),
            "move": _("Your turn — move or attack"),
            "buy": _("Your turn — buy camels"),
            "after": _("Your turn — roll again or stop?"),
            "occupy": _("Your turn — the cell is empty, move in"),
        }.get(self._step, _("Your turn"))


def _entries(step: Stepped, names: Sequence[str]) -> tuple[FeedEntry, ...]:
    if step.notation in _SILENT and not step.events:
        return ()
    spaces = spaces_of(step.events)
    return entries_of(step, names, actor=step.seat, spaces=spaces)
