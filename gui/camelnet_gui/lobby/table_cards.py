"""The cards of others on the home page: a table on the network, a person around."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import enumerated, listing
from camelnet.session.api.facts import Kind, PeerView, SeatOffer, TableOffer
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet_gui.games import game_title, options_line
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import (
    Badge,
    Elided,
    button,
    column,
    label,
    pill,
    row,
    sentence,
    set_tip,
)

CHAIR_HIGH = 43  # pixels


class ChairDots(QWidget):
    """A table's chairs at a glance: people as discs, bots as squares, free chairs as rings."""

    SIZE, STEP = 14, 19

    def __init__(self, seats: tuple[SeatOffer, ...]) -> None:
        super().__init__()
        self._seats = seats
        self.setFixedSize(QSize(self.STEP * len(seats), self.SIZE + 2))
        names = [_("free") if s.key is None else session_words.who(s) for s in seats]
        set_tip(self, "\n".join(names))
        self.setAccessibleName(", ".join(names))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        for number, seat in enumerate(self._seats):
            box = QRectF(number * self.STEP + 1, 1, self.SIZE, self.SIZE)
            painter.setPen(QPen(QColor(theme.accent if seat.key else theme.muted), 1.5))
            painter.setBrush(QColor(theme.accent) if seat.key else Qt.BrushStyle.NoBrush)
            if seat.kind is Kind.BOT and seat.key:
                painter.drawRoundedRect(box, 3, 3)
            else:
                painter.drawEllipse(box)
            if seat.key and seat.ready:
                painter.setPen(QPen(QColor(theme.on_accent), 1.8))
                x, y = box.left(), box.top()
                painter.drawPolyline(
                    [QPointF(x + 3.5, y + 7.4), QPointF(x + 6, y + 10), QPointF(x + 10.5, y + 4.6)]
                )


class TableCard(QFrame):
    """A table on the network; `sit` or `watch` when its button is clicked."""

    sit = Signal(object)  # the table's id
    watch = Signal(object)  # the table's id

    def __init__(self, offer: TableOffer, *, seated: bool, inviting: bool = False) -> None:
        """`seated`: I sit somewhere, so that I cannot sit down here. `inviting`: it is there for a
        game with the same people again."""
        super().__init__()
        self.offer = offer
        self.setProperty("look", "row-mine" if inviting else "row")
        lines = row(self, gap=12, margin=(16, 11, 14, 11))
        words = column(gap=3)
        top = row(gap=8)
        top.addWidget(Elided(offer.name, "subtitle"), 1)
        words.addLayout(top)
        if inviting and (asking := _asking(offer)):
            words.addWidget(sentence(asking, "good"))
        middle = row(gap=10)
        middle.addWidget(label(game_title(offer.game), "muted"))
        middle.addWidget(ChairDots(offer.seats))
        middle.addWidget(label(_seats_words(offer), "small"))
        middle.addStretch(1)
        words.addLayout(middle)
        if people := _people_words(offer):
            words.addWidget(Elided(people, "small"))
        if rules := rules_words(offer):
            words.addWidget(sentence(rules, "small"))
        if offer.trouble and offer.free and not offer.playing:
            words.addWidget(sentence(str(offer.trouble), "danger"))
        lines.addLayout(words, 1)
        if offer.playing:
            lines.addWidget(pill(_("playing")))
        self.button = button(_("Sit down"), "accent")
        self.button.setAccessibleName(_("Sit down at {table}").format(table=offer.name))
        self.button.clicked.connect(lambda: self.sit.emit(offer.id))
        reason = str(offer.trouble) if offer.trouble else ""
        if seated and not offer.mine:
            reason = _("You are at another table. Leave it first.")
        self.button.setEnabled(not reason)
        set_tip(self.button, reason)
        lines.addWidget(self.button)
        self.button.setVisible(not offer.mine and not offer.playing)
        self.watch_button = button(_("Watch"))
        self.watch_button.setAccessibleName(_("Watch {table}").format(table=offer.name))
        self.watch_button.clicked.connect(lambda: self.watch.emit(offer.id))
        self.watch_button.setEnabled(not seated)
        set_tip(
            self.watch_button,
            reason if seated else _("Watch the game live, without seeing any secret cards."),
        )
        lines.addWidget(self.watch_button)
        self.watch_button.setVisible(offer.watchable and not offer.mine)


def _asking(offer: TableOffer) -> str:
    """The players who want to play again; "" while nobody has sat down."""
    names = [seat.name for seat in offer.seats if seat.key is not None and seat.kind is Kind.HUMAN]
    if not names:
        return ""
    text = ngettext("{names} wants to play again.", "{names} want to play again.", len(names))
    return text.format(names=listing(names))


def _seats_words(offer: TableOffer) -> str:
    free = offer.free
    if offer.playing:  # nobody can sit down: an empty chair is somebody's
        return ngettext("{n} player away", "{n} players away", free).format(n=free) if free else ""
    if free == 0:
        return _("full")
    return ngettext("{n} free seat", "{n} free seats", free).format(n=free)


def rules_words(offer: TableOffer) -> str:
    """The rules of a table that differ from the usual; "" if none do."""
    strict = _("strict: secret cards open only with everyone's help") if offer.strict else ""
    aids = _("odds and hints for everyone") if offer.aids else ""
    return dotted(options_line(offer.game, offer.options), strict, aids)


def _people_words(offer: TableOffer) -> str:
    return enumerated([session_words.who(seat) for seat in offer.seats if seat.key is not None])


class PersonLine(QWidget):
    """A peer around: name, what it is, how it is heard, and why we cannot play together."""

    def __init__(self, peer: PeerView, mark: SeatMark, place: str = "") -> None:
        """`place`: where it sits."""
        super().__init__()
        line = row(self, gap=9)
        line.addWidget(Badge(mark, 24), 0, Qt.AlignmentFlag.AlignTop)
        words = column(gap=4)
        first = row(gap=6)
        first.addWidget(Elided(session_words.who(peer), "name"), 2)
        first.addWidget(Elided(place, "small"), 3)
        words.addLayout(first)
        heard = presence_words.note(peer)
        version = _("camelnet {version}").format(version=peer.version) if peer.version else ""
        if told := dotted(heard, version):
            words.addWidget(Elided(told, "small"))
        if peer.trouble:
            words.addWidget(sentence(str(peer.trouble), "danger"))
        line.addLayout(words, 1)
        set_tip(self, peer.address)
