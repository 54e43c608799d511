"""Intents: the requests of a front end. Every call returns at once; results arrive as facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from camelnet.protocol.wire.limits import CHAT_MAX, NAME_MAX
from camelnet.rules import Options

__all__ = ["CHAT_MAX", "NAME_MAX", "Forward", "Intents", "forwarded"]


class Intents(Protocol):
    """The interface that `camelnet.session.peer.node.Node` implements; call it in the thread of the
    node's loop.

    An impossible intent (a move out of turn, a seat at a full table) changes nothing; a `Noticed`
    fact says why.
    """

    def open_table(
        self,
        *,
        name: str,
        game: str,
        seats: int,
        options: Options,
        strict: bool = False,
        aids: bool = False,
    ) -> None:
        """Open a table and sit down at it. The opener can free chairs until the game begins, and
        has no power afterwards. `strict`: hidden bets open only with everybody's help. `aids`: all
        see odds and may ask for hints."""

    def sit(self, table_id: bytes) -> None:
        """Take the first free chair of a table in the lobby."""

    def stand(self) -> None:
        """Leave the chair, the game or the table watched. A running game can be resumed from its
        journal."""

    def ready(self, ready: bool) -> None:
        """Declare me ready to start, or not ready."""

    def free_chair(self, key: bytes) -> None:
        """Refuse that peer a chair at the table that I opened, until the game begins."""

    def close_seats(self) -> None:
        """Go on with those who sit at the table that I opened: its free seats go, and I am
        ready."""

    def invite_only(self, only: bool) -> None:
        """Admit to the table that I opened, until the game begins, only peers that I let in or that
        sit there now; or everybody again."""

    def let_in(self, key: bytes) -> None:
        """Let that peer sit down at the table that I opened."""

    def play(self, notation: str) -> None:
        """Decide: a notation of `position.legal()`. Its step comes once the table has agreed."""

    def go_on_without(self, seat: int, wanted: bool = True) -> None:
        """Vote to go on without a seat of my table, or withdraw the vote; everybody sees it."""

    def go_on_apart(self) -> None:
        """Ask to play on with those present, as another game, if too few are left to vote."""

    def watch(self, table_id: bytes) -> None:
        """Watch a running game; `stand` ends it."""

    def show_luck(self, index: int) -> None:
        """Prove the luck behind an entry of my table's log, with a `LuckShown` fact."""

    def say(self, text: str) -> None:
        """Chat, at most `CHAT_MAX` characters, with my table, or with the lobby without one."""

    def again(self) -> None:
        """Ask for a rematch after the end, with the same people in the same chairs."""

    def connect(self, host: str, port: int) -> None:
        """Connect to a peer that discovery does not find."""

    def resume(self, game_id: bytes) -> None:
        """Reopen an unfinished game of this profile from its journal."""

    def share_computer(self, computer: Sequence[bytes]) -> None:
        """Name the peers that play at this computer, its owner's key first, before the game begins:
        the verdict says who played through whose computer."""

    def rename(self, name: str) -> None:
        """Change this profile's name; a game that has begun goes on with the former one."""


Forward = Callable[[str, tuple[Any, ...], dict[str, Any]], None]  # an intent's name and arguments


def forwarded(forward: Forward) -> Intents:
    """Intents that pass every call to `forward`, for instance to another thread."""
    return cast(Intents, _Forwarded(forward))


class _Forwarded:
    def __init__(self, forward: Forward) -> None:
        self._forward = forward

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or not hasattr(Intents, name):
            raise AttributeError(name)
        return lambda *given, **named: self._forward(name, given, named)
