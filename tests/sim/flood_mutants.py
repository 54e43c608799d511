"""Bugs that show where strangers flood, tell tales, or hold places; see `mutants`."""

from __future__ import annotations

from typing import Any

from camelnet.net import interfaces
from camelnet.net.admission import Admission
from camelnet.net.transport import Transport
from camelnet.record import journal
from camelnet.session.lobby.contacts import Contact
from camelnet.session.peer.peer_router import Router
from camelnet.session.peer.publisher import Publisher
from camelnet.session.peer.standing import Standing
from camelnet.session.runtime import archive
from tests.sim.mutant import Mutant, everywhere, nothing, put, swap

_FLOODS = "tests/session/peer/test_floods.py::"
_ADMISSION = "tests/net/test_admission.py::"
_HEARSAY = "tests/net/test_hearsay.py::"


def _always(*args: Any, **rest: Any) -> bool:
    return True


def _never(*args: Any, **rest: Any) -> bool:
    return False


class _AnySize:
    """Equal to every length."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


FLOOD_MUTANTS = (
    Mutant(
        "strangers do not share what they may send",
        swap(Transport, "_share_out", nothing),
        test=_ADMISSION + "test_strangers_share_what_there_is_and_who_sits_at_my_table_has_more",
    ),
    Mutant(
        "a dear frame counts as a cheap one",
        swap(Standing, "price", lambda *args: 0),
        test=_FLOODS + "test_what_a_stranger_pays_for_its_frames_bounds_what_they_cost",
    ),
    Mutant(
        "frames of a game are read from anybody",
        swap(Standing, "may_say", _always),
        test=_FLOODS + "test_frames_of_a_game_are_read_only_from_those_who_played_with_us",
    ),
    Mutant(
        "a record that is said again is checked again",
        swap(Router, "_is_known", _never),
        test=_FLOODS + "test_a_record_that_is_said_again_costs_no_signature",
    ),
    Mutant(
        "each of many greetings is taken",
        swap(Contact, "may_begin_anew", _always),
        test=_FLOODS + "test_of_many_greetings_the_last_counts_and_the_others_are_not_taken",
    ),
    Mutant(
        "a person is told of every stranger",
        swap(Publisher, "_may_tell_of", _always),
        test=_FLOODS + "test_a_minute_of_any_flood_writes_few_lines_and_none_is_serious",
    ),
    Mutant(
        "strangers keep a player's lobby busy",
        swap(Publisher, "lobby_rests", property(_never)),
        test=_FLOODS + "test_strangers_repaint_and_settle_the_lobby_of_a_player_once_a_second",
    ),
    Mutant(
        "games that nobody has are looked for without end",
        lambda stack: put(stack, archive, "LOOK_GAP_MS", 0),
        test="tests/session/runtime/test_archive.py::"
        "test_made_up_games_are_looked_for_so_often_and_keep_nobody_waiting_for_long",
    ),
    Mutant(
        "hearsay is dialled anywhere",
        lambda stack: everywhere(stack, interfaces, "is_nearby", interfaces.is_dialable),
        test=_HEARSAY + "test_what_a_peer_tells_is_dialled_in_the_neighbourhood_only",
    ),
    Mutant(
        "anybody tells of this computer's loopback",
        swap(Transport, "_is_here", _always),
        test=_HEARSAY + "test_nobody_on_another_computer_has_us_try_the_doors_of_this_one",
    ),
    Mutant(
        "who connects and says nothing stays",
        swap(Admission, "makes_way", staticmethod(nothing)),
        test=_ADMISSION + "test_who_connects_and_says_nothing_keeps_nobody_out",
    ),
    Mutant(
        "a secret of any length is one",
        lambda stack: put(stack, journal, "SECRET_SIZE", _AnySize()),
        test="tests/session/table/test_spoilt_journals.py::"
        "test_a_secret_of_another_length_is_no_journal",
    ),
)
