"""The canvas: the view of one graph, made of parts that edit it, show its run, and take the input."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from editor.canvas.commands.add_commands import AddingCommands
from editor.canvas.commands.clipboard_commands import ClipboardCommands
from editor.canvas.commands.entering_commands import EnteringCommands
from editor.canvas.commands.node_search import NodeSearch
from editor.canvas.commands.placing_commands import PlacingCommands
from editor.canvas.commands.removing_commands import RemovingCommands
from editor.canvas.commands.selection_commands import Direction, SelectionCommands, arrow_of
from editor.canvas.commands.structure_commands import StructureCommands
from editor.canvas.commands.value_commands import ValueCommands
from editor.canvas.items.shared_look import qpoint
from editor.canvas.overlays.run_overlay import RunOverlay
from editor.canvas.painting.detail import Detail, detail_for_zoom, lower_detail, paint_grid
from editor.canvas.painting.pictures import ProblemLook
from editor.canvas.scene.canvas_host import CanvasHost
from editor.canvas.view.canvas_input import CanvasInput
from editor.canvas.view.corner_widgets import Corners
from editor.documents.open.document_session import DocumentSession
from editor.running.run_controller import RunController
from editor.theme.fonts import Milliseconds
from editor.theme.theme_manager import current_theme, theme_manager
from editor.widgets.hairline import paint_focus_ring
from graphs.layout.free_trees import runs_across
from graphs.model import StateMachineGraph
from graphs.structure.changes import DocumentChange

LARGE_GRAPH = 300
"""Above so many nodes less is drawn while the view moves."""


class CanvasView(CanvasHost):
    """Show and edit one graph of a document; all edits go through the document's session."""

    sample_asked = Signal()

    def __init__(
        self, session: DocumentSession, run: RunController | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self._kept_selection: frozenset[str] = frozenset()
        self._places: dict[str, tuple[float, QPointF]] = {}
        self._never_framed = True
        self._set_up_view()
        self._make_parts(run)
        self._connect_parts()
        self.show_graph(session.graph_id)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_up_view(self) -> None:
        self.setScene(self.canvas)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Canvas")
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._is_resting = True
        self._plain_detail = Detail.FULL
        self._rest_timer = QTimer(self, singleShot=True, interval=int(Milliseconds.REST_BEFORE_FULL_DETAIL))
        self._rest_timer.timeout.connect(self._rest)

    def _make_parts(self, run: RunController | None) -> None:
        self.search = NodeSearch(self)
        self.values = ValueCommands(self)
        self.removing = RemovingCommands(self)
        self.selecting = SelectionCommands(self)
        self.structure = StructureCommands(self, self.search)
        self.entering = EnteringCommands(self, self.values, self._part_to_read)
        self.placing = PlacingCommands(self, partial(self.entering.frame_all, toggles=False))
        self.adding = AddingCommands(self, self.search, self.values.rename_in_place)
        self.input = CanvasInput(
            self, self.adding, self.entering, self.removing, self.selecting, self.values, self.stir
        )
        self.director = self.input.director
        hover = self.director.hover
        self.clipboard = ClipboardCommands(
            self, self.removing.delete_selection, lambda: hover.place_over_canvas
        )
        self.corners = Corners(self)
        self.run_overlay = RunOverlay(self, self.corners.minimap, run, lambda: self.director.is_busy)

    def _connect_parts(self) -> None:
        session = self.session
        session.document_changed.connect(self._follow_document)
        session.selection_changed.connect(self._follow_selection)
        session.graph_shown.connect(self._follow_graph)
        session.problems_changed.connect(self._follow_problems)
        session.refused.connect(self._show_refusal)
        self.camera.zoomed.connect(self._follow_zoom)
        self.camera.moved.connect(self.corners.follow_camera)
        self.camera.moved.connect(self.director.show_hover)
        self.layout_glide.ended.connect(self.director.show_hover)
        self.canvas.folds_changed.connect(self._follow_folds)
        self.search_asked.connect(self.adding.open_add_search)
        self.name_asked.connect(self.values.rename_selected)
        self.long_work.ended.connect(self._frame_what_came)
        self.title_editor.committed.connect(self.values.rename_element)
        self.corners.minimap.go_to.connect(self._go_to_point)
        zoom_box, invitation = self.corners.zoom_box, self.corners.invitation
        zoom_box.reset_asked.connect(self.camera.reset_zoom)
        zoom_box.layout_asked.connect(self.placing.lay_out_all)
        zoom_box.frame_asked.connect(self.entering.frame_all)
        zoom_box.follow_toggled.connect(self.run_overlay.follow)
        invitation.first_asked.connect(self.adding.add_first)
        invitation.sample_asked.connect(self.sample_asked)
        theme_manager().theme_changed.connect(self._follow_theme)

    # ---- which graph is shown ----

    def lay_aside(self, *, shows_run: bool = True) -> None:
        """Keep what is shown while another canvas is in use; the run shows on, if it is of this document."""
        if self.is_in_use:
            self.kept_graph, self._kept_selection = self.session.graph_id, self.session.selection
            self.title_editor.commit_or_cancel()
            self.director.cancel()
            self.canvas.set_selection(frozenset())
        self.run_overlay.set_shown(shows_run)

    def keep_graph(self, graph_id: str) -> None:
        """Show another graph while not in use."""
        if not self.is_in_use and graph_id != self.kept_graph:
            self.kept_graph, self._kept_selection = graph_id, frozenset()
            self._follow_document(None)
            self._frame_first_time()

    def take_up(self) -> None:
        """Be in use again, with the graph and the selection there were."""
        if not self.is_in_use:
            self.session.show_graph(self.kept_graph)
            self.kept_graph = ""
            self.session.select(self._kept_selection & self.selectable_ids())
            self.canvas.set_selection(self.session.selection)
            self.run_overlay.set_shown(True)

    def _follow_graph(self, graph_id: str) -> None:
        if self.is_in_use:
            self.show_graph(graph_id)

    def show_graph(self, graph_id: str) -> None:
        """Show another graph of the document, where it was seen last."""
        self.director.cancel()
        self.layout_glide.stop()
        self.title_editor.cancel()
        self.search.popup.cancel()
        was_shown = self.canvas.graph_id == graph_id and bool(graph_id)
        if self.canvas.graph_id:
            self._places[self.canvas.graph_id] = (self.camera.zoom, self.camera.center)
        self.session.show_graph(graph_id)
        self.canvas.sync(self.document, self.graph_id)
        self.canvas.set_selection(self.session.selection)
        self._follow_problems()
        self.corners.follow_graph()
        self.run_overlay.show_graph()
        self.entering.forget_box()
        self.director.show_hover()
        place = self._places.get(self.graph_id)
        if place is not None and not was_shown:
            self.camera.go(*place, animated=False)
        if place is None or self._shows_nothing():
            self._never_framed = True
            self._frame_first_time()

    def _shows_nothing(self) -> bool:
        """Tell whether the graph has nodes and none of it is in view."""
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        return not self.canvas.is_empty and not seen.intersects(self.canvas.content_rect())

    def place_of(self, graph_id: str) -> tuple[float, QPointF] | None:
        """Return zoom and center with which a graph is or was seen here, None if it never was."""
        if graph_id == self.canvas.graph_id:
            return self.camera.zoom, self.camera.center
        return self._places.get(graph_id)

    def _frame_first_time(self) -> None:
        if self._never_framed and self.viewport().width() > 200:
            self._never_framed = not self.isVisible()
            rect = self.canvas.content_rect()
            self.camera.show_first(rect, self._start_of_graph() or rect.center())

    def _frame_what_came(self, _canceled: bool) -> None:
        """Frame a graph again when work beside the window has put it elsewhere."""
        QTimer.singleShot(0, self, self._follow_content)

    def _follow_content(self) -> None:
        self.corners.follow_graph()
        rect = self.canvas.content_rect()
        self.camera.follow_content(rect, self._start_of_graph() or rect.center())
        if self.awaited:
            self.bring_into_view(self.awaited)

    def _start_of_graph(self) -> QPointF | None:
        """Return where reading the graph begins: the root, or the initial state."""
        graph = self.graph
        if graph is None:
            return None
        start = graph.initial if isinstance(graph, StateMachineGraph) else graph.root
        rect = self.canvas.node_rect(start) if isinstance(start, str) else None
        return qpoint(rect.center) if rect is not None else None

    def _part_to_read(self) -> QPointF | None:
        """Return what to show of a graph too large to be read as a whole: what runs, else its start."""
        running = self.run_overlay.running_nodes()
        rect = self.canvas.node_rect(running[-1]) if running else None
        return qpoint(rect.center) if rect is not None else self._start_of_graph()

    # ---- what follows the document and the camera ----

    def _follow_document(self, change: object) -> None:
        if isinstance(change, DocumentChange) and change and not change.is_seen_in_graphs:
            self.canvas.sync(self.document, self.graph_id)
            return
        self.director.cancel()
        self.layout_glide.stop()
        self.canvas.sync(self.document, self.graph_id)
        if self.title_editor.is_open and self.title_editor.element not in self.element_ids():
            self.title_editor.cancel()
        self.corners.follow_graph()
        self.run_overlay.show_graph()
        self.entering.forget_lost_box()
        self.layout_glide.begin()
        self.director.hover.show()

    def _follow_folds(self) -> None:
        self.corners.follow_map()
        self.run_overlay.show_on_map()
        self.entering.forget_lost_box()
        self.director.hover.show()

    def _follow_selection(self) -> None:
        if self.is_in_use:
            self.canvas.set_selection(self.session.selection)
            self.run_overlay.selection_changed()

    def _follow_problems(self) -> None:
        worst: dict[str, ProblemLook] = {}
        for problem in self.session.problems:
            element = problem.place.element
            if problem.place.graph != self.graph_id or not element or problem.severity == "note":
                continue
            if worst.get(element) != ProblemLook.ERROR:
                worst[element] = ProblemLook.ERROR if problem.severity == "error" else ProblemLook.WARNING
        self.canvas.set_problems(worst)

    def _show_refusal(self, reason: str, remedy: str) -> None:
        if self.isVisible() and self.hasFocus() and self.is_in_use:
            self.refusal_tip.show_at(self._place_of_attention(), reason, remedy)

    def _place_of_attention(self) -> QPoint:
        """Return where the pointer is while it is over the canvas, else the selection, else the middle."""
        pointer = self.director.hover.place_over_canvas
        if pointer is not None:
            return pointer
        bounds = self.canvas.bounds(self.session.selection)
        if bounds is None:
            return self.viewport().rect().center()
        return self.mapFromScene(QPointF(bounds.left, bounds.bottom))

    def _go_to_point(self, point: QPointF) -> None:
        self.camera.go(self.camera.zoom, point, animated=False)
        self.stir()

    def _follow_theme(self) -> None:
        self.viewport().update()

    def _follow_zoom(self, zoom: float) -> None:
        self.corners.zoom_box.set_zoom(zoom)
        self.title_editor.commit_or_cancel()
        self.stir()
        self._follow_detail()

    def stir(self) -> None:
        """Note that the view moves: in large graphs less is drawn until it rests for 80 ms."""
        if self.canvas.node_count() > LARGE_GRAPH:
            self._rest_timer.start()
            if self._is_resting:
                self._is_resting = False
                self._follow_detail()

    def _rest(self) -> None:
        if self.director.active is not None:
            self._rest_timer.start()
            return
        self._is_resting = True
        self._follow_detail()

    def _follow_detail(self) -> None:
        self._plain_detail = detail_for_zoom(self.camera.zoom, self._plain_detail, self.devicePixelRatioF())
        detail = self._plain_detail if self._is_resting else lower_detail(self._plain_detail)
        smooth = detail >= Detail.TITLE and self._is_resting
        self.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        if self.canvas.set_detail(detail):
            self.viewport().update()
            self.director.show_hover()

    # ---- what Qt calls ----

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground with its dots."""
        paint_grid(painter, QRectF(rect), theme=current_theme(), zoom=self.camera.zoom)

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Paint the ring of the focus where there is nothing that could be selected."""
        if self.canvas.is_empty:
            paint_focus_ring(painter, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of what is seen, and the corners in their places."""
        super().resizeEvent(event)
        self.camera.follow_resize()
        self._frame_first_time()
        self.corners.place()

    def showEvent(self, event: QShowEvent) -> None:
        """Frame the graph the first time it is seen."""
        super().showEvent(event)
        self._frame_first_time()
        self._never_framed = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a gesture."""
        self.input.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the gesture, or show what is under the pointer."""
        self.input.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click or a gesture."""
        self.input.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename, enter, unfold, or add, by what is under the pointer."""
        self.input.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or pan."""
        self.input.wheel(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Take the pinch of a touchpad, and the pointer leaving."""
        if isinstance(event, QNativeGestureEvent):
            return self.input.pinch(event)
        if event.type() == QEvent.Type.Leave:
            self.director.hover.leave()
        return super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Mark nothing under the pointer once another window is the active one."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.director.hover.leave()

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl with an arrow from the window where it means another command; follow the screen."""
        if event.type() == QEvent.Type.ShortcutOverride and self._turned_move(event) is not None:
            event.accept()
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._follow_detail()
        return super().event(event)

    def _turned_move(self, event: QEvent) -> Callable[[], None] | None:
        """Return what Ctrl with an arrow does in a tree that grows across: the same as elsewhere, turned."""
        if not isinstance(event, QKeyEvent) or not runs_across(self.graph):
            return None
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier != Qt.KeyboardModifier.ControlModifier:
            return None
        moves = {
            Direction.UP: self.structure.move_earlier,
            Direction.DOWN: self.structure.move_later,
            Direction.LEFT: self.structure.move_out,
            Direction.RIGHT: self.structure.move_in,
        }
        direction = arrow_of(event)
        return moves[direction] if direction is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the few keys that are no commands of the window."""
        move = self._turned_move(event)
        if move is not None:
            move()
        else:
            self.input.key_down(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of what was held."""
        self.input.key_up(event)

    def focusNextPrevChild(self, _forwards: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Keep Tab for adding a node; F6 walks the panels."""
        return False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Cancel what is under way when the focus goes elsewhere."""
        self.input.lose_focus(event)
        super().focusOutEvent(event)
        self.viewport().update()
