"""Commands of trees that are placed freely: turn that on and off, and tidy up without turning it off."""

from __future__ import annotations

from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import move
from graphs.edits.free_placement import place_freely, place_tidily
from graphs.layout.free_trees import all_tops, is_placed_freely, tidied_places, tops_of
from graphs.model import StateMachineGraph


class FreePlacementCommands(CanvasHost):
    """Place trees by hand; each command is one step."""

    @property
    def is_placed_freely(self) -> bool:
        """Tell whether the graph shown is a tree that is placed freely."""
        return is_placed_freely(self.graph)

    def toggle_free_placement(self) -> None:
        """Let the nodes of a tree stand where they are from now on, or let it arrange itself again."""
        graph_id, tree = self.graph_id, self.canvas.tree
        if tree is None:
            return
        if self.is_placed_freely:
            self.session.apply("Place tidily", lambda document: place_tidily(document, graph_id))
        else:
            corners = self._corners()
            self.session.apply("Place freely", lambda document: place_freely(document, graph_id, corners))

    def lay_out_tree(self, nodes: tuple[str, ...] | None) -> bool:
        """Tidy up below some nodes of a tree that is placed freely, None for all; False for other graphs."""
        graph, tree, graph_id = self.graph, self.canvas.tree, self.graph_id
        if tree is None or not self.is_placed_freely or isinstance(graph, StateMachineGraph) or graph is None:
            return False
        tops = all_tops(graph) if nodes is None else tops_of(graph, nodes)
        tidy = {one: (rect.left, rect.top) for one, rect in tree.tidy_rects().items()}
        places = tidied_places(graph, tops, self._corners(), tidy)
        self.session.apply("Lay out", lambda document: move(document, graph_id, places))
        return True

    def _corners(self) -> dict[str, Point]:
        tree = self.canvas.tree
        return {one: (rect.left, rect.top) for one, rect in tree.rects.items()} if tree is not None else {}
