"""Tell where a thing is to be seen on the canvas: itself, or what it is folded away in."""

from __future__ import annotations

from editor.canvas.routing.shapes import Rect
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.model import StateMachineGraph
from graphs.structure.queries import ancestors, source_of

Place = tuple[str, Rect]
"""What is to be seen, and where."""


def visible_place(view: CanvasHost, element: str) -> Place | None:
    """Return the place of a node, transition or frame, of the nearest thing around it when it is hidden."""
    canvas, graph = view.canvas, view.graph
    contents = canvas.contents
    if contents is None or graph is None:
        return None
    if element in graph.notes:
        rect = canvas.frames.title_rect(element)
        return None if rect is None else (element, rect)
    rect = contents.node_rect(element)
    if rect is not None:
        return element, rect
    if isinstance(graph, StateMachineGraph) and element in graph.edges:
        row = contents.value_rects(element)
        if row:
            return element, next(iter(row.values()))
        element = source_of(graph, element) or ""
        rect = contents.node_rect(element)
        if rect is not None:
            return element, rect
    for above in ancestors(graph, element) if element in graph.nodes else ():
        rect = contents.node_rect(above)
        if rect is not None:
            return above, rect
    return None
