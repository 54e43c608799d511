"""A person at the keyboard: says when it is their turn, and turns what they type into intents."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import Message, _
from camelnet.rules.words import words
from camelnet.session import words as session_words
from camelnet.session.facts import (
    Fact,
    Fellowship,
    LuckShown,
    Noticed,
    Phase,
    Presence,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.intents import Intents
from camelnet.session.workshop import Inline, Workshop
from camelnet.terminal.adviser import Adviser
from camelnet.terminal.narrator import Narrator

LUCK_SHOWN = 20  # the newest ones; all can be proven


class Person:
    """`leave()` is called when the person quits, or when standard input has ended; whoever looks
    on needs none."""

    def __init__(
        self,
        *,
        intents: Intents,
        narrator: Narrator,
        once: bool,
        leave: Callable[[], None],
        looks_on: bool = False,
        workshop: Workshop | None = None,
    ) -> None:
        """`workshop`: where hints are worked out; left out, at once."""
        self._intents = intents
        self._narrator = narrator
        self._screen = narrator.screen
        self._once = once
        self._leave = leave
        self._looks_on = looks_on
        self._adviser = Adviser(self._screen, workshop or Inline(), self._prompt_again)
        self._table: TableView | None = None
        self._asked: tuple[bytes, int] | None = None  # the turn for which the menu was shown
        self._offered_again: bytes | None = None

    # --- facts ------------------------------------------------------------------------------------

    def hear(self, fact: Fact) -> None:
        """After the narrator has told it."""
        match fact:
            case TableChanged(table):
                before, self._table = self._table, table
                self._adviser.look(table)
                self._advise(before, table)
                self._ask(table)
            case TableLeft():
                self._table = None
            case Noticed() | LuckShown():
                self._prompt_again()

    @property
    def _my_turn(self) -> bool:
        table = self._table
        return (
            table is not None
            and table.phase is Phase.PLAY
            and table.position.turn == table.me
            and table.pending is None
            and table.shuffling is None
            and not table.fellowship.changing
        )

    def _ask(self, table: TableView) -> None:
        """Show the board and the menu once per turn; offer another game once per game."""
        if self._my_turn and self._asked != (table.game_id, table.index):
            self._asked = (table.game_id, table.index)
            self._narrator.board()
            self._menu()
        over = table.phase is Phase.OVER and table.record is not None and table.me is not None
        if over and not self._once and self._offered_again != table.game_id:
            self._offered_again = table.game_id
            self._screen.say(_("Play again at the same table? Type again, or quit."), "bold")
            self._screen.prompt()

    def _advise(self, before: TableView | None, table: TableView) -> None:
        """Say what can be typed about those who are missing, when that becomes possible."""
        if before is not None and before.game_id != table.game_id:
            before = None
        for number in table.fellowship.droppable if table.me is not None else ():
            seat = table.seats[number]
            was = before.seats[number].presence if before else Presence.HERE
            if seat.presence is Presence.AWAY and was is not Presence.AWAY:
                text = _("To vote to go on without {name}, type: without {number}")
                self._screen.say(text.format(name=seat.name, number=number + 1), "bold")
        known = before.fellowship if before else Fellowship()
        if table.me in table.fellowship.apart and not known.apart:
            self._screen.say(_("To play on by yourselves, type: apart"), "bold")

    def _menu(self) -> None:
        assert self._table is not None
        position = self._table.position
        choices = words(position.game).choices(position, self._table.faces)
        self._screen.menu([(choice.typed, choice.text) for choice in choices])
        self._screen.say("  " + _("? for help"), "dim")
        self._prompt()

    def _prompt_again(self) -> None:
        """Something was said in between."""
        if self._my_turn:
            self._prompt()

    def _prompt(self) -> None:
        self._screen.prompt(_("your move"))

    # --- what is typed ----------------------------------------------------------------------------

    def typed(self, line: str | None) -> None:
        """One line; None at the end of standard input."""
        self._screen.answered()
        if line is None:
            over = self._table is not None and self._table.phase is Phase.OVER
            if self._looks_on or (over and self._once):
                return  # nothing needs to be typed any more
            self._screen.say(_("Standard input has ended, so nobody plays this seat any more."))
            if self._table is None:
                self._screen.say(_("With --level greedy a bot would play it."))
            self._leave()
            return
        command, _space, rest = line.partition(" ")
        match command.lower():
            case "":
                pass
            case "?" | "help":
                self._help()
            case "quit" | "exit":
                self._leave()
                return
            case "say":
                self._intents.say(rest)
            case "board":
                self._narrator.board()
            case "who":
                self._narrator.introduce()
                self._narrator.vouch()
            case "ready":
                self._intents.ready(True)
            case "wait":
                self._intents.ready(False)
                self._screen.say(_("The game will not start before you type ready."))
            case "free":
                self._free(rest)
            case "again":
                self._intents.again()
            case "without":
                self._vote(rest, wanted=True)
            case "with":
                self._vote(rest, wanted=False)
            case "apart":
                self._apart(rest)
            case "odds" if self._table is not None:
                self._adviser.odds(self._table)
            case "hint" if self._table is not None:
                self._adviser.hint(self._table)
            case "luck":
                self._luck()
            case "proof":
                self._proof(rest)
            case "menu" if self._my_turn:
                self._menu()
            case _:
                self._move(line)
        if self._my_turn:
            self._prompt()

    # --- who plays on, and was it fair ------------------------------------------------------------

    def _vote(self, who: str, *, wanted: bool) -> None:
        seat = self._seat(who)
        if seat is not None:
            self._intents.go_on_without(seat, wanted)

    def _seat(self, who: str) -> int | None:
        """The seat meant by its number, as `who` shows it, or by a name; None after saying why."""
        seats = self._table.seats if self._table is not None else ()
        for number, seat in enumerate(seats):
            if who.strip().casefold() in (str(number + 1), seat.name.casefold()):
                return number
        self._screen.say(_("Say whom, by number or name, as “who” shows them."), "yellow")
        return None

    def _free(self, who: str) -> None:
        offer = self._narrator.offer
        for seat in offer.seats if offer is not None and self._table is None else ():
            if seat.key and not seat.me and seat.name.casefold() == who.strip().casefold():
                self._intents.free_chair(seat.key)
                return
        self._screen.say(_("Nobody of that name sits at your table in the lobby."), "yellow")

    def _apart(self, answer: str) -> None:
        table = self._table
        if table is None or table.me not in table.fellowship.apart:
            self._screen.say(_("Nobody has to play on apart: the table can go on as it is."))
        elif answer.strip().casefold() == "yes":
            self._intents.go_on_apart()
        else:
            self._screen.say(session_words.apart_means(table))
            self._screen.say(_("To do it, type: apart yes"), "bold")

    def _luck(self) -> None:
        drawn = self._narrator.drawn()
        if not drawn:
            self._screen.say(_("Luck has not decided anything yet."))
            return
        lines = [(f"proof {number}", text) for number, (_i, text) in enumerate(drawn, start=1)]
        self._screen.menu(lines[-LUCK_SHOWN:])

    def _proof(self, which: str) -> None:
        """Of the luck of that number, or of the newest."""
        drawn = self._narrator.drawn()
        number = which.strip() or str(len(drawn))
        if number.isdecimal() and 0 < int(number) <= len(drawn):
            self._intents.show_luck(drawn[int(number) - 1][0])
        elif not drawn:
            self._screen.say(_("Luck has not decided anything yet."))
        else:
            self._screen.say(_("There is no luck of that number; “luck” lists it."), "yellow")

    # --- moves ------------------------------------------------------------------------------------

    def _move(self, typed: str) -> None:
        table = self._table
        if table is not None and table.me is None:
            self._screen.say(_("You are looking on; only the players move."))
            return
        if table is None or table.phase is not Phase.PLAY:
            self._screen.say(_("No game is running now. Type ? for help."))
            return
        if not self._my_turn:
            if table.pending is not None:
                self._screen.say(_("Your move is on its way already."))
            elif table.shuffling is not None:
                self._screen.say(_("The cards are being shuffled; you can move in a moment."))
            elif table.fellowship.changing:
                self._screen.say(_("The table is settling with whom it goes on."))
            else:
                self._screen.say(_("It is not your turn."))
            return
        notation = words(table.position.game).notation(typed, table.position, table.faces)
        if isinstance(notation, str):
            why: Message | None = table.position.why_not(notation)
            if why is None:
                self._intents.play(notation)
                return
        else:
            why = notation
        self._screen.say(str(why), "yellow")

    def _help(self) -> None:
        lines = [
            ("board", _("show the board")),
            ("menu", _("show what you may do, when it is your turn")),
            ("who", _("show who sits here, the table code, and who vouches for the game")),
            ("say TEXT", _("say something to the table")),
            ("ready", _("say that the game may start")),
            ("free NAME", _("at a table that you opened: free that chair for others")),
            ("wait", _("say that it may not start yet")),
            ("without N", _("vote to go on without seat N; a ghost plays it")),
            ("with N", _("take that vote back")),
            ("odds", _("how the game stands, at a table with odds and hints")),
            ("hint", _("what the computer would do, there and on your turn")),
            ("luck", _("list the dice and cards that luck has shown")),
            ("proof N", _("prove number N of that list, or the newest")),
            ("again", _("after a game: play again at the same table")),
            ("quit", _("leave; an unfinished game is kept (camelnet resume)")),
        ]
        self._screen.menu(lines)
        if self._my_turn:
            self._screen.say(
                "  " + _("A move is typed as the menu shows it; its first word may be shortened.")
            )
