"""The four actions, and in their place, while one is being chosen, what is left to choose.

The panel shows the choice of a `CamelUpViewModel` and emits picks;
the view model knows what they mean.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.advice import Advice
from camelnet_gui.games.camelup.choice import Act, Choice
from camelnet_gui.games.camelup.pieces import LegTileButton
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.choice_panel import ChoicePanel
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table, refusal
from camelnet_gui.widgets.basics import column, label, look, row, set_tip
from camelnet_gui.widgets.pointing import PICK
from camelnet_gui.widgets.value_button import ValueButton

KEYS = {Act.ROLL: "R", Act.LEG: "L", Act.TILE: "D", Act.BET: "B"}


class ActionPanel(ChoicePanel):
    """`show_table` after every change; the signals say what the person wants."""

    def __init__(self, view_model: CamelUpViewModel) -> None:
        super().__init__()
        self._view_model = view_model
        self._table: Table | None = None  # what the buttons tell, and the advice on it
        self._advice: Advice | None = None
        self._acts: dict[Act, ValueButton] = {
            Act.ROLL: ValueButton(_("Roll the pyramid +1"), "main"),
            Act.LEG: ValueButton(_("Leg bet…")),
            Act.TILE: ValueButton(_("Desert tile…")),
            Act.BET: ValueButton(_("Overall bet…")),
        }
        self._legs = {camel: LegTileButton(camel) for camel in CAMELS}
        self._leg_worths = {camel: label("", "worth") for camel in CAMELS}
        self._sides = {
            "+": ValueButton(_("Oasis +1")),
            "-": ValueButton(_("Mirage \N{MINUS SIGN}1")),
        }
        self._leg_row, self._side_row = QWidget(), QWidget()
        self._pages.addWidget(self._make_acts())
        self._pages.addWidget(self._make_choice())
        self._show_worths(None)

    def act_button(self, act: Act) -> ValueButton:
        return self._acts[act]

    def side_button(self, side: str) -> ValueButton:
        return self._sides[side]

    def _make_acts(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(7)
        for number, made in enumerate(self._acts.values()):
            made.setMinimumHeight(26)
            made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            grid.addWidget(made, number // 2, number % 2)
        self._connect_acts(self._acts)
        return page

    def _make_choice(self) -> QWidget:
        page = QWidget()
        lines = column(page, gap=6)
        legs = row(self._leg_row, gap=2)
        for camel, made in self._legs.items():
            made.setProperty(PICK, f"leg {camel}")
            made.clicked.connect(lambda _c=False, camel=camel: self.picked.emit(f"leg {camel}"))
            each = column(gap=1)
            each.addWidget(made)
            self._leg_worths[camel].setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._leg_worths[camel].setBuddy(made)
            each.addWidget(self._leg_worths[camel])
            legs.addLayout(each)
        legs.addStretch(1)
        sides, exclusive = row(self._side_row, gap=7), QButtonGroup(self)
        for side, chosen in self._sides.items():
            chosen.setCheckable(True)
            chosen.setProperty(PICK, f"side {side}")
            chosen.clicked.connect(lambda _c=False, side=side: self.picked.emit(f"side {side}"))
            exclusive.addButton(chosen)
            sides.addWidget(chosen, 1)
        lines.addWidget(self._leg_row)
        lines.addWidget(self._side_row)
        self._add_feet(lines)
        return page

    def show_table(self, table: Table, explained: str) -> None:
        choice, advice = self._view_model.choice, self._view_model.advice
        if table != self._table:
            self._table = table
            self._show_possible(table)
        if advice is not None and not advice.about(table):
            advice = None
        if advice is not self._advice:
            self._advice = advice
            self._show_worths(advice)
        for camel, tile in self._legs.items():
            tile.setChecked(choice.armed == f"leg {camel}")
        for side, chosen in self._sides.items():
            chosen.setChecked(choice.side == side)
            look(chosen, "accent" if choice.side == side else "")
        self._leg_row.setVisible(choice.act is Act.LEG)
        self._side_row.setVisible(choice.act is Act.TILE)
        self.on_board = ("space ",) if choice.act is Act.TILE and not choice.armed else ()
        begun = choice.act in (Act.LEG, Act.TILE) or choice.armed is not None
        self._show_choice(explained or _ask(choice), choice.armed, choosing=begun)

    def _show_possible(self, table: Table) -> None:
        """Shows what can be chosen at a table, and why the rest cannot."""
        blocked = refusal(table, table.blocked) if table.blocked else ""
        for act, made in self._acts.items():
            reason = None if blocked else choosing.why_not(table, act)
            made.setEnabled(not (blocked or reason))
            set_tip(made, refusal(table, reason) if reason else blocked or _act_words(act))
        left = public_of(table.position)["leg_tiles"]
        for camel, tile in self._legs.items():
            tile.set_value(left[camel][0] if left[camel] else 0)
            tile.setEnabled(f"leg {camel}" in table.legal)

    def _show_worths(self, advice: Advice | None) -> None:
        """Shows the value of each action, at a table with aids: of a kind the best one."""
        for act, made in self._acts.items():
            _show_worth(made, advice, advice.best_of(act) if advice else None)
        for side, chosen in self._sides.items():
            moves = (move for move in advice.worths if move[-1] == side) if advice else iter(())
            _show_worth(chosen, advice, next(moves, None))
        for camel, shown in self._leg_worths.items():
            worth = advice.worths.get(f"leg {camel}") if advice else None
            best = advice is not None and advice.best_of(Act.LEG) == f"leg {camel}"
            shown.setText(worth.words if worth else "")
            self._legs[camel].setAccessibleDescription(shown.text())
            shown.setVisible(worth is not None)
            look(shown, "worth-best" if best else "worth")


def _show_worth(shown: ValueButton, advice: Advice | None, move: str | None) -> None:
    if advice is None or move is None:
        shown.show_worth("")
    else:
        shown.show_worth(advice.worths[move].words, best=move == advice.best)


def _act_words(act: Act) -> str:
    text = {
        Act.ROLL: _("Roll one die from the pyramid. It earns you 1 pound at the end of the leg."),
        Act.LEG: _("Take a leg tile of the camel you think will lead this leg."),
        Act.TILE: _(
            "Place your oasis or mirage on a free space. You earn 1 pound each time camels "
            "land on it."
        ),
        Act.BET: _("Bet secretly on the winner or the loser of the race."),
    }[act]
    return f"{text} ({KEYS[act]})"


def _ask(choice: Choice) -> str:
    if choice.act is Act.LEG:
        return _("Which camel will lead at the end of this leg?")
    if choice.act is Act.TILE:
        return _("Choose a side (T), then a highlighted space on the track.")
    return ""
