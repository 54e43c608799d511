"""A person at the keyboard: announces their turn, and turns their typing into intents."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import Message, _
from camelnet.rules.phrases import refusal
from camelnet.rules.words import words
from camelnet.session.api.facts import (
    Fact,
    LuckShown,
    MembershipVotes,
    Noticed,
    Phase,
    Stepped,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.api.intents import CHAT_MAX, Intents
from camelnet.session.runtime.executor import Executor, InlineExecutor
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet.terminal.adviser import Adviser
from camelnet.terminal.narrator import Narrator

LUCK_SHOWN = 20  # the newest; every one has a proof


class Person:
    """Calls `leave()` when the person quits, or at the end of standard input; a spectator needs
    none."""

    def __init__(
        self,
        *,
        intents: Intents,
        narrator: Narrator,
        once: bool,
        leave: Callable[[], None],
        looks_on: bool = False,
        executor: Executor | None = None,
    ) -> None:
        """`executor`: computes hints; without it, they are computed at once."""
        self._intents = intents
        self._narrator = narrator
        self._screen = narrator.screen
        self._once = once
        self._leave = leave
        self._looks_on = looks_on
        self._adviser = Adviser(self._screen, executor or InlineExecutor(), self._prompt_again)
        self._table: TableView | None = None
        self._asked: tuple[bytes, int] | None = None  # the turn whose menu we have shown
        self._offered_again: bytes | None = None

    # --- facts ------------------------------------------------------------------------------------

    def hear(self, fact: Fact) -> None:
        """React to a fact after the narrator has told it."""
        match fact:
            case TableChanged(table):
                before, self._table = self._table, table
                self._adviser.look(table)
                self._advise(before, table)
                self._ask(table)
            case Stepped():
                self._adviser.take(fact)
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
            and not table.membership_votes.changing
        )

    def _ask(self, table: TableView) -> None:
        """Show the board and the menu once per turn; offer another game once per game."""
        if self._my_turn and self._asked != (table.game_id, table.index):
            self._asked = (table.game_id, table.index)
            self._narrator.turn(self._choices())
            self._prompt()
        elif not self._my_turn:
            self._screen.unprompted()
        over = table.phase is Phase.OVER and table.record is not None and table.me is not None
        if over and not self._once and self._offered_again != table.game_id:
            self._offered_again = table.game_id
            self._screen.say(_("Play again at the same table? Type again, or quit."), "bold")
            self._screen.prompt()

    def _advise(self, before: TableView | None, table: TableView) -> None:
        """Tell the commands about missing players, once they become possible."""
        if before is not None and before.game_id != table.game_id:
            before = None
        for number in range(len(table.seats)):
            asked_before = before is not None and presence_words.question(before, number)
            if presence_words.question(table, number) and not asked_before:
                text = _("To vote to continue without {name}, type: without {number}")
                name = table.seats[number].name
                self._screen.say(text.format(name=name, number=number + 1), "bold")
        known = before.membership_votes if before else MembershipVotes()
        if table.me in table.membership_votes.apart and not known.apart:
            self._screen.say(_("To split off and play on, type: apart"), "bold")

    def _choices(self) -> list[tuple[str, str]]:
        assert self._table is not None
        position = self._table.position
        choices = words(position.game).choices(position, self._table.faces)
        return [(choice.typed, choice.text) for choice in choices]

    def _menu(self) -> None:
        self._screen.menu(self._choices())
        self._screen.say("  " + _("? for help"), "dim")

    def _prompt_again(self) -> None:
        """Show the prompt again after other output."""
        if self._my_turn:
            self._prompt()

    def _prompt(self) -> None:
        self._screen.prompt(_("your move"))

    # --- input ------------------------------------------------------------------------------------

    def typed(self, line: str | None) -> None:
        """Take one line; None at the end of standard input."""
        self._screen.answered()
        if line is None:
            over = self._table is not None and self._table.phase is Phase.OVER
            if self._looks_on or (over and self._once):
                return  # nothing more to type
            self._screen.say(_("Standard input has ended, so nobody is playing this seat."))
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
                self._say(rest)
            case "board":
                self._narrator.board()
            case "who":
                self._narrator.introduce()
                self._narrator.vouch()
            case "ready" | "wait" if self._plays:
                self._screen.say(_("The game has begun already."))
            case "ready":
                self._intents.ready(True)
                self._screen.say(_("You are ready."))
            case "wait":
                self._intents.ready(False)
                self._screen.say(_("The game will not start before you type ready."))
            case "free":
                self._free(rest)
            case "begin":
                self._intents.close_seats()
            case "closed":
                self._intents.invite_only(True)
            case "open":
                self._intents.invite_only(False)
            case "let":
                self._let_in(rest)
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
            case "why" if self._table is not None:
                self._adviser.why(self._table)
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

    def lines(self) -> list[str]:
        """Lines that the person could type now, for completion."""
        found = [line for line, _does in self._commands() if line.islower()]
        table = self._table
        if table is not None:
            seats = [seat.name for seat in table.seats]
            found += [f"{word} {name}" for word in ("without", "with") for name in seats]
            drawn = len(self._narrator.drawn())
            found += [f"proof {number}" for number in range(1, drawn + 1)]
        if self._my_turn:
            assert table is not None
            found += [typed for typed, _text in self._choices()]
            found += table.position.legal()
        return found

    @property
    def _plays(self) -> bool:
        table = self._table
        return table is not None and table.me is not None and table.phase is not Phase.OVER

    def _say(self, text: str) -> None:
        """Send chat; refuse an overlong one instead of cutting it: half a sentence may say the
        opposite."""
        text = text.strip()
        if not text:
            self._screen.say(_("Say what? Type: say TEXT"), "yellow")
        elif len(text) > CHAT_MAX:
            told = _(
                "That message is too long ({count} letters; the limit is {most}) and was not sent."
            )
            self._screen.say(told.format(count=len(text), most=CHAT_MAX), "yellow")
        else:
            self._intents.say(text)

    # --- playing on, and fairness -----------------------------------------------------------------

    def _vote(self, who: str, *, wanted: bool) -> None:
        seat = self._seat(who)
        if seat is not None:
            self._intents.go_on_without(seat, wanted)

    def _seat(self, who: str) -> int | None:
        """The seat meant by its number, as `who` shows it, or by a name; None after saying why
        not."""
        seats = self._table.seats if self._table is not None else ()
        for number, seat in enumerate(seats):
            if who.strip().casefold() in (str(number + 1), seat.name.casefold()):
                return number
        self._screen.say(_("Say whom, by number or name, as “who” shows them."), "yellow")
        return None

    def _free(self, who: str) -> None:
        offer = self._narrator.offer
        for seat in offer.seats if offer is not None else ():
            if seat.key and not seat.me and seat.name.casefold() == who.strip().casefold():
                self._intents.free_chair(seat.key)
                return
        self._screen.say(_("Nobody with that name is at your table in the lobby."), "yellow")

    def _let_in(self, who: str) -> None:
        for peer in self._narrator.peers:
            if peer.name.casefold() == who.strip().casefold():
                self._intents.let_in(peer.key)
                return
        self._screen.say(_("Nobody with that name is here."), "yellow")

    def _apart(self, answer: str) -> None:
        table = self._table
        if table is None or table.me not in table.membership_votes.apart:
            self._screen.say(
                _("There is no need for a game of your own: the table can continue as it is.")
            )
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
        """Print the proof of the luck with that number, or who vouches and the newest."""
        drawn = self._narrator.drawn()
        typed = which.strip()
        if not typed:
            self._narrator.vouch()
        number = int(typed) if typed.isdecimal() and len(typed) < 8 else len(drawn)
        if not drawn:
            self._screen.say(_("Luck has not decided anything yet."))
        elif typed and not typed.isdecimal():
            text = _("“{typed}” is not a number. Type: proof 3; “luck” lists the numbers.")
            self._screen.say(text.format(typed=typed), "yellow")
        elif 0 < number <= len(drawn):
            self._intents.show_luck(drawn[number - 1][0])
        else:
            text = _("There is no number {number}; “luck” lists 1 to {last}.")
            self._screen.say(text.format(number=number, last=len(drawn)), "yellow")

    # --- moves ------------------------------------------------------------------------------------

    def _move(self, typed: str) -> None:
        table = self._table
        if table is not None and table.me is None:
            self._screen.say(_("You are watching; only the players move."))
            return
        if table is None or table.phase is not Phase.PLAY:
            self._screen.say(_("No game is running now. Type ? for help."))
            return
        if not self._my_turn:
            if table.pending is not None:
                self._screen.say(_("Your move is already on its way."))
            elif table.shuffling is not None:
                self._screen.say(_("The cards are being shuffled; you can move in a moment."))
            elif table.membership_votes.changing:
                self._screen.say(_("The table is deciding who plays on."))
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
        self._screen.say(refusal(str(why)), "yellow")

    def _commands(self) -> list[tuple[str, str]]:
        return [
            ("board", _("show the board")),
            ("menu", _("show what you may do, when it is your turn")),
            ("who", _("show who sits here, the table code, and who vouches for the game")),
            ("say TEXT", _("say something to the table")),
            ("ready", _("say that you are ready to start")),
            ("free NAME", _("at a table that you opened: free that seat for others")),
            ("begin", _("at a table that you opened: play without its free seats")),
            ("closed", _("at a table that you opened: only people whom you let in may sit down")),
            ("let NAME", _("let somebody in at such a table")),
            ("open", _("let everybody sit down there again")),
            ("wait", _("say that you are not ready yet")),
            ("without N", _("vote to continue without seat N; a ghost plays it")),
            ("with N", _("take that vote back")),
            ("odds", _("show the odds, at a table with odds and hints")),
            ("hint", _("show what the computer would do, on your turn at such a table")),
            ("why", _("show what speaks for the last move of another player at such a table")),
            ("luck", _("list the dice and cards that luck has shown")),
            ("proof N", _("prove number N of that list; proof alone: who vouches, and the newest")),
            ("again", _("after a game: play again at the same table")),
            ("quit", _("leave; an unfinished game is kept (camelnet resume)")),
        ]

    def _help(self) -> None:
        self._screen.menu(self._commands())
        if self._my_turn:
            self._screen.say(
                "  " + _("A move is typed as the menu shows it; its first word may be shortened.")
            )
