"""Build the sections that several kinds of elements have: calls, guards, notes, places under a parent."""

from __future__ import annotations

from collections.abc import Callable

from editor.panels.inspector.field_builders import FieldBuilder, label_of
from editor.panels.inspector.field_spec import Edit, FieldAction, FieldKind, FieldSpec, Section
from editor.panels.inspector.field_text import expression_check
from graphs.basics.frozen import JsonValue
from graphs.checks.lints.lint_codes import LINTS
from graphs.checks.rules.scopes import parameter_type_of
from graphs.edits.field_values import plain_json
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_field
from graphs.expressions.types import BOOL
from graphs.model import Document, Guard, Service, StateMachineGraph, TreeNode


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
            number = parameter.type in ("int", "float")
            rows.append(
                FieldSpec(
                    key,
                    label_of(name),
                    FieldKind.NUMBER if number else FieldKind.VALUE,
                    value,
                    builder.setter(key),
                    default=parameter.default,
                    unit=parameter.unit,
                    minimum=parameter.min,
                    maximum=parameter.max,
                    help=parameter.note,
                    takes_expression=True,
                    check=expression_check(builder.scope, parameter_type_of(parameter)),
                )
            )
        else:
            rows.append(_alias_row(builder, key, name, value))
    return tuple(rows)


def _alias_row(builder: FieldBuilder, key: str, name: str, value: JsonValue) -> FieldSpec:
    def edit(document: Document, chosen: JsonValue) -> Document:
        return builder.setter(key)(document, None if chosen is None else {"variable": chosen})

    current = value.get("variable") if isinstance(value, dict) else None
    return builder.choice(
        key,
        label_of(name),
        current,
        [(one, one) for one in sorted(builder.scope.variables)],
        edit=edit,
        hint="The variable this result is written to.",
    )


def guard_section(builder: FieldBuilder, guard: Guard | None) -> Section:
    """Return the rows of a tree node's guard (rule 3.9)."""
    test = FieldSpec(
        "guard.test",
        "Guard",
        FieldKind.EXPRESSION,
        guard.test if guard else None,
        _guard_setter(builder),
        default="",
        help="Tested when the node would be entered; false refuses it.",
        check=expression_check(builder.scope, BOOL),
    )
    if guard is None:
        return Section("guard", "Guard", (test,))
    aborts = [("none", "none"), ("self", "self"), ("lower", "lower"), ("both", "both")]
    refusals = [("failure", "failure"), ("skipped", "skipped")]
    return Section(
        "guard",
        "Guard",
        (
            test,
            builder.choice(
                "guard.abort",
                "Abort",
                guard.abort,
                aborts,
                "none",
                hint="Self: tested again while it runs. Lower: takes over from later siblings.",
            ),
            builder.choice("guard.refused", "Refused gives", guard.refused, refusals, "failure"),
        ),
    )


def _guard_setter(builder: FieldBuilder) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        graph_id, element_id = builder.graph_id, builder.element_id
        if value is None:
            return set_field(document, graph_id, element_id, "guard", None)
        return set_field(document, graph_id, element_id, "guard.test", value)

    return edit


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
            choices = [(one, one) for one in builder.registry.actions]
            rows.append(builder.choice(f"{path}.action", "Action", service.action, choices))
            declared = builder.registry.actions.get(service.action)
            parameters = declared.parameters if declared else ()
            rows.extend(builder.parameters(parameters, service.params, f"{path}.params"))
        else:
            rows.append(builder.lines(f"{path}.actions", f"Does{mark}", service.actions))
        rows.append(builder.expression(f"{path}.guard", f"If{mark}", service.guard))
        actions.append(FieldAction(f"Remove service{mark}", "trash", _remove_service(builder, index)))
    actions.append(FieldAction("Add service", "add", _add_service(builder, len(services))))
    return Section("services", "Services", tuple(rows), tuple(actions), open=bool(services))


def _add_service(builder: FieldBuilder, index: int) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        return builder.setter(f"services.{index}")(document, {"every": 0.5})

    return edit


def _remove_service(builder: FieldBuilder, index: int) -> Callable[[Document], Document]:
    def edit(document: Document) -> Document:
        node = document.graphs[builder.graph_id].nodes.get(builder.element_id)
        if not isinstance(node, TreeNode) or index >= len(node.services):
            raise EditRefused("This service is gone already.", "")
        kept = [plain_json(one) for place, one in enumerate(node.services) if place != index]
        return builder.setter("services")(document, kept or None)

    return edit


def more_section(builder: FieldBuilder, note: str, disabled: bool, *rows: FieldSpec) -> Section:
    """Return the rows that every element has at the end."""
    return Section(
        "more",
        "More",
        (
            *rows,
            builder.switch("disabled", "Disabled", disabled, False, hint="Stays in the graph, does not run."),
            builder.note(note),
            *_suppressed_rows(builder),
        ),
        open=bool(note or disabled or any(row.changed for row in rows)),
    )


def _suppressed_rows(builder: FieldBuilder) -> tuple[FieldSpec, ...]:
    """Return a row for each problem that is suppressed here, with the reason; emptied, it is told again."""
    graph = builder.document.graphs[builder.graph_id]
    edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
    element = graph.nodes.get(builder.element_id) or edges.get(builder.element_id)
    if element is None:
        return ()
    return tuple(
        FieldSpec(
            f"suppress.{code}",
            f"Hides {code}",
            FieldKind.TEXT,
            reason or None,
            builder.setter(f"suppress.{code}"),
            default="",
            help=f"{LINTS[code].why} Empty the field to be told again." if code in LINTS else "",
        )
        for code, reason in element.suppress.items()
    )
