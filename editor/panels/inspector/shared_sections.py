"""Build the sections that several kinds of elements have: calls, guards, notes, places under a parent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from editor.panels.inspector.field_builders import FieldBuilder, label_of
from editor.panels.inspector.field_spec import Edit, FieldAction, FieldKind, FieldSpec, Section
from editor.panels.inspector.field_text import expression_check
from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import JsonTextError, parse_json, to_canonical_json
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.rules.scopes import parameter_type_of
from graphs.edits.field_values import plain_json
from graphs.edits.refusal import EditRefused
from graphs.model import Document, Edge, Guard, Precondition, Service, StateMachineGraph, TreeNode
from graphs.model.document import Node
from graphs.model.graph_parts import END_FIELDS, EndLines


def graph_choices(document: Document, kinds: tuple[str, ...], but: str = "") -> list[tuple[JsonValue, str]]:
    """Return the graphs of some kinds that a node may call, by title."""
    return [
        (graph_id, graph.title or graph_id)
        for graph_id, graph in document.graphs.items()
        if graph.kind in kinds and graph_id != but
    ]


def argument_rows(
    builder: FieldBuilder, graph_id: str | None, arguments: dict[str, JsonValue], path: str
) -> tuple[FieldSpec, ...]:
    """Return a row for each parameter of a called graph."""
    called = builder.document.graphs.get(graph_id or "")
    if called is None:
        return ()
    rows = []
    for name, parameter in called.parameters.items():
        key = f"{path}.{name}"
        value = arguments.get(name)
        if parameter.direction == "in":
            kind = FieldKind.NUMBER if parameter.type in ("int", "float") else FieldKind.VALUE
            row = FieldSpec(key, label_of(name), kind, value, builder.setter(key), takes_expression=True)
            check = expression_check(builder.scope, parameter_type_of(parameter))
            low, high, default = parameter.min, parameter.max, parameter.default
            row = replace(row, default=default, unit=parameter.unit, minimum=low, maximum=high, check=check)
            rows.append(replace(row, help=parameter.note))
        else:
            rows.append(_alias_row(builder, key, name, value))
    return tuple(rows)


def _alias_row(builder: FieldBuilder, key: str, name: str, value: JsonValue) -> FieldSpec:
    def edit(document: Document, chosen: JsonValue) -> Document:
        return builder.setter(key)(document, None if chosen is None else {"variable": chosen})

    current = value.get("variable") if isinstance(value, dict) else None
    choices = [(variable, variable) for variable in sorted(builder.scope.variables)]
    hint = "The variable this result is written to."
    return builder.choice(key, label_of(name), current, choices, edit=edit, hint=hint)


def guard_section(builder: FieldBuilder, guard: Guard | None) -> Section:
    """Return the rows of a tree node's guard (rule 3.9)."""

    def edit(document: Document, value: JsonValue) -> Document:
        return builder.setter("guard" if value is None else "guard.test")(document, value)

    hint = "Tested when the node would be entered; false refuses it."
    test = builder.expression("guard.test", "Guard", guard.test if guard else None, hint=hint, edit=edit)
    if guard is None:
        return Section("guard", "Guard", (test,))
    aborts = [("none", "none"), ("self", "self"), ("lower", "lower"), ("both", "both")]
    refusals = [("failure", "failure"), ("skipped", "skipped")]
    hint = "Self: tested again while it runs. Lower: takes over from later siblings."
    abort = builder.choice("guard.abort", "Abort", guard.abort, aborts, "none", hint=hint)
    refused = builder.choice("guard.refused", "Refused gives", guard.refused, refusals, "failure")
    return Section("guard", "Guard", (test, abort, refused))


def preconditions_section(builder: FieldBuilder, preconditions: tuple[Precondition, ...]) -> Section:
    """Return the rows of a tree node's preconditions, in the order they are tested (rule 3.9)."""
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    hint = "Tested after the guard, before the node is entered. The first that decides gives the result."
    for index, each in enumerate(preconditions):
        mark = f" {index + 1}" if len(preconditions) > 1 else ""
        path = f"preconditions.{index}"
        label = "While" if each.gives == "while" else "If"
        test = builder.expression(f"{path}.test", f"{label}{mark}", each.test, required=True, hint=hint)
        rows += (test, builder.choice(f"{path}.gives", f"Gives{mark}", each.gives, _GIVES, required=True))
        if index:
            up = _with_entry(builder, "preconditions", index, index - 1)
            actions.append(FieldAction(f"Test precondition{mark} before {index}", "up", up))
        edit = _with_entry(builder, "preconditions", index, None)
        actions.append(FieldAction(f"Remove precondition{mark}", "trash", edit))
    add = builder.setter(f"preconditions.{len(preconditions)}")
    new: JsonValue = {"test": "", "gives": "skip"}
    actions.append(FieldAction("Add precondition", "add", lambda document: add(document, new)))
    return Section("preconditions", "Preconditions", tuple(rows), tuple(actions), open=bool(preconditions))


