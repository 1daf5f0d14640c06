"""Run an imported tree as its library's driver runs the tree itself, and compare what both did.

A run is told as `driver/library_runs.cpp` tells it. What is compared, and how it is brought into one form:

- *names*: every node of a job has a name of its own. The library tells paths of names, Mindloom paths of
  ids, whose titles are those names. A node that the import adds has no name, and is left out.
- *ticks*: a tick is one `tickOnce`. Where a node woke the tree the library begins again at the root within
  the tick, so nodes on the way are visited more often. A visit of a node *with children* that gave RUNNING is
  left out where the same node is visited again in the tick without a halt between. No visit of a leaf is.
- *SKIPPED*: the library keeps showing RUNNING for a node that gave SKIPPED, until its parent resets it. Only
  what a visit gave is compared, and such a reset is no halt.
- *order*: visits by their ends, and halts, in one list. Halts of nodes with children as of leaves.
- *values*: variables of the root's blackboard after each tick, as far as the library has them; a bool is a
  number there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphs.expressions.types import Value
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.sources import Source
from graphs.formats.listed_formats import FORMATS
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.projects.manifest_file import ManifestFile
from graphs.projects.manifest_registry import registry_with
from runtime.basics.status import RESULT_MASK, Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.action_context import BrainActionContext
from runtime.minds.brain.brain import Brain
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.agent_state import Slab, StateLayout
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.program import Program
from runtime.records.reasons import Reason
from runtime.records.trace_frame import PassageKind
from tests.runtime.lone_brain import ScriptedHost

Json = dict[str, Any]
LETTERS = {
    Status.RUNNING: "R",
    Status.SUCCESS: "S",
    Status.FAILURE: "F",
    Status.SKIPPED: "K",
    Status.IDLE: "I",
}
RESULTS = {"R": Status.RUNNING, "S": Status.SUCCESS, "F": Status.FAILURE}

READ_TYPES = ("int", "double", "bool", "string")
"""Types of ports that an action of the driver reads."""

Entry = tuple[str, str, Any]
"""A visit or a halt: the path of the node's names, a letter, and what an action read from its ports."""


@dataclass(frozen=True)
class Tick:
    """Hold what one tick did: the root's letter, visits and halts in order, and values by name."""

    root: str
    log: tuple[Entry, ...]
    values: Mapping[str, Any]


class OneLog(BrainLog):
    """Take visits and halts down in one list, in the order in which they happened."""

    __slots__ = ("listed", "names", "read")

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__()
        self.names = names
        self.listed: list[Entry] = []
        self.read: Any = None

    def note_visit(self, row: int, outcome: int, reason: Reason | None) -> None:
        """Take a visit that ended."""
        if row in self.names:
            self.listed.append((self.names[row], LETTERS[Status(outcome & RESULT_MASK)], self.read))
        self.read = None

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take a halt."""
        if kind == "halt" and row in self.names:
            self.listed.append((self.names[row], "H", None))


class ScriptedGame:
    """Be the game of a job: its actions and conditions answer by their scripts, which go round."""

    def __init__(self, job: Json) -> None:
        self.job = job
        self.visits: dict[int, int] = {}
        self.names: Mapping[int, str] = {}
        self.log = OneLog({})

    def letter(self, leaf: str, index: int) -> str:
        """Return the letter of a script."""
        script = self.job["scripts"].get(leaf, "S")
        return str(script[index % len(script)])

    def actions(self) -> ActionLibrary:
        """Return what the actions do."""
        read = {
            name: [port for port, type_ in ports.items() if type_ in READ_TYPES]
            for name, ports in self.job["actions"].items()
        }
        return ActionLibrary({name: GameAction(self, ports) for name, ports in read.items()})


class GameHost(ScriptedHost):
    """Keep time, and answer conditions by the letters of the tick."""

    def __init__(self, game: ScriptedGame) -> None:
        super().__init__()
        self.game = game

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer a condition of the game."""
        return self.game.letter(name, self.tick) == "S"


class GameAction(Action):
    """Be an action of the job: give the next letter of its node's script at each visit."""

    def __init__(self, game: ScriptedGame, ports: Sequence[str]) -> None:
        self.game, self.ports = game, ports

    def tick(self, context: ActionContext) -> Status:
        """Note what it is given, and answer."""
        assert isinstance(context, BrainActionContext)
        row, game = context.row_index, self.game
        index = game.visits.get(row, 0)
        game.visits[row] = index + 1
        game.log.read = {port: context.argument(port) for port in self.ports} or None
        return RESULTS[game.letter(game.names[row].rpartition("/")[2], index)]


