"""Export a document for a game: compile it as the game will run it, and write that down.

What is disabled is left out where that changes nothing:

| what | becomes |
|---|---|
| a disabled node of a tree | stays, for it counts as a child; what is below it goes |
| a disabled state | goes, with all in it |
| a disabled transition, one that leads to a disabled state | goes |
| a disabled question | stays: it has no answer |

A disabled child of a random composite takes part in the draw, and one of `if_else` has its place: the node
itself can never go.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from graphs.basics.json_text import JsonObject, to_canonical_json
from graphs.kinds.declarations.registry import Registry
from graphs.model import BehaviorTreeGraph, Document, Graph, StateMachineGraph, StateNode
from graphs.model.document import with_graphs
from runtime.basics.status import Status
from runtime.export.game_needs import GameNeeds, game_needs
from runtime.export.write_program import program_and_names
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.compile.compiled_parts import enabled_states
from runtime.minds.compile.compiler import DEFAULT_RATE, compile_document
from runtime.minds.compile.document_errors import refuse_errors
from runtime.minds.program.program import Program


class ActionOfGame(Action):
    """Stand where an action is compiled that only the game can do."""

    def tick(self, context: ActionContext) -> Status:
        """Fail: nothing that was compiled for an export runs before it is loaded."""
        return context.fail("the game does it")


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Say how a document is exported.

    Without `names` there is no file of names. With `keep_disabled` disabled branches, states and transitions
    stay, and never run. `compact` writes no spaces and line breaks. `rate` are the ticks per second that
    durations are turned into.
    """

    names: bool = True
    keep_disabled: bool = False
    compact: bool = False
    rate: int = DEFAULT_RATE


@dataclass(frozen=True)
class Export:
    """Hold an export: the program, what the game must supply, both as JSON, and the file of names."""

    program: Program
    needs: GameNeeds
    data: JsonObject
    names: JsonObject

    def text(self, *, compact: bool = False) -> str:
        """Return the text of the program's file: the same for the same document, on every computer."""
        return json_text(self.data, compact=compact)

    def names_text(self, *, compact: bool = False) -> str:
        """Return the text of the file of names."""
        return json_text(self.names, compact=compact)


def export_document(
    document: Document, registry: Registry, options: ExportOptions | None = None, *, root: str | None = None
) -> Export:
    """Export a document, or the graph `root` of it. Stand-ins are left out: the game has the real actions.

    Raises `CompileError` when the document has errors or uses what this version does not run, naming each.
    """
    wish = options or ExportOptions()
    refuse_errors(document, registry)
    kept = document if wish.keep_disabled else without_disabled(document)
    library = ActionLibrary(dict.fromkeys(registry.actions, ActionOfGame()))
    program = compile_document(kept, registry, library, rate=wish.rate, root=root)
    needs = game_needs(program.rows, kept, registry)
    data, names = program_and_names(program, needs)
    return Export(program, needs, data, names or {})


def json_text(data: JsonObject, *, compact: bool = False) -> str:
    """Return the text of a file of an export."""
    if compact:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    return to_canonical_json(data)


def without_disabled(document: Document) -> Document:
    """Return the document without what is disabled; the same document where nothing is."""
    graphs: dict[str, Graph] = {}
    for graph_id, graph in document.graphs.items():
        if isinstance(graph, BehaviorTreeGraph):
            graphs[graph_id] = _of_tree(graph)
        elif isinstance(graph, StateMachineGraph):
            graphs[graph_id] = _of_machine(graph)
        else:
            graphs[graph_id] = graph
    return with_graphs(document, graphs)


def _of_tree(graph: BehaviorTreeGraph) -> BehaviorTreeGraph:
    cut = {key: node for key, node in graph.nodes.items() if node.disabled and node.children}
    if not cut:
        return graph
    nodes = {
        key: node.model_copy(update={"children": ()}) if key in cut else node
        for key, node in graph.nodes.items()
    }
    return graph.model_copy(update={"nodes": nodes})


def _of_machine(graph: StateMachineGraph) -> StateMachineGraph:
    kept = frozenset(enabled_states(graph))
    gone = frozenset(graph.nodes) - kept
    edges = {
        key: edge for key, edge in graph.edges.items() if not edge.disabled and gone.isdisjoint(edge.targets)
    }
    if not gone and len(edges) == len(graph.edges):
        return graph
    nodes = {key: _of_state(graph.nodes[key], kept, edges.keys()) for key in graph.nodes if key in kept}
    return graph.model_copy(
        update={
            "children": tuple(child for child in graph.children if child in kept),
            "transitions": tuple(transition for transition in graph.transitions if transition in edges),
            "nodes": nodes,
            "edges": edges,
        }
    )


def _of_state(node: StateNode, states: frozenset[str], edges: Collection[str]) -> StateNode:
    return node.model_copy(
        update={
            "children": tuple(child for child in node.children if child in states),
            "transitions": tuple(transition for transition in node.transitions if transition in edges),
        }
    )
