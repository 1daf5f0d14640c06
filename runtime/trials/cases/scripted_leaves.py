"""Let action leaves follow the scripts of a case, and give behavior to actions that have none here.

| letter of a script | the tick gives |
|---|---|
| R | RUNNING |
| S | SUCCESS |
| F | FAILURE |
| X | an exception, as a mistake in the action's own code would (rule 3.12) |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.registry import Registry
from graphs.model import Activity, Document, StateMachineGraph
from graphs.model.document import Node
from graphs.model.graph_parts import Arguments
from graphs.structure.queries import children_of, index_of
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.stand_ins import library_with_stand_ins
from runtime.minds.program.program import Program
from runtime.minds.trees.leaves import ActionRow
from runtime.trials.cases.case_file import CaseFile, LeafScript
from runtime.trials.cases.node_names import CaseProblem, CaseRefused, NodeNames

_RESULTS: Mapping[str, Status] = {"R": Status.RUNNING, "S": Status.SUCCESS, "F": Status.FAILURE}


class ScriptedMistake(Exception):
    """Be the exception that the letter X stands for."""


class ScriptedAction(Action):
    """Give the results of one leaf's script, one per tick.

    It belongs to one leaf of one run and so may count its ticks itself.
    """

    def __init__(self, script: str | LeafScript) -> None:
        self._letters = script if isinstance(script, str) else script.results
        self._per_entry = not isinstance(script, str) and script.per_entry
        self._at = 0

    def enter(self, context: ActionContext) -> None:
        """Start the script afresh, if it is one per entry."""
        if self._per_entry:
            self._at = 0

    def tick(self, context: ActionContext) -> Status:
        """Return the next result; the last one goes on for ever."""
        letter = self._letters[min(self._at, len(self._letters) - 1)]
        self._at += 1
        if letter == "X":
            raise ScriptedMistake("the script says so")
        return _RESULTS[letter]


class UnscriptedAction(Action):
    """Stand for an action that has no behavior here and must have a script."""


class RecordedEffect(Action):
    """Ask for an effect of its own name: what a game's instant action without a stand-in does in a case."""

    def __init__(self, declaration: ActionDeclaration) -> None:
        self._declaration = declaration

    def tick(self, context: ActionContext) -> Status:
        """Ask for the effect."""
        names = [parameter.name for parameter in self._declaration.parameters]
        context.effect(self._declaration.id, {name: context.argument(name) for name in names})
        return Status.SUCCESS


def with_undeclared_names(
    case: CaseFile, document: Document, game: GameBehaviors
) -> tuple[Document, Registry, ActionLibrary]:
    """Return document, registry and library in which every action and condition of the case has a meaning.

    A game's action without a behavior runs as its stand-in; one without a stand-in must have a script.
    An action that nothing declares is declared without parameters, and those in the document are put aside,
    since no one knows their types. A condition that only the case answers is declared without parameters.
    """
    registry = game.registry
    unknown = sorted(_actions_in(document) - registry.actions.keys())
    answered = [*case.conditions, *(name for tick in case.ticks for name in tick.conditions)]
    conditions = sorted(set(answered) - registry.conditions.keys())
    registry = registry.extended(
        actions=[ActionDeclaration(name, name, "An action that only this mind names.") for name in unknown],
        conditions=[ConditionDeclaration(name, name, "Only the case answers it.") for name in conditions],
    )
    library = library_with_stand_ins(game.actions, registry)
    added: dict[str, Action] = {}
    for declaration in registry.actions.values():
        if library.get(declaration.id) is None:
            added[declaration.id] = RecordedEffect(declaration) if declaration.instant else UnscriptedAction()
    return _without_arguments(document, frozenset(unknown)), registry, library.extended(added)


def put_scripts_in(
    program: Program, case: CaseFile, names: NodeNames, document: Document
) -> tuple[CaseProblem, ...]:
    """Let the leaves of a program, compiled for one run of the case alone, follow their scripts.

    Returns what is told of scripts of disabled leaves, which are not used. Raises `CaseRefused` for a script
    of what is no action leaf, and for an action that needs one.
    """
    unused: list[CaseProblem] = []
    for name, script in case.leaves.items():
        where = f"leaves.{name}"
        try:
            names.action(name, where).action = ScriptedAction(script)
        except CaseRefused:
            if not any(_is_called(name, node_id, node) for node_id, node in _disabled_in(document)):
                raise
            unused.append(CaseProblem(where, "It is disabled.", "Its script is left out."))
    for row in program.rows:
        if isinstance(row, ActionRow) and isinstance(row.action, UnscriptedAction):
            raise CaseRefused(
                CaseProblem(
                    "leaves",
                    f"The action of {names.label(row.index)} has no behavior here and no script.",
                    f'Write one, such as "{names.paths[row.index]}": "RRS".',
                )
            )
    return tuple(unused)


def _disabled_in(document: Document) -> Iterator[tuple[str, Node]]:
    """Yield what is disabled, what is below it, and the nodes of all graphs that are called from there."""
    waiting = [
        (graph_id, node_id)
        for graph_id, graph in document.graphs.items()
        for node_id, node in graph.nodes.items()
        if node.disabled
    ]
    seen: set[tuple[str, str]] = set()
    while waiting:
        place = waiting.pop()
        graph = document.graphs[place[0]]
        if place in seen or place[1] not in graph.nodes:
            continue
        seen.add(place)
        yield place[1], graph.nodes[place[1]]
        waiting += [(place[0], child) for child in children_of(graph, place[1])]
        for _, called, _ in index_of(graph).calls.get(place[1], ()):
            if called in document.graphs:
                waiting += [(called, node_id) for node_id in document.graphs[called].nodes]


def _is_called(name: str, node_id: str, node: Node) -> bool:
    return name in (node_id, node.title, getattr(node, "name", "")) or name.endswith(f"/{node_id}")


def _actions_in(document: Document) -> set[str]:
    found: set[str | None] = set()
    for graph in document.graphs.values():
        if isinstance(graph, StateMachineGraph):
            found |= {state.activity.action for state in graph.nodes.values() if state.activity is not None}
        else:
            found |= {node.action for node in graph.nodes.values() if node.kind == "action"}
    return {action for action in found if action is not None}


def _without_arguments(document: Document, actions: frozenset[str]) -> Document:
    """Return the document without the parameters of actions that nothing declares."""
    if not actions:
        return document
    none: Arguments = {}
    graphs = dict(document.graphs)
    for graph_id, graph in document.graphs.items():
        nodes: dict[str, Node]
        if isinstance(graph, StateMachineGraph):
            nodes = {
                key: state.model_copy(update={"activity": _plain(state.activity, actions)})
                for key, state in graph.nodes.items()
            }
        else:
            nodes = {
                key: node.model_copy(update={"params": none}) if node.action in actions else node
                for key, node in graph.nodes.items()
            }
        graphs[graph_id] = graph.model_copy(update={"nodes": nodes})
    return document.model_copy(update={"graphs": graphs})


def _plain(activity: Activity | None, actions: frozenset[str]) -> Activity | None:
    if activity is None or activity.action not in actions:
        return activity
    return activity.model_copy(update={"params": {}})
