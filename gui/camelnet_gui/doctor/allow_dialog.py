"""The consent to a command of the administrator: it is shown before anything runs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from camelnet.doctor.finding import Act
from camelnet.foreign_text import shown as plain
from camelnet.i18n import _
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.system import administrator
from camelnet_gui.widgets.basics import column, frame, label
from camelnet_gui.widgets.dialogs import BaseDialog

SAID_MAX = 300  # characters of what a command says of its failure


class AllowDialog(BaseDialog):
    """The words, the exact command where one is known, and a button that runs it."""

    done_well = Signal()  # the command has ended well

    def __init__(self, act: Act, parent: QWidget | None = None) -> None:
        super().__init__(_("Let the others in"), parent, wide=560)
        self._lines = act.command
        self._command = administrator.command_for(act.command)
        self._shown = administrator.shown(act.command, self._command)
        self.body.addWidget(label(str(act.words), wrap=True))
        if self._shown:
            self._show_command()
        self._worker = BackgroundWorker()
        self._worker.found.connect(self._ended)
        self.destroyed.connect(self._worker.close)
        self._outcome = label("", "muted", wrap=True)
        self.body.addWidget(self._outcome)
        self._outcome.hide()
        self.copy = self.foot(_("Copy the command"))
        self.copy.setVisible(bool(self._shown))
        self.copy.clicked.connect(self._copy)
        self.run = self.foot(_("Run it"))
        self.run.setVisible(self._command is not None)
        self.run.clicked.connect(self._run)
        self.close_button = self.foot(_("Close"), "accent")
        self.close_button.clicked.connect(self.accept)
        self.close_button.setDefault(True)  # nothing runs by an Enter
        self.close_button.setFocus()

    def _show_command(self) -> None:
        self._says = label("", wrap=True)
        self.body.addWidget(self._says)
        box = frame("card")
        lines = column(box, margin=12)
        self.command = label("", "mono", wrap=True)
        self.command.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.command.setAccessibleName(_("The command"))
        lines.addWidget(self.command)
        self.body.addWidget(box)
        self._say_command()

    def _say_command(self) -> None:
        self._says.setText(
            _("Type this in a terminal:")
            if self._command is None
            else _("Or camelnet runs this now; your system asks you first:")
        )
        self.command.setText(self._shown)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._shown)
        self.copy.setText(_("Copied ✓"))

    def _run(self) -> None:
        command = self._command
        if command is not None:
            self.run.setEnabled(False)
            self._tell(_("Waiting for your system…"))
            self._worker.ask(None, lambda _stop: administrator.run(command))

    def _ended(self, _question: object, answer: object) -> None:
        status, said = answer if isinstance(answer, tuple) else (1, "")
        self.run.setEnabled(True)
        if status == 0:
            self.run.hide()
            self._tell(_("Done. camelnet looks again."))
            self.done_well.emit()
        elif status in administrator.DISMISSED:
            self._tell(_("Nothing was changed."))
        elif administrator.cannot_ask(status, said):
            self._command = None
            self._shown = administrator.shown(self._lines, None)
            self._say_command()
            self.run.hide()
            self.copy.setText(_("Copy the command"))
            self._tell(_("This desktop cannot ask for the administrator's password."))
        else:
            why = plain(said)[:SAID_MAX] or str(status)
            self._tell(_("It did not work: {why}").format(why=why))

    def _tell(self, text: str) -> None:
        self._outcome.setText(text)
        self._outcome.show()
        self.fit()
