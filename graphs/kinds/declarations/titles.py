"""Write what is on a node: its title and the smaller line under it.

A template holds parameters and fields in braces: `Wait {seconds} s`, `Repeat {count|forever}` with a text for
a value that is not given. Parts of a line are separated by a comma and a blank; a part without any value, or
with nothing but zeros, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model.decision_tree import Branch
from graphs.model.document import Document, Node
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import StateNode

_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")

_Look = Callable[[str], str]


def node_title(
    node: Node, graph_kind: GraphKind, registry: Registry, document: Document | None = None
) -> str:
    """Return the title of a node: its own, a state's name, or the filled template of its kind or action.

    `document` is used to show a called graph by its title. An unknown kind or action is shown by its id.
    """
    if node.title:
        return node.title
    return _default_title(node, graph_kind, registry, document)


def node_line(node: Node, graph_kind: GraphKind, registry: Registry, document: Document | None = None) -> str:
    """Return the second, smaller line of a node: key parameters, a condition's expression, an activity.

    The line is empty where there is nothing to say. Under a title of its own a node also says what it is.
    """
    kind = registry.kind(graph_kind, node.kind)
    if kind is None:
        return ""
    if isinstance(node, StateNode) and node.activity is not None:
        return activity_line(node.activity, registry, document)
    action = _declared_action(node, registry)
    template = action.line_template if action else kind.line_template
    parameters = action.parameters if action else kind.parameters
    line = _fill_line(template, _looker(node, parameters, document))
    if not node.title or isinstance(node, StateNode):
        return line
    if "action" in kind.fields:
        return f"{_lower(_default_title(node, graph_kind, registry, document))} {line}".rstrip()
    if "{" in kind.title_template:
        what = _default_title(node, graph_kind, registry, document)
        return ", ".join(part for part in (what if kind.calls else _lower(what), line) if part)
    return line


def activity_line(activity: Activity, registry: Registry, document: Document | None = None) -> str:
    """Return an activity in one line: `arrive(waypoint)`, or the title of the graph it runs."""
    if activity.action is None:
        return graph_title(activity.graph, document) if activity.graph else ""
    action = registry.actions.get(activity.action)
    shown = [name for name, _ in _PLACEHOLDER.findall(action.line_template)] if action else activity.params
    values = (value_text(activity.params[name]) for name in shown if name in activity.params)
    return f"{activity.action}({', '.join(values)})"


def graph_title(reference: str, document: Document | None) -> str:
    """Return the title of the graph that `reference` names, or the reference itself."""
    graph = document.graphs.get(reference) if document else None
    return (graph.title if graph else "") or reference


def placeholders(template: str) -> tuple[str, ...]:
    """Return the names that a title or line template has in braces, in order."""
    return tuple(found[1] for found in _PLACEHOLDER.finditer(template))


def value_text(value: JsonValue) -> str:
    """Return the value of a parameter as a node shows it: an expression bare, a list in brackets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        text = next((value[key] for key in ("expr", "variable") if isinstance(value.get(key), str)), None)
        return str(text) if text is not None else "{…}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    return "" if value is None else str(value)


def branch_text(branch: Branch, before: Branch | None = None) -> str:
    """Return what a branch of a decision node says on its edge; `before` is the branch left of it."""
    if branch.upto is None and before is not None and before.upto is not None:
        return f"{'>' if before.closed else '≥'} {value_text(before.upto)}"
    if branch.else_:
        return "else"
    if branch.when is not None:
        return "true" if branch.when else "false"
    if branch.upto is not None:
        return f"{'≤' if branch.closed else '<'} {value_text(branch.upto)}"
    if branch.case is not None:
        return value_text(branch.case)
    if branch.test:
        return branch.test
    if branch.weight is not None:
        return f"weight {value_text(branch.weight)}"
    return ", ".join(branch.row) if branch.row else ""


def _default_title(node: Node, graph_kind: GraphKind, registry: Registry, document: Document | None) -> str:
    if isinstance(node, StateNode) and node.name:
        return node.name
    kind = registry.kind(graph_kind, node.kind)
    if kind is None:
        return node.kind
    action = _declared_action(node, registry)
    if action is not None:
        return _fill_title(action.title_template, _looker(node, action.parameters, document)) or action.title
    name = _field(node, "action", document)
    if name and "action" in kind.fields:
        return name
    return _fill_title(kind.title_template, _looker(node, kind.parameters, document)) or kind.title


def _declared_action(node: Node, registry: Registry) -> ActionDeclaration | None:
    name = getattr(node, "action", None)
    return registry.actions.get(name) if isinstance(name, str) else None


def _looker(node: Node, parameters: tuple[Parameter, ...], document: Document | None) -> _Look:
    declared: Mapping[str, Parameter] = {parameter.name: parameter for parameter in parameters}

    def look(name: str) -> str:
        parameter = declared.get(name)
        if parameter is None:
            return _field(node, name, document)
        value = node.params.get(name, parameter.default)
        if parameter.type == "enum" and isinstance(value, str):
            return value.replace("_", " ")
        if parameter.type == "bool" and isinstance(value, bool):
            return name.replace("_", " ") if value else ""
        return value_text(value)

    return look


def _field(node: Node, name: str, document: Document | None) -> str:
    value = getattr(node, name, None)
    if name == "graph" and isinstance(value, str):
        return graph_title(value, document)
    if name == "actions" and isinstance(value, tuple):
        return value[0] + (" …" if len(value) > 1 else "") if value else ""
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    return value_text(value)


def _fill_title(template: str, look: _Look) -> str:
    """Fill a template; return "" when a value is missing that has no text of its own."""
    for name, fallback in _PLACEHOLDER.findall(template):
        if not look(name) and not fallback:
            return ""
    return _PLACEHOLDER.sub(lambda found: look(found[1]) or found[2] or "", template)


def _fill_line(template: str, look: _Look) -> str:
    parts = []
    for part in template.split(", "):
        names = _PLACEHOLDER.findall(part)
        if names and all(look(name) in {"", "0"} and not fallback for name, fallback in names):
            continue
        parts.append(_PLACEHOLDER.sub(lambda found: look(found[1]) or found[2] or "", part))
    return ", ".join(part for part in parts if part)


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]
