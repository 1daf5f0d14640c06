"""A graph that is open in a tab is shown there, however it is asked for."""

from __future__ import annotations

import pytest

from editor.window.main_window import MainWindow
from editor.window.parts.places import WindowPlaces
from graphs.checks.rules.problem import Place
from graphs.edits.graph_library import add_graph, remove_graph
from graphs.model import Document
from tests.editor.canvas.sample_documents import soldier


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """A window with a tab for the root of the soldier, in view, and one for the tree it calls."""
    session = window.workspace.new(soldier())
    window.area.open_session(session)
    window.area.open_graph(session, "g2")
    window.area.show_tab(window.area.tabs[0])
    return window


def _shown(window: MainWindow) -> list[str]:
    return [tab.graph_id for tab in window.area.tabs]


def _in_view(window: MainWindow) -> int:
    assert window.area.first_tab is not None
    return window.area.tabs.index(window.area.first_tab)


@pytest.mark.parametrize("way", ["double-click", "outline", "problem", "link"])
def test_a_graph_with_a_tab_is_shown_in_it(window: MainWindow, way: str) -> None:
    root = _shown(window)[0]
    view, session = window.view, window.session
    assert view is not None
    assert session is not None
    asks = {
        "double-click": lambda: view.graph_entered.emit("g2"),
        "outline": lambda: session.show_graph("g2"),
        "problem": lambda: window.part(WindowPlaces).go_to_place(Place("g2", "", "")),
        "link": lambda: window.area.open_graph(session, "g2"),
    }
    asks[way]()
    assert _shown(window) == [root, "g2"]
    assert _in_view(window) == 1
    assert window.view is not None
    assert window.view.graph_id == "g2"


def test_the_way_back_leads_to_the_tab_of_the_graph_above(window: MainWindow) -> None:
    root = _shown(window)[0]
    window.area.enter("g2")
    assert [crumb.graph for crumb in window.area.breadcrumb._crumbs] == [root, "g2"]
    window.commands.run("view.leave_graph")
    assert (_shown(window), _in_view(window)) == ([root, "g2"], 0)
    window.commands.run("view.back")
    assert (_shown(window), _in_view(window)) == ([root, "g2"], 1)


def test_the_tab_of_a_graph_that_is_gone_closes_where_another_shows_the_rest(window: MainWindow) -> None:
    root = _shown(window)[0]
    session = window.session
    assert session is not None
    made: list[str] = []

    def added(document: Document) -> Document:
        document, graph_id = add_graph(document, "behavior_tree", "Spare")
        made.append(graph_id)
        return document

    session.apply("Add graph", added)
    window.area.open_graph(session, made[0])
    session.apply("Delete graph", lambda document: remove_graph(document, made[0]))
    assert _shown(window) == [root, "g2"]
    assert window.view is not None
    assert window.area.first_tab is not None
    assert window.view.graph_id == window.area.first_tab.graph_id
    session.undo()
    assert len(_shown(window)) == len(set(_shown(window)))
