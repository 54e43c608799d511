"""The way to my table for others: what they do, and the address for those who do not find it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from camelnet.i18n import N_, _
from camelnet_gui.widgets.basics import column, label, row
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.qr import QrCode

STEPS_WIDE = 300  # pixels
_WAY = (
    N_("All computers are on the same network, and camelnet is open."),
    N_("The others choose “Join by address…” and enter this address:"),
)


class InviteDialog(BaseDialog):
    """The address in large letters, and as a QR code for a telephone that passes it on."""

    def __init__(self, table: str, addresses: Sequence[str], parent: QWidget | None = None) -> None:
        """`table`: where they shall sit down; "" for none yet."""
        title = _("If others can't find the table") if table else _("My address")
        super().__init__(title, parent, wide=540)
        self._address = addresses[0] if addresses else ""
        line = row(gap=20)
        words = column(gap=8)
        for number, text in enumerate(_WAY, start=1):
            words.addWidget(_step(number, _(text)))
        shown = self._address or _("This computer has no network address.")
        self.address = label(shown, "subtitle")
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.address.setAccessibleName(_("Your own address: {own}").format(own=self._address))
        words.addWidget(self.address)
        if len(addresses) > 1:
            other = _("Or: {addresses}").format(addresses=", ".join(addresses[1:3]))
            words.addWidget(label(other, "small", wrap=True))
        if table:
            last = _("Then they sit down at “{table}”.").format(table=table)
            words.addWidget(_step(len(_WAY) + 1, last))
        words.addStretch(1)
        line.addLayout(words, 1)
        if self._address:
            line.addWidget(QrCode(self._address, _("The address as a QR code"), side=176))
        self.body.addLayout(line)
        self.copy = self.foot(_("Copy the address"))
        self.copy.setEnabled(bool(self._address))
        self.copy.clicked.connect(self._copy)
        close = self.foot(_("Close"), "accent")
        close.clicked.connect(self.accept)
        close.setDefault(True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.copy.setText(_("Copied ✓"))


def _step(number: int, text: str) -> QLabel:
    made = label(f"{number}.  {text}", wrap=True)
    made.setMinimumWidth(STEPS_WIDE)
    return made
