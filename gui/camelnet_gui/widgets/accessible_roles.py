"""The roles that our own widgets have for screen readers; Qt knows those of its stock widgets.

A class says its role as `accessible_role`; its accessible name and description stay its own.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_installed = False


def install() -> None:
    """Once for the process, before anybody reads."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface)


def _interface(_class_name: str, made: QObject) -> QAccessibleInterface | None:
    role = getattr(type(made), "accessible_role", None)
    if role is None or not isinstance(made, QWidget):
        return None
    return QAccessibleWidget(made, role)
