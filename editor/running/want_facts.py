"""Read from the picked agent what its needs, scores and moods are; no Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from editor.running.row_looks import NEVER, instance_shown
from editor.running.run_view import RunView
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, TreeNode, Variable
from graphs.model.document import Node
from graphs.model.state_machine import Moods
from runtime.history.why.watch_expression import value_in_place
from runtime.minds.brain.brain import Brain
from runtime.minds.program.code import Expression
from runtime.minds.program.program import Instance, Program
from runtime.records.reasons import Reason, ReasonForm

SCORED = (ReasonForm.HIGHEST_SCORE, ReasonForm.DRAWN_SCORE)
"""Reasons that say what each child scored."""

Score = float | str | None
"""What a child scored: a number, "failed" for one that failed before, None where there is no score."""


LEAST = "discontentment"
"""How children are compared whose scores are minus what they leave unmet."""


def weighs_needs(node: Node, registry: Registry) -> bool:
    """Tell whether a node has needs."""
    kind = registry.kind("behavior_tree", node.kind)
    return isinstance(node, TreeNode) and kind is not None and "needs" in kind.fields


def compares(node: Node, registry: Registry) -> bool:
    """Tell whether a node compares its children by scores."""
    kind = registry.kind("behavior_tree", node.kind)
    fields = kind.slot_fields if isinstance(node, TreeNode) and kind is not None else ()
    return "score" in fields or "considerations" in fields


@dataclass(frozen=True, slots=True)
class NeedFact:
    """Hold a need: its name, its value, and the range that it declares."""

    name: str
    value: float
    least: float
    most: float | None


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """Hold what a node that compares scores has seen.

    `winner` is the place of the child that was taken, None for none. `tick` is when they were compared, -1
    for scores that were not: they are worked out as they would be now. `is_now` says that it was the tick
    shown, `drawn` that the child was drawn, `leaves` that a score is minus what a child leaves.
    """

    needs: tuple[NeedFact, ...]
    titles: tuple[str, ...]
    leaves: bool
    scores: tuple[Score, ...] = ()
    winner: int | None = None
    tick: int = NEVER
    is_now: bool = False
    drawn: bool = False

    @property
    def margin(self) -> float | None:
        """Return by how much the winner is above the best of the others, None where there is no other."""
        own = self.scores[self.winner] if self.winner is not None else None
        others = [
            score
            for place, score in enumerate(self.scores)
            if place != self.winner and isinstance(score, float) and math.isfinite(score)
        ]
        return own - max(others) if isinstance(own, float) and others else None


@dataclass(frozen=True, slots=True)
class _Compared:
    """Hold what a node compared in a tick of a program."""

    program: Program
    tick: int
    reason: Reason


class ScoreMemory:
    """Remember the last scores of each node, for ticks in which nothing was compared."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str, str], _Compared] = {}

    def note(self, run: RunView, graph_id: str, node_id: str) -> None:
        """Take down what a node of the picked agent compared in the tick that was merged last."""
        found, view = _place(run, graph_id), run.view
        row = found[1].row_of.get(node_id) if found is not None else None
        if found is None or view is None or row is None:
            return
        said = next((visit.reason for visit in reversed(view.visits) if visit.row == row), None)
        if said is not None and said.form in SCORED:
            key = (view.agent, found[1].path, node_id)
            self._last[key] = _Compared(view.program, view.tick, said)

    def facts(
        self, run: RunView, document: Document, graph_id: str, node_id: str, registry: Registry
    ) -> ScoreFacts | None:
        """Return what a node of the picked agent has seen; None without a run, and for another mind."""
        self.note(run, graph_id, node_id)
        found, view = _place(run, graph_id), run.view
        node = document.graphs[graph_id].nodes.get(node_id)
        if found is None or view is None or not isinstance(node, TreeNode):
            return None
        brain, instance = found
        row = instance.row_of.get(node_id)
        selector = brain.program.rows[row] if row is not None else None
        told = getattr(selector, "scores", ())
        if selector is None or selector.picks_by != "score" or len(told) != len(node.children):
            return None
        last = self._last.get((view.agent, instance.path, node_id))
        facts = ScoreFacts(
            needs=_needs(document, graph_id, node, brain, instance),
            titles=tuple(_title(document, graph_id, child, registry) for child in node.children),
            leaves=weighs_needs(node, registry) and node.params.get("by", LEAST) == LEAST,
        )
        if last is None or last.program is not brain.program or last.tick > view.tick:
            chosen: int = brain.ints[getattr(selector, "chosen")]  # noqa: B009
            scores = tuple(_evaluated(score, brain, selector.index) for score in told)
            return replace(facts, scores=scores, winner=chosen if 0 <= chosen < len(scores) else None)
        child, _, logged = last.reason.parts
        assert isinstance(child, int)
        assert isinstance(logged, tuple)
        return replace(
            facts,
            scores=tuple(float(each) if isinstance(each, (int, float)) else each for each in logged),
            winner=child - 1,
            tick=last.tick,
            is_now=last.tick == view.tick,
            drawn=last.reason.form is ReasonForm.DRAWN_SCORE,
        )


def mood_shares(run: RunView, graph_id: str, moods: Moods) -> dict[str, float]:
    """Return the share of each mood of the picked agent; nothing without a run, and for another mind."""
    found = _place(run, graph_id)
    if found is None:
        return {}
    shares = {state: _read(*found, name) for state, name in moods.shares.items()}
    return {state: share for state, share in shares.items() if share is not None}


def _place(run: RunView, graph_id: str) -> tuple[Brain, Instance] | None:
    """Return the picked agent's brain and the use of a graph that is shown; none while time is traveled."""
    session, view, agent = run.session, run.view, run.picked_agent
    if session is None or view is None or agent is None or run.time.is_seeking:
        return None
    brain, instance = session.brains.get(agent), instance_shown(view, graph_id)
    if brain is None or instance is None or brain.program is not view.program:
        return None
    return brain, instance


def _needs(
    document: Document, graph_id: str, node: TreeNode, brain: Brain, instance: Instance
) -> tuple[NeedFact, ...]:
    known: dict[str, Variable] = {**document.variables, **document.graphs[graph_id].variables}
    facts = []
    for name in node.needs:
        value, declared = _read(brain, instance, name), known.get(name)
        if value is not None:
            least = declared.min if declared is not None and declared.min is not None else 0.0
            facts.append(NeedFact(name, value, least, declared.max if declared is not None else None))
    return tuple(facts)


def _read(brain: Brain, instance: Instance, name: str) -> float | None:
    slot = instance.slots.get(f"graph:{name}") or instance.slots.get(f"parameter:{name}")
    slot = slot or brain.program.variables.get(name)
    value = brain.state.read(slot) if slot is not None else None
    return float(value) if isinstance(value, (int, float)) else None


def _evaluated(score: Expression, brain: Brain, row: int) -> Score:
    """Return what a child would score now."""
    seen = value_in_place(score, brain, row)
    return float(seen.value) if seen.has_value and isinstance(seen.value, (int, float)) else None


def _title(document: Document, graph_id: str, child: str, registry: Registry) -> str:
    graph = document.graphs[graph_id]
    node = graph.nodes.get(child)
    return node_title(node, graph.kind, registry, document) if node is not None else child
