"""The middle of the window: tabs, banner, breadcrumb and a canvas for each graph that is open, or two."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from editor.canvas.painting.kept_layouts import forget_layouts
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from editor.running.run_controller import RunController
from editor.widgets.banner import Banner
from editor.widgets.boxes import column_box
from editor.widgets.toast import Toast
from editor.window.frame.beside_pane import BesidePane, SideMark
from editor.window.frame.breadcrumb import Breadcrumb
from editor.window.frame.canvas_sides import CanvasSides
from editor.window.frame.canvas_tabs import CanvasTabs
from editor.window.frame.open_tab import OpenTab, crumbs_of, tab_words
from editor.window.frame.palette_drops import PaletteDrops
from editor.window.frame.tab_drags import TabDrags
from editor.window.frame.visited_places import VisitedPlaces


class CanvasArea(QWidget):
    """Own the tabs and their canvases. `current_changed` tells that another document or graph is in view.

    A second canvas can stand beside the first. Commands act on the one that had the focus last.
    """

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
        self._main: OpenTab | None = None
        """The tab shown in the first canvas."""
        self._current: OpenTab | None = None
        """The tab in use: that of the first canvas, or the one beside it."""
        self._watched: set[DocumentSession] = set()
        self._visits = VisitedPlaces()
        self._is_going_back = False
        self.shows_minimap = True
        """Whether large graphs show a map in the corner."""
        self.tab_bar = CanvasTabs()
        self._stack = QStackedWidget()
        self._empty = empty_page
        self._stack.addWidget(empty_page)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        box.addWidget(self.tab_bar)
        self._body = QWidget()
        box.addWidget(self._body, 1)
        self.beside = BesidePane()
        self.beside.close_wanted.connect(self.close_beside)
        self.beside.crumb_picked.connect(self._go_up_beside)
        self.sides = CanvasSides(self._stack, self.beside)
        self.sides.splitterMoved.connect(lambda *_: self._place_overlays())
        self.sides.divided.connect(lambda: self._place_overlays())
        inside = column_box(self._body, margins=(0, 0, 0, 0))
        inside.addWidget(self.sides)
        self.breadcrumb = Breadcrumb(self._stack)
        self.banner = Banner(self._body)
        self.banner.shown_changed.connect(self._place_overlays)
        self.toast = Toast(self._body)
        self._mark = SideMark(self._body)
        self._body.installEventFilter(self)
        self.tab_bar.picked.connect(lambda index: self.show_tab(self._tabs[index]))
        TabDrags(self)
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
        """Return the open tabs; the canvas beside has none."""
        return tuple(self._tabs)

    @property
    def first_tab(self) -> OpenTab | None:
        """Return the tab that the first canvas shows."""
        return self._main

    @property
    def is_split(self) -> bool:
        """Tell whether there are two canvases."""
        return self.beside.tab is not None

    def watch_views(self, take: Callable[[CanvasView], None]) -> None:
        """Tell of each canvas there is, and of each that will be made."""
        shown = [tab.view for tab in (*self._tabs, self.beside.tab) if tab is not None]
        for view in dict.fromkeys(shown):
            take(view)
        self.view_made.connect(take)

    def focus_stops(self) -> tuple[QWidget, ...]:
        """Return the canvases in view, the first one first; the area itself without a document."""
        shown = [tab.view for tab in (self._main, self.beside.tab) if tab is not None]
        return tuple(shown) or (self,)

    def open_session(self, session: DocumentSession) -> None:
        """Show a document, in a new tab unless it is in view or has one."""
        shown = [self._current] if self._current is not None else []
        for tab in (*shown, *self._tabs):
            if tab.session is session:
                self.show_tab(tab)
                return
        self.open_graph(session, session.graph_id)

    def open_graph(self, session: DocumentSession, graph_id: str) -> None:
        """Show a graph in a tab of its own."""
        found = self._tab_with(session, graph_id)
        if found is not None:
            self.show_tab(found)
            return
        view = next((tab.view for tab in self._tabs if tab.session is session), None)
        if view is None:
            view = self._make_view(session)
            self._stack.addWidget(view)
        tab = OpenTab(session, view, [graph_id])
        self._tabs.append(tab)
        self.show_tab(tab)

    def open_beside(self, graph_id: str = "") -> bool:
        """Show a graph beside the one in view, "" for the same one; False without a document."""
        tab = self._current
        if tab is None:
            return False
        way = [*tab.way, graph_id] if graph_id and graph_id != tab.graph_id else list(tab.way)
        is_new = self.beside.tab is None or self.beside.tab.session is not tab.session
        seen = (tab.view.camera.zoom, tab.view.camera.center) if is_new and not graph_id else None
        self.put_beside(tab.session, way, seen=seen)
        return True

    def put_beside(
        self,
        session: DocumentSession,
        way: list[str],
        *,
        below: bool | None = None,
        seen: tuple[float, QPointF] | None = None,
    ) -> OpenTab:
        """Show a graph in the second canvas, which stands where it stands if `below` does not say."""
        side = self.beside.tab
        was_split = side is not None
        if side is None or side.session is not session:
            self.close_beside()
            if self._current is not None:
                self._current.view.lay_aside()
            side = OpenTab(session, self._make_view(session), way)
            self.beside.show_tab(side)
        else:
            side.way = way
        if not was_split or (below is not None and below != self.sides.is_below):
            self.sides.divide(below=bool(below))
        self.show_tab(side)
        if seen is not None:
            side.view.camera.go(*seen, animated=False)
        side.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return side

    def close_beside(self) -> None:
        """Return to one canvas; with no tab left in it, the one beside takes its place."""
        side = self.beside.tab
        if side is None:
            return
        # Hiding what has the focus gives it to another, so this is asked before.
        had_focus = side is self._current
        self.beside.take_tab()
        if self._main is None:
            self._adopt(side)
            return
        if had_focus:
            self._use(self._main)
        self._drop_view(side)
        self._renew()
        if had_focus:
            self._main.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def use_other_side(self) -> bool:
        """Give the focus to the other canvas; False with only one."""
        other = self.beside.tab if self._current is self._main else self._main
        if other is None or other is self._current:
            return False
        other.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._use(other)
        return True

    def _adopt(self, side: OpenTab) -> None:
        """Make a tab of the canvas that stood beside."""
        self._tabs.append(side)
        self._stack.addWidget(side.view)
        self.show_tab(side)

    def _make_view(self, session: DocumentSession) -> CanvasView:
        """Make a canvas of a document; it remembers for each graph where it was seen last."""
        view = CanvasView(session, self._run)
        view.graph_entered.connect(self.enter)
        view.box_entered.connect(self._box_entered)
        view.corners.show_minimap(self.shows_minimap)
        view.menu_asked.connect(self.menu_wanted)
        view.sample_asked.connect(self.sample_wanted)
        view.installEventFilter(self)
        PaletteDrops(view)
        if session not in self._watched:
            self._watched.add(session)
            session.graph_shown.connect(self._graph_shown)
            session.document_changed.connect(self._renew)
            session.saved_changed.connect(self._renew)
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
        if tab.view.entering.leave_box():
            return True
        if len(tab.way) < 2:
            return False
        self._go(tab, tab.way[:-1])
        return True

    def go_back(self, step: int = -1) -> bool:
        """Go to the place seen before (-1) or after (+1); False at the end."""
        visit = self._visits.step(step, self._current, self._is_open)
        if visit is None:
            return False
        self._is_going_back = True
        try:
            self._go(visit.tab, list(visit.way), remember=False)
            if visit.box:
                visit.tab.view.entering.enter_box(visit.box)
            else:
                visit.tab.view.entering.forget_box()
            if visit.seen is not None:
                visit.tab.view.camera.go(*visit.seen)
        finally:
            self._is_going_back = False
        self._renew()
        return True

    def _is_open(self, tab: OpenTab) -> bool:
        return tab in self._tabs or tab is self.beside.tab

    def _box_entered(self, _box: str) -> None:
        """Remember that the inside of a box is looked at now, or the whole graph again."""
        tab = self._current
        if tab is not None and self.sender() is tab.view and not self._is_going_back:
            self._visits.keep_what_is_seen(tab)
            self._visits.note(tab)
            self._renew()

    def set_minimap(self, on: bool) -> None:
        """Show the map in the corner of large graphs, or not."""
        self.shows_minimap = on
        for tab in (*self._tabs, *((self.beside.tab,) if self.beside.tab else ())):
            tab.view.corners.show_minimap(on)

    def close_tab(self, tab: OpenTab) -> None:
        """Close one tab, or the canvas beside; the document stays open while another tab shows it."""
        if tab is self.beside.tab:
            self.close_beside()
            return
        index = self._tabs.index(tab)
        self._tabs.remove(tab)
        if all(each.session is not tab.session for each in self._tabs):
            self._drop_view(tab)
        if self._main is tab:
            self._main = None
            self._current = None if self._current is tab else self._current
            if self._tabs:
                self.show_tab(self._tabs[min(index, len(self._tabs) - 1)])
                return
            if self.is_split:
                self.close_beside()
                return
        self._renew()
        self.current_changed.emit()

    def _drop_view(self, tab: OpenTab) -> None:
        session = tab.session
        if not self.tabs_of(session):
            self._watched.discard(session)
            session.graph_shown.disconnect(self._graph_shown)
            session.document_changed.disconnect(self._renew)
            session.saved_changed.disconnect(self._renew)
        tab.view.long_work.drop()
        self._stack.removeWidget(tab.view)
        tab.view.hide()
        tab.view.deleteLater()
        forget_layouts()
        self._visits.forget_closed(self._is_open)

    def tabs_of(self, session: DocumentSession) -> tuple[OpenTab, ...]:
        """Return the tabs that show a document, with the canvas beside if it does."""
        side = (self.beside.tab,) if self.beside.tab is not None else ()
        return tuple(tab for tab in (*self._tabs, *side) if tab.session is session)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what lies over the canvas in its corners."""
        super().resizeEvent(event)
        self._place_overlays()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Use the canvas that gets the focus, and follow the size of what the banner lies over."""
        if watched is self._body and event.type() == QEvent.Type.Resize:
            self._place_overlays()
        elif event.type() == QEvent.Type.FocusIn:
            for tab in (self._main, self.beside.tab):
                if tab is not None and tab.view is watched:
                    self._use(tab)
        return super().eventFilter(watched, event)

    def _enter(self, tab: OpenTab, graph_id: str) -> None:
        if graph_id in tab.session.document.graphs and graph_id != tab.graph_id:
            self._go(tab, [*tab.way, graph_id])

    def _go_up_beside(self, place: int) -> None:
        self._go_up(self.beside.tab, place)

    def _go_up_to(self, place: int) -> None:
        self._go_up(self._main, place)

    def _go_up(self, tab: OpenTab | None, place: int) -> None:
        if tab is None:
            return
        self._use(tab)
        beyond = place - len(tab.way)
        if beyond >= 0:
            tab.view.entering.enter_box(tab.view.entering.boxes_entered()[beyond])
        elif place < len(tab.way) - 1:
            self._go(tab, tab.way[: place + 1])
        elif tab.view.entering.box:
            tab.view.entering.frame_all()

    def _go(self, tab: OpenTab, way: list[str], *, remember: bool = True) -> None:
        """Show a graph in a tab, or go to the one that shows it; the canvas beside may show any graph."""
        if tab is not self.beside.tab:
            tab = self._tab_with(tab.session, way[-1]) or tab
        if len(way) > 1 or tab.graph_id != way[-1]:
            tab.way = way
        self.show_tab(tab, remember=remember)

    def _tab_with(self, session: DocumentSession, graph_id: str) -> OpenTab | None:
        """Return the tab that shows a graph."""
        tabs = (tab for tab in self._tabs if tab.session is session and tab.graph_id == graph_id)
        return next(tabs, None)

    def _graph_shown(self, graph_id: str) -> None:
        """Follow a session that shows another graph: an undo, a problem, the outline."""
        tab = self._current
        if tab is not None and tab.session.graph_id == graph_id and tab.graph_id != graph_id:
            if graph_id in tab.way:
                self._go(tab, tab.way[: tab.way.index(graph_id) + 1])
            else:
                self._go(tab, [graph_id])

    def show_tab(self, tab: OpenTab, *, remember: bool = True) -> None:
        """Show the graph of a tab on its side and use it."""
        if remember:
            self._visits.keep_what_is_seen(self._current)
        tab.drop_lost_graphs()
        if tab is not self.beside.tab:
            self._main = tab
            self._stack.setCurrentWidget(tab.view)
        self._take_up(tab)
        tab.session.show_graph(tab.graph_id)
        tab.view.show_graph(tab.graph_id)
        if remember:
            self._visits.note(tab)
        self._renew()
        self.current_changed.emit()

    def _use(self, tab: OpenTab) -> None:
        """Let commands act on one of the canvases in view."""
        if tab is not self._current:
            self._visits.keep_what_is_seen(self._current)
            self._take_up(tab)
            self._renew()
            self.current_changed.emit()

    def _take_up(self, tab: OpenTab) -> None:
        """Lay the other canvas aside and use this one, which takes the focus from the other."""
        had_focus = False
        for other in (self._main, self.beside.tab):
            if other is not None and other.view is not tab.view:
                other.view.lay_aside(shows_run=other.session is tab.session)
                had_focus |= other.view.hasFocus()
        self._current = tab
        tab.view.take_up()
        self.setFocusProxy(tab.view)
        if had_focus:
            tab.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _renew(self, *_arguments: object) -> None:
        """Show tabs and breadcrumb as they are now."""
        self._follow_lost_graphs()
        main = self._tabs.index(self._main) if self._main in self._tabs else -1
        self.tab_bar.set_tabs(tuple(map(tab_words, self._tabs)), main)
        self.tab_bar.setVisible(bool(self._tabs))
        self.beside.refresh()
        tab = self._main
        self.breadcrumb.setVisible(tab is not None)
        if tab is None:
            self._stack.setCurrentWidget(self._empty)
            return
        self.breadcrumb.set_crumbs(crumbs_of(tab))
        self._place_overlays()

    def _follow_lost_graphs(self) -> None:
        """Show another graph on the side that is not in use, when its graph is gone; beside, close it."""
        for tab in (self._main, self.beside.tab):
            if tab is None or tab is self._current or tab.graph_id in tab.session.document.graphs:
                continue
            if tab is self.beside.tab:
                self.close_beside()
            else:
                tab.drop_lost_graphs()
                self._main = self._tab_with(tab.session, tab.graph_id) or tab
                tab.view.keep_graph(tab.graph_id)
        for tab in [each for each in self._tabs if each is not self._main]:
            self._drop_double(tab)

    def _drop_double(self, tab: OpenTab) -> None:
        """Drop a tab that would show, for a graph that is gone, what another tab of the document shows."""
        left = [each for each in tab.way if each in tab.session.document.graphs]
        shown = [each.graph_id for each in self._tabs if each is not tab and each.session is tab.session]
        if len(left) < len(tab.way) and shown and (not left or left[-1] in shown):
            self._tabs.remove(tab)

    def _place_overlays(self) -> None:
        banner = self.banner
        banner.setGeometry(0, 0, self._body.width(), banner.height())
        banner.raise_()
        covered = 0 if banner.isHidden() else banner.height()
        self.breadcrumb.move(14, covered + 6)
        self.breadcrumb.fit(self._stack.width() - 28)
        self.breadcrumb.raise_()
        self.beside.set_covered(0 if self.sides.is_below else covered)
        self._mark.setVisible(self.is_split)
        used = self.beside if self._current is self.beside.tab else self._stack
        top = max(covered, used.y())
        self._mark.setGeometry(used.x(), top, used.width(), SideMark.HEIGHT)
        self._mark.raise_()
        if self.toast.isVisible():
            self.toast.reposition()
            self.toast.raise_()
