"""Find every text of a document that is an expression or an action line, and rewrite them.

One walk serves renaming, the check and the search for uses, so that none of them forgets a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.model.action_rows import is_else, test_span
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.fuzzy_sheets import FuzzySheet
from graphs.model.graph_parts import END_FIELDS, ChildSlot, EndLines
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import carry_index

Rewrite = Callable[[str], str]
Model = TypeVar("Model", bound=BaseModel)

ARGUMENT_KEYS = ("expr", "variable")
"""Keys under which an argument holds a text of the language."""


def rewritten_document(
    document: Document, rewrite: Rewrite, graph_ids: tuple[str, ...] | None = None
) -> Document:
    """Return the document with `rewrite` made to every expression and action line of some or all graphs.

    What its fuzzy sheets say is rewritten only with all graphs: it is of the document.
    """
    if graph_ids is None:
        document = rewritten_sheets(document, rewrite)
    graphs = {
        graph_id: rewritten_graph(graph, rewrite) if graph_ids is None or graph_id in graph_ids else graph
        for graph_id, graph in document.graphs.items()
    }
    return _put(document, graphs=shared(graphs, document.graphs))


def rewritten_sheets(document: Document, rewrite: Rewrite) -> Document:
    """Return the document with every expression in its fuzzy sheets rewritten."""
    sheets = {name: _sheet(sheet, rewrite) for name, sheet in document.sheets.items()}
    return _put(document, sheets=shared(sheets, document.sheets))


def _sheet(sheet: FuzzySheet, rewrite: Rewrite) -> FuzzySheet:
    inputs = {
        name: _put(entry, value=_input_value(name, entry.value, rewrite))
        for name, entry in sheet.inputs.items()
    }
    rules = tuple(_put(rule, when=rewrite(rule.when)) for rule in sheet.rules)
    return _put(
        sheet,
        inputs=shared(inputs, sheet.inputs),
        rules=sheet.rules if rules == sheet.rules else rules,
    )


def _input_value(name: str, value: str, rewrite: Rewrite) -> str:
    """Return the expression of an input; one that follows its own name says so once that is another's."""
    changed = rewrite(value or name)
    return "" if not value and changed == name else changed


def rewritten_graph(graph: Graph, rewrite: Rewrite) -> Graph:
    """Return the graph with every expression and action line rewritten; what stays equal stays shared."""
    nodes = {node_id: rewritten_node(node, rewrite) for node_id, node in graph.nodes.items()}
    values: dict[str, object] = {"nodes": shared(nodes, graph.nodes)}
    if isinstance(graph, StateMachineGraph):
        edges = {edge_id: rewritten_edge(edge, rewrite) for edge_id, edge in graph.edges.items()}
        values["edges"] = shared(edges, graph.edges)
        values["initial"] = _initial(graph.initial, rewrite)
        if graph.moods is not None:
            shares = {state: rewrite(name) for state, name in graph.moods.shares.items()}
            values["moods"] = _put(graph.moods, shares=shares)
    changed = _put(graph, **values)
    carry_index(changed, graph)
    return changed


def rewritten_node(node: Node, rewrite: Rewrite) -> Node:
    """Return the node with every expression and action line in it rewritten."""
    node = _put(node, params=_arguments(node.params, rewrite))
    if isinstance(node, StateNode):
        return _state(node, rewrite)
    if isinstance(node, DecisionNode):
        return _question(node, rewrite)
    return _tree_node(node, rewrite)


def rewritten_edge(edge: Edge, rewrite: Rewrite) -> Edge:
    """Return the transition with its guard, actions and times rewritten."""
    return _put(
        edge,
        guard=_text(edge.guard, rewrite),
        actions=_rows(edge.actions, rewrite),
        after=_value(edge.after, rewrite),
        delay=_value(edge.delay, rewrite),
        jitter=_value(edge.jitter, rewrite),
        cooldown=_value(edge.cooldown, rewrite),
        weight=_value(edge.weight, rewrite),
    )


def _state(node: StateNode, rewrite: Rewrite) -> StateNode:
    activity = node.activity
    if activity is not None:
        activity = _put(
            activity,
            **_end_lines(activity, rewrite),
            params=_arguments(activity.params, rewrite),
            arguments=_arguments(activity.arguments, rewrite),
        )
    decision = node.decision
    if decision is not None:
        decision = _put(decision, arguments=_arguments(decision.arguments, rewrite))
    return _put(
        node,
        activity=activity,
        decision=decision,
        entry=_rows(node.entry, rewrite),
        update=_rows(node.update, rewrite),
        exit=_rows(node.exit, rewrite),
        initial=_initial(node.initial, rewrite),
        default=_initial(node.default, rewrite),
    )


