from __future__ import annotations

from collections.abc import Mapping

import pytest

from editor.running.row_looks import instance_shown, looks_of, row_words
from editor.running.run_controller import RunController
from graphs.edits.adding import add_node
from graphs.worlds.minds.world_choice import field_for
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree


def rows_of(run: RunController, graph: str) -> Mapping[str, int]:
    assert run.view is not None
    instance = instance_shown(run.view, graph)
    assert instance is not None
    return instance.row_of


@pytest.fixture
def run(qtbot):
    run = RunController(REGISTRY, builtin_library())
    yield run
    run.unload()
    run.deleteLater()


def test_live_results_differ_from_last_ones(run):
    document, graph, sequence, wait = waiting_tree(0.1)
    document, end = add_node(document, graph, "wait", REGISTRY, parent=sequence)
    run.load(field_for(document, "walk.mind.json"))
    run.advance(9)
    looks = looks_of(run.view, graph)
    assert (looks[wait].look, looks[wait].ghost) == ("success", True)
    assert (looks[end].look, looks[end].ghost) == ("running", False)


def test_words_name_the_result_or_when_it_was(run):
    document, graph, sequence, wait = waiting_tree(0.1)
    document, end = add_node(document, graph, "wait", REGISTRY, parent=sequence)
    run.load(field_for(document, "walk.mind.json"))
    rows = rows_of(run, graph)
    assert row_words(run.view, rows[end]) == "not visited yet"
    run.advance(9)
    assert row_words(run.view, rows[end]).startswith("running")
    assert row_words(run.view, rows[wait]).startswith("success at tick ")


def test_active_state_tells_its_time(run):
    document, graph, idle, go, _ = two_state_machine()
    run.load(field_for(document, "guard.mind.json"))
    run.advance(31)
    rows = rows_of(run, graph)
    assert row_words(run.view, rows[go]).startswith("active for 0.")
    assert row_words(run.view, rows[idle]) == ""
    assert looks_of(run.view, graph)[idle].ghost
