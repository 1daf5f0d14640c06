"""PlantUML: a diagram for each graph in one file, state diagrams for machines and boxes for trees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphs.basics.ids import slug
from graphs.formats.basics.format_record import WrittenFile
from graphs.formats.pictures.diagram_text import DiagramText
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph
from graphs.formats.pictures.picture_format import picture_format

_WORDS = {"decorator": "agent", "condition": "usecase", "action": "card", "leaf": "card", "call": "folder"}


def _files(graphs: Sequence[DrawnGraph], _name: str) -> Iterator[WrittenFile]:
    texts = ("\n".join(_diagram(drawn, number)) for number, drawn in enumerate(graphs))
    yield WrittenFile(".puml", "\n\n".join([f"' {HEADING}", *texts]) + "\n")


def _diagram(drawn: DrawnGraph, number: int) -> Iterator[str]:
    yield f"@startuml {slug(drawn.id) or 'graph'}_{number}"
    yield f"title {_plain(drawn.title) or 'graph'}"
    if not drawn.nodes:  # a diagram without anything is an error there
        yield 'rectangle " " as n0'
    elif drawn.is_machine:
        yield "hide empty description"
        yield from _TEXT.states(drawn)
    else:
        for node in drawn.nodes.values():
            yield f"{_WORDS.get(node.shape, 'rectangle')} {_TEXT.quoted(node.lines)} as {node.name}"
    yield from _TEXT.arrows(drawn)
    yield "@enduml"


def _plain(text: str) -> str:
    """Return a text without anything that PlantUML takes for a mark."""
    return re.sub(r"[^\w ,.()]|__+", lambda found: _numbers(found[0]), " ".join(text.split()))


def _numbers(marks: str) -> str:
    return "".join(f"<U+{ord(mark):04X}>" for mark in marks)


_TEXT = DiagramText(_plain, "\\n")

PLANTUML = picture_format("plantuml", "PlantUML", (".puml", ".plantuml"), _files)
