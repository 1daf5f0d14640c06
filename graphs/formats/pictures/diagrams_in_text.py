"""Mermaid and PlantUML: diagrams as text, state diagrams for machines and boxes for trees.

Both write machines alike: boxes in boxes, marks, and arrows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphs.basics.ids import slug
from graphs.formats.basics.format_record import WrittenFile
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, DrawnNode
from graphs.formats.pictures.left_out import picture_format

_MERMAID_SHAPES = {
    "decorator": "{{%s}}",
    "condition": "([%s])",
    "action": "(%s)",
    "leaf": "(%s)",
    "call": "[[%s]]",
    "question": "{%s}",
}
_PLANTUML_WORDS = {
    "decorator": "agent",
    "condition": "usecase",
    "action": "card",
    "leaf": "card",
    "call": "folder",
}


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


# -- Mermaid --------------------------------------------------------------------------------------------


def _mermaid_files(graphs: Sequence[DrawnGraph], _name: str) -> Iterator[WrittenFile]:
    """Yield a file of the root graph, and others beside it: Mermaid has one graph in a file."""
    taken: set[str] = set()
    for number, drawn in enumerate(graphs):
        stem = slug(drawn.id) or "graph"
        stem = stem if stem not in taken else f"{stem}_{number}"
        taken.add(stem)
        title = json.dumps(" ".join(drawn.title.split()), ensure_ascii=False)
        lines = ["---", f"title: {title}", "---", f"%% {HEADING}", *_mermaid_lines(drawn)]
        yield WrittenFile(f".{stem}.mmd" if number else ".mmd", "\n".join(lines) + "\n")
    if not graphs:
        yield WrittenFile(".mmd", f"%% {HEADING}\nflowchart TD\n")


def _mermaid_lines(drawn: DrawnGraph) -> Iterator[str]:
    if drawn.is_machine:
        yield "stateDiagram-v2"
        yield from _MERMAID.states(drawn)
        yield from _MERMAID.arrows(drawn)
        return
    yield "flowchart TD"
    for node in drawn.nodes.values():
        yield f"    {node.name}{_MERMAID_SHAPES.get(node.shape, '[%s]') % _MERMAID.quoted(node.lines)}"
    for source, target, label in drawn.links_named():
        said = f"|{_MERMAID.quoted([label])}|" if label else ""
        yield f"    {source} -->{said} {target}"


def _mermaid_plain(text: str) -> str:
    """Return a text without anything that Mermaid or HTML takes for a mark."""
    return re.sub(r"[^\w ,.()/+-]", lambda found: f"#{ord(found[0])};", " ".join(text.split()))


_MERMAID = DiagramText(_mermaid_plain, "<br/>", "    ")

MERMAID = picture_format("mermaid", "Mermaid", (".mmd", ".mermaid"), _mermaid_files)


# -- PlantUML -------------------------------------------------------------------------------------------


def _plantuml_files(graphs: Sequence[DrawnGraph], _name: str) -> Iterator[WrittenFile]:
    """Yield one file with a diagram for each graph, the root first."""
    texts = ("\n".join(_plantuml_lines(drawn, number)) for number, drawn in enumerate(graphs))
    yield WrittenFile(".puml", "\n\n".join([f"' {HEADING}", *texts]) + "\n")


def _plantuml_lines(drawn: DrawnGraph, number: int) -> Iterator[str]:
    yield f"@startuml {slug(drawn.id) or 'graph'}_{number}"
    yield f"title {_plantuml_plain(drawn.title) or 'graph'}"
    if not drawn.nodes:  # a diagram without anything is an error there
        yield 'rectangle " " as n0'
    elif drawn.is_machine:
        yield "hide empty description"
        yield from _PLANTUML.states(drawn)
    else:
        for node in drawn.nodes.values():
            word = _PLANTUML_WORDS.get(node.shape, "rectangle")
            yield f"{word} {_PLANTUML.quoted(node.lines)} as {node.name}"
    yield from _PLANTUML.arrows(drawn)
    yield "@enduml"


def _plantuml_plain(text: str) -> str:
    """Return a text without anything that PlantUML takes for a mark."""
    return re.sub(r"[^\w ,.()]|__+", _plantuml_numbers, " ".join(text.split()))


def _plantuml_numbers(found: re.Match[str]) -> str:
    return "".join(f"<U+{ord(mark):04X}>" for mark in found[0])


_PLANTUML = DiagramText(_plantuml_plain, "\\n")

PLANTUML = picture_format("plantuml", "PlantUML", (".puml", ".plantuml"), _plantuml_files)
