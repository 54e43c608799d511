"""Paints every position of a game, and its end, for the page that is sent to others.

It runs in a process of its own, without a window: `camelnet export --html`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication

from camelnet.i18n import LANGUAGES, speaking
from camelnet.session.table.recorded_game import RecordedGame
from camelnet.session.text.standing_words import places_by_score, winner_words
from camelnet.sharing.boards import Boards, Pictures
from camelnet.sharing.page import without_names
from camelnet_gui.art.vectors import Drawings
from camelnet_gui.games import game_title, screens
from camelnet_gui.games.interface import AnyParts, Result
from camelnet_gui.games.painted_board import AnyBoard
from camelnet_gui.replay.model import ReplayModel, film_of
from camelnet_gui.style.theme import LIGHT, dress
from camelnet_gui.table.finish_picture import Finish, finish_picture

WIDE, HIGH = 720, 580  # of a board: on a phone its words are still read
FINISH = (760, 310)  # the proportions of the photo finish
POSTER = 1000  # pixels of width
QUALITY = 74  # of the poster's compression


def paint(game: RecordedGame, view: int, *, named: bool) -> Boards:
    """The boards of a game. `view`: whose hidden cards are shown, as in `camelnet.sharing`; unless
    `named`, with numbers in the place of names, in each language its own."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QApplication.instance() or QApplication(["camelnet"])
    assert isinstance(app, QApplication)
    dress(app, LIGHT)
    drawings, pictures = Drawings(), {}
    board = screens(game.game).make_parts().make_board()
    for code in LANGUAGES:
        with speaking(code):
            shown = game if named else without_names(game)
            pictures[code] = _pictures(drawings, shown, view, board)
    parts, model = _begun(game if named else without_names(game), view)
    model.seek(model.last)
    poster = _poster(parts, model, board) if model.position.turn == "over" else b""
    board.deleteLater()
    return Boards(
        size=(WIDE, HIGH),
        finish_size=FINISH,
        tables={
            "shapes": drawings.shapes.all(),
            "styles": drawings.styles.all(),
            "paints": drawings.paints.all(),
            "clips": drawings.clips.all(),
            "elements": list(drawings.elements),
            "groups": drawings.groups,
        },
        pictures=pictures,
        colours=tuple(mark.colour for mark in model.marks),
        poster=poster,
    )


def _begun(game: RecordedGame, view: int) -> tuple[AnyParts, ReplayModel]:
    parts = screens(game.game).make_parts()
    model = ReplayModel(film_of(game), type(parts.view_model))
    model.view = view
    return parts, model


def _pictures(drawings: Drawings, game: RecordedGame, view: int, board: AnyBoard) -> Pictures:
    """All pictures, with their words in the chosen language."""
    parts, model = _begun(game, view)
    frames: dict[tuple[object, object], int] = {}
    order, painted = [], []
    for at in range(model.last + 1):
        model.seek(at)
        model.highlight = model.spaces(at - 1) if at else frozenset()
        scenes = (_scene(model, dark=False), _scene(model, dark=True))
        if scenes not in frames:
            frames[scenes] = len(frames)
            by_day, by_night = (_things(drawings, board, scene) for scene in scenes)
            painted.append((by_day, by_night))
        order.append(frames[scenes])
    over = model.position.turn == "over"
    return Pictures(
        ground=(_ground(drawings, board, dark=False), _ground(drawings, board, dark=True)),
        frames=tuple(painted),
        order=tuple(order),
        finish=_finish(drawings, parts, model, board.font()) if over else ((), ()),
    )


def _scene(model: ReplayModel, *, dark: bool) -> object:
    model.dark = dark
    return model.scene()


def _ground(drawings: Drawings, board: AnyBoard, *, dark: bool) -> list[int]:
    plan = board.lay_out(WIDE, HIGH, board.shown)
    return drawings.picture(
        WIDE, HIGH, lambda painter: board.paint_ground(painter, plan, dark), board.font()
    )


def _things(drawings: Drawings, board: AnyBoard, scene: Any) -> list[int]:
    """All that lies and stands on the board."""
    plan = board.lay_out(WIDE, HIGH, scene)

    def paint(painter: QPainter) -> None:
        board.paint_table(painter, plan, scene)
        board.paint_standing(painter, plan, scene)

    return drawings.picture(WIDE, HIGH, paint, board.font())


def _result(parts: AnyParts, model: ReplayModel) -> Result:
    for step in model.steps:
        parts.view_model.take(step, model.names)
    result = parts.result(model.position, model.marks)
    result.table.deleteLater()
    return result


def _finish(
    drawings: Drawings, parts: AnyParts, model: ReplayModel, font: QFont
) -> tuple[Sequence[int], Sequence[int]]:
    """The last moment, in games that paint one."""
    moment = _result(parts, model).moment
    if moment is None:
        return (), ()

    def painted(dark: bool) -> list[int]:
        box = QRectF(0, 0, *FINISH)
        return drawings.picture(*FINISH, lambda painter: moment(painter, box, dark=dark), font)

    return painted(False), painted(True)


def _poster(parts: AnyParts, model: ReplayModel, board: AnyBoard) -> bytes:
    """The end of the game in one picture, as the app saves it."""
    result, position = _result(parts, model), model.position
    scores = tuple(position.scores())

    def painted(painter: QPainter, box: QRectF) -> None:
        board.show_scene(_scene(model, dark=False))
        painter.drawImage(box, board.image(round(box.width()), round(box.height()), 1.0))

    finish = Finish(
        title=winner_words(model.names, position.winners(), None),
        game=game_title(position.game),
        table=model.film.title,
        date="",
        marks=model.marks,
        scores=scores,
        places=result.places or places_by_score(scores, position.winners()),
    )
    picture = finish_picture(finish, result.moment or painted, parts.holdings.paint_unit)
    smooth = Qt.TransformationMode.SmoothTransformation
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.scaledToWidth(POSTER, smooth).save(kept, "WEBP", QUALITY)  # type: ignore[call-overload]
    return bytes(kept.data().data())
