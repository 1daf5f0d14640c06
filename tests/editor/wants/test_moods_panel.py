"""The panel of moods: each gesture, refused, canceled, undone and done again, and what a run shows of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from editor.documents.open.document_session import DocumentSession
from editor.panels.document.mood_rows import HISTORY, thinned
from editor.panels.document.moods_panel import MoodsPanel
from editor.running.interventions import post_event
from editor.window.parts.panels import moods_panel
from graphs.checks.checker import check_document
from graphs.model import StateMachineGraph
from graphs.model.state_machine import Moods
from tests.editor.shared_window import at_rest, shared_window
from tests.editor.window_builders import REGISTRY
from tests.graphs.builders import document_of, machine


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    window.commands.run("file.new_moods")
    window.panels.show_panel("moods")
    QApplication.processEvents()
    yield window.session, window.part(moods_panel)
    at_rest(window)
    window.run.stop()


def graph(session: DocumentSession) -> StateMachineGraph:
    assert isinstance(session.graph, StateMachineGraph)
    return session.graph


def moods(session: DocumentSession) -> Moods:
    found = graph(session).moods
    assert found is not None
    return found


def type_cell(panel: MoodsPanel, row: int, column: int, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    grid = panel.matrix
    grid.setFocus()
    grid.setCurrentCell(row, column)
    grid.edit(grid.currentIndex())
    line = next(line for line in grid.findChildren(QLineEdit) if line.isVisible())
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, end)
    QApplication.processEvents()


def cells(panel: MoodsPanel) -> list[list[str]]:
    grid = panel.matrix
    return [
        [str(grid.model().index(row, column).data()) for column in range(grid.columnCount())]
        for row in range(grid.rowCount())
    ]


def test_a_new_machine_of_moods_has_no_errors_and_is_shown_with_its_matrix(opened) -> None:
    session, panel = opened
    assert [each for each in check_document(session.document, REGISTRY) if each.severity == "error"] == []
    assert panel.rows.titles == ("Calm", "Alert", "Angry")
    assert panel.rows.words == ("After quiet time of 1 s", "On startled")
    assert cells(panel) == [["1", "0.2", "0"], ["0", "0.8", "0.1"], ["0", "0", "0.9"], ["1", "0", "0"]]


def test_a_cell_is_typed_and_the_rest_of_its_column_gives_way(opened) -> None:
    session, panel = opened
    before = session.document
    type_cell(panel, 2, 1, "0.5")
    assert [line[1] for line in cells(panel)] == ["0.1", "0.4", "0.5", "0"]
    session.undo()
    panel.refresh()
    assert session.document == before
    session.redo()
    assert sum(moods(session).matrix[panel.rows.states[1]].values()) == pytest.approx(1)


def test_the_rest_of_a_column_can_be_left_and_a_cell_as_it_was(opened) -> None:
    session, panel = opened
    panel.leave.setChecked(True)
    type_cell(panel, 2, 1, "0.5")
    assert [line[1] for line in cells(panel)][:3] == ["0.2", "0.8", "0.5"]
    panel.leave.setChecked(False)
    now = session.document
    type_cell(panel, 0, 0, "0.4", end=Qt.Key.Key_Escape)
    assert session.document is now


@pytest.mark.parametrize("text", ["1.5", "much", "-1"])
def test_what_cannot_be_a_cell_is_refused_and_the_cell_stays(opened, text: str) -> None:
    session, panel = opened
    before, shown, told = session.document, cells(panel), []
    session.refused.connect(lambda reason, _remedy: told.append(reason))
    type_cell(panel, 0, 0, text)
    assert session.document is before
    assert cells(panel) == shown
    assert len(told) == 1


def test_the_matrix_of_a_transition_is_that_of_the_row_chosen_or_the_edge_selected(opened) -> None:
    session, panel = opened
    edge = graph(session).transitions[0]
    session.select((edge,))
    assert panel.edge == edge
    type_cell(panel, 2, 0, "0.2")
    assert graph(session).edges[edge].matrix[panel.rows.states[0]][panel.rows.states[2]] == 0.2
    panel.list.setCurrentRow(0)
    assert panel.edge is None
    assert not panel.remove_transition.isEnabled()
    assert cells(panel)[2][0] == "0"


def test_transitions_are_added_by_event_and_removed(opened) -> None:
    session, panel = opened
    panel.new_event.setText("soothed")
    panel.add_transition.click()
    assert panel.rows.words[-1] == "On soothed"
    assert session.selection == {panel.edge}
    assert "soothed" in session.document.events
    panel.remove_transition.click()
    assert len(graph(session).transitions) == 1
    session.undo()
    session.undo()
    assert "soothed" not in session.document.events
    panel.new_event.setText("no name")
    before = session.document
    panel.add_transition.click()
    assert session.document is before


def test_shares_times_and_picks_are_set(opened) -> None:
    session, panel = opened
    type_cell(panel, 3, 1, "0.25")
    assert session.document.variables["alert"].default == 0.25
    panel.every.setValue(2.5)
    panel.every.editingFinished.emit()
    panel.pick.pick("draw")
    assert (moods(session).every, moods(session).pick) == (2.5, "draw")
    for _ in range(3):
        session.undo()
    assert (moods(session).every, moods(session).pick) == (1, "largest")


def test_a_mood_is_added_with_a_column_and_goes_with_its_state(opened) -> None:
    session, panel = opened
    panel.add_mood.click()
    assert len(panel.rows.states) == panel.matrix.columnCount() == 4
    session.undo()
    panel.refresh()
    assert panel.matrix.columnCount() == 3


def shown(window, nodes) -> tuple[DocumentSession, MoodsPanel]:
    session = window.workspace.new(document_of(machine(nodes)), "plain")
    window.area.open_session(session)
    window.panels.show_panel("moods")
    QApplication.processEvents()
    return session, window.part(moods_panel)


def test_a_machine_that_has_more_than_states_is_refused_with_the_reason(window) -> None:
    session, panel = shown(window, {"calm": "state", "end": "final"})
    before, told = session.document, []
    session.refused.connect(lambda reason, _remedy: told.append(reason))
    panel.make.click()
    assert panel.rows is None
    assert session.document is before
    assert len(told) == 1
    at_rest(window)


def test_a_machine_is_made_one_of_moods_and_plain_again(window) -> None:
    session, panel = shown(window, {"calm": "state", "angry": "state"})
    before = session.document
    panel.make.click()
    assert panel.rows is not None
    assert panel.rows.titles == ("calm", "angry")
    assert not panel.make.isVisible()
    panel.take_away.click()
    assert panel.rows is None
    assert (session.document.graphs, session.document.variables) == (before.graphs, before.variables)
    session.undo()
    panel.refresh()
    assert panel.rows is not None
    at_rest(window)


def test_a_run_shows_shares_their_past_and_what_quiet_times_make_of_them(window, opened) -> None:
    _, panel = opened
    panel.quiet_times.setValue(1)
    for _ in range(10):
        window.run.advance(6)
    post_event(window.run, window.run.picked_agent, "startled", {})
    for _ in range(10):
        window.run.advance(3)
    rows = panel.bars.rows
    assert [row.name for row in rows] == ["Calm", "Alert", "Angry"]
    assert sum(row.part for row in rows) == pytest.approx(1)
    assert rows[1].wins
    assert rows[0].later == pytest.approx(rows[0].part + 0.2 * rows[1].part)
    assert len(rows[1].history) > 1
    assert rows[1].history[-1] == pytest.approx(rows[1].part)
    alert = panel.rows.states[1]
    looks = window.view.run_overlay.looks
    assert looks.node(alert).progress == pytest.approx(rows[1].part, abs=0.005)
    assert window.run.active_words(window.run.picked_agent) == "Alert"
    entry = window.run.transitions.entries[-1]
    assert [(each.source, each.targets) for each in window.run.transitions.entries][-1] == ("Calm", "Alert")
    assert entry.edge == alert
    assert not any("~" in each.edge for each in window.run.transitions.entries)


def test_long_curves_keep_their_last_value() -> None:
    values = [place / 1000 for place in range(1000)]
    assert len(thinned(values)) == HISTORY
    assert thinned(values)[-1] == values[-1]
