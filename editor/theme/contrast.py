"""Work out the contrast of two colors as WCAG 2.1 does, by their relative luminance."""

from __future__ import annotations

from PySide6.QtGui import QColor


def linear_rgb(color: QColor) -> tuple[float, float, float]:
    """Return the linear-light components 0..1 of an sRGB color."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return linear(color.red() / 255), linear(color.green() / 255), linear(color.blue() / 255)


def contrast(a: QColor, b: QColor) -> float:
    """Return the contrast ratio of two colors, 1 to 21."""
    lighter, darker = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = linear_rgb(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
