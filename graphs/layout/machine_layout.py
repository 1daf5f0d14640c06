"""Give states without stored positions their first place: layers from the initial state on.

A first layout only has to be calm and readable, the designer moves states where they belong. So it stays
simple: states are put in layers by their distance from the initial state, ordered within a layer by where
their neighbors stand, and spaced so that the labels of transitions fit between the layers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Position = tuple[float, float]
Size = tuple[float, float]

COLUMN_GAP = 184.0
"""Between layers side by side: room for a label on a horizontal line."""
ROW_GAP = 72.0
"""Between states above one another: room for a label on a vertical line."""
GRID = 4.0


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """Say how layers follow one another: downwards (`is_vertical`) or to the right, and how far apart."""

    is_vertical: bool = False
    layer_gap: float = COLUMN_GAP
    sibling_gap: float = ROW_GAP


TOP_STYLE = LayerStyle()
INNER_STYLE = LayerStyle(is_vertical=True, layer_gap=ROW_GAP, sibling_gap=96.0)


def place_states(
    states: Sequence[str],
    sizes: Mapping[str, Size],
    links: Sequence[tuple[str, str]],
    initial: str | None,
    style: LayerStyle = TOP_STYLE,
    origin: Position = (0.0, 0.0),
) -> dict[str, Position]:
    """Place the children of one compound (or of the machine) and return their upper left corners in px.

    `links` are the transitions lifted to these children; links to anything else are ignored. The same input
    gives the same places. No two states overlap; the upper left corner of them all is `origin`.
    """
    layers = _layers(states, links, initial)
    _order_layers(layers, links)
    return _positions(layers, sizes, style, origin)


def complete_positions(
    states: Sequence[str],
    stored: Mapping[str, Position],
    sizes: Mapping[str, Size],
    links: Sequence[tuple[str, str]],
    initial: str | None,
    style: LayerStyle = TOP_STYLE,
    origin: Position = (0.0, 0.0),
) -> dict[str, Position]:
    """Return a position for every child: the stored one, else a first place.

    When only some are stored the others stand in layers of their own below what is stored, in order.
    """
    missing = [state for state in states if state not in stored]
    result = {state: stored[state] for state in states if state in stored}
    if not missing:
        return result
    if result:
        left = min(result[state][0] for state in result)
        low = max(result[state][1] + sizes[state][1] for state in result)
        origin = (left, low + style.sibling_gap)
    known = set(missing)
    inner = [(source, target) for source, target in links if source in known and target in known]
    result.update(place_states(missing, sizes, inner, initial if initial in known else None, style, origin))
    return {state: result[state] for state in states}


def _layers(states: Sequence[str], links: Sequence[tuple[str, str]], initial: str | None) -> list[list[str]]:
    """Group states by their distance from the initial state; what it does not reach starts anew."""
    known = set(states)
    following: dict[str, list[str]] = {state: [] for state in states}
    for source, target in links:
        if source in known and target in known and source != target:
            following[source].append(target)
    layers: list[list[str]] = []
    placed: set[str] = set()
    starts = [state for state in states if state == initial] + list(states)
    for start in starts:
        if start in placed:
            continue
        wave = [start]
        placed.add(start)
        depth = 0
        while wave:
            while len(layers) <= depth:
                layers.append([])
            layers[depth].extend(wave)
            wave = _next_wave(wave, following, placed)
            depth += 1
    return layers


def _next_wave(wave: Sequence[str], following: Mapping[str, Sequence[str]], placed: set[str]) -> list[str]:
    found = []
    for state in wave:
        for target in following[state]:
            if target not in placed:
                placed.add(target)
                found.append(target)
    return found


def _order_layers(layers: list[list[str]], links: Sequence[tuple[str, str]]) -> None:
    """Sort each layer by the mean place of its neighbors in the layer before; ties keep their order."""
    for depth in range(1, len(layers)):
        place = {state: index for index, state in enumerate(layers[depth - 1])}
        means = {}
        for index, state in enumerate(layers[depth]):
            near = [place[a] for a, b in links if b == state and a in place]
            near += [place[b] for a, b in links if a == state and b in place]
            means[state] = (sum(near) / len(near) if near else float(index), index)
        layers[depth].sort(key=means.__getitem__)


def _positions(
    layers: list[list[str]], sizes: Mapping[str, Size], style: LayerStyle, origin: Position
) -> dict[str, Position]:
    along, across = (1, 0) if style.is_vertical else (0, 1)
    spans = [
        sum(sizes[state][across] for state in layer) + style.sibling_gap * (len(layer) - 1)
        for layer in layers
    ]
    widest = max(spans, default=0.0)
    result: dict[str, Position] = {}
    front = origin[along]
    for layer, span in zip(layers, spans, strict=True):
        thickness = max(sizes[state][along] for state in layer)
        side = origin[across] + _on_grid((widest - span) / 2)
        for state in layer:
            ahead = front + _on_grid((thickness - sizes[state][along]) / 2)
            result[state] = (side, ahead) if style.is_vertical else (ahead, side)
            side += _on_grid(sizes[state][across] + style.sibling_gap)
        front += _on_grid(thickness + style.layer_gap)
    return result


def _on_grid(length: float) -> float:
    return -(-length // GRID) * GRID
