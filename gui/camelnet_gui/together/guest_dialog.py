"""The dialog that asks for the name of another player at this laptop."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from camelnet.i18n import _
from camelnet.record.profile import clean_name
from camelnet.session.api.intents import NAME_MAX
from camelnet_gui.widgets.basics import form, label
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.known_names import KnownNames


class GuestDialog(BaseDialog):
    """`name` once it was accepted. A name that is taken at the table is refused with a sentence."""

    def __init__(
        self, taken: Sequence[str], known: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """`known`: who has played at this laptop before."""
        super().__init__(_("Add a player at this laptop"), parent)
        self.name = ""
        self._taken = {name.casefold() for name in taken}
        self.body.addWidget(
            label(
                _(
                    "You take turns at this screen. Before secret cards appear, the screen is "
                    "covered until you have passed the laptop on."
                ),
                "muted",
                wrap=True,
            )
        )
        self.line = QLineEdit()
        self.line.setMaxLength(NAME_MAX)
        self.body.addLayout(form([(_("Name"), self.line)]))
        self.known = KnownNames([name for name in known if name.casefold() not in self._taken])
        self.known.chosen.connect(self._choose)
        self.body.addWidget(self.known)
        self.refusal = label("", "danger", wrap=True)
        self.refusal.hide()
        self.body.addWidget(self.refusal)
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.add: QPushButton = self.foot(_("Add"), "main")
        self.add.clicked.connect(self._accept)
        self.add.setDefault(True)
        self.line.textChanged.connect(self._check)
        self._check()
        self.line.setFocus()

    def _choose(self, name: str) -> None:
        self.line.setText(name)
        self._accept()

    def _check(self) -> None:
        name = clean_name(self.line.text())
        taken = name.casefold() in self._taken
        text = _("{name} already sits at this table. Choose another name.").format(name=name)
        self.refusal.setText(text if taken else "")
        self.refusal.setVisible(taken)
        self.add.setEnabled(bool(name) and not taken)
        self.fit()

    def _accept(self) -> None:
        self._check()
        if self.add.isEnabled():
            self.name = clean_name(self.line.text())
            self.accept()
