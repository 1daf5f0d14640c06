"""Prepare the paint of a node, and paint what frames it: fill, border, hatch, ring, second sheet."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.painting.node_geometry import SHEET_DROP, node_geometry
from editor.canvas.painting.pictures import NodePicture, NodeShape
from editor.canvas.painting.silhouettes import (
    NODE_RADIUS,
    RING_DISTANCE,
    hatch_pointed,
    hatch_rounded,
    pointed,
    pointed_ring,
)
from editor.theme.badges import paint_scale
from editor.theme.inks import NO_BRUSH, Inks, rounded
from editor.theme.tokens import StatusLook

PLATE_LOOKS = frozenset({StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR})
"""Looks that color an order number or a collapsed stub."""

_RING_RADIUS = 11.0


class NodeJob:
    """Everything one paint of a node needs, looked up once."""

    __slots__ = (
        "geometry",
        "ink",
        "inks",
        "is_pill",
        "is_pointed",
        "last",
        "painter",
        "picture",
        "radius",
        "scale",
        "status",
        "style",
    )

    def __init__(self, painter: QPainter, picture: NodePicture, width: float, inks: Inks) -> None:
        self.painter = painter
        self.picture = picture
        self.inks = inks
        self.scale = paint_scale(painter)
        self.status, self.last = shown_status(picture)
        self.style = inks.border(self.status, self.last)
        self.geometry = geometry = node_geometry(picture, width)
        has_strips = geometry.height != geometry.body_height
        self.is_pill = picture.shape == NodeShape.PILL
        self.is_pointed = not has_strips and picture.shape == NodeShape.CONDITION
        self.radius = geometry.height / 2 if self.is_pill and not has_strips else NODE_RADIUS
        self.ink = "text.tertiary" if self.style.faint else "text.primary"


def shown_status(picture: NodePicture) -> tuple[StatusLook, StatusLook | None]:
    """Return the live look and the last look of a node after disabling and pausing had their say."""
    if picture.disabled:
        return StatusLook.DISABLED, None
    if picture.paused_here:
        return StatusLook.RUNNING, None
    return picture.status, picture.last


def node_outline(job: NodeJob, inset: float) -> QPainterPath:
    """Return the silhouette of a node, `inset` px inside its rectangle."""
    geometry = job.geometry
    if job.is_pointed:
        return pointed(geometry.width, geometry.height, inset)
    return rounded(geometry.width, geometry.height, job.radius, inset)


def paint_ring(job: NodeJob) -> None:
    """Paint the selection ring, 4 px outside, which never replaces the status border."""
    picture, painter, geometry = job.picture, job.painter, job.geometry
    if not (picture.selected or picture.focused or picture.drop_target):
        return
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen("accent.line", 3.0 if picture.focused else 2.0))
    if job.is_pointed:
        painter.drawPath(pointed_ring(geometry.width, geometry.height))
        return
    drop = SHEET_DROP if picture.shape == NodeShape.CALL else 0.0
    width, height = geometry.width + 2 * RING_DISTANCE, geometry.height + 2 * RING_DISTANCE + drop
    painter.translate(-RING_DISTANCE, -RING_DISTANCE)
    painter.drawPath(rounded(width, height, max(_RING_RADIUS, job.radius + 4)))
    painter.translate(RING_DISTANCE, RING_DISTANCE)


def paint_second_sheet(job: NodeJob) -> None:
    """Paint the second sheet of a call node: there is more inside."""
    if job.picture.shape != NodeShape.CALL:
        return
    painter, style, geometry = job.painter, job.style, job.geometry
    painter.setBrush(job.inks.brush("surface.node"))
    painter.setPen(job.inks.pen(style.line, 1.0, style.dash))
    painter.translate(SHEET_DROP, SHEET_DROP)
    painter.drawPath(rounded(geometry.width - 2 * SHEET_DROP, geometry.height, NODE_RADIUS, 0.5))
    painter.translate(-SHEET_DROP, -SHEET_DROP)


def paint_fill(job: NodeJob) -> None:
    """Fill the silhouette with the status's wash."""
    job.painter.fillPath(node_outline(job, job.style.inset), job.inks.brush(job.style.fill))


def paint_outline(job: NodeJob, cosmetic: bool = False) -> None:
    """Draw the border that the status gives; `cosmetic` counts its width in screen px."""
    style, painter = job.style, job.painter
    painter.setBrush(NO_BRUSH)
    painter.setPen(job.inks.pen(style.line, style.width, style.dash, cosmetic))
    painter.drawPath(node_outline(job, style.inset))


def paint_hatch(job: NodeJob) -> None:
    """Paint the 45° hatch of a disabled node over its whole silhouette."""
    geometry, inks = job.geometry, job.inks
    job.painter.setPen(inks.pen(inks.mixed(job.style.fill, job.style.line, 0.38)))
    if job.is_pointed:
        job.painter.drawLines(hatch_pointed(geometry.width, geometry.height))
    else:
        job.painter.drawLines(hatch_rounded(geometry.width, geometry.height, job.radius))
