"""Tables to be opened: their names, what was chosen last, and the host who brings the bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.lobby.table_host import TableHost
from camelnet_gui.lobby.table_settings import (
    PlayChoice,
    TableSettings,
    kept,
    last_choice,
    usual_choice,
)
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from camelnet.i18n import LANGUAGES, choose_language, message
from camelnet.protocol.wire.limits import NAME_MAX
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Kind, LobbyView, Presence, SeatOffer
from camelnet.session.text.table_names import free_name, names
from tests.gui.conftest import Sleeper
from tests.gui.lobby.test_page import standing
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.lobby import lobby_view


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_names_enough_that_a_table_can_have(language: str) -> None:
    choose_language([language])
    known = names()
    assert len(known) >= 24
    assert len({name.casefold() for name in known}) == len(known)
    assert all(0 < len(name) <= NAME_MAX - 3 and name.isprintable() for name in known)


def test_a_name_is_free_even_when_all_are_taken() -> None:
    chance = Random(1)
    taken: list[str] = []
    for _table in range(2 * len(names()) + 1):
        taken.append(free_name([name.upper() for name in taken], chance.shuffle))
    assert len({name.casefold() for name in taken}) == len(taken)
    assert taken[-1].endswith(" 3")


def test_the_last_choice_of_each_game_comes_back() -> None:
    first = PlayChoice("camelup", 2, "expert", "sly", "short", aids=False)
    second = PlayChoice("targui", 1, "easy", "any", "quick", aids=True)
    words = kept(kept((), first), second)
    assert last_choice(words, "camelup") == first
    assert last_choice(words, "targui") == second
    third = replace(first, bots=5)
    words = kept(words, third)
    assert len(words) == 2
    assert last_choice(words, "camelup") == third


@pytest.mark.parametrize(
    "word",
    [
        "camelup:99:easy:full:aids:any",
        "camelup:x:easy:full:aids:any",
        "camelup:3:sly:full:aids:any",
        "camelup:3:easy:endless:aids:any",
        "camelup:3:easy:full:aids:fond",
        "camelup:2:expert:full:aids",
        "camelup",
        "chess:1:easy:full:aids:any",
        "",
    ],
)
def test_a_spoilt_choice_is_the_usual_one(word: str) -> None:
    assert last_choice((word,), "camelup") == usual_choice("camelup")


def test_a_choice_that_was_kept_when_hard_was_called_strong_comes_back() -> None:
    choice = replace(usual_choice("camelup"), level="hard")
    words = tuple(word.replace(":hard:", ":strong:") for word in kept((), choice))
    assert words != kept((), choice)
    assert last_choice(words, "camelup") == choice


def test_playing_at_once_means_the_presets_options_and_a_seat_for_me() -> None:
    wish = PlayChoice("targui", 3, "easy", "any", "short", aids=True).settings("Blue Tent")
    assert (wish.name, wish.seats, wish.bots, wish.at_once) == ("Blue Tent", 4, 3, True)
    assert wish.options == {"destiny": [1, *range(6, 17)]}


class Room:
    """A host, what it asks for, and the processes of its bots."""

    def __init__(self, folder: Path) -> None:
        self.intents = RecordingIntents()
        self.processes: list[Sleeper] = []
        self.words: list[list[str]] = []
        self.bots = LocalBots(folder, self._spawn)  # type: ignore[arg-type]
        self.told: list[str] = []
        self.parent = QObject()
        self.host = TableHost(
            intents=self.intents, bots=self.bots, interface=None, parent=self.parent
        )
        self.host.told.connect(self.told.append)

    def _spawn(self, words: list[str], _log: Path) -> Sleeper:
        self.words.append(words)
        Profile.open(self.profile(-1)).close()  # so that it has a key
        self.processes.append(Sleeper())
        return self.processes[-1]

    def open(self) -> LobbyView:
        """My table stands, and its bots are sent for."""
        view = lobby_view(full=True)
        self.host.open(WISH)
        self.host.take(table_of(view))
        return view

    def profile(self, number: int) -> Path:
        """The profile of a bot, in the order in which they were sent for."""
        words = self.words[number]
        return Path(words[words.index("--profile") + 1])

    def bot(self, number: int, *, name: str = "") -> SeatOffer:
        """A seat taken by one of my bots, which may be shown under another name than its own."""
        words, key = self.words[number], Profile.key_in(self.profile(number))
        assert key is not None
        return taken(name or words[words.index("--name") + 1], key)

    @property
    def coming(self) -> list[str]:
        return [bot.name for bot in self.host.coming]


@pytest.fixture
def room(qapp: QApplication, tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.bots.close()


def taken(name: str, key: bytes) -> SeatOffer:
    return SeatOffer(key, name, Kind.BOT, "greedy", True, Presence.HERE, False)


def table_of(view: LobbyView, *seated: str | SeatOffer) -> LobbyView:
    """My table with four seats: mine, those given, and those of others' bots, who have names."""
    table = view.tables[0]
    free = table.seats[3]
    sit = [
        taken(one, bytes([number]) * 32) if isinstance(one, str) else one
        for number, one in enumerate(seated, start=40)
    ]
    seats = (table.seats[0], *sit, *[free] * (3 - len(sit)))
    return replace(view, tables=(replace(table, seats=seats),))


