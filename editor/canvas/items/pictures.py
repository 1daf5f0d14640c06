"""Turn nodes, states and transitions of a document into pictures to paint: pure functions.

Selection, problems and the look of a run (`RunLook`, `TransitionLook`, made by the overlay) are put on top,
so that the picture of a node as the document has it can be kept until that node changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from editor.canvas.painting.pictures import (
    CompoundHeader,
    GuardPiece,
    GuardStrip,
    LabelRow,
    LabelState,
    Mark,
    NodePicture,
    NodeShape,
    ProblemLook,
    PseudoState,
    PseudoStatePicture,
    StateLine,
    StatePicture,
    Strip,
)
from editor.theme.icons import icon_names
from editor.theme.tokens import Family, StatusLook
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import activity_line, node_line, node_title, value_text
from graphs.model import Activity, Document, Edge, Graph, Service, StateNode, TreeNode
from graphs.model.action_rows import one_line
from graphs.model.decision_tree import DecisionNode
from graphs.model.graph_parts import EndLines
from graphs.structure.queries import child_ids


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


GRAPH_ICONS: dict[str, tuple[str, Family]] = {
    "behavior_tree": ("tree", Family.TREE),
    "state_machine": ("machine", Family.MACHINE),
    "decision_tree": ("decision", Family.DECISION),
}
"""Icon and hue of a graph, by its kind."""

PSEUDO_KINDS = frozenset({"final", "history", "choice"})
"""Kinds of a machine that are drawn as marks."""

VALUE_KINDS = frozenset({"test", "ranges", "switch"})
"""Questions about one value, which a run shows on them."""

_MARKS = {"keep": Mark.KEEP_MEMORY, "none": Mark.REACTIVE}


@dataclass(frozen=True, slots=True)
class ItemMarks:
    """What editor and checks put on a thing, whatever it is."""

    selected: bool = False
    drop_target: bool = False
    problem: ProblemLook | None = None
    breakpoint: bool = False


NO_MARKS = ItemMarks()


def tree_node_picture(
    node: TreeNode | DecisionNode,
    graph: Graph,
    document: Document,
    registry: Registry,
    *,
    order_number: int | None = None,
    dimmed: bool = False,
    collapsed_count: int = 0,
) -> NodePicture:
    """Return the picture of a node of a behavior tree or decision tree, as the document has it."""
    kind = registry.kind(graph.kind, node.kind)
    title = node_title(node, graph.kind, registry, document)
    icon, family = _icon_and_family(node, kind, document, registry)
    guard = node.guard if isinstance(node, TreeNode) else None
    return NodePicture(
        title=title,
        icon=icon,
        shape=_shape(kind),
        family=family,
        parameter_line=node_line(node, graph.kind, registry, document),
        parameter_is_expression=kind is not None and kind.category == "condition",
        marks=_marks(node, registry),
        guard=GuardStrip(guard.test, "" if guard.abort == "none" else guard.abort) if guard else None,
        preconditions=precondition_strips(node),
        services=tuple(map(service_text, node.services)) if isinstance(node, TreeNode) else (),
        ends=end_strips(node) if isinstance(node, TreeNode) else (),
        order_number=order_number,
        disabled=node.disabled,
        unknown_kind="" if kind is not None else node.kind,
        dimmed=dimmed,
        collapsed_count=collapsed_count,
        keeps_value_room=isinstance(node, DecisionNode) and node.kind in VALUE_KINDS,
    )


def _marks(node: TreeNode | DecisionNode, registry: Registry) -> tuple[str, ...]:
    memory = node.params.get("memory")
    marks = [_MARKS[memory].value] if isinstance(memory, str) and memory in _MARKS else []
    if stands_in(node.action, registry):
        marks.append(Mark.STAND_IN.value)
    return tuple(marks)


def stands_in(action: str | None, registry: Registry) -> bool:
    """Tell whether an action is the game's own and has no behavior here, so that a stand-in runs."""
    declared = registry.actions.get(action or "")
    return declared is not None and declared.stand_in is not None


