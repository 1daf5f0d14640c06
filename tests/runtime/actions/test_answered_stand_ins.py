"""Stand-ins that the user answers, switches of conditions, and which rows are stood in for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from runtime.basics.status import Status
from runtime.history.recording.trace_export import frame_bytes
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.condition import ConditionLibrary
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.problems import CompileError
from runtime.session.inputs import answer_given
from runtime.session.session import Session
from tests.runtime.actions.game_session import MIND, asking, doing, field_with, statuses, tree_document

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE

MANIFEST = {
    "format": "mindloom-kinds",
    "version": 1,
    "actions": {
        "reload": {},
        "hide": {"stand_in": {"action": "wander"}},
        "beep": {"instant": True},
        "pause": {"stand_in": {"result": "success", "after": 0.1}},
    },
    "conditions": {
        "sees": {"parameters": [{"name": "who", "type": "entity"}], "stand_in": True},
        "alarmed": {},
    },
}
REGISTRY = registry_with([manifest_from_bytes(json.dumps(MANIFEST).encode())], builtin_registry())


def session_of(document: Document, **options: Any) -> Session:
    return Session.open(field_with(), {MIND: document}, REGISTRY, builtin_library(), **options)


def lone(node: dict[str, Any], **fields: Any) -> Session:
    return session_of(tree_document({"r": node}, **fields))


@pytest.mark.parametrize("result", [S, F])
def test_an_answered_stand_in_ends_so_in_its_next_tick_and_waits_again_when_entered_anew(result):
    session = lone(doing("reload"))
    assert statuses(session, 3) == [R, R, R]
    session.answer_stand_in("me", "r", result)
    assert statuses(session, 3) == [result, R, R]


def test_an_answer_can_be_taken_back_until_a_tick_has_used_it():
    session = lone(doing("reload"))
    session.step()
    session.answer_stand_in("me", "r", S)
    session.apply_inputs()
    brain = session.brains["me"]
    assert answer_given(brain, 0) is S
    session.answer_stand_in("me", "r", R)
    assert statuses(session, 2) == [R, R]
    assert answer_given(brain, 0) is R
    session.answer_stand_in("me", "r", F)
    assert statuses(session, 1) == [F]
    assert answer_given(brain, 0) is None
    session.answer_stand_in("me", "r", R)
    assert session.step().brains["me"].errors == ()


def test_an_answer_is_an_input_that_a_snapshot_holds():
    session = lone(doing("reload"))
    session.step()
    session.answer_stand_in("me", "r", S)
    saved = session.snapshot()
    frames = [frame_bytes(session.step()) for _ in range(3)]
    session.restore(saved)
    assert [frame_bytes(session.step()) for _ in range(3)] == frames
    fresh = lone(doing("reload"))
    fresh.restore(saved)
    assert statuses(fresh, 2) == [S, R]


def test_an_answer_for_what_does_not_run_is_recorded_and_dropped():
    session = lone(doing("reload"))
    session.answer_stand_in("me", "r", S)
    frame = session.step().brains["me"]
    assert frame.status == R
    (error,) = frame.errors
    assert (error.row, error.message) == (
        0,
        "Nothing runs at r that SUCCESS could end; the answer is dropped.",
    )


@pytest.mark.parametrize(
    ("agent", "path", "result", "message"),
    [
        ("me", "other", S, "No stand-in of me at 'other' waits for an answer."),
        ("nobody", "r", S, "No stand-in of nobody at 'r' waits"),
        ("me", "r", Status.SKIPPED, "ends with SUCCESS or FAILURE or runs on, not SKIPPED"),
    ],
)
def test_an_answer_that_nothing_can_wait_for_is_refused_at_once(agent, path, result, message):
    with pytest.raises(ValueError, match=message):
        lone(doing("reload")).answer_stand_in(agent, path, result)


@pytest.mark.parametrize("name", ["hide", "pause"])
def test_a_stand_in_that_ends_by_itself_takes_no_answer(name):
    with pytest.raises(ValueError, match="waits for an answer"):
        lone(doing(name)).answer_stand_in("me", "r", S)


def test_the_activity_of_a_state_is_answered_by_the_path_of_the_state():
    states = {
        "a": {"kind": "state", "name": "A", "activity": {"action": "reload"}, "transitions": ["t"]},
        "b": {"kind": "state", "name": "B"},
    }
    machine = {
        "kind": "state_machine",
        "children": ["a", "b"],
        "initial": "a",
        "nodes": states,
        "edges": {"t": {"event": "done.success", "targets": ["b"]}},
    }
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": machine}}
    session = session_of(Document.model_validate_json(json.dumps(value)))
    session.step()
    program = session.programs["me"]
    assert {(program.rows[row].kind, program.rows[row].node) for row in program.stand_ins} == {
        ("state", "a"),
        ("activity", "a"),
    }
    session.answer_stand_in("me", "a", S)
    assert [len(session.step().brains["me"].taken) for _ in range(2)] == [1, 0]


def test_a_program_tells_which_rows_are_stood_in_for():
    nodes = {
        "r": {"kind": "sequence", "children": ["a", "b", "c", "d", "e", "f"]},
        "a": doing("reload"),
        "b": doing("hide"),
        "c": {"kind": "set", "actions": ["do beep()"]},
        "d": {"kind": "succeed", "services": [{"every": 1, "action": "beep"}]},
        "e": asking("sees(self)", guard={"test": "not alarmed()"}),
        "f": doing("stop"),
    }
    document = tree_document(nodes)
    program = session_of(document).programs["me"]

    def named(rows: frozenset[int]) -> set[str]:
        return {program.rows[row].node for row in rows}

    assert named(program.stand_ins) == {"a", "b", "c", "d"}
    assert named(program.clicked_stand_ins) == {"a"}
    assert {name: named(rows) for name, rows in program.stand_in_conditions.items()} == {
        "alarmed": {"e"},
        "sees": {"e"},
    }
    assert program.resumable


def test_a_switch_answers_a_condition_from_the_next_step_on():
    session = lone(asking("sees(self)"))
    assert dict(session.condition_switches) == {"alarmed": False, "sees": True}
    assert statuses(session, 1) == [S]
    session.set_condition("sees", False)
    assert session.condition_switches["sees"] is True
    assert statuses(session, 2) == [F, F]
    assert session.condition_switches["sees"] is False


def test_switches_are_part_of_snapshot_and_state_hash():
    session = lone(asking("sees(self)"))
    before = session.state_hash()
    saved = session.snapshot()
    session.set_condition("sees", False)
    session.apply_inputs()
    assert session.state_hash() != before
    session.restore(saved)
    assert session.state_hash() == before
    assert statuses(session, 1) == [S]


def test_a_switch_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="'hears' has no stand-in here"):
        lone(asking("sees(self)")).set_condition("hears", True)


def test_a_behavior_goes_before_its_stand_in():
    class Ended(Action):
        def tick(self, context: ActionContext) -> Status:
            return F

    nodes = {
        "r": {"kind": "selector", "children": ["a", "b"]},
        "a": doing("reload"),
        "b": asking("sees(self) or alarmed()"),
    }
    conditions = ConditionLibrary({"sees": lambda context, arguments: False})
    library = builtin_library().extended({"reload": Ended()})
    session = Session.open(
        field_with(), {MIND: tree_document(nodes)}, REGISTRY, library, conditions=conditions
    )
    program = session.programs["me"]
    assert program.stand_ins == frozenset()
    assert set(program.stand_in_conditions) == {"alarmed"}
    assert statuses(session, 1) == [F]
    with pytest.raises(ValueError, match="its answer cannot be set"):
        session.set_condition("sees", True)
    session.set_condition("alarmed", True)
    assert statuses(session, 1) == [S]


@pytest.mark.parametrize(
    ("node", "said"),
    [
        (doing("reload"), "The action 'reload' has no behavior here"),
        ({"kind": "set", "actions": ["do beep()"]}, "The action 'beep' has no behavior here"),
        (asking("sees(self)"), "The condition 'sees' has no behavior here"),
    ],
)
def test_stand_ins_run_only_when_asked_for(node, said):
    document = tree_document({"r": node})
    with pytest.raises(CompileError, match=said):
        session_of(document, stand_ins=False)
    with pytest.raises(CompileError, match=said):
        compile_document(document, REGISTRY, builtin_library(), conditions=ConditionLibrary())
    compile_document(document, REGISTRY, builtin_library(), conditions=ConditionLibrary(), stand_ins=True)


def test_a_session_without_stand_ins_has_no_switches():
    session = session_of(tree_document({"r": doing("stop")}), stand_ins=False)
    assert dict(session.condition_switches) == {}
