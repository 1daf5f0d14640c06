"""The canvas: the view of one graph of a document, with everything the pointer and the keys do on it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from editor.basics.slices import LongWork
from editor.canvas.commands.add_node_popup import AddSearch
from editor.canvas.commands.empty_invitation import EmptyInvitation
from editor.canvas.gestures.director import GestureDirector
from editor.canvas.items.overlay_item import OverlayItem
from editor.canvas.items.shared_look import qpoint
from editor.canvas.overlays.run_overlay import RunOverlay
from editor.canvas.painting.canvas_grid import paint_grid
from editor.canvas.painting.detail import Detail, detail_for_zoom, lower_detail
from editor.canvas.painting.pictures import Problem
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.refusal_tip import RefusalTip
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.scene.title_editor import TitleEditor
from editor.canvas.view.canvas_input import CanvasInput
from editor.canvas.view.corner_widgets import Legend, ZoomBox
from editor.canvas.view.layout_glide import LayoutGlide
from editor.canvas.view.minimap import FEWEST_NODES, Minimap
from editor.documents.open.document_session import DocumentSession
from editor.running.run_controller import RunController
from editor.theme.fonts import Milliseconds
from editor.theme.theme_manager import current_theme, theme_manager
from editor.theme.tokens import StatusLook
from graphs.model import StateMachineGraph

LARGE_GRAPH = 300
"""Above so many nodes less is drawn while the view moves."""
_MARGIN = 12


class CanvasView(CanvasInput):
    """Show and edit one graph of a document; all edits go through the document's session."""

    graph_entered = Signal(str)
    """Carries the graph that a call or activity runs, after a double-click on it."""
    box_entered = Signal(str)
    """Carries the state whose inside is looked at, "" for the whole graph."""
    menu_asked = Signal(QPoint, str)
    """Carries the global place of the pointer and the node or edge under it ("" for none)."""
    sample_asked = Signal()
    zoomed = Signal(float)
    follow_changed = Signal(bool)
    unfold_wanted = Signal(object)
    """Carries nodes that are folded for being idle and are to be seen from now on."""

    def __init__(
        self, session: DocumentSession, run: RunController | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.long_work = LongWork(self)
        self.canvas = CanvasScene(session.registry, self, self.long_work)
        self.camera = Camera(self)
        self.director = GestureDirector(self)
        self.layout_glide = LayoutGlide(self)
        self.overlay = OverlayItem(self._overlay_room, self._paint_overlay, lambda: self.camera.zoom)
        self.canvas.addItem(self.overlay)
        self.follows_run = False
        self._kept_selection: frozenset[str] = frozenset()
        self._places: dict[str, tuple[float, QPointF]] = {}
        self._never_framed = True
        self._space_held = self._apart_held = False
        self._is_resting = True
        self._pointer = QPoint()
        self._pointer_is_known = False
        self._plain_detail = Detail.FULL
        self._set_up_view()
        self.add_search = AddSearch(self)
        self.title_editor = TitleEditor(self.viewport())
        self.refusal_tip = RefusalTip(self.viewport())
        self.legend = Legend(self)
        self.zoom_box = ZoomBox(self)
        self.minimap = Minimap(self)
        self._wants_minimap = True
        self.invitation = EmptyInvitation(self)
        self._connect_parts()
        self.run_overlay = RunOverlay(self, run)
        self.show_graph(session.graph_id)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_up_view(self) -> None:
        self.setScene(self.canvas)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Canvas")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._rest_timer = QTimer(self)
        self._rest_timer.setSingleShot(True)
        self._rest_timer.setInterval(int(Milliseconds.REST_BEFORE_FULL_DETAIL))
        self._rest_timer.timeout.connect(self._rest)

    def _connect_parts(self) -> None:
        session = self.session
        session.document_changed.connect(self._follow_document)
        session.selection_changed.connect(self._follow_selection)
        session.graph_shown.connect(self._follow_graph)
        session.problems_changed.connect(self._follow_problems)
        session.refused.connect(self._show_refusal)
        self.camera.zoomed.connect(self._follow_zoom)
        self.camera.moved.connect(self._follow_camera)
        self.minimap.go_to.connect(self._go_to_point)
        self.long_work.ended.connect(self._frame_what_came)
        self.add_search.chosen.connect(self.take_choice)
        self.title_editor.committed.connect(self.rename_element)
        self.zoom_box.reset_asked.connect(self.zoom_reset)
        self.zoom_box.layout_asked.connect(self.lay_out_all)
        self.zoom_box.frame_asked.connect(self.frame_all)
        self.zoom_box.follow_toggled.connect(self.set_follow)
        self.invitation.first_asked.connect(self.add_first)
        self.invitation.sample_asked.connect(self.sample_asked)
        theme_manager().theme_changed.connect(self._follow_theme)

    @property
    def is_in_use(self) -> bool:
        """Tell whether this canvas is the one that commands act on."""
        return not self.kept_graph

    def lay_aside(self, *, shows_run: bool = True) -> None:
        """Keep what is shown while another canvas is in use; the run shows on, if it is of this document."""
        if self.is_in_use:
            self.kept_graph, self._kept_selection = self.session.graph_id, self.session.selection
            self.title_editor.commit()
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
        self.add_search.cancel()
        was_shown = self.canvas.graph_id == graph_id and bool(graph_id)
        if self.canvas.graph_id:
            self._places[self.canvas.graph_id] = (self.camera.zoom, self.camera.center)
        self.session.show_graph(graph_id)
        self.canvas.sync(self.session.document, self.graph_id)
        self.canvas.set_selection(self.session.selection)
        self._follow_problems()
        self._follow_emptiness()
        self.run_overlay.show_graph()
        self.forget_box()
        place = self._places.get(self.graph_id)
        if place is not None:
            if not was_shown:
                self.camera.go(*place, animated=False)
        else:
            self._never_framed = True
            self._frame_first_time()

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
        """Frame a graph anew when work beside the window has put it elsewhere."""
        QTimer.singleShot(0, self, self._follow_content)

    def _follow_content(self) -> None:
        self._follow_emptiness()
        rect = self.canvas.content_rect()
        self.camera.follow_content(rect, self._start_of_graph() or rect.center())

    def _start_of_graph(self) -> QPointF | None:
        """Return where reading the graph begins: the root, or the initial state."""
        graph = self.graph
        if graph is None:
            return None
        start = graph.initial if isinstance(graph, StateMachineGraph) else graph.root
        rect = self.canvas.node_rect(start) if isinstance(start, str) else None
        return qpoint(rect.center) if rect is not None else None

    def _follow_document(self, _change: object) -> None:
        self.director.cancel()
        self.layout_glide.stop()
        self.canvas.sync(self.session.document, self.graph_id)
        if self.title_editor.is_open and self.title_editor.element not in self.element_ids():
            self.title_editor.cancel()
        self._follow_emptiness()
        self.run_overlay.show_graph()
        self.forget_lost_box()
        self.layout_glide.begin()
        self._hover(self._pointer_at(self._pointer))

    def show_folded(self, folded: frozenset[str]) -> None:
        """Show nodes folded, or no more, whatever the document says; neither it nor the camera changes."""
        self.canvas.fold(folded)
        self._follow_map()
        self.run_overlay.show_on_map()
        self.forget_lost_box()
        self._hover(self._pointer_at(self._pointer))

    def running_nodes(self) -> list[str]:
        """Return the visible nodes that run, the innermost last."""
        contents, looks = self.canvas.contents, self.run_overlay.looks
        if contents is None:
            return []
        return [one for one in contents.node_ids() if looks.node(one).status == StatusLook.RUNNING]

    def _follow_selection(self) -> None:
        if not self.is_in_use:
            return
        self.canvas.set_selection(self.session.selection)
        self.run_overlay.selection_changed()

    def _follow_problems(self) -> None:
        worst: dict[str, Problem] = {}
        for problem in self.session.problems:
            element = problem.place.element
            if problem.place.graph != self.graph_id or not element or problem.severity == "note":
                continue
            if worst.get(element) != Problem.ERROR:
                worst[element] = Problem.ERROR if problem.severity == "error" else Problem.WARNING
        self.canvas.set_problems(worst)

    def _show_refusal(self, reason: str, remedy: str) -> None:
        if self.isVisible() and self.hasFocus() and self.is_in_use:
            self.refusal_tip.show_at(self._place_of_attention(), reason, remedy)

    def _place_of_attention(self) -> QPoint:
        """Return where the pointer is while it is over the canvas, else the selection, else the middle."""
        if self._pointer_is_known and self.viewport().rect().contains(self._pointer):
            return self._pointer
        bounds = self.canvas.contents.bounds(self.session.selection) if self.canvas.contents else None
        if bounds is None:
            return self.viewport().rect().center()
        return self.mapFromScene(QPointF(bounds.left, bounds.bottom))

    def _follow_emptiness(self) -> None:
        graph = self.graph
        kind = graph.kind if graph is not None else ""
        self.legend.show_kind(kind)
        self.invitation.setVisible(graph is not None and self.canvas.is_empty)
        if graph is not None:
            self.invitation.show_kind(kind)
        self._follow_map()
        self._place_corners()

    def show_minimap(self, on: bool) -> None:
        """Show the map of the graph in the corner, or not; small graphs have none."""
        self._wants_minimap = on
        self._follow_map()
        self._place_corners()

    def _follow_map(self) -> None:
        contents = self.canvas.contents
        shown = self._wants_minimap and contents is not None and self.canvas.node_count() >= FEWEST_NODES
        self.minimap.setVisible(shown)
        if shown and contents is not None:
            self.minimap.show_blocks(contents.sides())
            self._follow_camera()

    def _follow_camera(self) -> None:
        if not self.minimap.isHidden():
            self.minimap.show_seen(self.mapToScene(self.viewport().rect()).boundingRect())

    def _go_to_point(self, point: QPointF) -> None:
        self.camera.go(self.camera.zoom, point, animated=False)
        self.stir()

    def _follow_theme(self) -> None:
        self.viewport().update()

    def _follow_zoom(self, zoom: float) -> None:
        self.zoom_box.set_zoom(zoom)
        self.title_editor.commit_or_cancel()
        self.stir()
        self._follow_detail()
        self.zoomed.emit(zoom)

    def stir(self) -> None:
        """Note that the view moves: in large graphs less is drawn until it rests for 80 ms."""
        if self.canvas.node_count() > LARGE_GRAPH:
            self._rest_timer.start()
            if self._is_resting:
                self._is_resting = False
                self._follow_detail()

    def _rest(self) -> None:
        if self.director.active is not None and self.director.active.needs_rest:
            self._rest_timer.start()
            return
        self._is_resting = True
        self._follow_detail()

    def _follow_detail(self) -> None:
        self._plain_detail = detail_for_zoom(self.camera.zoom, self._plain_detail)
        detail = self._plain_detail if self._is_resting else lower_detail(self._plain_detail)
        smooth = detail >= Detail.TITLE and self._is_resting
        self.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        if self.canvas.set_detail(detail):
            self.viewport().update()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground with its dots."""
        paint_grid(painter, QRectF(rect), theme=current_theme(), zoom=self.camera.zoom)

    def _overlay_room(self) -> QRectF:
        return self.director.active.overlay_rect() if self.director.active is not None else QRectF()

    def _paint_overlay(self, painter: QPainter) -> None:
        if self.director.active is not None:
            self.director.active.paint(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of what is seen, and the corners in their places."""
        super().resizeEvent(event)
        self.camera.follow_resize()
        self._frame_first_time()
        self._place_corners()

    def showEvent(self, event: QShowEvent) -> None:
        """Frame the graph the first time it is seen."""
        super().showEvent(event)
        self._frame_first_time()
        self._never_framed = False

    def _place_corners(self) -> None:
        width, height = self.viewport().width(), self.viewport().height()
        box = self.zoom_box
        box.move(width - box.width() - _MARGIN, height - box.height() - _MARGIN)
        minimap = self.minimap
        minimap.move(width - minimap.width() - _MARGIN, box.y() - minimap.height() - 8)
        self.legend.move(_MARGIN + 8, height - 18 - self.legend.height() // 2 - 10)
        fits = self.legend.geometry().right() < box.x()
        self.legend.setVisible(fits and not self.canvas.is_empty)
        invitation = self.invitation
        invitation.move((width - invitation.width()) // 2, (height - invitation.height()) // 2)
