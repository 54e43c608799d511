"""A guest's table for its phone: the laptop's own table screen, never shown, read as a picture, as
text and as buttons. No game has a line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage

from camelnet.guests.screen import Act, Button, Question, Screen, Section, Spot
from camelnet.i18n import _, language
from camelnet.session.api.facts import Phase, TableView
from camelnet.session.api.intents import Intents
from camelnet.session.text import verdict_words
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.games import game_title
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import DARK, LIGHT, palette_of
from camelnet_gui.style.words import dotted
from camelnet_gui.table.page import TablePage
from camelnet_gui.together.fragments import Press, button_of, buttons_of, lines_of
from camelnet_gui.widgets.screen_reader import SILENT

LONG_SIDE, SHARPEST = 1200, 2.0  # of a picture: pixels at most, and pixels in one of the phone's
SHAPES = (0.8, 1.0, 1.25, 1.5)  # heights of a board in its widths
ROOM, GAIN = 0.66, 1.15  # of the phone's height; a higher board has places so much larger
LOG = 60  # the newest lines
PLACE = "place "  # before the name of a place of the board, in a button's id
_picture_ids = map(str, count(1))  # of all tables: a phone keeps pictures of the one before


class PhoneSettings(Settings):
    """Nothing moves, each step stays in view as long as on the laptop, and nothing is written."""

    def __init__(self, own: Settings) -> None:
        """`own`: the laptop's."""
        self._own = own
        super().__init__(own.path.parent)

    def text(self, key: str) -> str | None:
        return "off" if key == "speed" else self._own.text(key) if key == "bots_pace" else None

    def store(self, key: str, text: str) -> None: ...


