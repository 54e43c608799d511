"""The page "Why don't I see them?": what was found, the worst first, each with one act."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QWidget

from camelnet.doctor.examination import STAGES, conclusion
from camelnet.doctor.finding import Act, Deed, Finding, Severity
from camelnet.i18n import _
from camelnet_gui.widgets.basics import (
    GAP,
    SPACE,
    button,
    centred,
    clear,
    column,
    frame,
    heading,
    label,
    look,
    row,
    scrolled,
    sentence,
)
from camelnet_gui.widgets.qr import QrCode
from camelnet_gui.widgets.screen_reader import announce

WIDE_MAX = 1120  # pixels
ADDRESS_WIDE = 280
QR_SIDE = 168
_MARKS = {Severity.WRONG: "✗", Severity.NOTE: "!", Severity.WELL: "✓"}
_MARK_LOOKS = {
    Severity.WRONG: "mark-wrong",
    Severity.NOTE: "mark-note",
    Severity.WELL: "good",
}
MARK_WIDE = 22


class DoctorPage(QWidget):
    """Shows findings; what is clicked goes out as signals."""

    left = Signal()
    again_requested = Signal()
    act_requested = Signal(object)  # an `Act`
    address_requested = Signal()  # join by address

    def __init__(self) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._address = ""
        self.back = button(_("Back"))
        self.again = button(_("Look again"))
        self.state = label("", "muted")
        self.bar = QProgressBar()
        self.bar.setRange(0, STAGES)
        self.bar.setAccessibleName(_("Looking…"))
        self.conclusion = label("", "subtitle", wrap=True)
        self._findings = column(gap=GAP)
        self._arrange()
        self.back.clicked.connect(self.left)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.left.emit)
        self.again.clicked.connect(self.again_requested)
        self.setFocusProxy(self.back)

    def _arrange(self) -> None:
        page = column(centred(self, WIDE_MAX), gap=12, margin=(20, 14, 20, 14))
        top = row(gap=12)
        top.addWidget(self.back)
        top.addWidget(label(_("Why don't I see them?"), "title"), 1)
        top.addWidget(self.again)
        page.addLayout(top)
        self.bar.setMaximumHeight(6)
        self.bar.setTextVisible(False)
        keeps = self.bar.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # nothing moves when it goes
        self.bar.setSizePolicy(keeps)
        page.addWidget(self.bar)
        whole = QWidget()
        body = row(whole, gap=SPACE)
        inner = QWidget()
        lines = column(inner, gap=12, margin=(2, 2, 10, 4))
        said = column(gap=2)
        said.addWidget(self.conclusion)
        said.addWidget(self.state)
        lines.addLayout(said)
        lines.addLayout(self._findings)
        lines.addStretch(1)
        body.addWidget(inner, 1)
        beside = column()
        beside.addWidget(self._make_own())
        beside.addStretch(1)
        body.addLayout(beside)
        page.addWidget(scrolled(whole), 1)

    def _make_own(self) -> QFrame:
        """My own address, which always helps: others can join by it."""
        card = frame("card")
        card.setFixedWidth(ADDRESS_WIDE)
        lines = column(card, gap=10, margin=16)
        lines.addWidget(heading(_("My address")))
        self.qr = QrCode("", _("The address as a QR code"), side=QR_SIDE)
        lines.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        self.address = label("", "name", wrap=True)
        self.address.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        lines.addWidget(self.address)
        self.copy = button(_("Copy the address"), "small")
        self.copy.clicked.connect(self._copy)
        lines.addWidget(self.copy)
        says = _(
            "The others choose “Join by address…” and enter it. Over a VPN nobody is found by "
            "itself: there it takes the address, or the laptop's name in the VPN."
        )
        lines.addWidget(_words(says, "muted"))
        self.by_address = button(_("Join by address…"), "small")
        self.by_address.clicked.connect(self.address_requested)
        lines.addWidget(self.by_address)
        return card

    # --- what is told -----------------------------------------------------------------------------

    def show_address(self, addresses: Sequence[str]) -> None:
        """This computer's addresses, the best first."""
        best = addresses[0] if addresses else ""
        if best == self._address and self.address.text():
            return
        self._address = best
        self.address.setText(best or _("This computer has no network address."))
        self.copy.setText(_("Copy the address"))
        self.copy.setEnabled(bool(best))
        self.qr.setVisible(bool(best))
        self.qr.show_text(best)

    def show_looking(self, stage: int) -> None:
        """An examination is under way, so far of `STAGES`."""
        self.bar.setValue(stage)
        self.bar.show()
        self.again.setEnabled(False)
        self.state.setText(_("Looking… this takes about ten seconds."))
        if not self.conclusion.text():
            self.conclusion.setText(_("Looking at this computer and its networks…"))

    def show_findings(self, findings: Sequence[Finding], when: str) -> None:
        """All that was found, at the time `when`."""
        self.bar.hide()
        self.again.setEnabled(True)
        self.state.setText(_("Looked at {time}.").format(time=when))
        said = str(conclusion(findings))
        if said != self.conclusion.text():
            self.conclusion.setText(said)
            announce(self, said)
        focused = self.focusWidget()
        again = focused is not None and self.isAncestorOf(focused)
        clear(self._findings)
        for severity in (Severity.WRONG, Severity.NOTE):
            for finding in findings:
                if finding.severity is severity:
                    self._findings.addWidget(self._card(finding))
        well = [finding for finding in findings if finding.severity is Severity.WELL]
        if well:
            self._findings.addSpacing(GAP)
            self._findings.addWidget(heading(_("What works")))
        for finding in well:
            self._findings.addWidget(_line(finding))
        if again and self.focusWidget() is None:
            self.again.setFocus()

    def show_done(self, words: str) -> None:
        """Say what became of an act."""
        self.state.setText(words)
        announce(self, words)

    def _card(self, finding: Finding) -> QFrame:
        card = frame("card")
        line = row(card, gap=12, margin=(14, 12, 14, 12))
        line.addWidget(_mark(finding), 0, Qt.AlignmentFlag.AlignTop)
        words = column(gap=4)
        words.addWidget(_words(str(finding.text), "name"))
        line.addLayout(words, 1)
        act = finding.act
        if act is not None:
            words.addWidget(_words(str(act.words), "muted"))
            made: QPushButton = button(_act_word(act), "small")
            made.setAccessibleDescription(str(finding.text))
            made.clicked.connect(lambda: self.act_requested.emit(act))
            line.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        return card

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.copy.setText(_("Copied ✓"))


