"""A sample is edited while it runs: what runs goes on, on the canvas too (section 8 of the rules)."""

from __future__ import annotations

from editor.documents.open.sample_files import samples_folder
from editor.running.row_looks import looks_of
from graphs.edits.adding import add_node
from graphs.edits.setting import set_parameter
from graphs.model import BehaviorTreeGraph, StateMachineGraph
from tests.graphs.all_edits import toggle_enabled

SOLDIER = samples_folder() / "soldier.mind.json"
TANK = samples_folder() / "tank.mind.json"


def running_nodes(window) -> set[str]:
    looks = looks_of(window.run.view, window.area.session.graph_id)
    return {node for node, look in looks.items() if look.look == "running" and not look.ghost}


def test_8_2_nodes_that_run_stay_lit_when_the_tree_is_edited_and_when_it_is_undone(window, qtbot):
    window.open_file(SOLDIER)
    session = window.area.session
    assert isinstance(session.graph, BehaviorTreeGraph)
    window.run.advance(40)
    before = running_nodes(window)
    assert before
    root = session.graph.root or ""
    session.apply(
        "Add", lambda document: add_node(document, session.graph_id, "fail", session.registry, parent=root)[0]
    )
    with qtbot.waitSignal(window.run.edit_taken, timeout=5000) as told:
        pass
    assert told.args == ["Kept running"]
    assert running_nodes(window) == before
    assert window.status_row.edit_note.text() == "Kept running"
    with qtbot.waitSignal(window.run.edit_taken, timeout=5000):
        session.undo()
    assert running_nodes(window) == before
    ticks = [segment.first_tick for segment in window.run.session.segments]
    assert ticks == [0, 40]
    assert window.run.session.segments[-1].minds.documents[SOLDIER.name] == session.document


def test_8_3_the_active_state_stays_lit_when_another_one_is_disabled(window, qtbot):
    window.open_file(TANK)
    session = window.area.session
    graph = session.graph
    assert isinstance(graph, StateMachineGraph)
    window.run.advance(5)
    (active,) = running_nodes(window) & set(graph.children)
    others = [state for state in graph.children if state != active and graph.nodes[state].kind == "state"]
    session.apply("Disable", lambda document: toggle_enabled(document, session.graph_id, [others[-1]]))
    with qtbot.waitSignal(window.run.edit_taken, timeout=5000) as told:
        pass
    assert told.args == ["Kept running"]
    assert running_nodes(window) & set(graph.children) == {active}


def test_8_1_dragging_a_number_while_it_runs_is_one_swap(window, qtbot):
    window.open_file(SOLDIER)
    session = window.area.session
    window.run.run()
    qtbot.waitUntil(lambda: window.run.tick > 5, timeout=10_000)
    for tenths in range(5, 15):
        session.apply(
            "Set seconds",
            lambda document, value=tenths / 10: set_parameter(
                document, session.graph_id, "cool", "seconds", value, session.registry
            ),
            merge_key="seconds",
        )
    qtbot.waitUntil(lambda: len(window.run.session.segments) == 2, timeout=5000)
    qtbot.wait(300)
    assert len(window.run.session.segments) == 2
    assert window.run.is_running
    window.run.pause()
