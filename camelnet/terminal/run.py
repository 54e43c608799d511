"""Runs seats without a window until they are done: nodes, seat runners, keyboard, signals."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from camelnet.i18n import Message, _
from camelnet.net.address import local_address
from camelnet.net.interfaces import own_hosts
from camelnet.net.mesh import NetError
from camelnet.record.profile import Profile, ProfileError, guest_home
from camelnet.session.api.facts import Fact, LobbyChanged
from camelnet.session.peer.node import Node
from camelnet.session.runtime.executor import ThreadExecutor
from camelnet.terminal.exit_codes import DONE, FAILED, INTERRUPTED, TERMINATED, Failed, complain
from camelnet.terminal.goal import Goal, Host, Join
from camelnet.terminal.keyboard_player import Person
from camelnet.terminal.narrator import Narrator
from camelnet.terminal.screen import Screen
from camelnet.terminal.seat_runner import SeatRunner
from camelnet.terminal.shell_words import shell_words
from camelnet.terminal.stdin_lines import LineReader, can_edit
from camelnet.terminal.stdout_guard import OutputLost

if TYPE_CHECKING:
    from camelnet.terminal.line_editor import Editor
    from camelnet.terminal.phones import PhonePlayer, Phones

GUESTS_END_S = 5.0  # for guests to see the end of a game that is over


@dataclass(frozen=True, slots=True)
class Seat:
    """One peer to run: its profile, its goal, and a bot's level; "" for a person."""

    profile: Profile
    goal: Goal
    level: str
    name: str = ""
    troubles: Callable[[], Sequence[Message]] = tuple  # of the bots started for it
    guests: int = 0  # people who join by their phones, through this seat's laptop


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings shared by all seats of one command."""

    once: bool
    record_dir: Path | None
    interface: str | None
    port: int
    attended: bool = False  # bots end when the pipe to their standard input closes
    think_ms: int | None = None  # per decision of a bot, instead of its level's own time
    threads: int = 1  # for the thinking of each bot


class _Table:
    """One seat with everything that serves it."""

    def __init__(
        self, seat: Seat, settings: Settings, *, alone: bool, phone: PhonePlayer | None = None
    ) -> None:
        """`phone`: whoever plays this seat at a phone, instead of a keyboard."""
        self._settings = settings
        self._phone = phone
        self.address: tuple[str, int] | None = None  # where our other seats reach it
        self._profile = seat.profile
        name = seat.name or seat.profile.name
        self.narrator = Narrator(Screen(prefix="" if alone else f"{name}: "), brief=not alone)
        self.person: Person | None = None
        self.left = asyncio.Event()
        self._worker = ThreadExecutor()
        self._editor: Editor | None = None
        looks_on = isinstance(seat.goal, Join) and seat.goal.watch
        self.node = Node(
            spectator=looks_on,
            profile=seat.profile,
            level=seat.level,
            think_ms=settings.think_ms,
            threads=settings.threads,
            name=name,
            interface=settings.interface,
            port=settings.port if phone is None else 0,
            record_dir=settings.record_dir,
            listener=self._hear,
        )
        self._runner = SeatRunner(
            peer=self.node,
            goal=seat.goal,
            bot=bool(seat.level),
            once=settings.once,
            narrator=self.narrator,
            troubles=seat.troubles,
        )
        if phone is not None:
            phone.plays(self.node)
        elif not seat.level:
            self.person = Person(
                intents=self.node,
                narrator=self.narrator,
                once=settings.once,
                leave=self.left.set,
                looks_on=looks_on,
                executor=self._worker,
            )

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, LobbyChanged) and fact.lobby.addresses:
            self.address = local_address(fact.lobby.addresses, self._settings.interface)
        self._runner.hear(fact)
        if self._phone is not None:
            self._phone.hear(fact)
        if self.person is not None:
            self.person.hear(fact)

    async def run(self) -> int:
        """Run until the goal is reached (0), or the person leaves: 1 if they asked for a game and
        it has not ended."""
        try:
            await self.node.start()
            if self.person is not None and can_edit():
                # Imported here: bots and pipes do not need it, and it loads more slowly than
                # anything else.
                from camelnet.terminal.line_editor import Editor

                self._editor = Editor(self.person.typed, self.person.lines)
                self.narrator.screen.edited_by(self._editor)
                self._editor.start()
            elif self.person is not None:
                LineReader(self.person.typed).start()
            elif self._settings.attended:
                LineReader(self._attended).start()
            goal = asyncio.ensure_future(self._runner.run())
            left = asyncio.ensure_future(self.left.wait())
            try:
                await asyncio.wait((goal, left), return_when=asyncio.FIRST_COMPLETED)
                if goal.done():
                    goal.result()
                    code = DONE
                else:
                    code = self._leave()
                return self._without_record() or code
            finally:
                goal.cancel()
                left.cancel()
                await asyncio.gather(goal, left, return_exceptions=True)
        finally:
            if self._editor is not None:
                await self._editor.stop()
            self._worker.close()
            self.narrator.end()
            await self.node.stop()
            self._profile.close()

    def _without_record(self) -> int:
        """The exit code for a missing record: an error at the end, since nobody may watch the
        screen."""
        trouble = self._runner.record_trouble
        if trouble is None:
            return DONE
        complain(str(trouble))
        return FAILED

    def _attended(self, line: str | None) -> None:
        if line is None:
            self.left.set()

    def _leave(self) -> int:
        table = self.node.table
        if table is not None and not table.over:
            words = ["camelnet", "resume", table.game_start.id.hex()[:12]]
            if self._profile.path != Profile.default_path():
                words += ["--profile", str(self._profile.path)]
            text = _("The game is kept; `{command}` goes on with it.")
            self.narrator.screen.say(text.format(command=shell_words(words)))
        over = table is not None and table.over
        return 1 if self._settings.once and not over else 0


def run(seats: Sequence[Seat], settings: Settings) -> int:
    """Play, and return the exit code. Raises `Failed`, `NetError`."""
    return asyncio.run(_until_signalled(lambda: _run_all(seats, settings)))


async def _run_all(seats: Sequence[Seat], settings: Settings) -> int:
    with contextlib.ExitStack() as stack:
        tables = [_Table(seat, settings, alone=len(seats) == 1) for seat in seats]
        tasks = [asyncio.ensure_future(table.run()) for table in tables]
        guests: list[asyncio.Task[None]] = []
        try:
            for seat, table in zip(seats, tables, strict=True):
                if seat.guests:
                    # Here, for only hosts with guests need it: its libraries take a while to load.
                    from camelnet.terminal.phones import Phones

                    # One network alone: the one that is chosen, or the best.
                    hosts = own_hosts(settings.interface)[:1]
                    phones = stack.enter_context(Phones(seat.guests, hosts, once=settings.once))
                    phones.print_codes(table.narrator.screen)
                    guests += [
                        asyncio.ensure_future(_lend(seat, table, settings, phones, number))
                        for number in range(seat.guests)
                    ]
            code = max(await asyncio.gather(*tasks))
            if guests:  # theirs ends with ours, but for its last words
                await asyncio.wait(guests, timeout=GUESTS_END_S)
            return code
        finally:
            for task in (*tasks, *guests):
                task.cancel()
            await asyncio.gather(*tasks, *guests, return_exceptions=True)


async def _lend(seat: Seat, host: _Table, settings: Settings, phones: Phones, number: int) -> None:
    """Lend a seat at the host's table to a guest, as soon as somebody has come by phone."""
    assert isinstance(seat.goal, Host)
    player, why = phones.players[number], _("This laptop has left the table.")
    try:
        name = await player.named()
        home = guest_home(seat.profile.path, name, phones.homes)
        phones.homes.add(home)
        profile = Profile.open(home)
        profile.rename(name)
        goal = Join(seat.goal.table, host.address, host=host.node.key)
        guest = _Table(Seat(profile, goal, "", name), settings, alone=False, phone=player)
        phones.keys.append(guest.node.key)
        for node in (host.node, guest.node):
            node.share_computer((host.node.key, *phones.keys))
        await guest.run()
    except (Failed, NetError, ProfileError) as error:
        why = str(error)
        complain(why)
    finally:
        phones.end(number, why)


