"""The narrator: the events of lobby and table in words."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from camelnet.i18n import _, ngettext
from camelnet.rules.words import words
from camelnet.session.api.facts import (
    ChatSaid,
    Fact,
    Kind,
    LobbyChanged,
    LobbyView,
    LuckShown,
    Need,
    Noticed,
    PeerView,
    Phase,
    Shuffling,
    Stepped,
    TableChanged,
    TableOffer,
    TableView,
)
from camelnet.session.text import words as session_words
from camelnet.terminal.luck_proof import show_proof
from camelnet.terminal.screen import Screen
from camelnet.terminal.verdict import tell_headline, tell_line

DRAWN_MAX = 1000  # dice and cards whose proofs we keep
_PATIENCE_S = 2.0  # before naming the missing player: most waits are over by then


class Narrator:
    """Prints facts; keeps the last view of the table. `brief` leaves out the moves."""

    def __init__(self, screen: Screen, *, brief: bool = False) -> None:
        self.screen = screen
        self.table: TableView | None = None
        self._brief = brief
        self._loop = asyncio.get_running_loop()
        self._offer: TableOffer | None = None
        self._hint = ""
        self._peers: tuple[PeerView, ...] = ()
        self._trouble: tuple[str, ...] = ()  # told of what lasts
        self._caught_up: Stepped | None = None
        self._drawn: deque[Stepped] = deque(maxlen=DRAWN_MAX)
        self._shuffling: Shuffling | None = None  # a shuffle whose end is not yet told
        self._waited: object = None
        self._timer: asyncio.TimerHandle | None = None

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def hear(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby):
                self._lobby(lobby)
            case TableChanged(table):
                self._table(table)
            case Stepped() if fact.replayed:
                self._remember(fact)
                self._caught_up = fact
            case Stepped():
                self._step(fact)
            case ChatSaid():
                name = _("{name} (you)").format(name=fact.name) if fact.me else fact.name
                self.screen.say(_("{name} says: {text}").format(name=name, text=fact.text), "cyan")
            case LuckShown():
                told = [text for index, text in self.drawn() if index == fact.index]
                show_proof(self.screen, fact, told)
            case Noticed(text, serious) if serious or not self._brief:
                self.screen.say(str(text), "bold red" if serious else "yellow")

    # --- lobby ----------------------------------------------------------------------------------

    def _lobby(self, lobby: LobbyView) -> None:
        self._peers = lobby.peers
        trouble = tuple(str(told) for told in (lobby.discovery, lobby.namesake) if told)
        for told in trouble:
            if told not in self._trouble:
                self.screen.say(told, "yellow")
        self._trouble = trouble
        playing = self.table is not None and self.table.phase is not Phase.OVER
        if not playing:
            self._chairs(lobby.table)
        hint = str(lobby.hint) if lobby.hint and not playing else ""
        if hint != self._hint:
            self._hint = hint
            if hint and not self._brief:
                self.screen.say(hint, "dim")

    @property
    def peers(self) -> tuple[PeerView, ...]:
        """The other peers present."""
        return self._peers

    @property
    def offer(self) -> TableOffer | None:
        """The table at which we sit and wait."""
        return self._offer

    def _chairs(self, offer: TableOffer | None) -> None:
        """Announce who has sat down or stood up since the last view of the lobby."""
        before, self._offer = self._offer, offer
        if offer is None:
            if before is not None:
                self.screen.say(_("You leave the table {table}.").format(table=before.name))
            return
        if before is None or before.id != offer.id:
            self.screen.heading(
                _("Table {table}: {game}, {seated}.").format(
                    table=offer.name,
                    game=session_words.game_name(offer.game),
                    seated=session_words.seated(offer),
                )
            )
            if offer.strict:
                self.screen.say(
                    _(
                        "It is strict: secret cards open only with everybody's help; those of "
                        "whoever stays away count for nothing."
                    )
                )
            if offer.aids:
                self.screen.say(
                    _("All players see the odds here, and may ask for hints: odds, hint.")
                )
            there = [session_words.who(seat) for seat in offer.seats if seat.key]
            self.screen.say(_("At the table: {names}.").format(names=", ".join(there)))
            return
        was = {seat.key: seat for seat in before.seats if seat.key}
        now = {seat.key: seat for seat in offer.seats if seat.key}
        for key, seat in now.items():
            if key not in was:
                text = _("{name} sits down; {seated}.")
                self.screen.say(
                    text.format(name=session_words.who(seat), seated=session_words.seated(offer))
                )
            elif seat.ready and not was[key].ready and not seat.me:
                self.screen.say(_("{name} is ready.").format(name=seat.name))
        for key, seat in was.items():
            if key not in now:
                self.screen.say(_("{name} leaves the table.").format(name=session_words.who(seat)))

    # --- table ----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The names of the players, in seat order."""
        return [seat.name for seat in self.table.seats] if self.table else []

    def board(self) -> None:
        if self.table is not None:
            self.screen.board(self.table.position, self.names(), self.table.me, self.table.faces)

    def turn(self, choices: Sequence[tuple[str, str]]) -> None:
        """Announce my turn: the board, and the possible input."""
        table = self.table
        if table is not None:
            self.screen.turn(table.position, self.names(), table.me, table.faces, choices)

    def introduce(self) -> None:
        """Print the players at the table, and the table code."""
        if self.table is None:
            return
        seats = [
            f"{number} {session_words.who(seat)}"
            for number, seat in enumerate(self.table.seats, start=1)
        ]
        self.screen.say(_("Seats: {names}.").format(names=", ".join(seats)))
        self.screen.say(_("Table code: {code}").format(code=" ".join(self.table.code)), "bold")
        if sum(seat.kind is Kind.HUMAN for seat in self.table.seats) > 1:
            self.screen.say(_("Read it aloud: everybody must see the same four words."), "dim")

    def vouch(self) -> None:
        """Print who vouches for the game so far."""
        if self.table is not None:
            verdict = self.table.verdict
            tell_headline(self.screen, verdict, running=not verdict.ended)

    def _table(self, table: TableView) -> None:
        before, self.table = self.table, table
        fresh = before is None or not session_words.goes_on(before, table)
        if fresh:
            self._offer = None
            looking_on = _("You are watching the table {table}.").format(table=table.name)
            begins = _("The game begins.") if table.index == 1 else _("The game goes on.")
            self.screen.heading(looking_on if table.me is None else begins)
            self.introduce()
        known = table.index - 1  # entries of its log
        if self._caught_up is not None or (fresh and known > 0):
            self._caught_up = None
            entries = ngettext(
                "The game goes on after {count} entry of its log.",
                "The game goes on after {count} entries of its log.",
                known,
            )
            self.screen.say(entries.format(count=known))
            if not self._brief:
                self.board()
        if before is not None and not fresh:
            self._changed(before, table)
        self._deal(table)
        self._watch(table)

    def _changed(self, before: TableView, table: TableView) -> None:
        if table.trouble and table.trouble != before.trouble:
            self.screen.loud(str(table.trouble))
        for line in session_words.news(before, table):
            self.screen.say(line, "yellow")
        if table.verdict.ended and not before.verdict.ended and not self._brief:
            tell_line(self.screen, table.verdict)
        if table.record and not before.record:
            self.screen.say(_("The record of the game: {path}").format(path=table.record), "dim")
        for seat in table.again:
            if seat not in before.again and seat != table.me:
                name = table.seats[seat].name
                self.screen.say(_("{name} wants to play again.").format(name=name))

    def _deal(self, table: TableView) -> None:
        """Announce once that the cards lie ready, however many steps it took and whoever left."""
        if table.shuffling is not None:
            self._shuffling = table.shuffling
        elif self._shuffling is not None and not table.membership_votes.changing:
            if not self._brief:
                self.screen.told([session_words.dealt(self._shuffling)])
            self._shuffling = None

    def _step(self, step: Stepped) -> None:
        if self.table is None:
            return
        self._remember(step)
        names = self.names()
        speech = words(step.after.game)
        told = session_words.told(step, names, tabled=True)
        if not self._brief:
            self.screen.happened(told, speech.tables(step.events, names))
        if step.after.turn == "over" and step.before.turn != "over":
            if self._brief:
                self.screen.say(told[-1])
            else:
                self.screen.scores(speech.standings(step.after, names))

    def _remember(self, step: Stepped) -> None:
        """Keep the luck drawn or turned up: the player can ask for its proof."""
        in_hand = step.before.turn == "reveal" and step.before.pack() is not None
        if step.before.turn == "chance" or in_hand:
            self._drawn.append(step)

    def drawn(self) -> list[tuple[int, str]]:
        """The luck drawn in this game, oldest first: the index of its entry, and its
        description."""
        games = self.table.games if self.table else ()
        return [
            (step.index, session_words.told(step, self.names())[0])
            for step in self._drawn
            if step.game_id in games
        ]

    # --- waiting --------------------------------------------------------------------------------

    def _watch(self, table: TableView) -> None:
        """Name the player for whom the table waits, once it has waited a while for the same one."""
        seats = [table.seats[item.seat] for item in table.waiting]
        states = tuple((seat.presence, seat.catching_up) for seat in seats)
        waited = (table.own, table.waiting, states)
        if waited == self._waited:
            return
        self._waited = waited
        self.end()
        mine = any(item.seat == table.me and item.need is Need.MOVE for item in table.waiting)
        if table.waiting and not mine and not self._brief:
            self._timer = self._loop.call_later(_PATIENCE_S, self._say_waiting)

    def _say_waiting(self) -> None:
        if self.table is not None:
            for line in session_words.waiting(self.table):
                self.screen.say(line, "dim")
