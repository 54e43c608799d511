"""The requests of a front end. Every call returns at once; its results arrive as facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from camelnet.protocol.wire.limits import CHAT_MAX, NAME_MAX
from camelnet.rules import Options

__all__ = ["CHAT_MAX", "NAME_MAX", "Forward", "Intents", "forwarded"]


class Intents(Protocol):
    """Implemented by `camelnet.session.peer.node.Node`; call it in the thread of the node's loop.

    An intent that makes no sense now (a move out of turn, a seat at a full table) changes nothing
    and comes back as a `Noticed` fact that says why.
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
        """Open a table and sit down at it. Whoever opens it can free chairs until the game begins,
        and has no power afterwards. `strict`:
        hidden bets open only with everybody's help. `aids`: all see the odds and get hints."""

    def sit(self, table_id: bytes) -> None:
        """Take the first free chair of a table in the lobby."""

    def stand(self) -> None:
        """Leave the chair: in the lobby, or after a game has ended. A running game's journal stays
        and can be resumed."""

    def ready(self, ready: bool) -> None:
        """Say that I am ready to start, or not any more."""

    def free_chair(self, key: bytes) -> None:
        """Gives that peer no chair at a table that I have opened, before the game begins."""

    def invite_only(self, only: bool) -> None:
        """At a table that I have opened, before the game begins: gives chairs to those alone whom I
        let in, and who sit there now; or to everybody again."""

    def let_in(self, key: bytes) -> None:
        """Lets that peer sit down at a table that I have opened."""

    def play(self, notation: str) -> None:
        """Decide: a notation of `position.legal()`. It shows once the table has agreed."""

    def go_on_without(self, seat: int, wanted: bool = True) -> None:
        """Vote, or take the vote back, to go on without a seat of my table; everybody sees it."""

    def go_on_apart(self) -> None:
        """Plays on with those present, as another game, where too few are left to vote."""

    def watch(self, table_id: bytes) -> None:
        """Watches a running game; `stand` stops it."""

    def show_luck(self, index: int) -> None:
        """Prove the luck behind an entry of my table's log; comes back as `LuckShown`."""

    def say(self, text: str) -> None:
        """Chat, at most 500 characters, to my table, or to the lobby while I have none."""

    def again(self) -> None:
        """Plays the same game again, after its end, with the same people in the same chairs."""

    def connect(self, host: str, port: int) -> None:
        """Reach a peer that discovery does not find."""

    def resume(self, game_id: bytes) -> None:
        """Re-open an unfinished game of this profile from its journal."""

    def rename(self, name: str) -> None:
        """Change and remember this profile's name; in the lobby only."""


Forward = Callable[[str, tuple[Any, ...], dict[str, Any]], None]  # an intent's name and arguments


def forwarded(forward: Forward) -> Intents:
    """Intents that hand every call to `forward`, so that it crosses to where they are served."""
    return cast(Intents, _Forwarded(forward))


class _Forwarded:
    def __init__(self, forward: Forward) -> None:
        self._forward = forward

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or not hasattr(Intents, name):
            raise AttributeError(name)
        return lambda *given, **named: self._forward(name, given, named)
