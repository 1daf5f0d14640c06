"""The middle of the window: tabs, banner, breadcrumb and a canvas for each graph that is open."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from editor.canvas.canvas_view import CanvasView
from editor.chrome.banner import Banner
from editor.chrome.breadcrumb import Breadcrumb, Crumb
from editor.chrome.canvas_tabs import CanvasTabs, GraphTab
from editor.chrome.toast import Toast
from editor.docks.palette_entries import CHOICE_MIME, choice_by_key
from editor.documents.document_session import DocumentSession
from editor.graph_looks import GRAPH_LOOKS
from editor.running.run_controller import RunController


@dataclass(eq=False)
class OpenTab:
    """Hold one tab: a document, the way to the graph in view, its canvas."""

    session: DocumentSession
    view: CanvasView
    way: list[str] = field(default_factory=list)

    @property
    def graph_id(self) -> str:
        """Return the graph in view."""
        return self.way[-1]


@dataclass(slots=True)
class _Visit:
    """Remember a place for going back and forward: a graph, or a box in it, and what of it was seen."""

    tab: OpenTab
    way: tuple[str, ...]
    box: str = ""
    seen: tuple[float, QPointF] | None = None

    def is_at(self, tab: OpenTab) -> bool:
        """Tell whether a tab shows this place."""
        return tab is self.tab and tuple(tab.way) == self.way and tab.view.box == self.box


class CanvasArea(QWidget):
    """Own the tabs and their canvases. `current_changed` tells that another document or graph is in view."""

    current_changed = Signal()
    close_wanted = Signal(object)
    add_graph_wanted = Signal(QPoint)
    menu_wanted = Signal(QPoint, str)
    """Carries the place on the screen and the element under the pointer, "" for none."""
    sample_wanted = Signal()
    view_made = Signal(object)

    def __init__(self, run: RunController, empty_page: QWidget) -> None:
        super().__init__()
        self._run = run
        self._tabs: list[OpenTab] = []
        self._current: OpenTab | None = None
        self._visits: list[_Visit] = []
        self._place = -1
        self._is_going_back = False
        self.shows_minimap = True
        """Whether large graphs show a map in the corner."""
        self.tab_bar = CanvasTabs()
        self._stack = QStackedWidget()
        self._empty = empty_page
        self._stack.addWidget(empty_page)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.tab_bar)
        box.addWidget(self._stack, 1)
        self.breadcrumb = Breadcrumb(self._stack)
        self.banner = Banner(self._stack)
        self.banner.shown_changed.connect(self._place_overlays)
        self.toast = Toast(self._stack)
        self._stack.installEventFilter(self)
        self.tab_bar.picked.connect(lambda index: self._show(self._tabs[index]))
        self.tab_bar.close_wanted.connect(lambda index: self.close_wanted.emit(self._tabs[index]))
        self.tab_bar.add_wanted.connect(self.add_graph_wanted)
        self.breadcrumb.picked.connect(self._go_up_to)
        self._renew()

    @property
    def session(self) -> DocumentSession | None:
        """Return the document in view."""
        return self._current.session if self._current is not None else None

    @property
    def view(self) -> CanvasView | None:
        """Return the canvas in view."""
        return self._current.view if self._current is not None else None

    @property
    def tabs(self) -> tuple[OpenTab, ...]:
        """Return the open tabs."""
        return tuple(self._tabs)

    def open_session(self, session: DocumentSession) -> None:
        """Show a document, in a new tab unless it has one."""
        for tab in self._tabs:
            if tab.session is session:
                self._show(tab)
                return
        self.open_graph(session, session.graph_id)

    def open_graph(self, session: DocumentSession, graph_id: str) -> None:
        """Show a graph in a tab of its own."""
        for tab in self._tabs:
            if tab.session is session and tab.graph_id == graph_id:
                self._show(tab)
                return
        others = self.tabs_of(session)
        tab = OpenTab(session, others[0].view if others else self._make_view(session), [graph_id])
        self._tabs.append(tab)
        self._show(tab)

    def _make_view(self, session: DocumentSession) -> CanvasView:
        """Make the one canvas of a document; it remembers for each graph where it was seen last."""
        view = CanvasView(session, self._run)
        view.graph_entered.connect(self.enter)
        view.box_entered.connect(self._box_entered)
        view.show_minimap(self.shows_minimap)
        view.menu_asked.connect(self.menu_wanted)
        view.sample_asked.connect(self.sample_wanted)
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)
        session.graph_shown.connect(self._graph_shown)
        session.document_changed.connect(self._renew)
        session.saved_changed.connect(self._renew)
        self._stack.addWidget(view)
        self.view_made.emit(view)
        return view

    def enter(self, graph_id: str) -> None:
        """Show a graph that the one in view calls, in the same tab, with a way back."""
        if self._current is not None:
            self._enter(self._current, graph_id)

    def leave(self) -> bool:
        """Go out of the box in view, or back to the graph that called the one in view; False at the top."""
        tab = self._current
        if tab is None:
            return False
        if tab.view.leave_box():
            return True
        if len(tab.way) < 2:
            return False
        self._go(tab, tab.way[:-1])
        return True

    def go_back(self, step: int = -1) -> bool:
        """Go to the place seen before (-1) or after (+1); False at the end."""
        place = self._place + step
        while 0 <= place < len(self._visits) and self._visits[place].tab not in self._tabs:
            place += step
        if not 0 <= place < len(self._visits):
            return False
        self._keep_what_is_seen()
        self._place = place
        visit = self._visits[place]
        self._is_going_back = True
        try:
            self._go(visit.tab, list(visit.way), remember=False)
            if visit.box:
                visit.tab.view.enter_box(visit.box)
            else:
                visit.tab.view.forget_box()
            if visit.seen is not None:
                visit.tab.view.camera.go(*visit.seen)
        finally:
            self._is_going_back = False
        self._renew()
        return True

    def _keep_what_is_seen(self) -> None:
        """Note in the visit that is left which part of the graph was seen."""
        if self._current is not None and 0 <= self._place < len(self._visits):
            visit, camera = self._visits[self._place], self._current.view.camera
            if visit.tab is self._current and visit.way == tuple(self._current.way):
                visit.seen = (camera.zoom, camera.center)

    def _box_entered(self, _box: str) -> None:
        """Remember that the inside of a box is looked at now, or the whole graph again."""
        tab = self._current
        if tab is not None and self.sender() is tab.view and not self._is_going_back:
            self._keep_what_is_seen()
            self._remember(tab)
            self._renew()

    def set_minimap(self, on: bool) -> None:
        """Show the map in the corner of large graphs, or not."""
        self.shows_minimap = on
        for tab in self._tabs:
            tab.view.show_minimap(on)

    def close_tab(self, tab: OpenTab) -> None:
        """Close one tab; the document stays open while another tab shows it."""
        index = self._tabs.index(tab)
        self._tabs.remove(tab)
        if not self.tabs_of(tab.session):
            self._drop_view(tab)
        if self._current is tab:
            self._current = None
            if self._tabs:
                self._show(self._tabs[min(index, len(self._tabs) - 1)])
                return
        self._renew()
        self.current_changed.emit()

    def _drop_view(self, tab: OpenTab) -> None:
        session = tab.session
        session.graph_shown.disconnect(self._graph_shown)
        session.document_changed.disconnect(self._renew)
        session.saved_changed.disconnect(self._renew)
        tab.view.long_work.drop()
        self._stack.removeWidget(tab.view)
        tab.view.hide()
        tab.view.deleteLater()

    def tabs_of(self, session: DocumentSession) -> tuple[OpenTab, ...]:
        """Return the tabs that show a document."""
        return tuple(tab for tab in self._tabs if tab.session is session)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the canvas in its corners."""
        super().resizeEvent(event)
        self._place_overlays()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take palette entries dropped on a canvas, and follow the size of the stack."""
        if watched is self._stack and event.type() == QEvent.Type.Resize:
            self._place_overlays()
        elif isinstance(event, (QDragEnterEvent, QDragMoveEvent)):
            if event.mimeData().hasFormat(CHOICE_MIME):
                event.acceptProposedAction()
                return True
        elif isinstance(event, QDropEvent) and event.mimeData().hasFormat(CHOICE_MIME):
            self._dropped(event)
            return True
        return super().eventFilter(watched, event)

    def _dropped(self, event: QDropEvent) -> None:
        tab = self._current
        if tab is None:
            return
        session, view = tab.session, tab.view
        key = bytes(event.mimeData().data(CHOICE_MIME).data()).decode("utf-8")
        choice = choice_by_key(session.document, session.graph_id, session.registry, key)
        if choice is not None:
            point = view.mapToScene(event.position().toPoint())
            event.acceptProposedAction()
            view.add_at(choice, (point.x(), point.y()))
            view.setFocus()

    def _enter(self, tab: OpenTab, graph_id: str) -> None:
        if graph_id in tab.session.document.graphs and graph_id != tab.graph_id:
            self._go(tab, [*tab.way, graph_id])

    def _go_up_to(self, place: int) -> None:
        tab = self._current
        if tab is None:
            return
        beyond = place - len(tab.way)
        if beyond >= 0:
            tab.view.enter_box(tab.view.boxes_entered()[beyond])
        elif place < len(tab.way) - 1:
            self._go(tab, tab.way[: place + 1])
        elif tab.view.box:
            tab.view.frame_all()

    def _go(self, tab: OpenTab, way: list[str], *, remember: bool = True) -> None:
        tab.way = way
        self._show(tab, remember=remember)

    def _graph_shown(self, graph_id: str) -> None:
        """Follow a session that shows another graph: an undo, a problem, the outline."""
        tab = self._current
        if tab is not None and tab.session.graph_id == graph_id and tab.graph_id != graph_id:
            if graph_id in tab.way:
                self._go(tab, tab.way[: tab.way.index(graph_id) + 1])
            else:
                self._go(tab, [graph_id])

    def _show(self, tab: OpenTab, *, remember: bool = True) -> None:
        if remember:
            self._keep_what_is_seen()
        self._current = tab
        tab.way = [one for one in tab.way if one in tab.session.document.graphs] or [tab.session.graph_id]
        self._stack.setCurrentWidget(tab.view)
        tab.session.show_graph(tab.graph_id)
        tab.view.show_graph(tab.graph_id)
        self.setFocusProxy(tab.view)
        if remember:
            self._remember(tab)
        self._renew()
        self.current_changed.emit()

    def _remember(self, tab: OpenTab) -> None:
        if self._place < 0 or not self._visits[self._place].is_at(tab):
            del self._visits[self._place + 1 :]
            self._visits.append(_Visit(tab, tuple(tab.way), tab.view.box))
            self._place = len(self._visits) - 1

    def _renew(self, *_arguments: object) -> None:
        """Show tabs and breadcrumb as they are now."""
        current = self._tabs.index(self._current) if self._current in self._tabs else -1
        self.tab_bar.set_tabs(tuple(_tab_words(tab) for tab in self._tabs), current)
        self.tab_bar.setVisible(bool(self._tabs))
        tab = self._current
        self.breadcrumb.setVisible(tab is not None)
        if tab is None:
            self._stack.setCurrentWidget(self._empty)
            return
        crumbs = [_crumb(tab.session, one) for one in tab.way]
        boxes = [Crumb(one, tab.view.name_of(one), "compound", "machine") for one in tab.view.boxes_entered()]
        self.breadcrumb.set_crumbs((*crumbs, *boxes))
        self._place_overlays()

    def _place_overlays(self) -> None:
        banner = self.banner
        banner.setGeometry(0, 0, self._stack.width(), banner.height())
        banner.raise_()
        self.breadcrumb.move(14, 6 if banner.isHidden() else banner.height() + 6)
        self.breadcrumb.raise_()
        if self.toast.isVisible():
            self.toast.reposition()
            self.toast.raise_()


def _tab_words(tab: OpenTab) -> GraphTab:
    graph = tab.session.document.graphs.get(tab.graph_id)
    if graph is None:
        return GraphTab(tab.session.file_name, "doc", "value")
    look = GRAPH_LOOKS[graph.kind]
    place = (
        str(tab.session.path) if tab.session.path is not None else f"{tab.session.file_name}, not saved yet"
    )
    return GraphTab(graph.title or tab.graph_id, look.icon, look.family, place, not tab.session.is_saved)


def _crumb(session: DocumentSession, graph_id: str) -> Crumb:
    graph = session.document.graphs.get(graph_id)
    if graph is None:
        return Crumb(graph_id, graph_id, "doc", "value")
    look = GRAPH_LOOKS[graph.kind]
    return Crumb(graph_id, graph.title or graph_id, look.icon, look.family)
