"""Known answers: variables, scopes, action blocks and draws of a brain (rules 1.4, 2.1 to 2.7)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.random_numbers import draw_between, draw_chance, draw_int, fnv1a_32
from runtime.basics.status import Status
from runtime.minds.program.problems import CompileError
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

VARIABLES: dict[str, Any] = {
    "flag": {"type": "bool"},
    "count": {"type": "int", "default": 2147483647},
    "level": {"type": "float", "default": 1.5},
    "word": {"type": "string", "default": "a"},
    "mood": {"type": "enum", "values": ["calm", "angry"], "default": "angry"},
    "place": {"type": "vector", "default": [1, 2]},
    "target": {"type": "entity"},
    "x": {"type": "int"},
    "y": {"type": "int"},
    "f": {"type": "float"},
}


def setting(*lines: str, **parts: Any) -> LoneBrain:
    graph = tree({"root": {"kind": "set", "actions": list(lines)}})
    return LoneBrain(document({"g": graph}, variables=VARIABLES, **parts))


def test_2_1_variables_start_at_their_declared_defaults():
    one = setting()
    assert {name: one.variable(name) for name in VARIABLES} == {
        "flag": False,
        "count": 2147483647,
        "level": 1.5,
        "word": "a",
        "mood": "angry",
        "place": (1.0, 2.0),
        "target": None,
        "x": 0,
        "y": 0,
        "f": 0.0,
    }


def test_2_1_an_int_that_overflows_is_an_error_and_keeps_its_value():
    one = setting("count = count + 1", "x = 1")
    assert one.tick() == Status.SUCCESS
    assert one.variable("count") == 2147483647
    assert one.variable("x") == 0
    assert len(one.errors()) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("x", "text"), ("x", 2**31), ("flag", 1), ("mood", "bored"), ("place", 3.0), ("level", float("inf"))],
)
def test_2_1_a_write_of_the_wrong_type_is_refused_and_recorded(name, value):
    one = setting()
    before = one.variable(name)
    one.write(name, value)
    one.tick()
    assert one.variable(name) == before
    assert name in one.errors()[0]


def test_2_1_a_write_to_an_unknown_variable_is_recorded():
    one = setting()
    one.write("nothing", 1)
    one.tick()
    assert "nothing" in one.errors()[0]


def test_2_1_an_int_may_stand_where_a_float_is_wanted():
    one = setting("level = count")
    one.tick()
    assert one.variable("level") == 2147483647.0
    assert isinstance(one.variable("level"), float)


def test_2_2_agent_variables_are_seen_in_every_graph_of_the_document():
    graph = tree({"root": {"kind": "subtree", "graph": "h"}})
    inner = tree({"r": {"kind": "set", "actions": ["x = x + 1"]}}, "r")
    one = LoneBrain(document({"g": graph, "h": inner}, variables=VARIABLES))
    one.ticks(2)
    assert one.variable("x") == 2


def test_2_2_graph_variables_are_seen_only_in_their_graph():
    inner = {
        **tree({"r": {"kind": "set", "actions": ["own = 1"]}}, "r"),
        "variables": {"own": {"type": "int"}},
    }
    graph = tree(
        {
            "root": {"kind": "sequence", "children": ["a", "b"]},
            "a": {"kind": "subtree", "graph": "h"},
            "b": {"kind": "condition", "test": "own == 1"},
        }
    )
    with pytest.raises(CompileError) as refused:
        LoneBrain(document({"g": graph, "h": inner}))
    (problem,) = refused.value.problems
    assert (problem.graph, problem.node, problem.field) == ("g", "b", "test")
    assert "own" in problem.message


def test_2_2_a_graph_variable_hides_an_agent_variable_of_its_name():
    inner = {**tree({"r": {"kind": "set", "actions": ["x = 5"]}}, "r"), "variables": {"x": {"type": "int"}}}
    one = LoneBrain(
        document({"g": tree({"root": {"kind": "subtree", "graph": "h"}}), "h": inner}, variables=VARIABLES)
    )
    one.tick()
    assert one.variable("x") == 0


def test_2_2_an_in_parameter_cannot_be_assigned():
    inner = tree({"r": {"kind": "set", "actions": ["p = 5"]}}, "r")
    inner["parameters"] = {"p": {"type": "int", "direction": "in", "default": 0}}
    with pytest.raises(CompileError):
        LoneBrain(document({"g": tree({"root": {"kind": "subtree", "graph": "h"}}), "h": inner}))


def test_2_2_an_argument_that_is_no_parameter_is_refused():
    graph = tree({"root": {"kind": "subtree", "graph": "h", "arguments": {"speed": 3}}})
    with pytest.raises(CompileError) as refused:
        LoneBrain(document({"g": graph, "h": tree({"r": scripted("S")}, "r")}))
    assert refused.value.problems[0].field == "arguments.speed"


def test_2_4_registered_conditions_are_asked_once_per_tick_and_arguments():
    graph = tree(
        {
            "root": {"kind": "sequence", "children": ["a", "b", "c"]},
            "a": {"kind": "condition", "test": 'word_is_true("hot") or not word_is_true("cold")'},
            "b": {"kind": "condition", "test": 'word_is_true("hot") or true'},
            "c": {"kind": "condition", "test": 'word_is_true(word = "cold") or true'},
        }
    )
    one = LoneBrain(document({"g": graph}))
    assert one.tick() == Status.SUCCESS
    assert one.host.asked == [("word_is_true", ("hot",)), ("word_is_true", ("cold",))]
    one.host.true_words.add("hot")
    one.tick()
    assert one.host.asked[2:] == [("word_is_true", ("hot",)), ("word_is_true", ("cold",))]


def test_2_4_a_condition_the_host_cannot_answer_fails_once_per_tick():
    graph = tree(
        {
            "root": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "condition", "test": 'word_is_true("lost")'},
            "b": {"kind": "condition", "test": 'not word_is_true("lost")'},
        }
    )
    one = LoneBrain(document({"g": graph}))
    assert one.tick() == Status.FAILURE
    assert len(one.host.asked) == 1
    assert len(one.errors()) == 2


def test_2_4_self_is_the_agent():
    one = setting("target = self", 'flag = self.team == "a"')
    one.tick()
    assert (one.variable("target"), one.variable("flag")) == ("me", True)


def test_2_4_a_lost_entity_fails_the_expression():
    one = setting("place = target.position")
    one.tick()
    assert len(one.errors()) == 1


def test_2_4_the_name_of_the_event_is_readable():
    states = machine(
        {"a": {}},
        {"t": {"from": "a", "event": "*", "guard": 'event.name == "ping"', "actions": ["x = x + 1"]}},
    )
    one = LoneBrain(document({"g": states}, variables=VARIABLES, events={"ping": {}, "pong": {}}))
    one.tick()
    one.tick(RaisedEvent("ping"), RaisedEvent("pong"))
    assert one.variable("x") == 1


def test_2_5_lines_run_in_order_each_seeing_the_one_before():
    one = setting("x = 3", "y = x * 2", "flag = y == 6", "f = x / 2")
    one.tick()
    assert (one.variable("x"), one.variable("y"), one.variable("flag"), one.variable("f")) == (
        3,
        6,
        True,
        1.5,
    )


def test_2_5_draws_are_seeded():
    one = setting("f = random(2, 4)", "x = random_int(1, 6)", "flag = chance(0.5)")
    agent, path = fnv1a_32("me"), fnv1a_32("root")
    for first in (0, 3, 6):
        one.tick()
        assert one.variable("f") == draw_between(1, agent, path, first, 2, 4)
        assert one.variable("x") == draw_int(1, agent, path, first + 1, 1, 6)
        assert one.variable("flag") is draw_chance(1, agent, path, first + 2, 0.5)


def test_1_4_one_count_serves_all_draws_of_a_node():
    """Two equal lines of one node draw different numbers, and so does its service."""
    node = scripted(
        "R", services=[{"every": 1, "actions": ["x = random_int(0, 999999)", "y = random_int(0, 999999)"]}]
    )
    one = LoneBrain(document({"g": tree({"root": node})}, variables=VARIABLES))
    one.tick()
    drawn = [draw_int(1, fnv1a_32("me"), fnv1a_32("root"), n, 0, 999999) for n in (0, 1)]
    assert [one.variable("x"), one.variable("y")] == drawn
    assert drawn[0] != drawn[1]


def test_1_4_the_draws_of_a_state_share_a_count_and_those_of_a_transition_have_their_own():
    states = machine(
        {"a": {"entry": ["x = random_int(0, 999999)"], "update": ["y = random_int(0, 999999)"]}},
        {"t": {"from": "a", "event": "ping", "actions": ["x = random_int(0, 999999)"]}},
    )
    one = LoneBrain(document({"g": states}, variables=VARIABLES, events={"ping": {}}))
    one.tick()

    def drawn(path: str, n: int) -> int:
        return draw_int(1, fnv1a_32("me"), fnv1a_32(path), n, 0, 999999)

    assert (one.variable("x"), one.variable("y")) == (drawn("a", 0), drawn("a", 1))
    one.tick(RaisedEvent("ping"))
    assert (one.variable("x"), one.variable("y")) == (drawn("t", 0), drawn("a", 2))


def test_1_4_each_use_of_a_graph_draws_by_its_own_path():
    inner = tree(
        {"r": {"kind": "set", "actions": ["x = random_int(0, 999999)", "y = x if y == 0 else y"]}}, "r"
    )
    graph = tree(
        {
            "root": {"kind": "sequence", "children": ["a", "b"]},
            "a": {"kind": "subtree", "graph": "h"},
            "b": {"kind": "subtree", "graph": "h"},
        }
    )
    one = LoneBrain(document({"g": graph, "h": inner}, variables=VARIABLES))
    one.tick()
    paths = [draw_int(1, fnv1a_32("me"), fnv1a_32(path), 0, 0, 999999) for path in ("a/r", "b/r")]
    assert [one.variable("y"), one.variable("x")] == paths


def test_1_4_editing_one_node_leaves_the_draws_of_others():
    def drawn(extra: dict[str, Any]) -> Any:
        nodes = {
            "root": {"kind": "sequence", "children": [*extra, "b"]},
            **extra,
            "b": {"kind": "set", "actions": ["x = random_int(0, 999999)"]},
        }
        one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
        one.tick()
        return one.variable("x")

    assert drawn({}) == drawn({"a": {"kind": "set", "actions": ["y = random_int(0, 9)", "f = random(0, 1)"]}})


@pytest.mark.parametrize("other", [{"seed": 2}, {"agent": "you"}])
def test_1_4_another_seed_or_agent_draws_other_numbers(other):
    source = document(
        {"g": tree({"root": {"kind": "set", "actions": ["x = random_int(0, 999999)"]}})}, variables=VARIABLES
    )
    one, two = LoneBrain(source), LoneBrain(source, **other)
    one.tick()
    two.tick()
    assert one.variable("x") != two.variable("x")


def test_2_5_an_empty_range_fails_its_line():
    one = setting("x = random_int(5, 1)")
    one.tick()
    assert one.errors()[0].startswith("line 1: ")


def test_2_5_send_names_self_team_all_or_an_entity():
    events = {"ping": {"payload": {"x": "int"}}}
    one = setting(
        *("send ping(x = 1) to self", "send ping(x = 2) to team", "send ping(x = 3) to all"),
        *("target = self", "send ping(x = 4) to target"),
        events=events,
    )
    one.tick()
    assert [(receiver, event.fields["x"]) for receiver, event in one.host.sent] == [
        *(("me", 1), ("team", 2), ("all", 3), ("me", 4)),
    ]


def test_2_5_sending_to_nobody_fails_the_line():
    one = setting("send ping to target", noted("not reached"), events={"ping": {}})
    one.tick()
    assert one.host.sent == []
    assert one.notes() == []
    assert one.errors() == ["line 1: There is nobody to send to."]


def test_2_5_do_runs_an_instant_action():
    one = setting('word = "seen"', "do note(word = word)")
    one.tick()
    assert one.notes() == ["seen"]


def test_2_6_a_misspelled_name_is_refused_with_its_place_and_the_nearest_name():
    with pytest.raises(CompileError) as refused:
        LoneBrain(
            document({"g": tree({"root": scripted("S", guard={"test": "levle > 1"})})}, variables=VARIABLES)
        )
    (problem,) = refused.value.problems
    assert (problem.graph, problem.node, problem.field) == ("g", "root", "guard.test")
    assert "levle" in problem.message
    assert "level" in problem.remedy


def test_2_7_a_document_compiles_without_running_its_texts():
    """Expressions and blocks are checked and compiled; nothing of the host is asked."""
    one = setting('flag = word_is_true("crash")', noted("x"))
    assert one.host.asked == []
    assert one.host.effects == []
