"""Say what the inspector shows of a graph, its parameters (rule 2.2), and a frame in it; no Qt."""

from __future__ import annotations

from collections.abc import Callable
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
from editor.panels.inspector.machine_contents import NONE_OF_ANY, transition_actions
from editor.theme.graph_looks import GRAPH_LOOKS
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope
from graphs.edits.frames import rename_frame, resize_frame, set_frame_text
from graphs.edits.refusal import EditRefused
from graphs.edits.roots import set_initial, set_root_graph, set_rounds
from graphs.edits.setting import rename_graph
from graphs.edits.variables import add_parameter, remove_parameter, rename_parameter, set_parameter_field
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, StateMachineGraph
from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS, ROUNDS
from graphs.model.graph_parts import Frame, GraphParameter
from graphs.structure.queries import TOP, children_of


def graph_content(document: Document, graph_id: str, registry: Registry) -> InspectorContent:
    """Return the rows of a graph: its title, where it starts, whether the document runs it."""
    graph = document.graphs[graph_id]
    look = GRAPH_LOOKS[graph.kind]
    builder = FieldBuilder(document, graph_id, TOP, registry, graph_scope(document, graph_id, registry))
    rows: list[FieldSpec] = [_title_row(graph_id, graph.title)]
    if isinstance(graph, StateMachineGraph):
        rows += (_initial_row(builder, graph), _rounds_row(document))
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

    return FieldSpec(
        "title", "Title", FieldKind.TEXT, title or None, edit, default="", placeholder=graph_id, required=True
    )


def _root_row(document: Document, graph_id: str) -> FieldSpec:
    def edit(changed: Document, value: JsonValue) -> Document:
        return set_root_graph(changed, graph_id if value else None)

    is_root = document.root == graph_id
    return FieldSpec(
        "root",
        "Runs",
        FieldKind.SWITCH,
        is_root,
        edit,
        default=is_root,
        help="The document runs this graph; the others are called by it.",
    )


def _rounds_row(document: Document) -> FieldSpec:
    return FieldSpec(
        "rounds",
        "Most rounds",
        FieldKind.INTEGER,
        None if document.rounds == ROUNDS else document.rounds,
        set_rounds,
        default=ROUNDS,
        minimum=FEWEST_ROUNDS,
        maximum=MOST_ROUNDS,
        help="Rounds that a machine may need to come to rest, for all machines of the document.",
    )


def _initial_row(builder: FieldBuilder, graph: StateMachineGraph) -> FieldSpec:
    choices: list[tuple[JsonValue, str]] = [
        (child, node_title(graph.nodes[child], graph.kind, builder.registry, builder.document))
        for child in children_of(graph, TOP)
        if child in graph.nodes and graph.nodes[child].kind != "history"
    ]

    def edit(document: Document, value: JsonValue) -> Document:
        return set_initial(document, builder.graph_id, TOP, None if value is None else str(value))

    shown = graph.initial if isinstance(graph.initial, str) else None
    row = builder.choice("initial", "Starts in", shown, choices, edit=edit)
    return replace(row, default=shown, placeholder="several" if graph.initial and not shown else "none yet")


DIRECTIONS = ("in", "out", "inout")
PARAMETER_TYPES = tuple(one for one in TYPES if one != "trigger")

_DIRECTION_HELP = (
    "In: a value the caller gives, evaluated before each tick. Out and inout: another name for a variable of "
    "the caller."
)


def parameter_sections(document: Document, graph_id: str, registry: Registry) -> tuple[Section, ...]:
    """Return a heading with the way to add a parameter, then a section for each there is."""
    parameters = document.graphs[graph_id].parameters
    heading = Section(
        "parameters",
        "Parameters",
        actions=(FieldAction("Add parameter", "add", _adder(graph_id)),),
        note=str(len(parameters)) if parameters else "none",
    )
    return (heading, *(_section(graph_id, name, one, registry) for name, one in parameters.items()))


def _section(graph_id: str, name: str, parameter: GraphParameter, registry: Registry) -> Section:
    prefix = f"parameters.{name}."

    def setter(path: str) -> Edit:
        def edit(document: Document, value: JsonValue) -> Document:
            return set_parameter_field(document, graph_id, name, path, value)

        return edit

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
    rows = [
        name_row(f"{prefix}name", name, rename, hint),
        choice_row(f"{prefix}type", "Type", parameter.type, PARAMETER_TYPES, retype),
        choice_row(
            f"{prefix}direction",
            "Direction",
            parameter.direction,
            DIRECTIONS,
            setter("direction"),
            hint=_DIRECTION_HELP,
        ),
    ]
    if parameter.direction == "in":
        rows += value_rows(parameter, setter, prefix)
    elif parameter.type == "enum":
        rows += value_rows(parameter, setter, prefix)[:1]
    rows.append(note_row(parameter.note, setter("note"), f"{prefix}note"))
    return Section(
        f"parameters.{name}",
        name,
        tuple(rows),
        (FieldAction(f"Remove {name}", "trash", remove),),
        note=f"{parameter.direction} · {parameter.type}",
        open=False,
    )


def _adder(graph_id: str) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        return add_parameter(document, graph_id, "value", "float")[0]

    return edit


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
