"""Write a recording as Chrome trace events, which chrome://tracing and Perfetto show as a timeline."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from graphs.kinds.declarations.registry import Registry
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import Stretch, held_codes, outcome_matrix, stretches
from runtime.history.recording.row_words import RowWords
from runtime.minds.program.rows import RowFamily

_MICROSECONDS = 1_000_000


def chrome_trace(recording: Recording, registry: Registry) -> str:
    """Return the JSON text: a process per agent, a track per state and running leaf, events as instants.

    Times are in microseconds of simulated time; a span lasts to the end of its last tick.
    """
    events = [
        event
        for place, agent in enumerate(recording.cast.minds)
        for event in _of_agent(recording, registry, agent, place + 1)
    ]
    return json.dumps(
        {"traceEvents": events, "displayTimeUnit": "ms"}, ensure_ascii=False, separators=(",", ":")
    )


def _of_agent(recording: Recording, registry: Registry, agent: str, process: int) -> Iterator[object]:
    yield {"ph": "M", "pid": process, "name": "process_name", "args": {"name": agent}}
    mind = recording.cast.minds[agent].partition("#")[0]
    microseconds = _MICROSECONDS / recording.cast.rate
    for stretch in stretches(recording, agent, recording.first_tick, recording.end_tick):
        document = recording.segment_at(stretch.first).minds.documents[mind]
        words = RowWords(stretch.program, document, registry)
        for row, first, end in _spans(recording, agent, stretch):
            yield {
                "ph": "X",
                "pid": process,
                "tid": row,
                "name": words.title(row),
                "cat": stretch.program.rows[row].family.value,
                "ts": round(first * microseconds),
                "dur": round((end - first) * microseconds),
                "args": {"first_tick": first, "last_tick": end - 1, "path": stretch.program.rows[row].path},
            }
    for tick, notes in recording.all_notes():
        for event in notes.events:
            if event.agent == agent:
                at = round(tick * microseconds)
                yield {"ph": "i", "s": "p", "pid": process, "tid": 0, "name": event.name, "ts": at}


def _spans(recording: Recording, agent: str, stretch: Stretch) -> Iterator[tuple[int, int, int]]:
    """Return (row, first tick, tick after the last) of everything that was active or running.

    It lasts until the agent's mind ticks again.
    """
    distinct, places = np.unique(held_codes(recording, agent, stretch), return_inverse=True)
    matrix = outcome_matrix(recording, distinct, len(stretch.program.rows))
    for row in stretch.program.rows:
        column = matrix[:, row.index]
        if row.family is RowFamily.STATE:
            on = np.isin(column, (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED))
        elif row.family is RowFamily.TREE_NODE and not row.children:
            on = (column & RESULT_MASK == NodeOutcome.RUNNING) & (column & HALTED == 0)
        else:
            continue
        ticks = np.concatenate(([False], on[places], [False]))
        edges = np.flatnonzero(ticks[1:] != ticks[:-1])
        for first, end in edges.reshape(-1, 2).tolist():
            yield row.index, stretch.first + first, stretch.first + end
