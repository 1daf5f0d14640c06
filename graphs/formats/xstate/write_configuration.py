"""Write one machine as a configuration: what its file said where that holds, the rest of the document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphs.basics.ids import free_name
from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.json_parts import list_of, object_of, text_of, text_pairs
from graphs.formats.basics.machine_writing import ASKED_ONCE, POLLED, MachineWriter, parts_of_start
from graphs.formats.xstate.made_parts import FORMAT_ID, made_of_edge, made_of_start
from graphs.formats.xstate.setup_names import SetupNames
from graphs.model.action_rows import has_conditions
from graphs.model.document import Document
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import COMPLETIONS, Variable

Places = dict[tuple[str, str], list[JsonValue]]
"""Transitions as they are written, by the field of the state and the key in it."""
_LOST_OF_EDGE = ("delay", "cooldown", "group", "interrupt", "outcome")
_LOST_OF_STATE = ("update", "decision", "transient")


class ConfigurationWriter(MachineWriter):
    """Write one machine: what its file said where it still holds, the rest made of the document."""

    def __init__(self, document: Document, graph_id: str, graph: StateMachineGraph, name: str) -> None:
        super().__init__(FORMAT_ID, document, graph_id, graph)
        config = object_of(self.kept.get("config"))
        self.id = text_of(config.get("id")) or ("" if self.kept else name)
        said = self.kept_of(document.origin)
        self.names = SetupNames(
            text_pairs(said.get("called")),
            text_pairs(said.get("events")),
            self.variables,
            {key: kind for event in document.events.values() for key, kind in event.payload.items()},
            self.report,
        )
        nodes = graph.nodes.items()
        self.whole = next((key for key, node in nodes if self.kept_of(node.origin).get("whole") is True), "")
        self.paths: dict[str, tuple[str, ...]] = {}
        self._find_paths(graph.children, ())

    def _find_paths(self, children: Sequence[str], around: tuple[str, ...]) -> None:
        """Find the keys that lead to each state."""
        taken: set[str] = set()
        for node_id in children:
            node = self.graph.nodes.get(node_id)
            if node is None or node_id in self.paths:
                continue
            self.paths[node_id] = ()
            if node_id != self.whole:
                key = node.name or text_of(self.kept_of(node.origin).get("key")) or node_id
                key = free_name(key, taken, joint="")
                taken.add(key)
                self.paths[node_id] = (*around, key)
            self._find_paths(node.children, self.paths[node_id])

    def machine(self) -> JsonObject:
        """Return the configuration of the machine."""
        config = {**object_of(self.kept.get("config"))}
        if not config:
            config["id"] = self.id
            if self.variables:
                config["context"] = {name: _start(each) for name, each in self.variables.items()}
        graph = self.graph
        made = object_of(self.kept.get("made"))
        if self.whole:
            children = graph.nodes[self.whole].children
        else:
            children = graph.children
            if "initial" not in made or made_of_start(graph.initial) != made["initial"]:
                self._write_initial(config, graph.initial, "")
        self._write_transitions(config, graph.transitions, "")
        self._write_states(config, children)
        return config

    # -- states -----------------------------------------------------------------------------------

    def _write_states(self, config: JsonObject, children: Sequence[str]) -> None:
        nodes = self.graph.nodes
        states = {self.paths[each][-1]: self._state(each, nodes[each]) for each in children if each in nodes}
        if states:
            config["states"] = {**states}

    def _state(self, node_id: str, node: StateNode) -> JsonObject:
        kept = self.kept_of(node.origin)
        made = object_of(kept.get("made"))
        config = {**object_of(kept.get("config"))}
        if node.kind in ("parallel", "final", "history"):
            config["type"] = node.kind
        if node.kind == "history":
            return config if made else config | self._history(node)
        if node.note and "description" not in config:
            config["description"] = node.note
        if node.children and ("initial" not in made or made_of_start(node.initial) != made["initial"]):
            self._write_initial(config, node.initial, node_id)
        timers = list_of(made.get("timers"))
        for name, lines in (("entry", node.entry), ("exit", node.exit)):
            if made.get(name) != [*lines]:
                self._write_lines(config, name, [line for line in lines if line not in timers], node_id)
        self._write_activity(config, node, node_id)
        self._write_transitions(config, node.transitions, node_id)
        self._write_states(config, node.children)
        self._report_lost(node, _LOST_OF_STATE, f"state {node.name or node_id}", node_id)
        return config

    def _report_lost(self, part: StateNode | Edge, names: Iterable[str], what: str, node: str) -> None:
        """Report a part that is written: lost where it says something that XState does not have."""
        lost = [name for name in names if getattr(part, name) not in ((), None, False)]
        if lost:
            self.report("lost", what, f"XState has no {', '.join(lost)}.", node)
        else:
            self.report("exact", what, node=node)

    def _history(self, node: StateNode) -> JsonObject:
        targets, _ = parts_of_start(node.default)
        keys = [self.paths[each][-1] for each in targets if each in self.paths]
        return {"history": node.depth, **({"target": keys[0]} if keys else {})}

    def _write_initial(self, config: JsonObject, initial: str | InitialTransition | None, node: str) -> None:
        config.pop("initial", None)
        targets, actions = parts_of_start(initial)
        if isinstance(initial, InitialTransition):
            said: JsonObject = {"target": [self._target(each) for each in targets if each in self.paths]}
            self._write_lines(said, "actions", actions, node)
            config["initial"] = said
        elif initial in self.paths:
            config["initial"] = self.paths[initial][-1]

    def _write_activity(self, config: JsonObject, node: StateNode, node_id: str) -> None:
        activity = node.activity
        if activity is None or "invoke" in config:
            return
        source = self.names.actor(activity.action or f"graph {activity.graph}")
        config["invoke"] = {"src": source}
        reason = "The game has to write the actor."
        self.report("changed", f"activity {source}", reason, node_id)

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
        places: Places = {}
        for edge_id, edge in listed:
            kept = self.kept_of(edge.origin)
            if self._is_unchanged(edge, node):
                keys = [(text_of(kept.get("sort")), text_of(kept.get("key")))]
                value = kept.get("config")
                self.report("exact", f"transition {edge_id}", node=edge_id)
            else:
                keys, value = self._keys(edge, edge_id, node), self._transition(edge, edge_id, node)
            for key in keys:
                places.setdefault(key, []).append(value)
        self._place(config, places)
        self._place_invoked(config, places)

    def _place(self, config: JsonObject, places: Places) -> None:
        """Put transitions under their fields, in the order of the file."""
        before = object_of(config.get("on"))
        if "" in before and ("always", "") in places:
            # An older file says under an empty event what is always asked.
            places["on", ""] = places.pop(("always", ""))
        for name in ("on", "after"):
            said = object_of(config.get(name))
            keys = [key for sort, key in places if sort == name]
            order = dict.fromkeys((*(key for key in said if key in keys), *keys))
            if order:
                config[name] = {key: _one_or_list(places[name, key], said.get(key)) for key in order}
            elif said:
                del config[name]
        for name in ("always", "onDone"):
            if (name, "") in places:
                config[name] = _one_or_list(places[name, ""], config.get(name))
            else:
                config.pop(name, None)

    def _place_invoked(self, config: JsonObject, places: Places) -> None:
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

    def _is_unchanged(self, edge: Edge, node: str) -> bool:
        """Tell whether a transition is as it came from its file, and all that it names is where it was."""
        made = object_of(self.kept_of(edge.origin).get("made"))
        places = (*edge.targets, *([node] if node else []))
        return made == made_of_edge(edge) and all(
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
                self.report("changed", what, ASKED_ONCE, edge_id)
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
                    self.report("changed", what, POLLED, edge_id)
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
        self._report_lost(edge, _LOST_OF_EDGE, f"transition {edge_id}", edge_id)
        return said


def _one_or_list(values: list[JsonValue], before: JsonValue) -> JsonValue:
    single = len(values) == 1 and not (
        isinstance(before, list) and not all(isinstance(each, str) for each in before)
    )
    return values[0] if single else values


def _start(variable: Variable) -> JsonValue:
    zero: dict[str, JsonValue] = {"bool": False, "int": 0, "float": 0, "string": "", "enum": ""}
    default = variable.default
    return zero.get(variable.type) if default is None or isinstance(default, dict) else default
