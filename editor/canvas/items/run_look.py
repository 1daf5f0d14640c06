"""Say how nodes and transitions look because of a run: plain records that the overlay makes."""

from __future__ import annotations

from dataclasses import dataclass, field

from editor.canvas.painting.pictures import GuardPiece, LabelState
from editor.theme.tokens import StatusLook


@dataclass(frozen=True, slots=True)
class RunLook:
    """How a run shows on a node or state.

    `status` is the live look, `last` the last result while not live. `dwell` is the time in an active state
    as text, `active_child` the name a collapsed state shows, `progress` 0..1 of a known duration. `value` is
    what a question of a decision tree saw and `number` the same where it is one, `branch` the place of the
    branch it took and `taken` the id of the node that this leads to.
    """

    status: StatusLook = StatusLook.IDLE
    last: StatusLook | None = None
    dwell: str = ""
    active_child: str = ""
    paused_here: bool = False
    progress: float | None = None
    value: str = ""
    number: float | None = None
    taken: str = ""
    branch: int | None = None


@dataclass(frozen=True, slots=True)
class TransitionLook:
    """How a run shows on one transition.

    `fade` 0..1 takes a taken one back to idle; `parts` are the judged parts of the guard of a candidate,
    empty where they are not known; `remaining` is the share 0..1 of a pending wait.
    """

    state: LabelState = LabelState.IDLE
    fade: float = 0.0
    parts: tuple[GuardPiece, ...] = ()
    remaining: float = 1.0


NOT_RUN = RunLook()
NOT_ASKED = TransitionLook()


@dataclass(slots=True)
class RunLooks:
    """Hold the looks of one graph by node and edge id; what is missing looks as if it never ran."""

    nodes: dict[str, RunLook] = field(default_factory=dict)
    transitions: dict[str, TransitionLook] = field(default_factory=dict)

    def node(self, node_id: str) -> RunLook:
        """Return the look of a node or state."""
        return self.nodes.get(node_id, NOT_RUN)

    def transition(self, edge_id: str) -> TransitionLook:
        """Return the look of a transition."""
        return self.transitions.get(edge_id, NOT_ASKED)
