"""State machines: states, transitions, and the graph that holds them (section 4 of the rules)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from graphs.basics.frozen import Frozen, Number, NumberOrExpression
from graphs.basics.since import Since
from graphs.model.action_rows import ActionRows
from graphs.model.graph_parts import Activity, Arguments, GraphBase, NodeBase, Origin
from graphs.model.variables_and_events import Variable


class InitialTransition(Frozen):
    """Enter several states, or run actions, where a plain initial child is not enough."""

    targets: tuple[str, ...] = ()
    actions: ActionRows = ()


class ChoiceDecision(Frozen):
    """Name the decision tree whose outcome picks a choice's branch (rule 4.12)."""

    graph: str
    arguments: Arguments = {}


class StateNode(NodeBase):
    """Hold one state, final, history or choice of a machine.

    `children`, `transitions` are ordered: their order is document order. `entry`, `update` and `exit` are
    action blocks, a line each. `status` is of a final, `depth` and `default` of a history, `decision` of a
    choice.
    """

    name: str = ""
    children: tuple[str, ...] = ()
    initial: str | InitialTransition | None = None
    transitions: tuple[str, ...] = ()
    activity: Activity | None = None
    entry: ActionRows = ()
    update: ActionRows = ()
    exit: ActionRows = ()
    transient: bool = False
    status: Literal["success", "failure"] = "success"
    depth: Literal["shallow", "deep"] = "shallow"
    default: str | InitialTransition | None = None
    decision: ChoiceDecision | None = None


Matrix = dict[str, dict[str, Number]]
"""Shares by the state they come from, then by that they go to; what is not there is 0 (rule 10.8)."""


class Moods(Frozen):
    """Make a machine one of moods: its top states have shares, and one of them is active (rule 10.8).

    `shares` names the float variable with the share of each top state; the defaults of these are what it
    begins with. `matrix` mixes the shares after each `every` seconds without a transition. `pick` says which
    state is active: that of the largest share, or one drawn whenever the shares change.
    """

    shares: dict[str, str] = {}
    matrix: Matrix = {}
    every: Number = 1
    pick: Literal["largest", "draw"] = "largest"


class Edge(Frozen):
    """Hold one transition. Its source is the one list of `transitions` it stands in.

    `event` is a descriptor or a list of them; `tick` (the default) is polled, `always` eventless. Durations
    are seconds. `group` and `weight` make it a member of a weighted group. `matrix` mixes the shares of a
    machine with moods.
    """

    event: str | tuple[str, ...] = "tick"
    guard: str | None = None
    targets: tuple[str, ...] = ()
    actions: ActionRows = ()
    priority: int = 0
    internal: bool = False
    interrupt: bool = False
    reenter: bool = False
    after: NumberOrExpression | None = None
    delay: NumberOrExpression | None = None
    jitter: NumberOrExpression = 0
    recheck: bool = True
    cooldown: NumberOrExpression | None = None
    group: str | None = None
    weight: NumberOrExpression = 1
    outcome: str | None = None
    matrix: Annotated[Matrix, Since(4)] = {}
    else_: bool = Field(default=False, alias="else")
    title: str = ""
    note: str = ""
    disabled: bool = False
    suppress: dict[str, str] = {}
    origin: Origin = {}

    @property
    def events(self) -> tuple[str, ...]:
        """Return the event descriptors as a tuple."""
        return (self.event,) if isinstance(self.event, str) else self.event


class StateMachineGraph(GraphBase):
    """Hold a machine: top states in order, all nodes and edges by id, the root's own transitions.

    One with `moods` has no other transitions between its top states than these.
    """

    kind: Literal["state_machine"]
    children: tuple[str, ...] = ()
    initial: str | InitialTransition | None = None
    transitions: tuple[str, ...] = ()
    nodes: dict[str, StateNode] = {}
    edges: dict[str, Edge] = {}
    variables: dict[str, Variable] = {}
    moods: Annotated[Moods | None, Since(4)] = None
