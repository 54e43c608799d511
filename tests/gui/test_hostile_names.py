"""Names that look like HTML, or have an &, are shown as they are, in tooltips and on buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from camelnet_gui.together.guest_dialog import GuestDialog
from camelnet_gui.widgets import button_text, tip_text
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import LobbyChanged, Phase, TableChanged, TableView
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view

HTML = "<img src='//evil/x'>&lt;b"
FAMILY = "Tom & Anna"


def as_shown(tip: str) -> str:
    """What Qt paints of a tooltip."""
    document = QTextDocument()
    if tip.startswith("<") or "<br" in tip or "</" in tip:
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    return document.toPlainText()


def widgets(window: QWidget) -> Iterator[QWidget]:
    yield window
    yield from window.findChildren(QWidget)


def check(window: QWidget) -> int:
    """The number of places that show the name; each shows it whole."""
    found = 0
    for widget in widgets(window):
        tip = widget.toolTip()
        if "evil" in tip:
            found += 1
            assert tip.startswith("<span>"), (widget, tip)
            assert HTML in as_shown(tip)
        if isinstance(widget, QLabel) and "evil" in widget.text():
            found += 1
            assert widget.textFormat().name == "PlainText", widget
        if isinstance(widget, QAbstractButton) and "Tom" in widget.text():
            found += 1
            assert "Tom && Anna" in widget.text(), widget
    return found


def named(view: TableView) -> TableView:
    seats = tuple(
        replace(seat, name=(HTML, FAMILY)[number % 2]) for number, seat in enumerate(view.seats)
    )
    return replace(view, name=HTML, seats=seats)


@pytest.mark.parametrize("phase", [Phase.PLAY, Phase.STOPPED])
def test_a_table_shows_names_as_they_are(driver: WindowDriver, phase: Phase) -> None:
    script = ScriptedCamelUp()
    driver.tell(TableChanged(replace(named(script.view()), phase=phase)))
    assert check(driver.window) > len(script.view().seats)


def test_the_lobby_shows_names_as_they_are(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    tables = tuple(
        replace(
            table,
            name=HTML,
            seats=tuple(
                replace(seat, name=HTML if number else FAMILY)
                for number, seat in enumerate(table.seats)
            ),
        )
        for table in view.tables
    )
    view = replace(
        view,
        me=replace(view.me, name=FAMILY),
        peers=tuple(replace(peer, name=HTML) for peer in view.peers),
        tables=tables,
    )
    driver.tell(LobbyChanged(view))
    assert check(driver.window) > len(tables)


def test_earlier_guests_are_offered_by_their_names(qtbot: QtBot) -> None:
    dialog = GuestDialog((), (FAMILY,))
    qtbot.addWidget(dialog)
    assert [made.text() for made in dialog.known] == [button_text(FAMILY)]
    dialog.known[0].click()
    assert dialog.name == FAMILY


def test_a_plain_tooltip_stays_as_it_is() -> None:
    assert tip_text("Ana\n3 coins & a card") == "Ana\n3 coins & a card"
    assert as_shown(tip_text("<b>\nBen")) == "<b>\nBen"
