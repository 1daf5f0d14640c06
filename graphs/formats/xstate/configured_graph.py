"""Make a machine of one configuration of XState."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.javascript_meaning import JsType, Said
from graphs.formats.basics.json_parts import object_of, text_of, texts_of
from graphs.formats.basics.json_places import JsonPath
from graphs.formats.basics.machine_reading import NAME_ONE, start_of
from graphs.formats.xstate.configuration import FUNCTION, Configuration, ConfiguredState
from graphs.formats.xstate.configured_lines import UNSET, ConfiguredLines
from graphs.formats.xstate.configured_names import ConfiguredNames
from graphs.formats.xstate.configured_transitions import (
    ConfiguredTransition,
    Way,
    begin_names,
    differs_by_regions,
    initial_targets,
    invoked_by,
    transitions_of,
    way_of,
)
from graphs.formats.xstate.made_parts import FORMAT_ID, made_of_edge, made_of_start, made_of_state
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import Variable

_KNOWN = frozenset(
    {"id", "initial", "states", "on", "after", "always", "onDone", "entry", "exit", "invoke", "type"}
    | {"history", "target", "description", "context", "version", "order", "types", "schemas"}
    | {"$schema", "key"}
)
_KEPT = {
    "output": "What a machine gives back is not known here.",
    "tags": "States have no tags here.",
    "meta": "It says nothing that runs.",
    "route": "It is not known in Mindloom.",
}
_REMEDIES: dict[How, str] = {"kept": "The game has to bring it.", "lost": NAME_ONE}
_EVENTS = {"always": "always", "onDone": "done"}
_ACTOR_EVENTS = {"onDone": "actor_done", "onError": "actor_error", "onSnapshot": "actor_snapshot"}
_TYPES = ("atomic", "compound", "parallel", "final", "history")
_CONTEXT: dict[type, JsType] = {bool: "bool", int: "float", float: "float", str: "string"}
_TRANSITION_FIELDS = frozenset({"target", "guard", "cond", "actions", "reenter", "internal", "description"})

Places = Mapping[JsonPath, tuple[int, int]]


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
        places: Places,
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

    def report(
        self, path: JsonPath, what: str, how: How, reason: str = "", rule: str = "", remedy: str = ""
    ) -> None:
        """Add a row of a construct at a place of the file."""
        at = path
        while at and at not in self.places:
            at = at[:-1]
        line, column = self.places.get(at, (0, 0))
        remedy = remedy or _REMEDIES.get(how, "")
        place = (self.file, line, column, rule, self.graph_id, self.node)
        self.rows.append(FormatRow(how, what, reason, remedy, *place))

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
        nodes = {key: self._with_made(key, node) for key, node in nodes.items()}
        begins = [each.node for each in initial_targets(self.machine, root)]
        top = tuple(each.node for each in root.children)
        if root.kind == "parallel" or not root.real_children:
            # A machine here has states of its own: one stands for the root where that is no compound state.
            kind = "parallel" if root.kind == "parallel" and top else "state"
            whole = StateNode(kind=kind, name=root.key, children=top, origin={FORMAT_ID: {"whole": True}})
            name = self.machine.free("machine")
            begins, top, nodes = [name], (name,), {name: whole, **nodes}
        initial = start_of(begins, top, entry)
        made: JsonObject = {"entry": [*entry], "initial": made_of_start(initial)}
        graph = StateMachineGraph(
            kind="state_machine",
            title=text_of(root.config.get("id")),
            note=text_of(root.config.get("description")),
            children=top,
            initial=initial,
            transitions=tuple(edges[""]),
            nodes=nodes,
            edges=self.edges,
            variables=dict.fromkeys(self.lines.flags, Variable(type="bool", default=False)),
            origin={FORMAT_ID: {"config": _own_config(root), "made": made}},
        )
        return graph, self.variables | self._delays()

    def _with_made(self, key: str, node: StateNode) -> StateNode:
        """Return a state that says what of it was made of the file: a writer sees what was changed."""
        made = made_of_state(node, self.timers.get(key, []))
        kept = {**object_of(node.origin.get(FORMAT_ID)), "made": made}
        return node.model_copy(update={"origin": {FORMAT_ID: kept}})

    def _context(self, root: ConfiguredState) -> None:
        path = (*root.path, "context")
        context = root.config.get("context")
        if context is not None and not isinstance(context, dict):
            self.report(path, "context", "kept", "It is no object.", "2.1")
        for name, value in object_of(context).items():
            kind = _CONTEXT.get(type(value))
            if kind is None or name == FUNCTION:
                self.report((*path, name), f"context {name}", "kept", "It is no single value.", "2.1")
                continue
            legal = self.names.variables.legal(name)
            self.variables[legal] = Variable.model_validate({"type": kind, "default": value})
            self.lines.context[name] = Said(legal, kind)
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
            "origin": {FORMAT_ID: {"config": _own_config(state), "key": state.key}},
        }
        if state.kind == "history":
            fields |= self._history(state)
        elif state.kind == "state" and state.real_children:
            fields["initial"] = self._initial(state)
        return StateNode.model_validate(fields)

    def _initial(self, state: ConfiguredState) -> str | InitialTransition:
        said = object_of(state.config.get("initial"))
        targets = [each.node for each in initial_targets(self.machine, state)]
        actions = self.lines.lines(said.get("actions"), (*state.path, "initial", "actions"), state)
        return start_of(targets, [each.node for each in state.children], actions)

    def _history(self, state: ConfiguredState) -> dict[str, object]:
        around = state.parent
        assert around is not None
        named = [self.machine.inside(name, around) for name in texts_of(state.config.get("target"))]
        if None in named:
            self.report((*state.path, "target"), "target", "lost", "There is no such state beside it.")
        targets = [each for each in named if each is not None] or initial_targets(self.machine, around)
        ids = [each.node for each in targets or around.real_children]
        depth = "deep" if state.config.get("history") == "deep" else "shallow"
        default = start_of(ids, [each.node for each in around.children])
        return {"depth": depth, "default": default, "entry": (), "exit": ()}

    def _activity(self, state: ConfiguredState) -> Activity | None:
        """Return what a state that invokes one actor does; for others the game posts events."""
        invoked = invoked_by(state)
        if _runs_as_activity(state):
            ((config, path),) = invoked
            name = _actor_name(config)
            said = "It runs as the activity of the state; what it gives back is not handed on."
            self.report(path, f"invoke {name}", "changed", said, "6.1")
            source = text_of(object_of(config.get("src")).get(FUNCTION))
            return Activity(action=self.names.activity(name, source), loop=False)
        for config, path in invoked:
            name = _actor_name(config)
            said = f"The game runs it, and posts {self.names.event(f'actor_done {name}')} when it is done."
            self.report(path, f"invoke {name}", "kept", said)
        return None

    def _unknown(self, state: ConfiguredState) -> None:
        """Report the fields of a state that are not known, or not of the sort that they should be."""
        for name, value in state.config.items():
            if name in _KEPT or (name not in _KNOWN and value is not None):
                said = _KEPT.get(name, "It is not known in Mindloom.")
                self.report((*state.path, name), name, "kept", said)
        for sort in ("on", "after", "states"):
            value = state.config.get(sort)
            if value is not None and not isinstance(value, dict):
                how: How = "lost" if sort == "states" else "kept"
                self.report((*state.path, sort), sort, how, "It is no object.", remedy="Make it an object.")
        for name, value in object_of(state.config.get("states")).items():
            if not isinstance(value, dict):
                said, path = "It is no configuration of a state.", (*state.path, "states", name)
                self.report(path, f"state {name}", "lost", said, remedy="Make it one.")
        self._report_shape(state)
        if state.node and "context" in state.config:
            self.report((*state.path, "context"), "context", "kept", "Only the machine has a context.")

    def _report_shape(self, state: ConfiguredState) -> None:
        """Report what XState takes, but is an error of a document, or is not reached."""
        kind, own = state.kind, text_of(state.config.get("id"))
        if own and self.machine.by_id.get(own) is not state:
            said = "Another state has its id; targets lead to that one."
            self.report((*state.path, "id"), "id", "kept", said, remedy="Give it an id of its own.")
        begins = [self.machine.inside(text_of(name), state) for name in begin_names(state)]
        if kind != "parallel" and None in begins:
            said = "It leads to no state; the first one inside is entered."
            self.report((*state.path, "initial"), "initial", "lost", said)
        reason = state.refused_shape if state.node or kind != "parallel" else ""
        if not reason and kind in ("final", "history") and (state.children or any(transitions_of(state))):
            reason = f"A state of type {kind} has nothing inside and no transitions here."
        elif not reason and state.config.get("type") not in (None, *_TYPES):
            reason = "It is of a type that is not known."
        if reason:
            remedy = "Change what kind of state it is."
            self.report(state.path, f"state {state.key}", "kept", reason, remedy=remedy)

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
        config, path, asked = transition.config, transition.path, transition.guard
        way = way_of(self.machine, state, transition)
        guard = None if asked is None else self.lines.guard(asked, (*path, "guard"), state)
        actions = self.lines.lines(config.get("actions"), (*path, "actions"), state)
        event, after = self._waits_for(state, transition, listed)
        self._report_edge(state, transition, way)
        edge = Edge(
            event=event,
            guard=guard,
            targets=way.targets,
            actions=tuple(actions),
            internal=way.internal,
            after=after,
            note=text_of(config.get("description")),
            disabled=bool(way.missing),
        )
        said: JsonObject = {"sort": transition.sort, "key": transition.key, "config": transition.value}
        return edge.model_copy(update={"origin": {FORMAT_ID: {**said, "made": made_of_edge(edge)}}})

    def _report_edge(self, state: ConfiguredState, transition: ConfiguredTransition, way: Way) -> None:
        value = transition.value
        unknown = [name for name in transition.config if name not in _TRANSITION_FIELDS]
        how: How = "kept"
        reason, rule, remedy = "", "", ""
        if value is not None and not isinstance(value, (str, list, dict)):
            reason, remedy = "It is no transition.", "Write a target."
        elif way.missing:
            how, reason = "lost", f"{way.missing} The transition is disabled."
        elif way.differs:
            how, reason, rule = "changed", way.differs, "4.5"
        elif transition.sort == "on" and differs_by_regions(state, transition):
            how, rule = "changed", "4.4"
            reason = "Where a region takes the event too, this is taken beside it; there it is not."
        elif transition.sort == "after" and self.lines.is_unset(transition.key):
            reason = UNSET
        elif unknown:
            reason = f"It says {', '.join(unknown)}, which is not known here."
        else:
            how = "exact"
        what = f"{transition.sort} {transition.key}".rstrip()
        self.report(transition.path, what, how, reason, rule, remedy)

    def _waits_for(
        self, state: ConfiguredState, transition: ConfiguredTransition, listed: list[ConfiguredTransition]
    ) -> tuple[str, float | dict[str, str] | None]:
        """Return the event of a transition, and the time after which it is taken."""
        sort = transition.sort
        if sort == "on":
            return self.names.descriptor(transition.key), None
        if sort in _EVENTS:
            return _EVENTS[sort], None
        if sort == "after":
            return self._timed(state, transition.key, listed)
        end = sort.removeprefix("invoke.")
        if _runs_as_activity(state) and end in ("onDone", "onError"):
            return ("done.success" if end == "onDone" else "done.failure"), None
        config, _ = invoked_by(state)[int(transition.key)]
        return self.names.event(f"{_ACTOR_EVENTS[end]} {_actor_name(config)}"), None

    def _timed(
        self, state: ConfiguredState, key: str, listed: list[ConfiguredTransition]
    ) -> tuple[str, float | dict[str, str] | None]:
        """Return how a transition waits for a time: as a condition, or where it may come too late, an event.

        There a time passes once, here a condition of time stays true. Both are the same where the last
        transition of the time is taken in any case and leaves the state.
        """
        seconds = self.lines.seconds(key) or "0"
        plain = seconds.replace(".", "").isdigit()
        same = [each for each in listed if each.sort == "after" and each.key == key]
        leaves = all(way_of(self.machine, state, each).is_left for each in same)
        if not state.node or (leaves and same[-1].guard is None):
            return "tick", float(seconds) if plain else {"expr": seconds}
        event = self.names.event(f"after {key} {state.node}")
        line = f"raise {event} after {seconds}"
        timers = self.timers.setdefault(state.node, [])
        timers += [] if line in timers else [line]
        return event, None


def _own_config(state: ConfiguredState) -> JsonObject:
    """Return the configuration of a state without the states inside."""
    return {name: value for name, value in state.config.items() if name != "states"}


def _runs_as_activity(state: ConfiguredState) -> bool:
    """Tell whether the actor of a state can run as its activity: the only one, and nothing is inside."""
    return len(invoked_by(state)) == 1 and bool(state.node) and not state.children and state.kind == "state"


def _actor_name(invoked: JsonObject) -> str:
    """Return what an invoked actor is called."""
    return text_of(invoked.get("src")) or text_of(invoked.get("id")) or "actor"
