"""Things on a page that are shown one by one: a bet turned over, and coins that fly for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from camelnet.rules.phrases import signed
from camelnet_gui.games.coins import PaintUnit, coins
from camelnet_gui.games.flights import FlightLayer, Spot
from camelnet_gui.games.standings import Standings
from camelnet_gui.games.view_model import Anchor, Flight, Purse

STEP_MS, STEP_LEAST_MS = 1050, 450  # between two of them, and where there are many
ALL_MS = 12_000  # that the whole of it may take


@dataclass(frozen=True, slots=True)
class Disclosure:
    """One of them: where it is, how it is shown, who earns how much by it and then has what."""

    widget: QWidget
    show: Callable[[bool], None]  # told whether it may move
    seat: int
    earned: int
    after: int


class Reveal(QObject):
    """Shows disclosures on a page, with the standings that they change."""

    done = Signal()  # all are shown

    def __init__(
        self,
        page: QWidget,
        standings: Standings,
        disclosures: Sequence[Disclosure],
        paint_unit: PaintUnit,
    ) -> None:
        super().__init__(page)
        self._page, self._standings = page, standings
        self._left = list(disclosures)
        self._layer = FlightLayer(page, coins(paint_unit))
        self._timer = QTimer(self)
        self._timer.setInterval(max(STEP_LEAST_MS, min(STEP_MS, ALL_MS // max(1, len(self._left)))))
        self._timer.timeout.connect(self._next)

    @property
    def finished(self) -> bool:
        return not self._left

    def start(self) -> None:
        if self._left:
            self._timer.start()

    def show_all(self) -> None:
        """Show what is left at once."""
        self._timer.stop()
        self._layer.skip()
        for each in self._left:
            each.show(False)
            self._standings.set_score(each.seat, each.after)
        self._left.clear()
        self.done.emit()

    def _next(self) -> None:
        each = self._left.pop(0)
        self._scroll_to(each.widget)
        each.show(True)
        count = abs(each.earned)
        gain = signed(each.earned) if each.earned else ""
        purse = Purse(each.seat)
        flight = Flight("coin", 0, purse, count, gain)
        if each.earned < 0:
            flight = Flight("coin", purse, 0, count)

        def spot_of(anchor: Anchor) -> Spot | None:
            if isinstance(anchor, Purse):
                at = self._standings.purse(anchor.seat)
                return Spot(QPointF(self._standings.mapTo(self._page, at)), None)
            box = each.widget.rect()
            return Spot(QPointF(each.widget.mapTo(self._page, box.center())), None)

        self._layer.play(
            [flight] if count else [],
            spot_of,
            lambda: self._standings.set_score(each.seat, each.after),
        )
        if not self._left:
            self._timer.stop()
            self.done.emit()

    def _scroll_to(self, widget: QWidget) -> None:
        """Bring it into sight, where the page is higher than its frame."""
        parent = self._page.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget, 0, 24)


def keep_room(widget: QWidget) -> None:
    """Let a hidden widget keep its room, so that a page does not grow while it is shown."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
