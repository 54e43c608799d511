"""A guest's visit by its facts alone: from one table to the next, and through a fork."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.settings.store import Settings
from camelnet_gui.together.guests import Guests
from camelnet_gui.together.phone_visit import PhoneVisit
from PySide6.QtCore import QObject, Signal

from camelnet.guests.screen import Act, Screen
from camelnet.session.api.facts import TableChanged, TableLeft, TableView
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import RecordingIntents

PHONE = Act("hello", width=390, height=760, ratio=1.0)


class GuestOnPhone(QObject):
    """Stands in for a guest: the test tells what its node would."""

    told = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.name = "Zoe"
        self.lobby = None
        self.intents = RecordingIntents()


class Visit:
    """A visit, and what its phone is shown."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder)
        settings.bots_pace = "instant"
        self.guest = GuestOnPhone()
        self.visit = PhoneVisit(Guests(folder), settings)
        self.visit.go_on(self.guest)  # type: ignore[arg-type]
        self.visit.arrive(PHONE)
        self.pictures: list[str] = []  # the ids of those that were painted

    def shown(self, view: TableView) -> Screen:
        """The screen after a view of a table."""
        self.guest.told.emit(TableChanged(view))
        read = self.visit.read()
        assert read is not None
        screen, image = read
        if image is not None:
            self.pictures.append(screen.picture)
        return screen


@pytest.fixture
def visit(light: None, tmp_path: Path) -> Iterator[Visit]:
    made = Visit(tmp_path)
    yield made
    made.guest.told.emit(TableLeft(b""))
    made.visit.read()


def log(screen: Screen) -> list[str]:
    """What its log says, the first line first."""
    (lines,) = (section.lines for section in screen.sections if section.id == "log")
    return [*reversed(lines)]


@pytest.mark.slow
def test_a_phone_that_goes_to_another_table_has_no_picture_of_it_yet(visit: Visit) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    visit.shown(script.view())
    for _step in script.play(lambda _position: script.index > 2):
        visit.shown(script.view())
    visit.guest.told.emit(TableLeft(script.view().game_id))
    before, visit.pictures = visit.pictures, []
    assert len(before) > 1
    screen = visit.shown(ScriptedCamelUp(seats=4, me=1, seed=6).view(game_id=b"\x02" * 32))
    assert visit.pictures == [screen.picture]
    assert screen.picture not in before, "the server sends no picture twice"


def test_the_log_of_a_game_that_had_forked_begins_with_its_first_step(visit: Visit) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    first, other = b"\x03" * 32, b"\x02" * 32
    steps = list(script.play(lambda _position: script.index > 12))
    told = [replace(step, game_id=first) if step.index < 8 else step for step in steps]
    for step in (replace(steps[0], game_id=other), *told):
        visit.guest.told.emit(step)
    whole = log(visit.shown(script.view(former=(first,))))
    assert visit.visit.table is not None
    assert list(visit.visit.table.page.model.steps) == told, "and nothing of another table"
    assert "first turn" in whole[0]
