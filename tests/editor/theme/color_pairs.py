"""Look at a theme: the contrast of every pair that meets on screen, and how far apart statuses look.

Distances are 100 × the Euclidean distance in OKLab (Ottosson 2020): about 2 is just noticeable, 10 plain at a
glance. Color-blind eyes are simulated with the matrices of Machado, Oliveira and Fernandes (2009) at full
severity.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtGui import QColor

from editor.theme.tokens import Family, StatusLook, Theme, contrast, linear_rgb

TEXT_RATIO = 4.5
"""Least contrast of words."""
GRAPHIC_RATIO = 3.0
"""Least contrast of borders, glyphs and lines."""

_Triple = tuple[float, float, float]

EYES: dict[str, tuple[_Triple, _Triple, _Triple]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""What each eye makes of linear RGB."""


class Pair(NamedTuple):
    """Two colors that meet, their contrast, and the least contrast they need."""

    what: str
    ratio: float
    needed: float


def distance(a: QColor, b: QColor, eye: str = "normal") -> float:
    """Return how different two colors look to an eye: 100 × OKLab distance."""
    return 100 * math.dist(_seen(a, eye), _seen(b, eye))


def _seen(color: QColor, eye: str) -> _Triple:
    linear = linear_rgb(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(k * v for k, v in zip(row, linear, strict=True)))) for row in EYES[eye]
    )
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def contrast_pairs(theme: Theme) -> tuple[Pair, ...]:
    """Return every pair of colors that meets on screen in a theme, with its contrast."""
    return tuple(
        itertools.chain(
            _text_pairs(theme),
            _control_pairs(theme),
            *(_status_pairs(theme, look) for look in StatusLook),
            _family_pairs(theme),
            _world_pairs(theme),
        )
    )


def _pair(theme: Theme, front: str, back: str, needed: float) -> Pair:
    return Pair(f"{front} on {back}", contrast(theme.color(front), theme.color(back)), needed)


def _text_pairs(theme: Theme) -> Iterator[Pair]:
    surfaces = ("canvas", "panel", "bar", "node", "field", "region", "region2", "popup", "hover")
    for role, surface in itertools.product(("primary", "secondary", "tertiary"), surfaces):
        yield _pair(theme, f"text.{role}", f"surface.{surface}", TEXT_RATIO)
    for role in ("on_tooltip", "on_tooltip_dim"):
        yield _pair(theme, f"text.{role}", "surface.tooltip", TEXT_RATIO)
    for index in range(len(theme.tints)):
        yield _pair(theme, "text.primary", f"tint.{index}", TEXT_RATIO)


def _control_pairs(theme: Theme) -> Iterator[Pair]:
    for surface in ("canvas", "panel", "node", "field"):
        yield _pair(theme, "text.link", f"surface.{surface}", TEXT_RATIO)
        yield _pair(theme, "accent.line", f"surface.{surface}", GRAPHIC_RATIO)
    yield _pair(theme, "accent.on", "accent.fill", TEXT_RATIO)
    for surface in ("canvas", "region"):
        yield _pair(theme, "border.node", f"surface.{surface}", GRAPHIC_RATIO)
        yield _pair(theme, "edge.idle", f"surface.{surface}", GRAPHIC_RATIO)
    for surface in ("field", "panel"):
        yield _pair(theme, "border.control", f"surface.{surface}", GRAPHIC_RATIO)


def _status_pairs(theme: Theme, look: StatusLook) -> Iterator[Pair]:
    name = f"status.{look}"
    for surface in ("canvas", "region"):
        yield _pair(theme, f"{name}.line", f"surface.{surface}", GRAPHIC_RATIO)
        yield _pair(theme, f"{name}.ghost", f"surface.{surface}", GRAPHIC_RATIO)
    yield _pair(theme, f"{name}.ghost", "surface.node", GRAPHIC_RATIO)
    for back in ("surface.canvas", "surface.panel", f"{name}.wash"):
        yield _pair(theme, f"{name}.text", back, TEXT_RATIO)
    yield _pair(theme, "text.primary", f"{name}.wash", TEXT_RATIO)
    yield _pair(theme, "text.secondary", f"{name}.wash", TEXT_RATIO)
    yield _pair(theme, f"{name}.line", f"{name}.wash", GRAPHIC_RATIO)
    yield _pair(theme, f"{name}.on", f"{name}.plate", GRAPHIC_RATIO)


def _family_pairs(theme: Theme) -> Iterator[Pair]:
    for family in Family:
        yield _pair(theme, f"family.{family}.line", f"family.{family}.chip", GRAPHIC_RATIO)
        yield _pair(theme, f"family.{family}.line", "surface.canvas", GRAPHIC_RATIO)


def _world_pairs(theme: Theme) -> Iterator[Pair]:
    fronts = [f"world.{key}" for key in ("wall_edge", "path", "target", "noise", "hearing")]
    fronts += [token for token in theme.colors if token.startswith(("world.team.", "world.vector."))]
    for front in fronts:
        yield _pair(theme, front, "world.ground", GRAPHIC_RATIO)


def status_distance(theme: Theme, a: StatusLook, b: StatusLook, eye: str = "normal") -> float:
    """Return how different the lines of two statuses look to an eye."""
    return distance(theme.status(a).line, theme.status(b).line, eye)