def _shape(kind: NodeKind | None) -> NodeShape:
    if kind is None:
        return NodeShape.RECTANGLE
    if kind.category == "condition":
        return NodeShape.CONDITION
    if kind.category == "decorator":
        return NodeShape.PILL
    return NodeShape.CALL if kind.calls else NodeShape.RECTANGLE


def _icon_and_family(
    node: TreeNode | DecisionNode, kind: NodeKind | None, document: Document, registry: Registry
) -> tuple[str, Family]:
    if kind is None:
        return "help", Family.VALUE
    action = registry.actions.get(node.action) if node.action else None
    if action is not None:
        return _known_icon(action.icon), Family(action.family)
    if kind.calls and node.graph:
        called = document.graphs.get(node.graph)
        hue = GRAPH_ICONS[called.kind][1] if called is not None else Family(kind.family)
        return _known_icon(kind.icon), hue
    return _known_icon(kind.icon), Family(kind.family)


def _known_icon(name: str) -> str:
    return name if name in icon_names() else "action"


def precondition_strips(node: TreeNode | DecisionNode) -> tuple[Strip, ...]:
    """Return a strip for each precondition of a node: its test, and what it gives."""
    preconditions = node.preconditions if isinstance(node, TreeNode) else ()
    return tuple(Strip(each.test, each.gives) for each in preconditions)


def end_strips(lines: EndLines) -> tuple[Strip, ...]:
    """Return a strip for each block of lines for an end: the lines, and the end they are for."""
    blocks = lines.end_lines.items()
    return tuple(Strip(one_line(block), name.removeprefix("on_")) for name, block in blocks)


def service_text(service: Service) -> str:
    """Return what a service strip says: `scan every 0.5 s`."""
    what = service.action or (service.actions[0] if service.actions else "")
    every = value_text(service.every if isinstance(service.every, int | float) else dict(service.every))
    return f"{what} every {every} s".strip()


def state_picture(
    node: StateNode, graph: Graph, document: Document, registry: Registry, *, collapsed: bool = False
) -> StatePicture:
    """Return the picture of a state or a compound state, as the document has it."""
    children = child_ids(node)
    compound = None
    if children:
        regions = node.kind == "parallel"
        noun = ("region" if regions else "state") + ("" if len(children) == 1 else "s")
        compound = CompoundHeader("region" if regions else "compound", f"{len(children)} {noun}", collapsed)
    return StatePicture(
        name=node_title(node, graph.kind, registry, document),
        rows=() if compound else state_rows(node, document, registry),
        compound=compound,
        disabled=node.disabled,
        problem=None if registry.kind(graph.kind, node.kind) else ProblemLook.WARNING,
    )


def state_rows(node: StateNode, document: Document, registry: Registry) -> tuple[StateLine, ...]:
    """Return the rows under a state's name: entry, activity and its ends, update, exit; only those set."""
    rows = []
    if node.entry:
        rows.append(StateLine(one_line(node.entry), key="entry"))
    if node.activity is not None:
        rows.append(activity_row(node.activity, document, registry))
        rows += [StateLine(strip.text, key=f"on {strip.word}") for strip in end_strips(node.activity)]
    if node.update:
        rows.append(StateLine(one_line(node.update), key="update"))
    if node.exit:
        rows.append(StateLine(one_line(node.exit), key="exit"))
    return tuple(row for row in rows if row.text)


def activity_row(activity: Activity, document: Document, registry: Registry) -> StateLine:
    """Return the row of an activity: the icon of what runs, and what it is called."""
    text = activity_line(activity, registry, document)
    if activity.action is not None:
        action = registry.actions.get(activity.action)
        if action is None:
            return StateLine(text, icon="action")
        mark = Mark.STAND_IN.value if stands_in(action.id, registry) else ""
        return StateLine(text, icon=_known_icon(action.icon), family=Family(action.family), mark=mark)
    called = document.graphs.get(activity.graph or "")
    icon, family = GRAPH_ICONS[called.kind] if called is not None else ("subtree", Family.TREE)
    return StateLine(text, icon=icon, family=family)


