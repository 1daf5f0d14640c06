"""`mindloom kinds`: list the kinds of nodes, actions and conditions that documents can use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from editor.command_line.failures import unusable
from editor.command_line.known_registry import known_registry
from editor.documents.open.messages import WELL, print_json, print_lines
from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.node_kind import GraphKind, NodeKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import value_text

_GRAPH_KINDS: tuple[tuple[GraphKind, str], ...] = (
    ("behavior_tree", "Behavior trees"),
    ("state_machine", "State machines"),
    ("decision_tree", "Decision trees"),
)


def print_kinds(*, as_json: bool = False, project: Path | None = None) -> int:
    """Print what the built-in registry holds, and the manifests of a project; return the exit code."""
    try:
        registry = known_registry(None, project)
    except FileProblem as problem:
        return unusable(problem, project)
    if as_json:
        print_json(kinds_json(registry))
    else:
        print_lines(kind_lines(registry))
    return WELL


def kinds_json(registry: Registry) -> dict[str, JsonValue]:
    """Return all that is declared in a registry, for machines."""
    return {
        "actions": [_callable_json(action) for action in registry.actions.values()],
        "conditions": [_callable_json(condition) for condition in registry.conditions.values()],
        "kinds": [_kind_json(kind) for kind in registry.kinds.values()],
    }


def kind_lines(registry: Registry) -> Iterator[str]:
    """Yield the lines of the list for people: a line for each thing, its parameters below."""
    first = True
    for graph_kind, heading in _GRAPH_KINDS:
        if not first:
            yield ""
        yield heading
        first = False
        for kind in registry.kinds_of(graph_kind):
            children = f" Takes {kind.children.describe()}." if kind.children.maximum != 0 else ""
            yield f"  {kind.id}: {kind.summary}{children}"
            yield from _parameter_lines(kind.parameters)
    groups = (("Actions", registry.actions.values()), ("Conditions", registry.conditions.values()))
    for heading, declared in groups:
        if declared:
            yield from ("", heading)
        for each in declared:
            yield f"  {each.id}: {each.summary}"
            yield from _parameter_lines(each.parameters)


def _parameter_lines(parameters: Sequence[Parameter]) -> Iterator[str]:
    for parameter in parameters:
        kind = " | ".join(parameter.choices) if parameter.choices else parameter.type
        unit = f" in {parameter.unit}" if parameter.unit else ""
        default = "" if parameter.default is None else f", {value_text(parameter.default)} if not given"
        needed = ", must be given" if parameter.required else ""
        yield f"      {parameter.name} ({kind}{unit}{default}{needed}): {parameter.help}".rstrip(" :")


def _kind_json(kind: NodeKind) -> JsonValue:
    texts = ("category", "graph_kind", "id", "summary", "title", "version")
    lists = ("branch_fields", "calls", "fields", "required_fields", "slot_fields")
    return {
        **{name: getattr(kind, name) for name in texts},
        **{name: [*getattr(kind, name)] for name in lists},
        "children": {"maximum": kind.children.maximum, "minimum": kind.children.minimum},
        "parameters": [_parameter_json(parameter) for parameter in kind.parameters],
    }


def _callable_json(one: ActionDeclaration | ConditionDeclaration) -> JsonValue:
    entry: dict[str, JsonValue] = {
        "id": one.id,
        "parameters": [_parameter_json(parameter) for parameter in one.parameters],
        "summary": one.summary,
        "title": one.title,
    }
    if isinstance(one, ActionDeclaration):
        entry["instant"] = one.instant
    return entry


def _parameter_json(one: Parameter) -> JsonValue:
    plain = ("default", "evaluated", "help", "maximum", "minimum", "name", "required", "type", "unit")
    return {"choices": [*one.choices], **{name: getattr(one, name) for name in plain}}
