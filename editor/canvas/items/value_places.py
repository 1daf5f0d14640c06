"""Find where the values that can be edited in place stand on nodes and states."""

from __future__ import annotations

from editor.canvas.items.shown_values import GUARD
from editor.canvas.painting.node_geometry import STRIP_HEIGHT, node_geometry
from editor.canvas.painting.pictures import NodePicture, NodeShape, StatePicture
from editor.canvas.painting.state_geometry import ROW_HEIGHT
from editor.canvas.painting.tree_node_painting import TreeNodePicture
from editor.canvas.routing.shapes import Rect
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_width

ACTIVITY = "activity"
_FIRST_ROW = 28.0
"""From the top of a state down to the top of the first row under its name, px."""
_BADGE_SIDE = 28.0


def tree_title_rect(picture: TreeNodePicture, rect: Rect) -> Rect:
    """Return where the title of a node of a tree stands; that of a question is in its header."""
    if isinstance(picture, NodePicture):
        return node_title_rect(picture, rect)
    return Rect(rect.left + 42, rect.top + 10, rect.right - _BADGE_SIDE, rect.top + 30)


def tree_value_rects(
    picture: TreeNodePicture, rect: Rect, in_title: tuple[str, ...], in_line: tuple[str, ...]
) -> dict[str, Rect]:
    """Return where the values of a node of a tree stand, by name; what a question asks is its title."""
    if isinstance(picture, NodePicture):
        return node_value_rects(picture, rect, in_title, in_line)
    names = (*in_title, *in_line)
    if not names or not picture.title_is_expression:
        return {}
    return {names[0]: tree_title_rect(picture, rect)}


def node_title_rect(picture: NodePicture, rect: Rect) -> Rect:
    """Return where the title of a tree node stands."""
    geometry = node_geometry(picture, rect.width)
    left = rect.left + geometry.text_left
    top = rect.top + geometry.body_top
    one_line = not picture.parameter_line or picture.shape == NodeShape.PILL
    middle = top + (geometry.body_height / 2 if one_line else 16.0)
    return Rect(left - 4, middle - 10, rect.right - _BADGE_SIDE, middle + 10)


def node_value_rects(
    picture: NodePicture, rect: Rect, in_title: tuple[str, ...], in_line: tuple[str, ...]
) -> dict[str, Rect]:
    """Return where the values of a tree node stand, by name; of several in one line each takes its part."""
    found: dict[str, Rect] = {}
    if picture.guard is not None:
        found[GUARD] = Rect(rect.left, rect.top, rect.right, rect.top + STRIP_HEIGHT)
    if in_title:
        found[in_title[0]] = node_title_rect(picture, rect)
    if in_line and picture.parameter_line and picture.shape != NodeShape.PILL:
        geometry = node_geometry(picture, rect.width)
        left = rect.left + geometry.text_left
        middle = rect.top + geometry.body_top + 32.5
        line = Rect(left - 4, middle - 8, rect.right - _BADGE_SIDE, middle + 9)
        first, comma, _ = picture.parameter_line.partition(", ")
        if len(in_line) == 1 or not comma:
            found[in_line[0]] = line
        else:
            fixed = picture.parameter_is_expression
            border = left + text_width(f"{first},", TextSize.CAPTION, TextWeight.REGULAR, fixed)
            border = min(max(border, line.left + 8), line.right - 24)
            found[in_line[0]] = line._replace(right=border)
            found[in_line[1]] = line._replace(left=border)
    return found


def state_value_rects(picture: StatePicture, rect: Rect) -> dict[str, Rect]:
    """Return where the rows of a plain state stand: `entry`, `activity`, `update`, `exit`."""
    found = {}
    for place, row in enumerate(picture.rows):
        top = rect.top + _FIRST_ROW + ROW_HEIGHT * place
        found[row.key or ACTIVITY] = Rect(rect.left + 10, top, rect.right - 10, top + ROW_HEIGHT)
    return found
