"""Ring what would leave for a graph of its own, while the command for it is pointed at in a menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from editor.canvas.items.shared_look import qrect
from editor.canvas.overlays.layers import FoundItem
from editor.canvas.view.canvas_view import CanvasView


class LeavingPreview(QObject):
    """Watch one action in whatever menu it stands; `view` gives the canvas in view."""

    def __init__(self, action: QAction, view: Callable[[], CanvasView | None], parent: QObject) -> None:
        super().__init__(parent)
        self._action, self._view = action, view
        self._rings: FoundItem | None = None
        action.hovered.connect(self._show)
        action.triggered.connect(lambda _checked=False: self.hide())

    def hide(self) -> None:
        """Take the rings away."""
        rings, self._rings = self._rings, None
        scene = rings.scene() if rings is not None else None
        if scene is not None and rings is not None:
            scene.removeItem(rings)

    def _show(self) -> None:
        self.hide()
        view, menu = self._view(), QApplication.activePopupWidget()
        if view is None or not isinstance(menu, QMenu):
            return
        rects = (view.canvas.node_rect(each) for each in view.structure.what_would_leave())
        shown = [qrect(rect) for rect in rects if rect is not None]
        if not shown:
            return
        self._rings = FoundItem()
        self._rings.set_rects(shown)
        view.canvas.addItem(self._rings)
        menu.hovered.connect(self._other_pointed_at)
        menu.aboutToHide.connect(self.hide)

    def _other_pointed_at(self, action: QAction) -> None:
        if action is not self._action:
            self.hide()
