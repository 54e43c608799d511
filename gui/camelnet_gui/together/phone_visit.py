"""One guest with a phone: its name, its seat, its table, and what the phone shows of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTime, Signal
from PySide6.QtGui import QImage

from camelnet.foreign_text import looks
from camelnet.guests.screen import Act, Button, Question, Screen, Section
from camelnet.i18n import _, language
from camelnet.record.profile import clean_name, keep_phone_token
from camelnet.rules.phrases import reason
from camelnet.session.api.facts import (
    Fact,
    LobbyView,
    Noticed,
    Stepped,
    TableChanged,
    TableLeft,
    TableOffer,
)
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet_gui.games import game_title
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.words import dotted
from camelnet_gui.together.guests import Guest, Guests
from camelnet_gui.together.phone_table import PhoneTable

EARLY_MAX = 5000  # facts that may wait until the laptop has time for this phone
READY = "ready"


class PhoneVisit(QObject):
    """From the first scan to the end of the visit. `changed`: the phone should be shown anew; then
    `read` takes what has happened and says what it shows."""

    changed = Signal()

    def __init__(self, guests: Guests, settings: Settings) -> None:
        super().__init__()
        self._guests, self._settings = guests, settings
        self.since = QTime.currentTime()
        self.hello: Act | None = None  # what the phone said of itself; None while it is away
        self.guest: Guest | None = None  # once it has a name
        self.owner: LobbyView | None = None  # what the laptop's own player sees
        self.lost = False
        self._table: PhoneTable | None = None
        self._facts: deque[Fact] = deque(maxlen=EARLY_MAX)
        self._steps: deque[Stepped] = deque(maxlen=EARLY_MAX)  # before the first view of a table
        self._news = ""  # a sentence for the phone
        self._kept = b""  # the token that is in the guest's profile

    @property
    def name(self) -> str:
        return self.guest.name if self.guest is not None else ""

    @property
    def table(self) -> PhoneTable | None:
        return self._table

    def close(self) -> None:
        self._leave_table()
        if self.guest is not None:
            self._guests.remove(self.guest)

    # --- what happens ---------------------------------------------------------------------------

    def arrive(self, hello: Act) -> None:
        """The phone is here: for the first time, again, or with another size."""
        if self.hello is None:
            self.since = QTime.currentTime()
            if self._table is not None:
                self._table.forget_picture()
        self.hello, self.lost = hello, False

    def depart(self, *, lost: bool = False) -> None:
        """The phone is away; `lost`: its code is for a network that is gone."""
        self.hello, self.lost, self.since = None, lost, QTime.currentTime()

    def go_on(self, guest: Guest) -> None:
        """It is the visit of that guest, who has a name."""
        self.guest = guest
        guest.told.connect(self._hear)

    def keep(self, token: bytes) -> None:
        """The phone comes back with that, even after a crash of the laptop: note it in the
        guest's profile, as soon as there is one."""
        if self.guest is not None and self.guest.lobby is not None and token != self._kept:
            keep_phone_token(self.guest.home, token)
            self._kept = token

    def act(self, act: Act) -> None:
        """Carry out an act of the phone's player."""
        if self.guest is None:
            self._call(clean_name(act.value))
        elif self._table is not None:
            self._table.press(act.button if act.kind == "answer" else act.id)
        elif act.id.startswith(READY):
            self.guest.intents.ready(act.id == READY)
        self.changed.emit()

    def _call(self, name: str) -> None:
        """The guest has chosen a name; none that looks like another one's here."""
        offer = self.owner.table if self.owner is not None else None
        here = [seat.name for seat in offer.seats if seat.key] if offer is not None else []
        taken = name and looks(name) in map(looks, (*here, *self._guests.names))
        text = _("{name} already sits at this table. Choose another name.")
        self._news = text.format(name=name) if taken else ""
        if name and not taken:
            self.go_on(self._guests.add(name, on_phone=True))

    def _hear(self, fact: Fact) -> None:
        self._facts.append(fact)
        self.changed.emit()

    def _take(self, fact: Fact) -> None:
        match fact:
            case TableChanged(view):
                table = self._table
                if table is None or not session_words.goes_on(table.page.model.view, view):
                    self._leave_table()
                    assert self.guest is not None
                    table = self._table = PhoneTable(view, self.guest.intents, self._settings, self)
                    table.changed.connect(self.changed)
                early, self._steps = self._steps, deque(maxlen=EARLY_MAX)
                for step in early:
                    if step.game_id in view.games:
                        table.page.take(step)
                table.page.update_view(view)
            case Stepped():
                if self._table and fact.game_id in self._table.page.model.view.games:
                    self._table.page.take(fact)
                else:
                    self._steps.append(fact)
            case Noticed(told, serious) if self._table is not None:
                self._table.page.notice(reason(told), serious=serious)
            case Noticed(told, _serious):
                self._news = reason(told)
            case TableLeft():
                self._leave_table()

    def _leave_table(self) -> None:
        if self._table is not None:
            self._table.deleteLater()
            self._table = None

    # --- what the phone shows -------------------------------------------------------------------

    def read(self) -> tuple[Screen, QImage | None] | None:
        """Take what has happened; the screen, and its picture if that is new. None while the phone
        is away."""
        while self._facts:
            self._take(self._facts.popleft())
        if self.hello is None:
            return None
        if self._table is not None:
            return self._table.read(self.hello)
        return self._lobby(), None

    def _lobby(self) -> Screen:
        offer = self.owner.table if self.owner is not None else None
        screen: Callable[..., Screen] = Screen
        if self.guest is None:
            done = Button("done", _("Sit down"), main=True)
            text = "\n".join(filter(None, (self._news, _("What shall the others call you?"))))
            question = Question("name", text, (done,), field="")
            return screen(language(), _title(offer), _("Welcome!"), question=question)
        its = self.guest.lobby
        seat = next((o for o in its.tables if o.mine), None) if its is not None else None
        if seat is None:
            return screen(language(), _title(offer), self._why_no_seat(offer, its))
        ready = any(each.me and each.ready for each in seat.seats)
        hint = its.hint if its is not None else None
        words = _("Ready ✓ — click to undo") if ready else _("I'm ready")
        key = "ready not" if ready else READY
        return screen(
            language(),
            _title(seat),
            str(hint) if hint is not None and ready else self._news or _("You sit at the table."),
            choices=(Button(key, words, chosen=ready, main=not ready),),
            sections=(Section("players", _("Players"), _chairs(seat), open=True),),
            my_turn=not ready,
        )

    def _why_no_seat(self, offer: TableOffer | None, its: LobbyView | None) -> str:
        owner = self.owner.me.name if self.owner is not None else ""
        if offer is None:
            return _("Wait until {name} sits down at a table.").format(name=owner)
        if offer.strict:
            return strict_words()
        found = (each for each in (its.tables if its is not None else ()) if each.id == offer.id)
        there = next(found, None)
        trouble = there.trouble if there is not None else None
        looking = _("Looking for a seat at {name}'s table…").format(name=owner)
        return self._news or str(trouble or looking)


def strict_words() -> str:
    return _("This table is strict: everybody plays on a computer of their own.")


def _title(offer: TableOffer | None) -> str:
    return "camelnet" if offer is None else dotted(offer.name, game_title(offer.game))


def _chairs(offer: TableOffer) -> tuple[str, ...]:
    return tuple(
        dotted(
            seat.name if seat.key is not None else _("Free seat"),
            _("you") if seat.me else presence_words.note(seat),
            _("✓ ready") if seat.ready else "",
        )
        for seat in offer.seats
    )
