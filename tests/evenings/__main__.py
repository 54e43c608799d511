"""Plays the evenings: three laptops at one table of Camel Up, and one thing that befalls Chloe's.

    python -m tests.evenings                     all, into build/evenings
    python -m tests.evenings cut-27-pending -v   one, with all that the screens said

At each of three moments: while Anna thinks; while Bruno's roll waits for Chloe; and while it does
and the two others click to go on without her. Nobody may lose a seat, or be voted about, without a
click, Chloe comes back to hers, and the game goes on afterwards at all three. What the screens
said is printed for an eye to judge, with pictures beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.display import desktop
from tests.net.netns import Room

ROOT = Path(__file__).parents[2]
NAMES = ("Anna", "Bruno", "Chloe")
ANNA, BRUNO, CHLOE = range(3)
TABLE = "Evening"
AFTER_MOVES = 4  # that must be possible when all is well again
TOLD_S = 3.0  # what the screens say of a fault is looked at so long after it
MOMENTS = ("thinking", "pending", "voted")


class Player:
    """One laptop, and the pipe to it."""

    def __init__(self, room: Room, number: int, folder: Path, display: str) -> None:
        self.name = NAMES[number]
        self.folder = folder / self.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self._start = lambda: room.popen(
            number,
            [sys.executable, "-m", "tests.evenings.laptop", str(self.folder), self.name],
            env={
                "DISPLAY": display,
                "QT_QPA_PLATFORM": "xcb",
                "PYTHONPATH": f"{ROOT}:{ROOT / 'gui'}",
                "LANG": "C.UTF-8",
            },
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(self.folder / "errors.txt").open("a"),
            text=True,
        )
        self.process: subprocess.Popen[str] = self._start()

    def again(self) -> None:
        """Start the app once more."""
        self.process = self._start()

    def tell(self, *order: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, f"{self.name}'s app has ended: {(self.folder / 'errors.txt').read_text()}"
        state: dict[str, Any] = json.loads(line)
        assert "failed" not in state, f"{self.name}: {state['failed']}"
        return state

    def do(self, *order: object) -> dict[str, Any]:
        self.tell(*order)
        return self.answer()


@dataclass(frozen=True, slots=True)
class Evening:
    """What befalls Chloe's laptop, and how it is made well again."""

    name: str
    strike: Callable[[Room, Player], None]
    heal: Callable[[Room, Player], None]
    lasts_s: float


def _kill(_room: Room, chloe: Player) -> None:
    os.kill(chloe.process.pid, signal.SIGKILL)
    chloe.process.wait()


def _restart(_room: Room, chloe: Player) -> None:
    chloe.again()
    chloe.do("resume")


def _stop(_room: Room, chloe: Player) -> None:
    os.kill(chloe.process.pid, signal.SIGSTOP)


def _continue(_room: Room, chloe: Player) -> None:
    os.kill(chloe.process.pid, signal.SIGCONT)


def _cut(room: Room, _chloe: Player) -> None:
    room.cut(CHLOE)


def _mend(room: Room, _chloe: Player) -> None:
    room.mend(CHLOE)


def _readdress(room: Room, _chloe: Player) -> None:
    room.readdress(CHLOE, "10.77.0.99")


EVENINGS = (
    *(Evening(f"cut-{lasts}", _cut, _mend, lasts) for lasts in (5, 27, 60)),
    Evening("down", lambda room, _: room.down(CHLOE), lambda room, _: room.up(CHLOE), 27),
    Evening("kill", _kill, _restart, 15),
    Evening("stop", _stop, _continue, 27),
    Evening("leave", lambda _, chloe: chloe.do("leave"), lambda _, c: c.do("resume"), 15),
    Evening("readdress", _readdress, lambda _room, _chloe: None, 5),
)


@contextmanager
def seated(folder: Path) -> Iterator[tuple[Room, list[Player]]]:
    """Three laptops whose game has begun."""
    with ExitStack() as stack:
        displays = [stack.enter_context(desktop(_made(folder / name))) for name in NAMES]
        room = stack.enter_context(Room(len(NAMES)))
        players = [Player(room, n, folder, displays[n]) for n in range(len(NAMES))]
        players[ANNA].do("open", TABLE, len(NAMES))
        for guest in players[1:]:
            guest.do("sit", TABLE)
        for player in players:
            player.tell("ready")
        for player in players:
            player.answer()
        yield room, players
        for player in players:
            player.tell("quit")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def move_until(players: list[Player], done: Callable[[list[dict[str, Any]]], bool]) -> None:
    """Whoever is on turn moves, until something is so of what the screens say."""
    idle_since, before = time.monotonic(), None
    while not done(states := [player.do("look") for player in players]):
        place = [(state["index"], state["banner"]) for state in states]
        if place != before:
            idle_since, before = time.monotonic(), place
        assert time.monotonic() < idle_since + 60, f"nothing moves any more: {states}"
        on_turn = [n for n, state in enumerate(states) if state["turn"] == state["me"]]
        if len(on_turn) == 1 and len({state["index"] for state in states}) == 1:
            players[on_turn[0]].do("move")
        time.sleep(0.3)


