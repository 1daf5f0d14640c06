"""Say what the inspector shows of a state or a transition; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from editor.canvas.commands.node_choices import pick_choices
from editor.panels.inspector.field_builders import FieldBuilder
from editor.panels.inspector.field_spec import (
    Edit,
    FieldAction,
    FieldKind,
    FieldSpec,
    InspectorContent,
    Section,
)
from editor.panels.inspector.shared_sections import argument_rows, end_section, more_section
from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import graph_scope, transition_scope
from graphs.edits.connecting import add_reaction, connect, retarget
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import rename, set_initial
from graphs.edits.state_activity import set_activity
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Activity, Document, Edge, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, children_of, source_of


def machine_of(document: Document, graph_id: str) -> StateMachineGraph:
    """Return a graph that is known to be a machine."""
    graph = document.graphs[graph_id]
    assert isinstance(graph, StateMachineGraph)
    return graph


def state_title(graph: StateMachineGraph, node_id: str, document: Document, registry: Registry) -> str:
    """Return the name of a state, or "any state" for the graph's own transitions."""
    if node_id == TOP:
        return "any state"
    node = graph.nodes.get(node_id)
    return node_id if node is None else node_title(node, graph.kind, registry, document)


def state_content(
    document: Document, graph_id: str, node_id: str, registry: Registry, paths: Sequence[str] = ()
) -> InspectorContent:
    """Return what the inspector shows of a state, parallel, final, history or choice."""
    graph = machine_of(document, graph_id)
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    scope = graph_scope(document, graph_id, registry)
    builder = FieldBuilder(document, graph_id, node_id, registry, scope, paths)
    fields = kind.fields if kind else ()
    sections: list[Section] = []
    if "activity" in fields:
        sections.append(_activity_section(builder, node.activity))
    blocks = [
        builder.lines(name, name.capitalize(), getattr(node, name))
        for name in ("entry", "update", "exit")
        if name in fields
    ]
    if blocks:
        is_open = any(row.value for row in blocks)
        sections.append(Section("blocks", "On entry and exit", tuple(blocks), open=is_open))
    if node.activity is not None and "activity" in fields:
        sections.append(end_section(builder, node.activity, "When the activity ends", "activity."))
    own = _state_rows(builder, graph, node, fields)
    sections.append(Section("state", kind.title if kind else node.kind, own))
    sections.append(more_section(builder, node.note, node.disabled))
    what, icon = (kind.title.lower(), kind.icon) if kind else (node.kind, "help")
    if node.children and node.kind == "state":
        what, icon = "compound state", "compound"
    return InspectorContent(
        state_title(graph, node_id, document, registry),
        f"{what} in {graph.title or graph_id}",
        icon,
        "machine",
        tuple(section for section in sections if section.fields or section.actions),
        outgoing=node.transitions,
        outgoing_title="Transitions out" if "transitions" in fields else "",
        outgoing_actions=() if node.kind == "choice" else transition_actions(graph_id, node_id, registry),
        outgoing_empty=NONE_OF_STATE,
        hint=kind.summary if kind else f"The kind {node.kind!r} is not known here. It is kept as it is.",
    )


def _state_rows(
    builder: FieldBuilder, graph: StateMachineGraph, node: StateNode, fields: tuple[str, ...]
) -> tuple[FieldSpec, ...]:
    rows = []
    if "name" in fields:
        rows.append(_name_row(builder, node))
    if "initial" in fields and node.children:
        rows.append(initial_row(builder, graph, builder.element_id, node.initial))
    if "status" in fields:
        results: list[tuple[JsonValue, str]] = [("success", "success"), ("failure", "failure")]
        rows.append(builder.choice("status", "Gives", node.status, results, "success"))
    if "depth" in fields:
        depths: list[tuple[JsonValue, str]] = [("shallow", "shallow"), ("deep", "deep")]
        rows.append(builder.choice("depth", "Depth", node.depth, depths, "shallow"))
    if "transient" in fields:
        hint = "Asked for transitions again in the tick it was entered."
        rows.append(builder.switch("transient", "Passes through", node.transient, False, hint=hint))
    return tuple(rows)


def _name_row(builder: FieldBuilder, node: StateNode) -> FieldSpec:
    graph_id, element_id = builder.graph_id, builder.element_id

    def edit(document: Document, value: JsonValue) -> Document:
        return rename(document, graph_id, element_id, str(value or ""))

    return FieldSpec("name", "Name", FieldKind.TEXT, node.name or None, edit, required=True)


