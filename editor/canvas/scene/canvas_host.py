"""What commands and gestures may ask of the canvas that they work on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QGraphicsView, QWidget

from editor.basics.slices import LongWork
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Rect, united
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.layout_glide import LayoutGlide
from editor.canvas.scene.refusal_tip import RefusalTip
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.scene.title_editor import TitleEditor
from editor.documents.open.document_session import DocumentSession
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, Graph, StateMachineGraph
from graphs.structure.queries import ancestors, source_of

READ_ONLY_REMEDY = "Save it under another name to change the copy."
"""What to do with a document that may only be looked at."""

Place = tuple[str, Rect]
"""What is to be seen, and where."""


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class CanvasHost(QGraphicsView):
    """Hold what commands and gestures work with, and answer the few questions that all of them ask."""

    graph_entered = Signal(str)
    """Carries the graph that a call or activity runs, after a double-click on it."""
    box_entered = Signal(str)
    """Carries the state whose inside is looked at, "" for the whole graph."""
    menu_asked = Signal(QPoint, str)
    """Carries the global place of the pointer and the node or edge under it ("" for none)."""
    search_asked = Signal(object, str)
    """Carries the point of the scene where a wire ended, and the node that what is picked hangs below."""
    name_asked = Signal()
    """Tells that the user is to name what is selected: it was just made."""
    unfold_wanted = Signal(object)
    """Carries nodes that are folded for being idle and are to be seen from now on."""

    def __init__(self, session: DocumentSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.kept_graph = ""
        """The graph that is shown while another canvas of the same window is the one in use, else ""."""
        self.long_work = LongWork(self)
        self.awaited: tuple[str, ...] = ()
        """What is new and comes into view once it has its place."""
        self.canvas = CanvasScene(session.registry, self, self.long_work)
        self.camera = Camera(self)
        self.layout_glide = LayoutGlide(self, self.canvas, self.camera)
        self.title_editor = TitleEditor(self.viewport())
        self.refusal_tip = RefusalTip(self.viewport())

    @property
    def is_in_use(self) -> bool:
        """Tell whether this canvas is the one that commands act on."""
        return not self.kept_graph

    @property
    def graph_id(self) -> str:
        """Return the id of the graph shown: the session's, or the one kept while not in use."""
        return self.kept_graph or self.session.graph_id

    @property
    def document(self) -> Document:
        """Return the document as it is now."""
        return self.session.document

    @property
    def registry(self) -> Registry:
        """Return what kinds, actions and conditions the document may use."""
        return self.session.registry

    @property
    def graph(self) -> Graph | None:
        """Return the graph shown."""
        return self.document.graphs.get(self.graph_id)

    def element_ids(self) -> frozenset[str]:
        """Return the ids of all nodes and transitions of the graph shown."""
        graph = self.graph
        if graph is None:
            return frozenset()
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        return frozenset(graph.nodes) | frozenset(edges)

    def selectable_ids(self) -> frozenset[str]:
        """Return the ids of everything in the graph shown that can be selected: its frames too."""
        graph = self.graph
        return self.element_ids() | frozenset(graph.notes) if graph is not None else frozenset()

    def selected_nodes(self) -> tuple[str, ...]:
        """Return the selected nodes in document order."""
        graph = self.graph
        if graph is None:
            return ()
        selected = {node_id for node_id in self.session.selection if node_id in graph.nodes}
        if len(selected) < 2:
            return tuple(selected)
        return tuple(node_id for node_id in graph.nodes if node_id in selected)

    def selected_node(self) -> str:
        """Return the one selected node, "" where there are none or several."""
        chosen = self.selected_nodes()
        return chosen[0] if len(chosen) == 1 else ""

    def selected_edges(self) -> tuple[str, ...]:
        """Return the selected transitions in document order."""
        graph = self.graph
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        return tuple(edge for edge in edges if edge in self.session.selection)

    def selected_frames(self) -> tuple[str, ...]:
        """Return the selected frames."""
        notes = self.graph.notes if self.graph is not None else {}
        return tuple(frame for frame in notes if frame in self.session.selection)

    def name_of(self, node_id: str) -> str:
        """Return the title of a node as an undo step names it."""
        graph = self.graph
        node = graph.nodes.get(node_id) if graph is not None else None
        if graph is None or node is None:
            return "any state"
        return node_title(node, graph.kind, self.registry, self.document)

    def refuse(self, reason: str, remedy: str = "") -> None:
        """Say why something is not done, and what to do instead."""
        self.session.refused.emit(reason, remedy)

    def refuse_when_read_only(self) -> bool:
        """Tell whether the document may not be changed, and say why and what to do where that is so."""
        reason = self.session.read_only_reason
        if reason:
            self.refuse(reason, READ_ONLY_REMEDY)
        return bool(reason)

    def on_graph(
        self,
        edit: Callable[Concatenate[Document, str, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Callable[[Document], Result]:
        """Return an edit of the graph that is shown now, to be run on a document."""
        graph_id = self.graph_id
        return lambda document: edit(document, graph_id, *args, **kwargs)

    def apply_new(self, label: str, edit: Callable[[Document], tuple[Document, str | Iterable[str]]]) -> bool:
        """Run an edit that makes things, as one step after which they are selected and in view."""
        if self.refuse_when_read_only():
            return False
        try:
            document, made = edit(self.document)
        except EditRefused as refused:
            self.refuse(refused.reason, refused.remedy)
            return False
        chosen = [element for element in ([made] if isinstance(made, str) else made) if element]
        done = self.session.apply(label, lambda _document: document, select=chosen)
        if done:
            self.bring_into_view(chosen)
        return done

    def bring_into_view(self, elements: Sequence[str]) -> None:
        """Move the view just so far that things are in it; the first of them where there are too many.

        Where they are being laid out beside the window it is done once they have their places.
        """
        self.awaited = tuple(elements) if self.long_work.is_busy else ()
        found = (self.visible_place(element) for element in elements)
        places = [place[1] for place in found if place is not None]
        lines = self.canvas.bounds(elements)
        whole = united((*places, *((lines,) if lines is not None else ())))
        if whole is not None and not self.camera.bring(qrect(whole)) and places:
            self.camera.bring(qrect(places[0]))

    def reveal(self, element: str) -> None:
        """Bring a node into view if it is outside, without changing the zoom."""
        bounds = self.canvas.bounds([element])
        if bounds is not None:
            self.camera.reveal(qrect(bounds))

    def visible_place(self, element: str) -> Place | None:
        """Return the place of a node, transition or frame; of what is around it where it is hidden."""
        canvas, graph = self.canvas, self.graph
        contents = canvas.contents
        if contents is None or graph is None:
            return None
        if element in graph.notes:
            rect = canvas.frames.title_rect(element)
            return None if rect is None else (element, rect)
        around = [element]
        if isinstance(graph, StateMachineGraph) and element in graph.edges:
            row = contents.value_rects(element)
            if row:
                return element, next(iter(row.values()))
            element = source_of(graph, element) or ""
            around.append(element)
        around += ancestors(graph, element) if element in graph.nodes else ()
        places = ((shown, contents.node_rect(shown)) for shown in around)
        return next(((shown, rect) for shown, rect in places if rect is not None), None)
