"""Load the design tokens of a theme from `resources/themes/` into one frozen, typed record.

Tokens are named by dotted paths: `surface.node`, `family.ask.chip`, `status.running.line`, `tint.3`,
`world.vector.seek`. Painters ask for them at paint time, so a change of theme needs only a repaint.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from editor.basics.resource_files import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

THEME_NAMES = ("light", "dark", "high_contrast")
"""Names of the themes that have a file."""

_COLOR_GROUPS = ("surface", "text", "border", "edge", "accent", "family", "tint", "world")


class StatusLook(StrEnum):
    """How a node, edge or label can look; the values are the names used in the theme files."""

    IDLE = "idle"
    RUNNING = "running"
    SUCCESS = "success"
    FAILURE = "failure"
    SKIPPED = "skipped"
    DISABLED = "disabled"
    PENDING = "pending"
    ERROR = "error"
    WARNING = "warning"
    BREAKPOINT = "breakpoint"
    SELECTED = "selected"


class Family(StrEnum):
    """The family of a node kind: it gives the hue of the chip, never the border."""

    FLOW = "flow"
    MODIFY = "modify"
    ASK = "ask"
    ACT = "act"
    TREE = "tree"
    MACHINE = "machine"
    DECISION = "decision"
    WORLD = "world"
    VALUE = "value"


class ThemeFileError(ValueError):
    """Say which theme file is unusable, where, and what was expected there."""


@dataclass(frozen=True, slots=True)
class StatusColors:
    """Hold the colors and the border of one status.

    `line` border, edge and glyph · `text` words · `wash` fill · `plate` badge fill · `on` glyph on the
    plate · `ghost` last result. `width` and `dash` are px at zoom 1; an empty dash is a solid line.
    """

    line: QColor
    text: QColor
    wash: QColor
    plate: QColor
    on: QColor
    ghost: QColor
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FamilyColors:
    """Hold the two colors of a family: `line` for the icon, `chip` for the plate behind it."""

    line: QColor
    chip: QColor


@dataclass(frozen=True, eq=False)
class Theme:
    """Hold every color, opacity and border pattern of one theme. Compared by identity."""

    name: str
    title: str
    is_dark: bool
    colors: Mapping[str, QColor]
    statuses: Mapping[str, StatusColors]
    families: Mapping[str, FamilyColors]
    tints: tuple[QColor, ...]
    ghost_dashes: Mapping[str, tuple[float, ...]]
    opacities: Mapping[str, float]

    def color(self, token: str) -> QColor:
        """Return the color of a token such as `surface.node`. Raise KeyError naming an unknown token."""
        try:
            return self.colors[token]
        except KeyError:
            raise KeyError(f"theme {self.name!r} has no color token {token!r}") from None

    def status(self, look: StatusLook | str) -> StatusColors:
        """Return the colors and border of a status."""
        return self.statuses[look]

    def family(self, family: Family | str) -> FamilyColors:
        """Return the hue of a node family."""
        return self.families[family]

    def tint(self, index: int) -> QColor:
        """Return the tint of the `index`-th state in document order; the eight repeat."""
        return self.tints[index % len(self.tints)]

    def ghost_dash(self, look: StatusLook | str) -> tuple[float, ...]:
        """Return the dash (px) of the outline that a last result leaves."""
        return self.ghost_dashes.get(look, ())

    def opacity(self, name: str) -> float:
        """Return an opacity between 0 and 1: `cone`, `hearing`, `ghost_agent` or `box_select`."""
        return self.opacities[name]


@lru_cache(maxsize=8)
def load_theme(name: str) -> Theme:
    """Read the theme `name` (`light`, `dark` or `high_contrast`) from its file, once.

    Raises:
        ThemeFileError: if the file is missing, is no JSON, or lacks a token or holds a wrong value.
    """
    path = resource_path("themes", f"{name}.json")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ThemeFileError(f"no theme file {path}; known themes: {', '.join(THEME_NAMES)}") from None
    except json.JSONDecodeError as error:
        raise ThemeFileError(f"{path}: line {error.lineno}: {error.msg}") from None
    return theme_from_data(data, str(path))


def theme_from_data(data: Mapping[str, object], place: str) -> Theme:
    """Build a theme from the decoded content of a theme file; `place` is named in errors."""
    reader = _ThemeReader(place)
    colors: dict[str, QColor] = {}
    for group in _COLOR_GROUPS:
        colors.update(reader.colors(data.get(group), group))
    statuses: dict[str, StatusColors] = {}
    for look in StatusLook:
        record = reader.table(reader.table(data.get("status"), "status").get(look), f"status.{look}")
        statuses[look.value] = reader.status(record, f"status.{look}")
        for key in ("line", "text", "wash", "plate", "on", "ghost"):
            colors[f"status.{look}.{key}"] = getattr(statuses[look.value], key)
    families = {
        family.value: FamilyColors(
            reader.color(colors.get(f"family.{family}.line"), f"family.{family}.line"),
            reader.color(colors.get(f"family.{family}.chip"), f"family.{family}.chip"),
        )
        for family in Family
    }
    ghost = reader.table(data.get("ghost_dash"), "ghost_dash")
    alpha = reader.table(data.get("alpha"), "alpha")
    return Theme(
        name=str(data.get("name")),
        title=str(data.get("title")),
        is_dark=data.get("appearance") == "dark",
        colors=MappingProxyType(colors),
        statuses=MappingProxyType(statuses),
        families=MappingProxyType(families),
        tints=tuple(color for token, color in colors.items() if token.startswith("tint.")),
        ghost_dashes=MappingProxyType({k: reader.dash(v, f"ghost_dash.{k}") for k, v in ghost.items()}),
        opacities=MappingProxyType({k: reader.number(v, f"alpha.{k}") for k, v in alpha.items()}),
    )


class _ThemeReader:
    """Turn decoded JSON into typed values, naming file and token when one is wrong."""

    def __init__(self, place: str) -> None:
        self._place = place

    def _wrong(self, token: str, expected: str, found: object) -> ThemeFileError:
        return ThemeFileError(f"{self._place}: {token}: expected {expected}, found {found!r}")

    def table(self, value: object, token: str) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._wrong(token, "an object", value)
        return value

    def color(self, value: object, token: str) -> QColor:
        if isinstance(value, QColor):
            return value
        if not isinstance(value, str) or not QColor.isValidColorName(value):
            raise self._wrong(token, "a color like #1F3152", value)
        return QColor(value)

    def number(self, value: object, token: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self._wrong(token, "a number", value)
        return float(value)

    def dash(self, value: object, token: str) -> tuple[float, ...]:
        if not isinstance(value, list):
            raise self._wrong(token, "a list of px", value)
        return tuple(self.number(item, token) for item in value)

    def colors(self, value: object, token: str) -> Iterator[tuple[str, QColor]]:
        """Yield every color below a group with its dotted path."""
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from self.colors(inner, f"{token}.{key}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from self.colors(inner, f"{token}.{index}")
        else:
            yield token, self.color(value, token)

    def status(self, record: dict[str, object], token: str) -> StatusColors:
        def color(key: str) -> QColor:
            return self.color(record.get(key), f"{token}.{key}")

        return StatusColors(
            line=color("line"),
            text=color("text"),
            wash=color("wash"),
            plate=color("plate"),
            on=color("on"),
            ghost=color("ghost"),
            width=self.number(record.get("width"), f"{token}.width"),
            dash=self.dash(record.get("dash"), f"{token}.dash"),
        )


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


@dataclass(frozen=True, slots=True)
class GraphLook:
    """Hold how a kind of graph is shown: words, icon and the family that gives its hue."""

    title: str
    icon: str
    family: str
    summary: str


GRAPH_LOOKS: dict[str, GraphLook] = {
    "state_machine": GraphLook("State machine", "machine", "machine", "modes and what switches them"),
    "behavior_tree": GraphLook("Behavior tree", "tree", "tree", "things to try, in order"),
    "decision_tree": GraphLook("Decision tree", "decision", "decision", "questions that pick one answer"),
}
"""Looks by the graph's `kind`, in the order of menus."""