def _mark(finding: Finding) -> QWidget:
    made = label(_MARKS[finding.severity], _MARK_LOOKS[finding.severity])
    made.setFixedWidth(MARK_WIDE)
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setAccessibleName(_severity_word(finding.severity))
    return made


def _words(text: str, name: str) -> QLabel:
    """Wrapped lines, as high as they are at the width that they get."""
    made = sentence(text, name)
    made.setMinimumHeight(12)  # else they keep the height that they would need if narrower
    return made


def _line(finding: Finding) -> QWidget:
    holder = QWidget()
    line = row(holder, gap=12, margin=(14, 0, 14, 0))
    line.addWidget(_mark(finding), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(_words(str(finding.text), "muted"), 1)
    return holder


def _severity_word(severity: Severity) -> str:
    match severity:
        case Severity.WELL:
            return _("ok")
        case Severity.NOTE:
            return _("note")
        case Severity.WRONG:
            return _("wrong")


def _act_word(act: Act) -> str:
    match act.deed:
        case Deed.TRY_AGAIN:
            return _("Try again")
        case Deed.USE_NETWORK if act.target:
            return _("Use {name}").format(name=act.target)
        case Deed.USE_NETWORK:
            return _("Use all networks")
        case Deed.SHOW_ADDRESS:
            return _("Show my address")
        case Deed.ALLOW:
            return _("Let them in…")
        case Deed.OPEN_SETTINGS:
            return _("Open the settings")
