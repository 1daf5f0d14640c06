"""What finds no room is told in a tooltip, and what leads on stays in view."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from editor.documents.open.sample_files import samples_folder
from editor.panels.timeline import lane_painting
from editor.widgets.drop_down import Choice, DropDown
from editor.window.frame.breadcrumb import Breadcrumb, Crumb
from editor.window.parts.panels import timeline_panel


def _hover(widget: QWidget, at: QPoint) -> str:
    no_button = Qt.MouseButton.NoButton
    place, everywhere = QPointF(at), QPointF(widget.mapToGlobal(at))
    no_keys = Qt.KeyboardModifier.NoModifier
    move = QMouseEvent(QEvent.Type.MouseMove, place, everywhere, no_button, no_button, no_keys)
    QApplication.sendEvent(widget, move)
    return widget.toolTip()


def test_the_timeline_tells_lanes_bars_and_variables_under_the_pointer(window) -> None:
    window.open_file(samples_folder() / "tank.mind.json")
    window.panels.show_panel("timeline")
    window.run.advance(60)
    view = window.part(timeline_panel).view
    top = lane_painting.RULER + 12
    assert _hover(view, QPoint(20, top)) == view.model.lanes[0].title
    bar = view.model.lanes[0].spans[0]
    inside = round(lane_painting.head_width() + view.model.scale.x(bar.first + 1))
    assert _hover(view, QPoint(inside, top)) == bar.title
    assert _hover(view, QPoint(20, 4)) == ""
    curves = top + len(view.model.lanes) * (lane_painting.lane_height() + lane_painting.GAP)
    assert _hover(view, QPoint(20, curves)) == view.model.shown_curves()[0].name


def test_a_field_tells_a_value_without_room_and_what_it_is_for(qtbot) -> None:
    field = DropDown()
    qtbot.addWidget(field)
    field.setToolTip("What it does")
    field.set_choices([Choice(1, "Run away from the grenade and shout")])
    field.set_value(1)
    field.resize(80, 26)
    field.show()
    field.grab()
    at = QPoint(10, 10)
    QApplication.sendEvent(field, QHelpEvent(QEvent.Type.ToolTip, at, field.mapToGlobal(at)))
    assert QToolTip.text() == "Run away from the grenade and shout\nWhat it does"
    QToolTip.hideText()


def test_a_breadcrumb_leaves_out_first_steps_and_keeps_the_last(qtbot) -> None:
    crumbs = Breadcrumb()
    qtbot.addWidget(crumbs)
    crumbs.set_crumbs(tuple(Crumb(name, name, "tree", "tree") for name in ("First graph", "Second", "Third")))
    whole = crumbs.sizeHint().width()
    crumbs.fit(whole)
    assert (crumbs.width(), crumbs.toolTip()) == (whole, "")
    crumbs.fit(whole - 20)
    assert crumbs.width() < whole
    assert crumbs.toolTip() == "First graph › Second › Third"
    with qtbot.waitSignal(crumbs.picked) as picked:
        qtbot.mouseClick(crumbs, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    assert picked.args == [1]
