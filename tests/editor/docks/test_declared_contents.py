"""The inspector edits what is declared: parameters of graphs, events, branches; each edit can be undone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from editor.documents.open.document_session import DocumentSession
from editor.panels.document.variables_list import VariablesList
from editor.panels.inspector.declared_contents import event_content, variable_content
from editor.panels.inspector.field_spec import FieldKind, InspectorContent
from editor.panels.inspector.field_text import value_of
from editor.panels.inspector.inspector_panel import GraphInspector
from editor.panels.inspector.node_contents import selection_content
from editor.running.run_controller import RunController
from graphs.edits.refusal import EditRefused
from graphs.model import DecisionNode, Document, Variable
from runtime.minds.actions.steering_actions import builtin_library
from tests.editor.docks.test_inspector_contents import field_of, keys_of
from tests.editor.window_builders import REGISTRY, session_of

LEFT = Qt.MouseButton.LeftButton


def document_of(graphs: dict[str, Any], **parts: Any) -> Document:
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": graphs, **parts}
    return Document.model_validate_json(json.dumps(value))


def called() -> Document:
    """Return a tree that calls another with a parameter."""
    return document_of(
        {
            "g": {
                "kind": "behavior_tree",
                "root": "call",
                "nodes": {"call": {"kind": "subtree", "graph": "h", "arguments": {"speed": 3}}},
            },
            "h": {
                "kind": "behavior_tree",
                "root": "w",
                "nodes": {"w": {"kind": "wait", "params": {"seconds": {"expr": "speed"}}}},
                "parameters": {"speed": {"type": "float", "direction": "in", "default": 2}},
            },
        }
    )


def deciding(branches: list[dict[str, Any]], kind: str, **fields: Any) -> Document:
    leaves = {name: {"kind": "outcome", "outcome": name} for name in ("near", "far")}
    root = {"kind": kind, "branches": branches, **fields}
    graph = {"kind": "decision_tree", "root": "q", "nodes": {"q": root, **leaves}}
    return document_of({"g": graph}, variables={"d": {"type": "float"}})


def content_of(document: Document, graph: str, *ids: str) -> InspectorContent:
    found = selection_content(document, graph, frozenset(ids), REGISTRY)
    assert found is not None
    return found


def set_to(document: Document, content: InspectorContent, key: str, value: Any) -> Document:
    return field_of(content, key).edit(document, value)


def press(document: Document, content: InspectorContent, title: str) -> Document:
    actions = [action for section in content.sections for action in section.actions]
    return next(action for action in actions if action.title == title).edit(document)


# -- parameters of a graph -----------------------------------------------------------------------------


def test_a_graph_shows_its_parameters():
    content = content_of(called(), "h")
    assert field_of(content, "parameters.speed.name").value == "speed"
    assert field_of(content, "parameters.speed.type").value == "float"
    assert field_of(content, "parameters.speed.direction").value == "in"
    assert field_of(content, "parameters.speed.default").value == 2
    assert [section.note for section in content.sections if section.key == "parameters.speed"] == [
        "in · float"
    ]


def test_a_list_shows_what_it_holds_and_how_much(qtbot):
    document = document_of({}, variables={"seen": {"type": "list"}})
    content = variable_content(document, "seen", "")
    assert content is not None
    assert {"type", "of", "most"} <= keys_of(content)
    assert not {"default", "scope", "values"} & keys_of(content)
    document = field_of(content, "of").edit(document, "enum")
    document = field_of(content, "most").edit(document, 3)
    content = variable_content(document, "seen", "")
    assert content is not None
    assert field_of(content, "values").value == ["first", "second"]
    seen = document.variables["seen"]
    assert (seen.of, seen.most) == ("enum", 3)
    document = field_of(content, "type").edit(document, "int")
    assert document.variables["seen"] == Variable(type="int")


def test_a_renamed_parameter_keeps_its_uses_and_its_callers():
    document = set_to(called(), content_of(called(), "h"), "parameters.speed.name", "pace")
    assert list(document.graphs["h"].parameters) == ["pace"]
    assert document.graphs["h"].nodes["w"].params == {"seconds": {"expr": "pace"}}
    call: Any = document.graphs["g"].nodes["call"]
    assert call.arguments == {"pace": 3}


def test_a_parameter_of_another_type_drops_what_only_the_old_one_can_have():
    document = set_to(called(), content_of(called(), "h"), "parameters.speed.type", "enum")
    parameter = document.graphs["h"].parameters["speed"]
    assert (parameter.type, parameter.default, parameter.values) == ("enum", None, ("first", "second"))
    assert "parameters.speed.values" in keys_of(content_of(document, "h"))


def test_an_out_parameter_has_no_default_of_its_own():
    document = set_to(called(), content_of(called(), "h"), "parameters.speed.direction", "out")
    assert "parameters.speed.default" not in keys_of(content_of(document, "h"))


def test_parameters_are_added_and_removed():
    document = press(called(), content_of(called(), "h"), "Add parameter")
    assert list(document.graphs["h"].parameters) == ["speed", "value"]
    document = press(document, content_of(document, "h"), "Remove speed")
    assert list(document.graphs["h"].parameters) == ["value"]


# -- events ------------------------------------------------------------------------------------------


def noisy() -> Document:
    tree = {
        "kind": "behavior_tree",
        "root": "r",
        "nodes": {"r": {"kind": "raise", "actions": ["raise noise(at = p)"]}},
    }
    return document_of(
        {"g": tree},
        variables={"p": {"type": "vector"}},
        events={"noise": {"payload": {"at": "vector"}}},
    )


def event_of(document: Document, name: str = "noise") -> InspectorContent:
    content = event_content(document, name)
    assert content is not None
    return content


def test_an_event_shows_what_it_carries():
    content = event_of(noisy())
    assert (content.title, content.subtitle) == ("noise", "event that carries 1 value")
    assert field_of(content, "payload.at").value == "vector"
    assert event_content(noisy(), "gone") is None


def test_a_renamed_event_and_field_keep_their_uses():
    document = set_to(noisy(), event_of(noisy()), "event.name", "bang")
    document = set_to(document, event_of(document, "bang"), "payload.at.name", "where")
    node: Any = document.graphs["g"].nodes["r"]
    assert node.actions == ("raise bang(where = p)",)
    assert document.events["bang"].payload == {"where": "vector"}


def test_what_an_event_carries_is_added_retyped_and_removed():
    document = press(noisy(), event_of(noisy()), "Add what it carries")
    assert document.events["noise"].payload == {"at": "vector", "value": "float"}
    document = set_to(document, event_of(document), "payload.value", "int")
    document = press(document, event_of(document), "Remove at")
    assert document.events["noise"].payload == {"value": "int"}


def test_a_name_that_is_none_is_refused():
    with pytest.raises(EditRefused, match="cannot be an event's name"):
        set_to(noisy(), event_of(noisy()), "event.name", "tick")


# -- branches ----------------------------------------------------------------------------------------


def branches_of(document: Document) -> list[dict[str, Any]]:
    node = document.graphs["g"].nodes["q"]
    assert isinstance(node, DecisionNode)
    return [branch.model_dump(exclude_defaults=True, by_alias=True) for branch in node.branches]


def test_the_bounds_of_ranges_are_edited_by_branch():
    document = deciding([{"child": "near", "upto": 3}, {"child": "far"}], "ranges", value={"expr": "d"})
    content = content_of(document, "g", "q")
    bound = field_of(content, "branches.0.upto")
    assert (bound.label, bound.value) == ("1 near", 3)
    assert field_of(content, "branches.1.rest").placeholder == "all the rest"
    document = set_to(document, content, "branches.0.upto", 4.5)
    document = set_to(document, content_of(document, "g", "q"), "branches.0.closed", True)
    assert branches_of(document) == [{"child": "near", "upto": 4.5, "closed": True}, {"child": "far"}]


def test_cases_weights_and_tests_are_edited_by_branch():
    for kind, key, value in (
        ("switch", "case", "high"),
        ("random", "weight", 3),
        ("first_of", "test", "d < 2"),
    ):
        document = deciding([{"child": "near"}, {"child": "far"}], kind)
        document = set_to(document, content_of(document, "g", "q"), f"branches.1.{key}", value)
        assert branches_of(document) == [{"child": "near"}, {"child": "far", key: value}]


def test_the_cells_of_a_table_are_edited_one_by_one():
    branches: list[dict[str, Any]] = [{"child": "near", "row": ["< 3"]}, {"child": "far", "else": True}]
    document = deciding(branches, "table", inputs=["d", "d * 2"])
    content = content_of(document, "g", "q")
    cell = field_of(content, "branches.0.row.1")
    assert (cell.label, cell.value, cell.placeholder) == ("1 near: d * 2", None, "any")
    document = set_to(document, content, "branches.0.row.1", "> 1")
    assert branches_of(document)[0] == {"child": "near", "row": ("< 3", "> 1")}
    inputs = field_of(content, "inputs")
    assert inputs.kind is FieldKind.LINES
    assert inputs.check is not None
    assert "distanse" in inputs.check("d\ndistanse")
    assert value_of(inputs, "d\n") == ["d"]


def test_the_last_branch_can_take_the_rest():
    document = deciding([{"child": "near", "case": 1}, {"child": "far", "case": 2}], "switch")
    content = content_of(document, "g", "q")
    assert "branches.0.else" not in keys_of(content)
    document = set_to(document, content, "branches.1.else", True)
    assert branches_of(document) == [{"child": "near", "case": 1}, {"child": "far", "else": True}]
    content = content_of(document, "g", "q")
    assert "branches.1.case" not in keys_of(content)
    document = set_to(document, content, "branches.1.else", None)
    assert branches_of(document)[1] == {"child": "far"}


def test_a_leaf_and_a_test_have_no_rows_of_branches():
    document = deciding(
        [{"child": "near", "when": True}, {"child": "far", "when": False}], "test", test="d < 2"
    )
    for element in ("q", "near"):
        assert all(section.key != "branches" for section in content_of(document, "g", element).sections)


# -- in the window -------------------------------------------------------------------------------------


@pytest.fixture
def panel(qtbot):
    panel = GraphInspector(RunController(REGISTRY, builtin_library()))
    qtbot.addWidget(panel)
    panel.resize(280, 700)
    panel.show()
    yield panel
    panel.set_session(None)


@pytest.fixture
def noise(panel):
    session = session_of(noisy())
    panel.set_session(session)
    yield session
    panel.set_session(None)
    session.deleteLater()


def click(qtbot: Any, panel: GraphInspector, title: str) -> None:
    button = next(
        each for each in panel.findChildren(QPushButton) if each.text() == title and each.isVisible()
    )
    qtbot.mouseClick(button, LEFT)
    panel.refresh()


def test_a_parameter_added_by_a_click_is_one_step_that_can_be_undone(qtbot, panel, noise: DocumentSession):
    panel.refresh()
    click(qtbot, panel, "Add parameter")
    assert list(noise.document.graphs["g"].parameters) == ["value"]
    noise.undo()
    assert noise.document.graphs["g"].parameters == {}
    noise.redo()
    assert list(noise.document.graphs["g"].parameters) == ["value"]


def test_a_renamed_event_stays_in_view(qtbot, panel, noise: DocumentSession):
    panel.show_event("noise")
    editor = panel.row("event.name").editor
    editor.setFocus()
    editor.selectAll()
    qtbot.keyClicks(editor, "bang")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert list(noise.document.events) == ["bang"]
    assert next(iter(panel.rows)) == "event.name"
    click(qtbot, panel, "Add what it carries")
    assert noise.document.events["bang"].payload == {"at": "vector", "value": "float"}
    noise.undo()
    noise.undo()
    assert noise.document == noisy()
    noise.select(["r"])
    panel.refresh()
    assert "event.name" not in panel.rows


def test_events_are_listed_added_and_removed_beside_the_variables(qtbot, noise: DocumentSession):
    listed = VariablesList()
    qtbot.addWidget(listed)
    listed.set_session(noise)
    assert [(row.name, row.type) for row in listed.model.rows] == [("p", "vector"), ("noise", "event")]
    picked: list[str] = []
    listed.event_picked.connect(picked.append)
    listed.show()
    place = listed.view.visualRect(listed.model.index(1)).center()
    qtbot.mouseClick(listed.view.viewport(), LEFT, pos=place)
    assert picked == ["noise"]
    assert listed.add_event() == "happened"
    assert picked == ["noise", "happened"]
    assert list(noise.document.events) == ["noise", "happened"]
    listed.remove(listed.model.rows[-1])
    assert list(noise.document.events) == ["happened"]
    noise.undo()
    noise.undo()
    assert noise.document == noisy()
    listed.set_session(None)
