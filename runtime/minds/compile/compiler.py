"""Compile a document to a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import document_scope, graph_scope, type_of_variable
from graphs.curves.fuzzy_numbers import document_tables
from graphs.expressions.scope import Scope
from graphs.expressions.types import FLOAT, TRIGGER, Value, fits_type
from graphs.expressions.types import declared_value as declared_value
from graphs.kinds.declarations.registry import Registry
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, Variable
from runtime.basics.context import Slot
from runtime.basics.garbage_collection import collection_paused
from runtime.basics.time_ticks import DurationError, duration_to_ticks_exact
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.stand_ins import library_with_stand_ins
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace, refuse_at_once
from runtime.minds.compile.compiled_parts import Recursion, called_graphs, count_rows, unsupported
from runtime.minds.compile.decision_compiler import DecisionCompiler
from runtime.minds.compile.graph_parameters import Call, bind_graph_parameters
from runtime.minds.compile.machine_compiler import MachineCompiler
from runtime.minds.compile.tree_compiler import TreeCompiler
from runtime.minds.compile.tree_kinds import RowFields
from runtime.minds.decisions.decision_tree_row import EVERY_TICK, DecisionPace
from runtime.minds.expansion.expanded_document import expanded
from runtime.minds.expressions.default_values import failing_defaults, with_plain_defaults
from runtime.minds.program.agent_state import StateLayout
from runtime.minds.program.problems import CompileError, CompileProblem
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rising import RisingVariable
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.program.triggers import TriggerPlace
from runtime.minds.trees.claiming import scoped_claims
from runtime.minds.trees.leaves import FAILS, ActionRow, failing
from runtime.minds.trees.subtree import Binding

DEFAULT_RATE = 60

MOST_ROWS = 100_000
"""Rows a program may have: what one agent's memory and one trace frame should ever hold."""

DEEPEST = 100
"""Rows that may stand one inside the other: a visit of a deeper program would overflow the stack."""


def compile_document(
    document: Document,
    registry: Registry,
    library: ActionLibrary,
    *,
    conditions: ConditionLibrary | None = None,
    stand_ins: bool = False,
    rate: int = DEFAULT_RATE,
    root: str | None = None,
    world_variables: Mapping[str, Slot] | None = None,
    each_row: Callable[[], None] | None = None,
) -> Program:
    """Compile `document`, or one graph of it, for a world of `rate` ticks per second.

    `conditions` are those that have a behavior; None is for a host that answers every declared one by
    itself. With `stand_ins`, actions and conditions of the game that have none run as their declarations say.
    `world_variables` are the places of the world's variables, shared by all programs of a world; without
    them the program gets places of its own. `each_row` is called before each row, so that a long compilation
    can be done in slices or given up by an exception.

    Raises
    ------
    CompileError
        When the document has errors or uses what this version does not run, naming each.
    """
    document = expanded(document)
    root_id = root or document.root
    if root_id is None or root_id not in document.graphs:
        raise CompileError((CompileProblem("", "", "root", "The document has no root graph.", "Name one."),))
    try:
        used = called_graphs(document, root_id)
    except Recursion as recursion:
        raise CompileError((recursion.problem,)) from None
    refused = unsupported(document, used)
    if refused:
        raise CompileError(tuple(refused))
    compiler = ProgramCompiler(document, registry, library, rate, world_variables, conditions, stand_ins)
    compiler.each_row = each_row
    if each_row is not None:
        return compiler.compile(root_id)
    # Nearly all that is made stays: the collector would go through it again and again. In slices it is for
    # whoever makes these to keep it away.
    with collection_paused():
        return compiler.compile(root_id)


