"""Say what the inspector shows of a frame; no Qt."""

from __future__ import annotations

from editor.panels.inspector.field_spec import FieldKind, FieldSpec, InspectorContent, Section
from graphs.basics.frozen import JsonValue
from graphs.edits.frames import rename_frame, resize_frame, set_frame_text
from graphs.edits.refusal import EditRefused
from graphs.model import Document
from graphs.model.graph_parts import Frame


def frame_content(document: Document, graph_id: str, frame_id: str) -> InspectorContent:
    """Return the rows of a frame: title, note, width and height."""
    graph = document.graphs[graph_id]
    frame = graph.notes[frame_id]

    def titled(changed: Document, value: JsonValue) -> Document:
        return rename_frame(changed, graph_id, frame_id, str(value or ""))

    def noted(changed: Document, value: JsonValue) -> Document:
        return set_frame_text(changed, graph_id, frame_id, str(value or ""))

    rows = (
        FieldSpec("title", "Title", FieldKind.TEXT, frame.title or None, titled, default=""),
        FieldSpec("text", "Note", FieldKind.NOTE, frame.text or None, noted, default=""),
        _side(graph_id, frame_id, frame, 0, "Width"),
        _side(graph_id, frame_id, frame, 1, "Height"),
    )
    return InspectorContent(
        frame.title or "Frame",
        f"frame in {graph.title or graph_id}",
        "comment",
        "value",
        (Section("frame", "Frame", rows),),
        hint="A frame groups nodes for the eye. It changes nothing in a run.",
    )


def _side(graph_id: str, frame_id: str, frame: Frame, axis: int, label: str) -> FieldSpec:
    def sized(document: Document, value: JsonValue) -> Document:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise EditRefused(f"{label} is a number of pixels.", "Give a number.")
        width, height = frame.size
        size = (float(value), float(height)) if axis == 0 else (float(width), float(value))
        return resize_frame(document, graph_id, frame_id, size)

    return FieldSpec(
        label.lower(), label, FieldKind.NUMBER, frame.size[axis], sized, unit="px", minimum=32, required=True
    )
