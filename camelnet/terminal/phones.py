"""Guests of a host without a window: each sits at a phone, sees the text board, and presses moves.

A phone's page comes from `camelnet.guests`; here the view of a table becomes its screen, and what
is pressed becomes an intent. Moves are grouped by the words of their notation.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from camelnet.guests.screen import Act, Button, Question, Screen, Section
from camelnet.guests.server import GuestServer, Invitation
from camelnet.i18n import N_, _, message, speaking
from camelnet.record.profile import clean_name
from camelnet.rules.phrases import ScoreTable
from camelnet.rules.words import words
from camelnet.session.api.facts import (
    Fact,
    LobbyChanged,
    LobbyView,
    Need,
    Noticed,
    Phase,
    Stepped,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.api.intents import Intents
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.screen import BOARD_WIDTH_MIN, WIDTH_MAX
from camelnet.terminal.screen import Screen as Terminal

LOG_MAX: Final = 60  # lines of what happened
FLAT_MAX: Final = 8  # moves that are shown one by one
_CHARACTER: Final = 6.5  # CSS pixels of a column in the smallest letters that are read well
_BESIDE: Final = 0.66  # the board's part of a phone that lies across
_QUIET_ZONE: Final = 2  # modules around a code; readers ask for them


class PhonePlayer:
    """The person at one phone. All methods belong to the loop's thread."""

    def __init__(self, show: Callable[[Screen], None], number: int, *, once: bool) -> None:
        self._show = show
        self._once = once
        self._usual = message(N_("Guest {number}"), number=number)  # its name, if it types none
        self._name: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._intents: Intents | None = None
        self._hello = Act("hello")
        self._lobby: LobbyView | None = None
        self._table: TableView | None = None
        self._notice = ""
        self._log: deque[str] = deque(maxlen=LOG_MAX)
        self._path: tuple[str, ...] = ()  # the words of a move that are chosen so far
        self._move = ""  # the move that is to be confirmed

    async def named(self) -> str:
        """The name that was typed on the phone, once somebody has come and typed one."""
        return await asyncio.shield(self._name)

    def plays(self, intents: Intents) -> None:
        self._intents = intents

    # --- what the phone does ----------------------------------------------------------------------

    def came(self, hello: Act) -> None:
        self._hello = hello
        self.show()

    def acted(self, act: Act) -> None:
        """Take what was pressed. What does not fit the present position does nothing."""
        if act.kind == "answer" and act.id == "name" and not self._name.done():
            with speaking(self._hello.lang):
                self._name.set_result(clean_name(act.value) or str(self._usual))
        elif act.kind == "answer" and act.id == f"do {self._move}":
            move, self._move = self._move, ""
            if act.button == "yes" and move in self._legal() and self._intents is not None:
                self._path = ()
                self._intents.play(move)
        elif act.kind == "press" and self._intents is not None and self._table is not None:
            what, _space, rest = act.id.partition(" ")
            if what == "open":
                self._path = tuple(rest.split())
            elif what == "do" and rest in self._legal():
                self._move = rest
            elif what == "again":
                self._intents.again()
            elif what == "without" and rest.isdecimal() and int(rest) < len(self._table.seats):
                self._intents.go_on_without(int(rest))
        self.show()

    # --- what the table tells ---------------------------------------------------------------------

    def hear(self, fact: Fact) -> None:
        with speaking(self._hello.lang):
            self._take(fact)
        self.show()

    def _take(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby):
                self._lobby = lobby
            case TableChanged(table):
                before, self._table = self._table, table
                if before is not None and before.game_id == table.game_id:
                    self._log.extend(session_words.news(before, table))
                if before is None or before.index != table.index:
                    self._path, self._move, self._notice = (), "", ""
            case TableLeft():
                self._table = None
            case Stepped() if self._table is not None:
                names = [seat.name for seat in self._table.seats]
                self._log.extend(session_words.told(fact, names))
            case Noticed(text):
                self._notice = str(text)

    def show(self) -> None:
        """Show the phone all that it should see now, in its language."""
        with speaking(self._hello.lang) as lang:
            if not self._name.done():
                screen = self._asking_name(lang)
            elif self._table is None:
                screen = Screen(lang, "camelnet", self._waiting())
            else:
                screen = self._at_table(lang, self._table)
        self._show(screen)

    def _asking_name(self, lang: str) -> Screen:
        enter = Button("sit", _("Sit down"), main=True)
        question = Question(
            "name", _("What shall the others call you?"), (enter,), str(self._usual)
        )
        return Screen(
            lang,
            "camelnet",
            _("You play through the laptop that showed the code."),
            question=question,
        )

    def _waiting(self) -> str:
        tables = self._lobby.tables if self._lobby is not None else ()
        trouble = next((str(table.trouble) for table in tables if table.trouble), "")
        hint = str(self._lobby.hint) if self._lobby is not None and self._lobby.hint else ""
        return self._notice or hint or trouble or _("Looking for a table.")

    def _at_table(self, lang: str, table: TableView) -> Screen:
        names = [seat.name for seat in table.seats]
        speech = words(table.position.game)
        across = self._hello.width > self._hello.height  # then the moves are beside the board
        columns = int(self._hello.width * (_BESIDE if across else 1) / _CHARACTER)
        board = speech.board(
            table.position,
            names,
            me=table.me,
            faces=table.faces,
            width=max(BOARD_WIDTH_MIN, min(columns, WIDTH_MAX)),
        )
        legal = self._legal()
        over = table.phase is Phase.OVER
        waiting = session_words.waiting(table) or [str(_("The game is over")) if over else ""]
        players = tuple(session_words.who(seat) for seat in table.seats)
        code = _("Table code: {code}").format(code=" ".join(table.code))
        return Screen(
            lang,
            table.name,
            " ".join(filter(None, (str(table.trouble or ""), self._notice, *waiting))),
            my_turn=bool(legal),
            text=board.plain,
            choices=(*self._choices(table, legal), *self._votes(table)),
            sections=(
                *([_result(speech.standings(table.position, names))] if over else ()),
                Section("log", _("What happened"), tuple(reversed(self._log))),
                Section("who", _("At the table"), (*players, code)),
            ),
            question=self._asking_move(table) if self._move in legal else None,
            over=over,
        )

    def _legal(self) -> list[str]:
        """My moves; none while it is not my turn."""
        table = self._table
        mine = table is not None and any(
            item.seat == table.me and item.need is Need.MOVE for item in table.waiting
        )
        return table.position.legal() if table is not None and mine and not table.pending else []

    def _asking_move(self, table: TableView) -> Question:
        text = words(table.position.game).explain(self._move, table.position, table.faces)
        buttons = (Button("yes", _("Do it"), main=True), Button("no", _("Back")))
        return Question(f"do {self._move}", text, buttons)

    def _choices(self, table: TableView, legal: Sequence[str]) -> list[Button]:
        """The moves below the words chosen so far; many of them behind their next word."""
        speech, path = words(table.position.game), self._path
        below = [move for move in legal if tuple(move.split())[: len(path)] == path]
        groups: dict[tuple[str, ...], list[str]] = {}
        while below:
            groups = {}
            for move in below:
                groups.setdefault(tuple(move.split())[: len(path) + 1], []).append(move)
            if len(groups) > 1 or len(below) == 1:
                break
            path = next(iter(groups))  # nothing to choose here
        menu = speech.choices(table.position, table.faces)
        found = []
        for words_, moves in groups.items():
            if len(moves) == 1 or len(below) <= FLAT_MAX:
                for move in moves:
                    told = speech.explain(move, table.position, table.faces)
                    name = re.split(r"\s*:\s|[.;]", told, maxsplit=1)[0]  # then come the reasons
                    found.append(Button(f"do {move}", name))
                continue
            begin = " ".join(words_)
            text = next((one.text for one in menu if f"{one.typed} ".startswith(f"{begin} ")), "")
            name = text[:1].upper() + text[1:] or f"{begin} …"
            found.append(Button(f"open {begin}", name))
        return [*found, Button("open ", _("Back"))] if self._path else found

    def _votes(self, table: TableView) -> list[Button]:
        found = [
            Button(f"without {seat}", asked)
            for seat in range(len(table.seats))
            if (asked := presence_words.question(table, seat))
        ]
        over = table.phase is Phase.OVER and not self._once
        if over and table.me is not None and table.me not in table.again:
            found.append(Button("again", _("Play again"), main=True))
        return found


