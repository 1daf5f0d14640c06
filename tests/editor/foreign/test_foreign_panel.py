"""The panel of a foreign program in a window, beside played programs."""

from __future__ import annotations

import json
import socket
import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.dialogs.name_window import NameWindow
from editor.panels.run.foreign_document import GRAPH, foreign_document
from editor.theme.tokens import StatusLook
from editor.window.parts.foreign import WindowForeign, foreign_panel
from graphs.model import Activity, BehaviorTreeGraph, StateMachineGraph
from runtime.foreign.foreign_run import ForeignGraph, ForeignNode
from runtime.foreign.groot_client import TREE
from runtime.foreign.groot_messages import read_tree
from runtime.foreign.xstate_machines import read_machine
from tests.editor.window.test_accessible_names import without_name
from tests.foreign.transcripts import ENOUGH, PlayedProgram, replies, transcript


class Played:
    """Hold a window that is connected with a played program."""

    def __init__(self, window, name="door"):
        self.window, self.program = window, PlayedProgram(name)
        self.foreign = window.part(WindowForeign)
        assert self.foreign.connect_groot(f"127.0.0.1:{self.program.port}") == ""
        self.panel = window.part(foreign_panel)
        self.until(lambda: self.run.looks.get(TREE) and self.run.values)

    @property
    def run(self):
        return self.foreign.groot.run

    def until(self, is_so):
        for _ in range(ENOUGH):
            self.foreign.look()
            if is_so():
                return
            self.program.answer()
        raise AssertionError(self.run.words + self.run.trouble)

    def look_of(self, node):
        return self.panel.view._looks.node(node)


@pytest.fixture
def door(window):
    window.resize(1400, 900)
    played = Played(window)
    yield played
    played.foreign.leave()
    played.program.end()


def press(widget, key):
    widget.setFocus()
    QTest.keyClick(widget, key)


def rows(view):
    model = view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_before_anything_is_connected_the_panel_says_how(window):
    window.panels.show_panel("foreign")
    panel = window.part(foreign_panel)
    assert "Connect to a BehaviorTree.CPP program" in panel.empty.text()
    assert panel.empty.isVisibleTo(panel)
    assert not any(button.isVisibleTo(panel) for button in panel.buttons.values())
    for command in ("disconnect", "breakpoint", "go_on", "record"):
        assert not window.commands.run(f"foreign.{command}")


def test_a_connected_tree_is_drawn_and_lit(door):
    panel = door.panel
    assert panel.words.text() == f"CrossDoor at 127.0.0.1:{door.program.port}: 12 nodes"
    assert panel.view.canvas_scene().node_count() == 12
    lit = {node: look[0] for node, look in door.run.looks[TREE].items()}
    for node, status in lit.items():
        assert door.look_of(node).status == StatusLook[status.name], node
    assert any("waypoint" in row and "hall" in row for row in rows(panel.values))
    assert without_name(panel) == []


def test_it_floats_at_first_since_a_tree_needs_room(door):
    assert door.panel.window() is not door.window
    assert door.window.panels.has_tab("foreign")


def test_arrows_walk_the_tree_and_esc_lets_go(door):
    view = door.panel.view
    walked = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        press(view, key)
        walked.append(view.selected)
    assert walked == ["1", "2", "3", "12", "2"]
    press(view, Qt.Key.Key_Left)
    press(view, Qt.Key.Key_Up)
    press(view, Qt.Key.Key_Up)
    assert view.selected == "1"
    assert door.panel.subject.text().startswith("cross the door (Sequence): ")
    assert view.accessibleDescription() == door.panel.subject.text()
    press(view, Qt.Key.Key_Escape)
    assert view.selected == ""
    assert door.panel.subject.text() == ""


def test_a_click_selects_a_node_and_one_beside_lets_go(door, qtbot):
    view = door.panel.view
    place = view.mapFromScene(*_middle(view, "12"))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.selected == "12"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert view.selected == ""