async def _until_signalled(work: Callable[[], Awaitable[int]]) -> int:
    """The work's result, or the code of the signal that ended and cancelled it.

    Lost output ends it, too. Any other failure in a callback of the loop is our own bug: we print
    one line on standard error, and the table goes on.
    """
    task = asyncio.ensure_future(work())
    codes: list[int] = []
    lost: list[OutputLost] = []

    def end(code: int) -> None:
        codes.append(code)
        task.cancel()

    def failed(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OutputLost):
            lost.append(error)
            task.cancel()
        else:
            text = _("Something went wrong: {error}")
            what = f"{type(error).__name__}: {error}" if error else context["message"]
            complain(text.format(error=what))

    asyncio.get_running_loop().set_exception_handler(failed)
    with _signals(end):
        try:
            return await task
        except asyncio.CancelledError:
            if lost:
                raise lost[0] from None
            if codes:
                return codes[0]
            raise


@contextlib.contextmanager
def _signals(end: Callable[[int], None]) -> Iterator[None]:
    """Let Ctrl-C and a polite kill end the work in order."""
    loop = asyncio.get_running_loop()
    wanted = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
    if sys.platform == "win32":  # no signals in its loop; Ctrl-C raises KeyboardInterrupt
        yield
        return
    for number, code in wanted.items():
        loop.add_signal_handler(number, end, code)
    try:
        yield
    finally:
        for number in wanted:
            loop.remove_signal_handler(number)
