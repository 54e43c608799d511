"""`camelnet host --guests`: whole games by phones, each in a network of its own, with bots."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelnet.guests.screen import Act, Screen
from camelnet.i18n import _
from camelnet.session.api.facts import Need, TableChanged, Waiting
from camelnet.terminal.phones import PhonePlayer, code_of
from tests.browser import Browser, require_browser
from tests.cli.seats import table
from tests.net.netns import Room
from tests.patience import until
from tests.sampling import only_full

# Presses what the screen offers, again and again; games go faster where somebody rolls.
PLAY = """
    window.playing = setInterval(() => {
        const asked = document.querySelector('dialog[open]'), place = asked ?? document;
        const found = [...place.querySelectorAll('#choices button:enabled, #answers button')]
            .filter((one) => one.dataset.id !== 'open ');
        if (!found.length || document.querySelector('#choices').inert) return;
        const fast = found.find((one) => /do (roll|reveal|pass)/.test(one.dataset.id));
        (asked ? found[0] : fast ?? found[Math.floor(Math.random() * found.length)]).click();
        window.pressed = (window.pressed ?? 0) + 1;
    }, 30);
"""
PRESSED = "return window.pressed >= 4"
OVER = "return document.body.innerText.includes('The game is over')"


class House:
    """A laptop with a host and bots, in a room with phones."""

    def __init__(self, room: Room, home: Path) -> None:
        self._room = room
        self._home = home
        self._host: subprocess.Popen[str] | None = None

    def start(self, game: str, *options: str, seats: int, bots: int, guests: int) -> list[str]:
        """The addresses of the codes that a host shows who is a bot himself."""
        words = ["host", "--table", "t", "--game", game, "--seats", str(seats), "--level", "greedy"]
        words += ["--guests", str(guests), "--record", str(self._home / "records"), *options]
        self._host = self._command("host", *words)
        for bot in range(bots):
            self._command(f"bot{bot}", "join", "--table", "t", "--level", "greedy")
        log = self._home / "host.log"

        def urls() -> list[str]:
            return re.findall(r"http://\S+#[\w-]{24}", log.read_text(encoding="utf-8"))

        until(lambda: len(urls()) == guests, what="no codes", moving=log.read_text)
        return urls()

    def ended(self) -> int:
        assert self._host is not None
        return self._host.wait()

    def record(self) -> Path:
        (found,) = (self._home / "records").iterdir()
        return found

    def _command(self, home: str, *words: str) -> subprocess.Popen[str]:
        words += ("--profile", str(self._home / home), "--interface", self._room.address(0))
        with (self._home / f"{home}.log").open("w") as log:  # a pipe that nobody reads fills up
            command = [sys.executable, "-u", "-m", "camelnet", *words, "--once"]
            return self._room.popen(0, command, stdout=log, stderr=subprocess.STDOUT)


@pytest.fixture
def room() -> Iterator[Room]:
    require_browser()
    with Room(3) as made:
        yield made


def sit_down(phone: Browser, url: str, name: str) -> None:
    phone.go(url)
    phone.wait("return document.querySelector('dialog')?.open")
    phone.run("document.querySelector('#field').value = arguments[0]", name)
    phone.run("document.querySelector('#answers button').click()")


def plays(phone: Browser, done: str) -> None:
    """Let somebody press whatever can be pressed, until that is so."""
    phone.run(PLAY)
    until(
        lambda: phone.run(done),
        moving=lambda: phone.run("return document.body.innerText"),
        between=lambda: time.sleep(0.2),
    )
    phone.run("clearInterval(window.playing)")


def verified(record: Path) -> str:
    words = [sys.executable, "-m", "camelnet", "verify", str(record)]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
def test_a_phone_plays_a_whole_game_through_sleep_reload_and_a_cut(
    room: Room, tmp_path: Path
) -> None:
    house = House(room, tmp_path)
    (url,) = house.start("camelup", seats=3, bots=1, guests=1)
    assert url.startswith(f"http://{room.address(0)}:")
    with Browser(tmp_path, room=room, laptop=1, width=360, height=640) as phone:
        sit_down(phone, url, "Zoé")
        plays(phone, PRESSED)
        phone.reload()
        phone.wait("return document.querySelector('#text').textContent.includes('Zoé')")
        phone.sleep()
        phone.wake()
        plays(phone, PRESSED)
        room.cut(1)
        phone.says("The laptop can't be reached.")
        room.mend(1)
        plays(phone, OVER)
        assert house.ended() == 0
        assert all("WebSocket" in one for one in phone.complaints()), "but for the cut"
    assert "Zoé played through" in verified(house.record())


@only_full
@pytest.mark.slow
def test_two_phones_play_targui(room: Room, tmp_path: Path) -> None:
    house = House(room, tmp_path)
    first, second = house.start("targui", "--option", "destiny=1,6", seats=3, bots=0, guests=2)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    with (
        Browser(tmp_path / "a", room=room, laptop=1) as one,
        Browser(tmp_path / "b", room=room, laptop=2) as two,
    ):
        sit_down(one, first, "Zoé")
        two.go(first)
        two.says("Another phone has already used this code.")
        two.go("about:blank")
        sit_down(two, second, "Ali")
        one.run(PLAY)
        plays(two, OVER)
        one.wait(OVER)
        assert house.ended() == 0
    told = verified(house.record())
    assert "Zoé" in told
    assert "Ali" in told


@only_full
@pytest.mark.slow
def test_a_phone_plays_cards(room: Room, tmp_path: Path) -> None:
    house = House(room, tmp_path)
    (url,) = house.start("cards", seats=2, bots=0, guests=1)
    with Browser(tmp_path, room=room, laptop=1) as phone:
        sit_down(phone, url, "Zoé")
        plays(phone, OVER)
        assert house.ended() == 0
    assert "Zoé" in verified(house.record())


# --- without a browser ----------------------------------------------------------------------------


def player(shown: list[Screen], *, name: str = "Zoé") -> PhonePlayer:
    made = PhonePlayer(shown.append, 1, once=True)
    made.came(Act("hello", width=360, height=640, lang="en"))
    made.acted(Act("answer", id="name", button="sit", value=name))
    return made


class Played:
    """Intents that note what is asked of them."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> object:
        return lambda *given: self.asked.append((name, *given))