WISH = TableSettings("Caravanserai", "camelup", 4, {}, 3, "greedy", at_once=True)


def test_play_now_opens_a_table_brings_bots_and_makes_me_ready(room: Room) -> None:
    view = lobby_view(full=True)
    room.host.open(WISH)
    assert room.intents.asked == [], "there is no network yet"
    room.host.take(standing(view))
    assert [asked[0] for asked in room.intents.asked] == ["open_table"]
    assert room.coming == []
    room.host.take(table_of(view))
    assert [asked[0] for asked in room.intents.asked] == ["open_table", "ready"]
    assert len(room.coming) == 3
    room.host.take(table_of(view))
    assert len(room.coming) == 3, "they are sent for once"


def test_a_bot_is_on_the_way_until_it_sits(room: Room) -> None:
    view = room.open()
    _first, *others = room.coming
    room.host.take(table_of(view, room.bot(0)))
    assert room.coming == others
    room.host.take(table_of(view, *map(room.bot, range(3))))
    assert room.coming == []
    assert len(room.host.bots) == 3


def test_a_stranger_of_a_bots_name_is_not_that_bot(room: Room) -> None:
    view = room.open()
    first, second, _third = room.coming
    room.host.take(table_of(view, first))
    assert room.coming == [first, second], "two seats are left for the three"
    room.host.take(table_of(view, first, room.bot(0, name=f"{first} 2"), room.bot(1)))
    assert room.coming == []
    assert room.host.bots == (first, second), "it sits, under a name that tells it apart"


def test_a_bot_on_its_way_can_be_sent_home(room: Room) -> None:
    room.open()
    first = room.coming[0]
    room.host.remove_bot(first)
    assert first not in room.coming
    assert room.processes[0].ended


def test_a_bot_whose_seat_was_taken_by_somebody_goes_home(room: Room) -> None:
    view = room.open()
    room.host.take(table_of(view, "Emma", "Zoe"))
    assert len(room.coming) == 1
    room.host.take(table_of(view, "Emma", "Zoe", "Jo"))
    assert room.coming == []
    assert room.host.bots == ()


def test_a_bot_that_cannot_come_is_told(room: Room) -> None:
    room.open()
    first = room.coming[0]
    room.processes[0].ended = True
    room.host._look()
    assert first not in room.coming
    assert room.told == [f"{first} could not come to your table."]


def test_why_a_bot_cannot_come_is_told_with_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    why = message("It says: {words}", words="permission denied")
    monkeypatch.setattr(room.bots, "why_ended", lambda name: why)
    room.open()
    room.processes[0].ended = True
    room.host._look()
    (told,) = room.told
    assert told.endswith("could not come to your table. It says: permission denied")


@pytest.mark.slow
def test_a_bot_process_that_failed_says_why(tmp_path: Path) -> None:
    bots = LocalBots(tmp_path)
    table = {"table": "T", "level": "no level", "address": None, "interface": None}
    name = bots.add(**table, taken=())  # type: ignore[arg-type]
    process = bots._running[name]
    assert process.wait(600) == 2
    assert "no level" in str(bots.why_ended(name))
    bots.close()


def test_bots_leave_a_table_with_me(room: Room) -> None:
    room.open()
    room.host.leave()
    assert room.intents.asked[-1] == ("stand",)
    assert room.host.bots == ()
    assert all(process.ended for process in room.processes)
    assert not room.host._timer.isActive()


def test_a_bot_gets_no_profile_that_a_leaving_one_still_holds(room: Room) -> None:
    room.host.take(table_of(lobby_view(full=True)))
    room.host.add_bot("greedy")
    room.processes[0].terminate = lambda: None  # type: ignore[method-assign]
    room.host.remove_bot(room.coming[0])
    room.host.add_bot("greedy")
    assert room.profile(0) != room.profile(1)
