"""PlantUML: a diagram for each graph in one file, state diagrams for machines and boxes for trees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphs.basics.ids import slug
from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, drawn_graphs
from graphs.formats.pictures.left_out import left_out
from graphs.formats.pictures.state_lines import arrow_lines, state_lines
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

_WORDS = {"decorator": "agent", "condition": "usecase", "action": "card", "leaf": "card", "call": "folder"}


def write_plantuml(document: Document, registry: Registry, name: str) -> Written:
    """Return one PlantUML file with a diagram for each graph, the root first."""
    graphs = drawn_graphs(document, registry)
    texts = ["\n".join(_diagram(drawn, number)) for number, drawn in enumerate(graphs)]
    text = "\n\n".join([f"' {HEADING}", *texts]) + "\n"
    return Written((WrittenFile(".puml", text),), left_out(document, graphs, has_places=False))


def _diagram(drawn: DrawnGraph, number: int) -> Iterator[str]:
    yield f"@startuml {slug(drawn.id) or 'graph'}_{number}"
    yield f"title {_plain(drawn.title) or 'graph'}"
    if not drawn.nodes:  # a diagram without anything is an error there
        yield 'rectangle " " as n0'
    elif drawn.is_machine:
        yield "hide empty description"
        yield from state_lines(drawn, _quoted, "")
    else:
        for node in drawn.nodes.values():
            yield f"{_WORDS.get(node.shape, 'rectangle')} {_quoted(node.lines)} as {node.name}"
    yield from arrow_lines(drawn, _plain, "")
    yield "@enduml"


def _quoted(lines: Iterable[str]) -> str:
    return '"' + ("\\n".join(map(_plain, lines)) or " ") + '"'


def _plain(text: str) -> str:
    """Return a text without anything that PlantUML takes for a mark."""
    return re.sub(r"[^\w ,.()]|__+", lambda found: _numbers(found[0]), " ".join(text.split()))


def _numbers(marks: str) -> str:
    return "".join(f"<U+{ord(mark):04X}>" for mark in marks)


PLANTUML = Format("plantuml", "PlantUML", (".puml", ".plantuml"), write=write_plantuml)
