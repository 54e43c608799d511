"""The seat runner pursues one seat's goal: finds its table, gets ready, knows when it is done. For
a
spectator, who has no chair, it finds the running game.

A person decides alone whether to play again; `peer.seating_policy` leads a bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from camelnet.i18n import N_, Message, _, message
from camelnet.net.address import show_address
from camelnet.session.api.facts import (
    Fact,
    LobbyChanged,
    LobbyView,
    Noticed,
    Phase,
    TableChanged,
    TableView,
)
from camelnet.session.peer.peer import Peer
from camelnet.session.peer.seating_policy import SeatingPolicy
from camelnet.session.text.words import game_name
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.goal import Goal, Host, Join, Resume
from camelnet.terminal.narrator import Narrator
from camelnet.terminal.shell_words import shell_words

_TICK_S = 0.25
STOPPED_S = 6.0  # positions that differ this long will not agree any more
_REST_S = 30.0  # during a game in which nothing happens
_FALLING_BACK = N_("No table was found automatically (no multicast here?): trying {address}.")
_NOT_YET = message(N_("They are not playing yet; the game is shown as soon as it begins."))
_CAME_BY_ADDRESS = N_("I joined by address ({address}): multicast does not reach me.")


class SeatRunner:
    """One seat's way to its table. `run` returns when a `once` game is over, else never."""

    def __init__(
        self,
        *,
        peer: Peer,
        goal: Goal,
        bot: bool,
        once: bool,
        narrator: Narrator,
        troubles: Callable[[], Sequence[Message]] = tuple,
    ) -> None:
        """`troubles`: messages about bots that should sit here."""
        self._peer = peer
        self._goal = goal
        self._person = not bot
        self._once = once
        self._narrator = narrator
        self._troubles = troubles
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._began_s = 0.0
        self._lobby: LobbyView | None = None
        self._sat = False  # at any table before
        self._began = False  # a game, any
        self._stopped_s: float | None = None  # since when our table stands still
        self._view: TableView | None = None
        self._dialled = False
        self._asked: set[bytes] = set()  # tables at which I asked to look on
        self._told: set[Message | None] = set()  # refusals already told
        self._greeting: Message | None = None  # to send at the table
        self.record_trouble: Message | None = None  # of the last game without a record
        self._notices: list[Noticed] | None = []  # notices during the start
        table = None if isinstance(goal, Join) and goal.table is None else goal.table
        # It only leads people to a chair: after a game they decide themselves.
        self._seating_policy = SeatingPolicy(
            peer,
            table=table,
            once=once or self._person,
            host=_host(peer, goal),
            game=goal.game if isinstance(goal, Join) else None,
            person=self._person,
        )

    def hear(self, fact: Fact) -> None:
        """Listen to the node, and pass facts on to the narrator."""
        self._news.set()
        match fact:
            case LobbyChanged(lobby):
                self._lobby = lobby
                self._seating_policy.see(lobby)
            case TableChanged(view):
                self._began, self._view = True, view
            case Noticed() if self._notices is not None:
                self._notices.append(fact)
                return
        self._narrator.hear(fact)

    async def run(self) -> None:
        """Run until a `once` game is over. Raises `Failed`."""
        self._began_s = self._loop.time()
        self._begin()
        while not self._tick() or not self._once:
            self._news.clear()
            if not self._is_playing:
                await asyncio.sleep(_TICK_S)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(_REST_S):
                    await self._news.wait()

    @property
    def _is_playing(self) -> bool:
        """True during a game here: then only news can give us work."""
        if self._view is None or self._view.phase is not Phase.PLAY:
            return False
        looks_on = isinstance(self._goal, Join) and self._goal.watch
        return looks_on or self._peer.table is not None

    def _begin(self) -> None:
        match self._goal:
            case Host() as host:
                self._peer.open_table(
                    name=host.table,
                    game=host.game,
                    seats=host.seats,
                    options=host.options,
                    strict=host.strict,
                    aids=host.aids,
                )
                well = self._lobby is not None and self._lobby.table is not None
            case Resume(game_id):
                self._peer.resume(game_id)
                well = self._peer.table is not None
            case Join(table=table, game=game):
                looking = _("Looking for a table.")
                if table:
                    looking = _("Looking for the table {table}.")
                elif game:
                    looking = _("Looking for a table of {game}.")
                told = looking.format(table=table, game=game_name(game or ""))
                self._narrator.screen.say(told)
                well = True
        notices, self._notices = self._notices or [], None
        if not well:
            raise Failed(notices[-1].message if notices else message(N_("The game didn't begin.")))
        for notice in notices:
            self._narrator.hear(notice)

    def _tick(self) -> bool:
        """Do whatever is due; return True when one game is over and nobody needs us for it any
        more."""
        for told in self._troubles():
            self._narrator.screen.say(str(told))
        waited_s = self._loop.time() - self._began_s
        if isinstance(self._goal, Join) and self._goal.watch:
            return self._look_on(self._goal, waited_s)
        match self._goal:
            case Join() if not self._sat:
                self._seek(self._goal, waited_s)
            case Host(patience_s=patience_s) if patience_s is not None and not self._began:
                if waited_s > patience_s:
                    raise Failed(message(N_("The seats at the table were not taken in time.")))
        done = self._seating_policy.tick(int(self._loop.time() * 1000))
        table = self._peer.table
        if table is not None and table.record_trouble is not None:
            self.record_trouble = table.record_trouble
        if table is None or not table.log.epoch.stopped or not table.trouble:
            self._stopped_s = None
        elif self._stopped_s is None:
            self._stopped_s = self._loop.time()  # one liar can stop us until a certificate comes
        elif self._once and self._loop.time() >= self._stopped_s + STOPPED_S:
            raise Failed(table.trouble)
        if self._lobby is not None and self._lobby.table is not None and not self._sat:
            self._sat = True
            if self._greeting is not None:
                self._peer.say(str(self._greeting))
            if self._person:
                self._peer.ready(True)
        return done

    # --- finding ----------------------------------------------------------------------------------

    def _seek(self, goal: Join, waited_s: float) -> None:
        tables = self._lobby.tables if self._lobby is not None else ()
        full = next((t for t in tables if t.name == goal.table and t.trouble), None)
        if full is not None and full.trouble not in self._told:
            self._told.add(full.trouble)
            self._narrator.screen.say(str(self._why_no_table(goal)))
        found = any(goal.fits(table) for table in tables)
        self._dial(goal, waited_s, found=found)
        if goal.patience_s is not None and waited_s >= goal.patience_s:
            raise Failed(self._why_no_table(goal))

    def _dial(self, goal: Join, waited_s: float, *, found: bool) -> None:
        """Dial the given address, once it is time and we have found no table."""
        late = waited_s >= goal.address_after_s
        if goal.address and late and not found and not self._dialled:
            self._dialled = True
            host, port = goal.address
            if goal.address_after_s:
                address = show_address(host, port)
                self._greeting = message(_CAME_BY_ADDRESS, address=address)
                self._narrator.screen.say(str(message(_FALLING_BACK, address=address)))
            self._peer.connect(host, port)

    # --- looking on -------------------------------------------------------------------------------

    def _look_on(self, goal: Join, waited_s: float) -> bool:
        """Find a running game and look on; return True when that game has ended."""
        if self._view is not None:
            if self._view.phase is Phase.STOPPED and self._once:
                raise Failed(self._view.trouble or message(N_("The table is stopped.")))
            return self._view.phase is Phase.OVER
        tables = self._lobby.tables if self._lobby is not None else ()
        fitting = [table for table in tables if goal.fits(table)]
        running = next((table for table in fitting if table.watchable), None)
        if running is not None:
            if running.id not in self._asked:
                self._asked.add(running.id)
                self._peer.watch(running.id)
        elif fitting and _NOT_YET not in self._told:
            self._told.add(_NOT_YET)
            self._narrator.screen.say(str(_NOT_YET))
        self._dial(goal, waited_s, found=bool(fitting))
        if goal.patience_s is not None and waited_s >= goal.patience_s and not fitting:
            raise Failed(self._why_no_table(goal))
        return False

    def _why_no_table(self, goal: Join) -> Message:
        wanted = goal.table
        tables = self._lobby.tables if self._lobby is not None else ()
        same = next((table for table in tables if table.name == wanted), None)
        if same is not None and same.trouble is not None:
            if same.watchable:
                template = N_(
                    "There is no seat for us at the table {table}: {why} To watch: camelnet join "
                    "--watch --table {quoted}"
                )
                quoted = shell_words([same.name])
                return message(template, table=same.name, why=same.trouble, quoted=quoted)
            template = N_("There is no seat for us at the table {table}: {why}")
            return message(template, table=same.name, why=same.trouble)
        if same is not None and not goal.fits(same):
            template = N_("At the table {table} another game is played: {game}.")
            return message(template, table=same.name, game=game_name(same.game))
        if goal.game is not None and not any(map(goal.fits, tables)):
            template = N_("No table of {game} was found on this network.")
            return message(template, game=game_name(goal.game))
        names = ", ".join(table.name for table in tables)
        if wanted is None:
            if not tables:
                return message(N_("No table was found on this network."))
            return message(N_("No table with a free seat was found; seen: {names}."), names=names)
        if not tables:
            return message(N_("No table {table} was found on this network."), table=wanted)
        template = N_("There is no table {table} on this network; there are: {names}.")
        return message(template, table=wanted, names=names)


def _host(peer: Peer, goal: Goal) -> Callable[[], bytes | None] | None:
    """A function for the player that must sit at the table, if the goal names one or is only an
    address."""
    if not isinstance(goal, Join):
        return None
    if goal.host is not None:
        return lambda: goal.host
    if goal.table is not None or goal.address is None:
        return None
    host, port = goal.address
    return lambda: peer.key_at(host, port)
