"""Say in a word what each agent is doing: the name of its active state, or of its running leaf; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphs.kinds.registry import Registry
from graphs.kinds.titles import node_title
from graphs.model import Document
from runtime.brains.brain import Brain
from runtime.program.program import Program
from runtime.program.rows import RowFamily
from runtime.status import RESULT_MASK, NodeOutcome, StateOutcome
from runtime.trace.trace_frame import TraceFrame

_ACTIVE = (StateOutcome.ACTIVE, StateOutcome.ENTERED, StateOutcome.REENTERED)


class AgentLabels:
    """Keep the last outcome bytes of every brain and make a label of them when one is asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._outcomes: dict[str, bytes] = {}

    def clear(self) -> None:
        """Forget everything, for a new run."""
        self._outcomes.clear()

    def add_frame(self, frame: TraceFrame) -> None:
        """Take what the brains of one tick did."""
        for agent, brain in frame.brains.items():
            if brain.outcomes:
                self._outcomes[agent] = brain.outcomes

    def take_brains(self, brains: Mapping[str, Brain]) -> None:
        """Take what brains show after an edit of a world that is held: their rows are others now."""
        for agent, brain in brains.items():
            self._outcomes[agent] = bytes(brain.outcomes)

    def label(
        self,
        agent: str,
        program_of: Callable[[str], Program | None],
        mind_of: Callable[[str], tuple[str, Document] | None],
    ) -> str:
        """Return the agent's outermost active state, or its running leaf; "" before its first tick."""
        program, mind, outcomes = program_of(agent), mind_of(agent), self._outcomes.get(agent)
        if program is None or mind is None or outcomes is None or len(outcomes) != len(program.rows):
            return ""
        row = _telling_row(program, outcomes)
        if row < 0:
            return ""
        graph = mind[1].graphs.get(program.rows[row].graph)
        node = graph.nodes.get(program.rows[row].node) if graph is not None else None
        if graph is None or node is None:
            return ""
        return node_title(node, graph.kind, self._registry, mind[1])


def _telling_row(program: Program, outcomes: bytes) -> int:
    running = -1
    for row in program.rows:
        value = outcomes[row.index]
        if row.family is RowFamily.STATE and value in _ACTIVE:
            return row.index
        if row.family is RowFamily.TREE_NODE and value & RESULT_MASK == NodeOutcome.RUNNING:
            running = row.index
    return running
