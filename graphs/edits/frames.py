"""Add, move, resize, rename and remove frames: titled rectangles with a note, behind the nodes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphs.edits.attaching import rounded
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, new_element_id, put, with_graph, without
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import Frame

SMALLEST_FRAME = (32, 32)
"""Least width and height of a frame, in px."""


@edit
def add_frame(
    document: Document,
    graph_id: str,
    at: tuple[float, float],
    size: tuple[float, float] | None = None,
    *,
    title: str = "",
    text: str = "",
) -> tuple[Document, str]:
    """Add a frame and return the new document and the frame's id; a frame with a text is a note."""
    graph = need_graph(document, graph_id)
    frame_id = new_element_id(graph)
    frame = Frame(at=rounded(at), title=" ".join(title.split()), text=text)
    if size is not None:
        frame = put(frame, size=_sized(size))
    return with_graph(document, graph_id, _with_frame(graph, frame_id, frame)), frame_id


@edit
def move_frames(document: Document, graph_id: str, positions: Mapping[str, tuple[float, float]]) -> Document:
    """Move frames to other places; the nodes before them stay."""
    graph = need_graph(document, graph_id)
    for frame_id, at in positions.items():
        graph = with_frame_at(graph, frame_id, at)
    return with_graph(document, graph_id, graph)


def with_frame_at(graph: Graph, frame_id: str, at: tuple[float, float]) -> Graph:
    """Return the graph with a frame at another place."""
    return _with_frame(graph, frame_id, _changed(_need_frame(graph, frame_id), at=rounded(at)))


@edit
def resize_frame(
    document: Document,
    graph_id: str,
    frame_id: str,
    size: tuple[float, float],
    *,
    at: tuple[float, float] | None = None,
) -> Document:
    """Give a frame another size, and with `at` another upper left corner, as when that one is dragged."""
    place = {} if at is None else {"at": rounded(at)}
    return _with_changed(document, graph_id, frame_id, size=_sized(size), **place)


@edit
def rename_frame(document: Document, graph_id: str, frame_id: str, title: str) -> Document:
    """Give a frame another title, which may be empty."""
    return _with_changed(document, graph_id, frame_id, title=" ".join(title.split()))


@edit
def set_frame_text(document: Document, graph_id: str, frame_id: str, text: str) -> Document:
    """Write the note in a frame."""
    return _with_changed(document, graph_id, frame_id, text=text)


@edit
def remove_frames(document: Document, graph_id: str, ids: Collection[str]) -> Document:
    """Remove frames, and nothing in them; ids that name none are passed over."""
    graph = need_graph(document, graph_id)
    return with_graph(document, graph_id, put(graph, notes=without(graph.notes, set(ids))))


def frames_among(graph: Graph, ids: Collection[str]) -> dict[str, Frame]:
    """Return those frames of a graph that are among some ids."""
    return {note: frame for note, frame in graph.notes.items() if note in ids}


def with_frame_copies(
    document: Document, graph_id: str, frames: Mapping[str, Frame], offset: tuple[float, float]
) -> tuple[Document, tuple[str, ...]]:
    """Add copies of frames, moved by an offset; return the document and the ids of the copies."""
    graph = need_graph(document, graph_id)
    made: dict[str, Frame] = {}
    for frame in frames.values():
        at = rounded((frame.at[0] + offset[0], frame.at[1] + offset[1]))
        made[new_element_id(graph, set(made))] = _changed(frame, at=at)
    if not made:
        return document, ()
    return with_graph(document, graph_id, put(graph, notes={**graph.notes, **made})), tuple(made)


def _need_frame(graph: Graph, frame_id: str) -> Frame:
    frame = graph.notes.get(frame_id)
    if frame is None:
        raise EditRefused("This frame is no longer in the graph.", "Choose another one.")
    return frame


def _with_frame(graph: Graph, frame_id: str, frame: Frame) -> Graph:
    if graph.notes.get(frame_id) is frame:
        return graph
    return put(graph, notes={**graph.notes, frame_id: frame})


def _with_changed(document: Document, graph_id: str, frame_id: str, **values: object) -> Document:
    graph = need_graph(document, graph_id)
    frame = _changed(_need_frame(graph, frame_id), **values)
    return with_graph(document, graph_id, _with_frame(graph, frame_id, frame))


def _changed(frame: Frame, **values: object) -> Frame:
    different = {name: value for name, value in values.items() if getattr(frame, name) != value}
    return put(frame, **different)


def _sized(size: tuple[float, float]) -> tuple[int | float, int | float]:
    return rounded((max(size[0], SMALLEST_FRAME[0]), max(size[1], SMALLEST_FRAME[1])))
