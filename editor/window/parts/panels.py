"""Make the panels of a window: what each is given, and where what is clicked in it leads.

A panel and what it imports come when it is first shown, or asked for by `WindowHost.part`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from editor.canvas.commands.node_choices import NodeChoice
from editor.commands.keymap import KeyPlace
from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.map.view.preview_panel import PreviewPanel
from editor.panels.document.outline_panel import OutlinePanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.panels.run.blackboard_panel import BlackboardPanel
from editor.panels.timeline.timeline_panel import TimelinePanel
from editor.widgets.element_header import ElementHeader
from editor.window.frame.menu_tables import CANVAS_MENU, NODE_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.places import WindowPlaces

if TYPE_CHECKING:
    from editor.panels.document.moods_panel import MoodsPanel
    from editor.panels.document.palette_panel import PalettePanel
    from editor.panels.run.plots_panel import PlotsPanel
    from editor.panels.run.run_log_panel import RunLogPanel
    from editor.panels.run.senses_panel import SensesPanel
    from editor.panels.run.tests_panel import TestsPanel
    from editor.panels.run.transitions_panel import TransitionsPanel
    from editor.running.case_runs import CaseRuns

_WITHOUT_LETTERS = ("Ctrl+", "Alt+", "Meta+", "Del", "Backspace", "F")
"""How keys begin that write nothing: single letters look for a row in a list."""


def follow_session(host: WindowHost, show: Callable[[DocumentSession | None], None]) -> None:
    """Show the document in view, now and whenever another comes into view."""
    shown = host.session
    show(shown)

    def follow() -> None:
        nonlocal shown
        if host.session is not shown or host.session is None:
            shown = host.session
            show(shown)

    host.area.current_changed.connect(follow)


def outline_panel(host: WindowHost) -> OutlinePanel:
    """Return the outline, with its variables and events."""
    panel, places, commands = OutlinePanel(host.run), host.part(WindowPlaces), host.commands
    panel.frame_wanted.connect(places.go_to_element)
    panel.variables.picked.connect(places.show_variable)
    panel.variables.event_picked.connect(places.show_event)
    panel.variables.curve_wanted.connect(lambda: commands.run("edit.new_curve"))
    panel.variables.sheet_wanted.connect(lambda: commands.run("edit.new_fuzzy_sheet"))
    panel.variables.naming_wanted.connect(host.part(inspector_panel).page.begin_naming)
    panel.menu_wanted.connect(
        lambda at, node: open_context_menu(host.widget, at, NODE_MENU if node else CANVAS_MENU, host)
    )
    commands.keys_changed.connect(lambda: give_canvas_keys(commands, panel.tree))
    follow_session(host, panel.set_session)
    return panel


def give_canvas_keys(commands: CommandRegistry, tree: QWidget) -> None:
    """Let the keys of the canvas work in the outline too, which is the way without a pointer.

    Commands with a key that the list needs itself, a letter or Return, are in its menu only.
    """
    for command in commands:
        binding = commands.binding(command.id)
        action = commands.action(command.id)
        if binding.place is not KeyPlace.CANVAS:
            continue
        if binding.keys and all(len(key) > 1 and key.startswith(_WITHOUT_LETTERS) for key in binding.keys):
            tree.addAction(action)
        else:
            tree.removeAction(action)


def give_outline_keys(host: WindowHost) -> None:
    """Let the keys of the canvas work in the outline, once all commands are known."""
    give_canvas_keys(host.commands, host.part(outline_panel).tree)


def palette_panel(host: WindowHost) -> PalettePanel:
    """Return the palette of nodes."""
    from editor.panels.document.palette_panel import PalettePanel

    def add(choice: NodeChoice) -> None:
        if host.view is not None:
            host.view.adding.add_where_selected(choice)

    panel = PalettePanel()
    panel.add_wanted.connect(add)
    follow_session(host, panel.set_session)
    return panel


def preview_panel(host: WindowHost) -> PreviewPanel:
    """Return the map of the world that runs."""
    panel = PreviewPanel(host.run, host.state)
    panel.set_label_of(host.run.active_words)
    panel.set_state_of(host.run.active_state)
    panel.refused.connect(host.area.toast.refuse)
    panel.map.tool_changed.connect(host.commands.refresh)
    return panel


def inspector_panel(host: WindowHost) -> InspectorPanel:
    """Return the inspector."""
    panel = InspectorPanel(host.run)
    panel.page.place_wanted.connect(lambda place: host.part(WindowPlaces).go_to_place(place))
    follow_session(host, panel.page.set_session)
    return panel


def follow_subject(host: WindowHost, header: ElementHeader) -> None:
    """Let a header say the same as that of the inspector: what is selected in the document in view."""
    page = host.part(inspector_panel).page
    page.heading_shown.connect(header.show_words)
    header.show_words(page.content)


def blackboard_panel(host: WindowHost) -> BlackboardPanel:
    """Return the blackboard."""
    panel = BlackboardPanel(host.run)
    follow_session(host, panel.set_session)
    return panel


def timeline_panel(host: WindowHost) -> TimelinePanel:
    """Return the timeline."""
    panel = TimelinePanel(host.run)
    panel.record_wanted.connect(lambda: host.commands.run("tests.record"))
    return panel


def transitions_panel(host: WindowHost) -> TransitionsPanel:
    """Return the list of the transitions taken."""
    from editor.panels.run.transitions_panel import TransitionsPanel

    panel, places = TransitionsPanel(host.run), host.part(WindowPlaces)
    panel.go_to.connect(lambda entry: places.go_to_element(entry.graph, entry.edge))
    return panel


def log_panel(host: WindowHost) -> RunLogPanel:
    """Return the log of the run."""
    from editor.panels.run.run_log_panel import RunLogPanel

    panel = RunLogPanel(host.run)
    panel.go_to.connect(host.part(WindowPlaces).go_to_log_entry)
    return panel


def case_runs(host: WindowHost) -> CaseRuns:
    """Return the runs of behavior tests."""
    from editor.running.case_runs import CaseRuns

    runs = CaseRuns(host.workspace.document_at, host.workspace.trusts_folder, host.widget)
    runs.changed.connect(host.commands.refresh)
    return runs


def results_panel(host: WindowHost) -> TestsPanel:
    """Return the results of behavior tests."""
    from editor.panels.run.tests_panel import TestsPanel

    panel = TestsPanel(host.part(case_runs), lambda: host.commands.run("tests.run"))
    places = host.part(WindowPlaces)
    panel.open_wanted.connect(lambda report: places.go_to_report(report, host.workspace))
    return panel


def plots_panel(host: WindowHost) -> PlotsPanel:
    """Return the plots of variables."""
    from editor.panels.run.plots_panel import PlotsPanel

    timeline = host.part(timeline_panel)
    panel = PlotsPanel(host.run, timeline.model.curves)
    panel.wanted.connect(host.run.look_at)
    timeline.filling.filled.connect(panel.look_again)
    return panel


def moods_panel(host: WindowHost) -> MoodsPanel:
    """Return the panel of moods."""
    from editor.panels.document.moods_panel import MoodsPanel

    timeline = host.part(timeline_panel)
    panel = MoodsPanel(host.run, timeline.model.curves)
    timeline.filling.filled.connect(panel.show_run)
    follow_session(host, panel.set_session)
    return panel


def senses_panel(host: WindowHost) -> SensesPanel:
    """Return what the sensors of the agent shown find."""
    from editor.panels.run.senses_panel import SensesPanel

    return SensesPanel(host.run)
