"""What has an error plays as a stand-in that fails where a run is started all the same (rule 8.5)."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.history.recording.recorded_run import Recorder
from runtime.history.recording.recording_file import recording_to_bytes
from runtime.minds.actions.builtin_conditions import builtin_conditions
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.compile.document_errors import errors_of, with_failing_stand_ins
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session
from tests.example_counts import daily
from tests.graphs.random_documents import documents
from tests.runtime.lone_brain import document, machine, tree
from tests.runtime.recording.whole_counts import recording_from_bytes
from tests.runtime.session_of import replace_document

REGISTRY = builtin_registry()
WRONG = {"kind": "condition", "test": "no"}
FINE = {"kind": "succeed"}
INT = {"n": {"type": "int"}}


def session_of(wrong: Document, **more: Any) -> Session:
    """Open a session in which one agent thinks with a document with errors."""
    value = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "agents": {"a": {"at": [2, 2], "mind": "m"}},
    }
    world = world_from_bytes(json.dumps(value).encode())
    return Session.open(world, {"m": wrong}, REGISTRY, builtin_library(), errors_fail=True, **more)


def outcomes(session: Session, ticks: int = 2) -> dict[str, int]:
    """Return the outcome bytes of the last of some steps, by path."""
    frame = session.step()
    for _ in range(ticks - 1):
        frame = session.step()
    rows = session.brains["a"].program.rows
    return {row.path: frame.brains["a"].outcomes[row.index] & 7 for row in rows}


def test_8_5_a_node_with_an_error_fails_and_the_rest_runs() -> None:
    wrong = document(
        {
            "g": tree(
                {
                    "root": {"kind": "selector", "children": ["a", "b"]},
                    "a": {"kind": "sequence", "guard": {"test": "no"}, "children": ["c"]},
                    "c": FINE,
                    "b": FINE,
                }
            )
        }
    )
    told = outcomes(session_of(wrong))
    assert told == {"root": 2, "a": 3, "b": 2}


def test_8_5_a_state_with_an_error_completes_with_failure_and_a_transition_is_not_taken() -> None:
    wrong = document(
        {
            "g": machine(
                {"a": {"children": ["in"], "initial": "in", "entry": ["no = 1"]}, "in": {}, "b": {}, "c": {}},
                {
                    "t": {"from": "a", "event": "done.failure", "to": "b"},
                    "u": {"from": "b", "guard": "no", "to": "c"},
                    "v": {"from": "c", "to": "in"},
                },
            )
        }
    )
    session = session_of(wrong)
    told = outcomes(session, 4)
    assert (told["b"] != 0, told["c"]) == (True, 0)
    assert "in" not in told


def test_8_5_a_question_with_an_error_answers_none() -> None:
    leaf = {"kind": "outcome", "outcome": "left"}
    branches = [{"when": True, "child": "x"}, {"when": False, "child": "x"}]
    wrong = document(
        {
            "g": tree({"root": {"kind": "decide", "graph": "d"}}),
            "d": {
                "kind": "decision_tree",
                "root": "q",
                "nodes": {"q": {"kind": "test", "test": "no", "branches": branches}, "x": leaf},
            },
        }
    )
    assert outcomes(session_of(wrong))["root"] == 3


def test_8_5_a_node_in_no_list_does_not_keep_the_rest_from_running() -> None:
    wrong = document({"g": tree({"root": FINE, "stray": FINE})})
    assert outcomes(session_of(wrong)) == {"root": 2}


def test_8_5_an_error_of_no_node_is_refused_all_the_same() -> None:
    wrong = document({"g": tree({"root": FINE})}, variables={"n": {"type": "int", "default": "x"}})
    with pytest.raises(CompileError, match="E060"):
        session_of(wrong)


def test_8_5_a_document_without_errors_is_played_as_it_is() -> None:
    right = document({"g": tree({"root": FINE})})
    assert with_failing_stand_ins(right, REGISTRY) is right


def test_8_5_the_minds_keep_the_document_as_it_was_written() -> None:
    wrong = document({"g": tree({"root": WRONG})})
    assert session_of(wrong).segments[-1].minds.documents["m"] is wrong


def test_8_5_an_edit_of_another_kind_of_mistake_is_refused_while_it_runs() -> None:
    session = session_of(document({"g": tree({"root": WRONG})}))
    session.step()
    with pytest.raises(CompileError, match="E102"):
        replace_document(session, "m", document({"g": tree({"root": {**WRONG, "test": "other"}})}))
    replace_document(session, "m", document({"g": tree({"root": FINE})}))
    assert outcomes(session, 1) == {"root": 2}


def test_8_5_a_recording_of_such_a_run_can_be_opened_and_run_again() -> None:
    recorder = Recorder(session_of(document({"g": tree({"root": WRONG})})))
    for _ in range(3):
        recorder.step()
    data = recording_to_bytes(recorder.recording, recorder.session)
    game = GameBehaviors(REGISTRY, builtin_library(), builtin_conditions())
    opened = recording_from_bytes(data, game)
    for _ in range(3):
        opened.session.step()
    assert opened.session.state_hash() == recorder.session.state_hash()


@settings(max_examples=daily(20, deep=60), deadline=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_8_5_whatever_is_wrong_it_has_no_error_any_more_or_is_refused(wrong: Document) -> None:
    played = None
    with suppress(CompileError):
        played = with_failing_stand_ins(wrong, REGISTRY)
    if played is not None:
        assert errors_of(played, REGISTRY) == ()
        assert played == with_failing_stand_ins(wrong, REGISTRY)
