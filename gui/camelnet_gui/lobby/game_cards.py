"""The games of the home page: a card each, with the board, the game in a sentence, and what to do.

Against bots         at once
On this laptop       several people who pass it on
With other laptops   a table on the network
Learn                a tutorial, where the game has one
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet_gui.art.ways import Way, paint_way
from camelnet_gui.games import game_of, game_title, playable
from camelnet_gui.lobby.miniature import BOARD, Miniature
from camelnet_gui.style.theme import theme_of
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import (
    Elided,
    FittingButton,
    button,
    column,
    paragraph,
    row,
    set_tip,
)
from camelnet_gui.widgets.pointing import GAME

WIDE_MAX = 560  # of a card, in pixels
GAP = 16
CORNER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom


class WayButton(FittingButton):
    """A way to play, with its picture before the words."""

    LEFT = 38
    PICTURE = 20  # pixels

    def __init__(self, text: str, way: Way) -> None:
        super().__init__(text, "way")
        self._way = way
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        theme = theme_of(self)
        colour = theme.accent_text if self.isEnabled() else theme.off_text
        top = (self.height() - self.PICTURE) / 2 - 1
        box = QRectF(13, top, self.PICTURE, self.PICTURE)
        paint_way(painter, self._way, box, QColor(colour))
        painter.end()


class GameCard(QFrame):
    """One game."""

    play = Signal(str)  # the game's key
    share = Signal(str)
    invite = Signal(str)
    learn = Signal(str)

    def __init__(self, game: str, order: int = 0) -> None:
        super().__init__()
        self.game = game
        self.setProperty("look", "card")
        self.setProperty(GAME, game)
        self.setMaximumWidth(WIDE_MAX)
        told = game_of(game)
        info = told.info
        self.miniature = Miniature(game, order)
        self.learn_button = button(_("Learn"), "small")
        self.play_button = WayButton(_("Against bots"), Way.BOTS)
        self.share_button = WayButton(_("On this laptop"), Way.LAPTOP)
        self.invite_button = WayButton(_("With other laptops"), Way.NETWORK)
        self._name(self.learn_button, _("Learn {game} in a few minutes"))
        self._name(self.play_button, _("Play {game} now, against bots"))
        self._name(self.share_button, _("Play {game} with others at this laptop"))
        self._name(self.invite_button, _("Invite others to {game}"))
        self._arrange(
            dotted(
                _("{least} to {most} players").format(least=info.seats_min, most=info.seats_max),
                _("{least} to {most} min").format(least=told.minutes[0], most=told.minutes[1]),
            ),
            _(told.sentence),
        )
        self.miniature.clicked.connect(self.play_button.click)
        self.learn_button.clicked.connect(lambda: self.learn.emit(game))
        self.play_button.clicked.connect(lambda: self.play.emit(game))
        self.share_button.clicked.connect(lambda: self.share.emit(game))
        self.invite_button.clicked.connect(lambda: self.invite.emit(game))
        self.learn_button.hide()

    def _name(self, made: QPushButton, text: str) -> None:
        made.setAccessibleName(text.format(game=game_title(self.game)))
        set_tip(made, made.accessibleName())

    def _arrange(self, facts: str, sentence: str) -> None:
        page = column(self, gap=0, margin=1)
        page.addWidget(self.miniature)
        corner = column(self.miniature, margin=8)
        corner.addWidget(self.learn_button, 0, CORNER)
        lines = column(gap=3, margin=(13, 8, 13, 12))
        lines.addWidget(Elided(game_title(self.game), "subtitle"))
        self._facts = paragraph(facts, "small")
        lines.addWidget(self._facts)
        self.sentence = paragraph(sentence, "muted")
        lines.addWidget(self.sentence, 1, Qt.AlignmentFlag.AlignTop)
        lines.addSpacing(4)
        for way in (self.play_button, self.share_button, self.invite_button):
            lines.addWidget(way)
        page.addLayout(lines, 1)

    def offer_tutorial(self, *, learned: bool) -> None:
        """Shows "Learn", with a tick once the tutorial was finished."""
        self.learn_button.setText(_("Learn ✓") if learned else _("Learn"))
        self.learn_button.show()


class GameCards(QWidget):
    """All games in a row. Their pictures shrink where the window is low."""

    def __init__(self) -> None:
        super().__init__()
        self.cards = {game: GameCard(game, order) for order, game in enumerate(playable())}
        line = row(self, gap=GAP)
        for card in self.cards.values():
            line.addWidget(card, 1)
        self._high = 0

    def fit(self, high: int) -> None:
        """`high`: the height in pixels that the pictures may take at most."""
        self._high = high
        self._resize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize()

    def _resize(self) -> None:
        count = len(self.cards)
        wide = min(WIDE_MAX, (self.width() - GAP * (count - 1)) // count)
        full = wide * BOARD.height() // BOARD.width()
        for card in self.cards.values():
            card.miniature.setFixedHeight(max(84, min(full, self._high or full)))
