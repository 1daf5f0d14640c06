"""Find which variables parts of a graph read and write, and what a subgraph made of them must be given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.expressions.rename import variable_written, variables_in
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import Arguments, Direction, GraphParameter
from graphs.model.state_machine import Edge, StateNode
from graphs.model.variables_and_events import Variable
from graphs.structure.expression_places import rewritten_edge, rewritten_node


@dataclass(slots=True)
class NameUses:
    """Hold the names of variables that are read and written, each once, in the order found."""

    reads: dict[str, None] = field(default_factory=dict)
    writes: dict[str, None] = field(default_factory=dict)

    def note(self, text: str) -> str:
        """Take down what a text of the language uses, and return it as it is."""
        self.reads.update(dict.fromkeys(variables_in(text)))
        written = variable_written(text)
        if written is not None:
            self.writes[written] = None
        return text


def uses_in(graph: Graph, nodes: Iterable[Node], registry: Registry, edges: Iterable[Edge] = ()) -> NameUses:
    """Return which variables some nodes and transitions of a graph name.

    A variable that is given to a call by its name counts as written, and so does one that an action takes by
    its name.
    """
    uses = NameUses()
    for node in nodes:
        rewritten_node(node, uses.note)
        if isinstance(node, TreeNode) and node.slot is not None:
            uses.writes.update(dict.fromkeys(node.slot.effects))
        for arguments in arguments_in(node):
            uses.writes.update(dict.fromkeys(_aliased(arguments)))
        for _, parameter, value in variable_parameters(node, graph, registry):
            uses.reads[value] = None
            if parameter is None:
                uses.writes[value] = None
    for edge in edges:
        rewritten_edge(edge, uses.note)
    return uses


def arguments_in(node: Node) -> Iterator[Arguments]:
    """Yield the arguments a node gives to the graphs it calls."""
    if isinstance(node, StateNode):
        if node.activity is not None:
            yield node.activity.arguments
        if node.decision is not None:
            yield node.decision.arguments
    else:
        yield node.arguments


def variable_parameters(
    node: Node, graph: Graph, registry: Registry
) -> Iterator[tuple[str, Parameter | None, str]]:
    """Yield the parameters of a node that hold the name of a variable: path, declaration, name.

    The declaration is None where an action takes the variable, which may write it.
    """
    kind = registry.kind(graph.kind, node.kind)
    own_action = getattr(node, "action", None)
    if own_action is None and kind is not None:
        for parameter, value in _named(kind.parameters, node.params):
            yield f"params.{parameter.name}", parameter, value
    for path, action, params in actions_in(node):
        declared = registry.actions.get(action)
        for parameter, value in _named(declared.parameters if declared else (), params):
            yield f"{path}.{parameter.name}", None, value


def actions_in(node: Node) -> Iterator[tuple[str, str, Arguments]]:
    """Yield the actions a node runs: the path of their parameters, the action's id, the parameters."""
    if isinstance(node, StateNode):
        if node.activity is not None and node.activity.action is not None:
            yield "activity.params", node.activity.action, node.activity.params
        return
    if node.action is not None:
        yield "params", node.action, node.params
    for place, service in enumerate(node.services if isinstance(node, TreeNode) else ()):
        if service.action is not None:
            yield f"services.{place}.params", service.action, service.params


def found_parameters(graph: Graph, uses: NameUses) -> tuple[dict[str, GraphParameter], dict[str, JsonValue]]:
    """Return the parameters that a subgraph needs, and the arguments that the graph calls it with.

    Variables of an agent or a world are visible in every graph of a document; only variables and parameters
    of the graph itself are passed on, under their own names. What is written, and every trigger, is passed
    by name, so that writing and consuming reach the original.
    """
    parameters: dict[str, GraphParameter] = {}
    arguments: dict[str, JsonValue] = {}
    for name in sorted({**uses.reads, **uses.writes}):
        declared: Variable | GraphParameter | None = graph.parameters.get(name) or graph.variables.get(name)
        if declared is None:
            continue
        if declared.type == "list":
            raise EditRefused(
                f"{name!r} is a list, which no graph can be given.", "Declare it in the document instead."
            )
        fixed = isinstance(declared, GraphParameter) and declared.direction == "in"
        by_name = not fixed and (name in uses.writes or declared.type == "trigger")
        direction: Direction = "inout" if by_name else "in"
        parameters[name] = GraphParameter(
            type=declared.type,
            direction=direction,
            values=declared.values,
            min=declared.min,
            max=declared.max,
            unit=declared.unit,
            note=declared.note,
        )
        arguments[name] = {"variable": name} if by_name else {"expr": name}
    return parameters, arguments


def own_names(document: Document, graph_id: str) -> set[str]:
    """Return the names that a graph declares itself: its variables and parameters."""
    graph = document.graphs[graph_id]
    return {*graph.variables, *graph.parameters}


def _aliased(arguments: Arguments) -> Iterator[str]:
    for value in arguments.values():
        if isinstance(value, dict) and isinstance(value.get("variable"), str):
            yield str(value["variable"])


def _named(
    declared: tuple[Parameter, ...], params: Mapping[str, JsonValue]
) -> Iterator[tuple[Parameter, str]]:
    for parameter in declared:
        value = params.get(parameter.name)
        if parameter.type == "variable" and isinstance(value, str):
            yield parameter, value
