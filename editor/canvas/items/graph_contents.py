"""What the scene asks of the contents of a graph, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from editor.canvas.items.hit_testing import Hit
from editor.canvas.items.pictures import NO_MARKS, ItemMarks
from editor.canvas.items.run_look import RunLooks
from editor.canvas.painting.pictures import ProblemLook
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.batches import Floats
from graphs.model import Document


class MarksBook:
    """Hold selection, focus, drop target, problems and breakpoints by node and edge id."""

    def __init__(self) -> None:
        self.selection: frozenset[str] = frozenset()
        self.problems: Mapping[str, ProblemLook] = {}
        self.breakpoints: frozenset[str] = frozenset()
        self.drop_target = ""
        self.hovered = ""

    def marks(self, element: str) -> ItemMarks:
        """Return the marks of one thing."""
        selected = element in self.selection
        target = element != "" and element == self.drop_target
        problem = self.problems.get(element)
        stop = element in self.breakpoints
        if not (selected or target or problem or stop):
            return NO_MARKS
        return ItemMarks(selected=selected, drop_target=target, problem=problem, breakpoint=stop)


class GraphContents(Protocol):
    """Everything that is shown of one graph."""

    def sync(self, document: Document, graph_id: str) -> None:
        """Follow the document; only what differs is touched."""

    def sync_steps(self, document: Document, graph_id: str) -> Iterator[float]:
        """Fill empty contents in short steps; nothing is to be asked or painted between them."""

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show the marks of these things again."""

    def refresh_run(self, looks: RunLooks, elements: Iterable[str]) -> None:
        """Show the run on these things."""

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible node in scene coordinates."""

    def title_rect(self, node_id: str) -> Rect | None:
        """Return where the title of a visible node is, for renaming in place."""

    def value_rects(self, node_id: str) -> dict[str, Rect]:
        """Return where the values stand that can be edited on a node or transition, by their names."""

    def nodes_near(self, point: Point, reach: float = 0.0) -> list[str]:
        """Return the visible nodes within `reach` of a point, the topmost last."""

    def node_ids(self) -> Iterator[str]:
        """Yield visible nodes, the topmost last."""

    def node_count(self) -> int:
        """Return how many nodes are visible."""

    def edge_ids(self) -> Iterator[str]:
        """Yield visible transitions."""

    def bounds(self, elements: Iterable[str] | None = None) -> Rect | None:
        """Return the rectangle around some things, or around everything."""

    def sides(self) -> Floats:
        """Return the rectangles of all visible nodes: rows of lefts, tops, rights and bottoms."""

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point; `scale` is how many scene px one screen px takes."""

    def within(self, area: Rect) -> set[str]:
        """Return the nodes and transitions that an area touches."""

    def begin_glide(self, seen: Rect) -> bool:
        """Find what of the part that is seen the last change moved; return whether there is anything."""

    def show_glide(self, left: float) -> None:
        """Show what was found with this share (1..0) of its way still to go."""

    def set_visible_for_detail(self) -> None:
        """Follow a change of the level of detail."""

    def clear(self) -> None:
        """Take every item off the scene."""
