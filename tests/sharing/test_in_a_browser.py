"""Pages in a real browser, without a network: every step is shown, and the console stays silent.

What finds faults is tried on planted ones, too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.games import screens
from camelnet_gui.replay import boards as painting
from camelnet_gui.replay.boards import HIGH, WIDE
from camelnet_gui.replay.model import ReplayModel, film_of
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from camelnet.i18n import LANGUAGES
from camelnet.sharing.boards import EVERYBODY, Boards
from tests.browser import Browser, missing_browser
from tests.sampling import only_full
from tests.sharing.games import RECORDS, end_of, page_of, reviewed
from tests.sharing.test_page import HOSTILE, data_of, renamed

pytestmark = [
    pytest.mark.skipif(bool(missing_browser()), reason=missing_browser()),
    pytest.mark.skipif(os.name != "posix", reason="the driver of the browser is run on Linux"),
]

LIKE = 4.0  # of 255: how much a board in the browser may differ from the app's own, on average
SMALL = (180, 145)  # pixels in which they are compared: letters and edges are drawn otherwise
SPOILT_S = 1.5  # until a spoilt page is looked at
READY = 'return document.getElementById("stage") && !document.getElementById("stage").hidden'


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("phone"), width=720, height=900, ratio=1) as made:
        yield made


_painted: dict[str, Boards] = {}


@pytest.fixture
def boards(qapp: object, monkeypatch: pytest.MonkeyPatch) -> dict[str, Boards]:
    """The painted boards of every game's end: of Targui in all languages, of the others in one."""
    for game in RECORDS:
        if game not in _painted:
            spoken = LANGUAGES if game == "targui" else {"en": LANGUAGES["en"]}
            monkeypatch.setattr(painting, "LANGUAGES", spoken)
            _painted[game] = painting.paint(end_of(game), EVERYBODY, named=True)
    return _painted


def painted_page(game: str, boards: dict[str, Boards]) -> str:
    return page_of(end_of(game), boards=boards[game], found=reviewed(game))


def shown(phone: Browser, folder: Path, page: str) -> None:
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    phone.complaints()
    phone.go(path.as_uri())


def troubles(phone: Browser, folder: Path, page: str, expected: str) -> list[str]:
    """What is wrong with a page that should tell of the game of another."""
    shown(phone, folder, page)
    if page == expected:
        phone.wait(READY)
    else:
        time.sleep(SPOILT_S)
        if not phone.run(READY):
            return ["the game is not shown", *phone.complaints()]
    places = data_of(expected)["words"]["en"]["places"]
    phone.type("body", "\ue011")  # Home
    wrong = []
    for at, (_chapter, told) in enumerate(places):
        found, marks, slider = phone.run(
            "return [document.getElementById('told').textContent,"
            " document.querySelectorAll('#board path, #board pre').length,"
            " document.getElementById('range').value]"
        )
        if found != told or not marks or slider != str(at):
            wrong.append(f"place {at} shows {found!r}")
        phone.type("body", "\ue014")  # the right arrow
    return wrong + phone.complaints()


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDS)
def test_every_step_of_every_game_is_shown_without_an_error(
    phone: Browser, tmp_path: Path, boards: dict[str, Boards], game: str
) -> None:
    page = painted_page(game, boards)
    assert troubles(phone, tmp_path, page, page) == []
    assert phone.run("return document.documentElement.scrollWidth <= innerWidth")


def test_text_boards_are_shown_where_no_app_painted_any(phone: Browser, tmp_path: Path) -> None:
    page = page_of(end_of("targui"), found=reviewed("targui"))
    assert troubles(phone, tmp_path, page, page) == []


@pytest.mark.slow
def test_planted_faults_are_found(
    phone: Browser, tmp_path: Path, boards: dict[str, Boards]
) -> None:
    page = painted_page("targui", boards)
    faults = {
        "a changed script": page.replace('"use strict";', '"use  strict";'),
        "data cut off": page.replace('id="game">H4sI', 'id="game">H4sJ'),
        "a picture from elsewhere": page.replace("</main>", '<img src="https://a.test/x">'),
        "another game": page_of(end_of("camelup"), boards=boards["camelup"]),
    }
    for name, spoilt in faults.items():
        assert spoilt != page
        assert troubles(phone, tmp_path, spoilt, page), name


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDS)
def test_a_board_looks_as_in_the_app(
    phone: Browser, tmp_path: Path, boards: dict[str, Boards], game: str
) -> None:
    end = end_of(game)
    parts = screens(game).make_parts()
    model = ReplayModel(film_of(end), type(parts.view_model))
    board = parts.make_board()

    def in_the_app(at: int) -> QImage:
        model.seek(at)
        model.highlight = model.spaces(at - 1) if at else frozenset()
        board.show_scene(model.scene())
        return board.image(WIDE, HIGH, 1.0)

    shown(phone, tmp_path, painted_page(game, boards))
    phone.wait(READY)
    last = len(end.steps)
    assert unlike(in_the_browser(phone), in_the_app(last)) < LIKE
    phone.paint(dark=True)
    assert unlike(in_the_browser(phone), in_the_app(last)) > LIKE, "or this could not fail"
    phone.paint(dark=False)


