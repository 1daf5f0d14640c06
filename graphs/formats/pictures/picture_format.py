"""The format of a picture: all graphs of a document are drawn, and what that leaves out is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.pictures.drawn_graph import DrawnGraph, drawn_graphs
from graphs.formats.pictures.left_out import left_out
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

Draw = Callable[[Sequence[DrawnGraph], str], Iterable[WrittenFile]]
"""Return files of all graphs, the root first; the text is what the document is called."""


def picture_format(
    format_id: str, title: str, endings: tuple[str, ...], draw: Draw, *, has_places: bool = False
) -> Format:
    """Return a format that is written alone; `has_places` tells that it shows where nodes are."""

    def write(document: Document, registry: Registry, name: str) -> Written:
        graphs = drawn_graphs(document, registry)
        return Written(tuple(draw(graphs, name)), left_out(document, graphs, has_places))

    return Format(format_id, title, endings, write=write)
