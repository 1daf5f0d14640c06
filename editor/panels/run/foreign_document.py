"""Make a document of another program's tree or machine, so that the canvas draws it; it is never run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from editor.canvas.items.pictures import RunLook
from editor.theme.icons import icon_names
from editor.theme.tokens import StatusLook
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import ANY_CHILDREN, Category, Family, GraphKind, NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import (
    Activity,
    BehaviorTreeGraph,
    Document,
    Edge,
    Layout,
    StateMachineGraph,
    StateNode,
    TreeNode,
)
from graphs.structure.queries import TOP
from runtime.foreign.foreign_run import ForeignGraph, ForeignNode, Form, Look

GRAPH = "foreign"

_DRAWN: Mapping[Form, tuple[Category, Family, str]] = {
    "composite": ("composite", "flow", "group"),
    "decorator": ("decorator", "modify", "circle"),
    "condition": ("condition", "ask", "condition"),
    "action": ("leaf", "act", "action"),
    "subtree": ("call", "tree", "subtree"),
}
_ICONS = {"fallback": "selector", "script": "set", "set_blackboard": "set"}
_BEFORE = {"_skipIf": "skip", "_successIf": "succeed", "_failureIf": "fail", "_while": "while"}
_AT_END = {"_onSuccess": "on_success", "_onFailure": "on_failure", "_onHalted": "on_halt", "_post": "on_end"}


def foreign_document(graph: ForeignGraph, *, across: bool = False) -> tuple[Document, Registry]:
    """Return a document whose graph `GRAPH` is drawn as a tree or machine, with the kinds of its nodes.

    `across` lets a tree grow to the right.
    """
    children: dict[str, list[str]] = {}
    for key, node in graph.nodes.items():
        children.setdefault(node.parent, []).append(key)
    drawn = _machine(graph, children) if graph.is_machine else _tree(graph, children, across)
    document = Document(format="mindloom", version=2, root=GRAPH, graphs={GRAPH: drawn})
    return document, builtin_registry() if graph.is_machine else _kinds(graph)


def foreign_look(look: Look, *, is_held: bool) -> RunLook:
    """Return how a node is drawn."""
    now, before = look
    last = StatusLook[before.name] if before is not None else None
    return RunLook(StatusLook[now.name], last, paused_here=is_held)


def _tree(graph: ForeignGraph, children: Mapping[str, list[str]], across: bool) -> BehaviorTreeGraph:
    root, *loose = children[""]
    return BehaviorTreeGraph(
        kind="behavior_tree",
        title=graph.title,
        root=root,
        loose=tuple(loose),
        nodes={key: _tree_node(node, children.get(key, ())) for key, node in graph.nodes.items()},
        layout={TOP: Layout(across=across)},
    )


def _tree_node(node: ForeignNode, children: Iterable[str]) -> TreeNode:
    scripts = {name: text for name, text in node.details if text}
    values = ", ".join(f"{name} {text}" for name, text in node.details if not name.startswith("_"))
    kind = node.kind if node.title != node.kind and node.form != "subtree" else ""
    title = f"{node.title}  {values}".rstrip() if node.form == "decorator" else node.title
    told: dict[str, object] = {field: (scripts[name],) for name, field in _AT_END.items() if name in scripts}
    told["preconditions"] = tuple(
        {"test": scripts[name], "gives": gives} for name, gives in _BEFORE.items() if name in scripts
    )
    line = " · ".join(filter(None, (kind, values)))
    told |= {"kind": node.kind, "title": title, "note": line, "children": tuple(children)}
    return TreeNode.model_validate(told)


def _kinds(graph: ForeignGraph) -> Registry:
    kinds: dict[tuple[GraphKind, str], NodeKind] = {}
    for node in graph.nodes.values():
        category, family, icon = _DRAWN[node.form]
        kinds["behavior_tree", node.kind] = NodeKind(
            id=node.kind,
            graph_kind="behavior_tree",
            category=category,
            title=node.kind,
            family=family,
            summary="",
            icon=_icon(node) or icon,
            line_template="{note}",
            children=ANY_CHILDREN,
            calls=("behavior_tree",) if node.form == "subtree" else (),
        )
    return Registry(kinds)


def _icon(node: ForeignNode) -> str:
    """Return the icon of a kind that is called as one of Mindloom's: RetryUntilSuccessful begins as retry."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", re.sub("^(Async|Reactive)", "", node.kind)).lower()
    if words in _ICONS or node.form not in ("composite", "decorator"):
        return _ICONS.get(words, "")
    return max((name for name in icon_names() if words.startswith(name)), key=len, default="")


def _machine(graph: ForeignGraph, children: Mapping[str, list[str]]) -> StateMachineGraph:
    edges: dict[str, Edge] = {}
    leaving: dict[str, list[str]] = {}
    for number, link in enumerate(graph.links):
        key = f"→{number}"
        edges[key] = Edge(event=link.event, guard=link.guard or None, targets=link.targets)
        leaving.setdefault(link.source, []).append(key)

    def inside(key: str) -> dict[str, object]:
        below, links = children.get(key, ()), leaving.get(key, ())
        return {"children": tuple(below), "initial": graph.initial.get(key), "transitions": tuple(links)}

    nodes = {}
    for key, node in graph.nodes.items():
        told = dict(node.details)
        state = inside(key) | {"kind": node.form, "name": node.title}
        state |= {name: (told[name],) for name in ("entry", "exit") if name in told}
        state["depth"] = "deep" if node.kind == "deep history" else "shallow"
        state["activity"] = Activity(action=told["invoke"]) if "invoke" in told else None
        nodes[key] = StateNode.model_validate(state)
    whole = {"kind": "state_machine", "title": graph.title, "nodes": nodes, "edges": edges}
    return StateMachineGraph.model_validate(inside("") | whole)
