"""Paint nodes of trees: actions, conditions and the like, and questions."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.painting.decision_painting import measure_decision, paint_decision
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import (
    ORDER_NUMBER_RISE,
    PAINT_MARGIN,
    STUB_DROP,
    measure_node,
    node_bottom,
    node_paint_bounds,
)
from editor.canvas.painting.node_parts import (
    PLATE_LOOKS,
    NodeJob,
    node_outline,
    paint_badges,
    paint_chip,
    paint_node_fill,
    paint_node_outline,
    paint_node_ring,
    paint_second_sheet,
    paint_strips,
    paint_stub,
    paint_unknown,
    paint_value,
    paint_words,
)
from editor.canvas.painting.paint_job import (
    paint_block,
    paint_box_dot,
    paint_in_place,
    paint_large_title,
    paint_progress,
)
from editor.canvas.painting.pictures import DecisionPicture, NodePicture
from editor.canvas.painting.silhouettes import NODE_RADIUS, band, pointed_chip
from editor.theme.badges import paint_breakpoint, paint_number_plate
from editor.theme.inks import inks_for, rounded
from editor.theme.tokens import StatusLook, Theme


def paint_node(
    painter: QPainter, rect: QRectF, picture: NodePicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a node into `rect` (its size from `measure_node`, or wider).

    The painter's pen, brush and font are left changed; its transform and opacity are restored. Set
    `Antialiasing` and `SmoothPixmapTransform` on the painter at `Detail.TITLE` and above.
    """
    job = NodeJob(painter, picture, rect.width(), inks_for(theme))
    paint_in_place(job, rect.topLeft(), _PAINT[detail])


def _paint_full(job: NodeJob) -> None:
    picture, painter = job.picture, job.painter
    paint_node_ring(job)
    if picture.unknown_kind:
        paint_unknown(job)
    else:
        paint_second_sheet(job)
        paint_node_fill(job)
        paint_strips(job)
        paint_chip(job)
        paint_words(job)
        if picture.value:
            paint_value(job)
        paint_node_outline(job)
        if picture.progress is not None and job.status == StatusLook.RUNNING:
            paint_progress(job, picture.progress, 8)
    paint_badges(job)
    if picture.order_number is not None:
        look = job.status if job.status in PLATE_LOOKS else None
        x, y = job.geometry.width / 2, -ORDER_NUMBER_RISE
        if picture.across:
            x, y = -ORDER_NUMBER_RISE, job.geometry.height / 2
        paint_number_plate(painter, x, y, str(picture.order_number), job.inks, look)
    paint_stub(job)


def _paint_title(job: NodeJob) -> None:
    picture, painter, geometry, inks = job.picture, job.painter, job.geometry, job.inks
    paint_node_ring(job)
    paint_node_fill(job)
    title, left = picture.title, 0.0
    chip: QPainterPath
    if job.is_pointed:
        left = 5.0
        chip = pointed_chip(geometry.height)
    elif job.is_pill and job.radius != NODE_RADIUS:
        chip = rounded(30.0, geometry.height, geometry.height / 2)
    else:
        chip = band(32.0, geometry.height, NODE_RADIUS, 0.0, 0.0, NODE_RADIUS)
    if picture.unknown_kind:
        title = picture.unknown_kind
    faint, family = job.style.faint, picture.family
    chip_token = "surface.region" if faint else f"family.{family}.chip"
    tokens = chip_token, "text.disabled" if faint else f"family.{family}.line"
    paint_large_title(job, picture.icon, tokens, title, chip, left)
    paint_node_outline(job, cosmetic=True)
    if picture.breakpoint:
        paint_breakpoint(painter, -1, geometry.height / 2, inks)


def _paint_block(job: NodeJob) -> None:
    paint_node_ring(job)
    paint_block(job, node_outline(job, 0.0))


_PAINT = {
    Detail.FULL: _paint_full,
    Detail.TITLE: _paint_title,
    Detail.BLOCK: _paint_block,
    Detail.DOT: paint_box_dot,
}


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
    painter: QPainter, rect: QRectF, picture: TreeNodePicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a node into `rect`: its size from `measure_tree_node`, or wider."""
    if isinstance(picture, NodePicture):
        paint_node(painter, rect, picture, detail, theme=theme)
    else:
        paint_decision(painter, rect, picture, detail, theme=theme)
