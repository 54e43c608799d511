"""The crash log for everything that should not happen, and a dialog that offers to copy it.

Nothing is sent anywhere. Python's hooks, faulthandler and Qt's messages all end here.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TextIO

import PySide6
from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from camelnet import __version__
from camelnet.i18n import _
from camelnet_gui.widgets.basics import label
from camelnet_gui.widgets.dialogs import BaseDialog

LOG_BYTES_MAX = 1_000_000
LINES_MAX = 2000  # of reports in the dialog
SCREEN_GONE = "connection broke"  # in Qt's words where the X server or the compositor ended
_log = logging.getLogger("camelnet.app")


class CrashLog(QObject):
    """Install once. `crashed` carries a report and is emitted in Qt's thread."""

    crashed = Signal(str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = folder / "crash.log"
        self._file = self._open()
        self._restore: list[Callable[[], object]] = []

    def _open(self) -> TextIO:
        """The log's file. Where none can be written, reports are only shown."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size > LOG_BYTES_MAX:
                self.path.replace(self.path.with_suffix(".old.log"))
            return self.path.open("a", encoding="utf-8")
        except OSError:
            return open(os.devnull, "a", encoding="utf-8")

    def install(self) -> None:
        faulthandler.enable(self._file)
        before, threads_before = sys.excepthook, threading.excepthook
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        qt_before = qInstallMessageHandler(self._qt_said)

        def restore() -> None:
            faulthandler.disable()
            sys.excepthook, threading.excepthook = before, threads_before
            qInstallMessageHandler(qt_before)

        self._restore.append(restore)

    def close(self) -> None:
        while self._restore:
            self._restore.pop()()
        with contextlib.suppress(OSError):
            self._file.close()

    def write(self, text: str) -> None:
        if not self._file.closed:
            with contextlib.suppress(OSError):  # a full disk: what is reported is still shown
                self._file.write(text.rstrip("\n") + "\n")
                self._file.flush()

    def _uncaught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        report = make_report("".join(traceback.format_exception(kind, error, trace)))
        self.write(report)
        sys.stderr.write(report)
        self.crashed.emit(report)

    def _uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def _qt_said(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        self.write(f"Qt {kind.name}: {text}")
        if SCREEN_GONE in text:
            # Qt would exit here too, but for seconds, deaf to every signal. All is on the disk.
            os._exit(1)
        if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            sys.stderr.write(f"Qt: {text}\n")


def make_report(trace: str) -> str:
    """The crash report for a maintainer, with nothing private in it: versions and the traceback."""
    return (
        f"camelnet {__version__}, Python {platform.python_version()}, PySide6 "
        f"{PySide6.__version__}, {platform.platform()}\n{trace}"
    )


class CrashDialogs(QObject):
    """Shows one dialog at a time: what breaks while it is open is added to its report."""

    crashed = Signal()

    def __init__(self, log: CrashLog, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: CrashDialog | None = None
        log.crashed.connect(self._show)

    def _show(self, report: str) -> None:
        self.crashed.emit()
        if self.dialog is not None:
            self.dialog.add(report)
            return
        self.dialog = CrashDialog(report, self._window)
        self.dialog.finished.connect(self._closed)
        self.dialog.open()

    def _closed(self) -> None:
        closed, self.dialog = self.dialog, None
        if closed is not None:
            closed.deleteLater()


class CrashDialog(BaseDialog):
    """Says that something broke, and lets the report be copied."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(_("Something went wrong"), parent, wide=620)
        self.body.addWidget(
            label(
                _(
                    "This is a bug in the app. Your game is saved and can be resumed. Nothing has "
                    "been sent; you can copy the report and send it to the developers."
                ),
                wrap=True,
            )
        )
        self.report = QPlainTextEdit(report)
        self.report.setReadOnly(True)
        self.report.setMaximumBlockCount(LINES_MAX)
        self.report.setMinimumHeight(220)
        self.report.setAccessibleName(_("Report"))
        self.body.addWidget(self.report)
        self.copy = self.foot(_("Copy report"), "accent")
        self.copy.clicked.connect(self._copy)
        close = self.foot(_("Close"))
        close.clicked.connect(self.accept)

    def add(self, report: str) -> None:
        """Another one, while this is open."""
        self.report.appendPlainText(report)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText(_("Copied"))
