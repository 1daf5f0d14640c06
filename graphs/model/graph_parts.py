"""Parts that graphs of all kinds share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from graphs.basics.frozen import Frozen, JsonValue, Number, NumberOrExpression, Point
from graphs.basics.since import Since
from graphs.model.action_rows import BlockRows
from graphs.model.variables_and_events import VariableType

Arguments = dict[str, JsonValue]
"""Values of parameters by name: a JSON literal, `{"expr": "…"}` or, for `out`, `{"variable": "name"}`."""

Origin = Annotated[dict[str, JsonValue], Since(3)]
"""What the file of another program says of a part beyond what Mindloom knows, by the name of its format.

It has no effect on a run. The room of the format in `graphs.formats` writes it and reads it again.
"""

Direction = Literal["in", "out", "inout"]


class GraphParameter(Frozen):
    """Declare one parameter of a graph, bound where the graph is called (rule 2.2)."""

    type: VariableType
    direction: Direction
    default: JsonValue = None
    values: tuple[str, ...] = ()
    min: Number | None = None
    max: Number | None = None
    unit: str = ""
    note: str = ""


class EndLines(Frozen):
    """Hold the lines that run when a node or an activity ends (rule 3.17).

    Of each end those of its sort run, then those of any end.
    """

    on_success: Annotated[BlockRows, Since(2)] = ()
    on_failure: Annotated[BlockRows, Since(2)] = ()
    on_halt: Annotated[BlockRows, Since(2)] = ()
    on_end: Annotated[BlockRows, Since(2)] = ()

    @property
    def end_lines(self) -> dict[str, tuple[str, ...]]:
        """Return the blocks that have lines, by field, in the order of `END_FIELDS`."""
        return {name: lines for name in END_FIELDS if (lines := getattr(self, name))}


END_FIELDS = ("on_success", "on_failure", "on_halt", "on_end")
"""The fields of `EndLines`, as they are shown."""


class Activity(EndLines):
    """Say what a state does while it is active (rule 6.1).

    Either `action` with `params`, or `graph` with `arguments`. `loop` None means the default of what runs:
    true for trees, false for actions and machines. `every` and `commit` are for decision trees.
    """

    action: str | None = None
    params: Arguments = {}
    graph: str | None = None
    arguments: Arguments = {}
    loop: bool | None = None
    every: int = 1
    commit: Literal["none", "until_done"] = "none"


class Consideration(Frozen):
    """Hold one of several scores of a child, an expression from 0 to 1, and its weight in a sum."""

    score: str
    weight: Number = 1


class ChildSlot(Frozen):
    """Hold what a parent must know of one child, so that reorder and merge cannot part the two.

    `effects` are what a success adds to needs, by the variable; `duration` is how many seconds it is taken to
    last. `feasible` is a test without which a goal is not tried, `attempts` how often its plan may fail until
    the goal is set aside, for a while or, with `dropped`, for good.
    """

    weight: Number | None = None
    score: str | None = None
    case: JsonValue = None
    default: bool = False
    chosen: Annotated[bool, Since(2)] = False
    effects: Annotated[dict[str, NumberOrExpression], Since(4)] = {}
    duration: Annotated[NumberOrExpression, Since(4)] = 0
    considerations: Annotated[tuple[Consideration, ...], Since(4)] = ()
    feasible: Annotated[str | None, Since(4)] = None
    attempts: Annotated[int, Since(4)] = Field(default=1, ge=1, le=1000)
    dropped: Annotated[bool, Since(4)] = False


class Layout(Frozen):
    """Place one node, edge or mark on the canvas.

    `at` is the upper left corner relative to the enclosing box, `size` the size of a box, `label` the place
    of a transition's label as (share of the way, offset in pixels). `across`, of a behavior tree's own mark,
    lets the tree grow from left to right.
    """

    at: Point | None = None
    size: Point | None = None
    label: Point | None = None
    collapsed: bool = False
    across: Annotated[bool, Since(2)] = False


class Frame(Frozen):
    """Draw a titled frame with a note behind nodes."""

    at: Point = (0, 0)
    size: Point = (320, 200)
    title: str = ""
    text: str = ""


class NodeBase(Frozen):
    """Hold what every node of every graph kind can carry."""

    kind: str
    title: str = ""
    note: str = ""
    disabled: bool = False
    suppress: dict[str, str] = {}
    params: Arguments = {}
    origin: Origin = {}


class GraphBase(Frozen):
    """Hold what every graph of every kind carries."""

    title: str = ""
    note: str = ""
    parameters: dict[str, GraphParameter] = {}
    layout: dict[str, Layout] = {}
    notes: dict[str, Frame] = {}
    origin: Origin = {}
