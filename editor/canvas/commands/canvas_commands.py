"""Commands of the canvas as methods: the window binds them to menus and keys, tests call them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, SignalInstance

from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.camera import ZOOM_STEP
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import move, set_collapsed
from graphs.edits.frames import remove_frames, rename_frame
from graphs.edits.refusal import EditRefused
from graphs.edits.removing import remove, remove_and_heal
from graphs.edits.setting import rename, set_enabled
from graphs.model import Document, StateMachineGraph, StateNode
from graphs.structure.queries import child_ids
from graphs.structure.rules import may_add_child, may_leave


class CanvasCommands(CanvasHost):
    """Do what menus and keys ask for, on the selection or on the whole graph."""

    follow_changed: SignalInstance
    unfold_wanted: SignalInstance
    follows_run: bool

    def show_folded(self, folded: frozenset[str]) -> None:
        """Show nodes folded, or no more, whatever the document says; neither it nor the camera changes."""
        raise NotImplementedError

    # ---- editing ----

    def delete_selection(self) -> None:
        """Delete what is selected, with all that hangs on it."""
        ids = self.session.selection & self.selectable_ids()
        if ids:
            self.session.apply(f"Delete {self._counted(ids)}", self._without_selected, select=())

    def _without_selected(self, document: Document) -> Document:
        """Remove what is selected; what stands in a frame stays when only the frame is removed."""
        ids, graph_id = self.session.selection & self.element_ids(), self.graph_id
        document = remove(document, graph_id, ids) if ids else document
        return remove_frames(document, graph_id, self.selected_frames())

    def delete_and_heal(self) -> None:
        """Delete what is selected and join what stood around it."""
        ids = self.session.selection & self.element_ids()
        registry = self.session.registry
        if ids:
            self.session.apply(
                f"Delete {self._counted(ids)} and reconnect",
                lambda document: remove_and_heal(document, self.graph_id, ids, registry),
                select=(),
            )

    def _counted(self, ids: frozenset[str]) -> str:
        graph = self.graph
        nodes = [one for one in ids if graph is not None and one in graph.nodes]
        if len(ids) == 1 and nodes:
            return self.name_of(nodes[0])
        noun = "state" if isinstance(graph, StateMachineGraph) else "node"
        words = [f"{len(nodes)} {noun}{'' if len(nodes) == 1 else 's'}"] if nodes else []
        frames = [one for one in ids if graph is not None and one in graph.notes]
        for count, name in ((len(ids) - len(nodes) - len(frames), "transition"), (len(frames), "frame")):
            if count:
                words.append(f"{count} {name}{'' if count == 1 else 's'}")
        return " and ".join(words)

    def toggle_disabled(self) -> None:
        """Disable the selected things, or enable them when all are disabled."""
        ids = self.session.selection & self.element_ids()
        graph = self.graph
        if not ids or graph is None:
            return
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        models = [graph.nodes.get(one) or edges[one] for one in ids]
        enable = all(model.disabled for model in models)
        self.session.apply(
            f"{'Enable' if enable else 'Disable'} {self._counted(ids)}",
            lambda document: set_enabled(document, self.graph_id, ids, enable),
        )

    def toggle_collapsed(self, node_id: str = "") -> None:
        """Fold a node with children, or unfold it; without an id the selected ones."""
        graph = self.graph
        if graph is None:
            return
        ids = [node_id] if node_id else list(self.selected_nodes())
        ids = [one for one in ids if one in graph.nodes and child_ids(graph.nodes[one])]
        if not ids:
            return
        idle = [one for one in ids if one in self.canvas.folded]
        if idle:
            self.unfold_wanted.emit(idle)
            return
        fold = not all(one in graph.layout and graph.layout[one].collapsed for one in ids)

        def folded(document: Document) -> Document:
            for one in ids:
                document = set_collapsed(document, self.graph_id, one, fold)
            return document

        self.session.apply(f"{'Fold' if fold else 'Unfold'} {self.name_of(ids[0])}", folded)

    # ---- names ----

    def rename_selected(self) -> None:
        """Rename the one selected node or frame in place."""
        chosen = (*self.selected_nodes(), *self.selected_frames())
        if len(chosen) == 1:
            self.rename_in_place(chosen[0])

    def rename_in_place(self, node_id: str) -> None:
        """Open the line edit over the title of a node."""
        contents, graph = self.canvas.contents, self.graph
        if contents is None or graph is None or self.refuse_when_read_only():
            return
        frame, node = graph.notes.get(node_id), graph.nodes.get(node_id)
        rect = self.canvas.frames.title_rect(node_id) if frame is not None else contents.title_rect(node_id)
        if rect is None or (node is None and frame is None):
            return
        if isinstance(node, StateNode):
            name = node.name
        else:
            name = frame.title if frame is not None else getattr(node, "title", "") or self.name_of(node_id)
        place = self.mapFromScene(qrect(rect)).boundingRect()
        self.title_editor.open(
            node_id, name, QRect(place), self.camera.zoom, lambda text: self._name_problem(node_id, text)
        )

    def _name_problem(self, node_id: str, name: str) -> str:
        if node_id in self.canvas.frames:
            return ""
        try:
            rename(self.session.document, self.graph_id, node_id, name)
        except EditRefused as refused:
            return str(refused)
        return ""

    def rename_element(self, node_id: str, name: str) -> None:
        """Give a node, transition or frame another name."""
        if node_id in self.canvas.frames:
            graph_id = self.graph_id
            self.session.apply(
                "Rename frame", lambda document: rename_frame(document, graph_id, node_id, name)
            )
            return
        self.session.apply(
            f"Rename {self.name_of(node_id)}",
            lambda document: rename(document, self.graph_id, node_id, name),
        )

    # ---- view ----

    def frame_all(self) -> None:
        """Bring everything into view."""
        self.forget_box()
        self.camera.frame(self.canvas.content_rect(), whole=True)

    def frame_selection(self) -> None:
        """Bring what is selected into view, or everything when nothing is."""
        contents = self.canvas.contents
        bounds = contents.bounds(self.session.selection) if contents is not None else None
        if bounds is None:
            self.frame_all()
        else:
            self.camera.frame(qrect(bounds))

    def reveal(self, element: str) -> None:
        """Bring a node into view if it is outside, without changing the zoom."""
        contents = self.canvas.contents
        bounds = contents.bounds([element]) if contents is not None else None
        if bounds is not None:
            self.show_place(bounds)

    def show_place(self, place: Rect, *, covered: int = 0) -> None:
        """Bring a rectangle into view if part of it is outside, without changing the zoom.

        `covered` is how much of the top of the view something lies over, px.
        """
        seen = self.mapToScene(self.viewport().rect().adjusted(0, covered, 0, 0)).boundingRect()
        if not seen.contains(qrect(place)):
            self.camera.go(self.camera.zoom, qrect(place).center())

    def zoom_in(self) -> None:
        """Zoom in by one step around the middle."""
        self.camera.zoom_to(self.camera.zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        """Zoom out by one step around the middle."""
        self.camera.zoom_to(self.camera.zoom / ZOOM_STEP)

    def zoom_reset(self) -> None:
        """Zoom to 100 % around the middle."""
        self.camera.zoom_to(1.0)

    def zoom_to(self, factor: float) -> None:
        """Zoom to a factor (1 is 100 %) around the middle; 5 % to 400 %."""
        self.camera.zoom_to(factor)

    def set_follow(self, on: bool) -> None:
        """Let the view follow what runs, or not."""
        if on != self.follows_run:
            self.follows_run = on
            self.follow_changed.emit(on)

    def lay_out_all(self) -> None:
        """Lay the states of a machine out anew, or a tree that is placed freely; others are only framed."""
        self._lay_out(None)

    def lay_out_selection(self) -> None:
        """Lay the selected states out anew."""
        self._lay_out(self.selected_nodes())

    def _lay_out(self, nodes: tuple[str, ...] | None) -> None:
        """Lay out beside the window, then change the document in one step; canceled, nothing is changed.

        What is folded only because nothing goes on in it is laid out too.
        """
        if self.canvas.folded:
            self.show_folded(frozenset())
        machine = self.canvas.machine
        if machine is None or nodes == () or self.refuse_when_read_only():
            if nodes != () and machine is None:
                self.lay_out_tree(nodes)
            if nodes is None:
                self.frame_all()
            return
        graph, graph_id = self.graph, self.graph_id

        def done(places: dict[str, Point]) -> None:
            if self.graph is graph:
                self.session.apply("Lay out", lambda document: move(document, graph_id, places))
                if nodes is None:
                    self.frame_all()

        self.long_work.run("Laying out", partial(machine.arranger.fresh_places, nodes), done)

    # ---- rules ----

    def takes_children(self, node_id: str) -> bool:
        """Tell whether a node of a tree has room for another child."""
        session = self.session
        return may_add_child(session.document, self.graph_id, node_id, session.registry).ok

    def may_leave(self, node_id: str) -> bool:
        """Tell whether transitions may start at a state."""
        graph = self.graph
        if not isinstance(graph, StateMachineGraph) or node_id not in graph.nodes:
            return False
        return may_leave(self.session.document, graph, node_id, self.session.registry).ok
