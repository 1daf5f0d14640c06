"""Keep the transitions that were taken, for the list that shows them; no Qt."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from editor.running.run_log import RunLog
from graphs.model import Document, StateMachineGraph
from runtime.basics.status import StateOutcome
from runtime.history.recording.outcome_table import NOT_TICKED
from runtime.history.recording.recording import Recording
from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.brain_frames import told_frames
from runtime.records.trace_frame import BrainFrame, TraceFrame

MAXIMUM_ENTRIES = 2000
"""Entries kept; the oldest go first."""

PROGRAMS_KEPT = 64
"""So many programs are held for the words of their transitions; each edit of a run brings another."""


@dataclass(frozen=True, slots=True)
class TransitionEntry:
    """Hold one transition taken: when, by whom, between which states, and its place in the document."""

    tick: int
    agent: str
    mind: str
    graph: str
    edge: str
    source: str
    targets: str
    why: str


class TransitionLog:
    """Collect taken transitions of all agents. `version` grows with every change."""

    def __init__(self) -> None:
        self.entries: deque[TransitionEntry] = deque(maxlen=MAXIMUM_ENTRIES)
        self.version = 0
        self._described: dict[tuple[int, int], tuple[Row, str, str, str]] = {}
        self._kept: list[Program] = []

    def clear(self) -> None:
        """Forget all entries, for a new run."""
        self.entries.clear()
        self._described.clear()
        self._kept.clear()
        self.version += 1

    def forget_from(self, tick: int) -> None:
        """Forget the entries of a tick and all later ones: another future begins there."""
        while self.entries and self.entries[-1].tick >= tick:
            self.entries.pop()
            self.version += 1

    def add_frame(
        self,
        frame: TraceFrame,
        program_of: Callable[[str], Program | None],
        mind_of: Callable[[str], tuple[str, Document] | None],
    ) -> None:
        """Add what the brains of one tick took; `mind_of` names an agent's document."""
        for brain in told_frames(frame.brains):
            if not brain.taken:
                continue
            agent = brain.agent
            program, mind = program_of(agent), mind_of(agent)
            if program is None or mind is None:
                continue
            name, document = mind
            for row_index in brain.taken:
                row, source, targets, why = self._describe(program, row_index, document)
                element = row.node
                if row.is_added:
                    target = row.targets[0] if isinstance(row, TransitionRow) and row.targets else None
                    former = _left_beside(target, brain) if target is not None else None
                    if target is None or target.is_added or former is None:
                        continue
                    source, targets, why, element = former.name, target.name, "shares", target.element
                self.entries.append(
                    TransitionEntry(frame.tick, agent, name, row.graph, element, source, targets, why)
                )
                self.version += 1

    def _describe(self, program: Program, row_index: int, document: Document) -> tuple[Row, str, str, str]:
        key = (id(program), row_index)
        if key not in self._described:
            if all(kept is not program for kept in self._kept):
                if len(self._kept) >= PROGRAMS_KEPT:
                    self._described.clear()
                    self._kept.clear()
                # Holding the program keeps its id from being given to another.
                self._kept.append(program)
            row = program.rows[row_index]
            self._described[key] = (row, *transition_words(document, row))
        return self._described[key]


def _left_beside(target: StateRow, brain: BrainFrame) -> StateRow | None:
    """Return the mood that was left for another one, None where that is the first."""
    moods = [state for state in target.owner.child_states if state is not target]
    left = (state for state in moods if brain.outcomes[state.index] == StateOutcome.EXITED)
    return next(left, None)


def transition_words(document: Document, row: Row) -> tuple[str, str, str]:
    """Return the names of a transition's source and targets, and what it waited for, in words."""
    graph = document.graphs.get(row.graph)
    if not isinstance(graph, StateMachineGraph) or row.family is not RowFamily.TRANSITION:
        return "", "", ""
    edge = graph.edges.get(row.node)
    if edge is None:
        return "", "", ""
    owner = next((key for key, node in graph.nodes.items() if row.node in node.transitions), None)
    source = "any state" if owner is None else graph.nodes[owner].name or owner
    names = [graph.nodes[target].name or target for target in edge.targets if target in graph.nodes]
    events = ", ".join(event for event in edge.events if event not in ("tick", "always"))
    parts = [events, f"[{edge.guard}]" if edge.guard else "", f"after {edge.after} s" if edge.after else ""]
    return source, ", ".join(names) or source, " ".join(part for part in parts if part)


MOST_LOOKS = 300_000
"""So many outcomes of brains are looked through at most: of a large crowd only the last ticks are logged."""


def fill_logs(recording: Recording, transitions: TransitionLog, log: RunLog) -> None:
    """Log the transitions taken and the errors of a recording's ticks, the last ones of a large crowd."""
    agents = max(1, len(recording.cast.minds))
    first = max(recording.first_tick, recording.end_tick - MOST_LOOKS // agents)
    transitions.clear()
    log.forget_from(recording.first_tick)
    for block in recording.blocks:
        for tick in range(max(first, block.first), block.end):
            brains = _brains(recording, tick, block.codes[tick - block.first].tolist())
            if not brains:
                continue
            frame = TraceFrame(tick, brains, recording.poses(tick), ())
            transitions.add_frame(frame, partial(_program, recording, tick), partial(_mind, recording, tick))
            if recording.segment_at(tick) is recording.segments[-1]:
                log.add_frame(frame)


def _brains(recording: Recording, tick: int, codes: list[int]) -> dict[str, BrainFrame]:
    """Return the frames of those brains that took a transition or erred."""
    noted = dict(recording.notes(tick).brains)
    found: dict[str, BrainFrame] = {}
    for agent, code in zip(recording.cast.minds, codes, strict=True):
        notes = noted.get(agent)
        if code == NOT_TICKED or not (recording.table[code].taken or (notes is not None and notes.errors)):
            continue
        frame = recording.brain_frame(agent, tick)
        if frame is not None:
            found[agent] = frame
    return found


def _program(recording: Recording, tick: int, agent: str) -> Program | None:
    return recording.program(agent, tick)


def _mind(recording: Recording, tick: int, agent: str) -> tuple[str, Document] | None:
    name = recording.cast.minds[agent].partition("#")[0]
    return name, recording.segment_at(tick).minds.documents[name]
