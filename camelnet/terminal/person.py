"""A person at the keyboard: says when it is their turn, and turns what they type into intents."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import Message, _
from camelnet.rules.words import words
from camelnet.session.facts import (
    Fact,
    LobbyChanged,
    Noticed,
    Phase,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.intents import Intents
from camelnet.terminal.narrator import Narrator


class Person:
    """`leave()` is called when the person quits, or when standard input has ended."""

    def __init__(
        self, *, intents: Intents, narrator: Narrator, once: bool, leave: Callable[[], None]
    ) -> None:
        self._intents = intents
        self._narrator = narrator
        self._screen = narrator.screen
        self._once = once
        self._leave = leave
        self._table: TableView | None = None
        self._asked: tuple[bytes, int] | None = None  # the turn for which the menu was shown
        self._offered_again: bytes | None = None

    # --- facts ------------------------------------------------------------------------------------

    def hear(self, fact: Fact) -> None:
        """After the narrator has told it."""
        match fact:
            case TableChanged(table):
                self._table = table
                self._ask(table)
            case TableLeft():
                self._table = None
            case Noticed() if self._my_turn:
                self._prompt()
            case LobbyChanged():
                pass  # the narrator says all of it

    @property
    def _my_turn(self) -> bool:
        table = self._table
        return (
            table is not None
            and table.phase is Phase.PLAY
            and table.position.turn == table.me
            and table.pending is None
        )

    def _ask(self, table: TableView) -> None:
        """Show the board and the menu once per turn; offer another game once per game."""
        if self._my_turn and self._asked != (table.game_id, table.index):
            self._asked = (table.game_id, table.index)
            self._narrator.board()
            self._menu()
        over = table.phase is Phase.OVER and table.record is not None
        if over and not self._once and self._offered_again != table.game_id:
            self._offered_again = table.game_id
            self._screen.say(_("Play again at the same table? Type again, or quit."), "bold")
            self._screen.prompt()

    def _menu(self) -> None:
        assert self._table is not None
        position = self._table.position
        choices = words(position.game).choices(position, self._table.faces)
        self._screen.menu([(choice.typed, choice.text) for choice in choices])
        self._screen.say("  " + _("? for help"), "dim")
        self._prompt()

    def _prompt(self) -> None:
        self._screen.prompt(_("your move"))

    # --- what is typed ----------------------------------------------------------------------------

    def typed(self, line: str | None) -> None:
        """One line; None at the end of standard input."""
        self._screen.answered()
        if line is None:
            over = self._table is not None and self._table.phase is Phase.OVER
            if over and self._once:
                return  # nothing is left to type
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
            case "ready":
                self._intents.ready(True)
            case "wait":
                self._intents.ready(False)
                self._screen.say(_("The game will not start before you type ready."))
            case "again":
                self._intents.again()
            case "menu" if self._my_turn:
                self._menu()
            case _:
                self._move(line)
        if self._my_turn:
            self._prompt()

    def _move(self, typed: str) -> None:
        table = self._table
        if table is None or table.phase is not Phase.PLAY:
            self._screen.say(_("No game is running now. Type ? for help."))
            return
        if not self._my_turn:
            on_its_way = table.pending is not None
            self._screen.say(
                _("Your move is on its way already.") if on_its_way else _("It is not your turn.")
            )
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
            ("who", _("show who sits here, and the table code")),
            ("say TEXT", _("say something to the table")),
            ("ready", _("say that the game may start")),
            ("wait", _("say that it may not start yet")),
            ("again", _("after a game: play again at the same table")),
            ("quit", _("leave; an unfinished game is kept (camelnet resume)")),
        ]
        self._screen.menu(lines)
        if self._my_turn:
            self._screen.say(
                "  " + _("A move is typed as the menu shows it; its first word may be shortened.")
            )
