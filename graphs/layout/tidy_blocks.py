"""Lay out ordered trees piece by piece, keeping what has been laid out of branches that did not change.

A block is a branch laid out about its own top node. Its outlines are chains of links that blocks share, so
that a block costs the outlines of its children where they meet, not their size; an edit of one node makes
again only the blocks on the way up to the root. The result depends on the tree alone, not on what was kept.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Size = tuple[float, float]
Position = tuple[float, float]
_NEAR = 1e-6


Link = tuple[float, float, "Link | None"]
"""A piece of an outline: how far right of the piece above it runs, how long it is, and what comes below."""


class Block:
    """A branch: its top node's size, its children's blocks and their centers, seen from its own center."""

    __slots__ = ("children", "depth", "half", "has_leaves_only", "left", "offsets", "right", "size")

    def __init__(self, size: Size, children: tuple[Block, ...], gap: float, drop: float) -> None:
        self.size = size
        self.children = children
        self.has_leaves_only = not any(child.children for child in children)
        half = self.half = size[0] / 2
        if not children:
            self.offsets: tuple[float, ...] = ()
            # Room below a leaf, so that what stands under it does not touch it.
            self.depth = size[1] + drop / 2
            self.left: Link = (-half, self.depth, None)
            self.right: Link = (half, self.depth, None)
            return
        centers = _centers(children, gap)
        middle = (centers[0] + centers[-1]) / 2
        self.offsets = tuple(center - middle for center in centers)
        own = size[1] + drop
        self.depth = own + max(child.depth for child in children)
        placed = list(zip(children, self.offsets, strict=True))
        below_left = _outline([(child.left, child.depth, x) for child, x in placed], -half)
        below_right = _outline([(child.right, child.depth, x) for child, x in reversed(placed)], half)
        self.left, self.right = (-half, own, below_left), (half, own, below_right)


class TidyBlocks:
    """Place trees and remember their blocks for the next time."""

    def __init__(self, gap: float, drop: float) -> None:
        self._gap, self._drop = gap, drop
        self._blocks: dict[str, Block] = {}
        self._children: Mapping[str, Sequence[str]] = {}
        self.made_anew: set[str] = set()
        """The nodes whose branch was laid out again last; equal leaves may change places unnoticed."""

    def place(
        self,
        order: Sequence[str],
        children: Mapping[str, Sequence[str]],
        sizes: Mapping[str, Size],
        tops: Mapping[str, Position],
    ) -> dict[str, Position]:
        """Return the upper left corner of every node, in px, rounded to whole ones.

        `order` holds all nodes, parents before their children; each is the child of one node, or a top, whose
        upper edge has its middle at the place that `tops` gives. Nodes come back in pre-order.
        """
        self.lay_out(order, children, sizes)
        return self.positions(tops)

    def lay_out(
        self, order: Sequence[str], children: Mapping[str, Sequence[str]], sizes: Mapping[str, Size]
    ) -> None:
        """Make the blocks of all nodes."""
        self._children = children
        former, self._blocks = self._blocks, {}
        self._make(order, sizes, former)

    def follow(
        self,
        children: Mapping[str, Sequence[str]],
        sizes: Mapping[str, Size],
        touched: Iterable[str],
        parents: Mapping[str, str],
    ) -> None:
        """Make the blocks again of nodes whose size or children changed, and of all above them.

        What is no longer there is forgotten at the next `lay_out`.
        """
        self._children = children
        again: set[str] = set()
        for node in touched:
            above: str | None = node
            while above is not None and above not in again:
                again.add(above)
                above = parents.get(above)
        stack, order = [node for node in again if parents.get(node) not in again], list[str]()
        while stack:
            node = stack.pop()
            order.append(node)
            stack.extend([child for child in children[node] if child in again])
        self._make(order, sizes, self._blocks)

    def positions(self, tops: Mapping[str, Position]) -> dict[str, Position]:
        """Return the upper left corners of all nodes below some tops that were laid out."""
        blocks, children, drop = self._blocks, self._children, self._drop
        places: dict[str, Position] = {}
        for top, (x, y) in tops.items():
            stack = [(top, blocks[top], x, y)]
            while stack:
                node, block, center, upper = stack.pop()
                # The same as rounding, without a call for each number.
                places[node] = ((center - block.half + 0.5) // 1.0, (upper + 0.5) // 1.0)
                inside = block.children
                if not inside:
                    continue
                lower = upper + block.size[1] + drop
                if block.has_leaves_only:
                    row = (lower + 0.5) // 1.0
                    for child, leaf, offset in zip(children[node], inside, block.offsets, strict=True):
                        places[child] = ((center + offset - leaf.half + 0.5) // 1.0, row)
                    continue
                below, offsets = children[node], block.offsets
                last = len(inside) - 1
                stack += [(below[at], inside[at], center + offsets[at], lower) for at in range(last, -1, -1)]
        return places

    def _make(self, order: Sequence[str], sizes: Mapping[str, Size], former: Mapping[str, Block]) -> None:
        """Make the blocks of some nodes; those of branches that did not change are the former ones."""
        children, blocks, leaves = self._children, self._blocks, dict[Size, Block]()
        self.made_anew = set()
        for node in reversed(order):
            below = children[node]
            inside = tuple([blocks[child] for child in below]) if below else ()
            old, size = former.get(node), sizes[node]
            # Tuples of the very same blocks compare fast.
            if old is not None and old.size == size and old.children == inside:
                blocks[node] = old
                continue
            self.made_anew.add(node)
            if inside:
                blocks[node] = Block(size, inside, self._gap, self._drop)
                continue
            leaf = leaves.get(size)
            if leaf is None:
                leaf = leaves[size] = Block(size, (), self._gap, self._drop)
            blocks[node] = leaf


class _Cursor:
    """A place on an outline: where it runs, how much of the piece is left, and what comes below."""

    __slots__ = ("below", "left", "x")

    def __init__(self, link: Link) -> None:
        self.x, self.left, self.below = link

    def go_down(self, way: float) -> bool:
        """Go down by at most what is left of the piece; return False at the end of the outline."""
        self.left -= way
        if self.left > _NEAR:
            return True
        if self.below is None:
            return False
        x, self.left, self.below = self.below
        self.x += x
        return True


class _Piece(NamedTuple):
    """The part of the right outline of a row that one child makes, down to `end`."""

    end: float
    owner: int
    cursor: _Cursor


def _centers(children: Sequence[Block], gap: float) -> list[float]:
    """Return where the centers of neighbors stand, the first at 0, as near as their outlines allow."""
    centers = [0.0]
    if not any(child.children for child in children):
        for before, child in itertools.pairwise(children):
            centers.append(centers[-1] + (before.size[0] + child.size[0]) / 2 + gap)
        return centers
    pieces = [_Piece(children[0].depth, 0, _Cursor(children[0].right))]
    for place in range(1, len(children)):
        child = children[place]
        least = _distances(pieces, child, centers, gap)
        center = max(least.values())
        _share_out(centers, least, center, place)
        centers.append(center)
        while pieces and pieces[-1].end <= child.depth + _NEAR:
            pieces.pop()
        pieces.append(_Piece(child.depth, place, _Cursor(child.right)))
    return centers


def _distances(pieces: list[_Piece], child: Block, centers: Sequence[float], gap: float) -> dict[int, float]:
    """Return, for each neighbor to the left that a child meets, the least center that clears it.

    The cursor of the piece that goes on below the child is left where the child ends.
    """
    least: dict[int, float] = {}
    left = _Cursor(child.left)
    for _, owner, right in reversed(pieces):
        known = least.get(owner, float("-inf"))
        goes_on, child_goes_on = True, True
        while goes_on and child_goes_on:
            needed = centers[owner] + right.x + gap - left.x
            known = max(known, needed)
            way = min(right.left, left.left)
            goes_on, child_goes_on = right.go_down(way), left.go_down(way)
        least[owner] = known
        if not child_goes_on:
            break
    return least


def _share_out(centers: list[float], least: Mapping[int, float], center: float, place: int) -> None:
    """Spread the children between the one that keeps another away and that other, so none crowds a side."""
    keeps = max(owner for owner, needed in least.items() if needed >= center - _NEAR)
    spare = center - least[place - 1]
    move = spare
    for owner in range(place - 1, keeps, -1):
        move = min(move, spare * (owner - keeps) / (place - keeps), center - least.get(owner, float("-inf")))
        centers[owner] += move


def _outline(chains: Sequence[tuple[Link, float, float]], above: float) -> Link:
    """Return the outline of a row of blocks seen from one side: a chain below a piece that runs at `above`.

    `chains` hold outline, depth and center of each block, the nearest to the side first. What reaches deeper
    than those before it goes on below them.
    """
    tail, reached, center = chains[0]
    pieces: list[tuple[float, float]] = []
    gone = 0.0
    for link, depth, x in chains[1:]:
        if depth > reached + _NEAR:
            pieces.extend(_taken(tail, center, reached - gone))
            gone = reached
            tail, center = _after(link, x, reached)
            reached = depth
    x, length, below = tail
    result: Link = (x + center - (pieces[-1][0] if pieces else above), length, below)
    for index in range(len(pieces) - 1, -1, -1):
        x, length = pieces[index]
        result = (x - (pieces[index - 1][0] if index else above), length, result)
    return result


def _taken(link: Link, center: float, room: float) -> list[tuple[float, float]]:
    """Return the pieces of an outline, where each runs and how long it is, down to a depth."""
    pieces: list[tuple[float, float]] = []
    x = center
    current: Link | None = link
    while current is not None and room > _NEAR:
        step, long, current = current
        x += step
        length = min(long, room)
        pieces.append((x, length))
        room -= length
    return pieces


def _after(link: Link, center: float, depth: float) -> tuple[Link, float]:
    """Return what of an outline is below a depth, and where its first piece counts from."""
    cursor = _Cursor(link)
    gone = 0.0
    goes_on = True
    while goes_on and gone < depth - _NEAR:
        way = min(cursor.left, depth - gone)
        gone += way
        goes_on = cursor.go_down(way)
    return (cursor.x, cursor.left, cursor.below), center
