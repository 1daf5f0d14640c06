"""See what a window shows, for a tour that points at it and checks what was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QMenuBar, QWidget

from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Rect
from editor.canvas.view.canvas_view import CanvasView
from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from editor.documents.open.workspace import Workspace
from editor.map.editing.world_editor import WorldEditor
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.running.breakpoint_list import BreakpointList
from editor.running.run_controller import RunController
from graphs.model import StateMachineGraph, StateNode
from graphs.worlds.model.world_file import WorldDocument

MOST_STATES = 1
"""A machine with more states is somebody's work, and no place for a tour."""


@dataclass(frozen=True)
class TouredWindow:
    """Hold what a tour points at and looks into, of the window it leads through.

    Places are given in px of `center`. `session` and `view` return what is in view, `welcome` the page of
    welcome while it covers the window, `place_of_panel` where a panel is, or its tab while it is behind.
    """

    center: QWidget
    workspace: Workspace
    run: RunController
    commands: CommandRegistry
    inspector: InspectorPanel
    editor: WorldEditor
    menu_bar: QMenuBar
    play: QWidget
    session: Callable[[], DocumentSession | None]
    view: Callable[[], CanvasView | None]
    map: QWidget
    welcome: Callable[[], QWidget | None]
    breakpoints: BreakpointList
    tabs: QWidget
    is_panel_shown: Callable[[str], bool]
    place_of_panel: Callable[[str], QRect]


class TourEyes:
    """Answer where things are, in px of the window's central widget, and how they stand."""

    def __init__(self, window: TouredWindow) -> None:
        self.window = window
        self.session: DocumentSession | None = None
        """The document the tour goes on in, once there is one."""

    # ---- how things stand

    def adopt(self) -> bool:
        """Go on in the document in view if a patrol can be built in it; return whether there is one now."""
        if self.session is not None and self.session in self.window.workspace.sessions:
            return True
        self.session = None
        found = self.window.session()
        graph = found.graph if found is not None else None
        if found is None or not isinstance(graph, StateMachineGraph) or is_sample(found.path):
            return False
        if len(graph.nodes) <= MOST_STATES:
            self.session = found
        return self.session is not None

    @property
    def machine(self) -> StateMachineGraph | None:
        """Return the machine of the tour."""
        graph = self.session.document.graphs.get(self.session.graph_id) if self.session is not None else None
        return graph if isinstance(graph, StateMachineGraph) else None

    @property
    def state_id(self) -> str:
        """Return the id of the first state, "" without one."""
        machine = self.machine
        return next(iter(machine.children), "") if machine is not None else ""

    @property
    def state(self) -> StateNode | None:
        """Return the first state."""
        machine = self.machine
        return machine.nodes.get(self.state_id) if machine is not None else None

    @property
    def action(self) -> str:
        """Return the action that the state does, "" for none."""
        state = self.state
        return (state.activity.action or "") if state is not None and state.activity is not None else ""

    @property
    def world(self) -> WorldDocument | None:
        """Return the world as it is edited, or as it runs."""
        session = self.window.editor.session
        if session is not None:
            return session.world
        choice = self.window.run.choice
        return choice.world if choice is not None else None

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the ids of the paths of the world that lead somewhere."""
        world = self.world
        if world is None:
            return ()
        return tuple(key for key, path in world.paths.items() if len(path.waypoints) >= 2)

    def is_selected(self) -> bool:
        """Tell whether the inspector shows the state."""
        session = self.session
        on_map = self.window.editor.is_target
        return session is not None and session.selection == {self.state_id} and not on_map

    # ---- where things are

    @property
    def center(self) -> QWidget:
        """Return the widget in whose px places are given."""
        return self.window.center

    def of_widget(self, widget: QWidget | None) -> QRect:
        """Return where a widget is to be seen; empty for one that is not."""
        center = self.center
        if widget is None or not widget.isVisible() or not center.isAncestorOf(widget):
            return QRect()
        seen = widget.visibleRegion().boundingRect()
        return seen.translated(widget.mapTo(center, QPoint(0, 0)))

    def of_button(self, name: str, inside: QWidget) -> QRect:
        """Return where the visible button of a name is."""
        for button in inside.findChildren(QAbstractButton):
            names = (button.text(), button.accessibleName().partition(" (")[0])
            if button.isVisible() and name in names:
                return self.of_widget(button)
        return QRect()

    def of_command(self, command: str) -> QRect:
        """Return where a button of a command is to be seen."""
        action = self.window.commands.action(command)
        widgets = [each for each in action.associatedObjects() if isinstance(each, QAbstractButton)]
        return next((self.of_widget(widget) for widget in widgets if widget.isVisible()), QRect())

    def of_play(self) -> QRect:
        """Return where the button is that runs and pauses."""
        return self.of_widget(self.window.play)

    def of_menu(self, title: str) -> QRect:
        """Return where a menu stands in the menu bar."""
        bar = self.window.menu_bar
        found = next((action for action in bar.actions() if action.text() == title), None)
        if found is None:
            return QRect()
        return bar.actionGeometry(found).translated(bar.mapTo(self.center, QPoint(0, 0)))

    def of_field(self, key: str) -> QRect:
        """Return where a field of the inspector is, scrolled into view."""
        inspector = self.window.inspector.page
        if key not in inspector.rows:
            return QRect()
        row = inspector.row(key)
        inspector.reveal(key)
        return self.of_widget(row)

    def of_state(self, *, title: bool = False) -> QRect:
        """Return where the state of the tour, or its title, is on the canvas."""
        return self.of_element(self.state_id, title=title)

    def of_element(self, element: str, *, title: bool = False) -> QRect:
        """Return where a node, or its title, is on the canvas; the middle of a transition."""
        view = self.window.view()
        if view is None or view.canvas.contents is None:
            return QRect()
        if title:
            rect: Rect | None = view.canvas.contents.title_rect(element)
        else:
            rect = view.canvas.node_rect(element)
        if rect is None:
            return QRect()
        place = view.mapFromScene(qrect(rect)).boundingRect()
        origin = view.viewport().mapTo(self.center, QPoint(0, 0))
        return place.translated(origin)
