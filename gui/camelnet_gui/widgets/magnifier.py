"""A view that shows a widget larger than it is, with letters and drawings as sharp as before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QSizePolicy, QWidget

from camelnet_gui.widgets.basics import column


class Magnifier(QGraphicsView):
    """Holds a widget without a parent until `release`. The widget fills the view at 1 / `zoom` of
    its size, and is hidden and shown with it."""

    def __init__(self, inner: QWidget, zoom: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner = inner
        self._zoom = zoom
        self._scene = QGraphicsScene(self)  # a view does not own what it shows
        self._holder = QWidget()  # transparent, so that rounded corners stay round
        self._holder.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._holder.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        hidden = inner.isHidden() and inner.parent() is not None
        column(self._holder).addWidget(inner)
        inner.setVisible(not hidden)
        self._proxy = self._scene.addWidget(self._holder)
        self.setScene(self._scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("background: transparent; border: none;")
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHints(
            QPainter.RenderHint.Antialiasing
            | QPainter.RenderHint.TextAntialiasing
            | QPainter.RenderHint.SmoothPixmapTransform
        )
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_zoom(zoom)
        if hidden:
            self.hide()
        inner.installEventFilter(self)

    @property
    def zoom(self) -> float:
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        """Show the widget so many times as large."""
        self._zoom = zoom
        self.resetTransform()
        self.scale(zoom, zoom)
        self._fit()
        self.updateGeometry()

    def release(self, parent: QWidget) -> QWidget:
        """Give the widget back, as a child of `parent`; the view is of no use afterwards."""
        self._inner.removeEventFilter(self)
        hidden = self._inner.isHidden()
        self._inner.setParent(parent)
        self._inner.setVisible(not hidden)
        return self._inner

    def height_at(self, wide: int) -> int:
        """The height that the widget needs at a width, both at its own size."""
        layout = self._holder.layout()
        if layout is None:
            return self._inner.sizeHint().height()
        layout.activate()
        needs = (layout.totalHeightForWidth(wide), layout.totalMinimumSize().height())
        return max(*needs, layout.totalSizeHint().height())

    def sizeHint(self) -> QSize:
        return self._inner.sizeHint() * self._zoom

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            QTimer.singleShot(0, self, self._fit)  # it may need less than before
        elif event.type() is QEvent.Type.ShowToParent:
            self.show()
        elif event.type() is QEvent.Type.HideToParent and self._inner.isHidden():
            self.hide()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide, high = self.width() / self._zoom, self.height() / self._zoom
        self._proxy.resize(wide, high)
        self._scene.setSceneRect(QRectF(0, 0, wide, high))
