"""The language of the app: our own catalogue, and Qt's words in its file dialogs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from camelnet.i18n import N_, Message, message, missing_language
from camelnet_gui.startup.launch import speak

_MISSING = N_("The translation into {language} is missing, so the app speaks English.")


class AppLanguage:
    """The language that is spoken from `choose` on. `trouble` says why it is not the one wanted."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self._qt: QTranslator | None = None
        self.trouble: Message | None = None

    def choose(self, wanted: str) -> None:
        """Speak a language, by its code, or the system's for "". What is on the screen already
        keeps its words."""
        spoken = speak(wanted)
        missing = missing_language()
        self.trouble = message(_MISSING, language=missing) if missing else None
        self.close()
        qt = QTranslator()
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if qt.load(f"qtbase_{spoken}", folder):
            self._app.installTranslator(qt)
            self._qt = qt

    def close(self) -> None:
        """Take Qt's words away again."""
        if self._qt is not None:
            self._app.removeTranslator(self._qt)
            self._qt = None