_GIVES: list[tuple[JsonValue, str]] = [
    ("skip", "is skipped"),
    ("succeed", "succeeds"),
    ("fail", "fails"),
    ("while", "must hold"),
]


def end_section(builder: FieldBuilder, lines: EndLines, title: str, path: str = "") -> Section:
    """Return the rows of the lines at the end of a node, or of the activity at a path (rule 3.17)."""
    rows = tuple(
        builder.lines(f"{path}{name}", label, getattr(lines, name), hint=hint)
        for name, (label, hint) in zip(END_FIELDS, _END_ROWS, strict=True)
    )
    return Section("ends", title, rows, open=bool(lines.end_lines))


_END_ROWS = (
    ("On success", "Lines to run when it has succeeded."),
    ("On failure", "Lines to run when it has failed."),
    ("On halt", "Lines to run when it was halted."),
    ("On any end", "Lines to run however it ended, after those above."),
)


def services_section(builder: FieldBuilder, services: tuple[Service, ...]) -> Section:
    """Return the rows of a tree node's services (rule 3.10)."""
    rows: list[FieldSpec] = []
    actions: list[FieldAction] = []
    several = len(services) > 1
    for index, service in enumerate(services):
        path = f"services.{index}"
        mark = f" {index + 1}" if several else ""
        rows.append(builder.number(f"{path}.every", f"Every{mark}", service.every, unit="s"))
        if service.action is not None:
            choices = [(action, action) for action in builder.registry.actions]
            rows.append(builder.choice(f"{path}.action", "Action", service.action, choices))
            declared = builder.registry.actions.get(service.action)
            parameters = declared.parameters if declared else ()
            rows.extend(builder.parameters(parameters, service.params, f"{path}.params"))
        else:
            rows.append(builder.lines(f"{path}.actions", f"Does{mark}", service.actions))
        rows.append(builder.expression(f"{path}.guard", f"If{mark}", service.guard))
        edit = _with_entry(builder, "services", index, None)
        actions.append(FieldAction(f"Remove service{mark}", "trash", edit))
    add = builder.setter(f"services.{len(services)}")
    actions.append(FieldAction("Add service", "add", lambda document: add(document, {"every": 0.5})))
    return Section("services", "Services", tuple(rows), tuple(actions), open=bool(services))


def _with_entry(
    builder: FieldBuilder, field: str, index: int, place: int | None
) -> Callable[[Document], Document]:
    """Return the edit that moves a service or a precondition to a place, with None takes it out."""

    def edit(document: Document) -> Document:
        node = document.graphs[builder.graph_id].nodes.get(builder.element_id)
        entries = getattr(node, field) if isinstance(node, TreeNode) else ()
        if index >= len(entries):
            raise EditRefused(f"This {field.removesuffix('s')} is gone already.", "")
        changed = [plain_json(entry) for entry in entries]
        moved = changed.pop(index)
        if place is not None:
            changed.insert(place, moved)
        return builder.setter(field)(document, changed or None)

    return edit


def more_section(builder: FieldBuilder, note: str, disabled: bool, *rows: FieldSpec) -> Section:
    """Return the rows that every element has at the end."""
    hint = "Stays in the graph, does not run."
    off = builder.switch("disabled", "Disabled", disabled, False, hint=hint)
    is_open = bool(note or disabled or any(row.changed for row in rows))
    shown = (*rows, off, builder.note(note), *_suppressed_rows(builder), *_origin_rows(builder))
    return Section("more", "More", shown, open=is_open)


def _element(builder: FieldBuilder) -> Node | Edge | None:
    graph = builder.document.graphs[builder.graph_id]
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    return graph.nodes.get(builder.element_id) or edges.get(builder.element_id)


def _origin_rows(builder: FieldBuilder) -> tuple[FieldSpec, ...]:
    """Return a row for each format whose file said more of the element than Mindloom knows."""
    element = _element(builder)
    hint = "What the imported file says beyond what Mindloom knows, as JSON; it is written back on export."
    return tuple(
        FieldSpec(
            f"origin.{name}",
            f"From {name}",
            FieldKind.NOTE,
            to_canonical_json(value).strip(),
            _origin_setter(builder.setter(f"origin.{name}")),
            help=hint,
        )
        for name, value in (element.origin.items() if element is not None else ())
    )


def _origin_setter(put: Edit) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        try:
            return put(document, parse_json(str(value).encode()) if value else None)
        except JsonTextError as error:
            raise EditRefused(f"This is no JSON: {error.message}", error.remedy) from None

    return edit


def _suppressed_rows(builder: FieldBuilder) -> tuple[FieldSpec, ...]:
    """Return a row for each problem that is suppressed here, with the reason; emptied, it is told again."""
    element = _element(builder)
    if element is None:
        return ()
    rows = []
    for code, reason in element.suppress.items():
        hint = f"{LINTS[code].why} Empty the field to be told again." if code in LINTS else ""
        rows.append(builder.text(f"suppress.{code}", f"Hides {code}", reason, hint=hint))
    return tuple(rows)
