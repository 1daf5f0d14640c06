from __future__ import annotations

from PySide6.QtCore import Qt

from editor.documents.open.sample_files import samples_folder
from editor.window.parts.finding import WindowFinding
from graphs.edits.setting import set_field


def open_tank(window):
    window.open_file(samples_folder() / "tank.mind.json")
    return window


def type_into_bar(qtbot, window, text):
    window.commands.action("edit.find").trigger()
    qtbot.keyClicks(window.part(WindowFinding).bar.row.field, text)
    window.part(WindowFinding).finder.finish()


def test_typing_selects_the_first_match_and_rings_them_all(qtbot, window):
    open_tank(window)
    type_into_bar(qtbot, window, "visible")
    finder, session = window.part(WindowFinding).finder, window.session
    assert session is not None
    assert len(finder.hits) == 5
    assert session.selection == {next(iter(finder.hits))}
    rings = [key for key in window.view.canvas.items() if type(key).__name__ == "FoundItem"]
    assert [len(ring.rects) for ring in rings] == [5]
    assert window.part(WindowFinding).bar.count.text() == "1 of 5 · guard"


def test_enter_shift_enter_and_f3_walk_around_the_ends(qtbot, window):
    open_tank(window)
    type_into_bar(qtbot, window, "visible")
    finder, field = window.part(WindowFinding).finder, window.part(WindowFinding).bar.row.field
    assert finder.place == 1
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert finder.place == 2
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert finder.place == 5
    window.commands.action("edit.find_next").trigger()
    assert finder.place == 1


def test_esc_closes_the_bar_takes_the_rings_away_and_gives_the_canvas_the_focus(qtbot, window):
    open_tank(window)
    type_into_bar(qtbot, window, "visible")
    qtbot.keyClick(window.part(WindowFinding).bar.row.field, Qt.Key.Key_Escape)
    assert not window.part(WindowFinding).bar.isVisible()
    assert not [key for key in window.view.canvas.items() if type(key).__name__ == "FoundItem"]
    assert window.view.hasFocus()
    window.commands.action("edit.find_next").trigger()
    assert window.part(WindowFinding).finder.place == 2


def test_an_edit_changes_what_is_found(qtbot, window):
    open_tank(window)
    type_into_bar(qtbot, window, "visible")
    session = window.session
    edge = window.part(WindowFinding).finder.current
    session.apply("Change guard", lambda each: set_field(each, session.graph_id, edge, "guard", "d < 3"))
    window.part(WindowFinding).finder.finish()
    assert edge not in window.part(WindowFinding).finder.hits
    session.undo()
    window.part(WindowFinding).finder.finish()
    assert edge in window.part(WindowFinding).finder.hits


def test_another_graph_is_looked_through_when_it_comes_into_view(qtbot, window):
    open_tank(window)
    type_into_bar(qtbot, window, "aim")
    before = set(window.part(WindowFinding).finder.hits)
    other = next(each for each in window.session.document.graphs if each != window.session.graph_id)
    window.area.enter(other)
    window.part(WindowFinding).finder.finish()
    assert set(window.part(WindowFinding).finder.hits) <= set(window.session.graph.nodes)
    assert set(window.part(WindowFinding).finder.hits) != before


def test_a_match_inside_a_folded_box_rings_the_box(qtbot, window):
    open_tank(window)
    view, session = window.view, window.session
    box = next(key for key, node in session.graph.nodes.items() if getattr(node, "children", ()))
    inside = session.graph.nodes[box].children[0]
    view.entering.toggle_collapsed(box)
    type_into_bar(qtbot, window, session.graph.nodes[inside].name)
    rings = next(each for each in view.canvas.items() if type(each).__name__ == "FoundItem")
    rect = view.canvas.node_rect(box)
    assert (rect.left, rect.top) in [(item.left(), item.top()) for item in rings.rects]


def test_without_a_match_the_bar_says_so_and_nothing_is_selected_anew(qtbot, window):
    open_tank(window)
    before = window.session.selection
    type_into_bar(qtbot, window, "xyzzy")
    assert window.part(WindowFinding).bar.count.text() == "No match"
    assert window.session.selection == before
    assert not window.part(WindowFinding).bar.next.isEnabled()
