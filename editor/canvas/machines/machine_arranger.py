"""Keep the arrangement of a machine in step with its document: at once, or beside the window if it is large.

While a large machine is arranged a placeholder is shown: states where they stood, new lines the shortest way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping

from editor.basics.slices import SLICE, LongWork, beside_window, in_turns
from editor.canvas.machines.machine_arrangement import (
    NOTHING_BEFORE,
    MachineArrangement,
    NewLayout,
    Placeholder,
    Work,
    arrange_machine,
)
from editor.canvas.machines.machine_shape import MachineShape
from editor.canvas.machines.machine_version import Measures
from editor.canvas.routing.shapes import Point, Rect
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch
from graphs.model import StateMachineGraph
from graphs.structure.queries import TOP

FEW_BUNDLES = 16
"""With more lines than this a drag leads only those again that it touches."""
MANY_BUNDLES = 60
"""With more lines than this an edit does so too, and the machine is arranged beside the window."""
MANY_STATES = 120
"""With more states than this as well."""
VERY_MANY_STATES = 1000
"""With more states than this the placeholder is shown first: no first slice would be enough."""

LEADING = "Leading lines"
"""What is done while a large machine is arranged."""


class MachineArranger:
    """Hold where everything of one machine is, and change it when the machine changes.

    `shown` is called with every new arrangement. `long_work` does what would keep the window waiting; without
    it everything is done at once, as pictures and checks want it.
    """

    def __init__(self, shown: Callable[[], None], long_work: LongWork | None = None) -> None:
        self.arrangement = NOTHING_BEFORE
        self.shape = MachineShape({}, {}, {}, (), {}, {}, (), {})
        self.graph: StateMachineGraph | None = None
        self.moved: Mapping[str, Point] = {}
        self.measures = Measures()
        self._shown = shown
        self._long_work = long_work
        self._before_drag = NOTHING_BEFORE
        self._is_placeholder = False

    def follow(self, graph: StateMachineGraph, shape: MachineShape, measures: Measures) -> None:
        """Arrange another version of the machine; a drag is over."""
        standing = self.relative_places(self.arrangement)
        self.graph, self.shape, self.measures = graph, shape, measures
        self.moved = {}
        before = self.arrangement if len(shape.bundles) > MANY_BUNDLES else NOTHING_BEFORE
        if self._long_work is not None:
            self._long_work.drop()
            if len(shape.bundles) > MANY_BUNDLES or len(shape.order) > MANY_STATES:
                self._follow_beside(self._long_work, standing, before)
                return
        self._show(self._arranged(before=before))

    def follow_steps(
        self, graph: StateMachineGraph, shape: MachineShape, measures: Measures
    ) -> Generator[float, None, None]:
        """Arrange a machine for the first time in short steps; `shown` is not called."""
        self.graph, self.shape, self.measures, self.moved = graph, shape, measures, {}
        self.arrangement = yield from beside_window(lambda: self._arranged(before=NOTHING_BEFORE))

    def arranged_steps(
        self, graph: StateMachineGraph, shape: MachineShape, measures: Measures
    ) -> Generator[float, None, MachineArrangement]:
        """Arrange another version of the machine in short steps; what is shown stays as it is."""
        before = self.arrangement if len(shape.bundles) > MANY_BUNDLES else NOTHING_BEFORE

        def work(watch: LayoutWatch) -> MachineArrangement:
            return arrange_machine(Work(graph, shape, measures, {}, None, None, watch, before))

        return (yield from in_turns(work, first=SLICE))

    def take(
        self,
        graph: StateMachineGraph,
        shape: MachineShape,
        measures: Measures,
        arrangement: MachineArrangement,
    ) -> None:
        """Show a version of the machine as it was arranged in steps."""
        self.graph, self.shape, self.measures, self.moved = graph, shape, measures, {}
        self._show(arrangement)

    @property
    def is_large(self) -> bool:
        """Tell whether the whole machine, with nothing folded, is too large to be arranged at once."""
        graph = self.graph
        return graph is not None and (len(graph.edges) > MANY_BUNDLES or len(graph.nodes) > MANY_STATES)

    def _follow_beside(
        self, long_work: LongWork, standing: Mapping[str, Point], before: MachineArrangement
    ) -> None:
        def work(watch: LayoutWatch) -> MachineArrangement:
            return self._arranged(before=before, watch=watch)

        few = len(self.shape.order) <= VERY_MANY_STATES
        steps = in_turns(work, None if few else SLICE)
        if not long_work.run_steps(LEADING, steps, self._show, at_once=few):
            self._show_placeholder(standing, before)

    def move_nodes(self, places: Mapping[str, Point]) -> None:
        """Show nodes at other places (relative to their boxes) while they are dragged; {} goes back."""
        if dict(places) == self.moved:
            return
        if self._is_placeholder:
            self._move_in_placeholder(places)
            return
        if not self.moved:
            self._before_drag = self.arrangement
        self.moved = dict(places)
        count = len(self.shape.bundles)
        leads_all = count <= FEW_BUNDLES or (not places and count <= MANY_BUNDLES)
        self._show(self._arranged(before=NOTHING_BEFORE if leads_all else self._before_drag))

    def _move_in_placeholder(self, places: Mapping[str, Point]) -> None:
        """Move nodes while their lines are not led yet; these are led when the nodes are let go."""
        if self._long_work is not None:
            self._long_work.drop()
        self.moved = dict(places)
        if places:
            self._show_placeholder(self.relative_places(self.arrangement), self.arrangement)
        elif self.graph is not None:
            self.follow(self.graph, self.shape, self.measures)

    def _show_placeholder(self, standing: Mapping[str, Point], before: MachineArrangement) -> None:
        self._is_placeholder = True
        self.arrangement = self._arranged(before=before, placeholder=Placeholder(standing))
        self._shown()

    def _arranged(
        self,
        *,
        before: MachineArrangement,
        new_layout: NewLayout | None = None,
        placeholder: Placeholder | None = None,
        watch: LayoutWatch = UNWATCHED,
        graph: StateMachineGraph | None = None,
    ) -> MachineArrangement:
        wanted = graph or self.graph
        assert wanted is not None
        work = Work(wanted, self.shape, self.measures, self.moved, new_layout, placeholder, watch, before)
        return arrange_machine(work)

    def _show(self, arrangement: MachineArrangement) -> None:
        self._is_placeholder = False
        self.arrangement = arrangement
        self._shown()

    def fresh_places(
        self, nodes: Iterable[str] | None = None, watch: LayoutWatch = UNWATCHED
    ) -> dict[str, Point]:
        """Return where the layout would put some nodes, or all, relative to the boxes around them.

        What need not move keeps its place. With all nodes the pill of the machine is placed too, under the
        id `TOP`. Raises LayoutCanceled when the watch asks for it.
        """
        assert self.graph is not None
        chosen = frozenset(self.shape.order if nodes is None else nodes)
        layout = {
            key: entry.model_copy(update={"size": None}) if key in chosen else entry
            for key, entry in self.graph.layout.items()
        }
        new_layout = NewLayout(chosen, self.relative_places(self.arrangement))
        graph = self.graph.model_copy(update={"layout": layout})
        fresh = self._arranged(before=NOTHING_BEFORE, new_layout=new_layout, watch=watch, graph=graph)
        places = {node: at for node, at in self.relative_places(fresh).items() if node in chosen}
        if nodes is None and TOP in fresh.pills:
            places[TOP] = (fresh.pills[TOP].left, fresh.pills[TOP].top)
        return places

    def unstored_places(self, box: str) -> dict[str, Point]:
        """Return where the children of a box stand, and for `TOP` its pill, that only the layout placed."""
        assert self.graph is not None
        layout = self.graph.layout
        here = self.relative_places(self.arrangement)
        found = {
            child: here[child]
            for child in self.shape.children.get(box, ())
            if child not in layout or layout[child].at is None
        }
        if box == TOP and TOP in self.arrangement.pills and (TOP not in layout or layout[TOP].at is None):
            found[TOP] = (self.arrangement.pills[TOP].left, self.arrangement.pills[TOP].top)
        return found

    def relative_places(self, arrangement: MachineArrangement) -> dict[str, Point]:
        """Return the places of all nodes relative to the boxes around them."""
        places = {}
        for node_id in self.shape.order:
            box = self.box_of(node_id)
            rect = arrangement.rects[node_id]
            outer = arrangement.rects[box] if box != TOP else Rect(0.0, 0.0, 0.0, 0.0)
            places[node_id] = (rect.left - outer.left, rect.top - outer.top)
        return places

    def box_of(self, node_id: str) -> str:
        """Return the box around a visible node, `TOP` at the top."""
        return self.shape.parents.get(node_id, TOP)

    def box_origin(self, box: str) -> Point:
        """Return the upper left corner of a box, from which positions inside it count."""
        if box == TOP:
            return 0.0, 0.0
        rect = self.arrangement.rects[box]
        return rect.left, rect.top
