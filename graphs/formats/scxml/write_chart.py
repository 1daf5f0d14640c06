"""Write one machine as a chart: what its file said where it still holds, the rest made of the document."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.formats.basics.json_parts import list_of, object_of, text_of, texts_of
from graphs.formats.basics.machine_writing import ASKED_ONCE, POLLED, parts_of_start
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.scxml.kept_parts import (
    EDGE_MORE,
    MORE,
    NAMESPACE,
    STATE_MORE,
    Part,
    attributes_in,
    parts_in,
    pieces_of,
)
from graphs.formats.scxml.write_lines import LineWriter, place_of
from graphs.model.document import Document
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import COMPLETIONS, Variable

OWN_NAMESPACE = "https://mindloom.dev/scxml"
_SLOT_ORDER = ("datamodel", "onentry", "onexit", "initial", "transition", "state")
_SAID = frozenset({"title", "note", "else", "decision", "kind", "event"})
"""Fields that change nothing, or whose meaning is written otherwise."""
_SAYABLE = frozenset({"tick", "done.success", "done.failure"})
"""Events that SCXML says otherwise, so that an import has to be told."""
_ZERO = {"bool": "false", "int": "0", "float": "0", "string": "''"}

Slots = dict[str, list[XmlElement]]


class ChartWriter(LineWriter):
    """Write a machine as the elements of a chart."""

    def __init__(self, document: Document, graph_id: str, graph: StateMachineGraph, name: str) -> None:
        super().__init__(document, graph_id, graph)
        self.name = name

    def chart(self) -> XmlElement:
        """Return the root element."""
        attributes = attributes_in(self.kept.get("attributes"))
        if not attributes:
            namespace = f"xmlns:{self.prefix[:-1]}" if self.prefix else "xmlns"
            attributes = {namespace: NAMESPACE, "version": "1.0", "datamodel": "ecmascript"}
            attributes["name"] = self.graph.title or self.name
        root = self.element("scxml", attributes)
        slots: Slots = {"initial": self._initial(root, self.graph, self.kept)}
        slots["transition"] = self._transitions(self.graph.transitions, "")
        slots["state"] = self._states(self.graph.children)
        self._fill(root, self.kept, slots)
        new = self._new_data()
        model = next((each for each in root.elements if each.tag == f"{self.prefix}datamodel"), None)
        if new and model is None:
            model = self.element("datamodel")
            root.content.insert(0, model)
        if model is not None:
            model.content += new
        return root

    # -- states -----------------------------------------------------------------------------------

    def _states(self, children: Iterable[str]) -> list[XmlElement]:
        nodes = self.graph.nodes
        return [self._state(each, nodes[each]) for each in children if each in nodes]

    def _state(self, node_id: str, node: StateNode) -> XmlElement:
        kept = self.kept_of(node.origin)
        attributes = attributes_in(kept.get("attributes"))
        if self.names.states[node_id]:
            attributes["id"] = self.names.states[node_id]
        known = node.kind in ("state", "parallel", "final", "history")
        element = self.element(node.kind if known else "state", attributes)
        slots: Slots = {}
        if node.kind == "history":
            slots["transition"] = self._history_arrows(element, node, kept)
        else:
            slots["initial"] = self._initial(element, node, kept)
            slots["transition"] = self._transitions(node.transitions, node_id)
        more: JsonObject = {"kind": "choice"} if node.kind == "choice" else {}
        more |= _fields(node, STATE_MORE)
        self._write_more(element, more, f"state {attributes.get('id', node_id)}", node_id)
        for name, rows in (("onentry", node.entry), ("onexit", node.exit)):
            slots[name] = self._blocks(name, rows, list_of(kept.get(name)), node_id)
        self._add_timers(slots, node_id, node)
        slots["state"] = self._states(node.children)
        self._fill(element, kept, slots)
        return element

    def _initial(
        self, element: XmlElement, node: StateNode | StateMachineGraph, kept: JsonObject
    ) -> list[XmlElement]:
        """Say where a state begins: as its file does where that still holds, else by an attribute."""
        nodes, attributes = self.graph.nodes, element.attributes
        initial = node.initial if node.children else None
        targets, actions = parts_of_start(initial)
        names = self.names.of_states(targets)
        said = object_of(kept.get("initial"))
        if initial is not None and (said or actions):
            attributes.pop("initial", None)
            outer = self.element("initial", attributes_in(said.get("attributes")))
            arrow = self._arrow(initial, object_of(said.get("transition")))
            self._fill(outer, said, {"transition": [arrow]})
            return [outer]
        first = next((each for each in node.children if each in nodes and nodes[each].kind != "history"), "")
        is_told = "initial" in attributes or targets != (first,)
        if not targets:
            attributes.pop("initial", None)
        elif is_told and not _same(attributes.get("initial", ""), names):
            attributes["initial"] = " ".join(names)
        return []

    def _history_arrows(self, element: XmlElement, node: StateNode, kept: JsonObject) -> list[XmlElement]:
        if node.depth != (element.attributes.get("type") or "shallow"):
            element.attributes["type"] = node.depth
        said = node.default is not None and ("attributes" not in kept or "transition" in kept)
        return [self._arrow(node.default, object_of(kept.get("transition")))] if said else []

    def _arrow(self, start: str | InitialTransition | None, said: JsonObject) -> XmlElement:
        """Return the transition of an initial or a history."""
        targets, actions = parts_of_start(start)
        attributes = attributes_in(said.get("attributes"))
        names = self.names.of_states(targets)
        if not _same(attributes.get("target", ""), names):
            attributes["target"] = " ".join(names)
        arrow = self.element("transition", attributes)
        arrow.content += self.content(actions, parts_in(said.get("parts")), "")
        return arrow

    # -- lines ------------------------------------------------------------------------------------

    def _blocks(
        self, name: str, rows: Sequence[str], kept: Iterable[JsonValue], node: str
    ) -> list[XmlElement]:
        """Return the blocks of one sort: lines are given to the block of the file that has them."""
        blocks: list[tuple[XmlElement, list[Part]]] = []
        parts: list[Part] = []
        for block in map(object_of, kept):
            if "made" in block:
                parts.append(("", texts_of(block["made"])))
                continue
            parts += parts_in(block.get("parts"))
            blocks.append((self.element(name, attributes_in(block.get("attributes"))), parts))
            parts = []
        if not blocks:
            content = self.content(rows, parts, node)
            return [XmlElement(self.prefix + name, {}, content)] if content else []
        blocks[-1][1].extend(parts)
        left = list(rows)
        for element, own in blocks:
            taken = len(left) if element is blocks[-1][0] else _taken(left, own)
            element.content += self.content(left[:taken], own, node)
            left = left[taken:]
        return [element for element, _ in blocks]

    # -- transitions ------------------------------------------------------------------------------

    def _transitions(self, edges: Iterable[str], node: str) -> list[XmlElement]:
        listed = [(each, self.graph.edges[each]) for each in edges if each in self.graph.edges]
        return [
            self._transition(edge_id, edge, node)
            for edge_id, edge in listed
            if self.kept_of(edge.origin).get("made") is not True
        ]

    def _transition(self, edge_id: str, edge: Edge, node: str) -> XmlElement:
        kept = self.kept_of(edge.origin)
        made = object_of(kept.get("made"))
        element = self.element("transition", attributes_in(kept.get("attributes")))
        attributes = element.attributes
        what = f"transition {edge_id}"
        if texts_of(made.get("event")) != edge.events:
            _set(attributes, "event", self._event(edge, edge_id, node))
        if "guard" not in made or made["guard"] != edge.guard:
            words = JavaScriptWords(self.names.of_path)
            _set(attributes, "cond", None if edge.guard is None else words.text(edge.guard))
            if words.notes:
                self.report("changed", what, " ".join(words.notes), edge_id)
        names = self.names.of_states(edge.targets)
        if not _same(attributes.get("target", ""), names, set(self.names.states.values())):
            _set(attributes, "target", " ".join(names) or None)
        if edge.internal != (attributes.get("type") == "internal"):
            attributes["type"] = "internal" if edge.internal else "external"
        if not (kept and edge.disabled):
            timed = _is_timer(edge, node)
            more = _fields(edge, [each for each in EDGE_MORE if not (timed and each == "after")])
            if not timed and not _SAYABLE.isdisjoint(edge.events):
                more |= edge.model_dump(mode="json", include={"event"})
            self._write_more(element, more, what, edge_id)
        element.content += self.content(edge.actions, parts_in(kept.get("parts")), edge_id)
        self.report("exact", what, node=edge_id)
        return element

    def _event(self, edge: Edge, edge_id: str, node: str) -> str | None:
        """Return what a transition waits for; a time that passes is an event that the state sends itself."""
        what = f"transition {edge_id}"
        if _is_timer(edge, node):
            self.report("changed" if edge.guard else "exact", what, ASKED_ONCE if edge.guard else "", edge_id)
            return _timer(edge_id)
        words = []
        for event in edge.events:
            if event == "tick":
                self.report("changed", what, POLLED, edge_id)
            if event in COMPLETIONS:
                if event != "done":
                    reason = "There a state is done, neither with success nor with failure."
                    self.report("changed", what, reason, edge_id)
                words.append(f"done.state.{self.names.states.get(node, '')}")
            elif event != "always":
                words.append(self.names.event(event))
        is_choice = bool(node) and self.graph.nodes[node].kind == "choice"
        return None if is_choice else " ".join(dict.fromkeys(words)) or None

    def _add_timers(self, slots: Slots, node_id: str, node: StateNode) -> None:
        """Let a state send itself the events of the times after which its transitions are taken."""
        for edge_id in node.transitions:
            edge = self.graph.edges.get(edge_id)
            if edge is None or not _is_timer(edge, node_id):
                continue
            timer = _timer(edge_id)
            send = self.element("send", {"event": timer, "id": timer, "delay": f"{edge.after}s"})
            for name, each in (("onentry", send), ("onexit", self.element("cancel", {"sendid": timer}))):
                slots[name] = slots[name] or [self.element(name)]
                slots[name][-1].content.append(each)

    # -- data, and what SCXML does not have -------------------------------------------------------

    def _write_more(self, element: XmlElement, said: JsonObject, what: str, node: str) -> None:
        """Write the fields that SCXML does not have into an attribute of Mindloom."""
        _set(element.attributes, MORE, json.dumps(said, ensure_ascii=False, sort_keys=True) if said else None)
        self.uses_own_names |= bool(said)
        unknown = [name for name in said if name not in _SAID]
        if unknown:
            reason = f"Other programs do not know {', '.join(unknown)}; an attribute of Mindloom keeps it."
            self.report("kept", what, reason, node)

    def _fill(self, element: XmlElement, kept: JsonObject, slots: Slots) -> None:
        """Put the parts of an element where its file had parts of their sort, and what else was there."""
        left = {name: list(found) for name, found in slots.items()}
        for part in list_of(kept.get("content")):
            if isinstance(part, dict):
                element.content.append(self._datamodel(part))
            elif isinstance(part, str) and part not in _SLOT_ORDER:
                element.content += pieces_of(part)
            elif isinstance(part, str) and left.get(part):
                element.content.append(left[part].pop(0))
        for name in _SLOT_ORDER:
            element.content += left.get(name, [])

    def _data(self) -> dict[str, Variable]:
        """Return the variables that are data of the chart."""
        return {name: each for name, each in self.variables.items() if name not in self.names.flags}

    def _datamodel(self, part: JsonObject) -> XmlElement:
        element = self.element("datamodel", attributes_in(part.get("attributes")))
        data = self._data()
        for each in list_of(part.get("datamodel")):
            said = object_of(each)
            pieces = pieces_of(text_of(each) or text_of(said.get("xml")))
            variable = data.get(text_of(said.get("data")))
            if variable is None:
                element.content += pieces if said.get("made") is None else []
            elif said.get("made") == variable.default:
                element.content += pieces
            else:
                changed = {"expr": self._default(variable)}
                elements = [piece for piece in pieces if isinstance(piece, XmlElement)]
                element.content += [XmlElement(old.tag, old.attributes | changed) for old in elements]
        return element

    def _new_data(self) -> list[XmlElement]:
        """Return data for the variables that no data of the file is for."""
        found: list[XmlElement] = []
        for name, variable in self._data().items():
            if name in self.names.data:
                continue
            found.append(self.element("data", {"id": name, "expr": self._default(variable)}))
            if variable.type in _ZERO:
                self.report("exact", f"variable {name}")
            else:
                reason = f"There is no type {variable.type} there; it begins as null."
                self.report("changed", f"variable {name}", reason)
        return found

    def _default(self, variable: Variable) -> str:
        default = variable.default
        if isinstance(default, dict):
            return JavaScriptWords(self.names.of_path).text(str(default.get("expr", "")))
        if default is None or variable.type not in _ZERO:
            return _ZERO.get(variable.type, "null")
        return JavaScriptWords(self.names.of_path).text(json.dumps(default, ensure_ascii=False))


def _is_timer(edge: Edge, source: str) -> bool:
    """Tell whether a transition waits for nothing but a time, from one state."""
    plain = edge.event == "tick" and not edge.interrupt and edge.delay is None and edge.group is None
    return bool(source) and plain and isinstance(edge.after, (int, float)) and bool(edge.targets)


def _timer(edge_id: str) -> str:
    return f"after.{edge_id.replace(' ', '_')}"


def _fields(part: StateNode | Edge, names: Iterable[str]) -> JsonObject:
    """Return those of some fields that say something, as JSON."""
    return part.model_dump(mode="json", by_alias=True, include={*names}, exclude_defaults=True)


def _set(attributes: dict[str, str], name: str, value: str | None) -> None:
    """Set an attribute, which keeps its place, or take it out."""
    if value is None:
        attributes.pop(name, None)
    else:
        attributes[name] = value


def _same(text: str, names: Sequence[str], known: Collection[str] | None = None) -> bool:
    """Tell whether a list of ids in a file still says these states; those it does not know are left out."""
    listed = [each for each in text.split() if known is None or each in known]
    return list(dict.fromkeys(listed)) == list(names)


def _taken(rows: Sequence[str], parts: Iterable[Part]) -> int:
    """Return how many of the first rows are those of a block of the file."""
    at = 0
    for _, lines in parts:
        place = place_of(lines, rows, at) if lines else None
        at = at if place is None else place + len(lines)
    return at
