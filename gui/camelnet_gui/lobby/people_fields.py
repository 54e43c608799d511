"""The names of those who play at this laptop besides me: a field each, and one more to fill."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from camelnet.i18n import _
from camelnet.record.profile import clean_name
from camelnet.session.api.intents import NAME_MAX
from camelnet_gui.widgets.basics import column
from camelnet_gui.widgets.known_names import KnownNames

COLUMNS = 2


class PeopleFields(QWidget):
    """`changed` with every letter. Fields come as they are needed, `most` of them at most."""

    changed = Signal()

    def __init__(self, me: str, known: Sequence[str], most: int) -> None:
        """`me`: my name; `known`: who has played at this laptop before."""
        super().__init__()
        self._me, self._most = me, most
        self.fields: list[QLineEdit] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        page = column(self, gap=6)
        page.addLayout(self._grid)
        self.known = KnownNames([name for name in known if name.casefold() != me.casefold()])
        self.known.chosen.connect(self._fill)
        page.addWidget(self.known)
        self._grow()

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are filled in."""
        given = (clean_name(field.text()) for field in self.fields)
        return tuple(name for name in given if name)

    @property
    def trouble(self) -> str:
        """The reason why these names will not do; "" if they will."""
        if not self.names:
            return _("Say who plays with you at this laptop.")
        seen = {self._me.casefold()}
        for name in self.names:
            if name.casefold() in seen:
                return _("Two people are called {name}. Change one of the names.").format(name=name)
            seen.add(name.casefold())
        return ""

    def _grow(self) -> None:
        """One empty field more than there are names."""
        while len(self.fields) < min(self._most, len(self.names) + 1):
            field = QLineEdit()
            field.setMaxLength(NAME_MAX)
            words = _("Player {n}").format(n=len(self.fields) + 2)
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
            field.textChanged.connect(self._typed)
            place = len(self.fields)
            self._grid.addWidget(field, place // COLUMNS, place % COLUMNS)
            if self.fields:
                self.setTabOrder(self.fields[-1], field)
            self.fields.append(field)

    def _typed(self) -> None:
        self._grow()
        self.changed.emit()

    def _fill(self, name: str) -> None:
        """Puts a name into the first empty field."""
        if name in self.names:
            return
        empty = next((field for field in self.fields if not field.text().strip()), None)
        if empty is not None:
            empty.setText(name)
