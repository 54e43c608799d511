"""Pictures of the page My play: of a person who gets better, and of a beginner."""

from __future__ import annotations

from random import Random

from camelnet.my_play.database import Game, Other
from camelnet.my_play.level import RATES
from camelnet.my_play.reviewing import State
from camelnet.session.api.facts import LobbyChanged
from tools.screenshots.driver import HeadlessDriver
from tools.screenshots.lobby import lobby_view

ANA, BEN = Other(b"a" * 32, "Chloé", "", 0), Other(b"b" * 32, "Ben", "", 0)
AMINA, BADR = Other(b"c" * 32, "Amina", "easy", 0), Other(b"d" * 32, "Badr", "normal+sly", 0)
DECISIONS = 25


def state_of(count: int, *, waiting: int = 0, left_out: int = 0) -> State:
    """The state after so many games of all kinds, in which decisions cost less and less."""
    luck = Random(27)
    games = []
    for number in range(count):
        game = luck.choice(("camelup", "camelup", "camelup", "cards", "targui", "targui"))
        worst, *_between, best = RATES[game].values()
        rate = best + (worst - best) * (1.2 - number / count) * luck.uniform(0.5, 1.5)
        others = luck.choice(((ANA,), (ANA, BEN), (BADR, AMINA, BADR), (ANA, AMINA, BADR)))
        won = 10_000 * (luck.random() < 1.3 / (1 + len(others)))
        games.append(
            Game(
                digest=number.to_bytes(32, "big"),
                id=number.to_bytes(32, "big"),
                stamp="",
                finished_s=1_768_478_400 + 86_400 * number,
                game=game,
                seats=1 + len(others),
                decisions=DECISIONS,
                given_away=round(100 * DECISIONS * rate),
                won=won,
                luck=round(luck.gauss(0.2 * won, 2000)),
                others=others,
            )
        )
    return State(tuple(games), waiting, left_out)


def capture_my_play(driver: HeadlessDriver, _seats: int) -> None:
    driver.take(LobbyChanged(lobby_view(full=False)))
    my_play = driver.window.my_play
    my_play.close()  # nothing here depends on this computer
    my_play.open()
    for name, state in (
        ("my-play-first", State(waiting=1)),
        ("my-play-begun", state_of(7, waiting=2, left_out=1)),
        ("my-play", state_of(60)),
    ):
        assert my_play.page is not None
        my_play.page.show_state(state)
        driver.capture(name)
    my_play.leave()
