"""Say what was asked of a run from outside, and when: the marks of the lane of inputs; no Qt."""

from __future__ import annotations

from collections.abc import Iterator

from editor.panels.timeline.lanes import EventMark
from graphs.kinds.declarations.registry import Registry
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.rows import row_path
from runtime.session.inputs import (
    AnswerStandIn,
    AskDecisions,
    AskTick,
    DriveAgent,
    EnterState,
    ForceResult,
    MakeNoise,
    PostEvent,
    SendAgent,
    SessionInput,
    SetCondition,
    SetPose,
    SwapMinds,
    ThrowObject,
    WriteVariable,
    WriteWorldVariable,
)
from runtime.worlds.flight.projectiles import THROWN_OBJECTS

SAME_GESTURE = 12
"""Ticks within which carrying or driving goes on as one mark."""


def inputs_of(
    recording: Recording, agent: str, registry: Registry, first: int, end: int
) -> tuple[EventMark, ...]:
    """Return what was asked for an agent, or for all, in recorded ticks first ≤ tick < end.

    Carrying an agent or driving it is one mark as long as it goes on.
    """
    found: list[EventMark] = []
    last: dict[str, int] = {}
    for block in recording.blocks:
        if block.end <= first or block.first >= end:
            continue
        for tick, notes in block.notes.items():
            if not first <= tick < end:
                continue
            for words, is_gesture in _words_at(recording, agent, registry, tick, notes.inputs):
                if not is_gesture or tick - last.get(words, -SAME_GESTURE - 1) > SAME_GESTURE:
                    found.append(EventMark(tick, words, True))
                last[words] = tick
    return tuple(found)


def _words_at(
    recording: Recording, agent: str, registry: Registry, tick: int, inputs: tuple[SessionInput, ...]
) -> Iterator[tuple[str, bool]]:
    for entry in inputs:
        words = _words(entry, agent)
        if isinstance(entry, (EnterState, ForceResult, AnswerStandIn)) and entry.agent == agent:
            path = entry.state_path if isinstance(entry, EnterState) else entry.node_path
            yield _order_words(entry, _title(recording, agent, registry, tick, path)), False
        elif words:
            yield words, isinstance(entry, (SetPose, DriveAgent))


def _order_words(order: EnterState | ForceResult | AnswerStandIn, title: str) -> str:
    if isinstance(order, EnterState):
        return f"enter {title}"
    if isinstance(order, AnswerStandIn):
        return f"{title}: {order.result.name.lower()}"
    return f"free {title}" if order.result is None else f"force {title}: {order.result.name.lower()}"


def _title(recording: Recording, agent: str, registry: Registry, tick: int, path: str) -> str:
    program = recording.program(agent, tick)
    mind = recording.cast.minds[agent].partition("#")[0]
    words = RowWords(program, recording.segment_at(tick).minds.documents[mind], registry)
    return next((words.title(row.index) for row in program.rows if row_path(row) == path), path)


def _words(entry: SessionInput, agent: str) -> str:
    """Return an input in a word or two, "" for one that is of another agent."""
    match entry:
        case WriteVariable() if entry.agent == agent:
            return f"{entry.name} written"
        case PostEvent() if agent in entry.agents:
            return f"{entry.name} posted"
        case AskTick() | AskDecisions() if entry.agent == agent:
            return "asked to think"
        case WriteWorldVariable():
            return f"{entry.name} written"
        case SetCondition():
            return f"{entry.name} {'on' if entry.answer else 'off'}"
        case SetPose():
            return "put" if entry.agent == agent else f"{entry.agent} put"
        case DriveAgent():
            return "driven" if entry.agent == agent else f"{entry.agent} driven"
        case SendAgent():
            return "sent" if entry.agent == agent else f"{entry.agent} sent"
        case MakeNoise():
            return "noise made"
        case ThrowObject():
            known = (name for name, thing in THROWN_OBJECTS.items() if thing == entry.thing)
            return f"{next(known, 'something')} thrown"
        case SwapMinds():
            return "mind edited"
        case _:
            return ""
