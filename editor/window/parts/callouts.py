"""Keep one layer of callouts on each canvas of a window, for several who have something to frame."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from editor.canvas.overlays.layers import Callout, CalloutLayer
from editor.canvas.view.canvas_view import CanvasView
from editor.window.frame.canvas_area import CanvasArea

ORDER = ("why", "pinned", "trial", "orders", "stop")
"""Who has something to frame, the one that wins last."""

Place = tuple[str, str]
"""A graph and an element of it."""


class WindowCallouts(QObject):
    """Frame elements of the graph in view, each owner its own; of two on one element `ORDER` decides."""

    def __init__(self, area: CanvasArea, parent: QObject) -> None:
        super().__init__(parent)
        self._area = area
        self._layers: dict[CanvasView, CalloutLayer] = {}
        self._owned: dict[str, tuple[str, Mapping[Place, Callout]]] = {}
        area.view_made.connect(self._take_view)
        area.current_changed.connect(self.refresh)

    def show_callouts(self, owner: str, mind: str, callouts: Mapping[Place, Callout]) -> None:
        """Frame elements of a document for an owner in the place of what it framed before."""
        if callouts:
            self._owned[owner] = (mind, callouts)
        elif self._owned.pop(owner, None) is None:
            return
        self.refresh()

    def refresh(self) -> None:
        """Frame what is to be framed in the graph in view, nothing on other canvases."""
        session = self._area.session
        for view, layer in self._layers.items():
            shown: dict[str, Callout] = {}
            if view is self._area.view and session is not None:
                for owner in sorted(self._owned, key=ORDER.index):
                    mind, callouts = self._owned[owner]
                    if mind == session.file_name:
                        graph = session.graph_id
                        shown |= {element: one for (of, element), one in callouts.items() if of == graph}
            layer.show_callouts(shown)

    def shown(self) -> Mapping[str, Callout]:
        """Return what is framed on the canvas in view, by element."""
        layer = self._layers.get(self._area.view) if self._area.view is not None else None
        return layer.callouts if layer is not None else {}

    def _take_view(self, view: CanvasView) -> None:
        self._layers[view] = CalloutLayer(view.canvas, view.camera)
        view.destroyed.connect(lambda _object=None: self._layers.pop(view, None))
        view.session.document_changed.connect(self._follow)
        view.session.graph_shown.connect(self._follow)

    def _follow(self, _change: object) -> None:
        self.refresh()
