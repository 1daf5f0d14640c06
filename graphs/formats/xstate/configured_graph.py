"""Make a machine of one configuration of XState."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.json_places import JsonPath
from graphs.formats.xstate.configuration import (
    FUNCTION,
    Configuration,
    ConfiguredState,
    list_of,
    object_of,
    text_of,
)
from graphs.formats.xstate.configured_lines import UNSET, WRITE, ConfiguredLines
from graphs.formats.xstate.configured_names import ConfiguredNames
from graphs.formats.xstate.configured_transitions import (
    ConfiguredTransition,
    Way,
    acts_only,
    begin_names,
    handled_inside,
    initial_targets,
    is_left,
    learn_wildcards,
    transitions_of,
    way_of,
)
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import Variable

FORMAT_ID = "xstate"
_KNOWN = frozenset(
    {
        "id",
        "initial",
        "states",
        "on",
        "after",
        "always",
        "onDone",
        "entry",
        "exit",
        "invoke",
        "type",
        "history",
    }
    | {"target", "description", "context", "version", "order", "types", "schemas", "$schema", "key"}
)
_KEPT = {
    "output": "What a machine gives back is not known here.",
    "tags": "States have no tags here.",
    "meta": "It says nothing that runs.",
    "route": "It is not known in Mindloom.",
}
_NAME_ONE = "Name a state that is there."
_TRANSITION_FIELDS = frozenset({"target", "guard", "cond", "actions", "reenter", "internal", "description"})


class ConfiguredGraph:
    """Read one machine."""

    def __init__(
        self,
        names: ConfiguredNames,
        config: JsonObject,
        path: JsonPath,
        delays: JsonObject,
        file: str,
        graph_id: str,
        places: Mapping[JsonPath, tuple[int, int]],
    ) -> None:
        self.names = names
        self.machine = Configuration(config, path)
        self.file, self.graph_id, self.places = file, graph_id, places
        self.rows: list[FormatRow] = []
        self.node = ""
        self.lines = ConfiguredLines(names, self.machine, self.report, delays)
        self.edges: dict[str, Edge] = {}
        self.variables: dict[str, Variable] = {}
        self.timers: dict[str, list[str]] = {}

    def empty(self) -> StateMachineGraph:
        """Return a machine without states, which keeps the place of this one."""
        return StateMachineGraph(kind="state_machine")

    def learn(self) -> None:
        """Learn what names there are before any is given out."""
        learn_wildcards(self.names, self.machine.root)

    def report(
        self, path: JsonPath, what: str, how: How, reason: str = "", rule: str = "", remedy: str = ""
    ) -> None:
        """Add a row of a construct at a place of the file."""
        at = path
        while at and at not in self.places:
            at = at[:-1]
        line, column = self.places.get(at, (0, 0))
        remedy = remedy or {"kept": WRITE, "lost": _NAME_ONE}.get(how, "")
        self.rows.append(
            FormatRow(how, what, reason, remedy, self.file, line, column, rule, self.graph_id, self.node)
        )

    def read(self) -> tuple[StateMachineGraph, dict[str, Variable]]:
        """Return the machine and its context."""
        root = self.machine.root
        self.report(root.path, "machine", "exact")
        self._context(root)
        states = [each for each in root.walk() if each is not root]
        edges = {state.node: self._edges(state) for state in (root, *states)}
        nodes = {state.node: self._state(state, edges[state.node]) for state in states}
        self.node = ""
        self._unknown(root)
        self._activity(root)
        for flag, state in self.lines.flags.items():
            node = nodes[state.node]
            block = {"entry": (f"{flag} = true", *node.entry), "exit": (*node.exit, f"{flag} = false")}
            nodes[state.node] = node.model_copy(update=block)
        entry = self.lines.lines(root.config.get("entry"), (*root.path, "entry"), root)
        if "exit" in root.config:
            self.report((*root.path, "exit"), "exit", "kept", "A machine has no exit of its own here.")
        nodes = {key: _with_made(node, self.timers.get(key, [])) for key, node in nodes.items()}
        begins = tuple(each.node for each in initial_targets(self.machine, root))
        top = tuple(each.node for each in root.children)
        if root.kind == "parallel" or not root.real_children:
            # A machine here has states of its own: one stands for the root where that is no compound state.
            kind = "parallel" if root.kind == "parallel" and top else "state"
            whole = StateNode(kind=kind, name=root.key, children=top, origin={FORMAT_ID: {"whole": True}})
            begins = top = (self.machine.free("machine"),)
            nodes = {top[0]: whole, **nodes}
        plain = len(begins) == 1 and begins[0] in top and not entry
        graph = StateMachineGraph(
            kind="state_machine",
            title=text_of(root.config.get("id")),
            note=text_of(root.config.get("description")),
            children=top,
            initial=begins[0] if plain else InitialTransition(targets=begins, actions=tuple(entry)),
            transitions=tuple(edges[""]),
            nodes=nodes,
            edges=self.edges,
            variables={flag: Variable(type="bool", default=False) for flag in self.lines.flags},
            origin={FORMAT_ID: self._origin(root, entry)},
        )
        kept = {**object_of(graph.origin[FORMAT_ID]), "made": {"entry": [*entry], "initial": begin_of(graph)}}
        graph = graph.model_copy(update={"origin": {FORMAT_ID: kept}})
        return graph, self.variables | self._delays()

    def _context(self, root: ConfiguredState) -> None:
        path = (*root.path, "context")
        context = root.config.get("context")
        if context is not None and not isinstance(context, dict):
            self.report(path, "context", "kept", "It is no object.", "2.1")
        for name, value in object_of(context).items():
            kinds = {bool: "bool", int: "float", float: "float", str: "string"}
            kind = kinds.get(type(value))
            if kind is None or name == FUNCTION:
                self.report((*path, name), f"context {name}", "kept", "It is no single value.", "2.1")
                continue
            self.variables[self.names.variables.legal(name)] = Variable.model_validate(
                {"type": kind, "default": value}
            )
            self.report((*path, name), f"context {name}", "exact")

    def _delays(self) -> dict[str, Variable]:
        found = {}
        for legal, original in self.names.variables.originals.items():
            if original.startswith("delay "):
                note = f"Seconds of the delay {original[6:]!r}, which the game sets."
                found[legal] = Variable(type="float", default=1.0, note=note)
        return found

    # -- states -----------------------------------------------------------------------------------

    def _state(self, state: ConfiguredState, edges: list[str]) -> StateNode:
        self.node = state.node
        config = state.config
        self.report(state.path, f"state {state.key}", "exact")
        self._unknown(state)
        entry = self.lines.lines(config.get("entry"), (*state.path, "entry"), state)
        leave = self.lines.lines(config.get("exit"), (*state.path, "exit"), state)
        fields: dict[str, object] = {
            "kind": state.kind,
            "name": state.key,
            "note": text_of(config.get("description")),
            "children": tuple(each.node for each in state.children),
            "transitions": tuple(edges),
            "entry": (*self.timers.get(state.node, ()), *entry),
            "exit": tuple(leave),
            "activity": self._activity(state),
        }
        if state.kind == "history":
            fields |= self._history(state)
        elif state.kind == "state" and state.real_children:
            fields["initial"] = self._initial(state)
        fields["origin"] = {FORMAT_ID: {**self._origin(state, entry), "key": state.key}}
        return StateNode.model_validate(fields)

    def _initial(self, state: ConfiguredState) -> str | InitialTransition:
        said = object_of(state.config.get("initial"))
        path = (*state.path, "initial")
        targets = initial_targets(self.machine, state)
        actions = self.lines.lines(said.get("actions"), (*path, "actions"), state)
        if len(targets) == 1 and not actions and targets[0] in state.children:
            return targets[0].node
        return InitialTransition(targets=tuple(each.node for each in targets), actions=tuple(actions))

    def _history(self, state: ConfiguredState) -> dict[str, object]:
        around = state.parent
        assert around is not None
        named = [
            around.child(name.removeprefix(".").split("."))
            for name in list_of(state.config.get("target"))
            if isinstance(name, str)
        ]
        if None in named:
            self.report((*state.path, "target"), "target", "lost", "There is no such state beside it.")
        targets = [each for each in named if each is not None] or initial_targets(self.machine, around)
        targets = targets or around.real_children
        ids = tuple(each.node for each in targets)
        deep = state.config.get("history") == "deep"
        direct = len(ids) == 1 and targets[0] in around.children
        default = ids[0] if direct else InitialTransition(targets=ids)
        return {"depth": "deep" if deep else "shallow", "default": default, "entry": (), "exit": ()}

    def _activity(self, state: ConfiguredState) -> Activity | None:
        """Return what a state that invokes one actor does; for others the game posts events."""
        invoked = list_of(state.config.get("invoke"))
        alone = runs_as_activity(state)
        for place, each in enumerate(invoked):
            path = (*state.path, "invoke", *([place] if isinstance(state.config["invoke"], list) else []))
            name = actor_name(each)
            if alone:
                said = "It runs as the activity of the state; what it gives back is not handed on."
                self.report(path, f"invoke {name}", "changed", said, "6.1")
            else:
                said = (
                    f"The game runs it, and posts {self.names.event(f'actor_done {name}')} when it is done."
                )
                self.report(path, f"invoke {name}", "kept", said)
        if not alone:
            return None
        source = text_of(object_of(object_of(invoked[0]).get("src")).get(FUNCTION))
        return Activity(action=self.names.activity(actor_name(invoked[0]), source), loop=False)

    def _unknown(self, state: ConfiguredState) -> None:
        for name, value in state.config.items():
            if name in _KEPT:
                self.report((*state.path, name), name, "kept", _KEPT[name])
            elif name not in _KNOWN and value is not None:
                self.report((*state.path, name), name, "kept", "It is not known in Mindloom.")
        for sort in ("on", "after", "states"):
            value = state.config.get(sort)
            if value is not None and not isinstance(value, dict):
                how: How = "lost" if sort == "states" else "kept"
                self.report((*state.path, sort), sort, how, "It is no object.", remedy="Make it an object.")
        for name, value in object_of(state.config.get("states")).items():
            if not isinstance(value, dict):
                said = "It is no configuration of a state."
                self.report(
                    (*state.path, "states", name), f"state {name}", "lost", said, remedy="Make it one."
                )
        self._report_shape(state)
        if state.node and "context" in state.config:
            self.report((*state.path, "context"), "context", "kept", "Only the machine has a context.")

    def _report_shape(self, state: ConfiguredState) -> None:
        """Report what XState takes, but is an error of a document, or is not reached."""
        kind, own = state.kind, text_of(state.config.get("id"))
        if own and self.machine.by_id.get(own) is not state:
            said = "Another state has its id; targets lead to that one."
            self.report((*state.path, "id"), "id", "kept", said, remedy="Give it an id of its own.")
        begins = [self._begin(state, name) for name in begin_names(state)]
        if kind != "parallel" and None in begins:
            said = "It leads to no state; the first one inside is entered."
            self.report((*state.path, "initial"), "initial", "lost", said)
        reason = ""
        if kind == "parallel" and not state.real_children and state.node:
            reason = "It has no regions; a parallel state here needs one."
        elif kind == "state" and state.children and not state.real_children:
            reason = "Only histories are inside, so that it has nowhere to begin."
        elif kind == "final" and state.parent is not None and state.parent.kind == "parallel":
            reason = "A final state is no region here."
        elif kind in ("final", "history") and (state.children or any(transitions_of(state))):
            reason = f"A state of type {kind} has nothing inside and no transitions here."
        elif state.config.get("type") not in (None, "atomic", "compound", "parallel", "final", "history"):
            reason = "It is of a type that is not known."
        if reason:
            self.report(
                state.path, f"state {state.key}", "kept", reason, remedy="Change what kind of state it is."
            )

    def _begin(self, state: ConfiguredState, name: JsonValue) -> ConfiguredState | None:
        text = text_of(name)
        if text.startswith("#"):
            return self.machine.target(text, state)
        return state.child(text.removeprefix(".").split("."))

    def _origin(self, state: ConfiguredState, entry: list[str]) -> JsonObject:
        """Return the configuration of a state without what becomes parts of the document."""
        kept = {name: value for name, value in state.config.items() if name != "states"}
        return {"config": kept, "made": {"entry": [*entry]} if state.node == "" else {}}

    # -- transitions ------------------------------------------------------------------------------

    def _edges(self, state: ConfiguredState) -> list[str]:
        found = []
        listed = list(transitions_of(state))
        for place, each in enumerate(listed, 1):
            self.node = edge_id = self.machine.free(f"{state.node or 'machine'}.{place}")
            self.edges[edge_id] = self._edge(state, each, listed)
            found.append(edge_id)
        return found

    def _edge(
        self, state: ConfiguredState, transition: ConfiguredTransition, listed: list[ConfiguredTransition]
    ) -> Edge:
        config = transition.config
        way = way_of(self.machine, state, transition)
        guard = (
            self.lines.guard(transition.guard, (*transition.path, "guard"), state)
            if transition.guard is not None
            else None
        )
        actions = self.lines.lines(config.get("actions"), (*transition.path, "actions"), state)
        event, after = self._waits_for(state, transition, way, listed)
        self._report_edge(state, transition, way)
        made: JsonObject = {
            "event": event,
            "after": after if not isinstance(after, dict) else {**after},
            "guard": guard,
            "targets": [*way.targets],
            "actions": [*actions],
            "internal": way.internal,
        }
        origin: JsonObject = {
            "sort": transition.sort,
            "key": transition.key,
            "config": transition.value,
            "made": made,
        }
        return Edge(
            event=event,
            guard=guard,
            targets=way.targets,
            actions=tuple(actions),
            internal=way.internal,
            after=after,
            note=text_of(config.get("description")),
            disabled=bool(way.missing),
            origin={FORMAT_ID: origin},
        )

    def _report_edge(self, state: ConfiguredState, transition: ConfiguredTransition, way: Way) -> None:
        what = f"{transition.sort} {transition.key}".rstrip()
        value = transition.value
        if value is not None and not isinstance(value, (str, list, dict)):
            self.report(transition.path, what, "kept", "It is no transition.", remedy="Write a target.")
            return
        unknown = [name for name in transition.config if name not in _TRANSITION_FIELDS]
        if way.missing:
            self.report(transition.path, what, "lost", f"{way.missing} The transition is disabled.")
        elif way.differs:
            self.report(transition.path, what, "changed", way.differs, "4.5")
        elif transition.sort == "on" and self._differs_by_regions(state, transition):
            said = "Where a region takes the event too, this is taken beside it; there it is not."
            self.report(transition.path, what, "changed", said, "4.4")
        elif transition.sort == "after" and self.lines.is_unset(transition.key):
            self.report(transition.path, what, "kept", UNSET)
        elif unknown:
            self.report(
                transition.path, what, "kept", f"It says {', '.join(unknown)}, which is not known here."
            )
        else:
            self.report(transition.path, what, "exact")

    def _differs_by_regions(self, state: ConfiguredState, transition: ConfiguredTransition) -> bool:
        parallels = handled_inside(state, transition.key)
        inner = [each for around in parallels for each in around.walk() if each is not state]
        targetless = not transition.target_names
        return bool(parallels) and (
            targetless
            or any(
                acts_only(each, transition.key)
                for each in inner
                if transition.key in object_of(each.config.get("on"))
            )
        )

    def _waits_for(
        self,
        state: ConfiguredState,
        transition: ConfiguredTransition,
        way: Way,
        listed: list[ConfiguredTransition],
    ) -> tuple[str, float | dict[str, str] | None]:
        """Return the event of a transition, and the time after which it is taken."""
        sort = transition.sort
        if sort == "on":
            return self.names.descriptor(transition.key), None
        if sort == "always":
            return "always", None
        if sort == "onDone":
            return "done", None
        if sort == "after":
            return self._timed(state, transition, way, listed)
        end = sort.removeprefix("invoke.")
        if runs_as_activity(state) and end in ("onDone", "onError"):
            return ("done.success" if end == "onDone" else "done.failure"), None
        invoked = list_of(state.config.get("invoke"))[int(transition.key)]
        said = {"onDone": "actor_done", "onError": "actor_error"}.get(end, "actor_snapshot")
        return self.names.event(f"{said} {actor_name(invoked)}"), None

    def _timed(
        self,
        state: ConfiguredState,
        transition: ConfiguredTransition,
        way: Way,
        listed: list[ConfiguredTransition],
    ) -> tuple[str, float | dict[str, str] | None]:
        """Return how a transition waits for a time: as a condition, or where it may come too late, an event.

        There a time passes once, here a condition of time stays true. Both are the same where the last
        transition of the time is taken in any case and leaves the state.
        """
        seconds = self.lines.seconds(transition.key) or "0"
        plain = seconds.replace(".", "").isdigit()
        after: float | dict[str, str] = float(seconds) if plain else {"expr": seconds}
        same = [each for each in listed if each.sort == "after" and each.key == transition.key]
        leaves = all(is_left(way_of(self.machine, state, each)) for each in same)
        if not state.node or (leaves and same[-1].guard is None):
            return "tick", after
        event = self.names.event(f"after {transition.key} {state.node}")
        line = f"raise {event} after {seconds}"
        timers = self.timers.setdefault(state.node, [])
        timers += [] if line in timers else [line]
        return event, None


def _with_made(node: StateNode, timers: list[str]) -> StateNode:
    """Return a state that says what of it was made of the file, so that a writer sees what was changed."""
    made: JsonObject = {
        "entry": [*node.entry],
        "exit": [*node.exit],
        "timers": [*timers],
        "initial": begin_of(node),
    }
    kept = {**object_of(node.origin.get(FORMAT_ID)), "made": made}
    return node.model_copy(update={"origin": {FORMAT_ID: kept}})


def begin_of(part: StateNode | StateMachineGraph) -> JsonValue:
    """Return where a state or a machine begins, as JSON."""
    initial = part.initial
    return initial.model_dump(mode="json") if isinstance(initial, InitialTransition) else initial


def runs_as_activity(state: ConfiguredState) -> bool:
    """Tell whether the actor of a state can run as its activity: the only one, and nothing is inside."""
    invoked = list_of(state.config.get("invoke"))
    return len(invoked) == 1 and bool(state.node) and not state.children and state.kind == "state"


def actor_name(invoked: JsonValue) -> str:
    """Return what an invoked actor is called."""
    config = object_of(invoked)
    return text_of(config.get("src")) or text_of(config.get("id")) or "actor"
