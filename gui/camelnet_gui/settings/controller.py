"""The controller of the settings: it opens their dialog, and applies what changes at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from camelnet_gui.settings.dialog import SettingsDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import choose_theme, dress


class SettingsController(QObject):
    """Colours change here, all else in whoever hears the signals."""

    applied = Signal()  # some setting changed
    language_changed = Signal()  # speak it, and make everything on the screen anew
    opened = Signal(object)  # the `SettingsDialog`
    renamed = Signal(str)  # my name

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._theme, self._spoken = settings.theme, settings.language
        self.dialog: SettingsDialog | None = None
        settings.changed.connect(self._changed)

    def open(self, name: str) -> None:
        """Open the dialog; `name` is mine now."""
        dialog = self.dialog = SettingsDialog(self._settings, self._window, name=name)
        dialog.renamed.connect(self.renamed)
        dialog.finished.connect(self._closed)
        self.opened.emit(dialog)
        dialog.open()

    def _closed(self) -> None:
        closed, self.dialog = self.dialog, None
        if closed is not None:
            closed.deleteLater()

    def _changed(self) -> None:
        settings = self._settings
        if settings.theme != self._theme:
            self._theme = settings.theme
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            dress(app, choose_theme(settings.theme))
        self.applied.emit()
        if settings.language != self._spoken:
            self._spoken = settings.language
            QTimer.singleShot(0, self._retranslate)  # the field that asked for it is still at work

    def _retranslate(self) -> None:
        self.language_changed.emit()
        if self.dialog is not None:
            name, at = self.dialog.name.text(), self.dialog.area.verticalScrollBar().value()
            self.dialog.reject()
            self.open(name)
            self.dialog.area.verticalScrollBar().setValue(at)
