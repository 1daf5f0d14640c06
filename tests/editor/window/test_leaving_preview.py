"""What extracting would move away is ringed while the command is pointed at in a menu."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QMenu

from editor.canvas.items.shared_look import qrect
from editor.documents.open.sample_files import samples_folder
from editor.window.frame.leaving_preview import LeavingPreview

pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard", "does not support raise", extend=True)


@pytest.fixture
def menu(window):
    made = QMenu(window)
    made.addAction(window.commands.action("graph.extract"))
    made.addAction(window.commands.action("edit.delete"))
    yield made
    made.close()


def preview(window) -> LeavingPreview:
    return window.findChild(LeavingPreview)


def ringed_rects(window) -> tuple[QRectF, ...]:
    rings = preview(window)._rings
    assert rings is not None
    return rings.rects


def point_at(window, menu, command: str) -> None:
    menu.popup(QPoint(200, 200))
    menu.setActiveAction(window.commands.action(command))


def named(window, title: str) -> str:
    return next(each for each in window.view.graph.nodes if window.view.name_of(each) == title)


def test_the_states_inside_are_ringed_and_pointing_elsewhere_ends_it(window, menu):
    window.open_file(samples_folder() / "tank.mind.json")
    patrol = named(window, "Patrol")
    before = window.session.document
    window.session.select((patrol,))
    point_at(window, menu, "graph.extract")
    leaving = [named(window, each) for each in ("PatrolEntry", "MovingToTarget", "FindingNewTarget")]
    assert set(window.view.structure.what_would_leave()) == set(leaving)
    ringed = {rect.getRect() for rect in ringed_rects(window)}
    assert ringed == {qrect(window.view.canvas.node_rect(item)).getRect() for item in leaving}
    menu.setActiveAction(window.commands.action("edit.delete"))
    assert preview(window)._rings is None
    assert window.session.document is before


def test_closing_the_menu_takes_the_rings_away(window, menu):
    window.open_file(samples_folder() / "tank.mind.json")
    window.session.select((named(window, "Patrol"),))
    point_at(window, menu, "graph.extract")
    assert preview(window)._rings is not None
    menu.close()
    assert preview(window)._rings is None


def test_the_branch_of_a_tree_is_ringed_as_a_whole(window, menu):
    window.open_file(samples_folder() / "soldier.mind.json")
    branch = named(window, "Attack when close")
    window.session.select((branch,))
    point_at(window, menu, "graph.extract")
    below = window.view.structure.what_would_leave()
    assert branch in below
    assert len(ringed_rects(window)) == len(below) == 5
    window.commands.action("graph.extract").trigger()
    assert preview(window)._rings is None
    assert branch not in window.view.graph.nodes
    window.session.undo()
    assert branch in window.view.graph.nodes


def test_what_would_be_refused_is_not_ringed(window, menu):
    window.open_file(samples_folder() / "tank.mind.json")
    window.session.select((named(window, "Chase"),))
    point_at(window, menu, "graph.extract")
    assert window.view.structure.what_would_leave() == ()
    assert preview(window)._rings is None
