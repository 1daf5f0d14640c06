"""Say what each kind of node remembers, by name (SEMANTICS 3.13).

Rows hold indices into the buffers of an agent. Here every such place has a name and a meaning that a file
can hold and another version of the document can take over: children by their ids, ticks, counts, results.

| node | running memory | lasting memory |
|---|---|---|
| sequence, selector | `place`, `tried`, `tests` of guards that abort lower | `place` with `memory: keep` |
| random_sequence, random_selector | `order`, `place`, `tried` | |
| parallel | `results`, `success`, `failure` | |
| utility_selector | `chosen`, `inertia` | |
| switch | `chosen` | |
| if_else | `branch` | |
| try_recover | `recovering`, `left` | |
| repeat, retry, until_success, until_failure | `limit`, `done` | |
| timeout, delay, wait | `due` | |
| cooldown | `length` | `ready` |
| rate_limit | | `next_start`, `last` |
| run_limit, run_once | | `done`, `last` |
| probability | `hit` | |
| claim | | `claimed` |
| action | `entered`, `begun`, `state.` and the name of each declared field | |
| any node with services | `service_1_due`, `service_1_interval`, `service_1_spread` and so on | |
| a node whose guard aborts it and reads triggers | `guard_held_` and the name of each | |
| state | `entered`, `completed`, `activity_ended` | `activations` |
| history | | `states` |
| transition | | `enabled_from`, `after_length`, `ready_from` |
| machine | `entered` | |
| decision tree | `leaf`, `due`, `interval`, `evaluations`, `asked` | |
| random question of a decision tree | | `branch`, `seen`, `drawn`, `due` |

How often a node or transition has drawn belongs to the node too, and is kept beside these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import singledispatch

from graphs.expressions.typed import VariableRead, walk_typed
from graphs.expressions.types import ENTITY
from runtime.behavior_trees.action_leaf import ActionRow
from runtime.behavior_trees.branching import IfElseRow, SwitchRow, TryRecoverRow
from runtime.behavior_trees.claiming import ClaimRow
from runtime.behavior_trees.leaves import WaitRow
from runtime.behavior_trees.limiting_decorators import ProbabilityRow, RunLimitRow
from runtime.behavior_trees.parallel import ParallelRow
from runtime.behavior_trees.random_composites import RandomCompositeRow
from runtime.behavior_trees.repeat import LoopRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.timing_decorators import CooldownRow, DelayRow, RateLimitRow, TimeoutRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.utility_selector import UtilitySelectorRow
from runtime.decision_trees.decision_tree_row import DecisionTreeRow
from runtime.decision_trees.random_question import RandomQuestion
from runtime.expressions.context import Slot
from runtime.program.rows import Row
from runtime.state_machines.state_rows import MachineRow, StateRow
from runtime.state_machines.transition_rows import TransitionRow


class Meaning(Enum):
    """Say what the places of one memory hold, and so how they are written."""

    FLAG = "flag"
    RESULT = "result"
    NUMBER = "number"
    TICK = "tick"
    CHILD = "child"
    ORDER = "order"
    PLACE_IN_ORDER = "place in order"
    BRANCH = "branch"
    RESULTS = "results"
    TESTS = "tests"
    STATES = "states"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Memory:
    """Name one thing a row remembers: the index of its first place, whether it outlives the row's run.

    `only_child` tells that no other child than the one it names may run, `optional` that it may name none.
    `slot` is the place of a declared field; `order` the first place of the order that a place in it counts
    along.
    """

    name: str
    meaning: Meaning
    index: int = -1
    lasting: bool = False
    only_child: bool = False
    optional: bool = False
    slot: Slot | None = None
    order: int = -1


def remembered(row: Row) -> tuple[Memory, ...]:
    """Return everything a row remembers beside its status and its draws."""
    if not isinstance(row, TreeRow):
        return tuple(_own(row))
    return (*_own(row), *_of_services(row), *_of_guard(row))


def _of_services(row: TreeRow) -> Iterator[Memory]:
    for number, service in enumerate(row.services, 1):
        yield Memory(f"service_{number}_due", Meaning.TICK, service.due)
        yield Memory(f"service_{number}_interval", Meaning.NUMBER, service.interval)
        if service.spread >= 0:
            yield Memory(f"service_{number}_spread", Meaning.NUMBER, service.spread)


def _of_guard(row: TreeRow) -> Iterator[Memory]:
    guard = row.guard
    if guard is None or guard.held < 0:
        return
    test = guard.test
    names = {
        test.slots[node.slot_key].index: node.name
        for node in walk_typed(test.typed)
        if isinstance(node, VariableRead)
    }
    for place, trigger in enumerate(test.triggers, guard.held):
        yield Memory(f"guard_held_{names[trigger]}", Meaning.FLAG, place)


@singledispatch
def _own(row: Row) -> Iterator[Memory]:
    return iter(())


@_own.register
def _ordered(row: OrderedCompositeRow) -> Iterator[Memory]:
    yield Memory("place", Meaning.CHILD, row.place, row.keep, only_child=True, optional=row.reactive)
    yield Memory("tried", Meaning.FLAG, row.tried)
    if row.tested >= 0:
        yield Memory("tests", Meaning.TESTS, row.tested)


@_own.register
def _random(row: RandomCompositeRow) -> Iterator[Memory]:
    yield Memory("order", Meaning.ORDER, row.order)
    yield Memory("place", Meaning.PLACE_IN_ORDER, row.place, only_child=True, order=row.order)
    yield Memory("tried", Meaning.FLAG, row.tried)


@_own.register
def _parallel(row: ParallelRow) -> Iterator[Memory]:
    yield Memory("results", Meaning.RESULTS, row.finished)
    yield Memory("success", Meaning.NUMBER, row.needed)
    yield Memory("failure", Meaning.NUMBER, row.needed + 1)


@_own.register
def _utility(row: UtilitySelectorRow) -> Iterator[Memory]:
    yield Memory("chosen", Meaning.CHILD, row.chosen, only_child=True, optional=True)
    yield Memory("inertia", Meaning.FIELD, row.added.index, slot=row.added)


@_own.register
def _switch(row: SwitchRow) -> Iterator[Memory]:
    yield Memory("chosen", Meaning.CHILD, row.chosen, only_child=True, optional=True)


@_own.register
def _if_else(row: IfElseRow) -> Iterator[Memory]:
    yield Memory("branch", Meaning.CHILD, row.branch, optional=True)


@_own.register
def _try_recover(row: TryRecoverRow) -> Iterator[Memory]:
    yield Memory("recovering", Meaning.FLAG, row.recovering)
    yield Memory("left", Meaning.NUMBER, row.left)


@_own.register
def _loop(row: LoopRow) -> Iterator[Memory]:
    yield Memory("limit", Meaning.NUMBER, row.limit)
    yield Memory("done", Meaning.NUMBER, row.done)


@_own.register(TimeoutRow)
@_own.register(DelayRow)
@_own.register(WaitRow)
def _timed(row: TimeoutRow | DelayRow | WaitRow) -> Iterator[Memory]:
    yield Memory("due", Meaning.TICK, row.due)


@_own.register
def _cooldown(row: CooldownRow) -> Iterator[Memory]:
    yield Memory("length", Meaning.NUMBER, row.length)
    yield Memory("ready", Meaning.TICK, row.ready, lasting=True)


@_own.register
def _rate_limit(row: RateLimitRow) -> Iterator[Memory]:
    yield Memory("next_start", Meaning.TICK, row.next_start, lasting=True)
    yield Memory("last", Meaning.RESULT, row.last, lasting=True)


@_own.register
def _run_limit(row: RunLimitRow) -> Iterator[Memory]:
    yield Memory("done", Meaning.NUMBER, row.done, lasting=True)
    yield Memory("last", Meaning.RESULT, row.last, lasting=True)


@_own.register
def _probability(row: ProbabilityRow) -> Iterator[Memory]:
    yield Memory("hit", Meaning.FLAG, row.hit)


@_own.register
def _claim(row: ClaimRow) -> Iterator[Memory]:
    """Yield what it holds: until when that is kept, the rule of claims says (SEMANTICS 3.16)."""
    yield Memory("claimed", Meaning.FIELD, row.held, lasting=True, slot=Slot("object", row.held, ENTITY))


@_own.register
def _action(row: ActionRow) -> Iterator[Memory]:
    yield Memory("entered", Meaning.TICK, row.entered)
    yield Memory("begun", Meaning.FLAG, row.begun)
    for name, slot in row.fields.items():
        yield Memory(f"state.{name}", Meaning.FIELD, slot.index, slot=slot)


@_own.register
def _state(row: StateRow) -> Iterator[Memory]:
    yield Memory("entered", Meaning.TICK, row.entered_slot)
    yield Memory("completed", Meaning.RESULT, row.completed)
    yield Memory("activations", Meaning.NUMBER, row.activation_slot, lasting=True)
    if row.activity is not None:
        yield Memory("activity_ended", Meaning.FLAG, row.activity.ended)
    if row.history is not None:
        yield Memory("states", Meaning.STATES, lasting=True)


@_own.register
def _transition(row: TransitionRow) -> Iterator[Memory]:
    """Yield what belongs to the entry of its source, and to its machine: it is told although none runs."""
    if row.after is not None:
        yield Memory("enabled_from", Meaning.TICK, row.after.enabled_from, lasting=True)
        yield Memory("after_length", Meaning.NUMBER, row.after.length, lasting=True)
    if row.cooldown is not None:
        yield Memory("ready_from", Meaning.TICK, row.cooldown.ready_from, lasting=True)


@_own.register
def _machine(row: MachineRow) -> Iterator[Memory]:
    yield Memory("entered", Meaning.TICK, row.entered_slot)


@_own.register
def _decision_tree(row: DecisionTreeRow) -> Iterator[Memory]:
    yield Memory("leaf", Meaning.CHILD, row.current, only_child=True, optional=True)
    yield Memory("due", Meaning.TICK, row.due)
    yield Memory("interval", Meaning.NUMBER, row.interval)
    yield Memory("evaluations", Meaning.NUMBER, row.evaluations)
    yield Memory("asked", Meaning.FLAG, row.asked)


@_own.register
def _random_question(row: RandomQuestion) -> Iterator[Memory]:
    """Yield what a draw left behind: it is told although no question ever runs; each run forgets it."""
    yield Memory("branch", Meaning.BRANCH, row.kept, lasting=True)
    yield Memory("seen", Meaning.NUMBER, row.seen, lasting=True)
    yield Memory("drawn", Meaning.NUMBER, row.drawn, lasting=True)
    yield Memory("due", Meaning.NUMBER, row.due, lasting=True)
