"""Find what lies under a point of a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.canvas.items.graph_contents import MarksBook
from editor.canvas.items.hit_testing import (
    HANDLE_REACH,
    LINE_REACH,
    NOTHING,
    Hit,
    HitKind,
    near,
    nearest_line,
)
from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.machines.machine_shape import ANY_PREFIX
from editor.canvas.painting.pictures import StatePicture
from editor.canvas.painting.state_geometry import HEADER_HEIGHT, caret_rect
from editor.canvas.routing.shapes import Point, Rect

if TYPE_CHECKING:
    from editor.canvas.machines.machine_contents import MachineContents

_END_SHARE = 0.25
"""Near its end, this last part of a line can be grabbed to lead it elsewhere."""


def handle_point(rect: Rect) -> Point:
    """Return where the rim handle of a state is: the middle of its right side."""
    return rect.right, (rect.top + rect.bottom) / 2


def machine_hit(contents: MachineContents, marks: MarksBook, point: Point, scale: float) -> Hit:
    """Return what lies under a point: labels, then states from the inside out, then lines.

    `scale` is how many px of the scene one px of the screen takes.
    """
    label = _label_hit(contents, point)
    if label is not None:
        return label
    reach = HANDLE_REACH * scale
    hovered = contents.node_rect(marks.hovered)
    if hovered is not None and near(point, handle_point(hovered), reach):
        return Hit(HitKind.PORT, marks.hovered)
    line = _line_hit(contents, marks, point, scale)
    for owner, rect in contents.arrangement.pills.items():
        if rect.contains(point):
            return Hit(HitKind.PORT, ANY_PREFIX + owner)
    for node_id in reversed(contents.shape.order):
        rect = contents.arrangement.rects[node_id]
        if node_id in contents.shape.children and near(point, (rect.right, rect.bottom), reach):
            # From afar a corner is hit from outside as well.
            return Hit(HitKind.CORNER, node_id)
        if rect.contains(point):
            return _node_hit(contents, node_id, point, line)
    return line or NOTHING


def _node_hit(contents: MachineContents, node_id: str, point: Point, line: Hit | None) -> Hit:
    rect = contents.arrangement.rects[node_id]
    title = contents.title_rect(node_id)
    kind = HitKind.TITLE if title is not None and title.contains(point) else HitKind.NODE
    picture = contents.picture(node_id)
    if not isinstance(picture, StatePicture) or picture.compound is None:
        for name, place in contents.value_rects(node_id).items():
            if place.contains(point):
                return Hit(HitKind.VALUE, node_id, value=name)
        return Hit(kind, node_id)
    if point[1] <= rect.top + HEADER_HEIGHT:
        on_caret = caret_rect(qrect(rect)).contains(qpoint(point))
        return Hit(HitKind.CARET if on_caret else kind, node_id)
    return line or Hit(HitKind.BODY, node_id)


def _label_hit(contents: MachineContents, point: Point) -> Hit | None:
    for key, item in contents.labels.items():
        label = contents.arrangement.routes[key].label
        if label is None or not label.contains(point) or not item.picture.rows:
            continue
        left, right = item.shown_sides()
        if not left <= point[0] <= right:
            continue
        rows = item.geometry.rows
        offset = point[1] - label.top
        place = next(
            (index for index, row in enumerate(rows) if row.top() <= offset < row.bottom()),
            0 if offset < rows[0].top() else len(rows) - 1,
        )
        return Hit(HitKind.EDGE, contents.shape.bundles[key].edges[place])
    return None


def _line_hit(contents: MachineContents, marks: MarksBook, point: Point, scale: float) -> Hit | None:
    routes = ((key, route.points) for key, route in contents.arrangement.routes.items())
    found = nearest_line(point, routes, LINE_REACH * scale)
    if found is None:
        return None
    key, share = found
    points = contents.arrangement.routes[key].points
    bundle = contents.shape.bundles[key]
    edge = next((one for one in bundle.edges if one in marks.selection), bundle.edges[0])
    reach = HANDLE_REACH * scale
    if near(point, points[-1], reach) or (share > 1 - _END_SHARE and near(point, points[-1], 2 * reach)):
        return Hit(HitKind.EDGE_END, edge)
    if near(point, points[0], reach) and not bundle.source.startswith(ANY_PREFIX):
        return Hit(HitKind.EDGE_START, edge)
    return Hit(HitKind.EDGE, edge)
