"""Make a graph of a tree: a node for each element, with what the file says of it beside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.attached_scripts import attached_scripts
from graphs.formats.btcpp.blackboard import Blackboards
from graphs.formats.btcpp.kind_forms import Meaning, foreign
from graphs.formats.btcpp.leaves import LeafPlan, LeafPort, category_of, missing_tree
from graphs.formats.btcpp.library_kinds import meaning_of
from graphs.formats.btcpp.names import slug
from graphs.formats.btcpp.node_models import id_of
from graphs.formats.btcpp.notes import OTHER_TYPE, Note
from graphs.formats.btcpp.source_files import ReadFiles
from graphs.formats.btcpp.tree_plans import TreePlan
from graphs.formats.btcpp.value_types import expression_text_of, key_at, key_of, literal
from graphs.formats.btcpp.xml_values import Content, pairs_json, pieces_json, with_pieces
from graphs.kinds.declarations.parameter import expression_text
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.graph_parts import ChildSlot

FORMAT_ID = "btcpp"

STOOD_FOR = "An action that succeeds stands for it where the game is not there."


@dataclass
class TreesReading:
    """Hold what all trees of an import are read with."""

    files: ReadFiles
    boards: Blackboards
    plans: Mapping[str, TreePlan]
    leaves: Mapping[str, LeafPlan]


@dataclass
class ReadTree:
    """Hold a graph with the elements that its nodes are of, and the notes about them, by node."""

    graph_id: str
    file: str
    nodes: dict[str, TreeNode] = field(default_factory=dict)
    elements: dict[str, XmlElement] = field(default_factory=dict)
    notes: dict[str, list[Note]] = field(default_factory=dict)
    tops: list[str] = field(default_factory=list)

    def row(self, node_id: str) -> FormatRow:
        """Return the row of a node that is exact."""
        element = self.elements[node_id]
        place = (self.file, element.line, element.column, "", self.graph_id, node_id)
        return FormatRow("exact", id_of(element), "", "", *place)


class TreeReader:
    """Read the nodes of one tree."""

    def __init__(self, reading: TreesReading, plan: TreePlan) -> None:
        self._reading, self._plan = reading, plan
        self.found = ReadTree(plan.graph_id, plan.tree.file)
        self._numbers: dict[str, int] = {}

    def read(self) -> BehaviorTreeGraph:
        """Return the graph; more than one node at the top are fragments."""
        tree, plan = self._plan.tree, self._plan
        listed, after = with_pieces(tree.element.content)
        self.found.tops += [self._node(element, before, None) for before, element in listed]
        said: dict[str, JsonValue] = {"attributes": pairs_json(tree.element.attributes)}
        if tree.element.attributes.get("ID") != plan.graph_id:
            said["id"] = tree.id
        said |= _pieces(tree.before, after)
        keys: dict[str, JsonValue] = {
            name: key for key, name in plan.names.items() if key != name and (key[0] != "@" or len(key) == 1)
        }
        if keys:
            said["keys"] = keys
        return BehaviorTreeGraph(
            kind="behavior_tree",
            title=tree.id if tree.id != plan.graph_id else "",
            note=tree.element.attributes.get("_description", ""),
            root=self.found.tops[0] if self.found.tops else None,
            loose=tuple(self.found.tops[1:]),
            nodes=self.found.nodes,
            variables=plan.variables if tree.id != self._reading.boards.main else {},
            parameters={plan.names[port]: each for port, each in plan.ports.items()},
            origin={FORMAT_ID: said},
        )

    def _node(self, element: XmlElement, before: Content, slot: ChildSlot | None) -> str:
        node_id = self._new_id(slug(element.attributes.get("name") or id_of(element)))
        said: dict[str, JsonValue] = {"tag": element.tag}
        if element.attributes:
            said["attributes"] = pairs_json(element.attributes)
        meaning = self._meaning(element)
        attached = attached_scripts(element.attributes, self._plan.scope)
        notes = [*meaning.notes, *attached.notes]
        self.found.elements[node_id], self.found.notes[node_id] = element, notes
        self.found.nodes[node_id] = _PLACEHOLDER  # so that children get other ids, in the order of the file
        listed, after = with_pieces(element.content)
        children: list[str] = []
        if meaning.kind not in _LEAVES:
            for place, (pieces, child) in enumerate(listed):
                child_slot = meaning.slots[place] if place < len(meaning.slots) else None
                children.append(self._node(child, pieces, child_slot))
        elif listed:
            after = element.content
            notes.append(Note("kept", "", "What is inside of it is only written back.", "Move it beside."))
        said |= _pieces(before, after)
        is_call = meaning.kind == "subtree"
        self.found.nodes[node_id] = TreeNode(
            kind=meaning.kind,
            title=element.attributes.get("name", ""),
            note=element.attributes.get("_description", ""),
            params=meaning.params,
            test=meaning.test,
            actions=meaning.actions,
            action=meaning.action,
            graph=self._reading.plans[element.attributes["ID"]].graph_id if is_call else None,
            arguments=self._arguments(element, said, notes) if is_call else {},
            children=tuple(children),
            slot=slot,
            preconditions=(*attached.preconditions, *meaning.preconditions),
            on_success=attached.at_end("_onSuccess"),
            on_failure=attached.at_end("_onFailure"),
            on_halt=attached.lines.get("_onHalted", ()),
            origin={FORMAT_ID: said},
        )
        return node_id

    def _new_id(self, stem: str) -> str:
        node_id, number = stem, self._numbers.get(stem, 1)
        while node_id in self.found.nodes:
            number += 1
            node_id = f"{stem}_{number}"
        self._numbers[stem] = number
        return node_id

    def _meaning(self, element: XmlElement) -> Meaning:
        if element.tag == "SubTree":
            return self._subtree(element)
        node_id, leaves = id_of(element), self._reading.leaves
        meaning = meaning_of(element, self._plan.scope)
        if meaning is None:
            is_leaf = category_of(element, self._reading.files) in ("Action", "Condition")
            if node_id not in leaves or not is_leaf:
                return foreign(node_id)
            self._used(node_id)
            return self._leaf(element, leaves[node_id])
        if meaning.action is not None:
            if node_id not in leaves:
                return foreign(node_id, "It is a leaf of the library, and has nodes inside.")
            meaning.action = self._used(node_id)
        return meaning

    def _used(self, leaf: str) -> str:
        """Return the name of a leaf, and note that the game must bring it."""
        plan = self._reading.leaves[leaf]
        plan.used = True
        return plan.name

    def _leaf(self, element: XmlElement, plan: LeafPlan) -> Meaning:
        values: dict[str, JsonValue] = {}
        notes: list[Note] = []
        for port, leaf_port in plan.ports.items():
            text = element.attributes.get(port)
            if text is None and leaf_port.model is not None:
                text = leaf_port.model.default_key
            if text is not None:
                values[leaf_port.name] = self._value(port, text, leaf_port, notes)
        if plan.id == "WasEntryUpdated":
            reason = f"Nothing here counts how often an entry is written. {STOOD_FOR}"
            notes.append(Note("kept", "", reason, "Let the game tell it."))
        if plan.is_condition:
            given = ", ".join(
                f"{name} = {expression_text(value) or expression_text_of(value)}"
                for name, value in values.items()
            )
            return Meaning("condition", test=f"{plan.name}({given})", notes=notes)
        return Meaning("action", values, action=plan.name, notes=notes)

    def _value(self, port: str, text: str, leaf: LeafPort, notes: list[Note]) -> JsonValue:
        key = key_at(port, text)
        if leaf.raw:
            if key is not None:
                reason = "Values of different types meet in this port; its text is handed on as it is."
                notes.append(Note("kept", port, reason, "Give both the same type.", "2.1"))
            return text
        if leaf.type == "variable":
            return text if key is None else self._plan.names[key]
        return literal(text, leaf.type) if key is None else {"expr": self._plan.names[key]}

    def _subtree(self, element: XmlElement) -> Meaning:
        callee = element.attributes.get("ID", "")
        if callee in self._reading.plans:
            added = ", ".join(self._reading.boards.calls[id(element)].added)
            notes = [Note("exact", f"_autoremap, written out for {added}", "")] if added else []
            return Meaning("subtree", notes=notes)
        if not callee:
            return foreign("SubTree", "It does not say which tree it runs.")
        reason = f"There is no tree {callee!r} in the files that were read. {STOOD_FOR}"
        note = Note("kept", "", reason, "Import the file that has it together with this one.")
        return Meaning("action", action=self._used(missing_tree(callee)), notes=[note])

    def _arguments(
        self, element: XmlElement, said: dict[str, JsonValue], notes: list[Note]
    ) -> dict[str, JsonValue]:
        call = self._reading.boards.calls[id(element)]
        callee = self._reading.plans[call.callee]
        found: dict[str, JsonValue] = {}
        held: dict[str, JsonValue] = {}
        for port, parameter in callee.ports.items():
            text = call.ports.get(port)
            if text is None:
                continue
            key, name, is_read = key_of(text), callee.names[port], parameter.direction == "in"
            if key is not None:
                found[name] = {"expr" if is_read else "variable": self._plan.names[key]}
                continue
            value = literal(text, callee.types[port])
            if is_read:
                found[name] = value
            else:
                held[port] = self._plan.hold(slug(f"{call.callee}_{port}"), callee.types[port], value)
                found[name] = {"variable": held[port]}
        if held:
            said["held"] = held
        for port, text in call.ports.items():
            key = key_of(text)
            if key is not None and port in callee.types and callee.types[port] != self._plan.types[key]:
                notes.append(OTHER_TYPE.at(port, there=callee.types[port], here=self._plan.types[key]))
        return found


def _pieces(before: Content, after: Content) -> dict[str, JsonValue]:
    """Return the comments and texts around a part as what is kept of it."""
    kept: dict[str, JsonValue] = {"before": pieces_json(before), "after": pieces_json(after)}
    return {name: pieces for name, pieces in kept.items() if pieces}


_LEAVES = ("action", "condition", "set", "wait", "succeed", "fail", "subtree")
_PLACEHOLDER = TreeNode(kind="sequence")
