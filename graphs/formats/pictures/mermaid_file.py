"""Mermaid: flowcharts of trees and state diagrams of machines, a file for each graph, as Mermaid has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from graphs.basics.ids import slug
from graphs.formats.basics.format_record import WrittenFile
from graphs.formats.pictures.diagram_text import DiagramText
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph
from graphs.formats.pictures.picture_format import picture_format

_SHAPES = {
    "decorator": "{{%s}}",
    "condition": "([%s])",
    "action": "(%s)",
    "leaf": "(%s)",
    "call": "[[%s]]",
    "question": "{%s}",
}


def _files(graphs: Sequence[DrawnGraph], _name: str) -> Iterator[WrittenFile]:
    """Yield a file of the root graph, and others beside it for the other graphs."""
    taken: set[str] = set()
    for number, drawn in enumerate(graphs):
        stem = slug(drawn.id) or "graph"
        stem = stem if stem not in taken else f"{stem}_{number}"
        taken.add(stem)
        title = json.dumps(" ".join(drawn.title.split()), ensure_ascii=False)
        body = _state_diagram(drawn) if drawn.is_machine else _flowchart(drawn)
        text = "\n".join(["---", f"title: {title}", "---", f"%% {HEADING}", *body]) + "\n"
        yield WrittenFile(f".{stem}.mmd" if number else ".mmd", text)
    if not graphs:
        yield WrittenFile(".mmd", f"%% {HEADING}\nflowchart TD\n")


def _flowchart(drawn: DrawnGraph) -> Iterator[str]:
    yield "flowchart TD"
    for node in drawn.nodes.values():
        yield f"    {node.name}{_SHAPES.get(node.shape, '[%s]') % _TEXT.quoted(node.lines)}"
    for source, target, label in drawn.links_named():
        said = f"|{_TEXT.quoted([label])}|" if label else ""
        yield f"    {source} -->{said} {target}"


def _state_diagram(drawn: DrawnGraph) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield from _TEXT.states(drawn)
    yield from _TEXT.arrows(drawn)


def _plain(text: str) -> str:
    """Return a text without anything that Mermaid or HTML takes for a mark."""
    return re.sub(r"[^\w ,.()/+-]", lambda found: f"#{ord(found[0])};", " ".join(text.split()))


_TEXT = DiagramText(_plain, "<br/>", "    ")

MERMAID = picture_format("mermaid", "Mermaid", (".mmd", ".mermaid"), _files)
