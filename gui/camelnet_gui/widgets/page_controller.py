"""A controller that lays a page of its own over the other pages of a window."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

PageT = TypeVar("PageT", bound=QWidget)


class PageController(QObject, Generic[PageT]):
    """One page at a time. It goes when another one comes to the front."""

    left = Signal()  # the page that was there before is back

    def __init__(self, pages: QStackedWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._before: QWidget | None = None
        self.page: PageT | None = None
        pages.currentChanged.connect(self._page_changed)

    def leave(self) -> None:
        """Back to the page that was there before, or the first one where it is gone."""
        if self.page is None:
            return
        before = self._pages.indexOf(self._before) if self._before is not None else 0
        self._pages.setCurrentIndex(max(0, before))
        self._close_page()
        self.left.emit()

    def _lay(self, page: PageT) -> None:
        """Show a page in place of the one that lies there."""
        self.leave()
        self._before, self.page = self._pages.currentWidget(), page
        self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)

    def _page_changed(self, _index: int) -> None:
        if self.page is not None and self._pages.currentWidget() is not self.page:
            self._close_page()

    def _close_page(self) -> None:
        page, self.page = self.page, None
        if page is not None:
            self._closing(page)
            self._pages.removeWidget(page)
            page.deleteLater()

    def _closing(self, page: PageT) -> None:
        """Keep what is worth it of a page that goes."""
