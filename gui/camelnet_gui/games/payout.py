"""Coins that fly on the page of a scoring, from what earned them to the sum of who gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QTimer
from PySide6.QtWidgets import QWidget

from camelnet_gui.games.coins import PaintUnit, coins
from camelnet_gui.games.flights import FlightLayer, Spot
from camelnet_gui.games.view_model import Anchor, Flight

AT_ONCE_MAX = 4  # coins of one line, so that all of it lasts for a second


@dataclass(frozen=True, slots=True)
class Payment:
    """Coins earned by a line of the page, or paid for it."""

    line: QWidget
    total: QWidget
    coins: int


class Payout(QObject):
    """Goes with its page; plays once, when the page comes into sight."""

    def __init__(self, page: QWidget, payments: Sequence[Payment], paint_unit: PaintUnit) -> None:
        super().__init__(page)
        self._page, self._payments = page, tuple(payments)
        self._layer = FlightLayer(page, coins(paint_unit))
        page.installEventFilter(self)

    @property
    def layer(self) -> FlightLayer:
        return self._layer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:  # in sight, and the page knows where its lines are
            self._page.removeEventFilter(self)
            QTimer.singleShot(0, self, self._play)
        return False

    def _play(self) -> None:
        flights = []
        for number, payment in enumerate(self._payments):
            ends = (f"line {number}", f"total {number}")
            if payment.coins < 0:
                ends = (ends[1], ends[0])
            if payment.coins:
                count = min(AT_ONCE_MAX, abs(payment.coins))
                flights.append(Flight("coin", ends[0], ends[1], count))
        self._layer.play(flights, self._spot_of, lambda: None)

    def _spot_of(self, anchor: Anchor) -> Spot:
        end, _space, number = str(anchor).partition(" ")
        payment = self._payments[int(number)]
        widget = payment.line if end == "line" else payment.total
        return Spot(QPointF(widget.mapTo(self._page, widget.rect().center())), None)
