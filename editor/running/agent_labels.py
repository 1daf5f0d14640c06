"""Say in a word what each agent is doing: the name of its active state, or of its running leaf; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from runtime.basics.status import RESULT_MASK, NodeOutcome, StateOutcome
from runtime.minds.brain.brain import Brain
from runtime.minds.machines.machine_rows import StateRow
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.brain_frames import outcomes_by_agent
from runtime.records.trace_frame import TraceFrame

ProgramOf = Callable[[str], Program | None]
MindOf = Callable[[str], tuple[str, Document] | None]

MOST_KEPT = 4096
"""So many different outcomes are looked up once only."""

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


@dataclass(frozen=True, slots=True)
class ActiveState:
    """Hold what an agent is in: its outermost active state or running branch, and the tint of that.

    The tint is the place among its siblings, as for the bars of the timeline.
    """

    words: str
    tint: int


class AgentLabels:
    """Keep the last outcome bytes of every brain and make a label of them when one is asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._outcomes: dict[str, bytes] = {}
        self._states: dict[tuple[int, bytes], tuple[Program, ActiveState | None]] = {}

    def clear(self) -> None:
        """Forget everything, for a new run."""
        self._outcomes.clear()
        self._states.clear()

    def add_frame(self, frame: TraceFrame) -> None:
        """Take what the brains of one tick did."""
        self._outcomes.update(outcomes_by_agent(frame.brains))

    def take_brains(self, brains: Mapping[str, Brain]) -> None:
        """Take what brains show after an edit of a world that is held: their rows are others now."""
        for agent, brain in brains.items():
            self._outcomes[agent] = bytes(brain.outcomes)

    def label(self, agent: str, program_of: ProgramOf, mind_of: MindOf) -> str:
        """Return the agent's outermost active state, or its running leaf; "" before its first tick."""
        program, mind, outcomes = program_of(agent), mind_of(agent), self._outcomes.get(agent)
        if program is None or mind is None or outcomes is None or len(outcomes) != len(program.rows):
            return ""
        row = _telling_row(program, outcomes)
        return self._title(program.rows[row], mind[1]) if row >= 0 else ""

    def state(self, agent: str, program_of: ProgramOf, mind_of: MindOf) -> ActiveState | None:
        """Return what an agent is in, None before its first tick and where nothing runs."""
        program, outcomes = program_of(agent), self._outcomes.get(agent)
        if program is None or outcomes is None or len(outcomes) != len(program.rows):
            return None
        known = self._states.get((id(program), outcomes))
        if known is not None and known[0] is program:
            return known[1]
        mind = mind_of(agent)
        if mind is None:
            return None
        if len(self._states) >= MOST_KEPT:
            self._states.clear()
        found = self._find_state(program, outcomes, mind[1])
        self._states[id(program), outcomes] = (program, found)
        return found

    def _find_state(self, program: Program, outcomes: bytes, document: Document) -> ActiveState | None:
        place = _telling_place(program, outcomes)
        if place is None:
            return None
        row, tint = place
        return ActiveState(self._title(row, document), tint)

    def _title(self, row: Row, document: Document) -> str:
        graph = document.graphs.get(row.graph)
        node = graph.nodes.get(row.node) if graph is not None else None
        if graph is None or node is None:
            return ""
        return node_title(node, graph.kind, self._registry, document)


def _telling_place(program: Program, outcomes: bytes) -> tuple[Row, int] | None:
    """Return the active state or running branch that tells most, and its place among its siblings.

    The branches of a tree are where it first parts; those of a decision tree are what it decides between.
    Where nothing runs on, the last leaf that succeeded tells.
    """
    index = _telling_row(program, outcomes)
    if index < 0:
        index = _last_success(program, outcomes)
    if index < 0:
        return None
    row = program.rows[index]
    if isinstance(row, StateRow):
        siblings = [each for each in row.owner.child_states if not each.is_added]
        return row, next((place for place, each in enumerate(siblings) if each is row), 0)
    branches = [program.rows[0]]
    while len(branches) == 1 and branches[0].index < index:
        branches = _branches(program, branches[0])
    return next(
        ((branch, place) for place, branch in enumerate(branches) if branch.index <= index < branch.end),
        (row, 0),
    )


def _branches(program: Program, row: Row) -> list[Row]:
    if row.kind != "decision_tree":
        return [program.rows[child] for child in row.children]
    below = program.rows[row.index + 1 : row.end]
    return [each for each in below if each.parent == row.index and each.family is RowFamily.TREE_NODE]


def _telling_row(program: Program, outcomes: bytes) -> int:
    running = -1
    for row in program.rows:
        value = outcomes[row.index]
        if row.family is RowFamily.STATE and value in _ACTIVE and not row.is_added:
            return row.index
        if row.family is RowFamily.TREE_NODE and value & RESULT_MASK == NodeOutcome.RUNNING:
            running = row.index
    return running


def _last_success(program: Program, outcomes: bytes) -> int:
    leaves = (row.index for row in program.rows if row.family is RowFamily.TREE_NODE and not row.children)
    done = (index for index in leaves if outcomes[index] & RESULT_MASK == NodeOutcome.SUCCESS)
    return max(done, default=-1)
