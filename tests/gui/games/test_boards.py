"""Every game's board: what is seen, what can be picked, and how its motions end.

What is seen is never blank, differs where it should, and is the same wherever it is painted; every
pick can be made by mouse and by key and gives exactly itself; motions come to an end, and the end
looks like the scene shown at once.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from camelnet_gui.games.painted_board import PaintedBoard
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.games.boards import BOARDS, all_picks
from tests.gui.pictures import colours, different
from tests.patience import LONG_MS

LEFT = Qt.MouseButton.LeftButton
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
CAMEL_GAMES = [game for game, case in BOARDS.items() if case.sprites]


def cases(*games: str) -> list[Any]:
    """The motions of games, as parameters."""
    return [
        pytest.param(game, *case, id=f"{game}-{index}-{type(case[1]).__name__}")
        for game in games or BOARDS
        for index, case in enumerate(BOARDS[game].cases)
    ]


# --- what is seen -------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, case in BOARDS.items() for name in case.samples]
)
@pytest.mark.every(2)
def test_no_scene_is_painted_blank(board: PaintedBoard, game: str, name: str, dark: bool) -> None:
    board.show_scene(replace(BOARDS[game].samples[name], dark=dark))
    assert len(colours(board.grab().toImage())) > 1000


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, case in BOARDS.items() for name in case.pictures]
)
def test_the_picture_is_what_the_screen_shows(board: PaintedBoard, game: str, name: str) -> None:
    board.show_scene(BOARDS[game].samples[name])
    shown = board.grab().toImage()
    painted = board.image(board.width(), board.height(), 1.0).convertToFormat(shown.format())
    bad = different(shown, painted, blur=BOARDS[game].blur)
    assert bad < 0.005 * board.width() * board.height() / 4


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.every(3)
def test_pictures_come_in_any_size_and_ratio(board: PaintedBoard, game: str) -> None:
    board.show_scene(BOARDS[game].samples["middle"])
    for width, height, ratio in ((640, 480, 1.0), (684, 580, 3.0), (1400, 700, 1.5)):
        image = board.image(width, height, ratio)
        assert (image.width(), image.height()) == (round(width * ratio), round(height * ratio))
        assert len(colours(image, 11)) > 500


@pytest.mark.parametrize("game", BOARDS)
def test_day_and_night_differ_everywhere(board: PaintedBoard, game: str) -> None:
    board.show_scene(BOARDS[game].empty)
    day = board.grab().toImage()
    board.show_scene(replace(BOARDS[game].empty, dark=True))
    night = board.grab().toImage()
    assert different(day, night) > 0.95 * day.width() * day.height() / 4


@pytest.mark.parametrize(
    ("game", "change"),
    [(game, change) for game, case in BOARDS.items() for change in case.changes],
    ids=lambda part: part if isinstance(part, str) else "-".join(part),
)
@pytest.mark.every(2)
def test_everything_in_a_scene_is_seen(
    board: PaintedBoard, game: str, change: dict[str, Any]
) -> None:
    board.show_scene(BOARDS[game].bare)
    before = board.grab().toImage()
    board.show_scene(replace(BOARDS[game].bare, **change))
    assert different(before, board.grab().toImage()) > (5 if "cells" in change else 10)


# --- how it is laid out -------------------------------------------------------------------------

SIZES = [(480, 380), (640, 480), (684, 580), (1040, 850), (1600, 700), (700, 900), (2100, 1740)]
LAID = [
    pytest.param(game, scene, size, id=f"{game}-{number}-{size[0]}x{size[1]}")
    for game, case in BOARDS.items()
    for number, scene in enumerate(case.laid)
    for size in SIZES
]


@pytest.mark.parametrize(("game", "scene", "size"), LAID)
@pytest.mark.every(2)
def test_places_lie_on_the_board_and_apart(
    board: PaintedBoard, game: str, scene: Any, size: tuple[int, int]
) -> None:
    whole, boxes = QRectF(0, 0, *size), {}
    places = board.lay_out(*size, scene).places
    for place, path in places.items():
        assert not path.isEmpty(), place
        boxes[place] = path.boundingRect()
        assert whole.contains(boxes[place]), place
    for one, other in itertools.combinations(places, 2):
        if boxes[one].intersects(boxes[other]):
            both = places[one].intersected(places[other])
            area = both.boundingRect().width() * both.boundingRect().height()
            assert both.isEmpty() or (game == "targui" and area < 1), (one, other)


@pytest.mark.parametrize(("game", "scene", "size"), LAID)
@pytest.mark.every(2)
def test_what_is_hit_is_what_is_painted(
    board: PaintedBoard, scene: Any, size: tuple[int, int]
) -> None:
    plan, step = board.lay_out(*size, scene), max(17, size[0] // 40)
    for x, y in itertools.product(range(1, size[0], step), range(1, size[1], step)):
        painted = [place for place, path in plan.places.items() if path.contains(QPointF(x, y))]
        assert plan.place_at(QPointF(x, y)) == (painted[0] if painted else None)


# --- what can be picked -------------------------------------------------------------------------


def spots(board: PaintedBoard, place: str) -> list[QPoint]:
    """Points well inside a place."""
    path = board.place_path(place)
    box = path.boundingRect()
    found = [
        QPoint(x, y)
        for x in range(int(box.left()), int(box.right()), 5)
        for y in range(int(box.top()), int(box.bottom()), 5)
        if path.contains(QPoint(x, y).toPointF())
    ]
    return found[:: max(1, len(found) // 6)]


PICKS = [
    pytest.param(game, scene, place, id=f"{game}-{place}")
    for game, case in BOARDS.items()
    for scene in case.all
    for place in sorted(scene.picks)
]


@pytest.mark.parametrize(("game", "scene", "place"), PICKS)
@pytest.mark.every(4)
def test_a_click_or_a_key_on_a_pick_gives_exactly_that_pick(
    board: PaintedBoard, picked: list[str], qtbot: QtBot, scene: Any, place: str
) -> None:
    board.show_scene(scene)
    points = spots(board, place)
    assert points
    for spot in points:
        qtbot.mouseClick(board.viewport(), LEFT, pos=spot)
    button = board.buttons[place]
    button.setFocus()
    keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
    for key in keys:
        qtbot.keyClick(button, key)
    assert picked == [place] * (len(points) + len(keys))


@pytest.mark.parametrize(("game", "scene", "place"), PICKS)
@pytest.mark.every(4)
def test_a_click_on_any_other_place_gives_nothing(
    board: PaintedBoard, picked: list[str], qtbot: QtBot, scene: Any, place: str
) -> None:
    board.show_scene(replace(scene, picks=scene.picks - {place}))
    for spot in spots(board, place):
        qtbot.mouseClick(board.viewport(), LEFT, pos=spot)
    board.buttons[place].click()
    assert not picked


@pytest.mark.parametrize("game", BOARDS)
def test_a_click_between_places_gives_nothing(
    board: PaintedBoard, picked: list[str], qtbot: QtBot, game: str
) -> None:
    scene = BOARDS[game].all[0]
    board.show_scene(scene)
    paths = [board.place_path(place) for place in scene.picks]
    for x, y in itertools.product(range(3, board.width(), 23), range(3, board.height(), 23)):
        if not any(path.contains(QPoint(x, y).toPointF()) for path in paths):
            qtbot.mouseClick(board.viewport(), LEFT, pos=QPoint(x, y))
    assert not picked


@pytest.mark.parametrize("game", BOARDS)
def test_arrows_reach_every_pick(board: PaintedBoard, qtbot: QtBot, game: str) -> None:
    scene = BOARDS[game].all[0]
    board.show_scene(scene)
    reached = {min(scene.picks)}
    fresh = [*reached]
    while fresh:
        place = fresh.pop()
        for key in ARROWS:
            board.buttons[place].setFocus()
            qtbot.keyClick(board.buttons[place], key)
            now = QApplication.focusWidget().place  # type: ignore[union-attr]
            if now not in reached:
                reached.add(now)
                fresh.append(now)
    assert reached == scene.picks


@pytest.mark.parametrize(
    ("game", "place", "why"),
    [
        ("camelup", "space 1", "Never on the first space"),
        ("cards", "win b", "You have already placed your bet."),
        ("targui", "cell 8", "Choose where these camels go."),
    ],
)
def test_tooltips_say_why_not(board: PaintedBoard, game: str, place: str, why: str) -> None:
    board.show_scene(replace(BOARDS[game].empty, hints=((place, why),)))
    assert board.tip(place).endswith(why)
    assert board.buttons[place].accessibleDescription() == why


@pytest.mark.parametrize("game", BOARDS)
def test_nothing_can_be_picked_while_something_moves(
    board: PaintedBoard, picked: list[str], qtbot: QtBot, game: str
) -> None:
    scene = BOARDS[game].all[0]
    board.show_scene(scene)
    motion = BOARDS[game].cases[0][1]
    board.animate((motion,), board.after(scene, motion))
    place = min(scene.picks)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre(place).toPoint())
    board.buttons[place].click()
    assert not picked
    board.skip()


# --- how motions end ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "start", "motion"), cases())
@pytest.mark.every(2)
def test_a_motion_ends_in_the_image_of_its_scene(
    board: PaintedBoard, qtbot: QtBot, game: str, start: Any, motion: Any
) -> None:
    end = all_picks(board.after(start, motion), [min(BOARDS[game].all[0].picks)])
    board.set_speed("fast")
    board.show_scene(start)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((motion,), end)
    moved = board.grab().toImage()
    board.show_scene(BOARDS[game].empty)
    board.show_scene(end)
    assert board.grab().toImage() == moved


@pytest.mark.parametrize(("game", "start", "motion"), cases())
@pytest.mark.every(2)
def test_no_motion_takes_longer_than_promised(
    board: PaintedBoard, game: str, start: Any, motion: Any
) -> None:
    board.show_scene(start)
    assert 0 < board.make_clip(start, motion).length_ms <= BOARDS[game].longest_ms


@pytest.mark.parametrize(("game", "start", "motion"), cases())
@pytest.mark.every(2)
def test_a_motion_is_seen(board: PaintedBoard, start: Any, motion: Any) -> None:
    board.show_scene(start)
    still = board.grab().toImage()
    board.animate((motion,), start)
    reel = board.make_clip(start, motion)
    board.begin_clip(reel)
    board.show_frame(reel.frame(0.55))
    assert board.grab().toImage() != still
    board.skip()


@pytest.mark.parametrize(("game", "start", "motion"), cases(*CAMEL_GAMES))
def test_every_camel_is_there_once_in_every_frame(
    board: PaintedBoard, start: Any, motion: Any
) -> None:
    board.show_scene(start)
    reel: Any = board.make_clip(start, motion)
    queue = start.waiting if hasattr(start, "waiting") else start.start
    whole = "".join(camels for _space, camels in start.stacks) + queue + start.crossed
    for step in range(41):
        shown = "".join(sprite.camels for sprite in reel.frame(step / 40).sprites)
        assert sorted(shown) == sorted(whole), step


@pytest.mark.parametrize(("game", "start", "motion"), cases(*CAMEL_GAMES))
def test_a_motion_begins_where_camels_stood_and_does_not_jump(
    board: PaintedBoard, game: str, start: Any, motion: Any
) -> None:
    board.show_scene(start)
    reel: Any = board.make_clip(start, motion)
    frames = [
        {sprite.camels[-1]: sprite.foot for sprite in reel.frame(step / 200).sprites}
        for step in range(201)
    ]
    plan = board.lay_out(board.width(), board.height(), start)
    at_rest = {sprite.camels[-1]: sprite.foot for sprite in BOARDS[game].sprites(plan, start)}
    for before, after, most in (
        (at_rest, frames[0], 1),
        *((one, other, 30) for one, other in itertools.pairwise(frames)),
    ):
        for camel in before.keys() & after.keys():
            gap = after[camel] - before[camel]
            assert abs(gap.x()) + abs(gap.y()) < most


@pytest.mark.parametrize("game", BOARDS)
def test_queued_motions_play_in_order_and_finish_once(
    board: PaintedBoard, qtbot: QtBot, game: str
) -> None:
    board.set_speed("fast")
    scene = BOARDS[game].samples["middle"]
    board.show_scene(scene)
    spy = QSignalSpy(board.finished)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        for _start, motion in BOARDS[game].cases[:2]:
            scene = board.after(scene, motion)
            board.animate((motion,), scene)
        assert board.busy
    assert board.shown == scene
    assert spy.count() == 1


@pytest.mark.parametrize("game", BOARDS)
def test_a_resize_during_a_motion_shows_its_end(
    board: PaintedBoard, qtbot: QtBot, game: str
) -> None:
    start, motion = BOARDS[game].cases[1]
    board.show_scene(start)
    end = board.after(start, motion)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((motion,), end)
        board.resize(900, 680)
    moved = board.grab().toImage()
    board.show_scene(end)
    assert board.grab().toImage() == moved
