"""Words of others that look like HTML, or have an &, are shown as they are, wherever they stand.

Every screen that `make screenshots` paints is shown with such words in each fact, and everything in
its windows that has text is looked at. That nothing else sets rich text is seen in the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from camelnet_gui.games import playable
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.style.theme import LIGHT, dress
from camelnet_gui.table.feed import Feed
from camelnet_gui.together.guest_dialog import GuestDialog
from camelnet_gui.widgets.basics import button_text, set_tip, tip_text
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Gui
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from camelnet.i18n import Message
from camelnet.session.api.facts import ChatSaid, Fact
from tools.screenshots.doctor import capture_doctor
from tools.screenshots.driver import HeadlessDriver
from tools.screenshots.games import CAPTURES
from tools.screenshots.lobby import capture_lobby
from tools.screenshots.together import capture_together

HTML = "<img src='//h/x'>&lt;b"
FAMILY = "Tom & Anna"
ROOT = Path(__file__).parents[2]
# The fields of facts in which others' words stand.
FOREIGN = frozenset({"name", "names", "table", "author", "text"})


def hostile(told: Any, field: str = "") -> Any:
    """A fact with such words wherever others' stand in it."""
    match told:
        case str() if field in FOREIGN and told:
            return f"{HTML}{told}" if len(told) % 2 else f"{FAMILY}{HTML}{told}"
        case Message():
            return replace(
                told, values=tuple((key, hostile(value, "name")) for key, value in told.values)
            )
        case tuple():
            return tuple(hostile(item, field) for item in told)
        case _ if is_dataclass(told) and type(told).__module__.startswith("camelnet.session."):
            return replace(
                told,
                **{
                    item.name: hostile(getattr(told, item.name), item.name) for item in fields(told)
                },
            )
    return told


def is_rich(text: str) -> bool:
    """True if Qt takes it for HTML where it may choose."""
    return Gui.mightBeRichText(text)


