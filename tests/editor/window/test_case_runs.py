"""Behavior tests are run from the window, and what did not hold is a double-click away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from editor.window.parts.panels import case_runs, results_panel
from graphs.edits.setting import set_field

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton

MIND: dict[str, Any] = {
    "format": "mindloom",
    "version": 1,
    "root": "g",
    "graphs": {
        "g": {
            "kind": "behavior_tree",
            "root": "r",
            "title": "Walk",
            "nodes": {
                "r": {"kind": "sequence", "children": ["a", "b"]},
                "a": {"kind": "wait", "params": {"seconds": 0.05}},
                "b": {"kind": "succeed"},
            },
        }
    },
}


def case(outcome: str = "running", **fields: Any) -> dict[str, Any]:
    ticks = [{"expect": {"outcomes": {"a": outcome}}}]
    return {"format": "mindloom-case", "version": 1, "title": "It waits", "ticks": ticks, **fields}


def write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def walk(window, tmp_path: Path) -> MainWindow:
    """Return a window with a mind in view that has a case that holds, one that does not, one broken."""
    mind = write(tmp_path / "minds" / "walk.mind.json", MIND)
    write(tmp_path / "minds" / "waits.case.json", case(document="walk.mind.json"))
    write(tmp_path / "minds" / "fails.case.json", case("failure", document="walk.mind.json"))
    write(tmp_path / "minds" / "own.case.json", case("failure", mind=MIND))
    (tmp_path / "minds" / "broken.case.json").write_text("{")
    assert window.open_file(mind)
    made: MainWindow = window
    return made


def finish(window: MainWindow, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not window.part(case_runs).is_running, timeout=10_000)


def test_all_tests_of_the_folder_are_run_and_the_failed_ones_listed_first(walk, qtbot):
    walk.commands.run("tests.run")
    assert walk.part(results_panel).isVisible()
    finish(walk, qtbot)
    panel = walk.part(results_panel)
    assert panel.summary.text() == "4 tests: 1 passed, 3 failed"
    assert [(each.file.name, each.passed) for each in panel.model.rows] == [
        ("broken.case.json", False),
        ("fails.case.json", False),
        ("own.case.json", False),
        ("waits.case.json", True),
    ]
    words = [panel.model.data(panel.model.index(row)) for row in range(4)]
    assert words[1] == "fails: tick 0 (ticks.0): outcome of a (Wait 0.05 s): expected failure, got running"
    assert words[3] == "waits: It waits"


def test_a_click_shows_what_did_not_hold_and_a_double_click_goes_to_its_node(walk, qtbot):
    walk.commands.run("tests.run")
    finish(walk, qtbot)
    view = walk.part(results_panel).view
    place = view.visualRect(walk.part(results_panel).model.index(1)).center()
    qtbot.mouseClick(view.viewport(), LEFT, pos=place)
    assert (
        "visits of tick 0, in the order in which they ended:" in walk.part(results_panel).detail.toPlainText()
    )
    assert walk.session.selection == frozenset()
    qtbot.mouseDClick(view.viewport(), LEFT, pos=place)
    assert walk.session.file_name == "walk.mind.json"
    assert walk.session.selection == frozenset({"a"})


def test_a_test_with_a_mind_of_its_own_opens_it_as_a_new_document(walk, qtbot):
    walk.commands.run("tests.run")
    finish(walk, qtbot)
    view = walk.part(results_panel).view
    place = view.visualRect(walk.part(results_panel).model.index(2)).center()
    for _ in range(2):
        qtbot.mouseClick(view.viewport(), LEFT, pos=place)
        qtbot.mouseDClick(view.viewport(), LEFT, pos=place)
        assert walk.session.path is None
        assert walk.session.selection == frozenset({"a"})
    assert len(walk.workspace.sessions) == 2


def test_only_the_tests_of_the_document_are_run_and_as_it_stands_in_the_editor(walk, qtbot):
    walk.session.apply("Hurry", lambda document: set_field(document, "g", "a", "params.seconds", 0))
    walk.commands.run("tests.run_document")
    finish(walk, qtbot)
    assert walk.part(results_panel).summary.text() == "2 tests: 0 passed, 2 failed"
    assert not walk.session.is_saved


def test_tests_below_a_project_are_found_and_others_are_not(walk, qtbot, tmp_path):
    write(tmp_path / "minds" / "deeper" / "more.case.json", case(mind=MIND))
    walk.commands.run("tests.run")
    finish(walk, qtbot)
    assert walk.part(case_runs).count == 4
    write(tmp_path / "mindloom.project.json", {"format": "mindloom-project", "version": 1})
    write(tmp_path / "elsewhere.case.json", case(mind=MIND))
    walk.close_session(walk.session)
    assert walk.open_file(tmp_path / "minds" / "walk.mind.json")
    walk.commands.run("tests.run")
    finish(walk, qtbot)
    assert walk.part(case_runs).count == 6


def test_a_run_is_stopped_and_keeps_what_has_come(walk, qtbot, tmp_path):
    for number in range(40):
        write(tmp_path / "minds" / f"more-{number}.case.json", case(document="walk.mind.json"))
    panel = walk.part(results_panel)
    qtbot.mouseClick(panel.again, LEFT) if panel.isVisible() else walk.commands.run("tests.run")
    qtbot.waitUntil(lambda: len(walk.part(case_runs).reports) > 0, timeout=10_000)
    assert walk.part(results_panel).again.text() == "Stop"
    qtbot.mouseClick(walk.part(results_panel).again, LEFT)
    done = len(walk.part(case_runs).reports)
    assert not walk.part(case_runs).is_running
    assert 0 < done < 44
    assert walk.part(results_panel).summary.text().endswith(f", {44 - done} not run")
    assert walk.part(results_panel).again.text() == "Run the tests"


def test_a_folder_without_tests_says_so(window, qtbot, tmp_path):
    assert window.open_file(write(tmp_path / "alone" / "walk.mind.json", MIND))
    window.commands.run("tests.run")
    assert window.part(results_panel).summary.text() == (
        "There are no tests in alone. Tests are files that end in .case.json."
    )


def test_a_document_without_a_file_has_no_tests_to_run(window):
    window.commands.run("file.new_tree")
    window.commands.refresh()
    assert not window.commands.action("tests.run").isEnabled()