def _middle(view, node):
    rect = view.canvas_scene().node_rect(node)
    return (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2


def test_the_key_b_puts_a_breakpoint_and_c_goes_on_from_it(door):
    view, commands = door.panel.view, door.window.commands
    assert not commands.run("foreign.breakpoint")  # Nothing is selected.
    view.select("12")
    assert not commands.run("foreign.go_on")  # It does not wait.
    door.panel.window().activateWindow()
    press(view, Qt.Key.Key_B)
    door.until(lambda: door.run.breakpoints == {"12"})
    assert commands.action("foreign.breakpoint").isChecked()
    assert "has a breakpoint" in door.panel.subject.text()
    view.select("")
    door.program.reach("12")
    door.until(lambda: door.run.held)
    assert view.selected == "12"  # Where it waits is brought into view.
    assert door.look_of("12").paused_here
    assert "the program waits here" in door.panel.subject.text()
    assert door.panel.buttons["foreign.go_on"].isEnabled()
    press(view, Qt.Key.Key_C)
    door.until(
        lambda: (
            ("U", "12")
            in [(kind, str(json.loads(body)["uid"])) for kind, body in door.program.asked if kind == "U"]
        )
    )
    door.until(lambda: not door.look_of("12").paused_here)
    assert not door.panel.buttons["foreign.go_on"].isEnabled()
    door.panel.buttons["foreign.breakpoint"].click()
    door.until(lambda: not door.run.breakpoints)
    assert not door.program.hooks


def test_the_menu_of_a_node_offers_its_breakpoint(door, monkeypatch):
    asked = []
    monkeypatch.setattr("editor.window.parts.foreign.open_context_menu", lambda *told: asked.append(told))
    view = door.panel.view
    place = view.mapFromScene(*_middle(view, "3"))
    there = view.viewport().mapToGlobal(place)
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, there))
    assert view.selected == "3"
    ((_, at, entries, _),) = asked
    assert at == there
    can_run = [entry for entry in entries if entry != "-" and door.window.commands[entry].enabled()]
    assert can_run == ["foreign.breakpoint", "foreign.record", "foreign.disconnect"]
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), there))
    assert view.selected == "3"  # The menu key asks about the node that is selected.


def test_recording_lists_what_the_program_noted(door):
    door.window.commands.run("foreign.record")
    door.until(lambda: door.run.is_recording)
    before = len(door.run.entries)
    door.until(lambda: len(door.run.entries) > before)
    door.foreign.look()
    assert door.panel.buttons["foreign.record"].text() == "Stop recording"
    newest = door.run.entries[-1]
    assert newest.words in rows(door.panel.entries)[0]
    door.panel.entries.clicked.emit(door.panel.entries.model().index(0, 0))
    assert door.panel.view.selected == newest.node


def test_disconnecting_takes_breakpoints_away_and_clears_the_panel(door):
    door.panel.view.select("3")
    door.window.commands.run("foreign.breakpoint")
    door.until(lambda: door.run.breakpoints)
    door.panel.buttons["foreign.disconnect"].click()
    assert door.foreign.source is None
    assert door.panel.empty.isVisibleTo(door.panel)
    assert door.panel.view.graph is None
    for _ in range(200):
        door.program.answer()
        if not door.program.hooks:
            break
    assert not door.program.hooks


def test_another_tree_of_the_program_takes_the_place_of_the_first(door):
    door.panel.view.select("12")
    door.program.replies |= {kind: replies("patrol")[kind] for kind in "TSB"}
    door.program.tree_id = b"another run 1234"
    door.until(lambda: len(door.run.graphs[TREE].nodes) == 22)
    door.foreign.look()
    assert door.panel.view.canvas_scene().node_count() == 22
    assert door.panel.view.selected == ""


def test_all_of_200_nodes_is_seen(window):
    window.resize(1400, 900)
    played = Played(window, "large")
    view = played.panel.view
    QApplication.processEvents()
    view.frame_all()
    scene = view.canvas_scene()
    assert scene.node_count() == 200
    assert scene.tree.across  # So it is seen larger than one that grows down.
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.contains(scene.content_rect())
    played.foreign.leave()
    played.program.end()


def test_a_very_large_tree_is_drawn_in_slices_while_the_window_goes_on(window, qtbot):
    window.panels.show_panel("foreign")
    view = window.part(foreign_panel).view
    below = {str(uid): ForeignNode(f"task {uid}", "Task", "action", "1") for uid in range(2, 3_002)}
    view.show_graph(ForeignGraph("Huge", False, {"1": ForeignNode("all", "Sequence", "composite"), **below}))
    assert view.work.is_busy
    assert view.canvas_scene() is None
    qtbot.waitUntil(lambda: view.canvas_scene() is not None, timeout=30_000)
    assert view.canvas_scene().node_count() == 3_001


