"""Keep what went wrong in a run and what `log` nodes wrote, for the list that shows it; no Qt."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Place
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow
from runtime.records.brain_frames import told_frames
from runtime.records.trace_frame import RunError, TraceFrame
from runtime.session.session import Session

MAXIMUM_ENTRIES = 1000
"""Entries kept; the oldest go first."""

LOOK_BACK = 40
"""Newest entries in which an entry that comes again is looked for."""

NO_TICK = -1
"""The tick of a note that holds for the whole run."""

EntryKind = Literal["error", "log", "note"]

ProgramOf = Callable[[str], Program | None]
MindOf = Callable[[str], tuple[str, Document] | None]
"""Names the document that an agent runs, and gives it."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Hold one line of the log: an error, what a `log` node wrote, or a note on the run.

    `graph` and `element` are its place, "" for none, `place` names it in words. `detail` is the traceback of
    a mistake in the game's own code. An entry that comes again is counted in `times`; `tick` is the last one.
    """

    kind: EntryKind
    tick: int
    agent: str
    mind: str
    graph: str
    element: str
    message: str
    detail: str = ""
    place: str = ""
    times: int = 1


class RunLog:
    """Collect errors of all agents and the log lines of watched ones. `version` grows with every change."""

    def __init__(self, registry: Registry, program_of: ProgramOf, mind_of: MindOf) -> None:
        self.entries: deque[LogEntry] = deque(maxlen=MAXIMUM_ENTRIES)
        self.version = 0
        self.registry = registry
        self._program_of = program_of
        self._mind_of = mind_of
        self._errors: dict[str, tuple[Program, dict[int, tuple[int, RunError]]]] = {}

    def errors_of(self, agent: str, program: Program) -> Mapping[int, tuple[int, RunError]]:
        """Return the last error of each row of an agent with its tick, while it runs that program."""
        known = self._errors.get(agent)
        return known[1] if known is not None and known[0] is program else {}

    def start(self, session: Session | None) -> None:
        """Forget all entries, for a new run; note which of its minds cannot be rewound and saved (3.12)."""
        self.entries.clear()
        self._errors.clear()
        self.version += 1
        seen: set[int] = set()
        for agent, program in session.programs.items() if session is not None else ():
            if program.resumable or id(program) in seen:
                continue
            seen.add(id(program))
            for row in program.rows:
                if isinstance(row, ActionRow) and not row.action.resumable:
                    said = (
                        f"{row.action_id} is written with yield, so a run of this mind can be neither "
                        "rewound nor saved. Write it as a class with state_fields."
                    )
                    self._add("note", NO_TICK, agent, row, said)

    def forget_from(self, tick: int) -> None:
        """Forget the entries of a tick and all later ones: another future begins there."""
        kept = [entry for entry in self.entries if entry.tick < tick]
        if len(kept) < len(self.entries):
            self.entries = deque(kept, maxlen=MAXIMUM_ENTRIES)
            self.version += 1

    def add_frame(self, frame: TraceFrame) -> None:
        """Add what went wrong in one tick and what was logged in it."""
        for brain in told_frames(frame.brains):
            if not brain.errors and not brain.visits:
                continue
            agent = brain.agent
            program = self._program_of(agent)
            rows = program.rows if program is not None else ()
            for error in brain.errors:
                row = rows[error.row] if 0 <= error.row < len(rows) else None
                if program is not None:
                    self._keep(agent, program, frame.tick, error)
                self._add("error", frame.tick, agent, row, error.message, error.detail)
            for visit in brain.visits:
                if visit.row < len(rows) and rows[visit.row].kind == "log" and visit.sentence:
                    self._add("log", frame.tick, agent, rows[visit.row], visit.sentence)

    def _keep(self, agent: str, program: Program, tick: int, error: RunError) -> None:
        known = self._errors.get(agent)
        if known is None or known[0] is not program:
            known = self._errors[agent] = (program, {})
        known[1][error.row] = (tick, error)

    def _add(
        self, kind: EntryKind, tick: int, agent: str, row: Row | None, message: str, detail: str = ""
    ) -> None:
        """Add an entry, or count it where the same one stands among the newest."""
        mind = self._mind_of(agent)
        graph, element = (row.graph, row.element) if row is not None else ("", "")
        name = mind[0] if mind is not None else ""
        entry = LogEntry(kind, tick, agent, name, graph, element, message, detail)
        self.version += 1
        first = max(0, len(self.entries) - LOOK_BACK)
        for position in range(len(self.entries) - 1, first - 1, -1):
            known = self.entries[position]
            if _identity(known) == _identity(entry):
                del self.entries[position]
                self.entries.append(replace(known, tick=tick, detail=detail, times=known.times + 1))
                return
        if mind is not None and row is not None:
            words = place_text(mind[1], Place(graph, element), self.registry)
            entry = replace(entry, place=words)
        self.entries.append(entry)


def _identity(entry: LogEntry) -> tuple[str, ...]:
    return (entry.kind, entry.agent, entry.mind, entry.graph, entry.element, entry.message)
