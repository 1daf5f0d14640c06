"""Write where a mind is as the start of a case, and begin a run there.

A start that tells what nodes remember is a snapshot by name, perhaps of an older version of the mind: what
has no place any more is left out and told (rules 8.2, 8.4). One that only sets variables is written by
hand, so a name that is not known is a slip of the pen and refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import name_remedy
from graphs.expressions.types import Type, Value, fits_type
from graphs.expressions.types import plain_value as json_value
from runtime.basics.host import RaisedEvent, Request
from runtime.minds.brain.brain import Brain
from runtime.minds.memory.brain_memory import (
    BrainMemory,
    DelayedMemory,
    GraphMemory,
    LatchMemory,
    NodeMemory,
    PendingMemory,
    memory_of,
)
from runtime.minds.memory.restore_brain import NotTakenOver, take_over
from runtime.minds.program.agent_state import AgentState
from runtime.trials.cases.case_file import (
    CaseStart,
    PostedEvent,
    StartDelayed,
    StartGraph,
    StartLatch,
    StartNode,
    StartPending,
    StartRequest,
    plain_value,
    typed_value,
    value_words,
)
from runtime.trials.cases.node_names import CaseProblem, CaseRefused

EventOf = Callable[[PostedEvent, str], RaisedEvent]
"""Returns the event that is at a place of a case, its payload checked; raises `CaseRefused`."""


def case_start_of(brain: Brain) -> CaseStart:
    """Return where a brain is, as the start of a case that goes on from there; take it between ticks.

    Raises `NotResumable` for a mind with an action written with yield (rule 3.12).
    """
    memory = memory_of(brain)
    world = AgentState(brain.world_bytes, brain.world_ints, brain.world_floats, brain.world_objects)
    shared = {name: json_value(world.read(slot)) for name, slot in brain.program.world_variables.items()}
    return CaseStart(
        tick=brain.host.tick,
        variables={**memory.variables, **shared},
        nodes={
            path: StartNode(kind=node.kind, status=node.status, memory=dict(node.memory), draws=node.draws)
            for path, node in memory.nodes.items()
        },
        graphs={
            path: StartGraph(variables=dict(graph.variables), parameters=dict(graph.parameters))
            for path, graph in memory.graphs.items()
        },
        latches={
            label: StartLatch(until=latch.until, had_tick=latch.had_tick)
            for label, latch in memory.latches.items()
        },
        events=tuple(
            PostedEvent(event=event.name, payload=_json_values(event.fields)) for event in memory.events
        ),
        delayed=tuple(map(_start_delayed, memory.delayed)),
        pending=tuple(map(_start_pending, memory.pending)),
        requests=tuple(_start_request(request) for request in memory.requests),
        quiet_ticks=memory.quiet_ticks,
        ended=memory.ended,
    )


def begin_at(start: CaseStart, brain: Brain, world: AgentState, event_of: EventOf) -> tuple[CaseProblem, ...]:
    """Let a fresh brain, and the world variables in `world`, begin there; return what was left out.

    Raises `CaseRefused` for what makes no sense.
    """
    snapshot = bool(start.nodes or start.graphs)
    own: dict[str, JsonValue] = {}
    for name, value in start.variables.items():
        where = f"start.variables.{name}"
        shared = brain.program.world_variables.get(name)
        slot = shared or brain.program.variables.get(name)
        if slot is None and not snapshot:
            raise unknown_variable(brain, name, where)
        if slot is not None and (shared is not None or not snapshot):
            checked_value(name, value, slot.type, where)
        if shared is not None:
            world.write(shared, typed_value(value, shared.type))
        else:
            own[name] = value
    memory = BrainMemory(
        variables=own,
        nodes={
            path: NodeMemory(node.kind, node.status, node.memory, node.draws)
            for path, node in start.nodes.items()
        },
        graphs={path: GraphMemory(graph.variables, graph.parameters) for path, graph in start.graphs.items()},
        latches={label: LatchMemory(latch.until, latch.had_tick) for label, latch in start.latches.items()},
        events=tuple(event_of(posted, f"start.events.{place}") for place, posted in enumerate(start.events)),
        delayed=tuple(
            DelayedMemory(
                delayed.due,
                event_of(PostedEvent(event=delayed.event, payload=delayed.payload), f"start.delayed.{place}"),
                delayed.machine,
                delayed.state,
                delayed.id,
            )
            for place, delayed in enumerate(start.delayed)
        ),
        pending=tuple(map(_pending_memory, start.pending)),
        requests=tuple(map(_request, start.requests)),
        quiet_ticks=start.quiet_ticks,
        ended=start.ended,
    )
    brain.tick_now = start.tick - 1
    try:
        left_out = take_over(memory, brain)
    except NotTakenOver as refused:
        raise CaseRefused(CaseProblem(f"start.{refused.where}", refused.message, refused.remedy)) from None
    return tuple(
        CaseProblem(f"start.{each.where}", each.why, "" if each.entered else "It is left out.")
        for each in left_out
    )


def checked_value(name: str, value: JsonValue, declared: Type, where: str) -> Value:
    """Return the value given for a variable or a field; raise `CaseRefused` where it is not of its type."""
    wanted = typed_value(value, declared)
    if not fits_type(wanted, declared):
        said = f"{name} is {declared.phrase} and cannot be {value_words(value)}."
        raise CaseRefused(CaseProblem(where, said, "Write a value of that type."))
    return wanted


def unknown_variable(brain: Brain, name: str, where: str) -> CaseRefused:
    """Return the refusal of a variable that the mind does not have."""
    known = [*brain.program.variables, *brain.program.world_variables]
    return CaseRefused(CaseProblem(where, f"This mind has no variable {name!r}.", name_remedy(name, known)))


def _start_request(request: Request) -> StartRequest:
    return StartRequest(
        node=request.node_path,
        behavior=request.behavior,
        arguments=_json_values(request.arguments),
        weight=request.weight,
        priority=request.priority,
    )


def _start_delayed(waiting: DelayedMemory) -> StartDelayed:
    return StartDelayed(
        event=waiting.event.name,
        due=waiting.due,
        payload=_json_values(waiting.event.fields),
        machine=waiting.machine,
        state=waiting.state,
        id=waiting.id,
    )


def _start_pending(waiting: PendingMemory) -> StartPending:
    event = waiting.event
    return StartPending(
        transition=waiting.transition,
        since=waiting.since,
        due=waiting.due,
        event=event.name if event is not None else "",
        payload=_json_values(event.fields) if event is not None else {},
        armed=waiting.armed,
    )


def _pending_memory(waiting: StartPending) -> PendingMemory:
    """Return a pending transition; its event may be one of the machine's own, such as done.success."""
    fields = {name: plain_value(value) for name, value in waiting.payload.items()}
    event = RaisedEvent(waiting.event, fields) if waiting.event else None
    return PendingMemory(waiting.transition, waiting.since, waiting.due, event, waiting.armed)


def _request(request: StartRequest) -> Request:
    arguments = {name: plain_value(value) for name, value in request.arguments.items()}
    return Request(request.behavior, arguments, float(request.weight), request.priority, request.node)


def _json_values(values: Mapping[str, Value]) -> dict[str, JsonValue]:
    return {name: json_value(value) for name, value in values.items()}