def test_machines_are_listed_drawn_and_lit(window):
    foreign = window.part(WindowForeign)
    foreign.listen_xstate("18765")
    panel = window.part(foreign_panel)
    for text in transcript("machines")["messages"][:100]:
        foreign.xstate._reader.take(1, text, 0.0)
    foreign.look()
    assert [panel.graphs.itemText(at) for at in range(panel.graphs.count())] == ["light", "guard", "player"]
    assert panel.graphs.isVisibleTo(panel)
    assert not panel.buttons["foreign.breakpoint"].isVisibleTo(panel)
    for place, (key, graph) in enumerate(foreign.xstate.run.graphs.items()):
        panel.graphs.setCurrentIndex(place)
        panel.graphs.activated.emit(place)
        assert panel.graphs.currentIndex() == place
        assert panel.view.canvas_scene().machine is not None
        for node in graph.nodes:
            status = foreign.xstate.run.looks[key].get(node, (0, None))[0]
            shown = panel.view._looks.node(node).status
            assert (shown == StatusLook.RUNNING) == (status == 1), node
    assert without_name(panel) == []
    press(panel.view, Qt.Key.Key_Down)
    assert panel.view.selected
    foreign.leave()


def test_asking_for_an_address_connects_refuses_and_cancels(window):
    foreign, program = window.part(WindowForeign), PlayedProgram("door")
    window.commands.run("foreign.groot")
    asked = window.findChild(NameWindow)
    assert asked.field.text() == "127.0.0.1:1667"
    asked.field.setText("nonsense")
    asked._keep()
    assert asked.isVisible()
    assert "a colon and a port" in asked.message.text()
    asked.reject()
    assert foreign.source is None
    QApplication.processEvents()
    window.commands.run("foreign.groot")
    asked = next(each for each in window.findChildren(NameWindow) if each.isVisible())
    asked.field.setText(f"127.0.0.1:{program.port}")
    asked._keep()
    assert foreign.groot is not None
    assert window.state.text("foreign_groot") == f"127.0.0.1:{program.port}"
    foreign.leave()
    program.end()


@pytest.mark.parametrize(
    "text", ["", "host", "host:", ":1667", "host:0", "host:65535", "host:x", "no such;name:1667"]
)
def test_an_address_that_cannot_be_is_refused_in_words(window, text):
    foreign = window.part(WindowForeign)
    assert foreign.connect_groot(text)
    assert foreign.source is None


def test_a_port_that_cannot_be_listened_at_is_refused_in_words(window):
    foreign = window.part(WindowForeign)
    assert "number from 1" in foreign.listen_xstate("many")
    assert foreign.listen_xstate("18766") == ""
    assert foreign.listen_xstate("18766") == ""  # The one there is makes room.
    with socket.create_server(("127.0.0.1", 18767)):
        assert "cannot be listened at" in foreign.listen_xstate("18767")
    foreign.leave()


def test_without_the_extra_it_is_said_what_to_install(window, monkeypatch):
    monkeypatch.setitem(sys.modules, "zmq", None)
    assert "mindloom[groot]" in window.part(WindowForeign).connect_groot("127.0.0.1:1667")


def test_a_window_that_closes_ends_the_connection(open_window):
    window = open_window()
    foreign = window.part(WindowForeign)
    foreign.listen_xstate("18768")
    window.close()
    assert foreign.source is None


def drawn_tree(name):
    document, registry = foreign_document(read_tree(replies(name)["T"][1])[0])
    graph = document.graphs[GRAPH]
    assert isinstance(graph, BehaviorTreeGraph)
    return graph, registry


def test_scripts_before_a_node_and_at_its_end_are_strips():
    patrol, _ = drawn_tree("patrol")
    fight = next(node for node in patrol.nodes.values() if node.title == "fight")
    assert [(each.test, each.gives) for each in fight.preconditions] == [("enemy == 0", "skip")]
    door, registry = drawn_tree("door")
    assert door.nodes["7"].on_success == ("open := true",)
    icons = {kind: found.icon for (_, kind), found in registry.kinds.items()}
    assert icons["Sequence"] == "sequence"
    assert icons["RetryUntilSuccessful"] == "retry"
    assert icons["Task"] == "action"


def test_a_machine_keeps_guards_invocations_and_history():
    machine = {
        "a": {"invoke": {"src": "look"}, "entry": "blink", "on": {"GO": {"target": "h", "guard": "ready"}}}
    }
    machine["h"] = {"type": "history", "history": "deep"}
    document, _ = foreign_document(read_machine("m", json.dumps({"initial": "a", "states": machine})))
    graph = document.graphs[GRAPH]
    assert isinstance(graph, StateMachineGraph)
    (edge,) = graph.edges.values()
    assert (edge.event, edge.guard, edge.targets, graph.initial) == ("GO", "ready", ("h",), "a")
    assert graph.nodes["a"].activity == Activity(action="look")
    assert graph.nodes["a"].entry == ("blink",)
    assert graph.nodes["h"].depth == "deep"