class PhoneTable(QObject):
    """Give `page` the guest's facts; `read` it for a phone, and `press` what the phone pressed."""

    changed = Signal()  # there may be more to read

    def __init__(
        self, view: TableView, intents: Intents, settings: Settings, parent: QObject
    ) -> None:
        """`settings`: the laptop's."""
        super().__init__(parent)
        page = self.page = TablePage(
            view, intents=intents, settings=PhoneSettings(settings), chat=ChatHistory(self)
        )
        self.destroyed.connect(page.deleteLater)
        page.setProperty(SILENT, True)
        page.festive = False
        page.panel.leave_out_company()
        page.partition_requested.connect(intents.go_on_apart)
        for signal in (page.refreshed, page.chooser.changed, page.teller.changed, page.result_made):
            signal.connect(self._may_differ)
        self._hello: Act | None = None
        self._size = QSize()
        self._painted: object = None  # what the newest picture shows
        self._picture = ""  # the id of the newest picture

    def _may_differ(self, *_told: object) -> None:
        self.changed.emit()

    # --- for the phone --------------------------------------------------------------------------

    def read(self, hello: Act) -> tuple[Screen, QImage | None]:
        """The present screen for a phone of this size and theme, and its picture if that is new."""
        page = self.page
        model, covered = page.model, page.overlay.page is not None
        if hello != self._hello:
            self._hello, self._size = hello, self._fitting(hello)
            page.setPalette(palette_of(DARK if hello.dark else LIGHT))
        image = self._new_picture(hello)
        ratio = self._ratio(hello)
        words = () if covered or model.blocked else (*self._advice(), *lines_of(page.panel.acts))
        progress = model.view_model.progress(model.shown)
        screen = Screen(
            lang=language(),
            title=model.view.name,
            status="\n".join((model.banner().text, *words)),
            my_turn=model.my_turn,
            picture=self._picture,
            picture_name=dotted(game_title(model.shown.game), *progress),
            width=round(self._size.width() * ratio),
            height=round(self._size.height() * ratio),
            spots=() if covered else tuple(self._spots()),
            choices=tuple(made for made, _press in self._choices()),
            sections=tuple(section for section in self._sections() if section.lines),
            question=self._question(),
            over=model.view.phase is Phase.OVER,
        )
        return screen, image

    def forget_picture(self) -> None:
        """The phone may have lost it."""
        self._painted = None

    def press(self, key: str) -> None:
        """A button of the screen, by its id; what is not there any more is nothing."""
        board = self.page.board
        place = key.removeprefix(PLACE)
        if key.startswith(PLACE) and place in board.shown.picks:
            board.picked.emit(place)
            return
        dialog = self.page.chooser.dialog
        offered = self._choices() if dialog is None else buttons_of(dialog, "ask")
        for made, press in offered:
            if made.id == key and made.enabled:
                press()
                return

    # --- its parts ------------------------------------------------------------------------------

    def _fitting(self, hello: Act) -> QSize:
        """The size at which the board is laid out: the shape with the largest places, and the
        lowest where higher ones gain little."""
        board = self.page.board
        wide = max(self._wide(hello), board.minimumWidth())
        room = 1.0 if hello.width > hello.height else ROOM
        high_max = round((hello.height or 640) * room * wide / self._wide(hello))
        if high_max < board.minimumHeight():
            wide = round(wide * board.minimumHeight() / high_max)
            high_max = board.minimumHeight()
        best, largest = QSize(wide, min(round(wide * SHAPES[0]), high_max)), 0.0
        for shape in SHAPES:
            high = min(round(wide * shape), high_max)
            places = board.lay_out(wide, high, board.shown).places.values()
            boxes = [path.boundingRect() for path in places]
            area = sum(box.width() * box.height() for box in boxes)
            if area > largest * GAIN:
                best, largest = QSize(wide, high), area
        return best

    @staticmethod
    def _wide(hello: Act) -> int:
        """The width that the picture takes, in the phone's points; beside it stand the buttons of
        a phone that is held across."""
        wide = hello.width or 360
        return round(wide * ROOM) if hello.width > hello.height else wide

    def _ratio(self, hello: Act) -> float:
        """The pixels in one of the layout's, which is no smaller than any window of the app."""
        longest = max(self._size.width(), self._size.height())
        sharp = min(hello.ratio, SHARPEST) * self._wide(hello) / self._size.width()
        return min(sharp, LONG_SIDE / longest)

    def _new_picture(self, hello: Act) -> QImage | None:
        scene = self.page.board.shown
        shown = (replace(scene, hints=()), self._size, self._ratio(hello))
        if shown == self._painted:
            return None
        self._painted = shown
        self._picture = next(_picture_ids)
        return self.page.board.image(self._size.width(), self._size.height(), self._ratio(hello))

    def _spots(self) -> Iterator[Spot]:
        """The places that can be picked, in the order in which the keyboard visits them."""
        board, scene = self.page.board, self.page.board.shown
        wide, high = self._size.width(), self._size.height()
        places = board.lay_out(wide, high, scene).places
        for place in board.buttons:
            if place in scene.picks and place in places:
                box = places[place].boundingRect()
                made = Button(
                    PLACE + place,
                    board.describe(place, scene),
                    scene.hint(place),
                    chosen=place == scene.chosen,
                )
                yield Spot(
                    made, box.x() / wide, box.y() / high, box.width() / wide, box.height() / high
                )

    def _choices(self) -> Iterator[tuple[Button, Press]]:
        """The buttons of a page over the board; then those of my turn, and votes."""
        page, panel = self.page, self.page.panel
        if page.overlay.page is not None:
            for made in dict.fromkeys((page.overlay.main, page.overlay.way_out)):
                if made is not None:
                    yield button_of(made, "page"), made.click
        elif page.model.blocked is None:
            yield from buttons_of(panel.acts, "act")
            if page.aids is not None:
                yield button_of(page.aids.strip.hint, "hint"), page.aids.strip.hint.click
        elif not panel.result.isHidden():
            yield button_of(panel.result, "result"), panel.result.click
        if not page.membership_votes.isHidden():
            yield from buttons_of(page.membership_votes, "vote")
        for row in page.model.rows():
            if row.holds_up:
                drop = panel.players.row_of(row.seat).drop
                yield button_of(drop, f"drop{row.seat}"), drop.click

    def _advice(self) -> list[str]:
        """The lines that the computer says of a move that it was asked about."""
        aids = self.page.aids
        return aids.advice.text.splitlines() if aids is not None else []

    def _question(self) -> Question | None:
        dialog = self.page.chooser.dialog
        if dialog is None:
            return None
        buttons = tuple(made for made, _press in buttons_of(dialog, "ask"))
        return Question("move", "\n".join(lines_of(dialog)), buttons)

    def _sections(self) -> Iterator[Section]:
        page, panel, model = self.page, self.page.panel, self.page.model
        if (over := page.overlay.page) is not None:
            first, *rest = lines_of(over) or ("",)
            yield Section("page", first, tuple(rest) or (first,), open=True)
        if not page.membership_votes.isHidden():
            yield Section("votes", _("Who plays on"), lines_of(page.membership_votes), open=True)
        if panel.hand is not None and not panel.hand.isHidden():
            yield Section("hand", _("Only you see this"), lines_of(panel.hand), True, private=True)
        yield Section("players", _("Players"), tuple(self._rows()), open=True)
        if page.aids is not None:
            yield Section("odds", _("Odds"), lines_of(page.aids.strip))
        yield Section("recap", _("Since your last turn"), _texts(page.recap.entries))
        yield Section("log", _("Game log"), _texts(panel.feed.latest(LOG))[::-1])
        verdict = (verdict_words.line(model.view.verdict),)
        yield Section("proof", _("Fair game"), verdict)

    def _rows(self) -> Iterator[str]:
        for row in self.page.model.rows():
            told = self.page.parts.holdings.words(row.holdings, row.name, row.score)
            yield ", ".join((*told, *(filter(None, (_("to move") if row.turn else "", row.note)))))


def _texts(entries: Sequence[object]) -> tuple[str, ...]:
    return tuple(str(getattr(entry, "text", "")) for entry in entries)
