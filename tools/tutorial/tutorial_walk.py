"""Do in a window what the steps of the tutorial say, and check what each promises."""

from __future__ import annotations

from itertools import product
from math import cos, radians, sin

import numpy as np
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from editor.commands.registry import CommandRegistry
from editor.help.help_window import run_linked_command
from editor.panels.timeline.lane_painting import RULER, head_width
from editor.window.frame.canvas_tabs import CanvasTabs
from editor.window.main_window import MainWindow
from editor.window.parts.callouts import why_panel
from graphs.kinds.declarations.titles import node_title
from graphs.model import BehaviorTreeGraph
from runtime.basics.values import Vector
from runtime.worlds.bodies.geometry import clearance
from tools.gallery.playing import FRAME
from tools.tutorial.tutorial_hand import TutorialHand

HIDDEN: Vector = (11.0, 12.6)
"""A place behind the hedge."""
_BODY = 0.5
"""Half the width of a body, which has to be clear of walls."""
_TRIES = 60

WINDOW, GRAPH, WHY = "window", "graph", "why"
"""What a picture shows: the window scaled down, the graph on the canvas, the panel that answers why."""
_WIDEST = 960
_MARGIN = 28


SIZE = QSize(1440, 900)
"""Of the window in which the tutorial is followed."""


