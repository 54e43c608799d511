"""The cards of games that are saved: the one to come back to, unfinished ones, past ones."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame

from camelnet.i18n import _, language, ngettext
from camelnet.rules.phrases import enumerated, listing
from camelnet.session.api.facts import SavedGame
from camelnet_gui.games import game_title
from camelnet_gui.lobby.last_finish import LastFinish, has_finish
from camelnet_gui.lobby.past_games import PastGame
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import (
    Elided,
    button,
    column,
    heading,
    pill,
    row,
    sentence,
    set_tip,
)
from camelnet_gui.widgets.send_dialog import SendDialog


class SavedCard(QFrame):
    """An unfinished game of mine."""

    resume = Signal(object)  # the game's id

    def __init__(self, game: SavedGame) -> None:
        super().__init__()
        self.setProperty("look", "row")
        self.game = game
        lines = row(self, gap=12, margin=(16, 9, 14, 9))
        words = column(gap=2)
        words.addWidget(Elided(game.table, "name"))
        words.addWidget(Elided(_saved_words(game), "small"))
        lines.addLayout(words, 1)
        self.button = button(_("Resume"))
        self.button.setAccessibleName(_("Resume {table}").format(table=game.table))
        self.button.clicked.connect(lambda: self.resume.emit(game.game_id))
        lines.addWidget(self.button)


class ReturnCard(QFrame):
    """The way back into the game that I was in: one button, hard to overlook."""

    resume = Signal(object)  # the game's id

    def __init__(self, game: SavedGame, here: tuple[str, ...]) -> None:
        """`here`: those of its players who are on the network now."""
        super().__init__()
        self.setProperty("look", "row-mine")
        self.game = game
        lines = row(self, gap=14, margin=(18, 12, 16, 12))
        words = column(gap=3)
        words.addWidget(heading(_("Your game is waiting for you")))
        words.addWidget(Elided(game.table, "subtitle"))
        words.addWidget(Elided(_saved_words(game), "small"))
        if here:
            present = ngettext("{names} is here.", "{names} are here.", len(here))
            words.addWidget(sentence(present.format(names=listing(here)), "good"))
        lines.addLayout(words, 1)
        self.button = button(_("Back to the game"), "main")
        self.button.setAccessibleName(_("Back to the game {table}").format(table=game.table))
        set_tip(self.button, _("In the same seat, right where you left off."))
        self.button.clicked.connect(lambda: self.resume.emit(game.game_id))
        lines.addWidget(self.button)


class PastCard(QFrame):
    """A game whose record lies in my folder: it can be watched again."""

    replay = Signal(object)  # the record's path

    def __init__(self, game: PastGame, me: bytes, *, pictured: bool = False) -> None:
        """`me`: my key. `pictured`: with the end of the game as a picture above."""
        super().__init__()
        self.setProperty("look", "row")
        self.game = game
        self.finish: LastFinish | None = None
        page = column(self, gap=0, margin=1)
        if pictured and game.final is not None and has_finish(game.game):
            self.finish = LastFinish(game.final)
            self.finish.clicked.connect(lambda: self.replay.emit(game.path))
            page.addWidget(self.finish)
        lines = row(gap=12, margin=(15, 8, 13, 8))
        page.addLayout(lines)
        if game.trouble is not None:
            words = sentence(str(game.trouble), "muted")
            set_tip(words, str(game.path))
            lines.addWidget(words, 1)
            return
        said = column(gap=2)
        top = row(gap=8)
        top.addWidget(Elided(game.table, "name"), 1)
        if won := _winner_words(game, me):
            mine = any(game.keys[seat] == me for seat in game.winners)
            top.addWidget(pill(won, "pill-gold" if mine else "pill"))
        said.addLayout(top)
        state = "" if game.ended else _("not finished")
        when = when_words(QDateTime.fromSecsSinceEpoch(int(game.saved_s)))
        detail = dotted(game_title(game.game), enumerated(game.names), when, state)
        said.addWidget(Elided(detail, "small"))
        lines.addLayout(said, 1)
        self.send = button(_("Send…"), "small")
        self.send.setAccessibleName(_("Send {table}").format(table=game.table))
        set_tip(self.send, _("As one page for people without camelnet, or as a link."))
        self.send.clicked.connect(self._send)
        lines.addWidget(self.send, 0, Qt.AlignmentFlag.AlignVCenter)
        self.button = button(_("Watch again"))
        self.button.setAccessibleName(_("Watch {table} again").format(table=game.table))
        set_tip(self.button, _("Replay the game, and see what was luck and what was not."))
        self.button.clicked.connect(lambda: self.replay.emit(game.path))
        lines.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def _send(self) -> None:
        game = self.game
        SendDialog(game.path, game.game, game.table, game.names, self.window()).exec()


def when_words(moment: QDateTime, today: QDate | None = None) -> str:
    """A moment that has passed, as people say it: "today, 14:20"."""
    system = QLocale()
    locale = system if system.name().startswith(language()) else QLocale(language())
    time = locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    days = moment.date().daysTo(today or QDate.currentDate())
    if days == 0:
        return _("today, {time}").format(time=time)
    if days == 1:
        return _("yesterday, {time}").format(time=time)
    return locale.toString(moment.date(), "d MMM yyyy")


def _winner_words(game: PastGame, me: bytes) -> str:
    """The winners; "" while that is not known."""
    if any(game.keys[seat] == me for seat in game.winners):
        return _("you won") if len(game.winners) == 1 else _("you won, tied")
    names = [game.names[seat] for seat in game.winners]
    text = ngettext("{names} won", "{names} won", len(names))
    return text.format(names=listing(names)) if names else ""


def _saved_words(game: SavedGame) -> str:
    """The game that was saved, its players, and how far it is."""
    entries = ngettext("{n} move played", "{n} moves played", game.entries)
    return dotted(game_title(game.game), enumerated(game.names), entries.format(n=game.entries))
