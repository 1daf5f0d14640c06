"""What a state does is set with what fits it proposed, and gives the state a name."""

import pytest

from graphs.edits.adding import add_node
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import rename
from graphs.edits.state_activity import proposed_arguments, set_activity
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document, StateMachineGraph, StateNode
from graphs.model.variables_and_events import Variable

REGISTRY = builtin_registry()


def machine(**variables: str) -> tuple[Document, str]:
    document = Document(
        format="mindloom",
        version=1,
        root="g1",
        graphs={"g1": StateMachineGraph(kind="state_machine", title="M")},
    )
    for name, kind in variables.items():
        document = document.model_copy(
            update={"variables": {**document.variables, name: Variable(type=kind)}}  # type: ignore[arg-type]
        )
    return add_node(document, "g1", "state", REGISTRY)


def state_of(document: Document, state: str) -> StateNode:
    node = document.graphs["g1"].nodes[state]
    assert isinstance(node, StateNode)
    return node


def test_the_one_fitting_variable_and_the_one_path_are_proposed():
    document, state = machine(target="entity", hurt="bool")
    document = set_activity(document, "g1", state, "action:pursue", REGISTRY, title="Pursue")
    node = state_of(document, state)
    assert node.activity is not None
    assert node.activity.params == {"target": {"expr": "target"}}
    assert node.name == "Pursue"
    document = set_activity(document, "g1", state, "action:follow_path", REGISTRY, paths=["round"])
    activity = state_of(document, state).activity
    assert activity is not None
    assert activity.params == {"path": "round"}


def test_nothing_is_proposed_where_two_things_fit_or_none():
    two, _ = machine(target="entity", other="entity")
    for document, paths in ((two, ["a", "b"]), (machine()[0], [])):
        for action in ("pursue", "follow_path"):
            assert proposed_arguments(document, REGISTRY.actions[action].parameters, paths) == {}


def test_a_point_takes_a_vector_or_an_entity():
    for kind in ("vector", "entity"):
        document, _ = machine(there=kind)
        assert proposed_arguments(document, REGISTRY.actions["arrive"].parameters) == {
            "target": {"expr": "there"}
        }


def test_a_name_that_was_given_stays():
    document, state = machine()
    document = rename(document, "g1", state, "Chase")
    document = set_activity(document, "g1", state, "action:pursue", REGISTRY, title="Pursue")
    assert state_of(document, state).name == "Chase"


def test_the_name_is_one_no_other_state_has():
    document, first = machine()
    document, second = add_node(document, "g1", "state", REGISTRY)
    for state in (first, second):
        document = set_activity(document, "g1", state, "action:stop", REGISTRY, title="Stop")
    assert [state_of(document, state).name for state in (first, second)] == ["Stop", "Stop 2"]


def test_nothing_takes_the_activity_out_and_what_is_no_state_is_refused():
    document, state = machine()
    document = set_activity(document, "g1", state, "action:stop", REGISTRY)
    document = set_activity(document, "g1", state, "", REGISTRY)
    assert state_of(document, state).activity is None
    with pytest.raises(EditRefused):
        set_activity(document, "g1", "gone", "action:stop", REGISTRY)