class ProgramCompiler:
    """Gather rows, places and problems while the graphs of one document are compiled."""

    def __init__(
        self,
        document: Document,
        registry: Registry,
        library: ActionLibrary,
        rate: int,
        world_variables: Mapping[str, Slot] | None,
        conditions: ConditionLibrary | None,
        stand_ins: bool,
    ) -> None:
        self.document = document
        self.registry = registry
        self.library = library_with_stand_ins(library, registry) if stand_ins else library
        self.conditions = conditions
        self.stand_ins = stand_ins
        self.rate = rate
        self.layout = StateLayout()
        self.problems: list[CompileProblem] = []
        self.triggers = TriggerPlaces(self.layout, rate, self.problems)
        self.rows: list[Row] = []
        self.each_row: Callable[[], None] | None = None
        self.instances: list[Instance] = []
        self.defaults: list[tuple[Slot, Value]] = []
        self._stand_ins = StandInRows()
        self._base_scope = document_scope(document, registry)
        self._parents: dict[int, int] = {}
        self._given_world_variables = world_variables
        self._own_world_layout = StateLayout()
        self._variables: dict[str, Slot] = {}
        self._world_variables: dict[str, Slot] = {}
        self._rising: list[RisingVariable] = []

    def compile(self, root_id: str) -> Program:
        """Compile from the root graph down; raise `CompileError` with every problem found."""
        count = count_rows(self.document, root_id)
        if count > MOST_ROWS:
            refuse_at_once(
                CodePlace(root_id, ""),
                f"The graphs it calls, each use counted, have {count} nodes and transitions; "
                f"at most {MOST_ROWS} can run.",
                "Call fewer graphs.",
            )
        self.layout.allocate("byte", count)
        self._declare_variables()
        root, _, _ = self.instance(root_id, "", -1, -1, {}, CodePlace("", ""))
        if self.problems:
            raise CompileError(tuple(self.problems))
        find_scopes(self.rows)
        link_claims(self.rows)
        risen_place = self.layout.allocate("int") if self._rising else -1
        return Program(
            root=root,
            rows=tuple(self.rows),
            instances=tuple(self.instances),
            layout=self.layout,
            variables=self._variables,
            world_variables=self._world_variables,
            defaults=tuple(self.defaults),
            rate=self.rate,
            stand_ins=self._stand_ins.rows_of(self.rows),
            clicked_stand_ins=clicked_stand_ins(self.rows),
            stand_in_conditions=self._stand_ins.conditions(),
            triggers=self.triggers.places,
            rounds=self.document.rounds,
            curves=document_tables(self.document),
            rising=tuple(self._rising),
            risen_place=risen_place,
            resumable=all(row.action.resumable for row in self.rows if isinstance(row, ActionRow)),
        )

    def next_index(self) -> int:
        """Return the index that the next row gets."""
        return len(self.rows)

    def reserve(self, parent: int) -> int:
        """Return the index of a row that is added next, and remember what it is in."""
        if self.each_row is not None:
            self.each_row()
        index = len(self.rows)
        self._parents[index] = parent
        return index

    def head(self, graph_id: str, path: str, node_id: str, kind: str, parent: int, machine: int) -> RowFields:
        """Return what all rows have, of a row that is added next; `path` is that of the use of its graph."""
        return {
            "index": self.reserve(parent),
            "kind": kind,
            "path": f"{path}/{node_id}" if path else node_id,
            "graph": graph_id,
            "node": node_id,
            "parent": parent,
            "enclosing_machine": machine,
        }

    def check_depth(self, parent: int, place: CodePlace) -> None:
        """Refuse, at once, a row with more than `DEEPEST` rows above it."""
        depth = 0
        while parent >= 0:
            depth += 1
            parent = self._parents[parent]
        if depth > DEEPEST:
            refuse_at_once(
                place,
                f"More than {DEEPEST} nodes stand one inside the other, calls included.",
                "Take levels out.",
            )

    def instance(
        self,
        graph_id: str,
        path: str,
        parent: int,
        machine: int,
        arguments: Mapping[str, JsonValue],
        call: CodePlace,
        caller: CodeBuilder | None = None,
        *,
        pace: DecisionPace = EVERY_TICK,
    ) -> tuple[TreeRow, tuple[Binding, ...], tuple[tuple[Slot, Value], ...]]:
        """Compile one use of a graph; return its root row, its bindings and what is made again with it.

        `pace` says when a decision tree is evaluated.
        """
        graph = self.document.graphs.get(graph_id)
        if graph is None:
            self.problems.append(
                CompileProblem(call.graph, call.node, "graph", f"There is no graph {graph_id!r} here.")
            )
            return self._nothing(graph_id, path, parent, machine), (), ()
        scope = graph_scope(self.document, graph_id, self.registry, self._base_scope)
        slots = self._shared_slots(scope)
        fresh = self._declare_graph_variables(graph_id, path, slots)
        bound = bind_graph_parameters(self, graph_id, path, slots, Call(call, arguments, caller))
        builder = CodeBuilder(
            scope,
            slots,
            self.registry,
            self.library,
            self.layout,
            self.rate,
            self.problems,
            self.defaults,
            conditions=self.conditions,
            stand_ins=self.stand_ins,
            aliases=bound.aliases,
        )
        position = len(self.instances)
        self.instances.append(Instance(graph_id, path, {}))
        rows_below = self.next_index()
        root: TreeRow
        if isinstance(graph, BehaviorTreeGraph):
            root = TreeCompiler(self, builder, graph_id, graph, path, machine).compile(parent)
        elif isinstance(graph, DecisionTreeGraph):
            root = DecisionCompiler(self, builder, graph_id, graph, path, machine, pace).compile(parent)
        else:
            root = MachineCompiler(self, builder, graph_id, graph, path).compile(parent)
        own = {
            row.node: row.index
            for row in self.rows[rows_below:]
            if row.graph == graph_id and row.path == _joined(path, row.node) and row.kind != "activity"
        }
        places = {
            key: slot
            for key, slot in slots.items()
            if key.startswith(("graph:", "parameter:")) and key not in bound.aliases
        }
        self.instances[position] = Instance(graph_id, path, own, places, builder.draws)
        self._stand_ins.add(builder, own)
        return root, tuple(bound.bindings), fresh

    def _nothing(self, graph_id: str, path: str, parent: int, machine: int) -> TreeRow:
        row = failing({**self.head(graph_id, path, "", FAILS, parent, machine), "path": path})
        self.rows.append(row)
        row.end = self.next_index()
        return row

    def _declare_variables(self) -> None:
        for name, variable in self._plain("", self.document.variables):
            declared = type_of_variable(variable)
            if variable.scope == "world":
                given = self._given_world_variables
                self._world_variables[name] = (
                    given[name]
                    if given is not None
                    else self._own_world_layout.slot_for(declared, shared=True)
                )
                continue
            slot = self._variables[name] = self.layout.slot_for(declared)
            self.triggers.declare(name, slot, variable)
            if variable.rise and declared == FLOAT:
                self._rising.append(rising_variable(slot, variable))
            self._default(slot, variable, CodePlace("", name, "variables"))

    def _declare_graph_variables(
        self, graph_id: str, path: str, slots: dict[str, Slot]
    ) -> tuple[tuple[Slot, Value], ...]:
        first = len(self.defaults)
        for name, variable in self._plain(graph_id, self.document.graphs[graph_id].variables):
            slot = slots[f"graph:{name}"] = self.layout.slot_for(type_of_variable(variable))
            self.triggers.declare(name, slot, variable, graph_id, path)
            self._default(slot, variable, CodePlace(graph_id, name, "variables"))
        return tuple(self.defaults[first:])

    def _plain(self, graph_id: str, variables: Mapping[str, Variable]) -> list[tuple[str, Variable]]:
        """Return variables in the order of their names, with values in place of expressions."""
        for name, message in failing_defaults(variables).items():
            self.problems.append(CompileProblem(graph_id, name, "default", message))
        return sorted(with_plain_defaults(variables).items())

    def _default(self, slot: Slot, variable: Variable, place: CodePlace) -> None:
        value = declared_value(variable.default, slot.type)
        if not fits_type(value, slot.type):
            message = f"The default does not fit {slot.type.phrase}."
            self.problems.append(CompileProblem(place.graph, place.node, "default", message))
            return
        self.defaults.append((slot, value))

    def _shared_slots(self, scope: Scope) -> dict[str, Slot]:
        slots = {}
        for name, info in self._base_scope.variables.items():
            places = self._world_variables if info.scope == "world" else self._variables
            slots[info.slot_key] = places[name]
        return slots


