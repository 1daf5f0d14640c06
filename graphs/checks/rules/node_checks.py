"""Check each node against the record of its kind: known, complete, nothing that means nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel

from graphs.checks.rules.expression_checks import TextPlace, check_parameters, move_out_of_params
from graphs.checks.rules.graph_check import GraphCheck
from graphs.expressions.names import nearest_name
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model.behavior_tree import Service, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Node
from graphs.model.graph_parts import END_FIELDS
from graphs.model.state_machine import StateNode

_EVERYWHERE = frozenset(
    {"kind", "title", "note", "disabled", "suppress", "params", "children", "branches", "slot", "origin"}
)
_IN_TREES = frozenset({"guard", "preconditions", "services", *END_FIELDS})
_WORDS = {"test": "an expression", "actions": "a line to run", "graph": "a graph to run"}


def check_node(check: GraphCheck, node_id: str) -> None:
    """Report an unknown kind and fields, missing fields, wrong parameters and numbers of children."""
    node = check.graph.nodes[node_id]
    if node.model_extra:
        unknown_fields(check, node_id, "", node)
    _inner_unknown_fields(check, node_id, node)
    kind = check.kind(node)
    if kind is None:
        _unknown_kind(check, node_id, node)
        return
    _check_fields(check, node_id, node, kind)
    _check_params(check, node_id, node, kind)
    _check_child_count(check, node_id, node, kind)


def unknown_fields(check: GraphCheck, element: str, path: str, model: BaseModel) -> None:
    """Report fields that this version of the format does not know; they are kept."""
    extra: Mapping[str, object] = model.model_extra or {}
    for name in extra:
        known = [info.alias or field for field, info in model.__class__.model_fields.items()]
        nearest = nearest_name(name[:60], known)
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        said = f"The field '{name}' is not known here.{hint}"
        remedy = "Rename or remove it, unless another program needs it."
        why = "It is kept in the file and has no effect."
        check.report("W205", element, f"{path}.{name}" if path else name, said, remedy, why=why)


def _inner_unknown_fields(check: GraphCheck, node_id: str, node: Node) -> None:
    parts: dict[str, object] = {}
    if isinstance(node, TreeNode):
        parts = {"guard": node.guard, "slot": node.slot}
        parts |= {f"preconditions.{place}": each for place, each in enumerate(node.preconditions)}
        parts |= {f"services.{place}": each for place, each in enumerate(node.services)}
    elif isinstance(node, DecisionNode):
        parts = {f"branches.{place}": item for place, item in enumerate(node.branches)}
    elif isinstance(node, StateNode):
        parts = {
            "activity": node.activity,
            "decision": node.decision,
            "initial": node.initial,
            "default": node.default,
        }
    for path, part in parts.items():
        if isinstance(part, BaseModel):
            unknown_fields(check, node_id, path, part)


def _unknown_kind(check: GraphCheck, node_id: str, node: Node) -> None:
    known = [kind.id for kind in check.registry.kinds_of(check.graph.kind)]
    nearest = nearest_name(node.kind[:60], known)
    hint = f" Did you mean '{nearest}'?" if nearest else ""
    said = f"The kind '{node.kind}' is not installed.{hint}"
    why = "The node is kept as it is, but the graph cannot run."
    check.report("W201", node_id, "kind", said, "Install what declares it, or replace the node.", why=why)


def _check_fields(check: GraphCheck, node_id: str, node: Node, kind: NodeKind) -> None:
    for name in kind.required_fields:
        value = getattr(node, name, None)
        missing = value is None or value in ("", ()) or (isinstance(value, str) and not value.strip())
        if missing:
            check.report(
                "E023",
                node_id,
                name,
                f"{check.title(node_id)} needs {_WORDS.get(name, f'a value for {name}')}.",
                move_out_of_params(name) if name in node.params else "Set it in the inspector.",
            )
    used = _EVERYWHERE | frozenset(kind.fields)
    if isinstance(node, TreeNode):
        used |= _IN_TREES
    for name, default in _defaults(type(node)):
        if name not in used and getattr(node, name) != default:
            said = f"{check.title(node_id)} has a field '{name}', which a {kind.title.lower()} does not use."
            remedy = "Remove it, or change the kind."
            check.report("W206", node_id, name, said, remedy, why="It is kept in the file and has no effect.")


@cache
def _defaults(model: type[BaseModel]) -> tuple[tuple[str, object], ...]:
    return tuple(
        (name, info.get_default(call_default_factory=True)) for name, info in model.model_fields.items()
    )


def _check_params(check: GraphCheck, node_id: str, node: Node, kind: NodeKind) -> None:
    place = TextPlace(check, node_id, "params", check.texts)
    if "action" in kind.fields and not isinstance(node, StateNode):
        if node.action:
            check_action(place, node.action, node.params, "action")
        return
    check_parameters(place, kind.parameters, node.params, check.title(node_id), kind.fields)


def check_action(place: TextPlace, action_id: str, params: Mapping[str, object], path: str) -> None:
    """Check that an action is declared and that its parameters fit."""
    check = place.check
    action = check.registry.actions.get(action_id)
    if action is None:
        nearest = nearest_name(action_id[:60], check.registry.actions)
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        check.report(
            "E024",
            place.element,
            path,
            f"Unknown action '{action_id}'.{hint}",
            f"Use '{nearest}'." if nearest else "Declare it, or choose another action.",
        )
        return
    check_parameters(place, action.parameters, dict(params), action.title)  # type: ignore[arg-type]


def check_service_action(place: TextPlace, service: Service, path: str) -> None:
    """Check that a service does one thing, and that an action it names ends in its own tick."""
    check = place.check
    if (service.action is None) == (not service.actions):
        what = "nothing" if service.action is None else "both lines and an action"
        check.report(
            "E027", place.element, path, f"The service runs {what}.", "Give it an action block or one action."
        )
    if service.action is None:
        return
    check_action(place.at("params"), service.action, service.params, f"{path}.action")
    declared = check.registry.actions.get(service.action)
    if declared is not None and not declared.instant:
        said = f"{declared.title} takes time and cannot be a service."
        remedy = "Use it as a node, or name an instant action."
        check.report("E027", place.element, f"{path}.action", said, remedy)


def _check_child_count(check: GraphCheck, node_id: str, node: Node, kind: NodeKind) -> None:
    rule = kind.children
    path = "branches" if isinstance(node, DecisionNode) else "children"
    count = len(node.branches if isinstance(node, DecisionNode) else node.children)
    too_few, too_many = count < rule.minimum, rule.maximum is not None and count > rule.maximum
    if not (too_few or too_many):
        return
    has = {0: "none", 1: "one"}.get(count, str(count))
    wanted = rule.describe()
    if isinstance(node, DecisionNode):
        wanted = wanted.replace("children", "branches").replace("child", "branch")
    check.report(
        "E014",
        node_id,
        path,
        f"{check.title(node_id)} takes {wanted} and has {has}.",
        "Add what is missing." if too_few else "Disconnect what is too much.",
    )
