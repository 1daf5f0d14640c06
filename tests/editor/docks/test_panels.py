from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt

from editor.documents.open.sample_files import samples_folder
from editor.panels.document.outline_panel import OutlineModel
from editor.panels.document.palette_panel import grouped_choices
from editor.panels.run.blackboard_rows import (
    BlackboardRow,
    ValueCurves,
    parse_items,
    parse_value,
    row_hint,
    trigger_words,
    value_words,
)
from editor.theme.fonts import scaled
from editor.window.parts.panels import blackboard_panel, palette_panel, transitions_panel
from editor.window.parts.shown_document import problems_panel, walk_problems
from graphs.edits.adding import add_node
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.expressions.types import Items
from graphs.model import TreeNode, Variable
from tests.editor.window_builders import REGISTRY, two_state_machine, waiting_tree

TANK = samples_folder() / "tank.mind.json"


Titles = list[tuple[int, object]]


def titles(model: OutlineModel, parent: QModelIndex | None = None, depth: int = 0) -> Titles:
    above = parent if parent is not None else QModelIndex()
    found: Titles = []
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        found.append((depth, model.data(index)))
        found += titles(model, index, depth + 1)
    return found


def test_outline_lists_graphs_and_nodes_in_document_order():
    document, graph, sequence, _ = waiting_tree()
    document, _ = add_node(document, graph, "succeed", REGISTRY, parent=sequence)
    document, _ = add_graph(document, "state_machine", "Other")
    model = OutlineModel()
    model.show_document(document, REGISTRY)
    assert titles(model) == [(0, "Walk"), (1, "Sequence"), (2, "Wait 0.5 s"), (2, "Succeed"), (0, "Other")]


def test_outline_takes_a_deep_tree():
    document, graph = add_graph(two_state_machine()[0], "behavior_tree", "Deep")
    tree = document.graphs[graph]
    nodes = {f"n{i}": TreeNode(kind="inverter", children=(f"n{i + 1}",)) for i in range(2000)}
    nodes["n2000"] = TreeNode(kind="succeed")
    tree = tree.model_copy(update={"nodes": nodes, "root": "n0"})
    model = OutlineModel()
    model.show_document(document.model_copy(update={"graphs": {graph: tree}}), REGISTRY)
    assert model.index_of(graph, "n2000").isValid()


def test_palette_filters_by_words_and_groups_by_category():
    document, graph, *_ = waiting_tree()
    groups = dict(grouped_choices(document, graph, REGISTRY))
    assert next(iter(groups)) == "Composites"
    found = grouped_choices(document, graph, REGISTRY, "wait")
    assert {choice.kind for _, choices in found for choice in choices} >= {"wait", "wait_until"}
    assert grouped_choices(document, graph, REGISTRY, "zzz") == ()


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", "int", 3),
        ("2.5", "float", 2.5),
        ("1, 2", "vector", (1.0, 2.0)),
        ("none", "entity", None),
        ("true", "bool", True),
        ("hello", "string", "hello"),
    ],
)
def test_typed_value_is_read_by_its_type(text, kind, value):
    assert parse_value(text, kind) == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", "float"),
        ("1.5", "int"),
        ("9999999999", "int"),
        ("1", "vector"),
        ("yes", "bool"),
        ("inf", "float"),
    ],
)
def test_typed_value_of_the_wrong_type_says_what_to_write(text, kind):
    with pytest.raises(ValueError, match="Write"):
        parse_value(text, kind)


def test_values_are_written_short():
    assert [value_words(each) for each in (4.0, 4.256, True, None, (1.0, 2.04), 3)] == [
        "4",
        "4.26",
        "true",
        "none",
        "1.0, 2.0",
        "3",
    ]


def test_curves_are_sampled_ten_times_a_second():
    curves = ValueCurves()
    for tick in range(120):
        curves.record(tick, 60, {"d": float(tick), "seen": True})
    assert len(curves.of("d")) == 20
    assert curves.of("seen") == ()


def test_blackboard_shows_live_values_and_writes_typed_ones(window, qtbot):
    window.open_file(TANK)
    window.run.advance(30)
    groups = window.part(blackboard_panel).groups()
    row = next(each for each in groups[0].rows if each.name == "waypoint")
    assert row.text == "0"
    assert window.part(blackboard_panel).write(row, "1") == ""
    assert (
        next(item for item in window.part(blackboard_panel).groups()[0].rows if item.name == "waypoint").text
        == "1"
    )
    window.run.step_tick()
    assert window.run.session.variables(window.run.picked_agent)["waypoint"] == 1
    assert "whole" in window.part(blackboard_panel).write(row, "x")


