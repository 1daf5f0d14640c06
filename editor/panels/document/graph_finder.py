"""Find text in the graph in view: what matches, which of it is current, and the rings around it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.basics.slices import StepsInSlices
from editor.canvas.items.shared_look import qrect
from editor.canvas.overlays.layers import FoundItem
from editor.canvas.view.canvas_view import CanvasView
from graphs.searching.find_in_document import Found, TextQuery, elements_found, find_in_graph

BAR_ROOM = 56
"""How much of the top of a canvas the bar and the breadcrumb lie over, px."""


class GraphFinder(QObject):
    """Hold what was looked for last and what matches in the graph in view; `changed` tells of either."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.query = TextQuery("")
        self.hits: dict[str, Found] = {}
        """The elements that match, each with its first match, in document order."""
        self.current = ""
        self._view: CanvasView | None = None
        self._rings: FoundItem | None = None
        self._is_shown = False
        self._goes_there = False
        self._matches: list[tuple[Found, ...]] = []
        self._steps = StepsInSlices(self)
        self._steps.finished.connect(self._found_all)

    @property
    def is_searching(self) -> bool:
        """Tell whether parts of the graph were not looked through yet."""
        return self._steps.is_under_way

    @property
    def place(self) -> int:
        """Return the place of the current match among all, from 1; 0 for none."""
        return list(self.hits).index(self.current) + 1 if self.current in self.hits else 0

    def use_view(self, view: CanvasView | None) -> None:
        """Look into another canvas from now on."""
        if view is self._view:
            return
        self._drop_rings()
        if self._view is not None:
            session = self._view.session
            session.document_changed.disconnect(self._later)
            session.graph_shown.disconnect(self._later)
            session.selection_changed.disconnect(self._follow_selection)
            self._view.long_work.ended.disconnect(self._ring)
        self._view = view
        if view is not None:
            view.session.document_changed.connect(self._later)
            view.session.graph_shown.connect(self._later)
            view.session.selection_changed.connect(self._follow_selection)
            view.long_work.ended.connect(self._ring)
        self.search()

    def look_for(self, query: TextQuery) -> None:
        """Look for another text, and go to the first match from the selection on."""
        self.query = query
        self._goes_there = True
        self.search()

    def show_rings(self, shown: bool) -> None:
        """Ring what matches, or not: the bar is closed."""
        self._is_shown = shown
        if shown:
            self.search()
        else:
            self._drop_rings()

    def search(self) -> None:
        """Look through the graph in view again."""
        self._steps.drop()
        self._matches = []
        view = self._view
        graph_id = view.graph_id if view is not None else ""
        if view is None or self.query.is_empty or graph_id not in view.session.document.graphs:
            self._found_all()
            return
        session = view.session
        found = find_in_graph(session.document, graph_id, self.query, session.registry)
        self._steps.begin(map(self._matches.append, found))

    def finish(self) -> None:
        """Look through the rest of the graph at once."""
        self._steps.finish()

    def step(self, way: int) -> bool:
        """Go to the next match (+1) or the one before (-1), around the ends; False without any."""
        self._steps.finish()
        order = list(self.hits)
        if not order:
            return False
        if self.current in self.hits:
            place = order.index(self.current) + way
        else:
            place = 0 if way > 0 else -1
        self._go_to(order[place % len(order)])
        return True

    def _found_all(self) -> None:
        self.hits = elements_found(self._matches)
        view = self._view
        if view is not None and self._goes_there and self.hits:
            chosen = next((hit for hit in self.hits if hit in view.session.selection), "")
            self._go_to(chosen or next(iter(self.hits)))
        self._goes_there = False
        if self.current not in self.hits:
            self.current = ""
        self._ring()
        self.changed.emit()

    def _go_to(self, element: str) -> None:
        view = self._view
        self.current = element
        if view is not None:
            view.session.select((element,))
            place = view.visible_place(element)
            if place is not None:
                view.camera.reveal(qrect(place[1]), covered=BAR_ROOM)
        self.changed.emit()

    def _ring(self, *_arguments: object) -> None:
        view = self._view
        if view is None or not self._is_shown:
            return
        if self._rings is None:
            self._rings = FoundItem()
            view.canvas.addItem(self._rings)
        places = {place for place in (view.visible_place(hit) for hit in self.hits) if place is not None}
        self._rings.set_rects([qrect(rect) for _, rect in sorted(places)])

    def _drop_rings(self) -> None:
        rings, self._rings = self._rings, None
        scene = rings.scene() if rings is not None else None
        if scene is not None and rings is not None:
            scene.removeItem(rings)

    def _follow_selection(self) -> None:
        """Count on from what the user has selected meanwhile."""
        chosen = self._view.session.selection if self._view is not None else frozenset()
        if len(chosen) == 1 and (picked := next(iter(chosen))) in self.hits and picked != self.current:
            self.current = picked
            self.changed.emit()

    def _later(self, *_arguments: object) -> None:
        if self._is_shown:
            self.search()
