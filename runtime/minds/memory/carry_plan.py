"""Work out once, for two versions of a program, what every agent keeps and from where to where.

| memory | is kept |
|---|---|
| variables, graph variables, parameters | by name and type; of a graph by its call path too (rule 8.4) |
| lasting memory, draw counts | where the node is the same |
| running memory | where the node is the same and goes on running |
| a place among children | as the child's id |
| a tick that counts a duration | from the old start, when the duration is another number now |

A duration that is an expression was evaluated on enter, and what was drawn on top of it was drawn then: both
stay until the next enter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from runtime.basics.context import Slot
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.machines.machine_rows import AfterCode, StateRow, TransitionRow
from runtime.minds.memory.memory_of_disabled import ShelfPlan, shelf_plan
from runtime.minds.memory.row_matching import NOWHERE, RowMatch, holders_of, match_rows
from runtime.minds.program.code import ControlValue
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow


@dataclass(frozen=True, slots=True)
class MemoryPair:
    """Hold one memory of a node in both versions, and by how many ticks its duration was made longer."""

    old: Memory
    new: Memory
    longer: int = 0


@dataclass(frozen=True, slots=True)
class NodePair:
    """Hold a node that is in both versions.

    `running` and `lasting` are its memories, `places` those of the old version that name the child it is at,
    `late_services` the positions of services that are new. A node with `roles` gives each place among its
    children a meaning of its own, as `if_else` does.
    """

    old: Row
    new: Row
    running: tuple[MemoryPair, ...] = ()
    lasting: tuple[MemoryPair, ...] = ()
    places: tuple[Memory, ...] = ()
    late_services: tuple[int, ...] = ()
    roles: bool = False


@dataclass(frozen=True, slots=True)
class SlotPair:
    """Hold the places of one variable in both versions."""

    old: Slot
    new: Slot


@dataclass(frozen=True, slots=True)
class MovedTimer:
    """Hold where an `after` was counted, and where it is counted now, `longer` by so many ticks."""

    old: AfterCode
    new: AfterCode
    longer: int

    def carry(self, old: list[int], new: list[int]) -> None:
        """Copy from the ints of the old brain to those of the new one."""
        new[self.new.enabled_from] = moved_tick(old[self.old.enabled_from], self.longer)
        new[self.new.length] = moved_tick(old[self.old.length], self.longer)


@dataclass(frozen=True)
class CarryPlan:
    """Hold what two versions of a program have in common.

    `nodes` are by old row; `holders` tell by new row what it runs inside. `variables` are agent variables,
    graph variables and parameters; `made_anew` the agent variables that take their default. `draws` are
    pairs of int places. With `same_places` every place of an agent's buffers means the same in both, but for
    the ticks in `moved`. `timers` are those that another member of a group counted before. `shelf` tells what
    was disabled or enabled.
    """

    old: Program
    new: Program
    match: RowMatch
    holders: tuple[int, ...]
    nodes: Mapping[int, NodePair]
    variables: tuple[SlotPair, ...]
    made_anew: tuple[str, ...]
    draws: tuple[tuple[int, int], ...]
    same_places: bool
    moved: tuple[MemoryPair, ...]
    timers: tuple[MovedTimer, ...]
    shelf: ShelfPlan


def plan_of(old: Program, new: Program, each_row: Callable[[], None] | None = None) -> CarryPlan:
    """Return what agents keep when `new` takes the place of `old`; call it before `new` is first run.

    It lets nodes of the new program that may be running in a way which the new document rules out be visited
    with care: `may_run`, `may_skip` and `interpreted` of the old rows hold for the new ones too. `each_row`
    is called again and again, so that the work can be done in slices.
    """
    match = match_rows(old, new)
    nodes: dict[int, NodePair] = {}
    for index, place in enumerate(match.new_of):
        if place != NOWHERE:
            nodes[index] = _pair(old.rows[index], new.rows[place])
        if each_row is not None:
            each_row()
    for pair in nodes.values():
        _take_over_care(pair)
    variables = tuple(_variables(old, new))
    same = _same_places(old, new, nodes)
    moved = tuple(memory for node in nodes.values() for memory in _moved(node)) if same else ()
    return CarryPlan(
        old=old,
        new=new,
        match=match,
        holders=holders_of(new),
        nodes=nodes,
        variables=variables,
        made_anew=tuple(
            name
            for name, slot in new.variables.items()
            if name not in old.variables or old.variables[name].type != slot.type
        ),
        draws=tuple(_draws(old, new, nodes)),
        same_places=same,
        moved=moved,
        timers=tuple(moved_timers(old, new, match)),
        shelf=shelf_plan(old, new, match),
    )


def _pair(old: Row, new: Row) -> NodePair:
    known = {memory.name: memory for memory in old.memories()}
    running: list[MemoryPair] = []
    lasting: list[MemoryPair] = []
    for memory in new.memories():
        before = known.get(memory.name)
        if before is None or before.meaning is not memory.meaning or _type(before) != _type(memory):
            continue
        pair = MemoryPair(before, memory, ticks_longer(before.duration, memory.duration))
        (lasting if before.lasting and memory.lasting else running).append(pair)
    return NodePair(
        old,
        new,
        tuple(running),
        tuple(lasting),
        places=tuple(memory for memory in known.values() if memory.meaning in _PLACES),
        late_services=tuple(_late_services(old, new)),
        roles=old.in_roles,
    )


_PLACES = (Meaning.CHILD, Meaning.PLACE_IN_ORDER)


def _type(memory: Memory) -> object:
    return memory.slot.type if memory.slot is not None else None


def _late_services(old: Row, new: Row) -> Iterator[int]:
    """Yield the positions of services that have nothing to go on from: new ones, or with a new jitter."""
    if not isinstance(old, TreeRow) or not isinstance(new, TreeRow):
        return
    for position, service in enumerate(new.services):
        before = old.services[position] if position < len(old.services) else None
        if before is None or (service.jitter is not None and before.jitter is None):
            yield position


def _take_over_care(pair: NodePair) -> None:
    old, new = pair.old, pair.new
    if not isinstance(old, TreeRow) or not isinstance(new, TreeRow) or new.disabled:
        return
    new.may_run = new.may_run or old.may_run
    new.may_skip = new.may_skip or old.may_skip
    new.interpreted = new.interpreted or old.interpreted or _counts_differently(old, new)


def _counts_differently(old: TreeRow, new: TreeRow) -> bool:
    """Tell whether a running node counts up to another number than the one in the document now."""
    return type(old) is type(new) and old.counts_to != new.counts_to


def _variables(old: Program, new: Program) -> Iterator[SlotPair]:
    yield from _slot_pairs(old.variables, new.variables)
    for before, instance in _instances(old, new):
        yield from _slot_pairs(before.slots, instance.slots)


def _slot_pairs(old: Mapping[str, Slot], new: Mapping[str, Slot]) -> Iterator[SlotPair]:
    for name, slot in new.items():
        if name in old and old[name].type == slot.type:
            yield SlotPair(old[name], slot)


def _instances(old: Program, new: Program) -> Iterator[tuple[Instance, Instance]]:
    known = {(instance.path, instance.graph): instance for instance in old.instances}
    for instance in new.instances:
        before = known.get((instance.path, instance.graph))
        if before is not None:
            yield before, instance


def _draws(old: Program, new: Program, nodes: Mapping[int, NodePair]) -> Iterator[tuple[int, int]]:
    """Yield the places that count the draws of the same node or transition."""
    same = {(pair.new.graph, pair.new.path) for pair in nodes.values()}
    for before, instance in _instances(old, new):
        for node, place in instance.draws.items():
            path = f"{instance.path}/{node}" if instance.path else node
            if node in before.draws and (instance.graph, path) in same:
                yield before.draws[node], place


def _same_places(old: Program, new: Program, nodes: Mapping[int, NodePair]) -> bool:
    """Tell whether both programs have the same nodes in the same order, and use every place alike."""
    if len(old.rows) != len(new.rows) or old.layout.sizes != new.layout.sizes:
        return False
    if old.variables != new.variables or old.instances != new.instances:
        return False
    return all(
        index in nodes and nodes[index].new.index == index and _same_node(nodes[index])
        for index in range(len(old.rows))
    )


def _same_node(pair: NodePair) -> bool:
    old, new = pair.old, pair.new
    return (
        (old.parent, old.end, old.children, type(old)) == (new.parent, new.end, new.children, type(new))
        and getattr(old, "disabled", False) == getattr(new, "disabled", False)
        and old.memories() == new.memories()
        and not pair.late_services
        and _remembers_alike(old, new)
    )


def _remembers_alike(old: Row, new: Row) -> bool:
    """Tell whether the same places are in use: some are written only where the document asks for it."""
    if isinstance(old, DecisionTreeRow) and isinstance(new, DecisionTreeRow):
        return old.pace.every == new.pace.every
    if isinstance(old, StateRow) and isinstance(new, StateRow):
        return _loops(old) == _loops(new)
    return True


def _loops(state: StateRow) -> bool:
    return state.activity is not None and state.activity.loop


def _moved(pair: NodePair) -> Iterator[MemoryPair]:
    yield from (memory for memory in (*pair.running, *pair.lasting) if memory.longer)


# -- durations --------------------------------------------------------------------------------------


def ticks_longer(old: ControlValue | None, new: ControlValue | None) -> int:
    """Return by how many ticks a duration was made longer; 0 where it is no plain number in both."""
    if old is None or new is None or old.expression is not None or new.expression is not None:
        return 0
    return new.constant_ticks - old.constant_ticks


def moved_tick(tick: int, longer: int) -> int:
    """Return a tick moved by a change of its duration, within what a tick can be."""
    return min(max(tick + longer, 0), MOST_TICKS)


def moved_timers(old: Program, new: Program, match: RowMatch) -> Iterator[MovedTimer]:
    """Yield every timer that another member of its group counted before."""
    for row in new.rows:
        if not isinstance(row, TransitionRow) or row.after is None or row is not row.members[0]:
            continue
        first = counted_before(row, old, match)
        if first is not None and first.after is not None and match.new_of[first.index] != row.index:
            yield MovedTimer(first.after, row.after, ticks_longer(first.after.ticks, row.after.ticks))


def counted_before(transition: TransitionRow, old: Program, match: RowMatch) -> TransitionRow | None:
    """Return the transition of the old program at which the `after` of this one, or its group, was counted.

    None where it is new: neither it nor another member had an `after` at the same source.
    """
    for member in (transition, *transition.members):
        place = match.old_of[member.index]
        before = old.rows[place] if place != NOWHERE else None
        if not isinstance(before, TransitionRow) or before.after is None:
            continue
        if match.new_of[before.parent] == member.parent:
            return before.members[0]
    return None