@pytest.mark.parametrize(
    ("text", "declared", "items"),
    [
        ("[1, 2]", {"of": "int"}, (1, 2)),
        ("a, none", {"of": "entity"}, ("a", None)),
        ("[]", {"of": "string"}, ()),
        ("(1, 2), (3, 4.5)", {"of": "vector"}, ((1.0, 2.0), (3.0, 4.5))),
        ("calm", {"of": "enum", "values": ("calm", "cross")}, ("calm",)),
    ],
)
def test_a_typed_list_is_read_by_the_type_of_its_items(text, declared, items):
    variable = Variable(type="list", **declared)
    assert parse_items(text, variable).values == items
    assert parse_items(value_words(parse_items(text, variable)), variable).values == items


@pytest.mark.parametrize(("text", "said"), [("1, x", "whole"), ("1, 2, 3", "at most 2")])
def test_a_typed_list_that_does_not_fit_says_what_to_write(text, said):
    with pytest.raises(ValueError, match=said):
        parse_items(text, Variable(type="list", of="int", most=2))


def test_the_blackboard_shows_a_list_and_takes_one_with_entities_by_their_titles(window, tmp_path):
    for file in TANK.parent.glob("tank.*"):
        shutil.copy(file, tmp_path)
    mind = tmp_path / TANK.name
    document = json.loads(mind.read_text())
    document["variables"]["seen"] = {"type": "list", "most": 4}
    mind.write_text(json.dumps(document))
    window.open_file(mind)
    window.run.advance(5)
    panel, run = window.part(blackboard_panel), window.run

    def row() -> BlackboardRow:
        return next(each for each in panel.groups()[0].rows if each.name == "seen")

    assert (row().type, row().text) == ("list", "[]")
    title = run.agent_title(run.picked_agent)
    assert panel.write(row(), f"[{title}, player]") == ""
    run.step_tick()
    assert run.session.variables(run.picked_agent)["seen"] == Items((run.picked_agent, "player"))
    assert row().text == f"[{title}, player]" or row().text.startswith(f"[{title}, ")
    assert "at most 4" in panel.write(row(), "a, b, c, d, e")


@pytest.fixture
def armed_tank(tmp_path: Path) -> Path:
    """Return a tank whose mind has a trigger that nothing reads."""
    for file in TANK.parent.glob("tank.*"):
        shutil.copy(file, tmp_path)
    mind = tmp_path / TANK.name
    document = json.loads(mind.read_text())
    document["variables"]["hit"] = {"type": "trigger"}
    mind.write_text(json.dumps(document))
    return mind


def trigger_row(window) -> BlackboardRow:
    (group,) = [group for group in window.part(blackboard_panel).groups() if group.title == "Triggers"]
    (row,) = group.rows
    return row


def test_blackboard_shows_triggers_apart_and_a_click_sets_one(window, qtbot, armed_tank):
    window.open_file(armed_tank)
    window.run.advance(5)
    assert trigger_row(window).text == "not armed"
    view = next(each for each in window.part(blackboard_panel)._views if each.group.title == "Triggers")
    spot = view._value_rect(0).center()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert trigger_row(window).text == "armed"
    assert "take it back" in row_hint(trigger_row(window))
    window.run.step_tick()
    assert trigger_row(window).text == "expired"
    window.run.advance(60)
    assert trigger_row(window).text == "not armed"
    assert "set it" in row_hint(trigger_row(window))


def test_an_armed_trigger_looks_other_than_one_that_is_not(window, armed_tank):
    window.open_file(armed_tank)
    window.run.advance(5)
    view = next(each for each in window.part(blackboard_panel)._views if each.group.title == "Triggers")
    before = view.grab().toImage()
    window.part(blackboard_panel).write(trigger_row(window), "true")
    assert view.grab().toImage() != before


def test_a_trigger_that_was_used_says_so_while_it_is_lit():
    assert trigger_words(True, 0.0, False) == "armed"
    assert trigger_words(False, 0.5, False) == "used"
    assert trigger_words(False, 0.5, True) == "expired"
    assert trigger_words(False, 0.0, True) == "not armed"


def test_blackboard_lights_what_was_written(window):
    window.open_file(TANK)
    window.run.advance(30)
    lights = {row.name: row.light for row in window.part(blackboard_panel).groups()[0].rows}
    assert lights["d"] > 0.9
    assert lights["target"] == 0


def test_outline_indents_deep_lines_less_so_that_names_keep_room(window):
    window.open_file(TANK)
    session, outline = window.session, window.outline
    assert outline.tree.indentation() == scaled(18)
    document, graph = add_graph(session.document, "behavior_tree", "Deep")
    nodes = {f"n{i}": TreeNode(kind="inverter", children=(f"n{i + 1}",)) for i in range(12)}
    nodes["n12"] = TreeNode(kind="succeed")
    tree = document.graphs[graph].model_copy(update={"nodes": nodes, "root": "n0"})
    session.apply("Deep", lambda before: before.model_copy(update={"graphs": {**before.graphs, graph: tree}}))
    outline._rebuild()
    assert 6 <= outline.tree.indentation() < scaled(18)
    assert outline.tree.visualRect(outline.model.index_of(graph, "n10")).left() <= outline.tree.width() / 2
    session.undo()
    outline._rebuild()
    assert outline.tree.indentation() == scaled(18)


