"""What the parts that a canvas view is made of may count on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QGraphicsView

from editor.basics.slices import LongWork
from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.scene.title_editor import TitleEditor
from editor.documents.open.document_session import DocumentSession
from graphs.edits.refusal import EditRefused
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, Graph, StateMachineGraph

READ_ONLY_REMEDY = "Save it under another name to change the copy."
"""What to do with a document that may only be looked at."""


class CanvasHost(QGraphicsView):
    """Hold what commands work with, and the few questions that all of them ask."""

    session: DocumentSession
    canvas: CanvasScene
    camera: Camera
    title_editor: TitleEditor
    long_work: LongWork
    kept_graph = ""
    """The graph that is shown while another canvas of the same window is the one in use, else ""."""

    @property
    def graph_id(self) -> str:
        """Return the id of the graph shown: the session's, or the one kept while not in use."""
        return self.kept_graph or self.session.graph_id

    @property
    def graph(self) -> Graph | None:
        """Return the graph shown."""
        return self.session.document.graphs.get(self.graph_id)

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

    def selected_frames(self) -> tuple[str, ...]:
        """Return the selected frames."""
        graph = self.graph
        return tuple(one for one in graph.notes if one in self.session.selection) if graph is not None else ()

    def called_graph(self, node_id: str) -> str:
        """Return the id of the graph of this document that a node runs, or ""."""
        raise NotImplementedError

    def lay_out_tree(self, nodes: tuple[str, ...] | None) -> bool:
        """Tidy up below some nodes of a tree that is placed freely, None for all; False for other graphs."""
        raise NotImplementedError

    def forget_box(self) -> None:
        """Look at the whole graph, no longer at the inside of one box."""
        raise NotImplementedError

    def rename_in_place(self, node_id: str) -> None:
        """Open the line edit over the title of something."""
        raise NotImplementedError

    def selected_nodes(self) -> tuple[str, ...]:
        """Return the selected nodes in document order."""
        graph = self.graph
        if graph is None:
            return ()
        selected = {one for one in self.session.selection if one in graph.nodes}
        if len(selected) < 2:
            return tuple(selected)
        return tuple(one for one in graph.nodes if one in selected)

    def name_of(self, node_id: str) -> str:
        """Return the title of a node as an undo step names it."""
        graph = self.graph
        node = graph.nodes.get(node_id) if graph is not None else None
        if graph is None or node is None:
            return "any state"
        return node_title(node, graph.kind, self.session.registry, self.session.document)

    def refuse_when_read_only(self) -> bool:
        """Tell whether the document may not be changed, and say why and what to do where that is so."""
        reason = self.session.read_only_reason
        if reason:
            self.session.refused.emit(reason, READ_ONLY_REMEDY)
        return bool(reason)

    def apply_new(self, label: str, edit: Callable[[Document], tuple[Document, str | Iterable[str]]]) -> bool:
        """Run an edit that makes things, as one step after which they are selected."""
        if self.refuse_when_read_only():
            return False
        try:
            made = edit(self.session.document)
        except EditRefused as refused:
            self.session.refused.emit(refused.reason, refused.remedy)
            return False
        document, ids = made
        chosen = [one for one in ([ids] if isinstance(ids, str) else ids) if one]
        done = self.session.apply(label, lambda _document: document, select=chosen)
        if done:
            self._bring(chosen)
        return done

    def _bring(self, elements: Iterable[str]) -> None:
        """Move the view just so far that new things are seen, where all of them have room in it."""
        contents = self.canvas.contents
        bounds = contents.bounds(elements) if contents is not None else None
        if bounds is not None:
            self.camera.bring(qrect(bounds))
