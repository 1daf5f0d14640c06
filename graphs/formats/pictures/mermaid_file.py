"""Mermaid: flowcharts of trees and state diagrams of machines, a file for each graph, as Mermaid has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from graphs.basics.ids import slug
from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, drawn_graphs
from graphs.formats.pictures.left_out import left_out
from graphs.formats.pictures.state_lines import arrow_lines, state_lines
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

_SHAPES = {
    "decorator": "{{%s}}",
    "condition": "([%s])",
    "action": "(%s)",
    "leaf": "(%s)",
    "call": "[[%s]]",
    "question": "{%s}",
}


def write_mermaid(document: Document, registry: Registry, name: str) -> Written:
    """Return a Mermaid file of the root graph, and others beside it for the other graphs."""
    graphs = drawn_graphs(document, registry)
    taken: set[str] = set()
    files = []
    for number, drawn in enumerate(graphs):
        stem = slug(drawn.id) or "graph"
        stem = stem if stem not in taken else f"{stem}_{number}"
        taken.add(stem)
        files.append(WrittenFile(f".{stem}.mmd" if number else ".mmd", _text(drawn)))
    if not files:
        files = [WrittenFile(".mmd", f"%% {HEADING}\nflowchart TD\n")]
    return Written(tuple(files), left_out(document, graphs, has_places=False))


def _text(drawn: DrawnGraph) -> str:
    title = json.dumps(" ".join(drawn.title.split()), ensure_ascii=False)
    body = _state_diagram(drawn) if drawn.is_machine else _flowchart(drawn)
    return "\n".join(["---", f"title: {title}", "---", f"%% {HEADING}", *body]) + "\n"


def _flowchart(drawn: DrawnGraph) -> Iterator[str]:
    yield "flowchart TD"
    for node in drawn.nodes.values():
        yield f"    {node.name}{_SHAPES.get(node.shape, '[%s]') % _quoted(node.lines)}"
    for source, target, label in drawn.links_named():
        said = f"|{_quoted([label])}|" if label else ""
        yield f"    {source} -->{said} {target}"


def _state_diagram(drawn: DrawnGraph) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield from state_lines(drawn, _quoted, "    ")
    yield from arrow_lines(drawn, _plain, "    ")


def _quoted(lines: Iterable[str]) -> str:
    return '"' + ("<br/>".join(map(_plain, lines)) or " ") + '"'


def _plain(text: str) -> str:
    """Return a text without anything that Mermaid or HTML takes for a mark."""
    return re.sub(r"[^\w ,.()/+-]", lambda found: f"#{ord(found[0])};", " ".join(text.split()))


MERMAID = Format("mermaid", "Mermaid", (".mmd", ".mermaid"), write=write_mermaid)
