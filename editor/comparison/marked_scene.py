"""Make the scene of a graph that holds two versions of it, with marks for what differs."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from editor.canvas.routing.shapes import Rect
from editor.canvas.scene.scene import CanvasScene
from editor.comparison.comparison import union_document
from editor.comparison.graph_marks import GraphMarks, graph_marks
from editor.comparison.marks_item import MarksItem
from graphs.difference.difference import Difference
from graphs.edits.replacing import with_graph
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, Layout, StateMachineGraph
from graphs.structure.queries import TOP

_APART = 48.0


@dataclass(frozen=True)
class MarkedScene:
    """Hold a scene with its marks; `item` paints them, None where the graph came or went as a whole."""

    scene: CanvasScene
    marks: GraphMarks
    item: MarksItem | None = None


def marked_scene(
    old: Document, new: Document, graph_id: str, registry: Registry, differences: Sequence[Difference]
) -> MarkedScene:
    """Return the scene of one graph, `differences` being those of that graph.

    Of a graph that only one version has, or that is of another kind in the new one, there are no marks.
    """
    whole = union_document(old, new)
    steps = marked_scene_steps(CanvasScene(registry), old, new, whole, graph_id, registry, differences)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: MarkedScene = end.value
            return made


def marked_scene_steps(
    scene: CanvasScene,
    old: Document,
    new: Document,
    whole: Document,
    graph_id: str,
    registry: Registry,
    differences: Sequence[Difference],
) -> Generator[float, None, MarkedScene]:
    """Fill an empty scene with one graph in short steps, and return it with its marks.

    `whole` holds all of both versions. Each step yields the share done.
    """
    marks = graph_marks(differences)
    was, now = old.graphs.get(graph_id), new.graphs.get(graph_id)
    if was is None or now is None or was.kind != now.kind:
        yield from scene.sync_steps(whole, graph_id)
        return MarkedScene(scene, GraphMarks())
    yield from scene.sync_steps(whole, graph_id)
    aside = _moved_aside(scene, whole.graphs[graph_id], marks)
    if aside is not None:
        scene.sync(with_graph(whole, graph_id, aside), graph_id)
    rects: dict[str, Rect] = {}
    if marks.moved or marks.placed:
        rects = yield from _stored_rects(old, graph_id, registry)
    item = MarksItem(scene, marks, rects)
    scene.addItem(item)
    return MarkedScene(scene, marks, item)


def _stored_rects(
    document: Document, graph_id: str, registry: Registry
) -> Generator[float, None, dict[str, Rect]]:
    """Return where states were whose place was stored: only that can be compared with another version."""
    graph = document.graphs[graph_id]
    if not isinstance(graph, StateMachineGraph):
        return {}
    scene = CanvasScene(registry)
    yield from scene.sync_steps(document, graph_id)
    assert scene.machine is not None
    return {
        state: rect
        for state, rect in scene.machine.arrangement.rects.items()
        if state in graph.layout and graph.layout[state].at is not None
    }


def _moved_aside(scene: CanvasScene, graph: Graph, marks: GraphMarks) -> Graph | None:
    """Return the graph with removed states below the others where something new is in their place."""
    machine = scene.machine
    if machine is None or not isinstance(graph, StateMachineGraph):
        return None
    rects = machine.arrangement.rects
    layout = dict(graph.layout)
    for box, children in machine.shape.children.items():
        gone = [child for child in children if child in marks.removed]
        others = [rects[child] for child in children if child not in marks.removed]
        covered = [state for state in gone if any(rects[state].grown(12).overlaps(other) for other in others)]
        if not covered or not others:
            continue
        dx, dy = (-rects[box].left, -rects[box].top) if box != TOP else (0.0, 0.0)
        left, low = min(rect.left for rect in others), max(rects[child].bottom for child in children) + _APART
        for state in covered:
            entry = layout.get(state)
            at = (round(left + dx), round(low + dy))
            layout[state] = Layout(at=at) if entry is None else entry.model_copy(update={"at": at})
            left += rects[state].width + _APART
    return graph.model_copy(update={"layout": layout}) if layout != graph.layout else None