def imported_job(job: Json) -> tuple[Imported, Registry]:
    """Import the text of a job; return what it became, and the registry with what its game must bring."""
    read = FORMATS["btcpp"].read
    assert read is not None
    imported = read((Source("job.xml", job["xml"].encode()),), builtin_registry())
    manifests = [] if imported.manifest is None else [ManifestFile(None, imported.manifest)]
    return imported, registry_with(manifests, builtin_registry())


def told_rows(imported: Imported) -> list[str]:
    """Return what an import tells of ticks that differ, in words; nothing where they are said to be the same.

    Three sorts of rows are about no tick: that what `_autoremap` joins is written out, which of several trees
    is the main one, and of which type an entry is that only leaves of the game hand on (`{key}`).
    """
    same = ("_autoremap", "main_tree_to_execute", "}")
    rows = [row for row in imported.rows if row.how != "exact" and not row.what.endswith(same)]
    return sorted({f"{row.what}: {row.reason}" for row in rows})


def names_of_rows(document: Document, program: Program) -> dict[int, str]:
    """Return the path of names of every row that has one."""
    root = document.root
    assert root is not None
    names: dict[int, str] = {}
    for row in program.rows:
        graph, said = document.graphs[root], []
        for key in row.path.split("/"):
            node = graph.nodes[key]
            said.append(node.title)
            called = getattr(node, "graph", None)
            graph = document.graphs[called] if called else graph
        if all(said):
            names[row.index] = "/".join(said)
    return names


def mindloom_ticks(job: Json, imported: Imported, registry: Registry) -> list[Tick]:
    """Run an imported job; raise `CompileError` where it does not compile."""
    game = ScriptedGame(job)
    program = compile_document(imported.document, registry, game.actions(), rate=60)
    game.names = names_of_rows(imported.document, program)
    host = GameHost(game)
    brain = Brain(program, Slab(program.layout, 1).agent(0), host, "me", 1, Slab(StateLayout(), 1).agent(0))
    brain.watched = True
    ticks = []
    for _ in range(job["ticks"]):
        game.log = OneLog(game.names)
        root = LETTERS[brain.tick(game.log)]
        host.tick += 1
        values = {name: brain.state.read(slot) for name, slot in program.variables.items()}
        errors = tuple(("error", error.message, None) for error in brain.errors)
        ticks.append(Tick(root, (*game.log.listed, *errors), values))
    return ticks


def library_ticks(told: Json) -> list[Tick]:
    """Return what the driver told, in the same form."""
    paths = [path for path, _id, _leaf in told["nodes"]]
    inner = {path for path, _id, leaf in told["nodes"] if not leaf}
    ticks: list[Tick] = []
    values: Json = {}
    for tick in told["ticks"]:
        values = {**values, **tick.get("values", {}).get("", {})}
        log = [_entry(each, paths) for each in tick["log"]]
        ticks.append(Tick(tick["root"], tuple(without_passes(log, inner)), values))
    return ticks


def _entry(said: Any, paths: Sequence[str]) -> Entry:
    text, read = (said, None) if isinstance(said, str) else said
    return paths[int(text[:-1])], text[-1], read


def without_passes(log: Sequence[Entry], inner: set[str]) -> list[Entry]:
    """Leave out visits of nodes with children that gave RUNNING, where the library came back in the tick."""
    kept: list[Entry] = []
    again: set[str] = set()
    for path, letter, read in reversed(log):
        if letter == "R" and path in again:
            continue
        kept.append((path, letter, read))
        if letter == "H":
            again.discard(path)
        elif path in inner:
            again.add(path)
    return kept[::-1]


def written(log: Sequence[Entry]) -> str:
    """Return visits and halts as one line."""
    return " ".join(f"{path}:{letter}{'' if read is None else read}" for path, letter, read in log)


def _same(theirs: Any, ours: Any) -> bool:
    return float(ours) == theirs if isinstance(ours, (bool, int, float)) else ours == theirs


def first_difference(library: Sequence[Tick], mindloom: Sequence[Tick]) -> str:
    """Return where two runs differ first, "" nowhere."""
    for number, (theirs, ours) in enumerate(zip(library, mindloom, strict=True)):
        if theirs.root != ours.root or theirs.log != ours.log:
            said = f"theirs: {theirs.root} {written(theirs.log)}\nours:   {ours.root} {written(ours.log)}"
            return f"tick {number}\n{said}"
        for name, value in theirs.values.items():
            if name in ours.values and not _same(value, ours.values[name]):
                return f"tick {number}: {name} is {value!r} there, {ours.values[name]!r} here"
    return ""
