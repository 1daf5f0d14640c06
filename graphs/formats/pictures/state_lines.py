"""The lines of state diagrams that Mermaid and PlantUML have alike: boxes in boxes, marks, and arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphs.formats.pictures.drawn_graph import DrawnGraph, DrawnNode

Quoted = Callable[[Iterable[str]], str]
"""Give lines of text as one text in quotes, without anything that is taken for a mark."""


def state_lines(drawn: DrawnGraph, quoted: Quoted, indent: str) -> Iterator[str]:
    """Yield the states of a machine with all in them, then where each box begins."""
    yield from _box(drawn, "", drawn.tops, quoted, indent)


def arrow_lines(drawn: DrawnGraph, plain: Callable[[str], str], indent: str) -> Iterator[str]:
    """Yield the links with their labels."""
    for source, target, label in drawn.links_named():
        yield f"{indent}{source} --> {target}" + (f" : {plain(label)}" if label else "")


def _box(drawn: DrawnGraph, box: str, inside: Iterable[str], quoted: Quoted, indent: str) -> Iterator[str]:
    regions = bool(box) and drawn.nodes[box].regions
    for number, state in enumerate(inside):
        node = drawn.nodes[state]
        if regions and number:
            yield f"{indent}--"
        if node.inside:
            yield f"{indent}state {quoted(node.lines)} as {node.name} {{"
            yield from _box(drawn, state, node.inside, quoted, indent + "    ")
            yield f"{indent}}}"
        else:
            yield from _state(node, quoted, indent)
    for target in drawn.initial.get(box, ()):
        yield f"{indent}[*] --> {drawn.nodes[target].name}"


def _state(node: DrawnNode, quoted: Quoted, indent: str) -> Iterator[str]:
    if node.shape == "choice" and not node.lines:
        yield f"{indent}state {node.name} <<choice>>"
        return
    lines = ("H", *node.lines) if node.shape == "history" else node.lines
    yield f"{indent}state {quoted(lines)} as {node.name}"
    if node.shape == "final":
        yield f"{indent}{node.name} --> [*]"
