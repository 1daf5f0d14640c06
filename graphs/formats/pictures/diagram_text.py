"""The lines of diagrams that Mermaid and PlantUML have alike: boxes in boxes, marks, and arrows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from graphs.formats.pictures.drawn_graph import DrawnGraph, DrawnNode


@dataclass(frozen=True)
class DiagramText:
    """Hold how a language writes: `plain` takes out of a text what it takes for a mark."""

    plain: Callable[[str], str]
    line_break: str
    indent: str = ""

    def quoted(self, lines: Iterable[str]) -> str:
        """Return lines of text as one text in quotes."""
        return '"' + (self.line_break.join(map(self.plain, lines)) or " ") + '"'

    def states(self, drawn: DrawnGraph) -> Iterator[str]:
        """Yield the states of a machine with all in them, then where each box begins."""
        yield from self._box(drawn, "", drawn.tops, self.indent)

    def arrows(self, drawn: DrawnGraph) -> Iterator[str]:
        """Yield the links with their labels."""
        for source, target, label in drawn.links_named():
            yield f"{self.indent}{source} --> {target}" + (f" : {self.plain(label)}" if label else "")

    def _box(self, drawn: DrawnGraph, box: str, inside: Iterable[str], indent: str) -> Iterator[str]:
        regions = bool(box) and drawn.nodes[box].regions
        for number, state in enumerate(inside):
            node = drawn.nodes[state]
            if regions and number:
                yield f"{indent}--"
            if node.inside:
                yield f"{indent}state {self.quoted(node.lines)} as {node.name} {{"
                yield from self._box(drawn, state, node.inside, indent + "    ")
                yield f"{indent}}}"
            else:
                yield from self._state(node, indent)
        for target in drawn.initial.get(box, ()):
            yield f"{indent}[*] --> {drawn.nodes[target].name}"

    def _state(self, node: DrawnNode, indent: str) -> Iterator[str]:
        if node.shape == "choice" and not node.lines:
            yield f"{indent}state {node.name} <<choice>>"
            return
        yield f"{indent}state {self.quoted(node.shown)} as {node.name}"
        if node.shape == "final":
            yield f"{indent}{node.name} --> [*]"
