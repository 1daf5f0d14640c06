"""What the library cannot do is told of its node in a document, in three documents of each sort."""

from __future__ import annotations

import pytest

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import How
from graphs.formats.btcpp.btcpp_format import BTCPP, BTCPP_3
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.behavior_tree import BehaviorTreeGraph, Precondition, Service, TreeNode
from graphs.model.document import Document
from graphs.model.graph_parts import ChildSlot
from graphs.model.variables_and_events import Event, Variable
from tests.formats.btcpp.btcpp_files import imported, registry_of, tree


def _over(kind: str, **params: JsonValue) -> TreeNode:
    return TreeNode(kind=kind, children=("below",), params=params)


def _succeed(**fields: object) -> TreeNode:
    return TreeNode.model_validate({"kind": "succeed", **fields})


SORTS: dict[str, tuple[How, tuple[TreeNode, ...]]] = {
    "cooldowns": ("lost", tuple(_over("cooldown", seconds=each) for each in (1, 2, 0.5))),
    "chances": ("lost", tuple(_over("random_child", a=each) for each in (1, 2, 3))),
    "scores": ("lost", tuple(_over("utility_selector", a=each) for each in (1, 2, 3))),
    "slots": ("lost", tuple(_succeed(slot=ChildSlot(weight=each)) for each in (1, 2, 3))),
    "machines": ("lost", tuple(TreeNode(kind=each, graph="other") for each in ("run_machine", "decide") * 2)),
    "tests": ("lost", tuple(TreeNode(kind="condition", test=f"time > {each}") for each in (1, 2, 3))),
    "lines": (
        "lost",
        tuple(
            TreeNode(kind="set", actions=(each,))
            for each in ("n = random_int(1, 2)", "raise a", "n = abs(n)")
        ),
    ),
    "expressions in ports": (
        "lost",
        tuple(
            TreeNode(kind=kind, children=("below",), params={name: {"expr": "n + 1"}})
            for kind, name in (("repeat", "count"), ("retry", "count"), ("timeout", "seconds"))
        ),
    ),
    "services": (
        "lost",
        tuple(_succeed(services=(Service(every=each, actions=(f"n = {each}",)),)) for each in (1, 2, 3)),
    ),
    "guards that abort": (
        "lost",
        tuple(
            _succeed(guard={"test": "ok", "refused": refused, "abort": abort})
            for refused, abort in (("failure", "self"), ("failure", "lower"), ("failure", "both"))
        ),
    ),
    "times": (
        "changed",
        (
            _over("timeout", seconds=1),
            _over("delay", seconds=2),
            TreeNode(kind="wait", params={"seconds": 3}),
        ),
    ),
    "places": (
        "changed",
        (_over("repeat", count=2), _over("retry", count=2), _over("until_success")),
    ),
    "kinds of Nav2": (
        "changed",
        (_over("pipeline_sequence"), _over("round_robin"), _over("rate_limit", seconds=1, between="running")),
    ),
    "order of preconditions": (
        "changed",
        tuple(
            _succeed(preconditions=tuple(Precondition(test="ok", gives=each) for each in order))
            for order in (("succeed", "fail"), ("skip", "fail"), ("while", "skip"))
        ),
    ),
    "foreign nodes": ("kept", tuple(TreeNode(kind="foreign_node", params={"name": each}) for each in "ABC")),
}
CASES = [(how, node) for how, nodes in SORTS.values() for node in nodes]


@pytest.mark.parametrize(("how", "node"), CASES, ids=[f"{how}-{node.kind}" for how, node in CASES])
def test_a_difference_is_told_of_its_node(how: How, node: TreeNode) -> None:
    nodes = {
        "top": TreeNode(kind="sequence", children=("it",)),
        "it": node,
        "below": TreeNode(kind="succeed"),
    }
    graph = BehaviorTreeGraph(kind="behavior_tree", root="top", nodes=nodes)
    variables = {"n": Variable(type="int"), "ok": Variable(type="bool")}
    document = Document(
        format="mindloom", version=1, root="Main", graphs={"Main": graph}, variables=variables
    )
    assert BTCPP.write is not None
    rows = BTCPP.write(document, builtin_registry(), "a").rows
    told = [row for row in rows if row.how == how]
    assert told
    assert all(row.reason.endswith(".") and (row.graph, row.node) == ("Main", "it") for row in told)
    assert [row.node for row in rows if row.how == "exact" and row.node != "below"] == ["top"]


def test_each_sort_has_three_documents_at_least() -> None:
    assert all(len(nodes) >= 3 for _, nodes in SORTS.values())


@pytest.mark.parametrize(
    "text",
    [
        *(f'<A name="it" {each}="n := 1"/>' for each in ("_onSuccess", "_onFailure", "_onHalted", "_post")),
        *(f'<A name="it" {each}="n &gt; 1"/>' for each in ("_skipIf", "_failureIf", "_successIf", "_while")),
        '<Script name="it" code="n := 1"/>',
        '<ScriptCondition name="it" code="n == 1"/>',
        '<ParallelAll name="it"><A/></ParallelAll>',
    ],
)
def test_what_version_3_has_not_is_told_of_its_node(text: str) -> None:
    read = imported(tree(f"<Sequence>{text}</Sequence>"))
    assert BTCPP_3.write is not None
    rows = BTCPP_3.write(read.document, registry_of(read), "a").rows
    told = [row for row in rows if row.how == "lost"]
    assert [(row.graph, row.node) for row in told] == [("Main", "it")]
    assert all(row.reason and row.remedy for row in told)


@pytest.mark.parametrize("name", ["noise", "seen", "hit"])
def test_an_event_is_told_by_its_name(name: str) -> None:
    read = imported(tree("<AlwaysSuccess/>"))
    document = read.document.model_copy(update={"events": {name: Event()}})
    assert BTCPP.write is not None
    rows = BTCPP.write(document, builtin_registry(), "a").rows
    assert [(row.how, row.what) for row in rows if row.how != "exact"] == [("lost", f"Event {name}")]
    assert all(row.reason for row in rows if row.how != "exact")
