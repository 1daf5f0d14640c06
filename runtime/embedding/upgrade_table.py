"""Write down what a saved game keeps when another version of its mind takes over, for every executor.

The table says of two exports what a hot swap says of two programs (rules 8.2 to 8.4). What differs is because
a save is data, and nothing can run in it:

| a hot swap | the table |
|---|---|
| halts and exits what does not go on, with its lines | it is gone; no line and no action runs |
| enters what misses in the configuration of a machine | that machine starts again at its next tick |
| works out the time of a timer or service that is new | where it is a number; else its owner starts again |

Moves are applied in order, from the memory that was saved to one that has just begun.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import TRIGGER
from runtime.basics.context import BufferName, Slot
from runtime.basics.time_ticks import MOST_TICKS
from runtime.embedding.saved_mind import own_sizes, saved_float
from runtime.export.export_problem import EXPORT_AGAIN, UPGRADE_FORMAT, UPGRADE_VERSION, ExportProblem
from runtime.export.load_program import LoadedExport, load_program
from runtime.export.program_json import ProgramFiles
from runtime.export.writing_and_reading import width_of
from runtime.minds.actions.action import Action, ActionLibrary
from runtime.minds.decisions.decision_tree_row import ON_DEMAND, DecisionTreeRow
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.machines.machine_rows import MachineRow, StateRow, TransitionRow
from runtime.minds.machines.tick_state import EXECUTION_ERROR
from runtime.minds.memory.carry_plan import (
    CarryPlan,
    MemoryPair,
    NodePair,
    SlotPair,
    counted_before,
    plan_of,
    ticks_longer,
)
from runtime.minds.memory.memory_values import child_ids
from runtime.minds.memory.row_matching import NOWHERE, holders_of, row_key
from runtime.minds.program.agent_state import Slab
from runtime.minds.program.program import Program
from runtime.minds.program.row_fields import Meaning, Memory
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.claiming import NO_SCOPE, claims_of
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import NO_BRANCH

_BUFFERS: dict[BufferName, str] = {"byte": "bytes", "int": "ints", "float": "floats", "object": "objects"}


def upgrade_table(old: ProgramFiles, new: ProgramFiles) -> JsonObject:
    """Return the table that carries saves of the mind `old` to `new` (help page on the runtime format).

    Raises `ExportProblem` where one of them is damaged or has no names, by which nodes are found again, or
    where their rates differ.
    """
    before, after = _looked_at(old), _looked_at(new)
    rates = before.program.rate, after.program.rate
    if rates[0] != rates[1]:
        raise ExportProblem("rate", f"They are for {rates[0]} and {rates[1]} ticks a second.", "Use one.")
    plan = plan_of(before.program, after.program)
    return {
        "format": UPGRADE_FORMAT,
        "version": UPGRADE_VERSION,
        "from": old.program["hash"],
        "to": new.program["hash"],
        "begin": _beginning(plan.new),
        "always": [*_always(plan)],
        "rows": [*_rows(plan)],
        "transitions": [*_transitions(plan)],
        "claims": [*_claims(plan)],
        "triggers": [[pair.old.index, pair.new.index] for pair in plan.variables if pair.old.type == TRIGGER],
        "events": [*sorted(_same_events(before, after)), EXECUTION_ERROR.name],
    }


def _same_events(before: LoadedExport, after: LoadedExport) -> Iterator[str]:
    """Yield the declared events that both know with the same payload."""
    payloads = {name: event.payload for name, event in before.needs.events.items()}
    return (name for name, event in after.needs.events.items() if payloads.get(name) == event.payload)


def _looked_at(files: ProgramFiles) -> LoadedExport:
    """Return a program that is looked at and never run: no game supplies anything to it."""
    if files.names is None:
        raise ExportProblem("", "It has no names beside it, X.names.json.", EXPORT_AGAIN)
    needs = files.program.get("needs", {})
    actions = needs.get("actions", {}) if isinstance(needs, dict) else {}
    library = ActionLibrary({name: Action() for name in actions} if isinstance(actions, dict) else {})
    return load_program(files.program, library, names=files.names)


def _beginning(program: Program) -> JsonObject:
    """Return the memory of an agent that begins."""
    state = Slab(program.layout, 1).agent(0)
    program.set_initial_values(state)
    sizes = own_sizes(program)
    return {
        "bytes": bytes(state.bytes_[: sizes["byte"]]).hex(),
        "ints": [*state.ints[: sizes["int"]]],
        "floats": [saved_float(value) for value in state.floats[: sizes["float"]]],
        "objects": [*state.objects[: sizes["object"]]],
    }


# -- what is kept whatever runs -----------------------------------------------------------------------


def _always(plan: CarryPlan) -> list[JsonValue]:
    """Return the moves of variables, lasting memory, counts of draws, and timers."""
    moves: list[JsonObject] = []
    for pair in plan.variables:
        moves += _trigger_moves(pair, plan) if pair.old.type == TRIGGER else _slot_moves(pair.old, pair.new)
    moves += [_copy("int", *places) for places in plan.draws]
    for node in plan.nodes.values():
        moves += [move for memory in node.lasting for move in _moves(memory, node)]
    for timer in plan.timers:
        moves.append(_later(timer.old.enabled_from, timer.new.enabled_from, timer.longer))
        moves.append(_later(timer.old.length, timer.new.length, timer.longer))
    return _joined(moves)


def _trigger_moves(pair: SlotPair, plan: CarryPlan) -> Iterator[JsonObject]:
    """Yield the moves of a trigger: it stays armed for as long as it would have, if both are timed."""
    before, after = plan.old.triggers[pair.old.index], plan.new.triggers[pair.new.index]
    if before.latch_ticks and after.latch_ticks:
        yield _copy("byte", before.index, after.index)
        yield _copy("int", before.until, after.until)
    else:
        yield {"op": "armed", "from": before.index, "to": after.index}


def _slot_moves(old: Slot, new: Slot) -> Iterator[JsonObject]:
    yield _copy(old.buffer, old.index, new.index, width_of(old))
    if old.length >= 0:
        yield _copy("int", old.length, new.length)


# -- what goes on --------------------------------------------------------------------------------------


def _rows(plan: CarryPlan) -> Iterator[JsonObject]:
    """Yield, parents first, each node that goes on where it runs and what it runs inside goes on."""
    holders = holders_of(plan.old)
    for node in plan.nodes.values():
        holder = holders[node.old.index]
        inside = NOWHERE if holder == NOWHERE else plan.match.new_of[holder]
        may_run = isinstance(node.old, (TreeRow, StateRow)) and not getattr(node.new, "disabled", False)
        later = _begun_later(node, plan)
        if not may_run or plan.holders[node.new.index] != inside or later is None:
            continue
        again = _begins_again(node)
        kept = [memory for memory in node.running if memory.new.name not in again]
        moves = [move for memory in kept for move in _moves(memory, node)] + _end_of_activity(node, again)
        told: JsonObject = {
            "row": node.old.index,
            "to": node.new.index,
            "in": holder if holder != NOWHERE else None,
            "at": [_child_place(place, node) for place in node.places],
            "roles": [*_other_roles(node)],
            "moves": _joined([*moves, *_results_below(node, plan), *later]),
            **_configuration(node),
        }
        yield {name: value for name, value in told.items() if value not in (None, [])}


def _configuration(node: NodePair) -> JsonObject:
    """Return which states have to be active inside, and the machine that starts again where they are not."""
    old, new = node.old, node.new
    if not isinstance(old, (MachineRow, StateRow)) or not isinstance(new, (MachineRow, StateRow)):
        return {}
    needed: list[JsonValue] = [state.index for state in new.child_states]
    machine = old if isinstance(old, MachineRow) else old.machine
    told: JsonObject = {"machine": [machine.index, machine.end]} if needed else {}
    parallel = isinstance(new, StateRow) and new.is_parallel
    return {**told, "all_of" if parallel else "one_of": needed}


def _child_place(memory: Memory, node: NodePair) -> JsonObject:
    place: JsonObject = {"from": memory.index, "children": _new_places(node)}
    return {**place, "order": memory.order} if memory.meaning is Meaning.PLACE_IN_ORDER else place


def _other_roles(node: NodePair) -> Iterator[int]:
    """Yield the children that may not run: their place, which is a role, is another one now."""
    if node.roles and isinstance(node.old, TreeRow):
        now = child_ids(node.new)
        for place, child in enumerate(node.old.child_rows):
            if child.node in now and now.index(child.node) != place:
                yield child.index


def _results_below(node: NodePair, plan: CarryPlan) -> Iterator[JsonObject]:
    """Yield the moves of results of children that do not run (rule 3.1)."""
    if isinstance(node.old, TreeRow):
        for child in node.old.child_rows:
            place = plan.match.new_of[child.index]
            row = plan.new.rows[place] if place != NOWHERE else None
            if row and row.parent == node.new.index and not getattr(row, "disabled", False):
                yield {"op": "result", "from": child.index, "to": place}


def _begins_again(node: NodePair) -> frozenset[str]:
    """Return the names of memories that begin again although their node goes on."""
    old, new = node.old, node.new
    before = old.activity if isinstance(old, StateRow) else None
    if isinstance(new, StateRow) and before is not None and not before.loop:
        after = new.activity
        if after is None or after.loop or row_key(after.row) != row_key(before.row):
            return frozenset({"activity_ended", "completed"})
    if isinstance(old, DecisionTreeRow) and isinstance(new, DecisionTreeRow) and _has_new_pace(old, new):
        return frozenset({"interval", "due"})
    return frozenset()


def _end_of_activity(node: NodePair, again: frozenset[str]) -> list[JsonObject]:
    """Return the move of a completion that is not that of an activity which begins again."""
    old, new = node.old, node.new
    if "completed" not in again or not isinstance(old, StateRow) or not isinstance(new, StateRow):
        return []
    assert old.activity is not None
    return [{"op": "bytes", "from": old.completed, "to": new.completed, "unless": old.activity.ended}]


def _has_new_pace(old: DecisionTreeRow, new: DecisionTreeRow) -> bool:
    return new.pace.every.expression is None and new.pace.every != old.pace.every


def _begun_later(node: NodePair, plan: CarryPlan) -> list[JsonObject] | None:
    """Return the moves that begin what is new at a node that goes on; None where only a run can."""
    old, new = node.old, node.new
    moves: list[JsonObject] = []
    regions = old.child_states if isinstance(old, StateRow) and old.is_parallel else ()
    if any(plan.match.new_of[region.index] == NOWHERE for region in regions):
        return None  # The last that had not completed may be gone; only a run completes the state then.
    if isinstance(old, DecisionTreeRow) and isinstance(new, DecisionTreeRow) and _has_new_pace(old, new):
        pace = new.pace.every.constant
        assert isinstance(pace, int)
        moves += [_set(new.interval, pace), _set(new.due, MOST_TICKS if pace == ON_DEMAND else 0)]
    if isinstance(new, TreeRow):
        for position in node.late_services:
            service = new.services[position]
            if service.every.expression is not None or service.jitter is not None:
                return None
            moves += [_set(service.interval, service.every.constant_ticks), _set(service.due, 0)]
    if isinstance(old, (MachineRow, StateRow)) and isinstance(new, (MachineRow, StateRow)):
        for transition in (*new.transitions, *new.interrupts):
            after = transition.after
            if after is None or counted_before(transition, plan.old, plan.match) is not None:
                continue
            if after.ticks.expression is not None:
                return None
            ticks = after.ticks.constant_ticks
            moves += [_set(after.length, ticks), _later(old.entered_slot, after.enabled_from, ticks)]
    return moves


def _transitions(plan: CarryPlan) -> Iterator[JsonObject]:
    """Yield the transitions that go on being pending; of a weighted group the first member waits."""
    for node in plan.nodes.values():
        old, new = node.old, node.new
        if not isinstance(old, TransitionRow) or not isinstance(new, TransitionRow) or new.delay is None:
            continue
        machine = new.source.machine if isinstance(new.source, StateRow) else new.source
        if plan.match.new_of[old.parent] == new.parent and new in machine.all_transitions:
            longer = ticks_longer(old.delay.ticks if old.delay is not None else None, new.delay.ticks)
            told: JsonObject = {"row": old.index, "to": new.members[0].index, "longer": longer}
            yield {name: value for name, value in told.items() if value or name != "longer"}


def _claims(plan: CarryPlan) -> Iterator[JsonObject]:
    """Yield the places of claims; one without `to` is gone, one with `in` lasts while that row goes on."""
    claims = {claim.index: claim for claim in claims_of(plan.new)}
    for claim in claims_of(plan.old):
        after = claims.get(plan.match.new_of[claim.index])
        told: JsonObject = {"from": claim.held, "to": None if after is None else after.held}
        if claim.counter is not None:
            told["counter"] = claim.variable
        if after is not None and after.scope != NO_SCOPE:
            told["in"] = after.scope
        yield {name: value for name, value in told.items() if value is not None}


# -- moves -----------------------------------------------------------------------------------------------


def _moves(pair: MemoryPair, node: NodePair) -> Iterator[JsonObject]:
    """Yield the moves of one memory of a node."""
    old, new = pair.old, pair.new
    meaning = new.meaning
    if meaning in (Meaning.FLAG, Meaning.RESULT):
        yield _copy("byte", old.index, new.index)
    elif meaning in (Meaning.NUMBER, Meaning.TICK):
        if pair.longer:
            yield {**_later(old.index, new.index, pair.longer), **({"unset": True} if new.lasting else {})}
        else:
            yield _copy("int", old.index, new.index)
    elif meaning is Meaning.FIELD:
        if old.slot is not None and new.slot is not None and not isinstance(node.old, ActionRow):
            yield from _slot_moves(old.slot, new.slot)
    elif meaning is Meaning.STATES:
        places = {state.node: place for state, place in _history_places(node.new)}
        for state, place in _history_places(node.old):
            if state.node in places:
                yield _copy("byte", place, places[state.node])
    else:
        yield from _moves_of_children(pair, node)


def _moves_of_children(pair: MemoryPair, node: NodePair) -> Iterator[JsonObject]:
    old, new = pair.old, pair.new
    if new.meaning in (Meaning.RESULTS, Meaning.TESTS):
        for place, now in enumerate(_new_places(node)):
            if isinstance(now, int):
                yield _copy("byte", old.index + place, new.index + now)
        return
    move: JsonObject = {"from": old.index, "to": new.index, "children": _new_places(node)}
    if new.meaning is Meaning.BRANCH:
        yield {**move, "op": "child", "children": _new_branches(node)}
    elif new.meaning is Meaning.CHILD:
        yield {**move, "op": "child"}
    elif new.meaning is Meaning.ORDER:
        yield {**move, "op": "order", "among": len(child_ids(node.new))}
    else:
        yield {
            **move,
            "op": "place",
            "order": old.order,
            "into": new.order,
            "among": len(child_ids(node.new)),
        }


def _new_places(node: NodePair) -> list[JsonValue]:
    """Return by the place of each child its place now, None for one that is gone."""
    now = child_ids(node.new)
    return [now.index(child) if child in now else None for child in child_ids(node.old)]


def _new_branches(node: NodePair) -> list[JsonValue]:
    """Return by place where the branch that was drawn is now: its place, or the first to the same node."""
    assert isinstance(node.old, QuestionRow)
    assert isinstance(node.new, QuestionRow)
    now = [branch.node for branch in node.new.branches]
    places: list[JsonValue] = []
    for place, branch in enumerate(node.old.branches):
        same = now[place : place + 1] == [branch.node]
        places.append(place if same else now.index(branch.node) if branch.node in now else NO_BRANCH)
    return places


def _history_places(row: Row) -> tuple[tuple[StateRow, int], ...]:
    return row.history.places if isinstance(row, StateRow) and row.history is not None else ()


def _copy(buffer: BufferName, old: int, new: int, count: int = 1) -> JsonObject:
    return {"op": _BUFFERS[buffer], "from": old, "to": new, "count": count}


def _later(old: int, new: int, longer: int) -> JsonObject:
    return {"op": "tick", "from": old, "to": new, "longer": longer}


def _set(place: int, value: int) -> JsonObject:
    return {"op": "set", "to": place, "value": value}


def _joined(moves: list[JsonObject]) -> list[JsonValue]:
    """Return moves with copies that lie side by side made one; a count of 1 is left out."""
    found: list[JsonObject] = []
    for move in moves:
        last = found[-1] if found else {}
        count, more = last.get("count"), move.get("count")
        is_copy = isinstance(count, int) and isinstance(more, int) and move["op"] == last["op"]
        if is_copy and all(move[name] == _plus(last[name], count) for name in ("from", "to")):
            last["count"] = _plus(count, more)
        else:
            found.append(dict(move))
    return [{name: value for name, value in move.items() if (name, value) != ("count", 1)} for move in found]


def _plus(place: JsonValue, count: JsonValue) -> int:
    assert isinstance(place, int)
    assert isinstance(count, int)
    return place + count