def rising_variable(slot: Slot, variable: Variable) -> RisingVariable:
    """Return how a variable rises: within its own bounds, and never below 0 where it declares no least."""
    least = 0.0 if variable.min is None else float(variable.min)
    return RisingVariable(
        slot, float(variable.rise), least, None if variable.max is None else float(variable.max)
    )


def _joined(path: str, node: str) -> str:
    return f"{path}/{node}" if path else node


class StandInRows:
    """Gather, graph by graph, whose lines run stand-ins and who asks conditions that switches answer."""

    def __init__(self) -> None:
        self._with_lines: set[int] = set()
        self._asking: dict[str, set[int]] = {}

    def add(self, code: CodeBuilder, row_of: Mapping[str, int]) -> None:
        """Take what was noted while one use of a graph was compiled; `row_of` are its rows by id."""
        self._with_lines.update(row_of[node] for node in code.stand_in_lines if node in row_of)
        for name, nodes in code.stand_in_conditions.items():
            rows = self._asking.setdefault(name, set())
            rows.update(row_of[node] for node in nodes if node in row_of)

    def rows_of(self, rows: Iterable[Row]) -> frozenset[int]:
        """Return the rows of nodes that run a stand-in; of an activity the state's row as well."""
        acting = [row for row in rows if isinstance(row, ActionRow) and row.action.stands_in]
        states = {row.parent for row in acting if row.kind == "activity"}
        return frozenset({row.index for row in acting} | states | self._with_lines)

    def conditions(self) -> Mapping[str, frozenset[int]]:
        """Return the rows that ask, for each condition that a switch answers, in order of their names."""
        return {name: frozenset(rows) for name, rows in sorted(self._asking.items())}


