"""Load our own one-color icons and tint them: the files paint with `currentColor`."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.basics.resource_files import resource_path
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import Theme

ICON_GRID = 24.0
"""Side of the grid on which every icon is drawn."""

MINIMUM_STROKE = 1.3
"""No stroke gets thinner than this on screen, in logical px."""

_STROKE = re.compile(r'stroke-width="([0-9.]+)"')


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str]:
    """Return the names of all icons in `resources/icons/`."""
    return frozenset(path.stem for path in resource_path("icons").glob("*.svg"))


@lru_cache(maxsize=256)
def icon_source(name: str) -> str:
    """Return the SVG text of an icon. Raise KeyError naming an unknown icon."""
    path = resource_path("icons", f"{name}.svg")
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise KeyError(f"no icon {name!r}: there is no {path}") from None


@lru_cache(maxsize=1024)
def _renderer(name: str, size: float, rgba: int, stroke: float) -> QSvgRenderer:
    text = icon_source(name).replace("currentColor", QColor.fromRgba(rgba).name())

    def widen(match: re.Match[str]) -> str:
        drawn = stroke or float(match[1])
        return f'stroke-width="{max(drawn, MINIMUM_STROKE * ICON_GRID / size):.4g}"'

    return QSvgRenderer(QByteArray(_STROKE.sub(widen, text).encode()))


@lru_cache(maxsize=4096)
def _pixmap(name: str, size: float, rgba: int, ratio: float, stroke: float) -> QPixmap:
    renderer = _renderer(name, size, rgba, stroke)
    side = max(1, round(size * ratio))
    result = QPixmap(side, side)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    painter.setOpacity(QColor.fromRgba(rgba).alphaF())
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    result.setDevicePixelRatio(side / size)
    return result


def pixmap(
    name: str, size: float, color: QColor, device_pixel_ratio: float = 1.0, stroke: float = 0.0
) -> QPixmap:
    """Return a cached picture of an icon.

    `size` is the side in logical px, `stroke` a stroke width on the 24 px grid that replaces the drawn
    one (0 keeps it); strokes stay at least 1.3 px wide. Raises KeyError for an unknown icon.
    """
    return _pixmap(name, float(size), color.rgba(), float(device_pixel_ratio), float(stroke))


def draw_icon(
    painter: QPainter, name: str, left: float, top: float, size: float, color: QColor, stroke: float = 0.0
) -> None:
    """Draw an icon as lines and areas, for pictures that are to stay sharp at any size.

    `size` and `stroke` are those of `pixmap`. Raises KeyError for an unknown icon.
    """
    opacity = painter.opacity()
    painter.save()
    painter.setOpacity(opacity * color.alphaF())
    renderer = _renderer(name, float(size), color.rgba(), float(stroke))
    renderer.render(painter, QRectF(left, top, size, size))
    painter.restore()


def icon(
    name: str,
    color_token: str = "text.secondary",
    size: int = 16,
    *,
    theme: Theme | None = None,
    checked_token: str = "",
) -> QIcon:
    """Return an icon for actions, buttons and rows in the current (or the given) theme.

    A disabled look comes with it, and another color for the checked state if `checked_token` is given.
    Icons hold colors, so make them again on `theme_changed`.
    """
    shown = theme or current_theme()
    tokens = (color_token, checked_token or color_token, "text.disabled")
    return _icon(name, size, *(shown.color(token).rgba() for token in tokens))


@lru_cache(maxsize=2048)
def _icon(name: str, size: int, off: int, on: int, disabled: int) -> QIcon:
    """Return an icon of three colors; it is shared, so no picture is added to it."""
    result = QIcon()
    looks = (
        (QIcon.Mode.Normal, off, on),
        (QIcon.Mode.Active, off, on),
        (QIcon.Mode.Selected, off, on),
        (QIcon.Mode.Disabled, disabled, disabled),
    )
    for mode, when_off, when_on in looks:
        for ratio in (1.0, 1.5, 2.0):
            for rgba, state in ((when_off, QIcon.State.Off), (when_on, QIcon.State.On)):
                result.addPixmap(pixmap(name, size, QColor.fromRgba(rgba), ratio), mode, state)
    return result


def icon_size(size: int = 16) -> QSize:
    """Return a square size for `setIconSize`."""
    return QSize(size, size)
