"""The drum roll: when a die or a card gets one, that nothing else takes longer, and that it leaves
the board as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from camelnet_gui.games.camels.drum_roll import drum_roll, nearer
from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.camels.suspense import holds_breath
from camelnet_gui.games.camelup.animation import DRUM_MS
from camelnet_gui.games.camelup.animation import clip as camelup_clip
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.painting import sprites
from camelnet_gui.games.camelup.scene import DieRoll
from camelnet_gui.games.camelup.sounds import sounds as camelup_sounds
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import CardUp
from camelnet_gui.sound.cue import DRUM_ROLL, ROLL
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from camelnet.rules import IllegalMove, Position
from camelnet.rules.games.camels import CAMELS
from camelnet.session.api.facts import Stepped
from tests.gui.conftest import WindowDriver, to_the_end
from tests.patience import LONG_MS
from tools.screenshots.camelup.sample_scenes import MIDDLE
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.sample_scenes import MIDDLE as CARDS
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame


def whole_games(script_of: type[ScriptedGame]) -> Iterator[Stepped]:
    for seed in range(6):
        print(f"seed {seed}")
        yield from script_of(seats=2 + seed % 4, me=0, seed=seed).play(to_the_end)


def outcomes(before: Position) -> Iterator[Position]:
    """All positions that can follow from a die or a card, found without a look at the board."""
    notations = [notation for notation, _weight in before.outcomes()]
    for notation in notations or [f"card {camel}{value}" for camel in CAMELS for value in (1, 2)]:
        try:
            yield before.apply(notation)
        except IllegalMove:
            assert before.turn == "reveal", notation


@pytest.mark.parametrize("script_of", [ScriptedCamelUp, ScriptedCards])
def test_a_drum_rolls_exactly_where_the_leg_or_the_race_can_end(
    script_of: type[ScriptedGame],
) -> None:
    told = {True: 0, False: 0}
    for step in whole_games(script_of):
        public = step.before.to_dict()
        drawn = step.before.turn in ("chance", "reveal") and step.notation[:4] in ("die ", "card")
        if not drawn or not public["leg"]:
            assert not holds_breath(step), step.notation
            continue
        ends = any(
            then.to_dict()["leg"] != public["leg"] or then.to_dict()["crossed"]
            for then in outcomes(step.before)
        )
        assert holds_breath(step) == ends, (step.notation, public["track"])
        told[ends] += 1
    assert told[True] > 5
    assert told[False] > 50


def test_how_the_die_falls_does_not_tell_whether_the_drum_rolled() -> None:
    """It is the same for all outcomes of one position."""
    for step in whole_games(ScriptedCamelUp):
        if step.before.turn == "chance" and step.notation.startswith("die"):
            others = [replace(step, notation=notation) for notation, _w in step.before.outcomes()]
            assert len({holds_breath(other) for other in others}) == 1


def test_the_die_tumbles_for_a_second_and_a_half_and_others_as_long_as_ever() -> None:
    plan = layout(700, 580)
    usual = camelup_clip(plan, MIDDLE, DieRoll("y", 3))
    drum = camelup_clip(plan, MIDDLE, DieRoll("y", 3, drum=True))
    assert usual.length_ms == 1180
    assert drum.frame(DRUM_MS * 0.98 / drum.length_ms).die.turn != 0
    assert drum.frame(DRUM_MS * 1.02 / drum.length_ms).die.turn == 0
    assert all(usual.frame(share / 10).drum is None for share in range(11))
    assert drum.frame(0.0).drum.strength == 0
    assert drum.frame(0.5).drum.strength == 1


def test_camels_hop_slowly_and_then_it_is_light_again() -> None:
    plan = layout(700, 580)
    space, camels = MIDDLE.stacks[0]
    walk = Walk(camels[-1], space, space + 2)
    usual, drum = (camelup_clip(plan, MIDDLE, replace(walk, drum=it)) for it in (False, True))
    assert drum.length_ms == 2 * usual.length_ms
    assert drum.frame(0.1).drum.strength == 1
    assert drum.frame(1.0).drum.strength == 0
    assert camels[-1] in drum.frame(0.1).drum.lit


def test_leaders_come_nearer_but_never_beyond_the_upper_edge() -> None:
    plan = layout(700, 580)
    scene = replace(MIDDLE, stacks=((3, "bgowy"),))
    drum = drum_roll(plan, scene, stage=QPointF(350, 300))(1.0)
    (before,) = [each for each in sprites(plan, scene) if each.camels == "bgowy"]
    (grown,) = [each for each in nearer((before,), drum) if each.camels == "bgowy"]
    assert grown.lit
    assert grown.scale >= before.scale
    high = replace(before, foot=QPointF(before.foot.x(), 60.0))
    (held,) = nearer((high,), drum)
    assert held.scale == high.scale, "there is no room above it"


@pytest.mark.parametrize(
    ("board_of", "scene", "motion"),
    [
        (CamelUpBoard, MIDDLE, DieRoll(MIDDLE.dice_in[0], 2, drum=True)),
        (CardsBoard, CARDS, CardUp("g1", "deck", drum=True)),
    ],
)
def test_nothing_is_left_of_it_and_no_place_moves(
    qtbot: QtBot, board_of: type, scene: object, motion: object
) -> None:
    board = board_of()
    qtbot.addWidget(board)
    board.resize(900, 700)
    with qtbot.waitExposed(board):
        board.show()
    board.show_scene(scene)
    then = board.without_choice(scene)
    board.show_scene(then)
    calm, places = board.grab().toImage(), {p: board.place_path(p) for p in board._plan.places}
    board.animate(motion, then)
    board._clock.pause()
    board._clock.setCurrentTime(board._clock.duration() // 2)
    assert board.grab().toImage() != calm
    assert {p: board.place_path(p) for p in board._plan.places} == places
    board.skip()
    assert board.grab().toImage() == calm


@pytest.mark.slow
def test_without_motion_no_drum_rolls(driver: WindowDriver) -> None:
    step = last_die(driver)
    assert driver.settings.speed == "off"
    driver.window.take(replace(step, replayed=False))
    assert not driver.table.pacer.moving


@pytest.mark.slow
def test_a_click_ends_a_drum_roll(driver: WindowDriver, qtbot: QtBot) -> None:
    step = last_die(driver)
    driver.settings.speed = "normal"
    driver.table.apply_settings()
    driver.window.take(replace(step, replayed=False))
    assert driver.table.pacer.moving
    qtbot.mouseClick(driver.table.board.viewport(), Qt.MouseButton.LeftButton)
    assert not driver.table.pacer.moving
    qtbot.waitUntil(lambda: driver.table.overlay.page is not None, timeout=LONG_MS)


@pytest.mark.slow
def test_while_the_die_tumbles_no_words_tell_that_a_scoring_follows(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    step = last_die(driver)
    driver.settings.speed = "normal"
    driver.table.apply_settings()
    driver.window.take(replace(step, replayed=False))
    assert driver.table.pacer.moving
    assert driver.table.panel.banner.text() == "The dice are rolling…"
    assert driver.table.caption.words.text() == "The dice are rolling…"
    driver.table.pacer.skip()
    qtbot.waitUntil(lambda: driver.table.overlay.page is not None, timeout=LONG_MS)
    assert driver.table.panel.banner.text() == "Scoring"
    assert driver.table.caption.isHidden()


def test_a_drum_roll_is_heard_longer() -> None:
    cues = {holds_breath(s): camelup_sounds(s) for s in whole_games(ScriptedCamelUp) if is_die(s)}
    assert cues[False][: len(ROLL)] == ROLL
    assert cues[True][: len(DRUM_ROLL)] == DRUM_ROLL


def is_die(step: Stepped) -> bool:
    return step.notation.startswith("die ")


def last_die(driver: WindowDriver) -> Stepped:
    """A table before the last die of a leg, and that die; the sheet of a leg comes with it."""
    script = ScriptedCamelUp(seats=3, seed=8)
    for step in script.play(to_the_end):
        if is_die(step) and len(step.before.to_dict()["dice"]) == 1:
            driver.sit_down(ScriptedCamelUp(seats=3, seed=8))
            return step
        driver.window.take(step)
    raise AssertionError("no leg ended")