def play(evening: Evening, moment: str, folder: Path) -> tuple[list[str], list[str]]:
    """One evening; what was wrong with it, and what the screens said from the fault on."""
    with seated(folder) as (room, players):
        whose = ANNA if moment == "thinking" else BRUNO
        move_until(players, lambda states: states[ANNA]["index"] > 4 and _turn_of(states, whose))
        evening.strike(room, players[CHLOE])
        others = players[:CHLOE]
        struck, struck_at = time.monotonic(), time.time()
        if moment != "thinking":
            players[BRUNO].do("move")
        time.sleep(min(TOLD_S + 6, evening.lasts_s))
        for player in others:
            player.do("shoot", str(folder / f"{player.name}-during.png"))
            if moment == "voted":
                player.do("vote", CHLOE)
        time.sleep(max(0.0, struck + evening.lasts_s - time.monotonic()))
        evening.heal(room, players[CHLOE])
        time.sleep(TOLD_S)
        for player in players:
            player.do("shoot", str(folder / f"{player.name}-after.png"))
        at = max(player.do("look")["index"] for player in players)
        move_until(
            players,
            lambda states: all(
                s["phase"] == "over" or (s["index"] >= at + AFTER_MOVES and not s["ghosts"])
                for s in states
            ),
        )
    clicked = moment == "voted"
    told = list(transcript(folder, struck_at))
    return [wrong for player in players for wrong in judge(player, clicked=clicked)], told


def _turn_of(states: list[dict[str, Any]], seat: int) -> bool:
    same = len({state["index"] for state in states}) == 1
    return same and states[seat]["turn"] == states[seat]["me"]


def judge(player: Player, *, clicked: bool) -> list[str]:
    """Votes and ghosts that this screen has shown and for which nobody `clicked`."""
    wrong = []
    for news in () if clicked else said(player):
        if any(leaving for _, leaving, _ in news.get("votes", ())):
            wrong.append(f"{player.name} saw votes that nobody cast: {news['votes']}")
        if news.get("ghosts"):
            wrong.append(f"{player.name} saw ghosts: {news['ghosts']}")
    return wrong


def said(player: Player) -> list[dict[str, Any]]:
    lines = (player.folder / "said.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def transcript(folder: Path, since: float) -> Iterator[str]:
    """What the three screens said from a time on, in its order."""
    lines = []
    for name in NAMES:
        with (folder / name / "said.jsonl").open(encoding="utf-8") as read:
            lines += [(news["at"], name, news) for news in map(json.loads, read)]
    shown: dict[tuple[str, str], str] = {}
    for at, name, news in sorted(lines, key=lambda line: line[0]):
        for part in ("home", "banner", "strip", "rows", "log"):
            if part not in news:
                continue
            words = json.dumps(news[part], ensure_ascii=False)
            before, shown[name, part] = shown.get((name, part)), _timeless(words)
            if at >= since and shown[name, part] != before:
                yield f"  {at - since:6.1f} s  {name:6} {part:6} {words}"


def _timeless(words: str) -> str:
    """The words without the time that passes in them."""
    return re.sub(r"\d+:\d\d", "0:00", words)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [f"{evening.name}-{moment}" for evening in EVENINGS for moment in MOMENTS]
    parser.add_argument("only", nargs="*", metavar="EVENING", help=", ".join(names))
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "evenings")
    parser.add_argument("-v", action="store_true", help="print all that the screens said")
    given = parser.parse_args()
    failed = 0
    for evening in EVENINGS:
        for moment in MOMENTS:
            name = f"{evening.name}-{moment}"
            if given.only and name not in given.only:
                continue
            folder = given.out / f"{name}-{int(time.time())}"
            told: list[str] = []
            try:
                wrong, told = play(evening, moment, folder)
            except AssertionError as error:
                wrong = [str(error)]
            failed += bool(wrong)
            print(f"{name}: {'; '.join(wrong) or 'nobody lost a seat, and the game went on'}")
            if given.v:
                print(*told, sep="\n")
            sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