def initial_row(builder: FieldBuilder, graph: StateMachineGraph, parent: str, initial: object) -> FieldSpec:
    """Return the row for where a state, or with `TOP` the machine, begins."""
    choices: list[tuple[JsonValue, str]] = [
        (child, state_title(graph, child, builder.document, builder.registry))
        for child in children_of(graph, parent)
        if child in graph.nodes and graph.nodes[child].kind != "history"
    ]

    def edit(document: Document, value: JsonValue) -> Document:
        return set_initial(document, builder.graph_id, parent, None if value is None else str(value))

    shown = initial if isinstance(initial, str) else None
    row = builder.choice("initial", "Starts in", shown, choices, edit=edit)
    return replace(row, required=True, placeholder="several" if initial and not shown else "none yet")


def _activity_section(builder: FieldBuilder, activity: Activity | None) -> Section:
    document, registry = builder.document, builder.registry
    choices: list[tuple[JsonValue, str]] = [("", "nothing")]
    picks = pick_choices(document, builder.graph_id, registry)
    choices += [(choice.key, choice.title) for choice in picks]
    current = ""
    rows: tuple[FieldSpec, ...] = ()
    if activity is not None and activity.action is not None:
        current = f"action:{activity.action}"
        declared = registry.actions.get(activity.action)
        rows = builder.parameters(declared.parameters if declared else (), activity.params, "activity.params")
    elif activity is not None and activity.graph is not None:
        current = f"graph:{activity.graph}"
        rows = argument_rows(builder, activity.graph, activity.arguments, "activity.arguments")
    titles = {choice.key: choice.title for choice in picks}
    what = builder.choice("activity", "Does", current, choices, "", edit=_activity_setter(builder, titles))
    what = replace(what, picks=picks)
    if activity is not None:
        rows = (*rows, _loop_row(builder, activity))
    return Section("activity", "Activity", (what, *rows))


def _loop_row(builder: FieldBuilder, activity: Activity) -> FieldSpec:
    called = builder.document.graphs.get(activity.graph or "")
    default = called is not None and called.kind != "state_machine"
    hint = "Starts afresh when it ends, instead of staying ended."
    return builder.switch("activity.loop", "Loop", activity.loop, default, hint=hint)


def _activity_setter(builder: FieldBuilder, titles: Mapping[str, str]) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        what = str(value or "")
        place, title = (builder.graph_id, builder.element_id), titles.get(what, "")
        return set_activity(document, *place, what, builder.registry, title=title, paths=builder.paths)

    return edit


def edge_content(document: Document, graph_id: str, edge_id: str, registry: Registry) -> InspectorContent:
    """Return what the inspector shows of a transition."""
    graph = machine_of(document, graph_id)
    edge = graph.edges[edge_id]
    source = source_of(graph, edge_id)
    base = graph_scope(document, graph_id, registry)
    builder = FieldBuilder(document, graph_id, edge_id, registry, transition_scope(base, edge))
    from_choice = source not in (None, TOP) and graph.nodes[source or ""].kind == "choice"
    does = (*_target_rows(builder, graph, edge), builder.lines("actions", "Actions", edge.actions))
    sections = (
        Section("when", "When", _when_rows(builder, edge, from_choice)),
        Section("does", "Does", does),
        Section("timing", "Timing", _timing_rows(builder, edge), open=_has_timing(edge)),
        Section("order", "Order", _order_rows(builder, edge), open=_has_order(edge)),
        more_section(
            builder,
            edge.note,
            edge.disabled,
            builder.text("title", "Title", edge.title),
            *_seldom_changed_rows(builder, edge),
        ),
    )
    from_name = state_title(graph, source or TOP, document, registry)
    names = [state_title(graph, target, document, registry) for target in edge.targets]
    return InspectorContent(
        f"{from_name} → {', '.join(names) or 'stays'}",
        f"transition in {graph.title or graph_id}",
        "transition",
        "machine",
        sections,
        hint="" if edge.targets else "Without a target it only acts; the state stays.",
    )


def _when_rows(builder: FieldBuilder, edge: Edge, from_choice: bool) -> tuple[FieldSpec, ...]:
    rows = []
    if from_choice:
        rows.append(builder.switch("else", "Else", edge.else_, False, hint="Taken when no other branch is."))
        rows.append(builder.text("outcome", "Outcome", edge.outcome))
    else:
        declared = sorted({*builder.document.events, *builder.registry.events})
        names = ["tick", "always", *declared, "done", "done.success", "done.failure"]
        titles = {"tick": "every tick", "always": "always, at once"}
        events: list[tuple[JsonValue, str]] = [(name, titles.get(name, name)) for name in names]
        current: JsonValue = edge.event if isinstance(edge.event, str) else ", ".join(edge.event)
        rows.append(builder.choice("event", "Event", current, events, "tick", edit=_event_setter(builder)))
    rows.append(builder.expression("guard", "Guard", edge.guard))
    return tuple(rows)


