"""The controller of the page "Why don't I see them?": it looks in the background, and acts.

It looks again by itself when the networks or the people change, so a finding ends with its cause.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTime, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QWidget

from camelnet.doctor.examination import examine
from camelnet.doctor.finding import Act, Deed, Finding
from camelnet.i18n import _
from camelnet.net.address import parse_address
from camelnet.net.interfaces import is_this_computer, links, local_addresses
from camelnet.net.mesh import NetError
from camelnet.session.api.facts import LobbyView
from camelnet.session.game.aids import Stop
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.doctor.allow_dialog import AllowDialog
from camelnet_gui.doctor.page import DoctorPage
from camelnet_gui.lobby.invite_dialog import InviteDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.page_controller import PageController

WATCH_MS = 2000  # between two looks at what may have changed
STOP_S = 0.1

Examine = Callable[..., tuple[Finding, ...] | None]


class DoctorController(PageController[DoctorPage]):
    """Looks while its page is open."""

    address_requested = Signal()  # join by address

    def __init__(
        self, window: QWidget, pages: QStackedWidget, settings: Settings, interface: str | None
    ) -> None:
        """`interface`: the one of our addresses that the app uses; None: all."""
        super().__init__(pages, window)
        self._window = window
        self._settings = settings
        self._interface = interface
        self._view: LobbyView | None = None
        self._looked_at: object = None  # what may change, when it was looked at last
        self._looking = False
        self._worker = BackgroundWorker()
        self._worker.found.connect(self._found)
        self._worker.progressed.connect(self._progressed)
        self._watch = QTimer(self, interval=WATCH_MS)
        self._watch.timeout.connect(self._look_if_changed)
        self.examine: Examine = _examine

    def take(self, view: LobbyView) -> None:
        """The lobby has changed."""
        self._view = view
        if self.page is not None:
            self.page.show_address(view.addresses)

    def open(self) -> None:
        """Show the page, and look."""
        page = DoctorPage()
        page.left.connect(self.leave)
        page.again_requested.connect(self.look)
        page.act_requested.connect(self._act)
        page.address_requested.connect(self.address_requested)
        page.show_address(self._view.addresses if self._view else ())
        self._lay(page)
        page.setFocus()
        self.look()
        self._watch.start()

    def close(self) -> None:
        """Nothing is looked at any more."""
        self._watch.stop()
        self._worker.close()

    def look(self) -> None:
        """Examine everything in the background."""
        if self.page is None or self._looking:
            return
        self._looking, self._looked_at = True, self._changing()
        self.page.show_looking(0)
        peers = self._view.peers if self._view else ()
        ours = {self._view.me.key} if self._view else set()
        known = set()
        for peer in peers:
            try:
                host, port = parse_address(peer.address)
            except NetError:
                continue
            if is_this_computer(host):
                ours.add(peer.key)
            else:
                known.add((host, port))
        work = partial(
            self.examine,
            folder=self._settings.path.parent,
            interface=self._interface,
            known=known,
            ours=ours,
            tell=self._worker.tell_progress,
        )
        self._worker.ask(self.page, work)

    def _look_if_changed(self) -> None:
        if self._changing() != self._looked_at:
            self.look()

    def _changing(self) -> object:
        people = tuple(sorted(peer.key for peer in self._view.peers)) if self._view else ()
        return local_addresses(), links(), people

    def _progressed(self, stage: int) -> None:
        if self.page is not None and self._looking:
            self.page.show_looking(stage)

    def _found(self, page: object, findings: object) -> None:
        self._looking = False
        if self.page is None or page is not self.page or not isinstance(findings, tuple):
            return
        self.page.show_findings(findings, QTime.currentTime().toString("HH:mm"))

    def _act(self, act: Act) -> None:
        match act.deed:
            case Deed.TRY_AGAIN:
                self.look()
            case Deed.USE_NETWORK:
                self._use(act)
            case Deed.SHOW_ADDRESS:
                addresses = self._view.addresses if self._view else ()
                invite = InviteDialog("", addresses, self._window)
                invite.finished.connect(invite.deleteLater)
                invite.open()
            case Deed.ALLOW:
                dialog = AllowDialog(act, self._window)
                dialog.done_well.connect(self.look)
                dialog.finished.connect(dialog.deleteLater)
                dialog.open()
            case Deed.OPEN_SETTINGS:
                QDesktopServices.openUrl(QUrl(act.target))

    def _use(self, act: Act) -> None:
        self._settings.interface = act.target
        self._settings.save()
        if self.page is not None:
            self.page.show_done(_("The new network applies the next time you start the app."))

    def _closing(self, _page: DoctorPage) -> None:
        self._watch.stop()
        self._worker.drop()
        self._looking = False


def _examine(
    stop: Stop,
    *,
    folder: Path,
    interface: str | None,
    known: Collection[tuple[str, int]],
    ours: Collection[bytes],
    tell: Callable[[int], None],
) -> tuple[Finding, ...] | None:
    """Runs on the background thread; None where nobody wants to know any more."""
    done = 0

    def stage() -> None:
        nonlocal done
        done += 1
        tell(done)

    async def work() -> tuple[Finding, ...] | None:
        task = asyncio.create_task(
            examine(folder, interface=interface, known=known, ours=ours, stage=stage)
        )
        while not task.done():
            if stop():
                task.cancel()
            await asyncio.wait({task}, timeout=STOP_S)
        return None if task.cancelled() else task.result()

    return asyncio.run(work())
