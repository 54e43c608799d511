"""Bugs about who plays, who may sit down, and who has a place to watch; see `mutants`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from camelnet.protocol.start.genesis import PendingStart
from camelnet.protocol.start.lobby import LobbyState, table_body
from camelnet.protocol.wire.bodies import Chair, LobbyBody, TableBody
from camelnet.session.lobby.starts import Starts
from camelnet.session.lobby.table_access import TableAccess
from camelnet.session.runtime.archive import _Ended
from camelnet.session.watch.audience import Audience
from tests.sim.mutant import Mutant, nothing, put, swap


def claims_are_proofs(
    self: LobbyState, where: bytes, body: TableBody, claims: list[LobbyBody], seated: Any
) -> tuple[bytes, ...]:
    """A table plays as soon as somebody there says so."""
    if not any(record.playing for record in claims):
        return ()
    keys = {record.chair.seat: record.key for record in claims if record.chair}
    return tuple(keys.get(seat, bytes(32)) for seat in range(body.seats))


def signed_by_anybody(self: PendingStart, seat: int, signature: bytes) -> None:
    self._signatures[seat] = signature


def unadmitted_claims_count(
    self: LobbyState, where: bytes, chair: Chair, record: LobbyBody
) -> bool:
    return record.key in self._opener(where, table_body(chair.table))[1]


def lists_of_all_tables(stack: ExitStack) -> None:
    right = LobbyState.opened

    def opened(self: LobbyState, where: bytes, game: bytes) -> None:
        right(self, where, game)
        self._opened = _Everywhere(self._opened[where])

    put(stack, LobbyState, "opened", opened)


class _Everywhere(dict[bytes, Any]):
    """The same games at every table."""

    def __init__(self, games: Any) -> None:
        super().__init__()
        self._games = games

    def get(self, where: bytes, other: Any = None) -> Any:
        return self._games

    def __getitem__(self, where: bytes) -> Any:
        return self._games

    def setdefault(self, where: bytes, other: Any = None) -> Any:
        return self._games


def one_at_a_time(self: TableAccess, access: Any, key: bytes, seated: tuple[bytes, ...]) -> bool:
    """Who is sent away comes back with another key."""
    return key not in access.sent_away and (not access.only or key in access.let_in)


_CLAIMS = "tests/session/lobby/test_claims_to_play.py::"
_GIVEN_UP = "tests/session/lobby/test_given_up.py::"
_ACCESS = "tests/session/lobby/test_table_access.py::"
_AUDIENCE = "tests/session/watch/test_audience.py::"

LOBBY_MUTANTS = (
    Mutant(
        "who says that it plays is believed",
        swap(LobbyState, "_players_of", claims_are_proofs),
        test=_CLAIMS + "test_whoever_only_says_that_it_plays_can_be_sent_away_and_starts_nothing",
    ),
    Mutant(
        "whoever signs a genesis of a table plays there",
        swap(LobbyState, "_agrees", lambda *_given: True),
        test=_CLAIMS + "test_keys_that_sign_a_genesis_of_your_table_do_not_play_there",
    ),
    Mutant(
        "signatures of a shown genesis are not checked",
        swap(PendingStart, "sign", signed_by_anybody),
        test=_CLAIMS
        + "test_a_genesis_with_a_bad_signature_is_refused_and_nobody_asks_its_sender_again",
    ),
    Mutant(
        "any game that was played counts as given up",
        swap(Starts, "_false_lists", lambda self: {}),
        test=_GIVEN_UP + "test_who_gives_up_a_game_of_others_is_passed_over_and_named_by_all",
    ),
    Mutant(
        "nobody is shown what is given up falsely",
        swap(Starts, "_tell_of_false_lists", nothing),
        test=_GIVEN_UP + "test_what_shows_a_false_list_begins_nothing",
    ),
    Mutant(
        "a chair lists the starts of all tables",
        lists_of_all_tables,
        test=_GIVEN_UP + "test_a_chair_lists_the_starts_of_its_own_table_only",
    ),
    Mutant(
        "a claim that the opener has not admitted has the chair",
        swap(LobbyState, "_is_turned_away", unadmitted_claims_count),
        test=_ACCESS + "test_only_people_who_are_let_in_sit_down_at_a_table_that_says_so",
    ),
    Mutant(
        "who is sent away comes back with another key",
        swap(TableAccess, "_may_sit", one_at_a_time),
        test=_ACCESS
        + "test_twenty_keys_of_one_laptop_do_not_hold_a_table_whose_opener_frees_its_seats",
    ),
    Mutant(
        "a place in the archive is kept for whoever asks",
        swap(_Ended, "may_go", lambda self, now_ms: False),
        test="tests/session/runtime/test_archive.py::"
        "test_askers_who_never_get_on_do_not_keep_the_places_from_others",
    ),
    Mutant(
        "places to watch are whoever's came first",
        swap(Audience, "_yields_to", nothing),
        test=_AUDIENCE + "test_keys_of_few_laptops_do_not_hold_all_places_to_watch",
    ),
)
