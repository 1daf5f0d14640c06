"""Write the machine of a document as a configuration of XState 5, and a file of what it names."""

from __future__ import annotations

import json
from collections.abc import Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.format_record import Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.xstate.configuration import list_of, object_of, text_of
from graphs.formats.xstate.configured_graph import FORMAT_ID, begin_of
from graphs.formats.xstate.setup_names import SetupNames, setup_text
from graphs.kinds.declarations.registry import Registry
from graphs.model.action_rows import has_conditions
from graphs.model.document import Document
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import COMPLETIONS, Variable

SUFFIX, SETUP_SUFFIX = ".machine.json", ".setup.ts"
_LOST_OF_EDGE = ("delay", "cooldown", "group", "interrupt", "outcome")
_LOST_OF_STATE = ("update", "decision", "transient")


def write_xstate(document: Document, registry: Registry, name: str) -> Written:
    """Write the root machine, or the first one; other graphs are told of."""
    machines = {key: each for key, each in document.graphs.items() if isinstance(each, StateMachineGraph)}
    first = document.root if document.root in machines else next(iter(machines), None)
    rows = [
        FormatRow("lost", f"graph {key}", "A configuration is one machine.", "Write it by itself.", graph=key)
        for key in document.graphs
        if key != first
    ]
    if first is None:
        return Written((WrittenFile(SUFFIX, _text({"id": name})),), tuple(rows))
    writer = ConfigurationWriter(document, first, machines[first], name)
    config = writer.machine()
    events = document.events
    setup = setup_text(writer.names, events, writer.context())
    return Written(
        (WrittenFile(SUFFIX, _text(config)), WrittenFile(SETUP_SUFFIX, setup)), (*rows, *writer.rows)
    )


def _text(config: JsonObject) -> str:
    return json.dumps(config, ensure_ascii=False, indent=2) + "\n"


