"""Measure and paint the nodes of trees, whichever picture they have: a node, or a question with its bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from editor.canvas.painting.decision_geometry import measure_decision
from editor.canvas.painting.decision_painting import paint_decision
from editor.canvas.painting.decision_pictures import DecisionPicture
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import (
    PAINT_MARGIN,
    STUB_DROP,
    measure_node,
    node_bottom,
    node_paint_bounds,
)
from editor.canvas.painting.node_painting import paint_node
from editor.canvas.painting.pictures import NodePicture
from editor.theme.tokens import Theme

TreeNodePicture = NodePicture | DecisionPicture


def measure_tree_node(picture: TreeNodePicture) -> QSizeF:
    """Return the size of a node; it does not depend on the run."""
    if isinstance(picture, NodePicture):
        return measure_node(picture)
    geometry = measure_decision(picture)
    return QSizeF(geometry.width, geometry.height)


def tree_node_bottom(picture: TreeNodePicture) -> float:
    """Return where edges to children start, in px below the bottom of the node's rectangle."""
    return node_bottom(picture) if isinstance(picture, NodePicture) else 0.0


def branch_ports(picture: TreeNodePicture, width: float) -> tuple[float, ...]:
    """Return where the edges of a question's branches start, in px from its left; none for other nodes."""
    if isinstance(picture, NodePicture):
        return ()
    return tuple(port.x() for port in measure_decision(picture, width).ports)


def tree_node_paint_bounds(picture: TreeNodePicture, rect: QRectF) -> QRectF:
    """Return everything that painting a node into `rect` may touch."""
    if isinstance(picture, NodePicture):
        return node_paint_bounds(picture, rect)
    below = STUB_DROP + 14 if picture.collapsed_count else PAINT_MARGIN
    return rect.adjusted(-PAINT_MARGIN, -PAINT_MARGIN, PAINT_MARGIN, below)


def paint_tree_node(
    painter: QPainter,
    rect: QRectF,
    picture: TreeNodePicture,
    detail: Detail = Detail.FULL,
    *,
    theme: Theme,
) -> None:
    """Paint a node into `rect`: its size from `measure_tree_node`, or wider."""
    if isinstance(picture, NodePicture):
        paint_node(painter, rect, picture, detail, theme=theme)
    else:
        paint_decision(painter, rect, picture, detail, theme=theme)
