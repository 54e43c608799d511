"""The panel of a turn: what is asked now, in words; how many camels; and the buttons.

The panel shows the choice of a `TarguiViewModel` and emits picks;
the view model knows what they mean.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QSlider, QSpinBox, QWidget

from camelnet.i18n import N_, Message, _, message, ngettext
from camelnet.rules.games.targui.battle import battle
from camelnet.rules.games.targui.names import average, chance
from camelnet_gui.games.interface import Actions
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.targui import choice as choosing
from camelnet_gui.games.targui.choice import COUNTED, Choice, ways
from camelnet_gui.games.targui.view_model import TarguiViewModel
from camelnet_gui.games.view_model import Table, refusal, why_forbidden
from camelnet_gui.widgets.basics import FittingButton, ask, button, column, label, row, set_tip
from camelnet_gui.widgets.pointing import PICK

KEYS = {
    "pass": "P",
    "again": "R",
    "stop": "S",
    "one": "O",
    "half": "H",
    "all": "A",
    "more": "+",
    "less": "-",
    "erase": "Backspace",
    **{f"digit {digit}": str(digit) for digit in range(10)},
}
ROOMY = 600  # pixels: a lower window has no room for a slider beside the number

_STEPS = {  # the words that may be said at each step, the main one last
    "move": ("pass",),
    "buy": ("pass",),
    "after": ("stop", "again"),
}


class ActionPanel(Actions):
    """`show_table` after every change; the signals say what the person wants."""

    def __init__(self, view_model: TarguiViewModel) -> None:
        super().__init__()
        self._view_model = view_model
        self._words = label("", "muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._buttons: dict[str, QPushButton] = {
            "pass": FittingButton(""),
            "stop": FittingButton(_("Stop")),
            "again": FittingButton(_("Roll again"), "main"),
        }
        self._confirm = FittingButton(_("Confirm"), "accent")
        set_tip(self._confirm, _("Enter"))
        self._cancel = button(_("Back"), tip=_("Esc"))
        self._number = QSpinBox()
        self._number.setAccessibleName(_("How many camels"))
        self._number.setFixedWidth(96)
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_tip(self._number, _("Type a number, or use + and - on the board."))
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName(_("How many camels"))
        self._slider.setMinimumHeight(22)  # of its handle, which the style would cut
        self._quick: dict[str, QPushButton] = {
            "one": button("1", "small"),
            "half": button(_("Half"), "small"),
            "all": button(_("All"), "small"),
        }
        self._counting = QWidget()
        self._feet = QWidget()
        self._word_row = QWidget()
        self._arrange()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def confirm_button(self) -> QPushButton:
        return self._confirm

    @property
    def words(self) -> str:
        """The question that is asked, or the effect of the chosen move."""
        return self._words.text()

    @property
    def number(self) -> QSpinBox:
        return self._number

    def word_button(self, word: str) -> QPushButton:
        return self._buttons[word]

    def quick_button(self, word: str) -> QPushButton:
        return self._quick[word]

    def _arrange(self) -> None:
        lines = column(self, gap=6)
        lines.addWidget(self._words)
        counting = column(self._counting, gap=4)
        top = row(gap=6)
        top.addWidget(self._number)
        for word, made in self._quick.items():
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.clicked.connect(lambda _c=False, word=word: self.picked.emit(word))
            top.addWidget(made, 1)
        counting.addLayout(top)
        counting.addWidget(self._slider)
        self._number.valueChanged.connect(lambda count: self.picked.emit(f"number {count}"))
        self._slider.valueChanged.connect(lambda count: self.picked.emit(f"number {count}"))
        lines.addWidget(self._counting)
        phrases = row(self._word_row, gap=7)
        self._counting.setProperty(PICK, "number")
        for word, made in self._buttons.items():
            made.setProperty(PICK, word)
            made.clicked.connect(lambda _c=False, word=word: self.picked.emit(word))
            made.setMinimumHeight(28)
            phrases.addWidget(made, 1)
        lines.addWidget(self._word_row)
        feet = row(self._feet, gap=7)
        feet.addWidget(self._cancel, 1)
        feet.addWidget(self._confirm, 2)
        lines.addWidget(self._feet)
        self._confirm.clicked.connect(self.confirmed)
        self._cancel.clicked.connect(self.cancelled)

    def show_table(self, table: Table, explained: str) -> None:
        choice = self._view_model.choice
        public = public_of(table.position)
        step = public["step"]
        waits = table.blocked is not None and public["round"] > 0
        begun = choice.source is not None or choice.verb is not None
        self._show_number(choice)
        said = () if table.blocked else _STEPS.get(step, ())
        self._feet.setVisible(begun)
        self._word_row.setVisible(not begun and bool(said or waits))
        self._confirm.setEnabled(choice.armed is not None)
        self._confirm.setText(_confirm_words(choice))
        for word, made in self._buttons.items():
            made.setVisible(word in said or (word == "pass" and waits))
            reason = why_not(table, word)
            made.setEnabled(reason is None)
            set_tip(made, refusal(table, reason) if reason else _tip(word))
        buying = step == "buy" and not table.blocked
        passing = _("Buy nothing") if buying else _("Don't move or attack")
        self._buttons["pass"].setText(passing)
        asks = choice.armed is None and len(table.legal) > 1
        self.on_board = ("cell ", "sector ") if asks and step != "after" else ()
        words = explained or _ask(table, choice, step)
        ask(self._words, words, aloud=asks)  # the table reads aloud what would happen
        self._words.setVisible(bool(words))

    def _show_number(self, choice: Choice) -> None:
        counted = choice.verb in COUNTED
        self._counting.setVisible(counted)
        if not counted:
            return
        for made in (self._number, self._slider):
            blocker = QSignalBlocker(made)
            made.setRange(1, choice.most)
            made.setValue(choice.count)
            blocker.unblock()
        self._slider.setVisible(choice.most > 1 and self.window().height() >= ROOMY)
        self._quick["half"].setEnabled(choice.most > 1)
        self._quick["all"].setEnabled(choice.most > 1)
        half = choosing.half(choice.most)
        for word, count in (("one", 1), ("half", half), ("all", choice.most)):
            set_tip(self._quick[word], f"{count} ({KEYS[word]})")


def why_not(table: Table, word: str) -> Message | None:
    """The reason why a word cannot be said; None if it can."""
    if table.blocked:
        return table.blocked
    if word in table.legal:
        return None
    if word == "pass":
        return message(N_("Make your choice on the board."))
    return why_forbidden(table, word)


def _tip(word: str) -> str:
    text = {
        "pass": _("Skip this step."),
        "again": _("Attack the same cell again."),
        "stop": _("End the attack."),
    }[word]
    return f"{text} ({KEYS[word]})"


def _confirm_words(choice: Choice) -> str:
    match choice.verb:
        case "move" | "occupy":
            return ngettext("Move {n} camel", "Move {n} camels", choice.count).format(
                n=choice.count
            )
        case "buy":
            return ngettext("Buy {n} camel", "Buy {n} camels", choice.count).format(n=choice.count)
        case "attack":
            return _("Attack")
        case _:
            return _("Confirm")


def _ask(table: Table, choice: Choice, step: str) -> str:
    """The instruction for what to do on the board."""
    if table.blocked:
        return ""
    can = ways(table.legal)
    if choice.source is not None:
        if can.foes(choice.source):
            return _("Choose a marked neighbouring cell; red ones are attacked.")
        return _("Choose a marked neighbouring cell.")
    match step:
        case "sector":
            return _("Choose the corner for your camp.")
        case "camp":
            return _("Choose the cell for your camp; its land is removed from the game.")
        case "move" if can.sources:
            return _(
                "Choose one of your cells with camels, or drag the camels to a neighbouring cell."
            )
        case "move":
            return _("None of your camels can move.")
        case "buy" if can.buys:
            money = public_of(table.position)["money"][table.me]
            return _("Choose the cell for new camels: 1 silver each, you have {n}.").format(n=money)
        case "buy":
            return _("You have no silver, or no camels are left to buy.")
        case "after":
            return _after_words(table)
        case "occupy":
            return _("Choose how many camels move onto the captured cell.")
        case _:
            return ""


def _after_words(table: Table) -> str:
    """The odds of going on with a battle."""
    attack = public_of(table.position)["attack"]
    odds = battle(table.position, attack["from"], attack["to"])
    if odds is None:
        return ""
    return _(
        "If you fight to the end, you take the cell {chance} and lose {mine} camels on "
        "average, against {theirs}."
    ).format(
        chance=chance(odds.taken),
        mine=average(odds.attackers_lost),
        theirs=average(odds.defenders_lost),
    )