def _tree_node(node: TreeNode, rewrite: Rewrite) -> TreeNode:
    guard = node.guard and _put(node.guard, test=rewrite(node.guard.test))
    slot = node.slot and _slot(node.slot, rewrite)
    services = tuple(
        _put(
            service,
            every=_value(service.every, rewrite),
            jitter=_value(service.jitter, rewrite),
            guard=_text(service.guard, rewrite),
            actions=_rows(service.actions, rewrite),
            params=_arguments(service.params, rewrite),
        )
        for service in node.services
    )
    same = all(new is old for new, old in zip(services, node.services, strict=True))
    preconditions = tuple(_put(each, test=rewrite(each.test)) for each in node.preconditions)
    return _put(
        node,
        **_end_lines(node, rewrite),
        guard=guard,
        preconditions=node.preconditions if preconditions == node.preconditions else preconditions,
        slot=slot,
        services=node.services if same else services,
        test=_text(node.test, rewrite),
        actions=_rows(node.actions, rewrite),
        arguments=_arguments(node.arguments, rewrite),
        needs=_lines(node.needs, rewrite),
    )


def _slot(slot: ChildSlot, rewrite: Rewrite) -> ChildSlot:
    effects = {rewrite(need): _value(value, rewrite) for need, value in slot.effects.items()}
    considerations = tuple(_put(each, score=rewrite(each.score)) for each in slot.considerations)
    return _put(
        slot,
        score=_text(slot.score, rewrite),
        effects=effects,
        duration=_value(slot.duration, rewrite),
        considerations=slot.considerations if considerations == slot.considerations else considerations,
        feasible=_text(slot.feasible, rewrite),
    )


def _end_lines(part: EndLines, rewrite: Rewrite) -> dict[str, object]:
    return {name: _rows(getattr(part, name), rewrite) for name in END_FIELDS}


def _question(node: DecisionNode, rewrite: Rewrite) -> DecisionNode:
    branches = tuple(
        _put(
            branch,
            test=_text(branch.test, rewrite),
            row=None if branch.row is None else _lines(branch.row, rewrite),
        )
        for branch in node.branches
    )
    same = all(new is old for new, old in zip(branches, node.branches, strict=True))
    return _put(
        node,
        branches=node.branches if same else branches,
        test=_text(node.test, rewrite),
        inputs=_lines(node.inputs, rewrite),
        value=_value(node.value, rewrite),
        timeout=_value(node.timeout, rewrite),
        arguments=_arguments(node.arguments, rewrite),
    )


def _initial(initial: str | InitialTransition | None, rewrite: Rewrite) -> str | InitialTransition | None:
    if isinstance(initial, InitialTransition):
        return _put(initial, actions=_rows(initial.actions, rewrite))
    return initial


def _text(text: str | None, rewrite: Rewrite) -> str | None:
    return None if text is None else rewrite(text)


def _rewritten_row(row: str, rewrite: Rewrite) -> str:
    """Return a row of a block with its line, or the test of its condition, rewritten."""
    if is_else(row):
        return row
    begin, end = test_span(row) or (0, len(row))
    return row[:begin] + rewrite(row[begin:end]) + row[end:]


def _rows(rows: tuple[str, ...], rewrite: Rewrite) -> tuple[str, ...]:
    return _lines(rows, lambda row: _rewritten_row(row, rewrite))


def _lines(lines: tuple[str, ...], rewrite: Rewrite) -> tuple[str, ...]:
    changed = tuple(map(rewrite, lines))
    return lines if changed == lines else changed


def _value(value: object, rewrite: Rewrite) -> object:
    if not isinstance(value, dict) or len(value) != 1:
        return value
    key, text = next(iter(value.items()))
    if key not in ARGUMENT_KEYS or not isinstance(text, str):
        return value
    changed = rewrite(text)
    return value if changed == text else {key: changed}


def _arguments(arguments: dict[str, JsonValue], rewrite: Rewrite) -> Mapping[str, object]:
    return shared({name: _value(value, rewrite) for name, value in arguments.items()}, arguments)


def shared(new: Mapping[str, object], old: Mapping[str, object]) -> Mapping[str, object]:
    """Return a mapping with the keys of another, or that other one where it holds the very same values."""
    return old if all(value is old[key] for key, value in new.items()) else new


def _put(model: Model, **values: object) -> Model:
    changed = {
        name: value
        for name, value in values.items()
        if value is not getattr(model, name) and value != getattr(model, name)
    }
    return model.model_copy(update=changed) if changed else model
