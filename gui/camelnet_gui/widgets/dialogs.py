"""The small dialogs: a question, join by address, the table code, about camelnet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from camelnet import __version__
from camelnet.doctor.system import System
from camelnet.i18n import _, language, ngettext
from camelnet.net.address import parse_address
from camelnet.net.mesh import NetError
from camelnet.release import RELEASED, age_days, came_by
from camelnet_gui.widgets.basics import (
    SPACE,
    button,
    column,
    frame,
    label,
    row,
)
from camelnet_gui.widgets.room import snug


class BaseDialog(QDialog):
    """A dialog with a title, a body and a row of buttons at the foot."""

    def __init__(self, title: str, parent: QWidget | None = None, *, wide: int = 440) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(wide)
        self._page: QVBoxLayout = column(self, gap=12, margin=24)
        heading = label(title, "title", wrap=True)
        _make_room_above(heading)
        self._page.addWidget(heading)
        self.body: QVBoxLayout = column(gap=10)
        self._page.addLayout(self.body, 1)
        self._feet: QHBoxLayout = row(gap=8)
        self._feet.addStretch(1)
        self._page.addSpacing(SPACE - 10)
        self._page.addLayout(self._feet)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the height that the words need."""
        snug(self)

    def foot(self, text: str, name: str = "") -> QPushButton:
        made = button(text, name)
        self._feet.addWidget(made)
        return made


def _make_room_above(shown: QLabel) -> None:
    """Lato does not count the accents of its capitals: without this the dots of an Ü are cut."""
    shown.ensurePolished()
    metrics = QFontMetrics(shown.font())
    above = -metrics.tightBoundingRect(shown.text()).top() - metrics.ascent()
    shown.setContentsMargins(0, max(0, above), 0, 0)


class Question(BaseDialog):
    """One sentence, and whether to do it. Enter says no harm: the safe answer is the default."""

    def __init__(self, title: str, text: str, *, yes: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.body.addWidget(label(text, wrap=True))
        no = self.foot(_("Cancel"))
        no.clicked.connect(self.reject)
        no.setDefault(True)
        self.yes = self.foot(yes, "accent")
        self.yes.clicked.connect(self.accept)


class Telling(BaseDialog):
    """Something to read and to close."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.words = label(text, wrap=True)
        self.body.addWidget(self.words)
        close = self.foot(_("Close"), "accent")
        close.clicked.connect(self.accept)
        close.setDefault(True)


class CodeDialog(Telling):
    """The table code, large, and what it is good for."""

    def __init__(self, code: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(
            _("Table code"),
            _(
                "Read these four words aloud. If everyone at the table sees the same words, "
                "nobody is tampering with the connection. The words are in English in every "
                "language."
            ),
            parent,
        )
        words: QLabel = label("   ".join(code), "subtitle", wrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        holder = frame("card")
        inside = column(holder, margin=16)
        inside.addWidget(words)
        self.body.insertWidget(0, holder)


class AboutDialog(Telling):
    """The version of this camelnet, its age, and the file by which it came here."""

    def __init__(self, system: System, today: date, parent: QWidget | None = None) -> None:
        asks = _(
            "camelnet asks no server for a newer version: look at the page from which you have "
            "this one. When somebody near you plays with a newer one, it tells you."
        )
        text = "\n\n".join((_released(today), str(came_by(system)), asks))
        super().__init__(_("About camelnet"), text, parent)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.body.insertWidget(0, label(f"camelnet {__version__}", "subtitle"))
        free = _(
            "Free software under the MIT licence. An unofficial fan project, neither "
            "affiliated with nor endorsed by the authors and publishers of these games."
        )
        self.body.addWidget(label(free, "small", wrap=True))


def _released(today: date) -> str:
    moment = RELEASED
    told = QLocale(language()).toString(QDate(moment.year, moment.month, moment.day))
    days = age_days(today)
    if days < 0:  # the clock is wrong
        return _("Released on {date}.").format(date=told)
    if days == 0:
        return _("Released on {date}, today.").format(date=told)
    template = ngettext(
        "Released on {date}, {days} day ago.", "Released on {date}, {days} days ago.", days
    )
    return template.format(date=told, days=days)


class AddressDialog(BaseDialog):
    """Reach a camelnet that was not found by itself; `address` once accepted."""

    def __init__(self, own: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(_("Join by address"), parent)
        self.address: tuple[str, int] | None = None
        self.body.addWidget(
            label(
                _(
                    "Some networks hide computers from each other. Enter the address that another "
                    "player's home page shows, or the name of their laptop in a VPN."
                ),
                "muted",
                wrap=True,
            )
        )
        self.line = QLineEdit()
        self.line.setPlaceholderText("192.168.1.20")
        self.line.setAccessibleName(_("Address"))
        self.line.textChanged.connect(self._check)
        self.body.addWidget(self.line)
        self.trouble = label("", "danger", wrap=True)
        self.body.addWidget(self.trouble)
        if own:
            self.body.addWidget(label(_("Your own address: {own}").format(own=own[0]), "small"))
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.join = self.foot(_("Connect"), "main")
        self.join.setDefault(True)
        self.join.setEnabled(False)
        self.join.clicked.connect(self.accept)

    def _check(self, text: str) -> None:
        wrong = ""
        try:
            self.address = parse_address(text)
        except NetError as error:
            self.address, wrong = None, str(error)
        self.join.setEnabled(self.address is not None)
        self.trouble.setText(wrong if text.strip() else "")
