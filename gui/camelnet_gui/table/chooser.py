"""From picks to a move: what is armed, what a dialog asks for, and what is played."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from camelnet_gui.games.interface import AnyParts, MoveDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.aids_controller import AidsController
from camelnet_gui.table.model import TableModel


class Chooser(QObject):
    """One person's choosing at one table."""

    changed = Signal()  # another choice; nothing is played
    played = Signal(str)  # a move was chosen
    armed = Signal(str)  # a move waits for its confirmation; what it would do, in words

    def __init__(
        self,
        model: TableModel,
        parts: AnyParts,
        settings: Settings,
        aids: AidsController | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._model, self._parts, self._settings, self._aids = model, parts, settings, aids
        self._widget = parent
        self._told: str | None = None  # the armed move that was told
        self.dialog: MoveDialog | None = None  # while it is open

    def pick(self, pick: str) -> None:
        """Something was clicked."""
        self._chosen(self._model.pick(pick))

    def confirm(self) -> None:
        """The armed move is meant."""
        self._chosen(self._model.confirm())

    def back(self) -> None:
        """One step back."""
        self._clear_hint()
        self._model.back()
        self.changed.emit()

    def close_dialog(self) -> None:
        """Somebody else looks at the screen."""
        if self.dialog is not None:
            self.dialog.reject()

    def _chosen(self, move: str | None) -> None:
        """Handles a click: plays a move, opens a dialog, or leaves a further choice."""
        view_model = self._model.view_model
        self._clear_hint()
        at_once = not (view_model.adjustable or self._settings.confirm)
        if move is None and at_once and view_model.armed:
            move = self._model.confirm()
        if move is not None:
            self.played.emit(move)
        else:
            if self.dialog is None:
                self._open_dialog()
            self.changed.emit()
        armed = view_model.armed
        if armed and armed != self._told:
            self.armed.emit(self._model.explained)
        self._told = armed

    def _clear_hint(self) -> None:
        self._model.hinted = None
        if self._aids is not None:
            self._aids.clear_hint()

    def _open_dialog(self) -> None:
        """The dialog that the choice asks for, if it does."""
        self.dialog = self._parts.dialog(self._model.table, self._widget.window())
        if self.dialog is not None:
            self.dialog.finished.connect(self._dialog_closed)
            if self._widget.window().isVisible():  # else the table is shown elsewhere, and so is it
                self.dialog.open()

    def _dialog_closed(self) -> None:
        closed, self.dialog = self.dialog, None
        self._model.view_model.forget()
        if closed is not None:
            closed.deleteLater()
        if closed is not None and closed.notation is not None:
            self.played.emit(closed.notation)
        else:
            self.changed.emit()
