"""Make random edits that change several parts at once: wrap, unwrap, insert, swap, line up, move files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hypothesis import strategies as st
from hypothesis.stateful import rule

from graphs.model import Document, StateMachineGraph
from graphs.projects.moved_files import with_references
from graphs.structure.queries import child_ids, parents_of
from tests.graphs import all_edits as edits
from tests.graphs.edits.random_edits import KINDS, NAMES, NUMBERS, PLACES, REGISTRY, RandomEdits

MOST_NODES = 200
SIDES = ("left", "right", "top", "bottom", "middle", "center")


def _extracted(graph_id: str, node: str, document: Document) -> Document:
    return edits.extract_machine(document, graph_id, node, REGISTRY)[0]


class RandomRewrites(RandomEdits):
    """Add the larger edits to the small ones; all are undone, saved and checked alike."""

    def nodes(self, graph_id: str, *numbers: int) -> list[str]:
        return list(dict.fromkeys(self.node(graph_id, each, top=False) for each in numbers))

    def is_full(self, graph_id: str) -> bool:
        return len(self.document.graphs[graph_id].nodes) > MOST_NODES or len(self.document.graphs) > 12

    @rule(g=NUMBERS, a=NUMBERS, k=NUMBERS)
    def change_kind(self, g: int, a: int, k: int) -> None:
        graph_id = self.graph_id(g)
        kinds = KINDS[self.document.graphs[graph_id].kind]
        node, kind = self.node(graph_id, a, top=False), kinds[k % len(kinds)]
        self.edit("Kind", lambda document: edits.change_kind(document, graph_id, node, kind, REGISTRY))

    @rule(g=NUMBERS, e=NUMBERS, a=NUMBERS, k=NUMBERS, at=PLACES)
    def insert(self, g: int, e: int, a: int, k: int, at: tuple[float, float] | None) -> None:
        graph_id = self.graph_id(g)
        graph = self.document.graphs[graph_id]
        machine = isinstance(graph, StateMachineGraph)
        edge = self.element(graph_id, e) if machine else self.node(graph_id, e, top=False)
        parents = parents_of(graph, edge)
        parent = parents[k % len(parents)] if parents and not machine else None
        node, kinds = self.node(graph_id, a, top=False), KINDS[graph.kind]
        if k % 2:
            self.edit(
                "Insert",
                lambda document: edits.insert_on_edge(
                    document, graph_id, edge, node, REGISTRY, parent=parent
                ),
            )
        else:
            kind = kinds[a % len(kinds)]
            self.edit(
                "Insert new",
                lambda document: edits.add_on_edge(
                    document, graph_id, edge, kind, REGISTRY, parent=parent, at=at
                )[0],
            )

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS, several=st.booleans())
    def wrap(self, g: int, a: int, b: int, several: bool) -> None:
        graph_id = self.graph_id(g)
        ids = self.nodes(graph_id, a, b) if several else self.nodes(graph_id, a)
        if self.is_full(graph_id):
            return
        if isinstance(self.document.graphs[graph_id], StateMachineGraph):
            self.edit(
                "Box", lambda document: edits.wrap_into_compound_state(document, graph_id, ids, REGISTRY)[0]
            )
        else:
            self.edit("Wrap", lambda document: edits.wrap_into_subgraph(document, graph_id, ids, REGISTRY)[0])

    @rule(g=NUMBERS, a=NUMBERS)
    def unwrap(self, g: int, a: int) -> None:
        graph_id = self.graph_id(g)
        if self.is_full(graph_id):
            return
        graph = self.document.graphs[graph_id]
        if isinstance(graph, StateMachineGraph):
            boxes = [key for key, node in graph.nodes.items() if child_ids(node)]
            node = boxes[a % len(boxes)] if boxes else "gone"
            self.edit(
                "Unbox", lambda document: edits.unwrap_compound_state(document, graph_id, node, REGISTRY)
            )
        else:
            calls = [each for each, inner in graph.nodes.items() if inner.graph is not None]
            node = calls[a % len(calls)] if calls else "gone"
            self.edit("Unwrap", lambda document: edits.unwrap_subgraph(document, graph_id, node, REGISTRY)[0])

    @rule(a=NUMBERS)
    def extract(self, a: int) -> None:
        for graph_id, graph in self.document.graphs.items():
            boxes = [key for key, node in graph.nodes.items() if child_ids(node)]
            if isinstance(graph, StateMachineGraph) and boxes and not self.is_full(graph_id):
                node = boxes[a % len(boxes)]
                extract = partial(_extracted, graph_id, node)
                self.edit("Extract", extract)
                return

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS)
    def swap(self, g: int, a: int, b: int) -> None:
        graph_id = self.graph_id(g)
        one, other = self.node(graph_id, a, top=False), self.node(graph_id, b, top=False)
        self.edit("Swap", lambda document: edits.swap(document, graph_id, one, other, REGISTRY))

    @rule(g=NUMBERS, a=NUMBERS, b=NUMBERS)
    def duplicate_with_incoming(self, g: int, a: int, b: int) -> None:
        graph_id = self.graph_id(g)
        if self.is_full(graph_id):
            return
        ids = self.nodes(graph_id, a, b)
        self.edit(
            "Duplicate all",
            lambda document: edits.duplicate_with_incoming(document, graph_id, ids, REGISTRY)[0],
        )

    @rule(g=NUMBERS, a=NUMBERS)
    def pull_out(self, g: int, a: int) -> None:
        graph_id = self.graph_id(g)
        (node,) = self.nodes(graph_id, a)
        self.edit("Pull out", lambda document: edits.pull_out(document, graph_id, node, REGISTRY))

    @rule(g=NUMBERS, chosen=st.lists(NUMBERS, min_size=1, max_size=5), how=NUMBERS)
    def line_up(self, g: int, chosen: list[int], how: int) -> None:
        graph_id = self.graph_id(g)
        ids = self.nodes(graph_id, *chosen)
        boxes = {each: (7.5 * chosen[0] + 10 * at, 13.0 * at, 90.0, 40.0) for at, each in enumerate(ids)}
        if how % 3:
            side = SIDES[how % len(SIDES)]
            self.edit("Align", lambda document: edits.align(document, graph_id, boxes, side))  # type: ignore[arg-type]
        else:
            self.edit(
                "Distribute", lambda document: edits.distribute(document, graph_id, boxes, "horizontal")
            )

    @rule(g=NUMBERS, what=NUMBERS, at=st.tuples(st.floats(-500, 500), st.floats(-500, 500)), name=NAMES)
    def frames(self, g: int, what: int, at: tuple[float, float], name: str) -> None:
        graph_id = self.graph_id(g)
        known = [*self.document.graphs[graph_id].notes, "gone"]
        frame = known[what % len(known)]
        changes: list[Callable[[Document], Document]] = [
            lambda document: edits.add_frame(document, graph_id, at, title=name)[0],
            lambda document: edits.move_frames(document, graph_id, {frame: at}),
            lambda document: edits.resize_frame(document, graph_id, frame, at),
            lambda document: edits.rename_frame(document, graph_id, frame, name),
            lambda document: edits.set_frame_text(document, graph_id, frame, name),
            lambda document: edits.remove_frames(document, graph_id, [frame]),
        ]
        self.edit("Frame", changes[what % len(changes)])

    @rule(g=NUMBERS, chosen=st.lists(NUMBERS, min_size=1, max_size=4))
    def toggle(self, g: int, chosen: list[int]) -> None:
        graph_id = self.graph_id(g)
        ids = [self.element(graph_id, each) for each in chosen]
        self.edit("Toggle", lambda document: edits.toggle_enabled(document, graph_id, ids))

    @rule(what=NUMBERS, name=NAMES, new=NAMES)
    def payload(self, what: int, name: str, new: str) -> None:
        events = [*self.document.events, "noise"]
        one = events[what % len(events)]
        self.edit("Payload", lambda document: edits.rename_payload_field(document, one, name, new))

    @rule(g=NUMBERS, a=NUMBERS, moved=st.booleans())
    def other_files(self, g: int, a: int, moved: bool) -> None:
        graph_id = self.graph_id(g)
        node = self.node(graph_id, a, top=False)
        machine = isinstance(self.document.graphs[graph_id], StateMachineGraph)
        path = "activity.graph" if machine else "graph"
        if moved:
            self.edit(
                "Move file",
                lambda document: with_references(
                    document, lambda target: target.replace("a.mind.json#", "b/c.mind.json#")
                ),
            )
        else:
            self.edit(
                "Call file",
                lambda document: edits.set_field(document, graph_id, node, path, "a.mind.json#g1"),
            )
