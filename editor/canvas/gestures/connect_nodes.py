"""Draw an edge of a tree from the port under a node."""

from __future__ import annotations

from PySide6.QtCore import Qt

from editor.canvas.gestures.gesture import Pointer, Refusal
from editor.canvas.gestures.places import index_among_children
from editor.canvas.gestures.wire import WireGesture
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import connect
from graphs.model import Document
from graphs.structure.rules import may_add_child


class ConnectNodes(WireGesture):
    """Drag from a port to a node, which becomes a child; or to empty canvas, which opens the search.

    What is picked there is added under the port as one step; Esc in the search leaves nothing.
    """

    cursor = Qt.CursorShape.CrossCursor
    has_head = False

    def __init__(self, view: CanvasHost, source: str) -> None:
        super().__init__(view)
        self.source = source

    def start(self, at: Pointer) -> None:
        """Fix the wire at the port."""
        tree = self.view.canvas.tree
        assert tree is not None
        self.anchor = tree.port(self.source)
        self.tip = at.scene

    def move(self, at: Pointer) -> None:
        """Follow the pointer and judge what is under it."""
        target = self.node_under(at)
        if target == self.source:
            target = ""
            self.refusal = Refusal("A node cannot be its own child.", "Drop on another node.")
        elif target:
            self.refusal = self.why_not(lambda document: self._connected(document, target))
        else:
            self.refusal = self._no_room()
        self.hold(at, target)

    def _no_room(self) -> Refusal | None:
        session = self.view.session
        verdict = may_add_child(session.document, self.view.graph_id, self.source, session.registry)
        return None if verdict.ok else Refusal(verdict.reason, verdict.remedy)

    def _connected(self, document: Document, target: str) -> tuple[Document, str]:
        session = self.view.session
        index = index_among_children(self.view, self.source, self.tip[0], without=target)
        return connect(document, self.view.graph_id, self.source, target, session.registry, index=index)

    def finish(self, at: Pointer) -> None:
        """Connect, or open the search."""
        self.move(at)
        self.let_go()
        if self.refusal is not None:
            return
        target = self.target
        if target:
            names = f"{self.view.name_of(self.source)} to {self.view.name_of(target)}"
            self.view.session.apply(
                f"Connect {names}", lambda document: self._connected(document, target)[0], select=[target]
            )
        else:
            self.view.search_asked.emit(at.scene, self.source)
