"""The page in a real browser: what a person sees and presses, and what befalls a phone."""

from __future__ import annotations

import functools
import hashlib
import http.server
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from camelnet.guests.screen import Button, Question, Screen, Section, Spot
from camelnet.guests.server import GuestServer, Invitation
from tests.browser import Browser, require_browser
from tests.guests.phone import Phone, Visits
from tests.patience import until

AXE = Path(__file__).with_name("axe") / "axe.min.js"  # npm's axe-core 4.14.1, unmodified
AXE_SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
LOOPBACK = "127.0.0.1"
BOARD = Path(__file__).parents[2] / "docs/screenshots/board.png"
SIZES = ((360, 640), (390, 844), (820, 1180), (640, 360), (844, 390), (1180, 820))


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One phone for all tests of this file; each laptop that it meets is another one."""
    require_browser()
    with Browser(tmp_path_factory.mktemp("phone")) as made:
        yield made


@pytest.fixture
def visits() -> Visits:
    return Visits()


@pytest.fixture
def laptop(visits: Visits) -> Iterator[GuestServer]:
    made = GuestServer(visits, [LOOPBACK])
    made.start()
    yield made
    made.close()


def screen(status: str, **more: object) -> Screen:
    choices = (
        Button("roll", "Roll the dice", "one pound"),
        Button("bet", "Bet on blue", chosen=True),
        Button("tile", "Place a tile", enabled=False),
        Button("ok", "Confirm", main=True),
    )
    sections = (
        Section("scores", "Scores", ("Anna 3", "Ben 2"), open=True),
        Section("hand", "My cards", ("blue",), private=True),
    )
    values = {"choices": choices, "sections": sections, **more}
    return Screen("en", "Friday", status, **values)  # type: ignore[arg-type]


def pictured(status: str, **more: object) -> Screen:
    spots = tuple(
        Spot(Button(f"space {one}", f"Space {one}"), 0.1 * one, 0.4, 0.06, 0.05)
        for one in range(1, 9)
    )
    return screen(
        status, picture="1", picture_name="The race", width=1080, height=840, spots=spots, **more
    )


def joined(phone: Browser, laptop: GuestServer, shown: Screen, picture: bytes = b"") -> Invitation:
    invited = laptop.invite()
    laptop.show(invited.guest, shown, picture)
    phone.go(invited.urls[0])
    phone.says(shown.status)
    return invited


def test_a_person_joins_by_the_code_sees_the_board_and_presses(
    phone: Browser, laptop: GuestServer, visits: Visits
) -> None:
    phone.complaints()
    invited = joined(phone, laptop, pictured("Your turn", my_turn=True), BOARD.read_bytes())
    assert phone.wait("return document.querySelector('#board img')?.naturalWidth") > 0
    assert phone.run("return document.querySelector('#board img').alt") == "The race"
    assert phone.run("return document.title") == "● Friday"
    phone.press("Space 7")
    visits.wait("acted")
    laptop.show(invited.guest, pictured("Chosen", my_turn=True))
    phone.says("Chosen")
    phone.press("Roll the dice")
    visits.wait("acted", 2)
    acts = [act.id for what, _guest, act in visits.told if what == "acted" and act]
    assert acts == ["space 7", "roll"]
    laptop.show(invited.guest, pictured("Ben thinks", choices=()))
    phone.says("Ben thinks")
    assert phone.run("return document.querySelectorAll('#board img').length") == 1
    assert not phone.run("return document.body.matches('.mine')")
    assert (
        phone.run("return getComputedStyle(document.querySelector('#choices')).display") == "none"
    )
    assert "#~" in phone.run("return location.href"), "the key has left the address"
    assert invited.urls[0].partition("#")[2] not in phone.run("return location.href")
    assert phone.complaints() == []


def test_a_question_is_a_dialog_and_is_answered(
    phone: Browser, laptop: GuestServer, visits: Visits
) -> None:
    buttons = (Button("sit", "Sit down", main=True), Button("no", "Not now"))
    asked = Question("name", "What shall the others call you?", buttons, "Guest 1")
    invited = joined(phone, laptop, screen("Welcome", question=asked))
    phone.wait("return document.querySelector('dialog').open")
    phone.run("document.querySelector('#field').value = 'Zoé <b>'")
    phone.press("Sit down")
    visits.wait("acted")
    answered = next(act for what, _guest, act in visits.told if what == "acted")
    assert answered is not None
    assert (answered.kind, answered.id, answered.button, answered.value) == (
        *("answer", "name", "sit", "Zoé <b>"),
    )
    laptop.show(invited.guest, screen("Hello, <i>Zoé</i>"))
    phone.wait("return !document.querySelector('dialog').open")
    phone.says("Hello, <i>Zoé</i>")  # as plain text


def test_a_section_stays_as_its_holder_left_it(phone: Browser, laptop: GuestServer) -> None:
    invited = joined(phone, laptop, screen("one"))
    phone.run("document.querySelector('details').open = false")
    phone.run("document.querySelector('#choices button').focus()")
    laptop.show(invited.guest, screen("two"))
    phone.says("two")
    assert not phone.run("return document.querySelector('details').open")
    assert phone.run("return document.activeElement.dataset.id") == "roll", "and so does focus"


# --- what befalls a phone -------------------------------------------------------------------------


def test_a_phone_that_reloads_is_back(phone: Browser, laptop: GuestServer, visits: Visits) -> None:
    invited = joined(phone, laptop, pictured("one"), BOARD.read_bytes())
    phone.reload()
    phone.says("one")
    assert phone.wait("return document.querySelector('#board img')?.naturalWidth") > 0
    phone.go("about:blank")
    visits.wait("went", 2)
    laptop.show(invited.guest, screen("two"))
    phone.go(invited.urls[0])  # the same code once more, by the same phone
    phone.says("two")
    phone.go("about:blank")
    phone.go(invited.urls[0].partition("#")[0])  # or the address that was typed
    phone.says("two")


def test_a_phone_that_sleeps_sees_the_newest_when_it_wakes(
    phone: Browser, laptop: GuestServer
) -> None:
    invited = joined(phone, laptop, screen("one"))
    phone.sleep()
    for number in range(50):
        laptop.show(invited.guest, screen(f"missed {number}"))
    laptop.show(invited.guest, screen("newest"))
    phone.wake()
    phone.says("newest")
    assert not phone.run("return document.hidden")


def test_a_laptop_that_is_gone_and_comes_back_with_other_keys(
    phone: Browser, visits: Visits
) -> None:
    first = GuestServer(visits, [LOOPBACK])
    first.start()
    invited = joined(phone, first, screen("one"))
    port = int(invited.urls[0].rpartition(":")[2].partition("/")[0])
    first.close()
    phone.says("The laptop can't be reached.")
    assert phone.run("return document.querySelector('#choices').inert")
    second = GuestServer(visits, [LOOPBACK], port=port)
    second.start()
    phone.says("This code isn't valid any more.")
    second.close()


def test_letters_are_typed_where_there_is_no_camera(phone: Browser, laptop: GuestServer) -> None:
    invited = laptop.invite()
    laptop.show(invited.guest, screen("one"))
    address, _hash, letters = invited.urls[0].partition("#")
    phone.go("about:blank")
    phone.go(f"{address}#no-such-key")
    phone.says("type the letters")
    phone.type("#field", letters[:-1])
    phone.press("OK")
    phone.wait("return document.querySelector('#field').value === ''", what="asked once more")
    phone.says("lacks its key")
    phone.type("#field", letters.upper().replace("-", " "))
    phone.press("OK")
    phone.says("one")


def test_a_second_window_takes_over_and_the_first_says_so(
    phone: Browser, laptop: GuestServer, visits: Visits
) -> None:
    joined(phone, laptop, screen("one"))
    (first,) = phone.windows()  # before there are two: they come in no order
    phone.run("open(location.href)")
    visits.wait("came", 2)
    phone.look_at(first)
    phone.says("You play on in another window.")
    phone.close_others(first)


def test_a_visit_ends_with_its_reason(phone: Browser, laptop: GuestServer) -> None:
    invited = joined(phone, laptop, screen("one"))
    laptop.end(invited.guest, "Your visit is over. Thank you!")
    phone.says("Your visit is over. Thank you!")
    phone.reload()
    phone.says("This code isn't valid any more.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("lacks its key", "isn't valid", "Another phone", "is older")),
        ("fr", ("Il manque la clé", "est plus valable", "Un autre téléphone", "plus ancienne")),
        ("de", ("fehlt der Schlüssel", "gilt nicht mehr", "Ein anderes Handy", "ist älter")),
    ],
)
@pytest.mark.every(2)
def test_what_goes_wrong_is_a_sentence_in_the_phones_language(
    laptop: GuestServer, tmp_path: Path, lang: str, words: tuple[str, str, str, str]
) -> None:
    require_browser()
    invited = laptop.invite()
    base, _hash, key = invited.urls[0].partition("#")
    no_key, wrong_key, used, old = words
    with Browser(tmp_path, lang=lang) as second:
        second.go(base)
        second.says(no_key)
        second.go("about:blank")
        second.go(f"{base}#{key[:-1]}")  # typed, and the last letter is missing
        second.says(no_key)
        second.go("about:blank")
        second.go(f"{base}#{'a' * 20}")
        second.says(wrong_key)
        Phone(invited.urls[0]).come().close()  # another phone was faster
        second.go("about:blank")
        second.go(invited.urls[0])
        second.says(used)
        laptop._pages.version = b"12345678"
        second.go("about:blank")
        second.go(laptop.invite().urls[0])
        second.says(old)  # after it has tried to load the new one
        assert second.run("return sessionStorage.reloaded") == "yes"


# --- who may not ----------------------------------------------------------------------------------


class _Elsewhere(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_words: object) -> None:
        pass


def test_a_page_from_elsewhere_can_neither_read_nor_show_nor_connect(
    phone: Browser, laptop: GuestServer, visits: Visits
) -> None:
    url = laptop.invite().urls[0].partition("#")[0]
    with http.server.HTTPServer((LOOPBACK, 0), _Elsewhere) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever).start()
        try:
            phone.go(f"http://{LOOPBACK}:{elsewhere.server_port}/")
            tries = """
                const [url, done] = arguments, found = [];
                const note = (what) => {
                    if (found.push(what) === 4) done(found.sort());
                };
                fetch(url).then(() => note("read"), () => note("1 unread"));
                fetch(url, {mode: "no-cors"}).then(() => note("read"), () => note("2 unread"));
                const link = new WebSocket(url.replace("http", "ws") + "ws");
                link.onopen = () => note("connected");
                link.onerror = () => note("3 refused");
                const frame = document.createElement("iframe");
                frame.src = url;
                frame.onload = () => {
                    let seen = ""; try { seen = frame.contentDocument.title; } catch { }
                    note(seen ? "shown" : "4 empty");
                };
                document.body.append(frame);
            """
            found = phone.run_async(tries, url)
            assert found == ["1 unread", "2 unread", "3 refused", "4 empty"]
        finally:
            elsewhere.shutdown()
    assert visits.told == []


# --- how it looks ---------------------------------------------------------------------------------


@functools.cache
def axe() -> str:
    source = AXE.read_bytes()
    assert hashlib.sha256(source).hexdigest() == AXE_SHA256
    return source.decode()


def violations(phone: Browser) -> list[str]:
    phone.run(axe() + "; window.axe = axe")
    run = """
        const done = arguments[0];
        axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
            "best-practice"]})
            .then((found) => done(found.violations.map((one) =>
                `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`)));
    """
    return [str(one) for one in phone.run_async(run)]


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_a_screen_reader_and_weak_eyes_find_no_obstacle(
    phone: Browser, laptop: GuestServer, dark: bool
) -> None:
    phone.paint(dark=dark, still=True)
    try:
        invited = joined(phone, laptop, pictured("Your turn", my_turn=True), BOARD.read_bytes())
        until(lambda: not phone.run("return document.body.matches('.flash')"))
        assert violations(phone) == []
        laptop.show(invited.guest, screen("In characters", text="─1───2───3─\n  y g  \n" * 9))
        phone.says("In characters")
        assert violations(phone) == []
        buttons = (Button("sit", "Sit down", main=True), Button("no", "Not now"))
        asked = Question("name", "What shall the others call you?", buttons, "Guest 1")
        laptop.show(invited.guest, screen("Asked", question=asked))
        phone.wait("return document.querySelector('dialog').open")
        assert violations(phone) == []
        laptop.end(invited.guest, "Good night")
        phone.says("Good night")
        assert violations(phone) == []
    finally:
        phone.paint(dark=False)


@pytest.mark.slow
def test_nothing_is_wider_than_the_phone_and_a_thumb_finds_each_place(
    phone: Browser, laptop: GuestServer
) -> None:
    long = (Button("a", "Donaudampfschifffahrtsgesellschaftskapitänsmütze " * 2),)
    invited = laptop.invite()
    laptop.show(invited.guest, pictured("Your turn", choices=long), BOARD.read_bytes())
    phone.go(invited.urls[0])
    phone.says("Your turn")
    try:
        for width, height in SIZES:
            phone.resize(width, height)
            phone.wait(f"return innerWidth === {width}")
            assert phone.run("return document.documentElement.scrollWidth <= innerWidth"), width
            boxes = phone.run(
                "return [...document.querySelectorAll('#spots button')].map((one) =>"
                " { const box = one.getBoundingClientRect();"
                " return [box.left, box.top, box.right, box.bottom]; })"
            )
            for one, two in pairwise(boxes):
                assert one[2] <= two[0] + 0.5, "neighbours do not overlap"
                assert one[3] - one[1] >= 43.5, "a thumb is as wide"
    finally:
        phone.resize(390, 760)
