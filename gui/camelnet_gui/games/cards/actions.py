"""The two halves of a turn, four race actions and four bets, and in their place, while one is being
chosen, what is left to choose.

The panel shows the choice of a `CardsViewModel` and emits picks;
the view model knows what they mean.
"""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.cards import choice as choosing
from camelnet_gui.games.cards.chips import BetButton
from camelnet_gui.games.cards.choice import BETS, RACE, Act
from camelnet_gui.games.cards.scene import Kind
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.choice_panel import ChoicePanel
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table, refusal
from camelnet_gui.widgets.basics import (
    FittingButton,
    button,
    column,
    heading,
    look,
    pill,
    row,
    set_tip,
)
from camelnet_gui.widgets.pointing import PICK

KEYS = {
    Act.REVEAL: "R",
    Act.HAND: "H",
    Act.PALM: "P",
    Act.FENNEC: "F",
    Act.LEAD: "L",
    Act.MID: "M",
    Act.WIN: "W",
    Act.LOSE: "O",
    Act.PASS: "S",
}
_KINDS: dict[Act, Kind] = {
    Act.LEAD: "lead",
    Act.MID: "mid",
    Act.WIN: "win",
    Act.LOSE: "lose",
}


class ActionPanel(ChoicePanel):
    """`show_table` after every change; the signals say what the person wants."""

    def __init__(self, view_model: CardsViewModel) -> None:
        super().__init__()
        self._view_model = view_model
        self._acts: dict[Act, QPushButton] = {
            Act.REVEAL: FittingButton(_("Turn up"), "main"),
            Act.HAND: FittingButton(_("My card")),
            Act.PALM: FittingButton(_("Palm…")),
            Act.FENNEC: FittingButton(_("Fennec…")),
            Act.LEAD: FittingButton(_("Leader…")),
            Act.MID: FittingButton(_("Midfield…")),
            Act.WIN: FittingButton(_("Winner…")),
            Act.LOSE: FittingButton(_("Loser…")),
            Act.PASS: button(_("Skip the bet"), "small"),
        }
        self._states: dict[str, QLabel] = {"race": pill(""), "bet": pill("")}
        self._bets = {camel: BetButton(camel) for camel in CAMELS}
        self._bet_row = QWidget()
        self._pages.addWidget(self._make_acts())
        self._pages.addWidget(self._make_choice())

    def act_button(self, act: Act) -> QPushButton:
        return self._acts[act]

    def bet_button(self, camel: str) -> BetButton:
        return self._bets[camel]

    def _make_acts(self) -> QWidget:
        page = QWidget()
        lines = column(page, gap=5)
        for half, title, acts in (
            ("race", _("Race action"), RACE),
            ("bet", _("Bet"), BETS),
        ):
            head = row(gap=8)
            head.addWidget(heading(title))
            head.addWidget(self._states[half])
            head.addStretch(1)
            if half == "bet":
                head.addWidget(self._acts[Act.PASS])
            lines.addLayout(head)
            places = row(gap=5)
            for act in acts:
                made = self._acts[act]
                made.setProperty("slim", True)  # so that there is room for six players
                made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                places.addWidget(made, 1)
            lines.addLayout(places)
        self._connect_acts(self._acts)
        return page

    def _make_choice(self) -> QWidget:
        page = QWidget()
        lines = column(page, gap=6)
        bets = row(self._bet_row, gap=2)
        for camel, made in self._bets.items():
            made.clicked.connect(lambda _c=False, camel=camel: self._bet(camel))
            bets.addWidget(made)
        bets.addStretch(1)
        lines.addWidget(self._bet_row)
        self._add_feet(lines)
        return page

    def _bet(self, camel: str) -> None:
        act = self._view_model.choice.act
        if act in _KINDS:
            self.picked.emit(f"{_KINDS[act]} {camel}")

    def show_table(self, table: Table, explained: str) -> None:
        choice = self._view_model.choice
        public = public_of(table.position)
        for act, made in self._acts.items():
            reason = choosing.why_not(table, act)
            made.setEnabled(reason is None)
            said = refusal(table, reason) if reason else ""
            set_tip(made, f"{_act_words(act)}\n{said}" if said else _act_words(act))
        self._acts[Act.PASS].setVisible(public["options"]["bet_optional"])
        mine = table.me is not None and public["mover"] == table.me
        for half, state in self._states.items():
            done = public["did"] == half
            state.setVisible(mine)
            state.setText(_("✓ done") if done else _("to do"))
            look(state, "pill-good" if done else "pill")
        kind = _KINDS.get(choice.act) if choice.act else None
        self._bet_row.setVisible(kind is not None)
        if kind is not None and choice.act is not None:
            self._show_bets(table, choice.act, kind, choice.armed)
        placing = choice.act in (Act.PALM, Act.FENNEC) and not choice.armed
        self.on_board = ("space ",) if placing else ()
        words = explained or _ask(choice.act)
        self._show_choice(words, choice.armed, choosing=choice.act is not None)

    def _show_bets(self, table: Table, act: Act, kind: Kind, armed: str | None) -> None:
        public = public_of(table.position)
        for camel, made in self._bets.items():
            move = f"{choosing.prefix(act)} {camel}"
            made.setProperty(PICK, f"{kind} {camel}")
            value, trophies = None, 0
            if kind == "lead":
                value = public["leaders"][camel][0] if public["leaders"][camel] else None
                there = value is not None
            elif kind == "mid":
                there = camel in public["mids"]
            else:
                there = camel in public["finals"][kind]
                trophies = public["trophies"][kind][camel]
            made.show_bet(kind, value, there=there, trophies=trophies)
            made.setEnabled(move in table.legal)
            made.setChecked(armed == move)
            set_tip(made, made.accessibleName())


def _act_words(act: Act) -> str:
    text = {
        Act.REVEAL: _("Turn up the top race card: its camel moves 1 or 2 spaces."),
        Act.HAND: _("Play your hand card: its camel moves exactly 1 space."),
        Act.PALM: _("Place the palm on a free space: camels that land there move 1 space forward."),
        Act.FENNEC: _(
            "Place the fennec on a free space: camels that land there move 1 space back, "
            "underneath any others."
        ),
        Act.LEAD: _("Take a leader card: which camel will lead at the end of this leg?"),
        Act.MID: _("Take a midfield card: which camel will be third at the end of this leg?"),
        Act.WIN: _(
            "Take a winner card: which camel will win the race? It replaces the one you hold."
        ),
        Act.LOSE: _("Take a loser card: which camel will come last? It replaces the one you hold."),
        Act.PASS: _("Make no bet in this turn."),
    }[act]
    return f"{text} ({KEYS[act]})"


def _ask(act: Act | None) -> str:
    match act:
        case Act.LEAD:
            return _("Which camel will lead at the end of this leg?")
        case Act.MID:
            return _("Which camel will be third at the end of this leg?")
        case Act.WIN:
            return _("Which camel will win the race?")
        case Act.LOSE:
            return _("Which camel will come last in the race?")
        case Act.PALM | Act.FENNEC:
            return _("Choose a highlighted space on the track.")
        case _:
            return ""
