"""Write one machine as a chart: what its file said where it still holds, the rest made of the document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.javascript_text import JavaScriptWords
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.scxml.origin_parts import EDGE_MORE, MORE, STATE_MORE
from graphs.formats.scxml.write_lines import Content, LineWriter, Part
from graphs.formats.scxml.write_names import ChartNames, initial_attributes
from graphs.formats.scxml.write_parts import (
    Kept,
    attributes_in,
    kept_of,
    list_in,
    object_in,
    parts_in,
    pieces_of,
    text_pairs,
    texts_in,
)
from graphs.model.document import Document
from graphs.model.state_machine import Edge, InitialTransition, StateMachineGraph, StateNode
from graphs.model.variables_and_events import COMPLETIONS, Variable

NAMESPACE = "http://www.w3.org/2005/07/scxml"
OWN_NAMESPACE = "https://mindloom.dev/scxml"
_SLOT_ORDER = ("datamodel", "onentry", "onexit", "initial", "transition", "state")
_TAGS = {"choice": "state"}
_SAID = frozenset({"title", "note", "else_", "decision"})
"""Fields that change nothing, or whose meaning is written otherwise."""
_SAYABLE = frozenset({"tick", "done.success", "done.failure"})
"""Events that SCXML says otherwise, so that an import has to be told."""
_PLAIN_TYPES = ("bool", "int", "float", "string")
_ZERO = {"bool": "false", "int": "0", "float": "0", "string": "''"}

Slots = dict[str, list[XmlElement]]


class ChartWriter:
    """Write a machine; `rows` is the report, `uses_own_names` tells that attributes of Mindloom are in it."""

    def __init__(self, document: Document, graph_id: str, graph: StateMachineGraph, name: str) -> None:
        self.document = document
        self.graph_id = graph_id
        self.graph = graph
        self.name = name
        self.kept = kept_of(graph.origin)
        tag = self.kept.get("tag")
        self.prefix = f"{tag.rpartition(':')[0]}:" if isinstance(tag, str) and ":" in tag else ""
        self.names = ChartNames(document, graph)
        self.rows: list[FormatRow] = []
        self.uses_own_names = False

    def chart(self) -> XmlElement:
        """Return the root element."""
        attributes = attributes_in(self.kept.get("attributes"))
        if not attributes:
            namespace = f"xmlns:{self.prefix[:-1]}" if self.prefix else "xmlns"
            attributes = {namespace: NAMESPACE, "version": "1.0", "datamodel": "ecmascript"}
            attributes["name"] = self.graph.title or self.name
        root = self._element("scxml", attributes)
        slots: Slots = {}
        self._write_initial(root, self.graph.initial, self.graph.children, self.kept, slots)
        self._add_transitions(slots, self.graph.transitions, "")
        self._add_states(slots, self.graph.children)
        self._fill(root, self.kept, slots, is_root=True)
        return root

    def _element(self, tag: str, attributes: Mapping[str, str] | None = None) -> XmlElement:
        return XmlElement(self.prefix + tag, dict(attributes or {}))

    def _report(self, how: str, what: str, reason: str = "", node: str = "", remedy: str = "") -> None:
        assert how in ("exact", "changed", "kept", "lost")
        self.rows.append(FormatRow(how, what, reason, remedy, graph=self.graph_id, node=node))  # type: ignore[arg-type]

    # -- states -----------------------------------------------------------------------------------

    def _add_states(self, slots: Slots, children: Iterable[str]) -> None:
        nodes = self.graph.nodes
        slots["state"] = [self._state(each, nodes[each]) for each in children if each in nodes]

    def _state(self, node_id: str, node: StateNode) -> XmlElement:
        kept = kept_of(node.origin)
        attributes = attributes_in(kept.get("attributes"))
        if self.names.states[node_id]:
            attributes["id"] = self.names.states[node_id]
        known = node.kind in ("state", "parallel", "final", "history")
        element = self._element(node.kind if known else "state", attributes)
        slots: Slots = {}
        if node.kind == "history":
            self._write_history(element, node, kept, slots)
        else:
            initial = node.initial if node.children else None
            self._write_initial(element, initial, node.children, kept, slots)
            self._add_transitions(slots, node.transitions, node_id)
        self._write_more(element, node, STATE_MORE, f"state {attributes.get('id', node_id)}", node_id)
        for name, rows in (("onentry", node.entry), ("onexit", node.exit)):
            slots[name] = self._blocks(name, rows, list_in(kept.get(name)), node_id)
        self._add_timers(slots, node)
        self._add_states(slots, node.children)
        self._fill(element, kept, slots)
        return element

    def _write_initial(
        self,
        element: XmlElement,
        initial: str | InitialTransition | None,
        children: Sequence[str],
        kept: Kept,
        slots: Slots,
    ) -> None:
        """Say where a state begins: as its file does where that still holds, else by an attribute."""
        if initial is None:
            element.attributes.pop("initial", None)
            return
        actions = initial.actions if isinstance(initial, InitialTransition) else ()
        targets = initial.targets if isinstance(initial, InitialTransition) else (initial,)
        names = [self.names.states.get(each, each) for each in targets]
        real = [
            each for each in children if each in self.graph.nodes and self.graph.nodes[each].kind != "history"
        ]
        said = object_in(kept.get("initial"))
        before = element.attributes.pop("initial", None)
        if said or actions:
            arrow_attributes = initial_attributes(kept)
            if not _same(arrow_attributes.get("target", ""), names):
                arrow_attributes["target"] = " ".join(names)
            arrow = self._element("transition", arrow_attributes)
            parts = parts_in(object_in(said.get("transition")).get("parts"))
            arrow.content += self._lines(actions, parts, "")
            outer = self._element("initial", attributes_in(said.get("attributes")))
            self._fill(outer, said, {"transition": [arrow]})
            slots["initial"] = [outer]
        elif before is not None and _same(before, names):
            element.attributes["initial"] = before
        elif names and (tuple(targets) != tuple(real[:1]) or before is not None):
            element.attributes["initial"] = " ".join(names)
        if "attributes" in kept:
            order = attributes_in(kept.get("attributes"))
            element.attributes = {
                name: element.attributes[name]
                for name in dict.fromkeys((*order, *element.attributes))
                if name in element.attributes
            }

    def _write_history(self, element: XmlElement, node: StateNode, kept: Kept, slots: Slots) -> None:
        if node.depth != (element.attributes.get("type") or "shallow"):
            element.attributes["type"] = node.depth
        if node.default is None or ("attributes" in kept and "transition" not in kept):
            return
        plain = isinstance(node.default, str)
        targets = (node.default,) if isinstance(node.default, str) else node.default.targets
        names = [self.names.states.get(each, each) for each in targets]
        said = object_in(kept.get("transition"))
        attributes = attributes_in(said.get("attributes"))
        if not _same(attributes.get("target", ""), names):
            attributes["target"] = " ".join(names)
        arrow = self._element("transition", attributes)
        actions = () if plain or isinstance(node.default, str) else node.default.actions
        arrow.content += self._lines(actions, parts_in(said.get("parts")), "")
        slots["transition"] = [arrow]

    # -- lines ------------------------------------------------------------------------------------

    def _blocks(
        self, name: str, rows: Sequence[str], kept: Sequence[JsonValue], node: str
    ) -> list[XmlElement]:
        """Return the blocks of one sort: lines are given to the block of the file that has them."""
        blocks = [object_in(each) for each in kept]
        elements: list[XmlElement] = []
        parts: list[Part] = []
        ends: list[tuple[int, XmlElement]] = []
        for block in blocks:
            if "made" in block:
                parts.append(("", texts_in(block["made"])))
                continue
            parts += parts_in(block.get("parts"))
            elements.append(self._element(name, attributes_in(block.get("attributes"))))
            ends.append((len(parts), elements[-1]))
        start, left = 0, list(rows)
        for place, (end, element) in enumerate(ends):
            last = place == len(ends) - 1
            own = parts[start:] if last else parts[start:end]
            taken = len(left) if last else _taken(left, own)
            element.content += self._lines(left[:taken], own, node)
            left, start = left[taken:], end
        if not ends:
            content = self._lines(left, parts, node)
            elements = [XmlElement(self.prefix + name, {}, content)] if content else []
        return elements

    def _lines(self, rows: Sequence[str], parts: list[Part], node: str) -> Content:
        def report(line: str, how: str, reason: str) -> None:
            self._report(how, line, reason, node)

        asked = text_pairs(self.kept.get("asked"))
        writer = LineWriter(self.prefix, self.names.of_path, self.names.event, asked, report)
        found = writer.content(rows, parts)
        self.uses_own_names |= writer.own_names
        return found

    # -- transitions ------------------------------------------------------------------------------

    def _add_transitions(self, slots: Slots, edges: Iterable[str], node: str) -> None:
        found = []
        for edge_id in edges:
            edge = self.graph.edges.get(edge_id)
            if edge is not None and kept_of(edge.origin).get("made") is not True:
                found.append(self._transition(edge_id, edge, node))
        slots["transition"] = found

    def _transition(self, edge_id: str, edge: Edge, node: str) -> XmlElement:
        kept = kept_of(edge.origin)
        made = object_in(kept.get("made"))
        element = self._element("transition", attributes_in(kept.get("attributes")))
        attributes = element.attributes
        what = f"transition {edge_id}"
        if texts_in(made.get("event")) != edge.events:
            self._write_event(attributes, edge, edge_id, node)
        if "guard" not in made or made["guard"] != edge.guard:
            if edge.guard is None:
                attributes.pop("cond", None)
            else:
                words = JavaScriptWords(self.names.of_path)
                attributes["cond"] = words.text(edge.guard)
                if words.notes:
                    self._report("changed", what, " ".join(words.notes), edge_id)
        names = [self.names.states.get(each, each) for each in edge.targets]
        if not _same(attributes.get("target", ""), names, set(self.names.states.values())):
            attributes["target"] = " ".join(names)
            if not names:
                del attributes["target"]
        if edge.internal != (attributes.get("type") == "internal"):
            attributes["type"] = "internal" if edge.internal else "external"
        if not (kept and edge.disabled):
            self._write_more(element, edge, EDGE_MORE, what, edge_id)
        element.content += self._lines(edge.actions, parts_in(kept.get("parts")), edge_id)
        self._report("exact", what, node=edge_id)
        return element

    def _write_event(self, attributes: dict[str, str], edge: Edge, edge_id: str, node: str) -> None:
        """Write what a transition waits for; a time that passes is an event that the state sends itself."""
        what = f"transition {edge_id}"
        if _is_timer(edge, node):
            attributes["event"] = _timer(edge_id)
            reason = "Its guard is asked once, when the time is over, not in every tick after."
            self._report("changed" if edge.guard else "exact", what, reason if edge.guard else "", edge_id)
            return
        words = []
        for event in edge.events:
            if event == "tick":
                reason = "It is polled here; there it waits for an event 'tick' that has to be sent."
                self._report("changed", what, reason, edge_id)
            if event in COMPLETIONS:
                if event != "done":
                    reason = "There a state is done, neither with success nor with failure."
                    self._report("changed", what, reason, edge_id)
                words.append(f"done.state.{self.names.states.get(node, '')}")
            elif event != "always":
                words.append(self.names.event(event))
        if node and self.graph.nodes[node].kind == "choice":
            words = []
        attributes["event"] = " ".join(dict.fromkeys(words))
        if not words:
            del attributes["event"]

    def _add_timers(self, slots: Slots, node: StateNode) -> None:
        """Let a state send itself the events of the times after which its transitions are taken."""
        source = next((key for key, each in self.graph.nodes.items() if each is node), "")
        for edge_id in node.transitions:
            edge = self.graph.edges.get(edge_id)
            if edge is None or not _is_timer(edge, source):
                continue
            timer = _timer(edge_id)
            send = self._element("send", {"event": timer, "id": timer, "delay": f"{edge.after}s"})
            for name, each in (("onentry", send), ("onexit", self._element("cancel", {"sendid": timer}))):
                slots[name] = slots[name] or [self._element(name)]
                slots[name][-1].content.append(each)

    # -- data, and what SCXML does not have -------------------------------------------------------

    def _write_more(
        self, element: XmlElement, part: StateNode | Edge, fields: Sequence[str], what: str, node: str
    ) -> None:
        """Write the fields that SCXML does not have into an attribute of Mindloom."""
        element.attributes.pop(MORE, None)
        timed = isinstance(part, Edge) and _is_timer(part, self._source(node))
        names = {each for each in fields if not (timed and each == "after")}
        said = part.model_dump(mode="json", by_alias=True, include=names, exclude_defaults=True)
        if isinstance(part, StateNode) and part.kind == "choice":
            said["kind"] = "choice"
        if isinstance(part, Edge) and not timed and not _SAYABLE.isdisjoint(part.events):
            said["event"] = part.event
        if not said:
            return
        self.uses_own_names = True
        element.attributes[MORE] = json.dumps(said, ensure_ascii=False, sort_keys=True)
        unknown = [name for name in said if name not in _SAID and name not in ("else", "kind", "event")]
        if unknown:
            reason = f"Other programs do not know {', '.join(unknown)}; an attribute of Mindloom keeps it."
            self._report("kept", what, reason, node)

    def _source(self, edge_id: str) -> str:
        return next((key for key, each in self.graph.nodes.items() if edge_id in each.transitions), "")

    def _fill(self, element: XmlElement, kept: Kept, slots: Slots, *, is_root: bool = False) -> None:
        """Put the parts of an element where its file had parts of their sort, and what else was there."""
        left = {name: list(found) for name, found in slots.items()}
        written: set[str] = set()
        for part in list_in(kept.get("content")):
            if isinstance(part, dict) and "datamodel" in part:
                element.content.append(self._datamodel(part, written))
            elif isinstance(part, str) and part in _SLOT_ORDER:
                if left.get(part):
                    element.content.append(left[part].pop(0))
            elif isinstance(part, str):
                element.content += pieces_of(part)
        if is_root:
            new = self._new_data()
            models = [each for each in element.elements if each.tag == f"{self.prefix}datamodel"]
            if new and models:
                models[0].content += new
            elif new:
                element.content.insert(0, XmlElement(f"{self.prefix}datamodel", {}, [*new]))
        for name in _SLOT_ORDER:
            element.content += left.get(name, [])

    def _variables(self) -> dict[str, Variable]:
        own = {**self.document.variables, **self.graph.variables}
        return {name: each for name, each in own.items() if name not in self.names.flags}

    def _datamodel(self, part: JsonObject, written: set[str]) -> XmlElement:
        element = self._element("datamodel", attributes_in(part.get("attributes")))
        for each in list_in(part.get("datamodel")):
            if isinstance(each, str):
                element.content += pieces_of(each)
                continue
            said = object_in(each)
            name, text = said.get("data"), said.get("xml")
            pieces = pieces_of(text) if isinstance(text, str) else []
            variable = self._variables().get(name) if isinstance(name, str) else None
            if variable is not None and said.get("made") != variable.default:
                for piece in pieces:
                    if isinstance(piece, XmlElement):
                        piece = XmlElement(piece.tag, {**piece.attributes, "expr": self._default(variable)})
                        element.content.append(piece)
            elif variable is not None or said.get("made") is None:
                element.content += pieces
        return element

    def _new_data(self) -> list[XmlElement | XmlPiece]:
        """Return data for the variables that no data of the file is for."""
        found: list[XmlElement | XmlPiece] = []
        for name, variable in self._variables().items():
            if name in self.names.data:
                continue
            element = self._element("data", {"id": name, "expr": self._default(variable)})
            if variable.type not in _PLAIN_TYPES:
                reason = f"There is no type {variable.type} there; it begins as null."
                self._report("changed", f"variable {name}", reason)
            else:
                self._report("exact", f"variable {name}")
            found.append(element)
        return found

    def _default(self, variable: Variable) -> str:
        default = variable.default
        if isinstance(default, dict):
            return JavaScriptWords(self.names.of_path).text(str(default.get("expr", "")))
        if default is None or variable.type not in _PLAIN_TYPES:
            return _ZERO.get(variable.type, "null")
        return JavaScriptWords(self.names.of_path).text(json.dumps(default, ensure_ascii=False))


def _is_timer(edge: Edge, source: str) -> bool:
    """Tell whether a transition waits for nothing but a time, from one state."""
    plain = edge.event == "tick" and not edge.interrupt and edge.delay is None and edge.group is None
    return bool(source) and plain and isinstance(edge.after, (int, float)) and bool(edge.targets)


def _timer(edge_id: str) -> str:
    return f"after.{edge_id.replace(' ', '_')}"


def _same(text: str, names: Sequence[str], known: set[str] | None = None) -> bool:
    """Tell whether a list of ids in a file still says these states; those it does not know are left out."""
    listed = text.split() if known is None else [each for each in text.split() if each in known]
    return list(dict.fromkeys(listed)) == list(names)


def _taken(rows: Sequence[str], parts: Iterable[Part]) -> int:
    """Return how many of the first rows are those of a block of the file."""
    at = 0
    for _, lines in parts:
        for place in range(at, len(rows) - len(lines) + 1):
            if lines and tuple(rows[place : place + len(lines)]) == lines:
                at = place + len(lines)
                break
    return at