def in_the_browser(phone: Browser) -> QImage:
    """The board, by a picture of the page."""
    box = phone.run(
        "const b = document.getElementById('board').getBoundingClientRect();"
        "return [b.x + scrollX, b.y + scrollY, b.width, b.height]"
    )
    page = QImage.fromData(phone.picture())
    return page.copy(*(round(length) for length in box))


def unlike(one: QImage, other: QImage) -> float:
    """The mean difference of two pictures' colours, 0 to 255."""
    smooth, whole = Qt.TransformationMode.SmoothTransformation, Qt.AspectRatioMode.IgnoreAspectRatio
    small = [  # they have to outlive what points into them
        picture.scaled(*SMALL, whole, smooth).convertToFormat(QImage.Format.Format_RGB32)
        for picture in (one, other)
    ]
    first, second = (bytes(picture.constBits()) for picture in small)
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) / len(first) * 4 / 3


def test_hostile_names_run_nothing_and_are_shown_as_they_are(
    phone: Browser, tmp_path: Path
) -> None:
    game = replace(renamed(end_of("camelup"), HOSTILE), table=HOSTILE[1])
    page = page_of(game, found=reviewed("camelup"))
    assert troubles(phone, tmp_path, page, page) == []
    assert phone.run("return typeof hacked") == "undefined"
    names = phone.run("return [...document.querySelectorAll('.name')].map(n => n.textContent)")
    assert names == list(HOSTILE)


@pytest.mark.slow
def test_it_speaks_the_readers_language_and_changes_it_by_a_button(
    phone: Browser, tmp_path: Path, boards: dict[str, Boards]
) -> None:
    page = painted_page("targui", boards)
    shown(phone, tmp_path, page)
    phone.wait(READY)
    for code in ("de", "fr", "en"):
        phone.click(f'[data-lang="{code}"]')
        told = phone.run("return [document.documentElement.lang, document.title]")
        assert told == [code, data_of(page)["words"][code]["title"]]
    assert phone.complaints() == []
    assert set(LANGUAGES) == {"en", "fr", "de"}


@pytest.mark.slow
def test_it_is_driven_by_keys_buttons_and_the_slider(phone: Browser, tmp_path: Path) -> None:
    page = page_of(end_of("camelup"), found=reviewed("camelup"))
    shown(phone, tmp_path, page)
    phone.wait(READY)
    at = "return Number(document.getElementById('range').value)"
    last = len(end_of("camelup").steps)
    assert phone.run(at) == last
    phone.click("#start")
    assert phone.run(at) == 0
    phone.click("#on")
    phone.type("body", "\ue014\ue014\ue012")  # right, right, left
    assert phone.run(at) == 2
    phone.type("#range", "\ue014")
    assert phone.run(at) == 3
    phone.click("#play")
    playing = "return document.getElementById('play').getAttribute('aria-label')"
    assert phone.run(playing) == "Pause"
    phone.wait(f"{at} > 3".replace("return ", "return (") + ")")
    phone.type("body", " ")
    assert phone.run(playing) == "Play"
    phone.type("body", "\ue010")  # End
    assert phone.run(at) == last
    phone.click(".place")
    told = phone.run("return document.getElementById('range').getAttribute('aria-valuetext')")
    assert "%" in told
    assert phone.run("return document.activeElement.id") == "range"
    assert phone.complaints() == []


@pytest.mark.slow
@only_full
def test_without_scripts_it_still_tells_the_game(phone: Browser, tmp_path: Path) -> None:
    page = page_of(end_of("camelup"), found=reviewed("camelup"))
    shown(phone, tmp_path, page.replace('"DecompressionStream" in window', "false"))
    text = phone.run("return document.body.innerText")
    assert "open this file in a browser of 2023 or newer" in text
    assert data_of(page)["words"]["en"]["title"] in text
    assert "What decided it" in text
    assert not phone.run(READY)
