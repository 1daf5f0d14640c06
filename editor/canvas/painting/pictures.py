"""Say what to draw on the canvas: plain frozen records, free of items, documents and Qt.

Every record is hashable, so a caller may compare the old picture with the new one and repaint only on a
difference. All lengths are px at zoom 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor.theme.tokens import Family, StatusLook


class NodeShape(StrEnum):
    """The silhouette of a behavior-tree node: it says what the node is."""

    RECTANGLE = "rectangle"
    """Composite or action."""
    CONDITION = "condition"
    """Both ends cut to a point."""
    PILL = "pill"
    """Decorator: 30 high, one line of text."""
    CALL = "call"
    """Subtree, machine or decide: a second sheet below says that there is more inside."""


class ProblemLook(StrEnum):
    """The worst problem that validation found on a thing."""

    ERROR = "error"
    WARNING = "warning"


class Mark(StrEnum):
    """Marks after a title; the values are icon names."""

    KEEP_MEMORY = "memory"
    REACTIVE = "reactive"
    STAND_IN = "entity"
    """The action is the game's own and is stood in for here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLook:
    """What the run, the editor and the checks show on a node, a state or a mark.

    `status` is the live look, `last` the last result while not live (`success`, `failure`, `running`).
    `drop_target` is for a wire held over it.
    """

    status: StatusLook = StatusLook.IDLE
    last: StatusLook | None = None
    selected: bool = False
    drop_target: bool = False
    problem: ProblemLook | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeLook(ShownLook):
    """What is shown on a node or a state besides; `dimmed` is for loose fragments."""

    disabled: bool = False
    breakpoint: bool = False
    paused_here: bool = False
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class GuardStrip:
    """A condition above the body; `abort` is `self`, `lower`, `both` or empty."""

    expression: str
    abort: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A line above or below the body, with a word at its end such as `skip` or `halt`."""

    text: str
    word: str


@dataclass(frozen=True, slots=True)
class NodePicture(NodeLook):
    """One behavior-tree node (or decision leaf).

    `order_number` is drawn on the drop above the node; give it only where the parent has several
    children. `progress` is 0..1 for a known duration. `collapsed_count` is the number of nodes hidden
    below, `collapsed_status` the strongest look among them. `unknown_kind` is the id of a kind that no
    registry knows. `preconditions` are below the guard, `ends` the lines for its end, below the services.
    `value` is what a question of a decision tree saw, on a plate before the badge;
    `keeps_value_room` keeps its place free while there is none. `across` is for a tree that grows
    to the right: the number is left of the node, and what stands for hidden ones right of it.
    """

    title: str
    icon: str = "action"
    shape: NodeShape = NodeShape.RECTANGLE
    family: Family = Family.ACT
    parameter_line: str = ""
    parameter_is_expression: bool = False
    marks: tuple[str, ...] = ()
    guard: GuardStrip | None = None
    preconditions: tuple[Strip, ...] = ()
    services: tuple[str, ...] = ()
    ends: tuple[Strip, ...] = ()
    order_number: int | None = None
    unknown_kind: str = ""
    progress: float | None = None
    collapsed_count: int = 0
    collapsed_status: StatusLook = StatusLook.IDLE
    value: str = ""
    keeps_value_room: bool = False
    across: bool = False


@dataclass(frozen=True, slots=True)
class StateLine:
    """A row under a state's name: `key` is `entry`, `exit` or empty for the activity, which has an icon.

    `mark` is the name of a small icon after the text.
    """

    text: str
    key: str = ""
    icon: str = ""
    family: Family = Family.ACT
    mark: str = ""


@dataclass(frozen=True, slots=True)
class RegionBand:
    """One region of a parallel state: its name and the distance of its top from the state's top in px."""

    name: str
    top: float


