"""A swap of a running world: between ticks, a segment of its own, errors keep the old (rules: section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.basics.status import Status
from runtime.minds.program.problems import CompileError
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session
from tests.runtime.lone_brain import document, machine, tree
from tests.runtime.session_of import replace_document, sample_session, session_of

REGISTRY = builtin_registry()
COUNTER: dict[str, Any] = {"n": {"type": "int"}}


def mind(graph: dict[str, Any], **variables: Any) -> Document:
    return document({"g": graph}, variables={**COUNTER, **variables})


def counting(by: int, **variables: Any) -> Document:
    return mind(tree({"root": {"kind": "set", "actions": [f"n = n + {by}"]}}), **variables)


WALK: dict[str, Any] = {
    "root": {"kind": "sequence", "children": ["go", "stay"]},
    "go": {"kind": "action", "action": "go_to", "params": {"target": [18, 7]}},
    "stay": {"kind": "wait", "params": {"seconds": 1}},
}


def walking(**more: Any) -> Document:
    return mind(tree({**WALK, **more}))


def run(session: Session, steps: int) -> list[TraceFrame]:
    return [session.step() for _ in range(steps)]


def test_8_1_a_swap_happens_between_two_steps_and_begins_a_segment_with_its_document():
    first, second = counting(1), counting(10)
    session = session_of({"a": {"mind": "m"}}, {"m": first})
    run(session, 3)
    replace_document(session, "m", second)
    assert session.variables("a")["n"] == 3
    session.step()
    assert session.variables("a")["n"] == 13
    ticks = [segment.first_tick for segment in session.segments]
    documents = [segment.minds.documents["m"] for segment in session.segments]
    assert (ticks, documents) == ([0, 3], [first, second])
    assert documents[1] is second


def test_8_1_the_frame_of_the_next_step_tells_what_the_swap_did():
    session = session_of({"a": {"mind": "m"}, "b": {"mind": "m"}}, {"m": walking()})
    run(session, 2)
    disabled = {**WALK["go"], "disabled": True}
    replace_document(session, "m", walking(go=disabled))
    frames = run(session, 2)
    told = [(swap.agent, swap.kept, swap.halted) for swap in frames[0].swaps]
    assert told == [("a", 1, ("go",)), ("b", 1, ("go",))]
    assert frames[1].swaps == ()


def test_8_1_edits_of_several_minds_before_one_step_are_all_taken():
    session = session_of({"a": {"mind": "m"}, "b": {"mind": "k"}}, {"m": counting(1), "k": counting(1)})
    replace_document(session, "m", counting(5))
    replace_document(session, "k", counting(7))
    session.step()
    assert [session.variables(agent)["n"] for agent in ("a", "b")] == [5, 7]


def test_8_1_a_mind_that_was_not_edited_is_left_alone():
    session = session_of({"a": {"mind": "m"}, "b": {"mind": "k"}}, {"m": counting(1), "k": counting(1)})
    session.step()
    before = session.brains["b"]
    replace_document(session, "m", counting(5))
    frame = session.step()
    assert session.brains["b"] is before
    assert [swap.agent for swap in frame.swaps] == ["a"]


def test_8_1_a_mind_that_says_the_same_is_left_alone():
    session = session_of({"a": {"mind": "m"}}, {"m": counting(1)})
    session.step()
    before = session.brains["a"]
    replace_document(session, "m", counting(1))
    assert session.step().swaps == ()
    assert session.brains["a"] is before
    as_float = mind(
        tree({"root": {"kind": "set", "actions": ["n = n + 1"]}}), n={"type": "float", "default": 1.0}
    )
    as_int = mind(
        tree({"root": {"kind": "set", "actions": ["n = n + 1"]}}), n={"type": "float", "default": 1}
    )
    replace_document(session, "m", as_float)
    session.step()
    replace_document(session, "m", as_int)
    assert session.step().swaps, "1 and 1.0 are equal to Python, and not in a file"


def test_8_1_a_snapshot_brings_back_the_document_of_its_segment():
    first, second = walking(), walking(stay={"kind": "wait", "params": {"seconds": 9}})
    session = session_of({"a": {"mind": "m"}}, {"m": first})
    run(session, 3)
    before = session.snapshot()
    hashes = [(session.step(), session.state_hash())[1] for _ in range(5)]
    replace_document(session, "m", second)
    run(session, 3)
    after = session.snapshot()
    later = [(session.step(), session.state_hash())[1] for _ in range(5)]
    session.restore(before)
    assert session.segments[-1].minds.documents["m"] is first
    assert len(session.segments) == 1
    assert [(session.step(), session.state_hash())[1] for _ in range(5)] == hashes
    session.restore(after)
    assert [segment.first_tick for segment in session.segments] == [0, 8]
    assert [(session.step(), session.state_hash())[1] for _ in range(5)] == later
    fresh = session_of({"a": {"mind": "m"}}, {"m": first})
    fresh.restore(after)
    assert [(fresh.step(), fresh.state_hash())[1] for _ in range(5)] == later


def test_8_1_a_swap_keeps_what_was_asked_of_the_world():
    session = session_of({"a": {"mind": "m"}}, {"m": counting(1)})
    session.write_variable("a", "n", 40)
    replace_document(session, "m", counting(2))
    session.step()
    assert session.variables("a")["n"] == 42


@pytest.mark.parametrize("name", ["tank", "soldier"])
def test_8_2_swapping_a_sample_to_an_equal_document_changes_nothing_in_its_trace(name):
    straight, swapped = sample_session(name), sample_session(name)
    for step in range(240):
        if step % 60 == 30:
            for file, known in swapped.segments[-1].minds.documents.items():
                graphs = {
                    key: graph.model_copy(update={"title": f"{graph.title} again"})
                    for key, graph in known.graphs.items()
                }
                replace_document(swapped, file, known.model_copy(update={"graphs": graphs}))
        one, other = straight.step(), swapped.step()
        assert one.brains == other.brains
        assert one.events == other.events
        assert straight.state_hash() == swapped.state_hash()
    assert len(swapped.segments) == 5


def test_8_2_a_body_keeps_going_over_a_swap_and_stops_with_its_node():
    session = session_of({"a": {"mind": "m"}}, {"m": walking()})
    run(session, 30)
    replace_document(session, "m", walking(stay={"kind": "wait", "params": {"seconds": 3}}))
    session.apply_inputs()
    assert session.brains["a"].requests_in_force
    replace_document(session, "m", walking(go={**WALK["go"], "disabled": True}))
    session.apply_inputs()
    assert session.brains["a"].requests_in_force == ()


def test_8_4_a_variable_that_is_new_or_of_another_type_takes_its_default_which_is_recorded():
    session = session_of({"a": {"mind": "m"}}, {"m": counting(1, kept={"type": "int"}, x={"type": "int"})})
    session.write_variable("a", "kept", 4)
    run(session, 2)
    after = counting(1, kept={"type": "int", "default": 8}, x={"type": "bool", "default": True})
    after = after.model_copy(
        update={"variables": {**after.variables, **counting(1, new={"type": "int", "default": 9}).variables}}
    )
    replace_document(session, "m", after)
    frame = session.step()
    assert session.variables("a") == {"n": 3, "kept": 4, "x": True, "new": 9}
    assert set(frame.swaps[0].made_anew) == {"x", "new"}
    writes = {(write.variable, write.value) for write in frame.brains["a"].writes if write.row == -1}
    assert writes == {("x", True), ("new", 9)}


def test_8_4_what_the_world_says_of_a_variable_holds_for_one_that_is_made_anew():
    agents = {"a": {"mind": "m", "variables": {"n": 5}}}
    session = session_of(agents, {"m": counting(1)})
    run(session, 2)
    real = {"n": {"type": "float", "default": 1}}
    nodes = {"root": {"kind": "set", "actions": ["n = n + 1.0"]}}
    replace_document(session, "m", document({"g": tree(nodes)}, variables=real))
    session.step()
    assert session.variables("a")["n"] == 6.0


def test_8_4_world_variables_carry_over_by_name_and_type():
    shared = {"score": {"type": "int", "scope": "world"}, "other": {"type": "int", "scope": "world"}}
    nodes = {"root": {"kind": "set", "actions": ["score = score + 1"]}}
    session = session_of({"a": {"mind": "m"}}, {"m": document({"g": tree(nodes)}, variables=shared)})
    run(session, 3)
    changed = {**shared, "other": {"type": "bool", "scope": "world", "default": True}}
    replace_document(session, "m", document({"g": tree(nodes)}, variables=changed))
    session.step()
    assert session.world_variables() == {"score": 4, "other": True}


def broken() -> Document:
    return mind(tree({"root": {"kind": "set", "actions": ["m = n + 1"]}}))


def test_8_5_a_document_with_errors_is_refused_and_the_old_program_goes_on():
    session = session_of({"a": {"mind": "m"}}, {"m": counting(1)})
    run(session, 2)
    with pytest.raises(CompileError) as refused:
        replace_document(session, "m", broken())
    assert refused.value.problems[0].node == "root"
    session.step()
    assert session.variables("a")["n"] == 3
    assert len(session.segments) == 1


def test_8_5_a_document_that_does_not_fit_the_world_is_refused_and_the_old_program_goes_on():
    session = session_of({"a": {"mind": "m", "variables": {"n": 5}}}, {"m": counting(1)})
    session.step()
    with pytest.raises(CompileError, match="declares no such variable"):
        replace_document(session, "m", document({"g": tree({"root": {"kind": "succeed"}})}))
    session.step()
    assert session.variables("a")["n"] == 7


def test_8_5_after_a_refused_edit_the_next_one_is_taken():
    session = session_of({"a": {"mind": "m"}}, {"m": counting(1)})
    session.step()
    with pytest.raises(CompileError):
        replace_document(session, "m", broken())
    replace_document(session, "m", counting(10))
    session.step()
    assert session.variables("a")["n"] == 11


def test_8_3_a_machine_of_a_world_is_completed_and_its_effects_are_applied():
    def shouting(*names: str) -> Document:
        states = {name: {"exit": ["send heard to all"]} for name in names}
        return document({"g": machine(states)}, events={"heard": {}}, variables=COUNTER)

    listening = document(
        {"g": machine({"x": {}, "y": {}}, {"t": {"from": "x", "event": "heard", "to": "y"}})},
        events={"heard": {}},
    )
    session = session_of({"a": {"mind": "m"}, "b": {"mind": "k"}}, {"m": shouting("p", "q"), "k": listening})
    run(session, 2)
    replace_document(session, "m", shouting("q"))
    frame = session.step()
    assert frame.swaps[0].exited == ("p",)
    assert frame.swaps[0].entered == ("q",)
    assert frame.brains["b"].taken != ()
    assert session.brains["a"].bytes_[0] == Status.RUNNING
