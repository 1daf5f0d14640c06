"""Trees of py_trees become documents that do the same in every tick; what cannot is told."""

from __future__ import annotations

import operator
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import py_trees
import pytest

from graphs.model import Document
from mindloom import Refused, from_py_trees
from mindloom.documents import check
from tests.runtime.lone_brain import LoneBrain

TREES, TICKS = 40, 25
STATUS = py_trees.common.Status
POLICY = py_trees.common.ParallelPolicy


class Scripted(py_trees.behaviour.Behaviour):  # type: ignore[misc]
    """Give the results of a script, which is its name, then run on; ticks are counted."""

    def __init__(self, script: str) -> None:
        super().__init__(script)
        self.at = self.ticked = 0

    def initialise(self) -> None:
        self.at = 0

    def update(self) -> Any:
        self.at, self.ticked = self.at + 1, self.ticked + 1
        letter = self.name[self.at - 1] if self.at <= len(self.name) else "R"
        return {"R": STATUS.RUNNING, "S": STATUS.SUCCESS, "F": STATUS.FAILURE}[letter]


def random_tree(rng: Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.25:
        script = "".join(rng.choice("RSSF") for _ in range(rng.randint(1, 4)))
        plain = rng.choice(
            [py_trees.behaviours.Success, py_trees.behaviours.Failure, py_trees.behaviours.Running]
        )
        return plain("plain") if rng.random() < 0.1 else Scripted(script)
    if rng.random() < 0.45:
        return rng.choice(DECORATORS)(rng, random_tree(rng, depth - 1))
    children = [random_tree(rng, depth - 1) for _ in range(rng.randint(1, 4))]
    kind = rng.choice([py_trees.composites.Sequence, py_trees.composites.Selector, None])
    if kind is not None:
        return kind("order", memory=rng.random() < 0.5, children=children)
    chosen = rng.sample(children, rng.randint(1, len(children)))
    policies = [
        POLICY.SuccessOnAll(synchronise=rng.random() < 0.5),
        POLICY.SuccessOnOne(),
        POLICY.SuccessOnSelected(children=chosen, synchronise=rng.random() < 0.5),
    ]
    return py_trees.composites.Parallel("parallel", policy=rng.choice(policies), children=children)


def _of(kind: Any, **fields: Any) -> Callable[[Random, Any], Any]:
    return lambda _rng, child: kind(name="dressed", child=child, **fields)


_KINDS = py_trees.decorators
DECORATORS: list[Callable[[Random, Any], Any]] = [
    _of(_KINDS.Inverter),
    _of(_KINDS.FailureIsSuccess),
    _of(_KINDS.SuccessIsFailure),
    _of(_KINDS.FailureIsRunning),
    _of(_KINDS.SuccessIsRunning),
    _of(_KINDS.PassThrough),
    _of(_KINDS.Condition, status=STATUS.SUCCESS),
    _of(_KINDS.Condition, status=STATUS.FAILURE),
    _of(_KINDS.OneShot, policy=py_trees.common.OneShotPolicy.ON_COMPLETION),
    _of(_KINDS.OneShot, policy=py_trees.common.OneShotPolicy.ON_SUCCESSFUL_COMPLETION),
    lambda rng, child: _KINDS.Repeat("repeat", child, num_success=rng.choice([-1, 1, 2, 3])),
    lambda rng, child: _KINDS.Retry("retry", child, num_failures=rng.randint(1, 3)),
]


def played(document: Document) -> Document:
    """Return a document whose own behaviors follow the scripts that they are called by."""
    graphs = {}
    for graph_id, graph in document.graphs.items():
        nodes = {
            node_id: node.model_copy(
                update={"action": "scripted", "params": {"script": node.title, "name": node_id}}
            )
            if node.kind == "action"
            else node
            for node_id, node in graph.nodes.items()
        }
        graphs[graph_id] = graph.model_copy(update={"nodes": nodes})
    return document.model_copy(update={"graphs": graphs})


def differs(root: Any) -> str:
    """Tick a tree and its document side by side; return what differs, "" for nothing."""
    found = from_py_trees(root)
    assert {row.how for row in found.rows} == {"exact"}
    brain = LoneBrain(played(found.document))
    for tick in range(TICKS):
        root.tick_once()
        ours = brain.tick().name
        if ours != root.status.name:
            return f"tick {tick}: {root.status.name} there, {ours} here\n{py_trees.display.ascii_tree(root)}"
    leaves = [each for each in root.iterate() if isinstance(each, Scripted)]
    asked = sum(entry.startswith("tick") for entry in brain.log)
    return "" if asked == sum(leaf.ticked for leaf in leaves) else f"{brain.log}"


def test_random_trees_do_the_same_in_every_tick() -> None:
    found = [differs(random_tree(Random(seed), 4)) for seed in range(TREES)]
    assert not [each for each in found if each]


def test_own_behaviors_are_actions_of_the_manifest() -> None:
    found = from_py_trees(py_trees.composites.Sequence("Guard", memory=True, children=[Scripted("SS")]))
    assert found.manifest is not None
    assert [*found.manifest.actions] == ["Scripted"]
    node = found.document.graphs["Guard"].nodes["ss"]
    assert (node.kind, node.title) == ("action", "SS")
    assert node.origin["py_trees"] == {"class": f"{__name__}.Scripted"}


def test_checks_of_the_blackboard_are_conditions_on_variables() -> None:
    py_trees.blackboard.Blackboard.clear()
    py_trees.blackboard.Blackboard.set("speed", 3)
    compare = py_trees.common.ComparisonExpression
    root = py_trees.composites.Sequence("Check", memory=False)
    root.add_children(
        [
            py_trees.behaviours.CheckBlackboardVariableValue("fast", compare("speed", 2, operator.gt)),
            py_trees.behaviours.SetBlackboardVariable("slow", "speed", 1, overwrite=True),
            py_trees.behaviours.WaitForBlackboardVariableValue("wait", compare("word", "go", operator.eq)),
        ]
    )
    found = from_py_trees(root)
    nodes = found.document.graphs["Check"].nodes
    assert (nodes["fast"].kind, nodes["fast"].test) == ("condition", "speed > 2")
    assert nodes["slow"].actions == ("speed = 1",)
    assert (nodes["wait"].kind, nodes["wait"].test) == ("wait_until", 'word == "go"')
    assert found.document.variables["speed"].default == 3
    assert [row.how for row in found.rows] == ["exact", "exact", "exact", "changed"]
    assert not [each for each in check(found.document) if each.severity == "error"]


def test_an_eternal_guard_asks_the_game_in_every_tick() -> None:
    def is_awake() -> bool:
        raise AssertionError("nothing of a tree is run")

    root = _KINDS.EternalGuard("guard", Scripted("RS"), condition=is_awake)
    found = from_py_trees(root)
    guard = found.document.graphs["guard"].nodes["guard"].guard
    assert guard is not None
    assert (guard.test, guard.abort) == ("is_awake()", "self")


@pytest.mark.parametrize(
    ("behavior", "how"),
    [
        (lambda: _KINDS.Timeout("t", Scripted("R"), duration=2.0), "changed"),
        (lambda: py_trees.timers.Timer("t", duration=2.0), "changed"),
        (lambda: _KINDS.Count("t", Scripted("S")), "kept"),
        (lambda: _KINDS.RunningIsFailure("t", Scripted("R")), "kept"),
        (lambda: _KINDS.StatusToBlackboard("t", Scripted("S"), "found"), "kept"),
        (lambda: py_trees.behaviours.UnsetBlackboardVariable("t", "speed"), "kept"),
        (lambda: py_trees.behaviours.SetBlackboardVariable("t", "n", [1], overwrite=True), "kept"),
        (lambda: py_trees.behaviours.TickCounter("t", 2, STATUS.SUCCESS), "kept"),
    ],
)
def test_what_does_not_do_the_same_is_told(behavior: Callable[[], Any], how: str) -> None:
    row = from_py_trees(behavior()).rows[0]
    assert row.how == how
    assert row.reason
    assert row.remedy


def test_what_is_no_behavior_is_refused() -> None:
    with pytest.raises(Refused, match="no behavior of py_trees"):
        from_py_trees("guard")  # type: ignore[arg-type]


def test_py_trees_is_not_imported_by_mindloom() -> None:
    code = "import sys, mindloom; sys.exit('py_trees' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