def test_outline_follows_and_leads_the_selection(window, qtbot):
    window.open_file(TANK)
    session, outline = window.session, window.outline
    chase = next(key for key, node in session.graph.nodes.items() if node.name == "Chase")
    session.select([chase])
    chosen = [outline.model.entry(index).node for index in outline.tree.selectionModel().selectedIndexes()]
    assert chosen == [chase]
    other = next(graph for graph in session.document.graphs if graph != session.graph_id)
    root = session.document.graphs[other].root
    outline.tree.setCurrentIndex(outline.model.index_of(other, root))
    assert session.graph_id == other
    assert session.selection == {root}


def test_outline_shows_live_badges(window):
    window.open_file(TANK)
    window.run.advance(30)
    graph = window.session.document.root
    patrol = next(key for key, node in window.session.graph.nodes.items() if node.name == "Patrol")
    assert window.outline.look_of(graph, patrol).look == "running"


def test_problem_is_listed_and_f8_goes_there(window, qtbot):
    window.open_file(TANK)
    session = window.session
    graph = session.graph_id
    edge = next(key for key, each in session.graph.edges.items() if each.guard)
    session.apply("Change", lambda document: set_field(document, graph, edge, "guard", "helth < 3"))
    session.check_now()
    session.select(())
    walk_problems(window, 1)
    assert session.selection == {edge}
    assert window.part(problems_panel).model.rows[0][0].code.startswith("E")
    assert window.status_row.problems.text().startswith("1 error")
    session.undo()
    session.check_now()
    assert "error" not in window.status_row.problems.text()


def test_transitions_are_listed_newest_first_and_select(window):
    window.open_file(TANK)
    window.run.advance(200)
    entries = window.part(transitions_panel).model.rows
    assert len(entries) >= 2
    assert [entry.tick for entry in entries] == sorted((entry.tick for entry in entries), reverse=True)
    window.part(transitions_panel).go_to.emit(entries[-1])
    assert window.session.selection == {entries[-1].edge}


def test_variables_are_added_and_removed(window):
    window.open_file(TANK)
    variables = window.outline.variables
    before = len(variables.model.rows)
    name = variables.add("int")
    assert name in window.session.document.variables
    assert window.inspector.page.row("variable.name").editor.text() == name
    variables.refresh()
    assert len(variables.model.rows) == before + 1
    variables.remove(next(row for row in variables.model.rows if row.name == name))
    assert name not in window.session.document.variables


def test_a_new_variable_and_a_new_event_are_named_by_typing_on(window, qtbot):
    window.open_file(TANK)
    variables = window.outline.variables
    for add, key, name, of in (
        (lambda: variables.add("int"), "variable.name", "shots", "variables"),
        (variables.add_event, "event.name", "bang", "events"),
    ):
        add()
        editor = window.inspector.page.row(key).editor
        qtbot.waitUntil(editor.hasFocus)
        assert editor.selectedText() == editor.text()
        qtbot.keyClicks(editor, name)
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        assert name in getattr(window.session.document, of)
    labels = [step.label for step in window.session.history.steps]
    assert labels == ["Add variable", "Change name", "Add event", "Change name"]


@pytest.mark.parametrize("way", ["double-click", "F2"])
def test_a_variable_of_the_list_is_renamed(window, qtbot, way):
    window.open_file(TANK)
    view = window.outline.variables.view
    index = next(
        each for each in map(view.model().index, range(view.model().rowCount())) if each.data() == "wp"
    )
    place = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    if way == "F2":
        qtbot.keyClick(view, Qt.Key.Key_F2)
    else:
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    editor = window.inspector.page.row("variable.name").editor
    qtbot.waitUntil(editor.hasFocus)
    qtbot.keyClicks(editor, "way_point")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert "way_point" in window.session.document.variables
    assert "wp" not in window.session.document.variables


def test_palette_adds_under_the_selected_node(window, qtbot):
    window.area.open_session(window.workspace.new(waiting_tree()[0]))
    session = window.session
    session.select([session.graph.root])
    window.panels.show_panel("palette", focus=True)
    qtbot.keyClicks(window.part(palette_panel).search, "succeed")
    qtbot.keyClick(window.part(palette_panel).search, Qt.Key.Key_Return)
    children = session.graph.nodes[session.graph.root].children
    assert session.graph.nodes[children[-1]].kind == "succeed"
    assert len(session.history.steps) == 1