class ConfigurationWriter:
    """Write one machine: what its file said where it still holds, the rest made of the document."""

    def __init__(self, document: Document, graph_id: str, graph: StateMachineGraph, name: str) -> None:
        self.document, self.graph_id, self.graph = document, graph_id, graph
        self.kept = object_of(graph.origin.get(FORMAT_ID))
        config = object_of(self.kept.get("config"))
        self.id = text_of(config.get("id")) or ("" if self.kept else name)
        self.rows: list[FormatRow] = []
        said = object_of(document.origin.get(FORMAT_ID))
        variables = {**document.variables, **graph.variables}
        self.names = SetupNames(
            _texts(said.get("called")),
            _texts(said.get("events")),
            {each: each for each in variables},
            {key: kind for event in document.events.values() for key, kind in event.payload.items()},
            lambda how, what, reason, node: self._report(how, what, reason, node),
        )
        self.whole = next(
            (key for key, node in graph.nodes.items() if _origin(node).get("whole") is True), None
        )
        self.paths: dict[str, tuple[str, ...]] = {}
        self._find_paths(graph.children, ())

    def _find_paths(self, children: Sequence[str], around: tuple[str, ...]) -> None:
        taken: set[str] = set()
        for node_id in children:
            node = self.graph.nodes.get(node_id)
            if node is None or node_id in self.paths:
                continue
            if node_id == self.whole:
                self.paths[node_id] = ()
                self._find_paths(node.children, ())
                continue
            key = node.name or text_of(_origin(node).get("key")) or node_id
            stem, number = key, 1
            while key in taken:
                number += 1
                key = f"{stem}{number}"
            taken.add(key)
            self.paths[node_id] = (*around, key)
            self._find_paths(node.children, self.paths[node_id])

    def _report(self, how: str, what: str, reason: str = "", node: str = "") -> None:
        assert how in ("exact", "changed", "kept", "lost")
        self.rows.append(FormatRow(how, what, reason, graph=self.graph_id, node=node))  # type: ignore[arg-type]

    def context(self) -> list[tuple[str, Variable]]:
        """Return the variables that become the context."""
        return list({**self.document.variables, **self.graph.variables}.items())

    def machine(self) -> JsonObject:
        """Return the configuration of the machine."""
        kept = dict(object_of(self.kept.get("config")))
        config: JsonObject = kept or {"id": self.id}
        if not kept and self.context():
            config["context"] = {name: _start(each) for name, each in self.context()}
        graph = self.graph
        whole = graph.nodes.get(self.whole or "")
        made = object_of(self.kept.get("made"))
        if whole is None:
            if "initial" not in made or begin_of(graph) != made["initial"]:
                self._write_initial(config, graph.initial, "")
            children = graph.children
        else:
            children = whole.children
        self._write_transitions(config, graph.transitions, "")
        self._write_states(config, children)
        return config

    # -- states -----------------------------------------------------------------------------------

    def _write_states(self, config: JsonObject, children: Sequence[str]) -> None:
        states: JsonObject = {}
        for node_id in children:
            if node_id in self.paths:
                states[self.paths[node_id][-1]] = self._state(node_id, self.graph.nodes[node_id])
        if states:
            config["states"] = states

    def _state(self, node_id: str, node: StateNode) -> JsonObject:
        origin = _origin(node)
        made = object_of(origin.get("made"))
        config: JsonObject = dict(object_of(origin.get("config")))
        if node.kind in ("parallel", "final", "history"):
            config["type"] = node.kind
        if node.kind == "history":
            return self._history(config, node, made)
        if node.note and "description" not in config:
            config["description"] = node.note
        if node.children and ("initial" not in made or begin_of(node) != made["initial"]):
            self._write_initial(config, node.initial, node_id)
        for name, lines in (("entry", node.entry), ("exit", node.exit)):
            if tuple(list_of(made.get(name))) != lines or name not in made:
                timers = list_of(made.get("timers"))
                self._write_lines(config, name, [line for line in lines if line not in timers], node_id)
        self._write_activity(config, node, node_id)
        self._write_transitions(config, node.transitions, node_id)
        self._write_states(config, node.children)
        lost = [name for name in _LOST_OF_STATE if getattr(node, name) not in ((), None, False)]
        reason = f"XState has no {', '.join(lost)}." if lost else ""
        self._report("lost" if lost else "exact", f"state {node.name or node_id}", reason, node_id)
        return config

    def _history(self, config: JsonObject, node: StateNode, made: JsonObject) -> JsonObject:
        if not made:
            default = node.default
            targets = (
                default.targets if isinstance(default, InitialTransition) else (default,) if default else ()
            )
            keys = [self.paths[each][-1] for each in targets if each in self.paths]
            config |= {"history": node.depth, **({"target": keys[0]} if keys else {})}
        return config

    def _write_initial(self, config: JsonObject, initial: str | InitialTransition | None, node: str) -> None:
        config.pop("initial", None)
        if isinstance(initial, str) and initial in self.paths:
            config["initial"] = self.paths[initial][-1]
        elif isinstance(initial, InitialTransition):
            said: JsonObject = {
                "target": [self._target(each) for each in initial.targets if each in self.paths]
            }
            self._write_lines(said, "actions", initial.actions, node)
            config["initial"] = said

    def _write_activity(self, config: JsonObject, node: StateNode, node_id: str) -> None:
        activity = node.activity
        if activity is None or "invoke" in config:
            return
        source = self.names.actor(activity.action or f"graph {activity.graph}")
        config["invoke"] = {"src": source}
        reason = "The game has to write the actor."
        self._report("changed", f"activity {source}", reason, node_id)

    def _write_lines(self, config: JsonObject, name: str, lines: Sequence[str], node: str) -> None:
        config.pop(name, None)
        if has_conditions(lines):
            found: list[JsonValue] = [self.names.line("; ".join(line.strip() for line in lines), node)]
        else:
            found = [self.names.line(line, node) for line in lines if line.strip()]
        if found:
            config[name] = found

    # -- transitions ------------------------------------------------------------------------------

    def _write_transitions(self, config: JsonObject, edges: Sequence[str], node: str) -> None:
        """Write the transitions of a state under the keys of XState, by priority."""
        listed = [(edge_id, self.graph.edges[edge_id]) for edge_id in edges if edge_id in self.graph.edges]
        listed.sort(key=lambda pair: -pair[1].priority)
        said = [(edge_id, edge, self._unchanged(edge, node)) for edge_id, edge in listed]
        places: dict[tuple[str, str], list[JsonValue]] = {}
        for edge_id, edge, same in said:
            origin = object_of(edge.origin.get(FORMAT_ID))
            if same:
                keys = [(text_of(origin.get("sort")), text_of(origin.get("key")))]
                value = origin.get("config")
                self._report("exact", f"transition {edge_id}", node=edge_id)
            else:
                keys, value = self._keys(edge, edge_id, node), self._transition(edge, edge_id, node)
            for key in keys:
                places.setdefault(key, []).append(value)
        self._place(config, places)

    def _place(self, config: JsonObject, places: dict[tuple[str, str], list[JsonValue]]) -> None:
        before: JsonObject = {
            name: config[name] for name in ("on", "after", "always", "onDone") if name in config
        }
        found: JsonObject = {}
        for name in ("on", "after"):
            keys = [
                key
                for sort, key in places
                if sort == name
                or (name == "on" and sort == "always" and key == "" and "" in object_of(before.get("on")))
            ]
            order = dict.fromkeys((*(key for key in object_of(before.get(name)) if key in keys), *keys))
            inner = {
                key: _one_or_list(
                    places.get((name, key)) or places[("always", "")], object_of(before.get(name)).get(key)
                )
                for key in order
            }
            if inner or (name in before and not object_of(before[name])):
                found[name] = inner
        for name in ("always", "onDone"):
            if (name, "") in places and not (name == "always" and "" in object_of(found.get("on"))):
                found[name] = _one_or_list(places[name, ""], before.get(name))
        for name in ("on", "after", "always", "onDone"):
            if name in found:
                config[name] = found[name]
            else:
                config.pop(name, None)
        self._place_invoked(config, places)

    def _place_invoked(self, config: JsonObject, places: dict[tuple[str, str], list[JsonValue]]) -> None:
        invoked = list_of(config.get("invoke"))
        if not invoked:
            return
        written: list[JsonValue] = []
        for place, each in enumerate(invoked):
            said = {**object_of(each)}
            for sort in ("onDone", "onError", "onSnapshot"):
                found = places.get((f"invoke.{sort}", str(place)))
                if found:
                    said[sort] = _one_or_list(found, said.get(sort))
                else:
                    said.pop(sort, None)
            written.append(said if isinstance(each, dict) else each)
        config["invoke"] = written if isinstance(config["invoke"], list) else written[0]

    def _unchanged(self, edge: Edge, node: str) -> bool:
        """Tell whether a transition is as it came from its file, and all that it names is where it was."""
        made = object_of(object_of(edge.origin.get(FORMAT_ID)).get("made"))
        if not made:
            return False
        now: JsonObject = edge.model_dump(
            mode="json", include={"event", "after", "guard", "targets", "actions", "internal"}
        )
        places = (*edge.targets, *([node] if node else []))
        return all(made.get(name) == value for name, value in now.items()) and all(
            each == self.whole or ".".join(self.paths.get(each, ("?",))) == each for each in places
        )

    def _target(self, node_id: str) -> str:
        return f"#{'.'.join((self.id or '(machine)', *self.paths[node_id]))}"

    def _keys(self, edge: Edge, edge_id: str, node: str) -> list[tuple[str, str]]:
        """Return under which fields of a state a transition is written."""
        what = f"transition {edge_id}"
        source = self.graph.nodes.get(node)
        if edge.event == "tick" and edge.after is not None and isinstance(edge.after, (int, float)):
            if edge.guard is not None:
                self._report("changed", what, "Its guard is asked once, when the time is over.", edge_id)
            return [("after", f"{edge.after * 1000:g}")]
        if source is not None and source.kind == "choice":
            return [("always", "")]
        found: list[tuple[str, str]] = []
        for event in edge.events:
            if event == "always":
                found.append(("always", ""))
            elif event in COMPLETIONS:
                acts = source is not None and source.activity is not None and not source.children
                failed = event == "done.failure"
                found.append((f"invoke.{'onError' if failed else 'onDone'}", "0") if acts else ("onDone", ""))
            else:
                if event == "tick":
                    said = "It is polled here; there it waits for an event 'tick' that has to be sent."
                    self._report("changed", what, said, edge_id)
                found.append(("on", self._descriptor(event)))
        return list(dict.fromkeys(found))

    def _descriptor(self, event: str) -> str:
        inner = any(name.startswith(event + ".") for name in self.document.events)
        return f"{self.names.event(event)}.*" if inner else self.names.event(event)

    def _transition(self, edge: Edge, edge_id: str, node: str) -> JsonValue:
        said: JsonObject = {}
        targets: list[JsonValue] = [self._target(each) for each in edge.targets if each in self.paths]
        if targets:
            said["target"] = targets[0] if len(targets) == 1 else targets
        if edge.guard is not None:
            said["guard"] = self.names.guard(edge.guard, edge_id)
        if edge.disabled:
            said["guard"] = self.names.guard("false", edge_id)
        self._write_lines(said, "actions", edge.actions, edge_id)
        inside = all(
            self.paths.get(each, ())[: len(self.paths.get(node, ()))] == self.paths.get(node, ())
            for each in edge.targets
        )
        if targets and inside and not edge.internal:
            said["reenter"] = True
        lost = [name for name in _LOST_OF_EDGE if getattr(edge, name) not in (None, False)]
        reason = f"XState has no {', '.join(lost)}." if lost else ""
        self._report("lost" if lost else "exact", f"transition {edge_id}", reason, edge_id)
        return said


def _origin(node: StateNode) -> JsonObject:
    return object_of(node.origin.get(FORMAT_ID))


def _texts(value: JsonValue) -> dict[str, str]:
    return {name: each for name, each in object_of(value).items() if isinstance(each, str)}


def _one_or_list(values: list[JsonValue], before: JsonValue) -> JsonValue:
    single = len(values) == 1 and not (
        isinstance(before, list) and not all(isinstance(each, str) for each in before)
    )
    return values[0] if single else values


def _start(variable: Variable) -> JsonValue:
    zero: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0, "string": "", "enum": ""}
    default = variable.default
    return zero.get(variable.type) if default is None or isinstance(default, dict) else default
