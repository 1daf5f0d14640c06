"""A node keeps its state over a swap where id, kind, call path and running parent are the same (8.2)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.model import Document
from runtime.basics.status import Status
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

VARIABLES: dict[str, Any] = {"n": {"type": "int"}, "on": {"type": "bool", "default": True}}


def mind(nodes: dict[str, Any], root: str = "root", **graphs: Any) -> Document:
    return document({"g": tree(nodes, root), **graphs}, variables=VARIABLES)


def named(script: str, name: str, **fields: Any) -> dict[str, Any]:
    return scripted(script, name, **fields)


def composite(kind: str, *children: str, **params: Any) -> dict[str, Any]:
    return {"kind": kind, "children": list(children), **({"params": params} if params else {})}


SEQUENCE = {
    "root": composite("sequence", "a", "b", "c"),
    "a": named("S", "a"),
    "b": named("RRRS", "b"),
    "c": named("RRS", "c"),
}


def started(nodes: dict[str, Any], ticks: int) -> LoneBrain:
    one = LoneBrain(mind(nodes))
    one.ticks(ticks)
    one.log.clear()
    return one


def test_8_2_a_running_node_goes_on_where_it_was():
    one = started(SEQUENCE, 2)
    record = one.swap(mind(SEQUENCE))
    assert (record.kept, record.halted) == (2, ())
    assert one.ticks(3) == "RRR"
    assert one.log == ["tick b", "tick b", "enter c", "tick c", "tick c"]


def test_8_2_a_place_is_kept_as_the_id_of_the_child():
    one = started(SEQUENCE, 2)
    before_b = {**SEQUENCE, "root": composite("sequence", "a", "d", "b", "c"), "d": named("S", "d")}
    one.swap(mind(before_b))
    one.ticks(3)
    assert one.log == ["tick b", "tick b", "enter c", "tick c", "tick c"]


def test_8_2_a_composite_whose_place_is_gone_is_halted():
    one = started({"root": composite("inverter", "s"), "s": SEQUENCE["root"], **_leaves()}, 2)
    record = one.swap(
        mind({"root": composite("inverter", "s"), "s": composite("sequence", "a", "c"), **_leaves("ac")})
    )
    assert one.log == ["halt b"]
    assert record.halted == ("s", "b")
    assert one.stored("root") == Status.RUNNING
    assert one.stored("s") == Status.IDLE
    one.ticks(1)
    assert one.log == ["halt b", "enter a", "tick a", "enter c", "tick c"]


def _leaves(names: str = "abc") -> dict[str, Any]:
    return {name: SEQUENCE[name] for name in names}


def test_8_2_a_node_of_another_kind_is_another_node():
    one = started(SEQUENCE, 2)
    one.swap(mind({**SEQUENCE, "root": composite("selector", "a", "b", "c")}))
    assert one.log == ["halt b"]
    assert one.stored("root") == Status.IDLE


def test_8_2_another_action_is_halted_by_the_old_program():
    one = started(SEQUENCE, 2)
    record = one.swap(mind({**SEQUENCE, "b": {"kind": "action", "action": "asking"}}))
    assert one.log == ["halt b"]
    assert record.halted == ("b",)
    assert one.stored("root") == Status.RUNNING
    assert one.ticks(1) == "R"
    assert one.brain.requests_in_force[0].node_path == "b"


def test_8_2_a_node_under_another_parent_is_halted():
    one = started(SEQUENCE, 2)
    wrapped = {**SEQUENCE, "root": composite("sequence", "a", "i", "c"), "i": composite("inverter", "b")}
    record = one.swap(mind(wrapped))
    assert one.log == ["halt b"]
    # The place of the sequence is gone with it.
    assert record.halted == ("root", "b")


def test_8_2_a_node_whose_parent_stops_is_halted_before_its_parent():
    nodes = {
        "root": composite("sequence", "p"),
        "p": composite("parallel", "b", "c"),
        **_leaves("bc"),
    }
    one = started(nodes, 1)
    one.swap(mind({**nodes, "p": {**composite("parallel", "b", "c"), "disabled": True}}))
    assert one.log == ["halt b", "halt c"]


def test_8_2_a_node_now_disabled_is_halted_and_its_parent_goes_on():
    one = started(SEQUENCE, 2)
    one.swap(mind({**SEQUENCE, "b": {**SEQUENCE["b"], "disabled": True}}))
    assert one.log == ["halt b"]
    assert one.ticks(1) == "R"
    assert one.log == ["halt b", "enter c", "tick c"]


def test_8_2_halts_happen_in_child_order_before_anything_is_entered():
    nodes = {"root": composite("parallel", "b", "c"), **_leaves("bc")}
    one = started(nodes, 1)
    other = {"root": composite("parallel", "d", "e"), "d": named("R", "d"), "e": named("R", "e")}
    one.swap(mind(other))
    assert one.log == ["halt b", "halt c"]
    # A parallel has no place, so it goes on with its new children.
    assert one.stored("root") == Status.RUNNING
    one.ticks(1)
    assert one.log[2:] == ["enter d", "tick d", "enter e", "tick e"]


def test_8_2_a_parallel_keeps_the_results_of_the_children_that_stay():
    nodes = {"root": composite("parallel", "a", "b", "c"), **_leaves()}
    one = started(nodes, 1)
    one.swap(mind({"root": composite("parallel", "c", "d", "a"), **_leaves("ac"), "d": named("S", "d")}))
    assert one.log == ["halt b"]
    assert one.ticks(1) == "R"
    assert one.log == ["halt b", "tick c", "enter d", "tick d"]
    assert one.ticks(1) == "S"


@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreter", "generated"])
@pytest.mark.parametrize("decide", ["each", "end"])
def test_8_2_a_parallel_whose_last_running_child_is_gone_decides_in_the_next_tick(decide, interpreted):
    nodes = {
        "root": composite("parallel", "a", "b", decide=decide),
        "a": named("S", "a"),
        "b": named("RRRRRR", "b"),
    }
    one = LoneBrain(mind(nodes))
    one.brain.interpreted = interpreted
    assert one.ticks(2) == "RR"
    one.swap(mind({"root": composite("parallel", "a", decide=decide), "a": nodes["a"]}))
    assert one.ticks(1) == "S"


@pytest.mark.parametrize("finish", ["immediate", "delayed"])
def test_8_2_a_simple_parallel_whose_main_child_is_another_one_now_is_halted_where_that_runs(finish):
    nodes = {"root": composite("simple_parallel", "a", "b", finish=finish), **_leaves("ab")}
    nodes |= {"a": named("RR", "a"), "b": named("RR", "b")}
    one = started(nodes, 1)
    record = one.swap(mind({**nodes, "root": composite("simple_parallel", "b", "a", finish=finish)}))
    assert one.log == ["halt a", "halt b"]
    assert "root" in record.halted


def test_8_2_what_a_child_gave_in_the_background_is_not_its_result_as_the_main_one():
    nodes = {
        "root": composite("simple_parallel", "a", "b", "c", ended="wait"),
        "a": named("RR", "a"),
        "b": named("FR", "b"),
        "c": named("S", "c"),
    }
    one = started(nodes, 1)
    one.swap(mind({**nodes, "root": composite("simple_parallel", "b", "c", ended="wait"), "a": nodes["a"]}))
    assert one.log == ["halt a"]
    assert one.stored("root") == Status.RUNNING
    one.ticks(1)
    assert one.log[1:] == ["enter b", "tick b"]


def test_8_2_a_sequence_that_yields_goes_on_at_the_child_it_waits_before():
    nodes = {"root": composite("sequence", "a", "b", "c", **{"yield": True}), **_leaves()}
    nodes |= {name: named("S", name) for name in "abc"}
    one = started(nodes, 1)
    one.swap(mind({**nodes, "root": composite("sequence", "c", "b", "a", **{"yield": True})}))
    assert one.ticks(1) == "R"
    assert one.log == ["enter b", "tick b"]


RANDOM = {
    "root": composite("random_sequence", "a", "b", "c", "d"),
    **{name: named("RS", name) for name in "abcd"},
}


def entered(log: list[str]) -> list[str]:
    return [line.removeprefix("enter ") for line in log if line.startswith("enter")]


def test_8_2_the_drawn_order_stays_and_new_children_come_after_it():
    straight = started(RANDOM, 0)
    straight.ticks(8)
    drawn = entered(straight.log)
    one = LoneBrain(mind(RANDOM))
    one.ticks(1)
    others = [name for name in "abcd" if name != drawn[2]]
    nodes = {
        "root": composite("random_sequence", "x", *others),
        "x": named("RS", "x"),
        **{name: RANDOM[name] for name in others},
    }
    one.swap(mind(nodes))
    one.ticks(8)
    assert entered(one.log)[:4] == [drawn[0], drawn[1], drawn[3], "x"]


def waiting(seconds: object, jitter: float = 0) -> Document:
    params = {"seconds": seconds, **({"jitter": jitter} if jitter else {})}
    return mind({"root": composite("sequence", "w"), "w": {"kind": "wait", "params": params}})


@pytest.mark.parametrize(("seconds", "expected"), [(0.1, 6), (0.2, 12), (0.05, 4)])
def test_8_2_a_duration_counts_from_the_old_start(seconds, expected):
    """The wait was entered on tick 0; a shorter one that is over by now ends on the next tick."""
    one = LoneBrain(waiting(0.1))
    one.ticks(4)
    one.swap(waiting(seconds))
    assert one.ticks(expected - 3) == "R" * (expected - 4) + "S"


def test_8_2_a_duration_that_was_evaluated_on_enter_stays():
    one = LoneBrain(waiting(0.1))
    one.ticks(2)
    one.swap(waiting({"expr": "5"}))
    assert one.ticks(5) == "RRRRS"


def test_8_2_what_was_drawn_on_enter_stays():
    straight = LoneBrain(waiting(0.5, 0.4))
    length = len(straight.ticks(100).split("S", maxsplit=1)[0])
    one = LoneBrain(waiting(0.5, 0.4))
    one.ticks(1)
    one.swap(waiting(1.0, 0.4))
    assert one.ticks(length + 30) == "R" * (length + 29) + "S"


@pytest.mark.parametrize("kind", ["timeout", "delay"])
def test_8_2_timers_of_decorators_count_from_the_old_start(kind):
    def timed(seconds: float) -> Document:
        return mind({"root": composite(kind, "a", seconds=seconds), "a": named("RRRRRRRRRRRRRRRRRR", "a")})

    straight, one = LoneBrain(timed(0.2)), LoneBrain(timed(0.1))
    straight.ticks(4)
    one.ticks(4)
    one.swap(timed(0.2))
    one.log.clear()
    straight.log.clear()
    assert one.ticks(10) == straight.ticks(10)
    assert one.log == straight.log


def test_8_2_a_changed_cooldown_counts_from_the_last_end():
    def cooling(seconds: float) -> Document:
        nodes = {"root": composite("cooldown", "a", seconds=seconds), "a": named("S", "a")}
        return mind(nodes)

    one = LoneBrain(cooling(1))
    assert one.ticks(2) == "SF"
    one.swap(cooling(0.05))
    assert one.ticks(2) == "FS"
    never = LoneBrain(cooling(0.05))
    never.swap(cooling(5))
    assert never.ticks(1) == "S"


def test_8_2_counters_stay_and_a_changed_count_holds_from_the_next_enter():
    def repeating(count: int) -> Document:
        nodes = {"root": composite("repeat", "a", count=count), "a": named("S", "a")}
        return mind(nodes)

    for interpreted in (True, False):
        one = LoneBrain(repeating(4))
        one.brain.interpreted = interpreted
        run = one.ticks if interpreted else _untraced(one)
        assert run(2) == "RR"
        one.swap(repeating(2))
        run = one.ticks if interpreted else _untraced(one)
        assert run(4) == "RSRS"


def _untraced(one: LoneBrain) -> Any:
    def run(count: int) -> str:
        letters = []
        for _ in range(count):
            letters.append(one.brain.tick().name[0])
            one.host.tick += 1
        return "".join(letters)

    return run


def test_8_2_lasting_memory_and_draw_counts_stay():
    def limited(after: str) -> Document:
        nodes = {
            "root": composite("selector", "once", after),
            "once": composite("run_once", "a"),
            "a": named("S", "a"),
            after: {"kind": "set", "actions": ["n = random_int(1, 1000000)"]},
        }
        return mind(nodes)

    one, straight = LoneBrain(limited("x")), LoneBrain(limited("x"))
    one.ticks(3), straight.ticks(3)
    one.swap(
        mind({**_plain(limited("x")), "y": named("S", "y"), "root": composite("selector", "once", "x", "y")})
    )
    for brain in (one, straight):
        brain.log.clear()
        brain.ticks(2)
    assert one.log == straight.log == []
    assert one.variable("n") == straight.variable("n")


def _plain(source: Document) -> dict[str, Any]:
    nodes: dict[str, Any] = source.model_dump(mode="json", exclude_defaults=True)["graphs"]["g"]["nodes"]
    return nodes


def test_8_2_a_running_child_that_gets_another_role_stops_its_node():
    nodes = {"root": composite("try_recover", "b", "c"), **_leaves("bc")}
    one = started(nodes, 1)
    record = one.swap(mind({**nodes, "root": composite("try_recover", "c", "b")}))
    assert record.halted == ("root", "b")
    assert one.log == ["halt b"]


def test_8_2_a_service_that_is_new_runs_on_the_next_visit_and_then_in_its_interval():
    with_service = {
        **SEQUENCE,
        "root": {**SEQUENCE["root"], "services": [{"every": 0.05, "actions": ["n = n + 1"]}]},
        "b": named("R", "b"),
    }
    one = started({**SEQUENCE, "b": named("R", "b")}, 2)
    one.swap(mind(with_service))
    counts = []
    for _ in range(7):
        one.tick()
        counts.append(one.variable("n"))
    assert counts == [1, 1, 1, 2, 2, 2, 3]


def test_8_2_requests_of_halted_nodes_are_gone_and_others_stay():
    nodes = {
        "root": composite("parallel", "x", "y"),
        "x": {"kind": "action", "action": "asking", "params": {"name": "x"}},
        "y": {"kind": "action", "action": "asking", "params": {"name": "y"}},
    }
    one = started(nodes, 1)
    one.swap(mind({**nodes, "root": composite("parallel", "y")}))
    assert [request.node_path for request in one.brain.requests_in_force] == ["y"]


CALLED = tree({"r": {"kind": "wait", "params": {"seconds": 0.1}}}, "r")


def test_8_2_the_call_path_is_part_of_the_identity():
    """The same graph called from another node is another instance."""

    def calling(node: str) -> Document:
        nodes = {"root": composite("sequence", node), node: {"kind": "subtree", "graph": "h"}}
        return mind(nodes, h=CALLED)

    one = LoneBrain(calling("x"))
    one.ticks(3)
    assert one.swap(calling("x")).kept == 3
    assert one.swap(calling("y")).halted == ("root", "x", "x/r")


def test_8_2_a_call_of_another_graph_goes_on_and_its_insides_do_not():
    def calling(graph: str) -> Document:
        nodes = {"root": {"kind": "subtree", "graph": graph}}
        return mind(nodes, h=CALLED, k=tree({"r": {"kind": "wait", "params": {"seconds": 0.2}}}, "r"))

    one = LoneBrain(calling("h"))
    one.ticks(3)
    record = one.swap(calling("k"))
    assert (record.kept, record.halted) == (1, ("root/r",))
    assert one.ticks(13) == "R" * 12 + "S"


def test_8_2_what_the_last_tick_showed_stays_until_the_next_one():
    one = started(SEQUENCE, 2)
    one.swap(mind({**SEQUENCE, "root": composite("sequence", "a", "x", "b", "c"), "x": named("S", "x")}))
    assert [one.outcome(node) for node in ("root", "a", "x", "b", "c")] == [1, 0, 0, 1, 0]


def limited(**once: Any) -> Document:
    nodes = {
        "root": composite("selector", "once", "call", "b"),
        "once": {**composite("run_once", "a"), **once},
        "a": named("S", "a"),
        "call": {"kind": "subtree", "graph": "h", **({"disabled": True} if once else {})},
        "b": named("R", "b"),
    }
    inner = {"r": composite("run_limit", "x", count=2, afterwards="failure"), "x": named("F", "x")}
    return mind(nodes, h=tree(inner, "r"))


def test_8_2_a_node_that_was_disabled_for_a_while_has_its_lasting_memory_back():
    straight, one = LoneBrain(limited()), LoneBrain(limited())
    for brain in (straight, one):
        brain.ticks(3)
        brain.log.clear()
    one.swap(limited(disabled=True))
    one.swap(limited(disabled=True, note="still disabled"))
    one.ticks(2)
    one.swap(limited())
    assert not one.brain.shelf
    straight.ticks(3)
    one.ticks(1)
    assert one.log == straight.log == ["tick b"] * 3


def test_8_2_a_disabled_transition_goes_on_cooling_down():
    def cooling(**fields: Any) -> Document:
        edges = {
            "t": {"from": "p", "cooldown": 0.1, "to": "q", **fields},
            "u": {"from": "q", "after": 0.02, "to": "p"},
        }
        return document({"g": machine({"p": {}, "q": {}}, edges)})

    one = LoneBrain(cooling())
    one.ticks(2)
    assert one.active() == ["q"]
    one.swap(cooling(disabled=True))
    one.ticks(3)
    assert one.active() == ["p"]
    one.swap(cooling())
    while one.active() == ["p"]:
        one.tick()
    assert one.host.tick - 1 == 1 + 6


def test_a_condition_that_is_enabled_by_a_swap_consumes_its_trigger():
    """Neither back end may take it for the plain condition that its disabled row was (rule 2.3)."""
    variables = {"hit": {"type": "trigger", "default": True}}

    def mind(disabled: bool) -> Document:
        nodes = {
            "root": {"kind": "sequence", "children": ["c"], "disabled": disabled},
            "c": {"kind": "condition", "test": "hit"},
        }
        return document({"g": tree(nodes)}, variables=variables)

    one = LoneBrain(mind(disabled=True))
    one.swap(mind(disabled=False))
    assert one.brain.tick() == Status.SUCCESS
    assert ("hit", False, one.row("c")) in one.brain.writes
