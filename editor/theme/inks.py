"""Keep pens and brushes per theme, so that painting builds none of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPaintDevice, QPainter, QPainterPath, QPen

from editor.theme.tokens import StatusLook, Theme

NO_PEN = QPen(Qt.PenStyle.NoPen)
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)

LIVE_LOOKS = frozenset(
    {
        StatusLook.RUNNING,
        StatusLook.SUCCESS,
        StatusLook.FAILURE,
        StatusLook.ERROR,
        StatusLook.PENDING,
        StatusLook.SKIPPED,
        StatusLook.DISABLED,
    }
)
"""Looks that give a node their border and fill; the others leave it idle."""

FAINT_LOOKS = frozenset({StatusLook.SKIPPED, StatusLook.DISABLED})
"""Looks under which words step back."""


class BorderStyle(NamedTuple):
    """The border and fill that a status gives: color tokens, width and dash in px."""

    line: str
    fill: str
    width: float
    dash: tuple[float, ...]
    faint: bool

    @property
    def inset(self) -> float:
        """Return how far inside the rectangle the line runs, so that it fills whole pixels at zoom 1."""
        return 0.25 if self.width == 1.5 else 0.5 if round(self.width) % 2 else 0.0


def mix(a: QColor, b: QColor, share: float) -> QColor:
    """Return the color that holds `share` (0..1) of `b` in `a`."""
    keep = 1.0 - share
    return QColor(
        round(a.red() * keep + b.red() * share),
        round(a.green() * keep + b.green() * share),
        round(a.blue() * keep + b.blue() * share),
    )


class Inks:
    """Hold the pens and brushes of one theme, each made on first use and named by color token."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._mixed: dict[str, QColor] = {}
        self._mix_names: dict[tuple[str, str, float], str] = {}
        self._pens: dict[tuple[str, float, tuple[float, ...], bool], QPen] = {}
        self._brushes: dict[str, QBrush] = {}
        self._borders: dict[tuple[str, str | None], BorderStyle] = {}

    def color(self, token: str) -> QColor:
        """Return the color of a theme token or of a name returned by `mixed`."""
        found = self._mixed.get(token)
        return found if found is not None else self.theme.color(token)

    def mixed(self, a: str, b: str, share: float) -> str:
        """Return a name for the color that holds `share` (0..1) of `b` in `a`."""
        key = (a, b, share)
        name = self._mix_names.get(key)
        if name is None:
            name = f"{a}+{share}*{b}"
            self._mixed[name] = mix(self.color(a), self.color(b), share)
            self._mix_names[key] = name
        return name

    def brush(self, token: str) -> QBrush:
        """Return the flat brush of a color."""
        brush = self._brushes.get(token)
        if brush is None:
            brush = self._brushes[token] = QBrush(self.color(token))
        return brush

    def pen(
        self, token: str, width: float = 1.0, dash: tuple[float, ...] = (), cosmetic: bool = False
    ) -> QPen:
        """Return a pen; `width` and `dash` in px, cosmetic ones in screen px."""
        key = (token, width, dash, cosmetic)
        pen = self._pens.get(key)
        if pen is None:
            pen = self._pens[key] = make_pen(self.color(token), width, dash, cosmetic)
        return pen

    def border(self, status: StatusLook, last: StatusLook | None = None) -> BorderStyle:
        """Return the border and fill of a node with a live status or else a last result."""
        key = (status, last)
        style = self._borders.get(key)
        if style is None:
            style = self._borders[key] = self._make_border(status, last)
        return style

    def _make_border(self, status: StatusLook, last: StatusLook | None) -> BorderStyle:
        if status in LIVE_LOOKS:
            colors = self.theme.status(status)
            names = (f"status.{status}.line", f"status.{status}.wash")
            return BorderStyle(*names, colors.width, colors.dash, status in FAINT_LOOKS)
        if last is not None:
            dash = self.theme.ghost_dash(last)
            return BorderStyle(f"status.{last}.ghost", "surface.node", 1.0, dash, faint=False)
        return BorderStyle("border.node", "surface.node", 1.0, (), faint=False)


def make_pen(color: QColor, width: float, dash: tuple[float, ...] = (), cosmetic: bool = False) -> QPen:
    """Return a pen with round joins whose dash is given in px (Qt counts dashes in pen widths)."""
    pen = QPen(QBrush(color), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCosmetic(cosmetic)
    if dash:
        pen.setDashPattern(dash_in_pen_widths(dash, width))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    else:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def dash_in_pen_widths(dash: tuple[float, ...], width: float) -> list[float]:
    """Convert a dash from px to multiples of the pen width, as Qt wants it."""
    return [length / width for length in dash]


@lru_cache(maxsize=8)
def inks_for(theme: Theme) -> Inks:
    """Return the pens and brushes of a theme."""
    return Inks(theme)


@lru_cache(maxsize=2048)
def rounded(width: float, height: float, radius: float, inset: float = 0.0) -> QPainterPath:
    """Return a rounded rectangle of the given size, drawn `inset` px inside it."""
    path = QPainterPath()
    bounds = QRectF(inset, inset, width - 2 * inset, height - 2 * inset)
    corner = min(radius, bounds.height() / 2)
    path.addRoundedRect(bounds, corner, corner)
    return path


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter whose slants and curves are smooth."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def faded(color: QColor, alpha: float) -> QColor:
    """Return a color of an opacity from 0 to 1."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result


def set_inks(
    painter: QPainter, line: QPen | QColor | Qt.PenStyle, fill: QBrush | QColor | Qt.BrushStyle
) -> None:
    """Let a painter draw lines and fill shapes with these."""
    painter.setPen(line)
    painter.setBrush(fill)