async def test_a_name_is_asked_first_and_never_empty() -> None:
    shown: list[Screen] = []
    made = PhonePlayer(shown.append, 2, once=True)
    made.came(Act("hello", width=360, height=640, lang="fr"))
    assert shown[-1].lang == "fr"
    assert shown[-1].question is not None
    assert shown[-1].question.field == "Invité 2"
    made.acted(Act("press", id="do roll"))
    made.acted(Act("answer", id="name", button="sit", value="\u202e \n"))
    assert await made.named() == "Invité 2"


async def test_a_guest_reads_its_own_language_and_the_host_the_hosts() -> None:
    shown: list[Screen] = []
    made = PhonePlayer(shown.append, 1, once=True)
    made.came(Act("hello", width=360, height=640, lang="de"))
    assert shown[-1].question is not None
    assert shown[-1].question.field == "Gast 1"
    assert _("Guest {number}") == "Guest {number}"
    made.came(Act("hello", width=360, height=640, lang="tlh"))
    assert shown[-1].lang == "en"


async def test_a_move_is_chosen_by_its_words_and_confirmed() -> None:
    shown: list[Screen] = []
    made, played = player(shown), Played()
    made.plays(played)  # type: ignore[arg-type]
    position = table().position
    while (me := position.decider) is None:
        position = position.apply(position.outcomes()[0][0])
    view = table(waiting=(Waiting(me, Need.MOVE),), me=me, position=position)
    made.hear(TableChanged(view))
    assert shown[-1].my_turn
    assert "Anna" in shown[-1].text
    ids = [button.id for button in shown[-1].choices]
    assert "do roll" in ids
    assert "open tile" in ids
    made.acted(Act("press", id="open tile"))
    tiles = [button.id for button in shown[-1].choices]
    assert "do tile 7+" in tiles
    assert tiles[-1] == "open "
    made.acted(Act("press", id="do tile 7+"))
    assert played.asked == []
    question = shown[-1].question
    assert question is not None
    made.acted(Act("answer", id=question.id, button="no"))
    assert shown[-1].question is None
    made.acted(Act("press", id="do roll"))
    made.acted(Act("answer", id="do tile 7+", button="yes"))  # an answer to what is not asked
    assert played.asked == []
    made.acted(Act("answer", id="do roll", button="yes"))
    assert played.asked == [("play", "roll")]


@pytest.mark.parametrize(
    "act",
    [
        Act("press", id="do fly"),
        Act("press", id="do "),
        Act("press", id="open no such words"),
        Act("press", id="without 99"),
        Act("press", id="without x"),
        Act("press", id=""),
        Act("answer", id="do ", button="yes"),
        Act("answer", id="", button="yes"),
    ],
)
async def test_what_was_not_offered_does_nothing(act: Act) -> None:
    shown: list[Screen] = []
    made, played = player(shown), Played()
    made.plays(played)  # type: ignore[arg-type]
    made.acted(act)
    made.hear(TableChanged(table(waiting=(Waiting(1, Need.MOVE),))))
    made.acted(act)
    assert played.asked == []
    json.loads(shown[-1].to_json())


def test_a_code_is_dark_on_light_with_its_margin() -> None:
    lines = code_of("http://192.168.1.20:40000/#" + "x" * 24).plain.split("\n")
    assert len({len(line) for line in lines}) == 1
    assert lines[0].strip() == ""
    assert all(line.startswith("  ") and line.endswith("  ") for line in lines)
    assert set("".join(lines)) == set(" ▄▀█")