def _event_setter(builder: FieldBuilder) -> Edit:
    def edit(document: Document, value: JsonValue) -> Document:
        names = [name.strip() for name in str(value or "").split(",") if name.strip()]
        event: JsonValue = names[0] if len(names) == 1 else [*names] or None
        return builder.setter("event")(document, event)

    return edit


def _target_rows(builder: FieldBuilder, graph: StateMachineGraph, edge: Edge) -> tuple[FieldSpec, ...]:
    if len(edge.targets) > 1:
        return ()
    choices: list[tuple[JsonValue, str]] = [("", "stays, only acts")]
    choices += [
        (node_id, state_title(graph, node_id, builder.document, builder.registry)) for node_id in graph.nodes
    ]

    def edit(document: Document, value: JsonValue) -> Document:
        targets = [str(value)] if value else []
        return retarget(document, builder.graph_id, builder.element_id, targets, builder.registry)

    current = edge.targets[0] if edge.targets else ""
    row = builder.choice("targets", "Goes to", current, choices, edit=edit)
    return (replace(row, default=current),)


def _has_timing(edge: Edge) -> bool:
    return any(value is not None for value in (edge.after, edge.delay, edge.cooldown))


def _has_order(edge: Edge) -> bool:
    return edge.interrupt or edge.internal or edge.reenter or edge.group is not None


def _timing_rows(builder: FieldBuilder, edge: Edge) -> tuple[FieldSpec, ...]:
    def seconds(path: str, label: str, value: object, text: str) -> FieldSpec:
        return replace(builder.number(path, label, value, unit="s", hint=text), placeholder="none")

    return (
        seconds("after", "After", edge.after, "Enabled only this long after its state was entered."),
        seconds("delay", "Delay", edge.delay, "Once true it waits this long before it is taken."),
        seconds("cooldown", "Cooldown", edge.cooldown, "Once taken it is not enabled for this long."),
    )


def _order_rows(builder: FieldBuilder, edge: Edge) -> tuple[FieldSpec, ...]:
    def switch(path: str, label: str, value: bool, hint: str) -> FieldSpec:
        return builder.switch(path, label, value, False, hint=hint)

    hint = "Any state: asked before all others, from wherever the machine is."
    return (
        switch("interrupt", "Interrupt", edge.interrupt, hint),
        switch("internal", "Internal", edge.internal, "Does not leave its own state."),
        switch("reenter", "Re-enter", edge.reenter, "An interrupt into a state active already."),
        builder.text("group", "Group", edge.group, hint="Members of one group are drawn by weight."),
    )


def _seldom_changed_rows(builder: FieldBuilder, edge: Edge) -> tuple[FieldSpec, ...]:
    """Return what is seldom another than its default: it opens *More* when it is."""
    hint = "Higher is asked first; equals in the order of the list."
    priority = builder.number(
        "priority", "Priority", edge.priority, 0, whole=True, takes_expression=False, hint=hint
    )
    spread = "The delay is longer or shorter by up to this much, drawn each time."
    checks = "Asks its guard again while it waits: false cancels the delay."
    return (
        replace(priority, minimum=None),
        builder.number("weight", "Weight", edge.weight, 1, hint="How often it is drawn from its group."),
        builder.number("jitter", "Random spread", edge.jitter, 0, unit="s", hint=spread),
        builder.switch("recheck", "Checks again", edge.recheck, True, hint=checks),
    )


NONE_OF_STATE = "None yet. Drag from the rim of the state on the canvas to draw one."
NONE_OF_ANY = "None yet. One of these is asked in every state; a reaction stays where it is."


def transition_actions(graph_id: str, source: str, registry: Registry) -> tuple[FieldAction, ...]:
    """Return the buttons under the transitions of a state, or of the graph's own any state for `TOP`."""

    def react(document: Document) -> Document:
        return add_reaction(document, graph_id, source, registry)[0]

    def interrupt(document: Document) -> Document:
        """Lead to the last state, to be led elsewhere in the inspector."""
        states = children_of(document.graphs[graph_id], TOP)
        if not states:
            raise EditRefused("There is no state to lead to.", "Add a state first.")
        return connect(document, graph_id, TOP, states[-1], registry)[0]

    acts = FieldAction("Add a reaction that stays", "add", react, selects_new=True)
    leads = FieldAction("Add one from any state", "add", interrupt, selects_new=True)
    return (leads, acts) if source == TOP else (acts,)