@dataclass(frozen=True, slots=True)
class CompoundHeader:
    """What makes a state a box around children.

    `note` is `3 states` or `2 regions`; `active_child` is shown while collapsed; `regions` lists the
    bands of a parallel state from top to bottom, the first of them without a line above it.
    """

    icon: str = "compound"
    note: str = ""
    collapsed: bool = False
    active_child: str = ""
    regions: tuple[RegionBand, ...] = ()


@dataclass(frozen=True, slots=True)
class StatePicture(NodeLook):
    """One state of a machine; with `compound` a box around its children.

    `status` RUNNING means active; `last` RUNNING means it was active in the configuration last left.
    `dwell` is the time in the state as text, for example `2.4 s`.
    """

    name: str
    rows: tuple[StateLine, ...] = ()
    compound: CompoundHeader | None = None
    dwell: str = ""
    progress: float | None = None


class PseudoState(StrEnum):
    """Points of a machine that are no states."""

    INITIAL = "initial"
    FINAL = "final"
    HISTORY = "history"
    DEEP_HISTORY = "deep_history"
    CHOICE = "choice"
    ANY_STATE = "any_state"


@dataclass(frozen=True, slots=True)
class PseudoStatePicture(ShownLook):
    """One pseudo-state."""

    kind: PseudoState


class GuardLook(StrEnum):
    """How a part of a guard came out."""

    NEUTRAL = "neutral"
    TRUE = "true"
    FALSE = "false"


class LabelState(StrEnum):
    """What became of a transition when it was last looked at."""

    IDLE = "idle"
    TAKEN = "taken"
    REFUSED = "refused"
    PENDING = "pending"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class GuardPiece:
    """A piece of a guard's text and how it came out."""

    text: str
    look: GuardLook = GuardLook.NEUTRAL


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One transition on a plate: `1  noise [health > 30] / look`.

    `remaining` is the share 0..1 of a pending wait that is still to come; it turns the clock's hand.
    """

    order_number: int = 0
    event: str = ""
    guard: tuple[GuardPiece, ...] = ()
    action: str = ""
    state: LabelState = LabelState.IDLE
    remaining: float = 1.0
    problem: ProblemLook | None = None
    selected: bool = False
    hovered: bool = False


@dataclass(frozen=True, slots=True)
class LabelPicture:
    """The plate on a line: a row for each transition that shares it. `expanded` shows whole texts."""

    rows: tuple[LabelRow, ...]
    expanded: bool = False


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """How a line looks.

    `status` IDLE, RUNNING (taken), SUCCESS, FAILURE (tree: failed; machine: refused), PENDING, SKIPPED,
    DISABLED or ERROR. `strong` draws a success as 2.5 px (decision paths). `fade` 0..1 takes a line from
    its live look back to idle. `refused` keeps the idle color under a dash (considered, refused).
    `dragged`, `dragged_refused` are the look of a wire in the hand.
    """

    status: StatusLook = StatusLook.IDLE
    strong: bool = False
    refused: bool = False
    hovered: bool = False
    selected: bool = False
    fade: float = 0.0
    dragged: bool = False
    dragged_refused: bool = False
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class BranchSegment:
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
class DecisionPicture(NodeLook):
    """One inner node of a decision tree.

    `value` is the live value as text. `is_scaled` keeps room for the needle (`ranges`, `random`);
    `needle` is the live value's place 0..1 along the bar. `scale` are the numbers at the ends of a bar of
    intervals, `bounds` those between its segments. `table` holds the rows of a decision table, whose
    `branches` are its rules from left to right. `collapsed_count` is the number of nodes hidden below,
    `collapsed_status` the strongest look among them.
    """

    title: str
    icon: str
    branches: tuple[BranchSegment, ...]
    value: str = ""
    note: str = ""
    title_is_expression: bool = True
    is_scaled: bool = False
    scale: tuple[float, float] | None = None
    bounds: tuple[float, ...] = ()
    needle: float | None = None
    margin: Margin | None = None
    table: tuple[TableRow, ...] = ()
    order_number: int | None = None
    collapsed_count: int = 0
    collapsed_status: StatusLook = StatusLook.IDLE
