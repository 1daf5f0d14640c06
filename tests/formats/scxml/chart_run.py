"""Run an imported chart tick by tick: post the events of a script, tell the innermost active states."""

from __future__ import annotations

from pathlib import Path

from graphs.formats.basics.format_record import Imported
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.projects.manifest_file import ManifestFile
from graphs.projects.manifest_registry import registry_with
from runtime.basics.host import RaisedEvent
from runtime.minds.actions.action import ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.compile.compiler import compile_document
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.agent_state import Slab, StateLayout
from runtime.minds.program.brain_log import BrainLog
from tests.runtime.lone_brain import ScriptedHost

RATE = 60
MOST_SELF_SENT = 50
"""How many ticks a machine may go on sending itself events before it is taken as settled."""


class _FalseHost(ScriptedHost):
    """Answer every condition of the game with false."""

    def condition(self, agent: str, name: str, arguments: tuple[object, ...]) -> bool:
        return False


def registry_of(imported: Imported) -> Registry:
    """Return the built-in registry with what an import asks of the game."""
    base = builtin_registry()
    if imported.manifest is None:
        return base
    return registry_with([ManifestFile(Path("import.kinds.json"), imported.manifest)], base)


class ChartRun:
    """Run the root machine of an imported chart."""

    def __init__(self, imported: Imported, rate: int = RATE) -> None:
        document = imported.document
        origin = next(iter(document.origin.values()), {})
        assert isinstance(origin, dict)
        events = origin.get("events", {})
        assert isinstance(events, dict)
        self.legal = {str(name): legal for legal, name in events.items()}
        self.program = compile_document(
            document, registry_of(imported), ActionLibrary({}), stand_ins=True, rate=rate
        )
        self.host = _FalseHost(rate)
        self.slab = Slab(self.program.layout, 1)
        world = Slab(StateLayout(), 1).agent(0)
        self.brain = Brain(self.program, self.slab.agent(0), self.host, "me", 1, world)
        self.rows = [row for row in self.program.rows if isinstance(row, StateRow)]
        self.ended_in: list[str] = []
        self.settle()

    def tick(self, *events: RaisedEvent) -> None:
        """Tick once, with events posted before."""
        for event in events:
            self.brain.post(event)
        log = BrainLog()
        self.brain.watched = True
        self.brain.tick(log)
        self.host.tick += 1
        if self.brain.ended and not self.ended_in:
            entered = [self.program.rows[row] for row, kind in log.passages if kind == "enter"]
            finals = [row.name for row in entered if isinstance(row, StateRow) and row.kind == "final"]
            self.ended_in = finals[-1:]

    def settle(self) -> None:
        """Tick until the machine sends itself nothing more."""
        self.tick()
        for _ in range(MOST_SELF_SENT):
            if not self.host.sent or self.brain.ended:
                return
            sent, self.host.sent = self.host.sent, []
            self.tick(*(event for _, event in sent))

    def post(self, name: str) -> None:
        """Post an event by its name in the file, and let the machine come to rest."""
        if self.brain.ended:
            return
        self.brain.post(RaisedEvent(self.legal.get(name, name)))
        self.settle()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * RATE)):
            if not self.brain.ended:
                self.settle()

    def active(self) -> list[str]:
        """Return the ids of the active states, sorted."""
        return sorted(row.node for row in self.rows if self.brain.bytes_[row.index])

    def innermost(self) -> list[str]:
        """Return the names of the active states without active states inside, sorted."""
        if self.brain.ended:
            return self.ended_in
        active = [row for row in self.rows if self.brain.bytes_[row.index]]
        outer = {row.owner.index for row in active}
        return sorted(row.name for row in active if row.index not in outer)
