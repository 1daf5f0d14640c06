"""Whoever walks by keys sees which part of the window has them, in lists, the map and the timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from editor.documents.open.sample_files import samples_folder
from editor.theme.theme_manager import current_theme
from graphs.edits.removing import remove
from graphs.model import Document


@pytest.fixture
def opened(window):
    window.resize(1440, 900)
    window.open_file(samples_folder() / "tank.mind.json")
    window.run.advance(30)
    return window


def accent_pixels(widget: QWidget) -> int:
    QApplication.processEvents()
    picture, accent = widget.grab().toImage(), current_theme().color("accent.line").rgb()
    across, down = range(0, picture.width(), 2), range(picture.height())
    return sum(picture.pixel(x, y) == accent for x in across for y in down)


@pytest.mark.parametrize("panel", ["outline", "timeline", "problems", "blackboard", "preview"])
def test_a_walk_by_keys_shows_the_panel_it_comes_to(opened, panel):
    opened.panels.show_panel(panel)
    target = opened.panels.panel(panel).focus_target()
    opened.panels.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
    before = accent_pixels(target)
    for _ in range(8):
        opened.panels.walk()
        if target.hasFocus() or target.isAncestorOf(QApplication.focusWidget()):
            break
    assert accent_pixels(target) > before + 30


def test_a_click_draws_no_ring(opened, qtbot):
    view = opened.timeline.view
    opened.panels.show_panel("timeline")
    before = accent_pixels(view)
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert view.hasFocus()
    assert accent_pixels(view) == before


@pytest.mark.parametrize("panel", ["timeline", "transitions", "plots", "takes", "senses"])
def test_an_empty_panel_shows_that_it_has_the_focus(window, panel):
    window.resize(1440, 900)
    window.commands.run("file.new")
    window.panels.show_panel(panel)
    page = window.panels.panel(panel)
    QApplication.processEvents()
    before = accent_pixels(page)
    for _ in range(10):
        window.panels.walk()
        if page.hasFocus() or page.isAncestorOf(QApplication.focusWidget()):
            break
    assert accent_pixels(page) > before + 60
    window.panels.walk()
    assert accent_pixels(page) <= before + 4


def test_an_empty_canvas_shows_that_it_has_the_focus_and_one_with_nodes_does_not(window):
    window.resize(1440, 900)
    window.commands.run("file.new")
    view = window.view
    view.session.apply("Empty", lambda document: empty_graph_in(document, view.graph_id))
    window.panels.show_panel("outline", focus=True)
    before = accent_pixels(view.viewport())
    walk_to(window, view)
    assert accent_pixels(view.viewport()) > before + 200
    view.adding.add_first()
    window.session.select(())
    assert accent_pixels(view.viewport()) < before + 100


def walk_to(window, target: QWidget) -> None:
    for _ in range(10):
        window.panels.walk()
        if target.hasFocus():
            return


def empty_graph_in(document: Document, graph_id: str) -> Document:
    graph = document.graphs[graph_id]
    return remove(document, graph_id, set(graph.nodes)) if graph.nodes else document
