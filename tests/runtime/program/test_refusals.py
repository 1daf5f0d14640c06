"""What this version does not run, or nobody could run, is refused by name and place when it is compiled."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import Status
from runtime.minds.compile.compiled_parts import STATE_KINDS, TREE_KINDS
from runtime.minds.compile.compiler import DEEPEST, MOST_ROWS
from runtime.minds.expansion.place_trees import PLACE_KINDS
from runtime.minds.program.problems import CompileError, CompileProblem
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree


def refused(graphs: dict[str, Any], root: str = "g", **parts: Any) -> tuple[CompileProblem, ...]:
    with pytest.raises(CompileError) as caught:
        LoneBrain(document(graphs, root, **parts))
    for problem in caught.value.problems:
        assert problem.message.endswith(".")
    return caught.value.problems


def place(problem: CompileProblem) -> tuple[str, str, str]:
    return problem.graph, problem.node, problem.field


NOT_RUN_TREE_KINDS = [
    kind.id
    for kind in builtin_registry().kinds_of("behavior_tree")
    if kind.id not in TREE_KINDS | PLACE_KINDS and not kind.part_of
]


@pytest.mark.parametrize("kind", [*NOT_RUN_TREE_KINDS, "from_the_future"])
def test_a_tree_kind_that_is_not_run_is_refused_by_name(kind):
    nodes = {
        "root": {"kind": "sequence", "children": ["a"]},
        "a": {"kind": kind, "children": ["b"]},
        "b": scripted("S"),
    }
    (problem,) = refused({"g": tree(nodes)})
    assert place(problem) == ("g", "a", "kind")
    assert problem.message == f"The kind {kind} is not run by this version yet."
    assert problem.remedy


def test_every_kind_of_states_runs():
    assert {kind.id for kind in builtin_registry().kinds_of("state_machine")} - STATE_KINDS == set()


def test_a_state_kind_that_is_not_known_is_refused_by_name():
    kind = "from_the_future"
    (problem,) = refused({"g": machine({"a": {}, "b": {"kind": kind}})})
    assert place(problem) == ("g", "b", "kind")
    assert kind in problem.message


PARALLEL: dict[str, Any] = {
    "p": {"kind": "parallel", "children": ["a", "b"]},
    "a": {"children": ["a1", "a2"], "initial": "a1"},
    "a1": {},
    "a2": {},
    "b": {},
}


def test_4_1_targets_that_cannot_be_active_together_are_refused():
    both = {"t": {"from": "b", "targets": ["a1", "a2"]}}
    (problem,) = refused({"g": machine(PARALLEL, both)})
    assert place(problem) == ("g", "t", "targets")
    assert problem.message == "a1 and a2 cannot be active at once."
    nodes = {**PARALLEL, "a": {"children": ["a1", "a2"], "initial": {"targets": ["a1", "a2"]}}}
    (problem,) = refused({"g": machine(nodes)})
    assert place(problem) == ("g", "a", "initial")


@pytest.mark.parametrize("other", ["a", "a1"])
def test_4_1_a_history_counts_as_everything_in_its_owner(other):
    nodes = {**PARALLEL, "a": {"children": ["a1", "a2", "h"], "initial": "a1"}}
    nodes["h"] = {"kind": "history", "default": "a1"}
    problems = refused({"g": machine(nodes, {"t": {"from": "b", "targets": ["h", other]}})})
    assert [place(problem) for problem in problems] == [("g", "t", "targets")]


@pytest.mark.parametrize("kind", ["final", "choice"])
def test_4_1_a_region_is_a_state_or_a_parallel(kind):
    nodes = {"p": {"kind": "parallel", "children": ["a", "b"]}, "a": {}, "b": {"kind": kind}}
    edges = {"t": {"from": "b", "else": True, "to": "a"}} if kind == "choice" else {}
    problems = refused({"g": machine(nodes, edges)})
    assert place(problems[0]) == ("g", "b", "")


def test_4_1_a_history_without_a_default_beside_it_is_refused():
    nodes: dict[str, Any] = {"p": {"children": ["a", "h"], "initial": "a"}, "a": {}, "b": {}}
    for default in (None, "b", "h"):
        (problem,) = refused({"g": machine({**nodes, "h": {"kind": "history", "default": default}})})
        assert place(problem) == ("g", "h", "default")


def test_an_initial_state_that_is_disabled_is_refused():
    (problem,) = refused({"g": machine({"a": {"disabled": True}, "b": {}})})
    assert place(problem) == ("g", "", "initial")
    assert problem.message == "The initial state of the machine, a, is disabled."


def test_4_12_a_choice_without_else_is_refused():
    nodes = {"a": {}, "c": {"kind": "choice"}}
    for edge in ({"guard": "true"}, {"else": True, "disabled": True}):
        (problem,) = refused({"g": machine(nodes, {"t": {"from": "c", "to": "a", **edge}})})
        assert place(problem) == ("g", "c", "transitions")


@pytest.mark.parametrize(
    ("edge", "field"),
    [
        ({"targets": []}, "targets"),
        ({"event": "ping"}, "event"),
        ({"after": 1}, "after"),
        ({"delay": 1}, "delay"),
        ({"cooldown": 1}, "cooldown"),
        ({"else": True, "guard": "true"}, "guard"),
    ],
)
def test_4_12_a_branch_that_could_keep_the_machine_in_a_choice_is_refused(edge, field):
    edges = {
        "t": {"from": "c", "targets": ["a"], **edge},
        "e": {"from": "c", "to": "a", "else": not edge.get("else", False)},
    }
    (problem,) = refused({"g": machine({"a": {}, "c": {"kind": "choice"}}, edges)}, events={"ping": {}})
    assert place(problem) == ("g", "t", field)


@pytest.mark.parametrize(
    ("edge", "word"),
    [
        ({"from": "b"}, "source"),
        ({"event": "ping"}, "event"),
        ({"after": 2}, "after"),
        ({"delay": 2}, "delay"),
        ({"priority": 1}, "priority"),
    ],
)
def test_4_11_members_of_a_group_that_differ_are_refused(edge, word):
    member = {"from": "a", "to": "b", "group": "w", "after": 1, "delay": 1}
    edges = {"t": member, "u": {**member, **edge}}
    (problem,) = refused({"g": machine({"a": {}, "b": {}}, edges)}, events={"ping": {}})
    assert place(problem) == ("g", "u", "group")
    assert word in problem.message


def test_4_11_a_weight_below_0_is_refused():
    edges = {"t": {"from": "a", "to": "a", "group": "w", "weight": -1}}
    (problem,) = refused({"g": machine({"a": {}}, edges)})
    assert place(problem) == ("g", "t", "weight")


def test_2_3_a_trigger_of_scope_world_is_refused():
    plain = tree({"root": scripted("S")})
    (problem,) = refused({"g": plain}, variables={"alarm": {"type": "trigger", "scope": "world"}})
    assert place(problem) == ("", "alarm", "scope")


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (3, "'p' gives a value back and needs a variable of the caller."),
        ({"expr": "n"}, "'p' gives a value back and needs a variable of the caller."),
        ({"variable": "nn"}, "Unknown variable 'nn'."),
        ({"variable": "f"}, "'f' is a float, but 'p' is an int."),
        ({"variable": "given"}, "'given' can only be read."),
    ],
)
@pytest.mark.parametrize("direction", ["out", "inout"])
def test_2_2_what_a_parameter_cannot_write_back_to_is_refused(direction, argument, message):
    inner = {**tree({"root": scripted("S")}), "parameters": {"p": {"type": "int", "direction": direction}}}
    call = {"kind": "subtree", "graph": "h", "arguments": {"p": argument}}
    outer = {**tree({"root": call}), "parameters": {"given": {"type": "int", "direction": "in"}}}
    variables = {"n": {"type": "int"}, "f": {"type": "float"}}
    (problem,) = refused({"g": outer, "h": inner}, variables=variables)
    assert place(problem) == ("g", "root", "arguments.p")
    assert problem.message == message


def test_2_2_an_inout_parameter_without_a_variable_is_refused():
    inner = {**tree({"root": scripted("S")}), "parameters": {"p": {"type": "int", "direction": "inout"}}}
    (problem,) = refused({"g": tree({"root": {"kind": "subtree", "graph": "h"}}), "h": inner})
    assert place(problem) == ("g", "root", "arguments.p")
    assert problem.message == "'p' has no variable."


@pytest.mark.parametrize("activity", [{"graph": "h"}, {"action": "scripted"}])
@pytest.mark.parametrize(("field", "value"), [("every", 3), ("commit", "until_done")])
def test_5_5_only_a_decision_tree_has_a_pace(activity, field, value):
    states = {"a": {"activity": {**activity, field: value}}}
    (problem,) = refused({"g": machine(states), "h": tree({"root": scripted("S")})})
    assert place(problem) == ("g", "a", f"activity.{field}")
    assert problem.message == f"Only a decision tree has {field}."


def test_nothing_of_a_disabled_branch_or_a_loose_fragment_is_refused():
    decision = {"kind": "decision_tree", "root": "d", "nodes": {"d": {"kind": "outcome", "outcome": "x"}}}
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "z"]},
        "a": {"kind": "utility_selector", "children": ["b"], "disabled": True},
        "b": {"kind": "decide", "graph": "d"},
        "c": {"kind": "from_the_future"},
        "z": scripted("S", "z"),
    }
    one = LoneBrain(document({"g": {**tree(nodes), "loose": ["c"]}, "d": decision}))
    assert one.tick() == Status.SUCCESS
    assert one.log == ["enter z", "tick z"]
    assert [row.node for row in one.program.rows] == ["root", "a", "b", "z"]


def test_nothing_of_a_disabled_transition_is_refused():
    edges = {"t": {"from": "a", "to": "b", "delay": 3, "guard": "nonsense >", "disabled": True}}
    one = LoneBrain(document({"g": machine({"a": {}, "b": {}}, edges)}))
    assert one.ticks(2) == "RR"
    assert one.active() == ["a"]


@pytest.mark.parametrize("kind", ["cooldown", "rate_limit", "probability", "run_once", "if_else", "selector"])
def test_a_node_without_the_children_it_needs_is_refused(kind):
    (problem,) = refused({"g": tree({"root": {"kind": kind}})})
    assert place(problem) == ("g", "root", "")
    assert "it has 0" in problem.message


@pytest.mark.parametrize("root", [None, "nowhere"])
def test_a_document_without_root_is_refused(root):
    (problem,) = refused({"g": tree({"root": scripted("S")})}, root)
    assert problem.field == "root"


def test_an_empty_tree_and_an_empty_machine_are_refused():
    (problem,) = refused({"g": {"kind": "behavior_tree", "nodes": {}}})
    assert place(problem) == ("g", "", "root")
    (problem,) = refused({"g": {"kind": "state_machine"}})
    assert place(problem) == ("g", "", "children")


@pytest.mark.parametrize("initial", [None, "nowhere"])
def test_4_1_a_missing_initial_state_is_refused_at_its_owner(initial):
    nodes = {"p": {"children": ["a"], "initial": initial}, "a": {}}
    (problem,) = refused({"g": machine(nodes)})
    assert place(problem) == ("g", "p", "initial")
    (problem,) = refused({"g": machine({"a": {}}, initial=initial)})
    assert place(problem) == ("g", "", "initial")


@pytest.mark.parametrize("field", ["activity", "update", "exit"])
def test_4_1_a_final_state_with_parts_of_others_is_refused(field):
    value = {"action": "scripted"} if field == "activity" else ["x = 1"]
    problems = refused(
        {"g": machine({"a": {}, "end": {"kind": "final", field: value}})}, variables={"x": {"type": "int"}}
    )
    assert place(problems[0]) == ("g", "end", field)


def test_4_9_an_any_state_transition_of_an_atomic_state_is_refused():
    (problem,) = refused({"g": machine({"a": {}}, {"t": {"from": "a", "to": "a", "interrupt": True}})})
    assert place(problem) == ("g", "t", "")


def test_4_9_an_eventless_any_state_transition_is_refused():
    (problem,) = refused({"g": machine({"a": {}}, {"t": {"event": "always", "to": "a", "interrupt": True}})})
    assert place(problem) == ("g", "t", "event")


def test_a_target_that_is_not_there_is_refused():
    (problem,) = refused({"g": machine({"a": {}}, {"t": {"from": "a", "to": "gone"}})})
    assert place(problem) == ("g", "t", "targets")
    assert "gone" in problem.message


@pytest.mark.parametrize(
    "nodes",
    [
        {"root": {"kind": "sequence", "children": ["root"]}},
        {"root": {"kind": "sequence", "children": ["a", "a"]}, "a": scripted("S")},
        {
            "root": {"kind": "sequence", "children": ["a", "b"]},
            "a": {"kind": "inverter", "children": ["b"]},
            "b": scripted("S"),
        },
        {"root": {"kind": "sequence", "children": ["root"], "disabled": True}},
    ],
)
def test_a_node_that_stands_twice_in_a_tree_is_refused(nodes):
    (problem,) = refused({"g": tree(nodes)})
    assert "twice" in problem.message


def test_a_state_or_transition_that_stands_twice_in_a_machine_is_refused():
    circle = {
        "a": {"children": ["b"], "initial": "b"},
        "b": {"children": ["c"], "initial": "c"},
        "c": {"children": ["b"], "initial": "b"},
    }
    (problem,) = refused({"g": machine(circle)})
    assert "twice" in problem.message
    graph = machine(
        {"a": {"transitions": ["t"]}, "b": {"transitions": ["t"]}}, {"u": {"from": "a", "to": "b"}}
    )
    (problem,) = refused({"g": {**graph, "edges": {"t": {"targets": ["b"]}, **graph["edges"]}}})
    assert place(problem)[1] == "t"


def test_a_tree_deeper_than_a_visit_can_go_is_refused():
    def chain(depth: int) -> dict[str, Any]:
        nodes: dict[str, Any] = {
            f"n{level}": {"kind": "inverter", "children": [f"n{level + 1}"]} for level in range(depth)
        }
        return tree({**nodes, f"n{depth}": scripted("S")}, "n0")

    assert LoneBrain(document({"g": chain(DEEPEST)})).ticks(1) == "S"
    (problem,) = refused({"g": chain(DEEPEST + 1)})
    assert str(DEEPEST) in problem.message
    (problem,) = refused({"g": chain(20_000)})
    assert str(DEEPEST) in problem.message


def test_states_nested_deeper_than_allowed_are_refused():
    nodes = {f"s{level}": {"children": [f"s{level + 1}"], "initial": f"s{level + 1}"} for level in range(300)}
    (problem,) = refused({"g": machine({**nodes, "s300": {}})})
    assert str(DEEPEST) in problem.message


def test_graphs_that_call_one_another_in_a_long_row_are_refused():
    graphs = {
        f"g{level}": tree({"root": {"kind": "subtree", "graph": f"g{level + 1}"}}) for level in range(3000)
    }
    (problem,) = refused({**graphs, "g3000": tree({"root": scripted("S")})}, "g0")
    assert "in a row" in problem.message


def test_a_program_that_would_grow_without_measure_is_refused():
    """Thirty graphs, each calling the next one twice, would need 2³⁰ rows."""
    graphs = {
        f"g{level}": tree(
            {
                "root": {"kind": "sequence", "children": ["a", "b"]},
                "a": {"kind": "subtree", "graph": f"g{level + 1}"},
                "b": {"kind": "subtree", "graph": f"g{level + 1}"},
            }
        )
        for level in range(30)
    }
    (problem,) = refused({**graphs, "g30": tree({"root": scripted("S")})}, "g0")
    assert str(MOST_ROWS) in problem.message


def test_6_4_a_graph_that_calls_itself_is_refused_with_the_circle():
    graphs = {
        "g": tree({"root": {"kind": "run_machine", "graph": "m"}}),
        "m": machine({"a": {"activity": {"graph": "g"}}}),
    }
    (problem,) = refused(graphs)
    assert "g → m → g" in problem.message


def test_every_problem_of_a_document_is_told():
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b", "c"]},
        "a": {"kind": "condition", "test": "missing"},
        "b": {"kind": "action", "action": "unknown"},
        "c": {"kind": "set", "actions": ["nothing = 1"]},
    }
    problems = refused({"g": tree(nodes)})
    assert [problem.node for problem in problems] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"count": "many"}, "params.count"),
        ({"count": 2.5}, "params.count"),
        ({"pace": "fast"}, "params.pace"),
        ({"speed": 3}, "params.speed"),
    ],
)
def test_a_parameter_of_the_wrong_type_or_name_is_refused(params, field):
    nodes = {"root": {"kind": "repeat", "children": ["a"], "params": params}, "a": scripted("S")}
    problems = refused({"g": tree(nodes)})
    assert ("g", "root", field) in [place(problem) for problem in problems]


def test_3_9_a_root_whose_guard_aborts_lower_siblings_is_refused_by_its_place():
    root = {"kind": "succeed", "guard": {"test": "on", "abort": "lower"}}
    (problem,) = refused({"g": tree({"root": root})}, variables={"on": {"type": "bool"}})
    assert place(problem) == ("g", "root", "guard.abort")
    assert "selector" in problem.message


@pytest.mark.parametrize(
    ("kind", "name", "choices"),
    [
        ("fixed_status", "status", "success, failure, running, skipped"),
        ("until_success", "pace", "tick, same_tick"),
    ],
)
def test_a_choice_that_is_none_is_refused_with_those_there_are(kind, name, choices):
    nodes = {"root": {"kind": kind, "params": {name: "idle"}, "children": ["a"]}, "a": scripted("S")}
    (problem,) = refused({"g": tree(nodes)})
    assert place(problem) == ("g", "root", f"params.{name}")
    assert problem.message == f'Expected one of {choices}, found "idle".'
