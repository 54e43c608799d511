"""What is special in the motions of this board."""

from __future__ import annotations

from camelnet_gui.games.targui.animation import clip
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.scene import March, Volley

from tools.screenshots.targui.sample_scenes import MIDDLE, SAMPLES

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
