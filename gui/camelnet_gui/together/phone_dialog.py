"""The dialog by which phones join: the code, who is here with a phone, and the end of a visit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _, language
from camelnet_gui.style.words import dotted
from camelnet_gui.together.phone_visit import PhoneVisit, strict_words
from camelnet_gui.together.phones import Phones
from camelnet_gui.widgets.basics import (
    button,
    clear,
    column,
    frame,
    label,
    row,
)
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.qr import QrCode
from camelnet_gui.widgets.screen_reader import announce

WORDS_WIDE, CODE = 300, 208  # pixels


class PhoneDialog(BaseDialog):
    """Phones may join while it is open."""

    def __init__(self, phones: Phones, parent: QWidget | None = None) -> None:
        super().__init__(_("Players on phones"), parent, wide=600)
        self._phones = phones
        self._shown: object = None
        self.visitors = column(gap=6)
        self.body.addLayout(self.visitors)
        line = row(gap=20)
        words = column(gap=8)
        self.words = label("", wrap=True)
        self.words.setMinimumWidth(WORDS_WIDE)
        self.address = label("")  # in one line: letters of a key have no place to break
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        trust = _(
            "A guest trusts this computer and this network: the computer holds the guest's key and "
            "sees its cards, and whoever controls the network could show it a false page."
        )
        words.addWidget(self.words)
        words.addWidget(label(trust, "small", wrap=True))
        words.addStretch(1)
        line.addLayout(words, 1)
        self.code = QrCode("", _("The address as a QR code"), side=CODE)
        line.addWidget(self.code)
        self.body.addLayout(line)
        self.body.addWidget(self.address)
        self.trouble = label("", "danger", wrap=True)
        self.body.addWidget(self.trouble)
        close = self.foot(_("Close"), "accent")
        close.clicked.connect(self.accept)
        close.setDefault(True)
        phones.failed.connect(self.trouble.setText)
        phones.changed.connect(self.show_phones)
        self.finished.connect(phones.close_dialog)
        phones.open()
        self.show_phones()

    def show_phones(self) -> None:
        """Show the code for the next phone, and who is here."""
        phones, invitation = self._phones, self._phones.invitation
        urls = invitation.urls if invitation is not None else ()
        text = _(
            "Point the phone's camera at the code. Or type the address as far as the #: the page "
            "then asks for the letters. Both are good for one phone, in the same network."
        )
        if phones.renewed is not None and urls:
            text = _("This code brings {name}'s phone back to its seat.").format(
                name=phones.renewed.name or _("the guest")
            )
        elif phones.strict:
            text = strict_words()
        elif not urls:
            text = _("This computer has no network address.")
        self.words.setText(text)
        self.address.setText("\n".join(urls))
        self.address.setVisible(bool(urls))
        self.code.show_text(urls[0] if urls else "")
        self.code.setVisible(bool(urls))
        self.trouble.setVisible(bool(self.trouble.text()))
        visits = list(phones.visits.values())
        shown = [(id(visit), _state(visit)) for visit in visits]
        if shown != self._shown:
            if self._shown is not None and visits:
                announce(self, _state(visits[-1]))
            self._shown = shown
            self._show_visitors(visits)
        self.fit()

    def _show_visitors(self, visits: Sequence[PhoneVisit]) -> None:
        """Their lines are made anew; the keyboard stays on its button, while that is there."""
        focused = self.focusWidget()
        name = focused.accessibleName() if focused is not None else ""
        clear(self.visitors)
        for visit in visits:
            line = self._line(visit)
            self.visitors.addWidget(line)
            line.show()  # at once, else it could not take the keyboard's place yet
            for made in line.findChildren(QPushButton):
                if name and made.accessibleName() == name:
                    made.setFocus()

    def _line(self, visit: PhoneVisit) -> QFrame:
        holder = frame("row")
        line = row(holder, gap=8, margin=(12, 4, 6, 4))
        line.addWidget(label(_state(visit), "name", wrap=True), 1)
        phones = self._phones
        for text, act in ((_("New code"), phones.renew), (_("End the visit"), phones.end)):
            made = button(text, "flat")
            made.setAccessibleName(dotted(text, visit.name))
            made.clicked.connect(lambda _c=False, act=act: act(visit))
            line.addWidget(made)
        return holder


def _state(visit: PhoneVisit) -> str:
    """A guest's name, and the time since which its phone has been here or away."""
    since = QLocale(language()).toString(visit.since, QLocale.FormatType.ShortFormat)
    if visit.lost:
        state = _("on another network: give it a new code")
    elif visit.hello is None:
        state = _("asleep or out of reach since {time}").format(time=since)
    else:
        state = _("connected since {time}").format(time=since)
    return dotted(visit.name or _("A new guest"), state)
