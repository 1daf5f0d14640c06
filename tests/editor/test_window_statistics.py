"""Statistics in the window: the table, what a click does, heat on the canvas, the range chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from editor.canvas.routing.label_places import OUTCOME_ROOM
from editor.panels.statistics.heat import Measure
from editor.window.parts.statistics import WindowStatistics, statistics_panel
from graphs.edits.setting import set_field
from tests.editor.shared_window import at_rest, open_sample, shared_window


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    yield from shared_window(tmp_path_factory)


@pytest.fixture
def opened(window):
    open_sample(window, "tank", "statistics")
    statistics = window.part(WindowStatistics)
    statistics.show_heat(False, Measure.VISITS)
    statistics.panel.filter.clear()
    statistics.panel.show_costs({})
    statistics.counts.set_whom("picked")
    statistics.counts.set_when("run")
    window.run.advance(120)
    statistics.counts.finish()
    yield window
    at_rest(window)


def titles(window) -> list[str]:
    return [row.title for row in window.part(statistics_panel).model.rows]


def cell(window, title: str, column: str) -> str:
    model = window.part(statistics_panel).model
    row = next(row for row in model.rows if row.title == title)
    return next(each for each in model.columns if each.title == column).words(row)


def test_the_table_tells_of_states_and_transitions(opened):
    assert {"Patrol", "Chase", "MovingToTarget → FindingNewTarget"} <= set(titles(opened))
    assert cell(opened, "Patrol", "Time") == "100 %"
    assert cell(opened, "Chase", "Missing") == "never entered"
    run = opened.run
    taken = sum(
        entry.source == "MovingToTarget" and entry.agent == run.picked_agent
        for entry in run.transitions.entries
    )
    assert cell(opened, "MovingToTarget → FindingNewTarget", "Times") == str(taken)


def test_a_click_on_a_row_goes_to_the_element(opened, qtbot):
    panel = opened.part(statistics_panel)
    place = titles(opened).index("Chase")
    rect = panel.view.visualRect(panel.model.index(place, 0))
    panel.view.scrollTo(panel.model.index(place, 0))
    rect = panel.view.visualRect(panel.model.index(place, 0))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert opened.session.selection == {"chase"}


def test_the_table_is_sorted_by_any_column_and_back_to_document_order(opened):
    panel = opened.part(statistics_panel)
    order = titles(opened)
    times = next(place for place, each in enumerate(panel.model.columns) if each.title == "Times")
    panel.view.horizontalHeader().setSortIndicator(times, Qt.SortOrder.DescendingOrder)
    values = [row.counted.times for row in panel.model.rows]
    assert values == sorted(values, reverse=True)
    panel.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    assert titles(opened) == order


def test_all_agents_with_the_mind_are_counted_together(opened):
    counts = opened.part(WindowStatistics).counts
    alone = counts.elements["tank", "moving"].ticks
    counts.set_whom("all")
    counts.finish()
    assert len(counts.agents) == 3
    assert counts.elements["tank", "moving"].ticks == 3 * alone


def test_the_stretch_chosen_on_the_timeline_is_counted_alone(opened):
    counts = opened.part(WindowStatistics).counts
    counts.set_when("chosen")
    opened.timeline.model.choose(20, 79)
    opened.timeline.view.chosen_changed.emit()
    counts.finish()
    assert counts.elements["tank", "patrol"].ticks == 60
    assert (counts.span.start, counts.span.stop) == (20, 80)


def test_branches_left_behind_are_counted_with_the_run(opened):
    counts = opened.part(WindowStatistics).counts
    opened.run.look_at(99)
    opened.run.branch()
    opened.run.advance(50)
    counts.finish()
    assert counts.elements["tank", "patrol"].ticks == 150
    counts.set_when("set")
    counts.finish()
    assert counts.elements["tank", "patrol"].ticks == 150 + 120
    assert counts.runs == 2


def test_the_filter_leaves_the_rows_with_its_words(opened):
    opened.part(statistics_panel).filter.setText("never tank")
    assert titles(opened)
    assert all("never" in row.missing for row in opened.part(statistics_panel).model.rows)
    assert all(row.graph == "Tank with dead zones" for row in opened.part(statistics_panel).model.rows)


def test_heat_lies_over_every_state_and_is_taken_away_again(opened):
    command = opened.commands.action("view.heat")
    command.trigger()
    statistics = opened.part(WindowStatistics)
    layer, legend = statistics._layers[opened.view]
    assert layer._heats["chase"].is_never
    assert layer._heats["moving"].step == 5
    assert legend.isVisible()
    before = opened.session.document
    opened.commands.action("view.heat_time").trigger()
    assert statistics.measure is Measure.TIME
    assert layer._heats["patrol"].words == "100 %"
    assert opened.session.document is before
    command.trigger()
    assert not layer._heats
    assert not legend.isVisible()


def test_costs_are_measured_when_they_are_asked_for_and_stand_in_the_table(opened):
    statistics = opened.part(WindowStatistics)
    assert "Cost" not in [column.title for column in statistics.panel.model.columns]
    opened.commands.action("view.heat_cost").trigger()
    assert statistics.costs._work is not None
    statistics.costs.finish()
    layer, _ = statistics._layers[opened.view]
    assert layer._heats["moving"].words.endswith("µs")
    assert cell(opened, "MovingToTarget", "Cost").endswith("µs")


def test_heat_follows_into_the_graph_shown(opened):
    opened.commands.action("view.heat").trigger()
    document = opened.session.document
    opened.area.enter(next(graph for graph in document.graphs if graph != document.root))
    layer, _ = opened.part(WindowStatistics)._layers[opened.view]
    graph = opened.session.graph
    assert set(layer._heats) == set(graph.nodes)
    assert all(heat.is_never for heat in layer._heats.values())


def test_nothing_is_counted_while_nobody_looks(opened):
    counts = opened.part(WindowStatistics).counts
    opened.panels.show_panel("timeline")
    before = counts.elements
    opened.run.advance(30)
    assert counts._work is None
    assert counts.elements is before
    opened.panels.show_panel("statistics")
    counts.finish()
    assert counts.elements["tank", "patrol"].ticks == 150


def test_numbers_are_counted_anew_after_a_swap_for_the_nodes_that_stay(opened):
    def change(document):
        return set_field(document, "tank", "patrol_chase", "guard", "d < 6 and visible")

    opened.session.apply("Change", change)
    opened.run.apply_edits_now()
    opened.run.advance(10)
    counts = opened.part(WindowStatistics).counts
    counts.finish()
    assert counts.elements["tank", "patrol"].ticks == 130


def test_every_kind_of_graph_has_heat(window):
    statistics = window.part(WindowStatistics)
    for name in ("soldier", "attack_or_flee", "crowd"):
        open_sample(window, name, "statistics")
        window.run.advance(30)
        statistics.show_heat(True, Measure.VISITS)
        statistics.counts.finish()
        layer, _ = statistics._layers[window.view]
        assert set(layer._heats) >= set(window.session.graph.nodes)
        assert any(heat.step for heat in layer._heats.values())
        at_rest(window)


def test_names_take_the_room_that_numbers_leave_until_a_column_is_set_by_hand(opened):
    panel = opened.part(statistics_panel)
    table = panel.view
    try:
        narrow = _width_with(opened, 1100)
        wide = _width_with(opened, 1900)
        assert wide > narrow
        table.setColumnWidth(0, 150)
        assert _width_with(opened, 1500) == 150
    finally:
        opened.resize(1440, 900)


def test_the_number_of_a_transition_stands_right_of_the_badge_of_its_plate(opened):
    machine = opened.view.canvas.machine
    warned = {
        key: label for key, label in machine.labels.items() if any(row.problem for row in label.picture.rows)
    }
    assert warned
    for key, label in warned.items():
        for edge in machine.shape.bundles[key].edges:
            row = machine.plate_row(edge)
            assert row.width == label.geometry.size.width() + OUTCOME_ROOM


def _width_with(window, width: int) -> int:
    window.resize(width, 900)
    QApplication.processEvents()
    table = window.part(statistics_panel).view
    return table.columnWidth(0)


@pytest.mark.parametrize("corner", ["lower left", "upper right", "upper left"])
def test_the_legend_of_heat_lies_in_a_corner_without_nodes(opened, corner):
    view, statistics = opened.view, opened.part(WindowStatistics)
    node = view.canvas.node_rect("shoot")
    room = view.mapToScene(view.viewport().rect()).boundingRect()
    # The first node is put where the legend would lie, or the one that it would go to next.
    x = room.width() / 2 - 80 if "left" in corner else 80 - room.width() / 2
    y = -room.height() / 2 + 60 if "lower" in corner else room.height() / 2 - 60
    view.centerOn(node.center[0] + x, node.center[1] + y)
    statistics.show_heat(True, Measure.VISITS)
    _, legend = statistics._layers[view]
    placed = view.mapToScene(legend.geometry()).boundingRect()
    left, top, right, bottom = node
    assert not placed.intersects(QRectF(QPointF(left, top), QPointF(right, bottom)))
    opened.run.advance(1)
    statistics.counts.finish()
    assert view.mapToScene(legend.geometry()).boundingRect() == placed


def test_the_legend_of_heat_makes_way_for_a_node_once_the_camera_is_at_rest(opened, qtbot):
    view, statistics = opened.view, opened.part(WindowStatistics)
    statistics.show_heat(True, Measure.VISITS)
    _, legend = statistics._layers[view]
    left, top, right, bottom = view.canvas.node_rect("shoot")
    node = QRectF(QPointF(left, top), QPointF(right, bottom))

    def covers_the_node() -> bool:
        return view.mapToScene(legend.geometry()).boundingRect().intersects(node)

    middle = view.mapToScene(view.viewport().rect().center())
    view.centerOn(middle + node.center() - view.mapToScene(legend.geometry().center()))
    view.camera.moved.emit()
    assert covers_the_node()
    qtbot.waitUntil(lambda: not covers_the_node())


def test_the_legend_of_heat_leaves_its_note_out_where_it_would_lie_over_a_node(opened, monkeypatch):
    view, statistics = opened.view, opened.part(WindowStatistics)
    statistics.show_heat(True, Measure.VISITS)
    _, legend = statistics._layers[view]
    wide = legend.width()
    statistics.show_heat(False)
    view.camera.zoom_to(2)
    chase = view.canvas.node_rect("chase")
    view.centerOn(*chase.center)
    beside = view.mapFromScene(QPointF(chase.left, chase.top)) - QPoint(wide - 20, 0)
    with monkeypatch.context() as patched:
        patched.setattr(legend, "_corners", lambda: (beside, beside, beside))
        statistics.show_heat(True)
        assert legend.pos() == beside
        assert legend.width() < wide
    statistics.show_heat(False)
    statistics.show_heat(True)
    assert legend.width() == wide
