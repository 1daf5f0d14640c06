"""Show beside the pointer what became of the element under it: what a guard saw, why a node failed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from editor.canvas.items.hit_testing import HitKind
from editor.canvas.view.canvas_view import CanvasView
from editor.running.element_tips import Moment, edges_tip, element_tip, tree_edge_tip
from editor.theme.plain_texts import plain_tip
from editor.window.frame.window_host import WindowHost
from runtime.history.recording.agent_view import AgentView

_WITHOUT = (HitKind.EMPTY, HitKind.FRAME, HitKind.FRAME_CORNER, HitKind.BODY)


class WindowTips(QObject):
    """Answer when the pointer rests over a canvas."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._run = host.run
        self._views: dict[QObject, CanvasView] = {}
        host.area.watch_views(self._take_view)

    def words_at(self, view: CanvasView, x: float, y: float) -> str:
        """Return what is said at a place of a canvas in its own coordinates, "" for nothing."""
        shown = self._run.view
        if shown is None or self._run.mind_of(self._run.picked_agent) != view.session.file_name:
            return ""
        point = view.mapToScene(round(x), round(y))
        hit = view.canvas.hit((point.x(), point.y()), 1.0 / view.camera.zoom)
        if hit.kind in _WITHOUT or not hit.id:
            return ""
        moment, graph = self._moment(shown), view.canvas.graph_id
        if hit.kind is HitKind.TREE_EDGE:
            return tree_edge_tip(moment, graph, hit.parent, hit.id)
        machine = view.canvas.machine
        if hit.is_edge and machine is not None:
            row = machine.plate_row(hit.id)
            is_on_plate = row is not None and row.contains((point.x(), point.y()))
            return edges_tip(moment, graph, (hit.id,) if is_on_plate else machine.edges_beside(hit.id))
        return element_tip(moment, graph, hit.id)

    def _moment(self, shown: AgentView) -> Moment:
        """Return what can be asked about the tick shown."""
        run = self._run
        brain = run.session.brains.get(shown.agent) if run.session is not None else None
        if brain is not None and (run.time.is_seeking or brain.program is not shown.program):
            brain = None
        return Moment(shown, brain, run.time.recording)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the words where the pointer rests over an element."""
        view = self._views.get(watched)
        if view is None or not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return super().eventFilter(watched, event)
        words = self.words_at(view, event.pos().x(), event.pos().y())
        if words:
            QToolTip.showText(event.globalPos(), plain_tip(words), view)
        else:
            QToolTip.hideText()
        return True

    def _take_view(self, view: CanvasView) -> None:
        viewport = view.viewport()
        self._views[viewport] = view
        viewport.installEventFilter(self)
        viewport.destroyed.connect(lambda _object=None: self._views.pop(viewport, None))
