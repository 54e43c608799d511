"""The template game on the screen: the least that a game provides. To copy from, and for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from camelnet_gui.games.board_parts import BoardPlan
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.interface import (
    Actions,
    Game,
    GameScreens,
    HoldingsView,
    MoveDialog,
    Preset,
    Result,
    ScorePage,
    TableParts,
)
from camelnet_gui.games.plain_board import PlainBoard
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.view_model import (
    BoardScene,
    Phrases,
    SceneContext,
    StepReport,
    Table,
    ViewModel,
)
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from camelnet.i18n import Message, message
from camelnet.rules import Position
from camelnet.rules.games.template.game import INFO
from camelnet.session.api.facts import Stepped

PHRASES = Phrases(
    sealing=message("The cards are being sealed…"),
    seals=message("sealing the cards"),
    opens=message("opening the cards"),
    opens_blocks=message("The cards are being opened."),
    luck=message("The coins are in the air…"),
    luck_blocks=message("Coins are being tossed."),
    over=message("The run is over"),
    over_blocks=message("The run is over."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(BoardScene):
    text: str = ""


class TemplateViewModel(ViewModel[Scene, str, str, int]):
    """The choice is the armed notation alone; picks are notations, or "lay" for the dialog."""

    phrases = PHRASES

    def __init__(self) -> None:
        self._armed: str | None = None
        self.laying = False

    @property
    def armed(self) -> str | None:
        return self._armed

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[str, str]:
        who = "" if step.seat is None else f"{names[step.seat]}: "
        sheet = step.notation if step.notation.startswith("open") else None
        motions = (step.notation,) if step.notation.startswith("coins") else ()
        return StepReport(motions, (FeedEntry(f"{who}{step.notation}", step.seat),), sheet)

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> Scene:
        text = f"{shown.to_dict()['place']} {sorted(table.legal) if table else 'wait'}"
        return Scene(text=text, dark=look.dark)

    def holdings(self, shown: Position) -> list[int]:
        return list(shown.to_dict()["place"])

    def progress(self, shown: Position) -> list[str]:
        return [f"goal {shown.to_dict()['options']['goal']}"]

    def pick(self, table: Table, pick: str) -> str | None:
        if pick == "lay":
            self.laying = any(move.startswith("lay") for move in table.legal)
            return None
        if pick not in table.legal:
            return None
        if self._armed == pick:
            return self.confirm(table)
        self._armed = pick
        return None

    def why_not(self, table: Table, pick: str) -> Message | None:
        return None

    def confirm(self, table: Table) -> str | None:
        move, self._armed = self._armed, None
        return move if move in table.legal else None

    def back(self) -> bool:
        left, self._armed = self._armed is not None, None
        return left

    def forget(self) -> None:
        self._armed, self.laying = None, False

    def keep(self, table: Table) -> None:
        if self._armed not in table.legal:
            self._armed = None

    def turn_words(self) -> str:
        return "Toss or lay"

    def explain(self, table: Table, notation: str) -> str:
        return f"You {notation}."


PLAN = BoardPlan(width=300, height=200, unit=1.0, places=MappingProxyType({}))


class TemplateBoard(PlainBoard[Scene, str, BoardPlan]):
    """Its scene is a text; nothing on it can be clicked, and nothing flies."""

    game = "template"

    def __init__(self) -> None:
        super().__init__((), Scene())
        self.played: list[str] = []

    def lay_out(self, width: int, height: int, scene: Scene) -> BoardPlan:
        return PLAN

    def paint_ground(self, painter: QPainter, plan: BoardPlan, dark: bool) -> None: ...

    def paint_scene(self, painter: QPainter, plan: BoardPlan, scene: Scene) -> None:
        painter.drawText(20, 40, scene.text)

    def animate(self, motions: str | tuple[str, ...], then: Scene) -> None:
        self.played += motions
        super().animate(motions, then)

    def moments(self, scene: Scene, motion: str) -> tuple[int, Callable[[float], Scene]]:
        return 1, lambda _share: scene

    def describe(self, place: str, scene: Scene) -> str:
        return place


class TemplateActions(Actions):
    """A button for each kind of move, and one to confirm."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        self.toss, self.lay = QPushButton("Toss"), QPushButton("Lay…")
        self.confirm = QPushButton("Confirm")
        for made in (self.toss, self.lay, self.confirm):
            row.addWidget(made)
        self.toss.clicked.connect(lambda: self.picked.emit("toss"))
        self.lay.clicked.connect(lambda: self.picked.emit("lay"))
        self.confirm.clicked.connect(self.confirmed)

    def show_table(self, table: Table, explained: str) -> None:
        self.toss.setEnabled("toss" in table.legal)
        self.lay.setEnabled(any(move.startswith("lay") for move in table.legal))
        self.confirm.setEnabled(bool(explained))
        self.confirm.setToolTip(explained)


class TemplatePage(ScorePage):
    """A card turned over."""

    def __init__(self, text: str) -> None:
        super().__init__()
        QHBoxLayout(self).addWidget(QLabel(text))


class LayDialog(MoveDialog):
    """Lays the first card."""

    def accept(self) -> None:
        self.notation = "lay 0"
        super().accept()


HOLDINGS: HoldingsView[int] = HoldingsView(
    words=lambda held, name, _score: [f"{name} stands on {held}"],
    paint_unit=lambda painter, centre, radius: painter.drawEllipse(centre, radius, radius),
)


def make_parts() -> TableParts[Scene, str, str, int]:
    view_model = TemplateViewModel()
    return TableParts(
        view_model=view_model,
        board=TemplateBoard(),
        make_actions=TemplateActions,
        holdings=HOLDINGS,
        result=lambda position, _marks: Result("first at the goal", QLabel(str(position.scores()))),
        keys={"O": "toss"},
        dialog=lambda _table, parent: LayDialog(parent) if view_model.laying else None,
        page=lambda sheet, _marks, _animated: TemplatePage(sheet),
    )


def paint_miniature(painter: QPainter, box: QRectF, dark: bool) -> None:
    painter.drawEllipse(box)


SCREENS = GameScreens(
    option_words=lambda key: {"goal": ("How far the goal is", "")}[key],
    rules_page=lambda: (Section("run", "The run", ("Toss coins and run.",)),),
    rules_anchor=lambda topic: "run" if topic == "toss" else "",
    paint_miniature=paint_miniature,
    make_parts=make_parts,
)

GAME = Game(
    info=INFO,
    sentence="Toss coins and run to the goal.",
    minutes=(1, 2),
    presets=(Preset("full", "Full game", "To the usual goal.", {}),),
    screens=lambda: SCREENS,
)
