"""Say what each kind of node remembers, by name (rule 3.13).

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
from functools import singledispatch

from graphs.expressions.typed import VariableRead, walk_typed
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.questions import RandomQuestion
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow


def remembered(row: Row) -> tuple[Memory, ...]:
    """Return everything a row remembers beside its status and its draws."""
    if not isinstance(row, TreeRow):
        return tuple(_own(row))
    return (*row.memories(), *_own(row), *_of_services(row), *_of_guard(row))


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
