"""Known answers: parallel states, worked out from the SCXML algorithm (rules 4.4 to 4.6, 4.9)."""

from __future__ import annotations

from typing import Any

from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, TransitionOutcome
from runtime.records.trace_frame import Passage
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

EVENTS: dict[str, Any] = {name: {} for name in ("go", "hit", "back", "ping")}
VARIABLES = {"on": {"type": "bool"}, "n": {"type": "int"}}


def speaking(name: str, **fields: Any) -> dict[str, Any]:
    return {"entry": [noted(f"+{name}")], "exit": [noted(f"-{name}")], **fields}


def two_regions() -> dict[str, Any]:
    """Return p = parallel [r [a b], s [c d]], then q."""
    return {
        "p": speaking("p", kind="parallel", children=["r", "s"]),
        "r": speaking("r", children=["a", "b"], initial="a"),
        "a": speaking("a"),
        "b": speaking("b"),
        "s": speaking("s", children=["c", "d"], initial="c"),
        "c": speaking("c"),
        "d": speaking("d"),
        "q": speaking("q"),
    }


def started(edges: dict[str, Any], nodes: dict[str, Any] | None = None, **fields: Any) -> LoneBrain:
    graph = machine(nodes or two_regions(), edges, **fields)
    one = LoneBrain(document({"g": graph}, events=EVENTS, variables=VARIABLES))
    one.tick()
    one.notes()
    return one


def passages(one: LoneBrain) -> list[str]:
    def word(passage: Passage) -> str:
        return ("+" if passage[1] == "enter" else "-") + one.program.rows[passage[0]].node

    return [word(passage) for passage in one.brain_log.passages]


def test_4_1_all_regions_of_a_parallel_state_are_active():
    one = LoneBrain(document({"g": machine(two_regions())}))
    one.tick()
    assert one.active() == ["p", "r", "a", "s", "c"]
    assert one.notes() == ["+p", "+r", "+a", "+s", "+c"]


def test_4_4_every_region_takes_an_event_in_one_microstep():
    edges = {
        "sc": {"from": "c", "event": "go", "to": "d", "actions": [noted("cd")]},
        "ra": {"from": "a", "event": "go", "to": "b", "actions": [noted("ab")]},
    }
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["ra", "sc"]
    assert one.notes() == ["-c", "-a", "ab", "cd", "+b", "+d"]


def test_4_4_a_region_that_does_not_take_it_asks_further_out():
    """One region handles the event, the other finds the parallel state's own, which exits nothing."""
    edges = {
        "ab": {"from": "a", "event": "go", "to": "b"},
        "own": {"from": "p", "event": "go", "actions": [noted("p")]},
    }
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["ab", "own"]


def test_4_4_the_inner_source_wins_where_exit_sets_meet():
    edges = {
        "ab": {"from": "a", "event": "go", "to": "b"},
        "pq": {"from": "p", "event": "go", "to": "q"},
    }
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["ab"]
    assert one.outcome("pq") == TransitionOutcome.TRUE_BUT_LOST


def test_4_4_the_inner_source_wins_though_picked_later():
    """The first region asks up to p and picks it; the second's own transition then removes it."""
    edges = {
        "cd": {"from": "c", "event": "go", "to": "d"},
        "pq": {"from": "p", "event": "go", "to": "q"},
    }
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["cd"]
    assert one.outcome("pq") == TransitionOutcome.TRUE_BUT_LOST


def test_4_4_of_two_regions_that_leave_the_first_picked_wins():
    edges = {
        "aq": {"from": "a", "event": "go", "to": "q"},
        "cq": {"from": "c", "event": "go", "to": "q"},
    }
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["aq"]
    assert one.brain_log.candidates[one.row("cq")].sentence == "lost to the transition aq of a"


def test_4_4_a_transition_found_by_two_regions_is_taken_once():
    one = started({"own": {"from": "p", "event": "go", "actions": ["n = n + 1"]}})
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["own"]
    assert one.variable("n") == 1


