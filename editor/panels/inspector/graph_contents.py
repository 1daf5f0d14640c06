"""Say what the inspector shows of a graph, its parameters (rule 2.2), and a frame in it; no Qt."""

from __future__ import annotations

from dataclasses import replace

from editor.panels.inspector.declared_contents import TYPES, choice_row, name_row, note_row, value_rows
from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import (
    Edit,
    FieldAction,
    FieldKind,
    FieldSpec,
    InspectorContent,
    Section,
)
from editor.panels.inspector.machine_contents import NONE_OF_ANY, initial_row, transition_actions
from editor.theme.tokens import GRAPH_LOOKS
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.frames import rename_frame, resize_frame, set_frame_text
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import rename_graph, set_root_graph, set_rounds
from graphs.edits.variables import add_parameter, remove_parameter, rename_parameter, set_parameter_field
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph
from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS, ROUNDS
from graphs.model.graph_parts import Frame, GraphParameter
from graphs.structure.queries import TOP


def graph_content(document: Document, graph_id: str, registry: Registry) -> InspectorContent:
    """Return the rows of a graph: its title, where it starts, whether the document runs it."""
    graph = document.graphs[graph_id]
    look = GRAPH_LOOKS[graph.kind]
    builder = FieldBuilder(document, graph_id, TOP, registry, graph_scope(document, graph_id, registry))
    rows: list[FieldSpec] = [_title_row(graph_id, graph.title)]
    if isinstance(graph, StateMachineGraph):
        if graph.moods is None:
            first = initial_row(builder, graph, TOP, graph.initial)
            rows.append(replace(first, default=first.value, required=False))
        rows.append(_rounds_row(document))
    rows.append(_root_row(document, graph_id))
    sections = (
        Section("graph", look.title, (*rows, builder.note(graph.note))),
        *parameter_sections(document, graph_id, registry),
    )
    count = len(graph.nodes)
    what = "state" if isinstance(graph, StateMachineGraph) else "node"
    words = f"1 {what}" if count == 1 else f"{count} {what}s"
    content = InspectorContent(
        graph.title or graph_id, f"{look.title.lower()} with {words}", look.icon, look.family, sections
    )
    if not isinstance(graph, StateMachineGraph):
        return content
    return replace(
        content,
        outgoing=graph.transitions,
        outgoing_title="From any state",
        outgoing_actions=transition_actions(graph_id, TOP, registry),
        outgoing_empty=NONE_OF_ANY,
    )


def _title_row(graph_id: str, title: str) -> FieldSpec:
    def edit(document: Document, value: JsonValue) -> Document:
        return rename_graph(document, graph_id, str(value or ""))

    row = FieldSpec("title", "Title", FieldKind.TEXT, title or None, edit, default="", required=True)
    return replace(row, placeholder=graph_id)


def _root_row(document: Document, graph_id: str) -> FieldSpec:
    def edit(changed: Document, value: JsonValue) -> Document:
        return set_root_graph(changed, graph_id if value else None)

    is_root, hint = document.root == graph_id, "The document runs this graph; the others are called by it."
    return FieldSpec("root", "Runs", FieldKind.SWITCH, is_root, edit, default=is_root, help=hint)


def _rounds_row(document: Document) -> FieldSpec:
    hint = "Rounds that a machine may need to come to rest, for all machines of the document."
    rounds = None if document.rounds == ROUNDS else document.rounds
    row = FieldSpec("rounds", "Most rounds", FieldKind.INTEGER, rounds, set_rounds, default=ROUNDS, help=hint)
    return replace(row, minimum=FEWEST_ROUNDS, maximum=MOST_ROUNDS)


DIRECTIONS = ("in", "out", "inout")
PARAMETER_TYPES = tuple(kind for kind in TYPES if kind not in ("list", "trigger"))

_DIRECTION_HELP = (
    "In: a value the caller gives, evaluated before each tick. Out and inout: another name for a variable of "
    "the caller."
)


def parameter_sections(document: Document, graph_id: str, registry: Registry) -> tuple[Section, ...]:
    """Return a heading with the way to add a parameter, then a section for each there is."""
    parameters = document.graphs[graph_id].parameters

    def add(changed: Document) -> Document:
        return add_parameter(changed, graph_id, "value", "float")[0]

    count, actions = (
        str(len(parameters)) if parameters else "none",
        (FieldAction("Add parameter", "add", add),),
    )
    heading = Section("parameters", "Parameters", actions=actions, note=count)
    sections = (_section(graph_id, name, declared, registry) for name, declared in parameters.items())
    return (heading, *sections)


def _section(graph_id: str, name: str, parameter: GraphParameter, registry: Registry) -> Section:
    prefix = f"parameters.{name}."

    def setter(path: str) -> Edit:
        return lambda document, value: set_parameter_field(document, graph_id, name, path, value)

    def rename(document: Document, value: JsonValue) -> Document:
        return rename_parameter(document, graph_id, name, str(value or ""), registry=registry)

    def retype(document: Document, value: JsonValue) -> Document:
        """Set the type; what only the old type can have goes."""
        for path in ("default", "min", "max"):
            document = set_parameter_field(document, graph_id, name, path, None)
        values = ["first", "second"] if value == "enum" else None
        document = set_parameter_field(document, graph_id, name, "type", value)
        return set_parameter_field(document, graph_id, name, "values", values)

    def remove(document: Document) -> Document:
        return remove_parameter(document, graph_id, name)

    hint = "Renaming it renames it in this graph and where the graph is called."
    way, key, turn = parameter.direction, f"{prefix}direction", setter("direction")
    rows = [
        name_row(f"{prefix}name", name, rename, hint),
        choice_row(f"{prefix}type", "Type", parameter.type, PARAMETER_TYPES, retype),
        choice_row(key, "Direction", way, DIRECTIONS, turn, hint=_DIRECTION_HELP),
    ]
    if parameter.direction == "in":
        rows += value_rows(parameter, setter, prefix)
    elif parameter.type == "enum":
        rows += value_rows(parameter, setter, prefix)[:1]
    rows.append(note_row(parameter.note, setter("note"), f"{prefix}note"))
    actions, note = (FieldAction(f"Remove {name}", "trash", remove),), f"{way} · {parameter.type}"
    return Section(f"parameters.{name}", name, tuple(rows), actions, note=note, open=False)


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

    row = FieldSpec(label.lower(), label, FieldKind.NUMBER, frame.size[axis], sized, required=True)
    return replace(row, unit="px", minimum=32)