def as_shown(tip: str) -> str:
    """What Qt paints of a tooltip."""
    document = QTextDocument()
    if is_rich(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    return document.toPlainText()


def wrong(window: QWidget) -> Iterator[str]:
    """The places in a window that show words otherwise than they are, one line each."""
    for widget in [window, *window.findChildren(QWidget)]:
        place = f"{type(widget).__name__} {widget.objectName()}"
        for tip in tips(widget):
            if "//h/x" in tip and HTML not in as_shown(tip):
                yield f"{place}: tooltip {tip!r}"
        if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText:
            words = widget.text()
            if is_rich(words) or "//h/x" in words:
                yield f"{place}: {words!r}"
        if isinstance(widget, QTextEdit) and "//h/x" in widget.toHtml():
            yield f"{place}: {widget.toPlainText()!r}"
        if isinstance(widget, QAbstractButton) and "Tom & " in widget.text():
            yield f"{place}: an & that underlines: {widget.text()!r}"
        if isinstance(widget, QMenu):
            for action in widget.actions():
                if "Tom & " in action.text():
                    yield f"{place}: an & that underlines: {action.text()!r}"


def tips(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    for action in widget.actions():
        yield action.toolTip()
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        for number in range(model.rowCount()):
            yield str(model.index(number, 0).data(Qt.ItemDataRole.ToolTipRole) or "")


def shows(window: QWidget) -> Iterator[str]:
    """Everything in a window that has text: how much of it is others'."""
    for widget in [window, *window.findChildren(QWidget)]:
        yield from tips(widget)
        yield widget.windowTitle()
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        if isinstance(widget, (QLabel, QAbstractButton)):
            yield widget.text()


class HostileDriver(HeadlessDriver):
    """Tells facts with such words, and looks at the windows where others take pictures."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, wide=956, high=520)
        self.found: list[str] = []
        self.seen = 0

    def take(self, *facts: Fact) -> None:
        super().take(*(hostile(fact) for fact in facts))

    def capture(self, name: str, widget: QWidget | None = None) -> Path:
        for window in QApplication.topLevelWidgets():
            self.found += [f"{name}: {line}" for line in wrong(window)]
            self.seen += sum("//h/x" in text for text in shows(window))
        return self.folder / f"{name}.png"


SCREENS: dict[str, tuple[Callable[..., None], ...]] = {
    "app": (capture_lobby, capture_doctor, capture_together),
    **{game: CAPTURES[game] for game in playable()},
}


@pytest.mark.slow
@pytest.mark.parametrize("part", SCREENS)
@pytest.mark.every(4)
def test_every_screen_shows_words_as_they_are(
    qapp: QApplication, tmp_path: Path, part: str
) -> None:
    dress(qapp, LIGHT)
    found, seen = [], 0
    for capture in SCREENS[part]:
        driver = HostileDriver(tmp_path)
        capture(driver, 4)
        driver.close()
        found += driver.found
        seen += driver.seen
    assert seen > 20, "hardly anything shows such a name: what has become of the facts?"
    assert found == []


def test_words_that_qt_would_render_are_found(qtbot: QtBot) -> None:
    label, plain = QLabel(HTML), QLabel(HTML)
    plain.setTextFormat(Qt.TextFormat.PlainText)
    for made in (label, plain):
        qtbot.addWidget(made)
    assert len(list(wrong(label))) == 1
    assert list(wrong(plain)) == []
    plain.setToolTip(f"<b>x</b>{HTML}")
    assert len(list(wrong(plain))) == 1
    set_tip(plain, f"<b>x</b>{HTML}")
    assert list(wrong(plain)) == []


def test_the_details_of_a_line_of_the_log_are_no_html(qtbot: QtBot) -> None:
    log = Feed()
    qtbot.addWidget(log)
    log.replace([FeedEntry("Ana rolls", 0, details=(HTML,))])
    assert list(wrong(log)) == []
    assert any(HTML in as_shown(tip) for tip in tips(log))


def test_a_fact_with_such_words_has_them_in_every_place() -> None:
    said = hostile(ChatSaid(b"", "Ana", "Hello", False))
    assert (HTML in said.name, HTML in said.text) == (True, True)


def test_earlier_guests_are_offered_by_their_names(qtbot: QtBot) -> None:
    dialog = GuestDialog((), (FAMILY,))
    qtbot.addWidget(dialog)
    assert [made.text() for made in dialog.known.buttons] == [button_text(FAMILY)]
    dialog.known.buttons[0].click()
    assert dialog.name == FAMILY


def test_a_plain_tooltip_stays_as_it_is() -> None:
    assert tip_text("Ana\n3 coins & a card") == "Ana\n3 coins & a card"
    assert as_shown(tip_text("<b>\nBen")) == "<b>\nBen"


# --- the sources ---------------------------------------------------------------------------------

# What renders HTML, or may choose to, and the one file that may name it.
RENDERS = {
    "setToolTip": "widgets/basics.py",
    "QToolTip": "widgets/basics.py",
    "setHtml": "rulebook/page.py",  # its words are ours, and escaped
    "QTextBrowser": "rulebook/page.py",
    "QTextEdit": "rulebook/page.py",
    "QTextDocument": "rulebook/page.py",
    **dict.fromkeys(
        (
            *("insertHtml", "appendHtml", "setMarkdown", "setWhatsThis", "setStatusTip"),
            *("QMessageBox", "QErrorMessage", "QProgressDialog", "QInputDialog", "QStaticText"),
            *("QGraphicsTextItem", "RichText", "AutoText", "MarkdownText", "QSplashScreen"),
            *("drawStaticText", "QWhatsThis", "setOpenExternalLinks"),
        ),
        "",
    ),
}


def named(source: str) -> set[str]:
    """Every name and attribute in a source."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)} | {
        node.id for node in nodes if isinstance(node, ast.Name)
    }


def labels(source: str) -> Iterator[tuple[str, bool]]:
    """Each function or class that makes or is a QLabel, and whether it makes it plain."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef(bases=bases) if any(ast.unparse(base) == "QLabel" for base in bases):
                yield node.name, "PlainText" in ast.unparse(node)
            case ast.FunctionDef() if any(
                isinstance(call, ast.Call) and ast.unparse(call.func) == "QLabel"
                for call in ast.walk(node)
            ):
                yield node.name, "PlainText" in ast.unparse(node)


@pytest.mark.slow
def test_one_place_sets_tooltips_and_nothing_else_renders_html() -> None:
    found, made = [], []
    for path in sorted((ROOT / "gui/camelnet_gui").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        place = path.relative_to(ROOT / "gui/camelnet_gui").as_posix()
        found += [f"{place}: {name}" for name in named(source) if RENDERS.get(name, place) != place]
        made += [(f"{place}: {name}", plain) for name, plain in labels(source)]
    assert found == []
    assert len(made) > 2, "no label is found: how are they made now?"
    assert [name for name, plain in made if not plain] == []


@pytest.mark.parametrize(
    "line", ["made.setToolTip(name)", "QMessageBox.about(self, '', name)", "QLabel(name)"]
)
def test_a_line_that_could_render_html_is_noticed(line: str) -> None:
    source = f"def show(self, made, name):\n    {line}\n"
    noticed = [name for name in named(source) if RENDERS.get(name, "here.py") != "here.py"]
    assert noticed or [name for name, plain in labels(source) if not plain]
