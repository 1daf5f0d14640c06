"""Say what to draw for a decision node: a header over a bar whose segments are the branches."""

from __future__ import annotations

from dataclasses import dataclass

from editor.canvas.painting.pictures import Problem
from editor.theme.tokens import StatusLook


@dataclass(frozen=True, slots=True)
class Branch:
    """One segment of the bar. `share` is its part 0..1 of the bar; all shares together make 1."""

    text: str
    share: float
    taken: bool = False
    is_expression: bool = False


@dataclass(frozen=True, slots=True)
class Margin:
    """How far the live value is from the nearest threshold: the number, and the threshold's place 0..1."""

    text: str
    threshold: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """One condition of a decision table: what is asked, and its cell in every rule ("" means any)."""

    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionPicture:
    """One inner node of a decision tree.

    `value` is the live value as text. `is_scaled` keeps room for the needle (`ranges`, `random`);
    `needle` is the live value's place 0..1 along the bar. `scale` are the numbers at the ends of a bar of
    intervals, `bounds` those between its segments. `table` holds the rows of a decision table, whose
    `branches` are its rules from left to right. `collapsed_count` is the number of nodes hidden below,
    `collapsed_status` the strongest look among them.
    """

    title: str
    icon: str
    branches: tuple[Branch, ...]
    value: str = ""
    note: str = ""
    title_is_expression: bool = True
    is_scaled: bool = False
    scale: tuple[float, float] | None = None
    bounds: tuple[float, ...] = ()
    needle: float | None = None
    margin: Margin | None = None
    table: tuple[TableRow, ...] = ()
    status: StatusLook = StatusLook.IDLE
    last: StatusLook | None = None
    order_number: int | None = None
    disabled: bool = False
    breakpoint: bool = False
    paused_here: bool = False
    selected: bool = False
    focused: bool = False
    drop_target: bool = False
    problem: Problem | None = None
    collapsed_count: int = 0
    collapsed_status: StatusLook = StatusLook.IDLE
    dimmed: bool = False