def test_4_5_leaving_a_region_for_its_sibling_exits_the_whole_parallel():
    one = started({"t": {"from": "a", "event": "go", "to": "d"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-c", "-s", "-a", "-r", "-p", "+p", "+r", "+a", "+s", "+d"]
    assert one.outcome("p") == StateOutcome.REENTERED


def test_4_5_a_self_transition_of_a_region_exits_the_whole_parallel():
    one = started({"t": {"from": "r", "event": "go", "to": "r"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-c", "-s", "-a", "-r", "-p", "+p", "+r", "+a", "+s", "+c"]


def test_4_5_an_external_transition_of_a_region_to_its_own_child_exits_the_whole_parallel():
    one = started({"t": {"from": "r", "event": "go", "to": "b"}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-c", "-s", "-a", "-r", "-p", "+p", "+r", "+b", "+s", "+c"]


def test_4_5_an_internal_one_of_a_region_leaves_its_sibling_alone():
    one = started({"t": {"from": "r", "event": "go", "to": "b", "internal": True}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-a", "+b"]


def test_4_5_internal_means_nothing_on_a_parallel():
    one = started({"t": {"from": "p", "event": "go", "to": "b", "internal": True}})
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-c", "-s", "-a", "-r", "-p", "+p", "+r", "+b", "+s", "+c"]


def test_4_6_regions_exit_in_reverse_and_enter_in_document_order():
    edges = {"out": {"from": "p", "event": "go", "to": "q"}, "in": {"from": "q", "event": "back", "to": "p"}}
    one = started(edges)
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["-c", "-s", "-a", "-r", "-p", "+q"]
    one.tick(RaisedEvent("back"))
    assert one.notes() == ["-q", "+p", "+r", "+a", "+s", "+c"]


def test_4_6_several_targets_enter_their_regions_and_the_rest_by_default():
    nodes = two_regions()
    nodes["p"]["children"] = ["r", "s", "u"]
    nodes["u"] = speaking("u", children=["e"], initial="e")
    nodes["e"] = speaking("e")
    one = started({"t": {"event": "go", "targets": ["d", "b"]}, "to q": {"event": "ping", "to": "q"}}, nodes)
    one.tick(RaisedEvent("ping"))
    one.notes()
    one.tick(RaisedEvent("go"))
    assert one.active() == ["p", "r", "b", "s", "d", "u", "e"]
    assert one.notes() == ["-q", "+p", "+r", "+b", "+s", "+d", "+u", "+e"]


def test_4_6_a_target_with_another_one_inside_does_not_enter_its_default():
    one = started({"t": {"event": "go", "targets": ["p", "b"]}})
    one.tick(RaisedEvent("go"))
    assert one.active() == ["p", "r", "b", "s", "c"]


def test_4_6_an_initial_transition_with_several_targets():
    nodes = two_regions()
    graph = machine(nodes, {}, initial={"targets": ["b", "d"], "actions": [noted("initial")]})
    one = LoneBrain(document({"g": graph}))
    one.tick()
    assert one.notes() == ["initial", "+p", "+r", "+b", "+s", "+d"]


def test_4_6_initial_actions_of_each_region_run_after_its_entry():
    nodes = two_regions()
    nodes["r"]["initial"] = {"targets": ["a"], "actions": [noted("ir")]}
    nodes["s"]["initial"] = {"targets": ["d"], "actions": [noted("is")]}
    one = LoneBrain(document({"g": machine(nodes)}))
    one.tick()
    assert one.notes() == ["+p", "+r", "ir", "+a", "+s", "is", "+d"]


def test_4_6_actions_see_the_configuration_as_far_as_it_has_changed():
    """While a state runs its exit it is active still; what was exited before it is not (and so on entry)."""
    seen: list[tuple[str, list[str]]] = []
    edges = {"t": {"from": "p", "event": "go", "to": "q", "actions": [noted("acts")]}}
    one = started({**edges, "u": {"from": "q", "event": "back", "to": "b"}})
    one.host.effect = lambda agent, name, arguments, node_path: seen.append(  # type: ignore[method-assign]
        (str(arguments["word"]), one.active())
    )
    one.tick(RaisedEvent("go"))
    assert seen == [
        ("-c", ["p", "r", "a", "s", "c"]),
        ("-s", ["p", "r", "a", "s"]),
        ("-a", ["p", "r", "a"]),
        ("-r", ["p", "r"]),
        ("-p", ["p"]),
        ("acts", []),
        ("+q", ["q"]),
    ]
    seen.clear()
    one.tick(RaisedEvent("back"))
    assert seen == [
        ("-q", ["q"]),
        ("+p", ["p"]),
        ("+r", ["p", "r"]),
        ("+b", ["p", "r", "b"]),
        ("+s", ["p", "r", "b", "s"]),
        ("+c", ["p", "r", "b", "s", "c"]),
    ]


def test_4_9_polled_transitions_of_all_regions_are_one_microstep():
    edges = {"ab": {"from": "a", "to": "b"}, "cd": {"from": "c", "to": "d"}}
    one = started(edges)
    one.tick()
    assert one.taken() == ["ab", "cd"]
    assert one.notes() == ["-c", "-a", "+b", "+d"]


def test_4_9_the_outer_polled_transition_wins_where_exit_sets_meet():
    edges = {"cd": {"from": "c", "to": "d"}, "pq": {"from": "p", "to": "q", "guard": "on"}}
    one = started(edges)
    one.write("on", True)
    one.tick()
    assert one.taken() == ["pq"]


def test_4_9_of_two_regions_that_poll_and_leave_the_first_picked_wins():
    edges = {"cq": {"from": "c", "to": "q"}, "aq": {"from": "a", "to": "q"}}
    one = started(edges)
    one.tick()
    assert one.taken() == ["aq"]
    assert one.outcome("cq") == TransitionOutcome.TRUE_BUT_LOST


def test_4_9_an_interrupt_inside_one_region_leaves_its_sibling_alone():
    edges = {
        "any": {"from": "r", "event": "hit", "to": "b", "interrupt": True},
        "cd": {"from": "c", "event": "hit", "to": "d"},
        "ab": {"from": "a", "event": "hit", "to": "b"},
    }
    one = started(edges)
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["any", "cd"]
    assert one.outcome("ab") == TransitionOutcome.TRUE_BUT_LOST
    assert one.notes() == ["-c", "-a", "+b", "+d"]
    assert one.outcome("s") == StateOutcome.ACTIVE


def test_4_9_an_interrupt_that_leaves_the_parallel_drops_what_the_other_region_picked():
    edges = {
        "any": {"from": "r", "event": "hit", "to": "q", "interrupt": True},
        "cd": {"from": "c", "event": "hit", "to": "d"},
    }
    one = started(edges)
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["any"]
    assert one.outcome("cd") == TransitionOutcome.TRUE_BUT_LOST


def test_4_9_interrupts_of_two_regions_are_one_microstep():
    edges = {
        "any s": {"from": "s", "event": "hit", "to": "d", "interrupt": True},
        "any r": {"from": "r", "event": "hit", "to": "b", "interrupt": True},
    }
    one = started(edges)
    one.tick(RaisedEvent("hit"))
    assert one.taken() == ["any r", "any s"]


def test_4_9_the_update_goes_through_all_regions_outer_first():
    nodes = two_regions()
    for name in nodes:
        nodes[name]["update"] = [noted(name)]
    one = started({}, nodes)
    one.tick()
    assert one.notes() == ["p", "r", "a", "s", "c"]


def test_4_3_eventless_transitions_of_all_regions_are_one_round():
    edges = {
        "ab": {"from": "a", "event": "always", "guard": "on", "to": "b"},
        "cd": {"from": "c", "event": "always", "guard": "on", "to": "d"},
    }
    one = started(edges)
    one.write("on", True)
    one.tick()
    assert one.notes() == ["-c", "-a", "+b", "+d"]


def test_7_2_bytes_of_a_parallel_left_and_entered_again():
    one = started({"t": {"from": "a", "event": "go", "to": "d"}})
    one.tick(RaisedEvent("go"))
    words = {name: StateOutcome(one.outcome(name)).name for name in ("p", "r", "a", "s", "c", "d", "q")}
    assert words == {
        "p": "REENTERED",
        "r": "REENTERED",
        "a": "REENTERED",
        "s": "REENTERED",
        "c": "EXITED",
        "d": "ENTERED",
        "q": "INACTIVE",
    }
    assert passages(one) == ["-c", "-s", "-a", "-r", "-p", "+p", "+r", "+a", "+s", "+d"]


def test_a_disabled_region_is_left_out_and_a_transition_into_it_is_never_asked():
    nodes = two_regions()
    nodes["s"]["disabled"] = True
    nodes["c"]["entry"] = ["nonsense >"]
    one = started({"t": {"from": "a", "event": "go", "to": "d"}, "u": {"event": "go", "to": "q"}}, nodes)
    assert one.active() == ["p", "r", "a"]
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["u"]
    assert one.outcome("t") == TransitionOutcome.NOT_CONSIDERED