def pseudo_state_picture(node: StateNode) -> PseudoStatePicture:
    """Return the picture of a final, history or choice."""
    if node.kind == "history":
        kind = PseudoState.DEEP_HISTORY if node.depth == "deep" else PseudoState.HISTORY
    else:
        kind = PseudoState.CHOICE if node.kind == "choice" else PseudoState.FINAL
    return PseudoStatePicture(kind)


def transition_row(
    edge: Edge, order_number: int, look: TransitionLook = NOT_ASKED, marks: ItemMarks = NO_MARKS
) -> LabelRow:
    """Return the row of one transition on a plate: number, event, guard, actions, outcome."""
    parts = look.parts or ((GuardPiece(edge.guard),) if edge.guard else ())
    return LabelRow(
        order_number=order_number,
        event=event_text(edge),
        guard=parts,
        action=one_line(edge.actions),
        state=look.state,
        remaining=look.remaining,
        problem=marks.problem,
        selected=marks.selected,
    )


def event_text(edge: Edge) -> str:
    """Return what triggers a transition in words; empty for one that is polled every tick."""
    words = [event for event in edge.events if event != "tick"]
    text = ", ".join(words)
    if edge.after is not None:
        text = f"{text} after {_seconds(edge.after)}".strip()
    if edge.delay is not None:
        text = f"{text} for {_seconds(edge.delay)}".strip()
    if edge.group is not None:
        text = f"{text} weight {_plain(edge.weight)}".strip()
    if edge.outcome:
        text = edge.outcome
    return "else" if edge.else_ else text


def _seconds(value: float | dict[str, str]) -> str:
    return f"{_plain(value)} s"


def _plain(value: float | dict[str, str]) -> str:
    return value_text(dict(value)) if isinstance(value, dict) else value_text(value)


def is_unconditional(edge: Edge) -> bool:
    """Tell whether a transition has nothing to say on a label."""
    return not (event_text(edge) or edge.guard or edge.actions)


def with_node_state(picture: NodePicture, marks: ItemMarks, run: RunLook) -> NodePicture:
    """Return a node's picture with marks and the look of the run."""
    if marks is NO_MARKS and run is NOT_RUN:
        return picture
    return replace(
        picture,
        status=run.status,
        last=run.last if run.status == StatusLook.IDLE else None,
        paused_here=run.paused_here,
        progress=run.progress,
        value=run.value,
        collapsed_status=run.status if picture.collapsed_count else StatusLook.IDLE,
        selected=marks.selected,
        drop_target=marks.drop_target,
        problem=marks.problem,
        breakpoint=marks.breakpoint,
    )


def with_state_state(picture: StatePicture, marks: ItemMarks, run: RunLook) -> StatePicture:
    """Return a state's picture with marks and the look of the run."""
    if marks is NO_MARKS and run is NOT_RUN:
        return picture
    compound = picture.compound
    if compound is not None and compound.collapsed and run.active_child:
        compound = replace(compound, active_child=run.active_child)
    return replace(
        picture,
        compound=compound,
        status=run.status,
        last=run.last,
        dwell=run.dwell,
        paused_here=run.paused_here,
        progress=run.progress,
        selected=marks.selected,
        drop_target=marks.drop_target,
        problem=marks.problem or picture.problem,
        breakpoint=marks.breakpoint,
    )


def with_pseudo_state(picture: PseudoStatePicture, marks: ItemMarks, run: RunLook) -> PseudoStatePicture:
    """Return a mark's picture with marks and the look of the run."""
    if marks is NO_MARKS and run is NOT_RUN:
        return picture
    return replace(
        picture,
        status=run.status,
        last=run.last,
        selected=marks.selected,
        drop_target=marks.drop_target,
        problem=marks.problem,
    )


def kind_icon(kind: NodeKind) -> tuple[str, Family]:
    """Return icon and hue of a kind, for lists of kinds."""
    return _known_icon(kind.icon), Family(kind.family)
