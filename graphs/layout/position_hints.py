"""Read layers out of positions from before, so that a small edit moves little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_ON_LINE = 1.0
"""How far a middle may be off the line of its layer, px."""

Span = tuple[float, float, float]
"""Start, middle and end along the flow."""


@dataclass(frozen=True, slots=True)
class OldLayers:
    """What positions from before say about layers.

    `ranks` holds the layer of every node, -1 without a position; `lines` the middle of every layer along the
    flow; `settled` says which nodes a layered layout put where they are, so that they may just stay.
    """

    ranks: tuple[int, ...]
    lines: tuple[float, ...]
    settled: tuple[bool, ...]


def read_layers(spans: Sequence[Span | None]) -> OldLayers:
    """Group nodes into layers by what they take up along the flow (None if unknown).

    Nodes that overlap along the flow share a layer. Positions count as laid out when at least half of the
    nodes that share a layer have their middles on one line in it; else nobody is settled.
    """
    ranks = [-1] * len(spans)
    layers: list[list[int]] = []
    reach = float("-inf")
    known = sorted((span[0], span[2], node) for node, span in enumerate(spans) if span is not None)
    for start, end, node in known:
        if start >= reach:
            layers.append([])
        layers[-1].append(node)
        reach = max(reach, end)
        ranks[node] = len(layers) - 1
    lines, on_line, shared, aligned = [], set(), 0, 0
    for members in layers:
        middles = sorted(_middle(spans[node]) for node in members)
        line = middles[len(middles) // 2]
        lines.append(line)
        there = [node for node in members if abs(_middle(spans[node]) - line) <= _ON_LINE]
        on_line.update(there)
        if len(members) > 1:
            shared += len(members)
            aligned += len(there) if len(there) > 1 else 0
    trusted = 0 < shared <= 2 * aligned
    settled = tuple(trusted and node in on_line for node in range(len(spans)))
    return OldLayers(tuple(ranks), tuple(lines), settled)


def _middle(span: Span | None) -> float:
    assert span is not None
    return span[1]