def clicked_stand_ins(rows: Iterable[Row]) -> frozenset[int]:
    """Return the rows that run until the user says how they ended."""
    return frozenset(row.index for row in rows if isinstance(row, ActionRow) and row.action.awaits_answer)


class TriggerPlaces:
    """Hold the triggers declared so far, by the place of their byte."""

    def __init__(self, layout: StateLayout, rate: int, problems: list[CompileProblem]) -> None:
        self._problems = problems
        self._layout = layout
        self._rate = rate
        self._places: dict[int, TriggerPlace] = {}

    @property
    def places(self) -> Mapping[int, TriggerPlace]:
        """Return them in the order they were declared."""
        return self._places

    def declare(self, name: str, slot: Slot, variable: Variable, graph: str = "", path: str = "") -> None:
        """Note the variable at `slot` if it is a trigger; `path` is the call path of its `graph`."""
        if slot.type != TRIGGER or slot.shared:
            return
        latched = variable.latched
        ticks = 0
        if not isinstance(latched, bool):
            ticks = self._ticks(latched, name, graph) if latched > 0 else 0
        until = self._layout.allocate("int") if ticks else -1
        holds = latched is True or ticks > 0
        self._places[slot.index] = TriggerPlace(slot.index, name, path, holds, ticks, until)

    def _ticks(self, seconds: float, name: str, graph: str) -> int:
        try:
            return duration_to_ticks_exact(seconds, self._rate)
        except DurationError as error:
            self._problems.append(CompileProblem(graph, name, "latched", str(error), "Write a shorter one."))
            return 0

    def declare_parameter(self, name: str, slot: Slot, path: str, *, bound: bool) -> None:
        """Note a parameter with a place of its own if it is a trigger.

        `bound` tells that a call gives it its value before every tick; then it does not age.
        """
        if slot.type == TRIGGER:
            self._places[slot.index] = TriggerPlace(slot.index, name, path, ages=not bound)


# -- the nodes with which claims give their places back (rule 3.16) -----------------------------------


def link_claims(rows: Sequence[Row]) -> None:
    """Tell the scopes of claims which claims let go with them."""
    for claim in scoped_claims(rows):
        scope = rows[claim.scope]
        assert isinstance(scope, TreeRow)
        scope.claims = (*scope.claims, claim)


def find_scopes(rows: Sequence[Row]) -> None:
    """Give each claim that holds until its parent ends that parent: the nearest node that goes on after it.

    Such claims name themselves until then.
    """
    for claim in scoped_claims(rows):
        claim.scope = _scope_of(claim, rows).index


def _scope_of(claim: TreeRow, rows: Sequence[Row]) -> TreeRow:
    below = claim
    while below.parent >= 0:
        above = rows[below.parent]
        if not isinstance(above, TreeRow) or above.family is not RowFamily.TREE_NODE or above.ends_claims:
            break
        if above.goes_on_after(below):
            return above
        below = above
    return below
