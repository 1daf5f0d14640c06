"""The list of problems: mending, suppressing with a reason, and the commands for both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.panels.document.problems_panel import fix_room
from editor.window.main_window import MainWindow
from editor.window.parts.shown_document import problems_panel
from graphs.checks.rules.problem import Problem
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from tests.editor.window_builders import two_state_machine


def _codes(window: MainWindow) -> list[str]:
    return [problem.code for problem, _ in window.part(problems_panel).model.rows]


def _make_current(window: MainWindow, code: str) -> None:
    row = _codes(window).index(code)
    window.part(problems_panel).view.setCurrentIndex(window.part(problems_panel).model.index(row))


@pytest.fixture
def unused(window: MainWindow, tmp_path: Path) -> MainWindow:
    """A window on a machine with a variable that nothing uses, and a state without a way out."""
    made, _ = add_variable(two_state_machine()[0], "spare", "float")
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(made))
    window.open_file(path)
    assert window.session is not None
    window.session.check_now()
    window.panels.show_panel("problems")
    return window


def _of_the_document(window: MainWindow) -> list[Problem]:
    return [problem for problem, _ in window.part(problems_panel).model.rows if isinstance(problem, Problem)]


def _document(window: MainWindow) -> Document:
    assert window.session is not None
    return window.session.document


def test_a_fix_is_one_step_that_can_be_undone_and_redone(unused: MainWindow) -> None:
    session, before = unused.session, _document(unused)
    assert session is not None
    _make_current(unused, "I305")
    assert unused.commands.run("problems.fix")
    assert "spare" not in _document(unused).variables
    assert "I305" not in _codes(unused)
    assert session.history.undo_label == "Remove spare"
    session.undo()
    assert _document(unused) == before
    assert not session.history.can_undo
    session.redo()
    assert "spare" not in _document(unused).variables


def test_a_click_on_fix_mends_and_a_click_beside_it_goes_there(unused: MainWindow, qtbot: QtBot) -> None:
    view = unused.part(problems_panel).view
    row = _codes(unused).index("I305")
    index = unused.part(problems_panel).model.index(row)
    went: list[object] = []
    unused.part(problems_panel).go_to.connect(went.append)
    button = Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), button, pos=view.visualRect(index).center())
    assert len(went) == 1
    assert "spare" in _document(unused).variables
    qtbot.mouseClick(view.viewport(), button, pos=fix_room(view.visualRect(index)).center())
    assert len(went) == 1
    assert "spare" not in _document(unused).variables


def test_a_fix_that_came_too_late_is_refused(unused: MainWindow) -> None:
    session = unused.session
    assert session is not None
    _make_current(unused, "I305")
    problem = unused.part(problems_panel).current()
    assert problem is not None
    unused.commands.run("problems.fix")
    unused.part(problems_panel).model.rows = ((problem, ""),)
    unused.part(problems_panel).view.setCurrentIndex(unused.part(problems_panel).model.index(0))
    before, heard = _document(unused), []
    session.refused.connect(lambda reason, _remedy: heard.append(reason))
    assert not unused.part(problems_panel).fix_current()
    assert _document(unused) is before
    assert len(heard) == 1


def test_a_problem_without_a_fix_offers_none(unused: MainWindow) -> None:
    without = next(p.code for p, _ in unused.part(problems_panel).model.rows if p.fix is None)
    _make_current(unused, without)
    assert not unused.commands.run("problems.fix")


def test_suppressing_asks_for_a_reason_and_keeps_it_with_the_node(unused: MainWindow, qtbot: QtBot) -> None:
    session, before = unused.session, _document(unused)
    assert session is not None
    code, place = next(
        (p.code, p.place) for p in _of_the_document(unused) if p.place.element and p.severity != "error"
    )
    _make_current(unused, code)
    unused.commands.run("problems.suppress")
    field = unused.part(problems_panel).reason.field
    assert field.isVisible()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert _document(unused) is before
    qtbot.keyClicks(field, "It ends here")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not unused.part(problems_panel).reason.isVisible()
    graph = _document(unused).graphs[place.graph]
    assert graph.nodes[place.element].suppress == {code: "It ends here"}
    assert (code, place) not in [(p.code, p.place) for p in _of_the_document(unused)]
    session.undo()
    assert _document(unused) == before
    session.redo()
    assert _document(unused).graphs[place.graph] == graph


def test_escape_suppresses_nothing(unused: MainWindow, qtbot: QtBot) -> None:
    before = _document(unused)
    code = next(p.code for p in _of_the_document(unused) if p.place.element)
    _make_current(unused, code)
    unused.commands.run("problems.suppress")
    qtbot.keyClicks(unused.part(problems_panel).reason.field, "Never mind")
    qtbot.keyClick(unused.part(problems_panel).reason.field, Qt.Key.Key_Escape)
    assert not unused.part(problems_panel).reason.isVisible()
    assert _document(unused) is before


def test_what_is_about_no_node_and_errors_cannot_be_suppressed(unused: MainWindow) -> None:
    session = unused.session
    assert session is not None
    heard: list[str] = []
    session.refused.connect(lambda reason, remedy: heard.append(f"{reason} {remedy}"))
    _make_current(unused, "I305")
    unused.commands.run("problems.suppress")
    assert "project file" in heard[-1]
    graph = session.graph_id
    edge = next(iter(_document(unused).graphs[graph].edges))  # type: ignore[union-attr]
    session.apply("Break", lambda each: set_field(each, graph, edge, "guard", "dd < 3"))
    session.check_now()
    unused.part(problems_panel).view.setCurrentIndex(unused.part(problems_panel).model.index(0))
    unused.commands.run("problems.suppress")
    assert "error cannot be suppressed" in heard[-1]
    assert not unused.part(problems_panel).reason.isVisible()


def test_the_inspector_shows_what_is_suppressed_and_takes_it_back(unused: MainWindow) -> None:
    session = unused.session
    assert session is not None
    graph = session.graph_id
    state = next(iter(_document(unused).graphs[graph].nodes))
    session.apply(
        "Suppress", lambda each: set_field(each, graph, state, "suppress.W203", "Meant"), select=[state]
    )
    unused.inspector.page.refresh()
    row = unused.inspector.page.row("suppress.W203")
    assert row.spec.value == "Meant"
    row.edited.emit(None, False)
    assert _document(unused).graphs[graph].nodes[state].suppress == {}
    unused.inspector.page.refresh()
    assert "suppress.W203" not in unused.inspector.page.rows


def test_the_current_problem_is_that_of_the_selection_until_one_is_picked(unused: MainWindow) -> None:
    session = unused.session
    assert session is not None
    unused.part(problems_panel).view.setCurrentIndex(unused.part(problems_panel).model.index(-1))
    about = next(p for p in _of_the_document(unused) if p.place.element)
    session.select([about.place.element])
    assert unused.part(problems_panel).current() == about
    session.select([])
    assert unused.part(problems_panel).current() is None


def test_a_world_beside_the_document_tells_who_writes_what(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "guard.mind.json"
    path.write_bytes(document_to_bytes(two_state_machine()[0]))
    world = {
        "format": "mindloom-world",
        "version": 1,
        "size": [10, 10],
        "agents": {"a": {"at": [1, 1], "mind": "guard.mind.json"}},
    }
    (tmp_path / "yard.world.json").write_text(json.dumps(world))
    window.open_file(path)
    assert window.session is not None
    window.session.check_now()
    assert "W217" in _codes(window)
    world["agents"]["a"]["variables"] = {"d": 4}  # type: ignore[index]
    (tmp_path / "yard.world.json").write_text(json.dumps(world))
    window.session.check_now()
    assert "W217" not in _codes(window)
