"""Draw graphs for a page in parts: each node, line and plate once for every look it takes in a run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from editor.canvas.items.frames import FrameItem
from editor.canvas.items.pictures import RunLooks
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.machines.machine_items import LabelItem, LineItem, StateItem
from editor.canvas.painting.detail import Detail
from editor.canvas.scene.graph_picture import picture_area
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.trees.tree_contents import TreeContents
from editor.canvas.trees.tree_parts import BusLine, BusPart, Drop, NodePart
from editor.sharing.fragments import PageLook, Palette, fragment
from editor.theme.tokens import StatusLook, Theme
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph

Paint = Callable[[QPainter, Theme], None]


@dataclass(slots=True)
class DrawnPart:
    """Hold one part of a graph: the nodes or transitions that it shows, and its looks as SVG.

    `kind` is node, line, plate or frame. Each look has the name of its status, "last …" for a past one.
    """

    kind: str
    elements: tuple[str, ...]
    looks: list[tuple[str, str]] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)


@dataclass(slots=True)
class DrawnGraph:
    """Hold one graph of a page: its size in px and its parts, the lowest first."""

    document: Document
    graph: str
    size: tuple[float, float] = (0.0, 0.0)
    parts: list[DrawnPart] = field(default_factory=list)


LineShow = tuple[str, int, dict[StatusLook, str]]
"""One edge of a wire painted by itself: the child, the branch, the edge by the status of the child."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Say of one part of a scene how it looks now (a key, a status), and how it is painted so.

    `bus` are the edges that a wire is painted from.
    """

    kind: str
    elements: tuple[str, ...]
    key: Callable[[], Hashable]
    status: Callable[[], str]
    paint: Paint
    bus: BusPart | None = None


class GraphShow:
    """Show one use of a graph as a run goes on, and tell which looks its parts take.

    All shows of a graph add to the looks of one `drawn`.
    """

    def __init__(self, drawn: DrawnGraph, registry: Registry, palette: Palette) -> None:
        self.drawn = drawn
        self.looks = RunLooks()
        self._palette = palette
        self._look = PageLook()
        self._scene = CanvasScene(registry, look=self._look)
        self._sources: list[_Source] = []
        self._parts_of: dict[str, list[int]] = {}
        self._area = QRectF()

    def begin(self) -> Generator[None, None, list[tuple[int, int]]]:
        """Fill the scene in short steps; return the look of each part as if nothing had run.

        Raises PictureTooLarge.
        """
        for _ in self._scene.sync_steps(self.drawn.document, self.drawn.graph):
            yield
        self._area = picture_area(self._scene.content_rect())
        self.drawn.size = (self._area.width(), self._area.height())
        self._sources = list(self._found())
        if not self.drawn.parts:
            self.drawn.parts = [DrawnPart(source.kind, source.elements) for source in self._sources]
        for place, source in enumerate(self._sources):
            for element in source.elements:
                self._parts_of.setdefault(element, []).append(place)
        return (yield from self._looks_of(range(len(self._sources))))

    def refresh(self, elements: Iterable[str]) -> Generator[None, None, list[tuple[int, int]]]:
        """Show what `looks` has of these elements now; return parts that may look otherwise, and how."""
        touched = list(elements)
        self._scene.set_run_looks(self.looks, touched)
        places = dict.fromkeys(place for each in touched for place in self._parts_of.get(each, ()))
        return (yield from self._looks_of(places))

    def tried(self, looks: RunLooks, *kinds: str) -> Generator[None, None, list[tuple[int, int]]]:
        """Show other looks for a while; return which look each part of these kinds then takes."""
        graph = self.drawn.document.graphs[self.drawn.graph]
        edges = graph.edges if isinstance(graph, StateMachineGraph) else ()
        self._scene.set_run_looks(looks, (*graph.nodes, *edges))
        places = (place for place, part in enumerate(self.drawn.parts) if part.kind in kinds)
        return (yield from self._looks_of(places))

    def lines_alone(self, statuses: Sequence[StatusLook]) -> Generator[None, None, dict[int, list[LineShow]]]:
        """Paint each edge of each wire by itself, as what these statuses of the child make of it."""
        yield from self.tried(RunLooks())
        found: dict[int, list[LineShow]] = {}
        buses = ((place, source.bus) for place, source in enumerate(self._sources) if source.bus is not None)
        for place, bus in buses:
            for line in bus.lines:
                looks = {each: self._line_alone(bus, line, each) for each in statuses}
                found.setdefault(place, []).append((line.child, line.branch, looks))
                yield
        return found

    def _line_alone(self, bus: BusPart, line: BusLine, status: StatusLook) -> str:
        (x, y), (begin_x, begin_y), (end_x, end_y) = bus.start, line.begin, line.end
        begin, end = (x + begin_x, y + begin_y), (x + end_x, y + end_y)
        shown = StatusLook.DISABLED if status == StatusLook.SKIPPED else status
        look = line.look if status == StatusLook.IDLE else replace(line.look, status=shown)
        alone = BusPart(bus.parent_id, lambda _parent: {line.child: look}, lambda _parent: (x, y))
        drop = Drop(line.child, end, line.words, begin, line.bus_drop, line.branch, line.across)
        alone.set_drops([drop])
        return fragment(self._area.size(), self._bus_source(alone, ()).paint, self._palette)

    def _looks_of(self, places: Iterable[int]) -> Generator[None, None, list[tuple[int, int]]]:
        found = []
        for place in places:
            part, source = self.drawn.parts[place], self._sources[place]
            key = source.key()
            look = part.places.get(key)
            if look is None:
                look = part.places[key] = len(part.looks)
                part.looks.append((source.status(), fragment(self._area.size(), source.paint, self._palette)))
                yield
            found.append((place, look))
        return found

    # -- what a scene is made of ----------------------------------------------------------------------

    def _found(self) -> Iterator[_Source]:
        contents = self._scene.contents
        for item in self._scene.items(Qt.SortOrder.AscendingOrder):
            if isinstance(item, FrameItem):
                yield self._item_source(item, "frame", (), lambda: None)
            elif isinstance(contents, MachineContents) and item.isVisible():
                yield from self._of_machine(item, contents)
        if isinstance(contents, TreeContents):
            yield from self._of_tree(contents)

    def _of_machine(self, item: QGraphicsItem, contents: MachineContents) -> Iterator[_Source]:
        if isinstance(item, StateItem):
            is_state = item.node_id in contents.states
            elements = (item.node_id,) if is_state else ()
            kind = "node" if is_state else "mark"
            yield self._item_source(
                item, kind, elements, lambda: item.picture, lambda: _status(item.run.status, item.run.last)
            )
        elif isinstance(item, LineItem):
            yield self._item_source(
                item, "line", self._edges(contents, item.bundle_id), lambda: item.edge_look
            )
        elif isinstance(item, LabelItem):
            yield self._item_source(
                item, "plate", self._edges(contents, item.bundle_id), lambda: item.picture
            )

    def _edges(self, contents: MachineContents, bundle: str) -> tuple[str, ...]:
        known = contents.shape.bundles.get(bundle)
        return tuple(known.edges) if known is not None else ()

    def _item_source(
        self,
        item: QGraphicsItem,
        kind: str,
        elements: tuple[str, ...],
        key: Callable[[], Hashable],
        status: Callable[[], str] = str,
    ) -> _Source:
        def paint(painter: QPainter, theme: Theme) -> None:
            self._look.painted_in = theme
            painter.translate(item.scenePos() - self._area.topLeft())
            item.paint(painter, QStyleOptionGraphicsItem(), None)

        return _Source(kind, elements, key, status, paint)

    def _of_tree(self, contents: TreeContents) -> Iterator[_Source]:
        for parent, bus in contents.buses.items():
            yield self._bus_source(bus, (parent, *bus.below))
        for node, part in contents.nodes.items():
            yield self._node_source(node, part, contents)

    def _bus_source(self, bus: BusPart, elements: tuple[str, ...]) -> _Source:
        def paint(painter: QPainter, theme: Theme) -> None:
            painter.translate(QPointF() - self._area.topLeft())
            bus.paint(painter, Detail.FULL, theme)
            bus.paint_words(painter, theme)

        return _Source("wire", elements, lambda: tuple(line.look for line in bus.lines), str, paint, bus)

    def _node_source(self, node: str, part: NodePart, contents: TreeContents) -> _Source:
        def paint(painter: QPainter, theme: Theme) -> None:
            painter.translate(QPointF() - self._area.topLeft())
            part.paint(painter, contents.rects[node], Detail.FULL, theme)

        return _Source(
            "node", (node,), lambda: part.picture, lambda: _status(part.run.status, part.run.last), paint
        )


def _status(status: StatusLook, last: StatusLook | None) -> str:
    """Return how a look is called: its live status, else "last …"."""
    return status.value if status != StatusLook.IDLE or last is None else f"last {last.value}"