def _result(scores: ScoreTable) -> Section:
    """A line for each player: place, name, and what the score is made of."""
    lines = []
    for place, name, *cells in scores.rows:
        told = (f"{head} {cell}" for head, cell in zip(scores.head[2:], cells, strict=True) if cell)
        lines.append(f"{place}  {name}: {', '.join(told)}")
    return Section("scores", scores.title, tuple(lines), open=True)


class Phones:
    """The phones of one host's guests, and the server of their page. In a `with` block of the
    loop's thread; brings what the server's thread tells into it."""

    def __init__(self, count: int, addresses: Sequence[str], *, once: bool) -> None:
        """`count`: how many guests. Raises `Failed` where none can come."""
        self._loop = asyncio.get_running_loop()
        self._server = GuestServer(self, addresses)
        try:
            self._server.start()
        except OSError as error:
            raise Failed(message(N_("Phones cannot connect: {why}."), why=str(error))) from error
        self.players: list[PhonePlayer] = []
        self.homes: set[Path] = set()  # the profiles of those who have come
        self.keys: list[bytes] = []  # theirs
        self._invitations: list[Invitation] = []
        self._by_guest: dict[str, PhonePlayer] = {}
        for number in range(1, count + 1):
            invitation = self._server.invite()
            show = self._shower(invitation.guest)
            self._invitations.append(invitation)
            self.players.append(PhonePlayer(show, number, once=once))
            self._by_guest[invitation.guest] = self.players[-1]

    def __enter__(self) -> Phones:
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.close()

    def _shower(self, guest: str) -> Callable[[Screen], None]:
        return lambda screen: self._server.show(guest, screen)

    def print_codes(self, terminal: Terminal) -> None:
        """Print each guest's code and address: scan it, or type the address."""
        for number, invitation in enumerate(self._invitations, start=1):
            terminal.heading(_("Guest {number}: scan this with a phone").format(number=number))
            if terminal.glyphs:
                terminal.drawn(code_of(invitation.urls[0]))
            for url in invitation.urls:
                terminal.say(url)

    def end(self, number: int, why: str) -> None:
        """Show a guest why its visit is over."""
        self._server.end(self._invitations[number].guest, why)

    # --- in the server's thread -------------------------------------------------------------------

    def came(self, guest: str, hello: Act) -> None:
        self._loop.call_soon_threadsafe(self._by_guest[guest].came, hello)

    def went(self, guest: str) -> None:
        """Nothing changes: a phone that sleeps comes back."""

    def acted(self, guest: str, act: Act) -> None:
        self._loop.call_soon_threadsafe(self._by_guest[guest].acted, act)


def code_of(url: str) -> Text:
    """A QR code in characters, two modules in each: dark on light whatever the terminal's own
    colours."""
    import segno  # here, for only hosts with guests need it

    code = segno.make(url, error="l", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=_QUIET_ZONE)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    lines = (
        "".join(" ▄▀█"[2 * bool(top) + bool(bottom)] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
    return Text("\n").join(Text(line, "black on white") for line in lines)
