"""Lay out ordered trees: tidy, as narrow as the order allows, in linear time.

The method is the non-layered tidy tree of van der Ploeg (2014), which extends Reingold and Tilford to nodes
of any size: the outlines of neighboring subtrees are walked along threads, so that each node is passed once.
Nothing here recurses, so a chain of any depth can be laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Position = tuple[float, float]
Size = tuple[float, float]

SIBLING_GAP = 16.0
"""Least distance between neighbors, in px."""

LEVEL_DROP = 52.0
"""From the bottom of a parent down to the top of its children, in px: room for the bus and the numbers."""


@dataclass(frozen=True, slots=True)
class TidyStyle:
    """Say how a tree is spaced.

    `layered` puts all nodes of one depth on one line, the rows as high as their highest node; then a child
    that several parents share stands below all of them. `align_leaves` (only with `layered`) puts every leaf
    on the last line.
    """

    sibling_gap: float = SIBLING_GAP
    level_drop: float = LEVEL_DROP
    layered: bool = False
    align_leaves: bool = False


BEHAVIOR_TREE_STYLE = TidyStyle()
DECISION_TREE_STYLE = TidyStyle(sibling_gap=24.0, level_drop=56.0, layered=True, align_leaves=True)


def tidy_tree(
    root: str,
    children: Callable[[str], Sequence[str]],
    sizes: Mapping[str, Size],
    style: TidyStyle = BEHAVIOR_TREE_STYLE,
) -> dict[str, Position]:
    """Place the nodes below `root` and return the upper left corner of each, in px.

    The middle of the root's top edge is at (0, 0). Children stand left to right in the order that `children`
    gives; a parent stands over the middle between its first and last child. A child that is reached more than
    once is placed once, under its deepest parent (the first of them in order); edges that would close a cycle
    are left out, so that any input ends.
    """
    order, kept = _spanning_tree(root, children, style.layered)
    bottoms = _bottoms(order, kept, sizes, style)
    lefts = _Contours(order, kept, sizes, bottoms, style.sibling_gap).place()
    shift = lefts[root] + sizes[root][0] / 2
    return {
        node: (float(round(lefts[node] - shift)), float(round(bottoms[node] - sizes[node][1])))
        for node in order
    }


def _spanning_tree(
    root: str, children: Callable[[str], Sequence[str]], layered: bool
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the nodes in pre-order and, for each, the children it keeps."""
    found: dict[str, list[str]] = {}
    finished: list[str] = []
    is_open: set[str] = set()
    stack: list[tuple[str, int]] = [(root, 0)]
    found[root] = []
    is_open.add(root)
    offered = {root: list(children(root))}
    while stack:
        node, index = stack.pop()
        if index >= len(offered[node]):
            is_open.discard(node)
            finished.append(node)
            continue
        stack.append((node, index + 1))
        child = offered[node][index]
        if child in is_open or child in found[node]:
            continue
        found[node].append(child)
        if child not in found:
            found[child] = []
            is_open.add(child)
            offered[child] = list(children(child))
            stack.append((child, 0))
    kept = _one_parent_each(root, list(reversed(finished)), found, layered)
    return _pre_order(root, kept), kept


def _one_parent_each(
    root: str, topological: list[str], found: dict[str, list[str]], deepest: bool
) -> dict[str, list[str]]:
    """Give each shared child to one parent: the deepest where levels are kept, else the first."""
    depth = {root: 0}
    parent: dict[str, str] = {}
    for node in topological:
        for child in found[node]:
            below = depth[node] + 1
            if child not in depth or (deepest and below > depth[child]):
                depth[child] = below
                parent[child] = node
    return {node: [child for child in found[node] if parent[child] == node] for node in topological}


def _pre_order(root: str, kept: Mapping[str, Sequence[str]]) -> list[str]:
    order: list[str] = []
    stack = [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(kept[node]))
    return order


def _bottoms(
    order: Sequence[str], kept: Mapping[str, Sequence[str]], sizes: Mapping[str, Size], style: TidyStyle
) -> dict[str, float]:
    """Return the bottom of every node; the top of the root is 0."""
    root = order[0]
    bottoms = {root: sizes[root][1]}
    if not style.layered:
        for node in order:
            for child in kept[node]:
                bottoms[child] = bottoms[node] + style.level_drop + sizes[child][1]
        return bottoms
    level = {root: 0}
    for node in order:
        for child in kept[node]:
            level[child] = level[node] + 1
    last = max(level.values())
    if style.align_leaves:
        level.update({node: last for node in order if not kept[node]})
    heights = [0.0] * (last + 1)
    for node in order:
        heights[level[node]] = max(heights[level[node]], sizes[node][1])
    lines = [0.0]
    for height in heights:
        lines.append(lines[-1] + height + style.level_drop)
    return {node: lines[level[node]] + sizes[node][1] for node in order}