class TutorialWalk:
    """Go through the tutorial in one window. What a step promises is checked as it is done."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.hand = TutorialHand(window)

    # ---- what steps do

    def open_first_guard(self) -> None:
        """Follow the link that opens the sample."""
        assert run_linked_command(self._commands, "sample.first_guard")
        # It plays at once; the pictures are to show the same tick on any machine, so it begins again.
        self.window.run.stop()
        self.hand.settle()
        self.hand.view.camera.reduced_motion = True

    def walk_the_round(self) -> None:
        """Give the state its action."""
        self.hand.click_node("Stand")
        self.hand.choose("Does", "Follow path")
        self.hand.write("Path", "round")
        self.advance(120)
        assert self.place_of("guard") != (3.0, 3.0), "the guard does not walk"

    def call_it_patrol(self) -> None:
        """Rename the state."""
        self.hand.type_title("Patrol")
        self.advance(FRAME)
        assert self.active() == "Patrol"

    def add_chase(self) -> None:
        """Add a second state and name it."""
        rect = self.hand.view.canvas.node_rect(self.hand.node("Patrol"))
        assert rect is not None
        self.hand.double_click((rect.right + 200, rect.center[1]))
        self.hand.add("state")
        self.hand.type_title("Chase")

    def let_chase_pursue(self) -> None:
        """Give the second state its action."""
        self.hand.choose("Does", "Pursue")
        self.hand.write("Target", "intruder")

    def connect_sees(self) -> None:
        """Lead from the first state to the second."""
        self.hand.drag_wire("Patrol", "Chase")
        self.hand.write("Guard", "visible")

    def connect_loses(self) -> None:
        """Lead back, after two seconds without a view."""
        self.hand.drag_wire("Chase", "Patrol")
        self.hand.write("Guard", "not visible")
        self.hand.unfold("Timing")
        self.hand.write("Delay", "2")

    def show_intruder(self) -> None:
        """Carry the intruder into the view."""
        self.carry_ahead(5.0)
        self.advance(30)
        assert self.active() == "Chase"

    def hide_intruder(self) -> None:
        """Carry the intruder behind the hedge, and wait."""
        self.hand.carry("intruder", HIDDEN)
        self.advance(60)
        assert self.active() == "Chase", "the delay is not over yet"
        self.advance(90)
        assert self.active() == "Patrol"

    def make_tree(self) -> None:
        """Begin a tree in the same document and name it."""
        self.hand.choose_in_menus("Graph", "New graph in this document", "Behavior tree")
        self.hand.view.camera.reduced_motion = True
        self.hand.write("Title", "Hunt")

    def add_selector(self) -> None:
        """Add the root."""
        self.hand.key(Qt.Key.Key_Tab)
        self.hand.add("selector")
        self.hand.choose("Memory", "starts over each tick")

    def add_sequence(self) -> None:
        """Add the first branch."""
        self._drag_out("Selector", -160, "sequence")

    def add_condition(self) -> None:
        """Add the question that opens the branch."""
        self._drag_out("Sequence", -200, "condition")
        self.hand.write("Test", "d < 4")

    def add_shot(self) -> None:
        """Add the shot and the pause after it."""
        self._drag_out("Sequence", 120, "fire")
        self.hand.write("Target", "intruder")
        self._drag_out("Sequence", 320, "wait")

    def add_pursuit(self) -> None:
        """Add the second branch."""
        self._drag_out("Selector", 420, "pursue")
        self.hand.write("Target", "intruder")
        assert self.titles() == ["Selector", "Sequence", "Condition", "Fire", "Wait 1 s", "Pursue"], (
            self.titles()
        )

    def use_tree(self) -> None:
        """Run the tree in the state."""
        self.click_tab("First guard")
        self.hand.click_node("Chase")
        self.hand.choose("Does", "Hunt")

    def hunt(self) -> None:
        """Let the guard see the intruder, and look into the state."""
        self.carry_ahead(6.0)
        self.advance(12)
        rect = self.hand.view.canvas.node_rect(self.hand.node("Chase"))
        assert rect is not None
        self.hand.double_click((rect.center[0], rect.bottom - 12))
        assert self.titles()[0] == "Selector", self.titles()
        session = self.window.run.session
        assert session is not None
        for _ in range(60):
            self.window.run.advance(FRAME)
            if session.world.projectiles:
                break
        assert session.world.projectiles, "the guard does not fire"
        self.hand.settle()

    def ask_why(self) -> None:
        """Pause and ask about the pursuit."""
        self.window.run.run()
        self.hand.key(Qt.Key.Key_F5)
        assert not self.window.run.is_running
        self.hand.click_node("Pursue")
        self.window.panels.show_panel("why")
        self.hand.settle()
        answer = self.window.part(why_panel).answer
        assert answer is not None
        assert "Pursue" in answer.question, answer.question

    def look_back(self) -> None:
        """Click an earlier moment in the timeline and come back."""
        self.window.panels.show_panel("timeline")
        self.hand.settle()
        view = self.window.timeline.view
        place = QPoint(int(head_width() + self.window.timeline.model.scale.x(60.5)), RULER + 12)
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        self.window.run.time.finish()
        self.hand.settle()
        assert self.window.run.time.is_past
        assert self.window.run.time.shown_tick == 60

    def come_back(self) -> None:
        """Go to the end again."""
        self.hand.click_button("Back to live")
        self.window.run.time.finish()
        self.hand.settle()
        assert not self.window.run.time.is_past

    def stop_at_chase(self) -> None:
        """Set a breakpoint, lose the intruder and show it again."""
        self.hand.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        self.hand.view.camera.reduced_motion = True
        self.hand.click_node("Chase")
        self.hand.key(Qt.Key.Key_F9)
        self.hand.carry("intruder", HIDDEN)
        for _ in range(_TRIES):
            self.advance(2 * FRAME)
            if self.active() == "Patrol":
                break
        assert self.active() == "Patrol", self.active()
        self.carry_ahead(5.0)
        before = self.window.run.tick
        self.window.run.run()
        for _ in range(60):
            if not self.window.run.is_running:
                break
            self.window.run.advance(FRAME)
        assert self.window.run.tick < before + 60, "the breakpoint did not hold"

    def titles(self) -> list[str]:
        """Return the titles of the nodes of the graph shown, in the order of the tree."""
        session = self.hand.view.session
        graph = session.document.graphs[session.graph_id]
        assert isinstance(graph, BehaviorTreeGraph)
        found: list[str] = []

        def visit(node_id: str) -> None:
            found.append(node_title(graph.nodes[node_id], graph.kind, session.registry, session.document))
            for child in graph.nodes[node_id].children:
                visit(child)

        visit(graph.root or "")
        return found

    def click_tab(self, title: str) -> None:
        """Click the tab of a graph."""
        tabs = self.window.findChild(CanvasTabs)
        assert tabs is not None
        at = tabs.rect_of(tabs.titles.index(title)).center()
        QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at - QPoint(10, 0))
        self.hand.settle()
        self.hand.view.camera.reduced_motion = True

    def _drag_out(self, parent: str, aside: float, words: str) -> None:
        x, y = self.hand.center(parent)
        self.hand.drag_out(parent, (x + aside, y + 130), words)

    def carry_ahead(self, distance: float) -> None:
        """Carry the intruder about so far ahead of the guard; wait until a place there is in view."""
        for _ in range(_TRIES):
            place = self._place_ahead(distance)
            if place is not None:
                self.hand.carry("intruder", place)
                return
            self.advance(2 * FRAME)
        raise AssertionError("the guard has no free view anywhere")

    def _place_ahead(self, distance: float) -> Vector | None:
        session = self.window.run.session
        assert session is not None
        x, y = self.place_of("guard")
        heading = float(session.world.agents.orientation[session.agent_ids.index("guard")])
        width, height = (float(side) for side in session.document.size)
        for aside, nearer in product((0.0, 20.0, -20.0, 35.0, -35.0), (0.0, 1.5)):
            angle, far = radians(heading + aside), distance - nearer
            shares = np.linspace(0.0, 1.0, 12)[:, None]
            way = np.array([[x, y]]) + shares * np.array([[cos(angle) * far, sin(angle) * far]])
            inside = 1.0 <= way[-1, 0] <= width - 1.0 and 1.0 <= way[-1, 1] <= height - 1.0
            if inside and float(clearance(session.world.solid, way).min()) > _BODY:
                return float(way[-1, 0]), float(way[-1, 1])
        return None

    @property
    def _commands(self) -> CommandRegistry:
        return self.window.commands

    def advance(self, ticks: int) -> None:
        """Let time pass, in frames."""
        for _ in range(ticks // (2 * FRAME)):
            self.window.run.advance(2 * FRAME)
        self.window.run.advance(ticks % (2 * FRAME))
        self.hand.settle()

    def place_of(self, agent: str) -> Vector:
        """Return where an agent is."""
        session = self.window.run.session
        assert session is not None
        return session.world.pose(agent).position

    def active(self) -> str:
        """Return what the map says above the guard."""
        return self.window.preview.map.label_of("guard")

    def picture(self, shows: str) -> QImage:
        """Return a picture of a part of the window as it is now."""
        self.hand.settle()
        if shows == GRAPH:
            view = self.hand.view
            view.entering.frame_all()
            self.hand.settle()
            graph = view.mapFromScene(view.scene().itemsBoundingRect()).boundingRect()
            part = graph.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN) & view.viewport().rect()
            return view.viewport().grab(part).toImage()
        if shows == WHY:
            return self.window.part(why_panel).grab().toImage()
        image = self.window.grab().toImage()
        return image.scaledToWidth(_WIDEST, Qt.TransformationMode.SmoothTransformation)
