"""What the painting of nodes, questions and states shares: ring, border, badges, and looks from afar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.painting.pictures import NodeLook, ShownLook
from editor.canvas.painting.silhouettes import RING_DISTANCE, hatch_rounded
from editor.theme.badges import GHOST_RADIUS, GLYPHS, PAUSED, paint_badge, paint_icon, paint_scale
from editor.theme.fonts import TextWeight
from editor.theme.icons import pixmap
from editor.theme.inks import LIVE_LOOKS, NO_BRUSH, Inks, rounded, set_inks
from editor.theme.text_lines import TextLine, text_line
from editor.theme.tokens import StatusLook

DIMMED_OPACITY = 0.6
"""Opacity of loose fragments, which never run."""
TITLE_SIZES = (18, 16, 14)
"""Sizes (px at zoom 1) of a title between zoom 0.45 and 0.70; the largest that fits is taken."""

_GLYPH_SIDE = 34.0
"""Side of the glyph on a block: about 12 px on screen."""

Picture = TypeVar("Picture", bound=NodeLook, covariant=True)


class PaintJob(Generic[Picture]):
    """Everything one paint of a node or state needs, looked up once."""

    __slots__ = (
        "height", "ink", "inks", "last", "painter", "picture", "radius", "scale", "status", "style", "width"
    )  # fmt: skip

    def __init__(
        self, painter: QPainter, picture: Picture, width: float, height: float, radius: float, inks: Inks
    ) -> None:
        self.painter, self.picture, self.inks = painter, picture, inks
        self.width, self.height, self.radius = width, height, radius
        self.scale = paint_scale(painter)
        self.status, self.last = _shown_status(picture)
        self.style = inks.border(self.status, self.last)
        self.ink = "text.tertiary" if self.style.faint else "text.primary"


def _shown_status(picture: NodeLook) -> tuple[StatusLook, StatusLook | None]:
    """Return the live look and the last look after disabling and pausing had their say."""
    if picture.disabled:
        return StatusLook.DISABLED, None
    if picture.paused_here:
        return StatusLook.RUNNING, None
    return picture.status, picture.last


AnyJob = PaintJob[NodeLook]
Job = TypeVar("Job", bound=AnyJob)


def paint_in_place(job: Job, at: QPointF, paint: Callable[[Job], None]) -> None:
    """Paint with the origin at a place, fainter where the picture is dimmed; restore the painter."""
    painter = job.painter
    painter.translate(at)
    opacity = painter.opacity()
    if job.picture.dimmed:
        painter.setOpacity(opacity * DIMMED_OPACITY)
    paint(job)
    if job.picture.dimmed:
        painter.setOpacity(opacity)
    painter.translate(-at)


def has_ring(picture: ShownLook) -> bool:
    """Tell whether something is selected, or would take the wire that is held over it."""
    return picture.selected or picture.drop_target


def paint_ring(job: AnyJob, below: float = 0.0) -> None:
    """Paint the selection ring around a rounded box, which never replaces the status border."""
    if has_ring(job.picture):
        out, painter = RING_DISTANCE, job.painter
        set_inks(painter, job.inks.pen("accent.line", 2.0), NO_BRUSH)
        painter.translate(-out, -out)
        painter.drawPath(rounded(job.width + 2 * out, job.height + 2 * out + below, job.radius + 4))
        painter.translate(out, out)


def paint_fill(job: AnyJob) -> None:
    """Fill a rounded box with the wash of its status."""
    job.painter.fillPath(_box(job), job.inks.brush(job.style.fill))


def paint_outline(job: AnyJob, cosmetic: bool = False) -> None:
    """Draw the border that the status gives a rounded box; `cosmetic` counts its width in screen px."""
    style = job.style
    job.painter.setBrush(NO_BRUSH)
    job.painter.setPen(job.inks.pen(style.line, style.width, style.dash, cosmetic))
    job.painter.drawPath(_box(job))


def _box(job: AnyJob) -> QPainterPath:
    return rounded(job.width, job.height, job.radius, job.style.inset)


def paint_hatch(job: AnyJob) -> None:
    """Paint the 45° hatch of something disabled over a rounded box."""
    job.painter.setPen(job.inks.pen(job.inks.mixed(job.style.fill, job.style.line, 0.38)))
    job.painter.drawLines(hatch_rounded(job.width, job.height, job.radius))


def paint_status_badge(job: AnyJob, x: float, y: float, radius: float, *, is_unknown: bool = False) -> None:
    """Paint the badge of the status or of a last result, and the worst problem; the unknown has no status."""
    painter, theme, back, scale = job.painter, job.inks.theme, job.style.fill, job.scale
    taken = True
    if is_unknown:
        pass
    elif job.picture.paused_here:
        paint_badge(painter, x, y, PAUSED, theme, radius=radius, scale=scale)
    elif job.status in GLYPHS:
        paint_badge(painter, x, y, job.status, theme, radius=radius, back=back, scale=scale)
    elif job.last is not None:
        paint_badge(painter, x, y, job.last, theme, radius=GHOST_RADIUS, ghost=True, back=back, scale=scale)
    else:
        taken = False
    if job.picture.problem:
        if taken:  # The status keeps its place; the problem sits on the corner.
            x, y, radius = job.width - 5, 1.0, 7.0
        paint_badge(painter, x, y, job.picture.problem, theme, radius=radius, scale=scale)


def paint_progress(job: AnyJob, progress: float, side: float) -> None:
    """Paint a 2 px bar, 5 px above the bottom edge, for a task whose duration is known."""
    inks, bar = job.inks, QRectF(side, job.height - 5, job.width - 2 * side, 2)
    job.painter.fillRect(bar, inks.brush(inks.mixed(job.style.fill, job.style.line, 0.3)))
    bar.setWidth(bar.width() * min(1.0, max(0.0, progress)))
    job.painter.fillRect(bar, inks.brush(job.style.line))


def title_that_fits(text: str, width: float) -> TextLine:
    """Return the title in the largest of the three sizes that fits, or elided in the smallest."""
    *larger, smallest = TITLE_SIZES
    for size in larger:
        line = text_line(text, size, TextWeight.SEMIBOLD, False, width)
        if not line.is_elided:
            return line
    return text_line(text, smallest, TextWeight.SEMIBOLD, False, width)


def paint_dot(
    painter: QPainter, width: float, height: float, status: StatusLook, selected: bool, inks: Inks
) -> None:
    """Paint a plain block in the color of the status, at the origin."""
    token = "border.node"
    if selected:
        token = "accent.line"
    elif status in LIVE_LOOKS:
        token = f"status.{status}.line"
    painter.fillRect(QRectF(0, 0, width, height), inks.brush(token))


def paint_block(job: AnyJob, outline: QPainterPath | None = None) -> None:
    """Paint a filled outline, a rounded box if none is given, with a cosmetic border and a glyph."""
    painter, inks, picture = job.painter, job.inks, job.picture
    set_inks(painter, inks.pen(job.style.line, 1.5, (), True), inks.brush(job.style.fill))
    painter.drawPath(outline or rounded(job.width, job.height, job.radius))
    glyph, token = block_glyph(job.status, job.last, picture.paused_here, picture.problem)
    if glyph:
        side = min(_GLYPH_SIDE, job.height - 6)
        image = pixmap(glyph, side, inks.color(token), job.scale, 3.0)
        painter.drawPixmap(QPointF(job.width / 2 - side / 2, job.height / 2 - side / 2), image)


def paint_box_block(job: AnyJob) -> None:
    """Paint a rounded box with a glyph, and its ring."""
    paint_ring(job)
    paint_block(job)


def paint_box_dot(job: AnyJob) -> None:
    """Paint a plain block in the color of the status."""
    paint_dot(job.painter, job.width, job.height, job.status, job.picture.selected, job.inks)


def block_glyph(
    status: StatusLook, last: StatusLook | None, paused: bool, problem: str | None
) -> tuple[str | None, str]:
    """Return the glyph of a block and its color token; no glyph where nothing is to be said."""
    if paused:
        return GLYPHS[PAUSED], "status.running.text"
    if status in LIVE_LOOKS:
        return GLYPHS[status], f"status.{status}.text"
    if problem:
        return GLYPHS[StatusLook.WARNING], f"status.{problem}.text"
    if last is not None:
        return GLYPHS[last], f"status.{last}.ghost"
    return None, ""


def paint_large_title(
    job: AnyJob, icon: str, tokens: tuple[str, str], title: str, chip: QPainterPath, left: float = 0.0
) -> None:
    """Paint chip, icon (in the colors of the two tokens) and an enlarged title, for `Detail.TITLE`."""
    painter, inks, middle = job.painter, job.inks, job.height / 2
    painter.fillPath(chip, inks.brush(tokens[0]))
    paint_icon(painter, icon, left + 15, middle, 20, inks, tokens[1], job.scale)
    title_that_fits(title, job.width - left - 42).draw(painter, left + 36, middle, inks.pen(job.ink))
