"""The controller of the proofs of a game's dice: it opens their dialog and keeps it up to date."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import LuckShown
from camelnet_gui.table.fairness_dialog import FairnessDialog
from camelnet_gui.table.model import TableModel


class FairnessController(QObject):
    """`refresh` after every change of the table."""

    asked = Signal(int)  # the index of an entry whose luck shall be proven

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._widget = model, parent
        self.dialog: FairnessDialog | None = None  # while it is open

    def open(self) -> None:
        """The dice of this game; the newest is proven at once."""
        if self.dialog is not None:
            return
        self.dialog = FairnessDialog(self._model.marks, self._widget.window())
        self.dialog.asked.connect(self.asked)
        self.dialog.finished.connect(self._closed)
        self.refresh()
        self.dialog.open()

    def refresh(self) -> None:
        if self.dialog is not None:
            self.dialog.show_verdict(self._model.view.verdict)
            self.dialog.show_dice(self._model.drawn)

    def show_audit(self, audit: LuckShown) -> None:
        """A proof that was asked for."""
        if self.dialog is not None:
            self.dialog.show_audit(audit)

    def tell(self, text: str) -> None:
        """A notice: it may be about a proof."""
        if self.dialog is not None:
            self.dialog.tell(text)

    def _closed(self) -> None:
        closed, self.dialog = self.dialog, None
        if closed is not None:
            closed.deleteLater()
