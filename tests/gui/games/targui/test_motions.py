"""What is special in the motions of this board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from camelnet_gui.games.targui.animation import DRUM_MS, clip
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.scene import March, Volley
from camelnet_gui.games.targui.suspense import holds_breath

from camelnet.rules.games.targui.events import BattleRolled
from camelnet.session.api.facts import Stepped
from tests.gui.conftest import to_the_end
from tools.screenshots.targui.sample_scenes import MIDDLE, SAMPLES
from tools.screenshots.targui.scripted_game import ScriptedTargui

FIGHT = SAMPLES["attacking"]


def test_camels_on_a_march_are_counted_once() -> None:
    march = March(0, 8, 1, 9)
    reel = clip(layout(700, 600), MIDDLE, march)
    whole = MIDDLE.cell(8).camels
    for step in range(21):
        (walker,) = reel.frame(step / 20).walkers
        assert walker.count + reel.rest.cell(8).camels == whole


def test_a_march_begins_and_ends_where_camels_stand() -> None:
    plan = layout(700, 600)
    reel = clip(plan, MIDDLE, March(0, 8, 1, 9))
    for share, cell in ((0.0, 8), (1.0, 1)):
        (walker,) = reel.frame(share).walkers
        gap = walker.foot - plan.foot(cell)
        assert abs(gap.x()) + abs(gap.y()) + walker.lift < 1


def test_kills_are_told_only_once_the_die_lies() -> None:
    reel = clip(layout(700, 600), FIGHT, Volley("attack", 5, 9, 3))
    assert not reel.frame(0.3).floats
    (told,) = reel.frame(0.6).floats
    assert told.change == -3
    (die,) = reel.frame(0.6).dice
    assert (die.pips, die.turn, die.seat) == (5, 0.0, 0)


def wars() -> Iterator[Stepped]:
    for seed in range(4):
        print(f"seed {seed}")
        yield from ScriptedTargui(seats=2 + seed % 3, me=0, seed=seed).play(to_the_end)


@pytest.mark.slow
def test_a_drum_rolls_exactly_where_a_die_can_take_a_camp_or_end_the_last_battles() -> None:
    told = {True: 0, False: 0}
    for step in wars():
        public = step.before.to_dict()
        rolled = [event for event in step.events if isinstance(event, BattleRolled)]
        if not rolled or rolled[0].side != "attack":
            assert not holds_breath(step), step.notation
            continue
        target = public["attack"]["to"]
        most = (6 + rolled[0].bonus) // 2  # camels that the luckiest die kills
        weighs = public["land"][target - 1] == "camp" or public["round"] == 16
        takes = weighs and public["camels"][target - 1] <= most
        assert holds_breath(step) == takes, (step.notation, public["attack"])
        told[takes] += 1
    assert told[True] > 0
    assert told[False] > 50


def test_a_drum_roll_lengthens_the_tumble_alone_and_the_battle_stays_in_the_light() -> None:
    plan = layout(700, 600)
    volley = Volley("attack", 5, FIGHT.battle.target, 3)
    usual, drum = (clip(plan, FIGHT, replace(volley, drum=it)) for it in (False, True))
    assert drum.length_ms == usual.length_ms + DRUM_MS
    assert all(not usual.frame(share / 10).lit for share in range(11))
    assert drum.frame(0.5).lit == (FIGHT.battle.source, FIGHT.battle.target)
    assert (drum.frame(0).dark, drum.frame(0.5).dark, drum.frame(1).dark) == (0, 1, 0)
    after = usual.length_ms * 0.4  # from when the die lies to the end
    for since in (1, after / 2, after):
        shares = [1 - (after - since) / each.length_ms for each in (usual, drum)]
        (one,), (other,) = (
            each.frame(s).dice for each, s in zip((usual, drum), shares, strict=True)
        )
        assert (one.turn, one.box) == (other.turn, other.box)
