"""The template game on the screen: the least that a game provides. To copy from, and for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.interface import Introduction, MoveDialog, Preset, Result
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.view_model import Phrases, SceneContext, StepReport, Table
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SEAT_COLOURS, SeatMark
from camelnet_gui.style.theme import Theme
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QWidget

from camelnet.i18n import Message, message
from camelnet.rules import GameInfo, Position
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


class TemplateViewModel:
    """The choice is the armed notation alone; picks are notations, or "lay" for the dialog."""

    def __init__(self) -> None:
        self.armed: str | None = None
        self.laying = False
        self.phrases = PHRASES
        self.colours = SEAT_COLOURS
        self.adjustable = False

    def take(self, step: Stepped, names: Sequence[str]) -> StepReport:
        who = "" if step.seat is None else f"{names[step.seat]}: "
        sheet = step.notation if step.notation.startswith("open") else None
        motions = (step.notation,) if step.notation.startswith("coins") else ()
        return StepReport(motions, (FeedEntry(f"{who}{step.notation}", step.seat),), sheet)

    def gathers(self, step: Stepped) -> str:
        return ""

    def forced_words(self, table: Table, notation: str) -> str:
        return ""

    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> str:
        return f"{shown.to_dict()['place']} {sorted(table.legal) if table else 'wait'}"

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
        if self.armed == pick:
            return self.confirm(table)
        self.armed = pick
        return None

    def why_not(self, table: Table, pick: str) -> Message | None:
        return None

    def confirm(self, table: Table) -> str | None:
        move, self.armed = self.armed, None
        return move if move in table.legal else None

    def back(self) -> bool:
        left, self.armed = self.armed is not None, None
        return left

    def forget(self) -> None:
        self.armed, self.laying = None, False

    def keep(self, table: Table) -> None:
        if self.armed not in table.legal:
            self.armed = None

    def shows_secrets(self, table: Table) -> bool:
        return bool(table.faces)

    def conceal(self) -> None:
        self.forget()

    def turn_words(self) -> str:
        return "Toss or lay"

    def explain(self, table: Table, notation: str) -> str:
        return f"You {notation}."


class TemplateBoard(QLabel):
    """Its scene is a text; nothing on it can be clicked."""

    picked = Signal(str)
    finished = Signal()
    sky = True

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(300, 200)
        self.played: list[str] = []

    @property
    def surface(self) -> QWidget:
        return self

    def show_scene(self, scene: str) -> None:
        self.setText(scene)

    def animate(self, motions: tuple[str, ...], then: str) -> None:
        self.played += motions
        self.setText(then)
        self.finished.emit()

    def skip(self) -> None:
        pass  # nothing lasts here

    def set_speed(self, speed: str) -> None:
        pass

    def image(self, width: int, height: int, ratio: float) -> QImage:
        return self.grab().toImage()

    def lift(self, place: str) -> None:
        pass

    def outline(self, place: str) -> None:
        """No places, so that nothing flies."""


class TemplateActions(QWidget):
    """A button for each kind of move, and one to confirm."""

    picked = Signal(str)
    confirmed = Signal()
    cancelled = Signal()

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

    @property
    def surface(self) -> QWidget:
        return self

    def show_table(self, table: Table, explained: str) -> None:
        self.toss.setEnabled("toss" in table.legal)
        self.lay.setEnabled(any(move.startswith("lay") for move in table.legal))
        self.confirm.setEnabled(bool(explained))
        self.confirm.setToolTip(explained)


class TemplateHoldings:
    def width(self, held: int, room: float, height: float) -> float:
        return height

    def paint(self, painter: QPainter, box: QRectF, held: int, theme: Theme) -> None:
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(held))

    def paint_unit(self, painter: QPainter, centre: QPointF, radius: float) -> None:
        painter.drawEllipse(centre, radius, radius)

    def words(self, held: int, name: str, score: int) -> list[str]:
        return [f"{name} stands on {held}"]


class TemplatePage(QLabel):
    """A card turned over."""

    done = Signal()
    reveals = False
    finished = True
    moving = False

    @property
    def surface(self) -> QWidget:
        return self

    def show_all(self) -> None:
        pass  # it is shown at once

    def button_words(self) -> str:
        return "On"


class LayDialog(QDialog):
    """Lays the first card."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.notation: str | None = None

    @property
    def dialog(self) -> QDialog:
        return self

    def accept(self) -> None:
        self.notation = "lay 0"
        super().accept()


class TemplateParts:
    hand = None  # its cards are not shown
    aid = None  # and nobody has worked out its odds
    pieces = None  # nothing flies

    def __init__(self) -> None:
        self.view_model = TemplateViewModel()
        self.board = TemplateBoard()
        self.actions = TemplateActions()
        self.holdings = TemplateHoldings()

    @property
    def keys(self) -> Mapping[str, str]:
        return {"O": "toss"}

    def dialog(self, table: Table, parent: QWidget) -> MoveDialog | None:
        return LayDialog(parent) if self.view_model.laying else None

    def page(self, sheet: str, marks: Sequence[SeatMark], *, animated: bool) -> TemplatePage:
        return TemplatePage(sheet)

    def result(self, position: Position, marks: Sequence[SeatMark]) -> Result:
        return Result("first at the goal", QLabel(str(position.scores())))


class TemplateScreens:
    info: GameInfo = INFO

    def option_words(self, key: str) -> tuple[str, str]:
        return {"goal": ("How far the goal is", "")}[key]

    def option_item(self, key: str, number: int) -> tuple[str, str]:
        return "", ""

    def rules_page(self) -> Sequence[Section]:
        return (Section("run", "The run", ("Toss coins and run.",)),)

    def rules_anchor(self, topic: str) -> str:
        return "run" if topic == "toss" else ""

    def paint_miniature(self, painter: QPainter, width: int, height: int, *, dark: bool) -> None:
        painter.drawEllipse(0, 0, width, height)

    def sounds(self, step: Stepped) -> tuple[Cue, ...]:
        return ()

    def make_parts(self) -> TemplateParts:
        return TemplateParts()


def introduction() -> Introduction:
    """The game on the home page."""
    usual = Preset("full", "Full game", "To the usual goal.", {})
    return Introduction("Toss coins and run to the goal.", (1, 2), (usual,))
