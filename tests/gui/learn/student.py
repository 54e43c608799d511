"""Does what a tutorial asks for, as a person would who reads its bubbles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.lesson import Step
from camelnet_gui.learn.page import LearnPage
from camelnet_gui.learn.targets import can_pick
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.patience import until

CLICKS_MAX = 8  # for one step


class Pointer(Protocol):
    def __call__(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Clicks a widget where a person would: what covers it gets the click."""


def click_window(widget: QWidget, at: QPoint | None = None) -> None:
    """A click that the window hands to whatever lies on top there."""
    window = widget.window()
    point = widget.mapTo(window, at or widget.rect().center())
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    QApplication.processEvents()


class Student:
    """Give it a tutorial on the screen."""

    def __init__(
        self,
        page: LearnPage,
        click: Pointer = click_window,
        between: Callable[[], object] = QApplication.processEvents,
    ) -> None:
        self.page = page
        self.click = click
        self._between = between

    @property
    def table(self) -> TablePage:
        assert self.page.table is not None
        return self.page.table

    def wait(self) -> None:
        """For the next bubble, or the end."""
        page = self.page
        until(
            lambda: page.waiting or page.end is not None,
            what=f"nothing follows {page.step.say!r}",
            moving=lambda: (page.number, self.table.model.shown, self.table.model.waiting_steps),
            between=self._between,
        )
        self._between()

    def do_until(self, there: Callable[[Step], object]) -> None:
        """Do what is asked for up to a step."""
        while not there(self.page.step):
            self.do_step()
            self.wait()

    def skip_until(self, there: Callable[[Step], object]) -> None:
        """Skip what is asked for up to a step, or to the end."""
        while self.page.end is None and not there(self.page.step):
            self.page.go_on()
            self.wait()

    def click_place(self, place: str) -> None:
        board = self.table.board
        centre = board.place_centre(place)  # type: ignore[attr-defined]
        self.click(board, centre.toPoint())

    def do_step(self) -> None:
        """What the bubble asks for."""
        page, step = self.page, self.page.step
        if step.page:
            self._click_once_shown(self.table.overlay.main)
        elif not step.play:
            self._click_once_shown(page.bubble.next)
        else:
            self._play(page.number)

    def _click_once_shown(self, button: QWidget) -> None:
        until(button.isVisible, what=f"{button} is not shown", between=self._between)
        self.click(button)

    def _play(self, number: int) -> None:
        page, step = self.page, self.page.step
        for _click in range(CLICKS_MAX):
            if page.number != number or not page.waiting:
                return
            table = self.table
            places = [place for place in step.point if can_pick(table, place)]
            if isinstance(table.chooser.dialog, BetDialog):
                table.chooser.dialog.choose(deck=step.play.split()[0], camel="y")
                self.click(table.chooser.dialog.lay)
            elif table.model.view_model.armed:
                self.click(table.panel.acts.confirm_button)  # type: ignore[attr-defined]
            elif places:
                self.click_place(places[-1])
            else:
                self.click(self._act_button(step.play.split("|")[0]))
            self._between()

    def _act_button(self, move: str) -> QWidget:
        """The button that a move begins with; its place on the board comes after it."""
        actions = self.table.panel.acts
        button: QWidget
        if self.page.game == "targui":
            button = actions.word_button(move)  # type: ignore[attr-defined]
        else:
            button = actions.act_button({"tile": Act.TILE}[move.split()[0]])  # type: ignore[attr-defined]
        return button
