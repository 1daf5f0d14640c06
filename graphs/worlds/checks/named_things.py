"""Find what minds name of their world, as parameters and functions are declared to name it, and check it.

A parameter says by its `names`, or by its type, which sections of a world file a literal is looked for in; so
does the text of a function such as `influence(self, "red")`. What an expression decides is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from graphs.basics.frozen import JsonValue
from graphs.basics.identity_cache import IdentityCache
from graphs.edits.setting import declared_parameters
from graphs.expressions.action_syntax import DoStatement, parse_action_line
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import FIELD_FUNCTIONS
from graphs.expressions.names import name_remedy
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import CallSyntax, StringLiteral, SyntaxNode, walk_syntax
from graphs.kinds.actions.squads import REQUEST_TOKEN
from graphs.kinds.actions.ways import OPEN_DOOR
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.parameter import Parameter, expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, Node
from graphs.model.action_rows import text_in_row
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph
from graphs.structure.expression_places import Rewrite, rewritten_edge, rewritten_node, rewritten_sheets
from graphs.structure.references import references_in
from graphs.worlds.model.elements import ENTITY_GROUPS
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

_OF_TYPES = {"path": ("paths",), "entity": ENTITY_GROUPS, "point": ENTITY_GROUPS}
_Named = tuple[str, tuple[str, ...], str]
"""A name, the sections it is in, and what takes it."""
_Call = tuple[CallSyntax, bool]
"""A call, and whether it is of an action."""
_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class NamedInMind:
    """Say that a mind names something of its world, in one of `sections` of the world's file.

    `name` is "" where an expression decides it. `node` is the node, state or transition of the graph; it is
    "" for how a machine begins, and `graph` too for a fuzzy sheet and the default of a variable.
    `caller` is the action, condition, function or kind that takes it as its `field`.
    """

    name: str
    sections: tuple[str, ...]
    graph: str
    node: str
    caller: str
    field: str

    @property
    def place(self) -> str:
        """Return where it is, such as `g1.n4.request_slot.of`."""
        return ".".join(filter(None, (self.graph, self.node, self.caller, self.field)))


def names_in_mind(document: Document, registry: Registry) -> tuple[NamedInMind, ...]:
    """Return everything of a world that a document names, in the order of the document."""
    found = [
        NamedInMind(variable.default, ENTITY_GROUPS, "", "", "", name)
        for name, variable in document.variables.items()
        if variable.type == "entity" and isinstance(variable.default, str)
    ]

    def note(graph_id: str, element: str, calls: Iterable[_Call]) -> None:
        for call, is_action in calls:
            found.extend(_named(graph_id, element, call.name, _of_call(call, is_action, registry)))

    note("", "", _calls(document, rewritten_sheets))
    for graph_id, graph in document.graphs.items():
        for node_id, node in graph.nodes.items():
            for caller, declared, values in _parameters(node, graph, registry):
                found.extend(_named(graph_id, node_id, caller, _of_values(declared, values)))
            note(graph_id, node_id, _node_calls(node))
        if isinstance(graph, StateMachineGraph):
            for edge_id, edge in graph.edges.items():
                note(graph_id, edge_id, _edge_calls(edge))
            rows = graph.initial.actions if isinstance(graph.initial, InitialTransition) else ()
            for text in filter(None, map(text_in_row, rows)):
                note(graph_id, "", _calls_in(text))
    return tuple(found)


def _named(graph: str, element: str, caller: str, named: Iterable[_Named]) -> Iterator[NamedInMind]:
    for name, sections, field in named:
        yield NamedInMind(name, sections, graph, element, caller, field)


def _parameters(
    node: Node, graph: Graph, registry: Registry
) -> Iterator[tuple[str, Sequence[Parameter], Mapping[str, JsonValue]]]:
    """Yield what a node runs: its name, its declared parameters, and what it is given."""
    yield getattr(node, "action", None) or node.kind, declared_parameters(node, graph, registry), node.params
    runs = [getattr(node, "activity", None), *getattr(node, "services", ())]
    for run in runs:
        action = registry.actions.get(run.action or "") if run is not None else None
        if action is not None:
            yield action.id, action.parameters, run.params


def _of_values(declared: Sequence[Parameter], values: Mapping[str, JsonValue]) -> Iterator[_Named]:
    for parameter in declared:
        value = values.get(parameter.name)
        sections = parameter.sections_named(values) or _OF_TYPES.get(parameter.type, ())
        if sections and isinstance(value, str) and value:
            yield value, sections, parameter.name
        elif sections and expression_text(value) is not None:
            yield "", sections, parameter.name


def _of_call(call: CallSyntax, is_action: bool, registry: Registry) -> Iterator[_Named]:
    callee = (registry.actions if is_action else registry.conditions).get(call.name)
    function = None if is_action else FIELD_FUNCTIONS.get(call.name)
    names = [(parameter.name, parameter.names) for parameter in callee.parameters] if callee else []
    if function is not None:
        names = [("entity", ()), (function.text, (function.names,) if function.names else ())]
    for place, argument in enumerate(call.arguments):
        name = argument.name or (names[place][0] if place < len(names) else "")
        sections = dict(names).get(name, ())
        value = argument.value.value if isinstance(argument.value, StringLiteral) else None
        if sections and value != "":
            yield value or "", sections, name


@lru_cache(maxsize=16_384)
def _calls_in(text: str) -> tuple[_Call, ...]:
    """Return the calls in an expression or line, and whether each is of an action."""
    if "(" not in text:
        return ()
    action: CallSyntax | None = None
    try:
        roots: list[object] = [parse_expression(text)]
    except ExpressionError:
        try:
            line = parse_action_line(text)
        except ExpressionError:
            return ()
        action = line.action if isinstance(line, DoStatement) else None
        event = getattr(line, "event", None)
        values = [argument.value for argument in event.arguments] if event is not None else []
        roots = [getattr(line, part, None) for part in ("value", "after", "receiver", "item", "action")]
        roots.extend(values)
    parts = (part for root in roots if isinstance(root, SyntaxNode) for part, _ in walk_syntax(root))
    return tuple((part, part is action) for part in parts if isinstance(part, CallSyntax))


def _calls(part: _Part, rewritten: Callable[[_Part, Rewrite], _Part]) -> tuple[_Call, ...]:
    """Return the calls in all texts of a part that a walk of it meets."""
    found: list[_Call] = []

    def note(text: str) -> str:
        found.extend(_calls_in(text))
        return text

    rewritten(part, note)
    return tuple(found)


_node_calls: IdentityCache[Node, tuple[_Call, ...]] = IdentityCache(lambda node: _calls(node, rewritten_node))
_edge_calls: IdentityCache[Edge, tuple[_Call, ...]] = IdentityCache(lambda edge: _calls(edge, rewritten_edge))


def name_problems(
    world: WorldDocument, where: str, file: str, document: Document, registry: Registry
) -> Iterator[WorldProblem]:
    """Tell once per thing what a mind names that this world has not."""
    told: set[tuple[str, tuple[str, ...]]] = set()
    for named in names_in_mind(document, registry):
        known = [name for section in named.sections for name in getattr(world, section)]
        key = (named.name, named.sections)
        if not named.name or named.name in known or key in told:
            continue
        told.add(key)
        is_entity = named.sections == ENTITY_GROUPS
        words = " or ".join(section.removesuffix("s") for section in named.sections)
        thing = "agent, waypoint, zone or source" if is_entity else words
        otherwise = f"Give {'something' if is_entity else f'a {thing}'} here the id {named.name}, or change "
        said = f"{file} names {named.name!r} in {named.place}, and this world has no such {thing}."
        remedy = name_remedy(named.name, known, f"{otherwise}the mind.")
        yield WorldProblem(f"{where}.mind", said, remedy, "warning")


def unused_problems(
    world: WorldDocument, minds: Mapping[str, Document], registry: Registry
) -> Iterator[WorldProblem]:
    """Yield warnings of doors, tokens and layers that no mind moves, asks for and reads.

    Nothing is said where a mind is not at hand, or calls a graph of another file or an action of a game:
    these may do it.
    """
    files = {(entry.mind or "").partition("#")[0] for entry in thinking_entries(world).values()} - {""}
    if not (world.doors or world.tokens or world.layers):
        return
    graphs = [graph for document in minds.values() for graph in document.graphs.values()]
    if not files or not minds.keys() >= files or _calls_elsewhere(graphs, registry):
        return
    named = [each for document in minds.values() for each in names_in_mind(document, registry)]
    named += _named("", "", "", _of_texts(world, registry))
    opened = {each.name for each in named if each.caller == OPEN_DOOR.id}
    asked = {each.name for each in named if each.caller == REQUEST_TOKEN.id}
    read = {each.name for each in named if "layers" in each.sections}
    for name, door in world.doors.items():
        if not (door.open or door.opens_on or opened & {name, ""}):
            said = "Nothing opens this door: no mind and no event."
            yield WorldProblem(
                f"doors.{name}", said, "Let it open on an event, or take Open door.", "warning"
            )
    for name in world.tokens:
        if not asked & {name, ""}:
            said = "No mind asks for this token."
            yield WorldProblem(f"tokens.{name}", said, "Take Request token, or remove it.", "warning")
    for name in world.layers.keys() - read:
        said = "No mind reads this layer: it is worked out for nothing."
        remedy = f'Ask for influence(self, "{name}"), or remove it.'
        yield WorldProblem(f"layers.{name}", said, remedy, "warning")


def _calls_elsewhere(graphs: Iterable[Graph], registry: Registry) -> bool:
    """Tell whether graphs run what is not looked at here."""
    return not registry.actions.keys() <= builtin_registry().actions.keys() or any(
        reference.external for graph in graphs for reference in references_in(graph)
    )


def _of_texts(world: WorldDocument, registry: Registry) -> Iterator[_Named]:
    """Yield what the expressions in a world name: costs of its agents, and measures."""
    costs = [cost for agent in world.agents.values() for cost in agent.area_costs.values()]
    for text in (*costs, *(measure.of for measure in world.measures.values())):
        for call, _ in _calls_in(str(text)):
            yield from _of_call(call, False, registry)