class _Contours:
    """Separate subtrees along their outlines; all arrays are indexed by place in pre-order."""

    def __init__(
        self,
        order: Sequence[str],
        kept: Mapping[str, Sequence[str]],
        sizes: Mapping[str, Size],
        bottoms: Mapping[str, float],
        gap: float,
    ) -> None:
        index = {node: place for place, node in enumerate(order)}
        count = len(order)
        self.names = order
        self.children = [[index[child] for child in kept[node]] for node in order]
        self.width = [sizes[node][0] + gap for node in order]
        self.bottom = [bottoms[node] for node in order]
        self.preliminary = [0.0] * count
        self.modifier = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.left_thread = [-1] * count
        self.right_thread = [-1] * count
        self.extreme_left = list(range(count))
        self.extreme_right = list(range(count))
        self.sum_left = [0.0] * count
        self.sum_right = [0.0] * count

    def place(self) -> dict[str, float]:
        """Return the left edge of every node."""
        for node in range(len(self.names) - 1, -1, -1):
            self._first_walk(node)
        lefts = {}
        sums = [0.0] * len(self.names)
        for node, name in enumerate(self.names):
            total = sums[node] + self.modifier[node]
            lefts[name] = self.preliminary[node] + total
            self._add_spacing(node)
            for child in self.children[node]:
                sums[child] = total
        return lefts

    def _first_walk(self, node: int) -> None:
        children = self.children[node]
        if not children:
            return
        lows = [(self.bottom[self.extreme_left[children[0]]], 0)]
        for place in range(1, len(children)):
            lowest = self.bottom[self.extreme_right[children[place]]]
            self._separate(node, place, lows)
            while lows and lowest >= lows[-1][0]:
                lows.pop()
            lows.append((lowest, place))
        self._position_parent(node)
        self._set_extremes(node)

    def _set_extremes(self, node: int) -> None:
        first, last = self.children[node][0], self.children[node][-1]
        self.extreme_left[node] = self.extreme_left[first]
        self.sum_left[node] = self.sum_left[first]
        self.extreme_right[node] = self.extreme_right[last]
        self.sum_right[node] = self.sum_right[last]

    def _separate(self, node: int, place: int, lows: list[tuple[float, int]]) -> None:
        """Move child `place` right until its outline clears that of the children before it."""
        children = self.children[node]
        right, left = children[place - 1], children[place]
        sum_right, sum_left = self.modifier[right], self.modifier[left]
        at = len(lows) - 1
        while right >= 0 and left >= 0:
            if self.bottom[right] > lows[at][0] and at > 0:
                at -= 1
            overlap = (
                sum_right + self.preliminary[right] + self.width[right] - sum_left - self.preliminary[left]
            )
            if overlap > 0:
                sum_left += overlap
                self._move_subtree(node, place, lows[at][1], overlap)
            low_right, low_left = self.bottom[right], self.bottom[left]
            if low_right <= low_left:
                right = self._next_right(right)
                if right >= 0:
                    sum_right += self.modifier[right]
            if low_right >= low_left:
                left = self._next_left(left)
                if left >= 0:
                    sum_left += self.modifier[left]
        if right < 0 <= left:
            self._thread_left(node, place, left, sum_left)
        elif left < 0 <= right:
            self._thread_right(node, place, right, sum_right)

    def _move_subtree(self, node: int, place: int, near: int, distance: float) -> None:
        children = self.children[node]
        moved = children[place]
        self.modifier[moved] += distance
        self.sum_left[moved] += distance
        self.sum_right[moved] += distance
        if near != place - 1:
            # The children between share the distance, so that they do not crowd at one side.
            share = distance / (place - near)
            self.shift[children[near + 1]] += share
            self.shift[moved] -= share
            self.change[moved] -= distance - share

    def _next_left(self, node: int) -> int:
        return self.children[node][0] if self.children[node] else self.left_thread[node]

    def _next_right(self, node: int) -> int:
        return self.children[node][-1] if self.children[node] else self.right_thread[node]

    def _thread_left(self, node: int, place: int, target: int, total: float) -> None:
        first, child = self.children[node][0], self.children[node][place]
        leaf = self.extreme_left[first]
        self.left_thread[leaf] = target
        difference = (total - self.modifier[target]) - self.sum_left[first]
        self.modifier[leaf] += difference
        self.preliminary[leaf] -= difference
        # The outline of the first child now ends where the other child's does.
        self.extreme_left[first] = self.extreme_left[child]
        self.sum_left[first] = self.sum_left[child]

    def _thread_right(self, node: int, place: int, target: int, total: float) -> None:
        child = self.children[node][place]
        leaf = self.extreme_right[child]
        self.right_thread[leaf] = target
        difference = (total - self.modifier[target]) - self.sum_right[child]
        self.modifier[leaf] += difference
        self.preliminary[leaf] -= difference
        before = self.children[node][place - 1]
        self.extreme_right[child] = self.extreme_right[before]
        self.sum_right[child] = self.sum_right[before]

    def _position_parent(self, node: int) -> None:
        first, last = self.children[node][0], self.children[node][-1]
        left = self.preliminary[first] + self.modifier[first] + self.width[first] / 2
        right = self.preliminary[last] + self.modifier[last] + self.width[last] / 2
        self.preliminary[node] = (left + right) / 2 - self.width[node] / 2

    def _add_spacing(self, node: int) -> None:
        step = total = 0.0
        for child in self.children[node]:
            step += self.shift[child]
            total += step + self.change[child]
            self.modifier[child] += total
