"""Make a graph of a tree: a node for each element, with what the file says of it beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.attached_scripts import attached_scripts
from graphs.formats.btcpp.blackboard import Blackboards, SubtreeCall
from graphs.formats.btcpp.leaves import LeafPlan, LeafPort, category_of, missing_tree
from graphs.formats.btcpp.library_kinds import Meaning, Note, foreign, meaning_of
from graphs.formats.btcpp.names import slug
from graphs.formats.btcpp.node_models import id_of
from graphs.formats.btcpp.script_translation import expression_text_of
from graphs.formats.btcpp.source_files import ReadFiles
from graphs.formats.btcpp.tree_plans import TreePlan
from graphs.formats.btcpp.value_types import key_of, literal
from graphs.formats.btcpp.xml_values import pairs_json, pieces_json
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


@dataclass(slots=True)
class ReadNode:
    """Hold a node that was read, with its notes, for what is told of it later."""

    element: XmlElement
    notes: list[Note]


@dataclass
class ReadTree:
    """Hold a graph with the elements that its nodes are of."""

    graph_id: str
    file: str
    nodes: dict[str, TreeNode] = field(default_factory=dict)
    read: dict[str, ReadNode] = field(default_factory=dict)
    tops: list[str] = field(default_factory=list)

    def row(self, node_id: str, note: Note | None = None) -> FormatRow:
        """Return a row about a node, exact without a note."""
        element, said = self.read[node_id].element, note or Note("exact", "", "")
        what = f"{id_of(element)} {said.what}".rstrip()
        place = (self.file, element.line, element.column, said.rule, self.graph_id, node_id)
        return FormatRow(said.how, what, said.reason, said.remedy, *place)


class TreeReader:
    """Read the nodes of one tree."""

    def __init__(self, reading: TreesReading, plan: TreePlan) -> None:
        self._reading, self._plan = reading, plan
        self.found = ReadTree(plan.graph_id, plan.tree.file)
        self._numbers: dict[str, int] = {}

    def read(self) -> BehaviorTreeGraph:
        """Return the graph; more than one node at the top are fragments."""
        tree, plan = self._plan.tree, self._plan
        after: list[XmlElement | XmlPiece] = []
        for before, element in _with_pieces(tree.element.content, after):
            self.found.tops.append(self._node(element, before, None))
        said: dict[str, JsonValue] = {"attributes": pairs_json(tree.element.attributes.items())}
        if tree.element.attributes.get("ID") != plan.graph_id:
            said["id"] = tree.id
        if comments := pieces_json(self._reading.files.comments.get(id(tree.element), [])):
            said["before"] = comments
        if behind := pieces_json(after):
            said["after"] = behind
        keys = {
            name: key for key, name in plan.names.items() if key != name and (key[0] != "@" or len(key) == 1)
        }
        if keys:
            said["keys"] = dict(keys)
        return BehaviorTreeGraph(
            kind="behavior_tree",
            title=tree.id if tree.id != plan.graph_id else "",
            note=tree.element.attributes.get("_description", ""),
            root=self.found.tops[0] if self.found.tops else None,
            loose=tuple(self.found.tops[1:]),
            nodes=self.found.nodes,
            variables=plan.variables if plan.tree.id != self._reading.boards.main else {},
            parameters={plan.names[port]: each for port, each in plan.ports.items()},
            origin={FORMAT_ID: said},
        )

    def _node(
        self, element: XmlElement, before: Sequence[XmlElement | XmlPiece], slot: ChildSlot | None
    ) -> str:
        node_id = self._new_id(slug(element.attributes.get("name") or id_of(element)))
        said: dict[str, JsonValue] = {"tag": element.tag}
        if element.attributes:
            said["attributes"] = pairs_json(element.attributes.items())
        meaning = self._meaning(element, said)
        attached = attached_scripts(element.attributes, self._plan.scope)
        self.found.read[node_id] = ReadNode(element, [*meaning.notes, *attached.notes])
        self.found.nodes[node_id] = _PLACEHOLDER  # so that children get other ids, in the order of the file
        children, inside, after = [], list[XmlElement | XmlPiece](), list[XmlElement | XmlPiece]()
        keeps_children = meaning.kind not in _LEAVES
        if not keeps_children and element.elements:
            self.found.read[node_id].notes.append(
                Note("kept", "", "What is inside of it is only written back.")
            )
        for place, (pieces, child) in enumerate(_with_pieces(element.content, after)):
            if keeps_children:
                child_slot = meaning.slots[place] if place < len(meaning.slots) else None
                children.append(self._node(child, pieces, child_slot))
            else:
                inside += [*pieces, child]
        if pieces_before := pieces_json(before):
            said["before"] = pieces_before
        if pieces_after := pieces_json([*inside, *after]):
            said["after"] = pieces_after
        self.found.nodes[node_id] = TreeNode(
            kind=meaning.kind,
            title=element.attributes.get("name", ""),
            note=element.attributes.get("_description", ""),
            params=meaning.params,
            test=meaning.test,
            actions=meaning.actions,
            action=meaning.action,
            graph=self._callee(element),
            arguments=self._arguments(element, said) if meaning.kind == "subtree" else {},
            children=tuple(children),
            slot=slot,
            preconditions=(*attached.preconditions, *meaning.preconditions),
            on_success=attached.on_success,
            on_failure=attached.on_failure,
            on_halt=attached.on_halt,
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

    def _meaning(self, element: XmlElement, said: dict[str, JsonValue]) -> Meaning:
        if element.tag == "SubTree":
            return self._subtree(element)
        meaning = meaning_of(element, self._plan.scope)
        node_id = id_of(element)
        if meaning is None:
            plan = self._reading.leaves.get(node_id)
            is_leaf = category_of(element, self._reading.files) in ("Action", "Condition")
            if plan is None or not is_leaf:
                return foreign(node_id)
            self._used(node_id)
            meaning = self._leaf(element, plan)
        if meaning.kind == "action" and meaning.action in ("Script", "ScriptCondition"):
            if node_id not in self._reading.leaves:
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
                default = leaf_port.model.default
                if default is not None and (default == "{=}" or key_of(default)):
                    text = default
            if text is not None:
                values[leaf_port.name] = self._value(port, text, leaf_port, notes)
        if plan.id == "WasEntryUpdated":
            notes.append(Note("kept", "", f"Nothing here counts how often an entry is written. {STOOD_FOR}"))
        if plan.is_condition:
            given = ", ".join(
                f"{name} = {expression_text(value) or expression_text_of(value)}"
                for name, value in values.items()
            )
            return Meaning("condition", test=f"{plan.name}({given})", notes=notes)
        return Meaning("action", values, action=plan.name, notes=notes)

    def _value(self, port: str, text: str, leaf: LeafPort, notes: list[Note]) -> JsonValue:
        key = port if text == "{=}" else key_of(text)
        if leaf.raw:
            if key is not None:
                reason = "Values of different types meet in this port; its text is handed on as it is."
                notes.append(Note("kept", port, reason, "Give both the same type.", "2.1"))
            return text
        if key is not None:
            name = self._plan.names[key]
            return name if leaf.type == "variable" else {"expr": name}
        return text if leaf.type == "variable" else literal(text, leaf.type)

    def _subtree(self, element: XmlElement) -> Meaning:
        callee = element.attributes.get("ID", "")
        if callee in self._reading.plans:
            meaning = Meaning("subtree")
            call = self._reading.boards.calls[id(element)]
            if call.added:
                listed = ", ".join(call.added)
                meaning.notes.append(Note("exact", f"_autoremap, written out for {listed}", ""))
            return meaning
        reason = f"There is no tree {callee!r} in the files that were read. {STOOD_FOR}"
        note = Note("kept", "", reason, "Import the file that has it together with this one.")
        if not callee:
            return foreign("SubTree", "It does not say which tree it runs.")
        return Meaning("action", action=self._used(missing_tree(callee)), notes=[note])

    def _callee(self, element: XmlElement) -> str | None:
        plan = self._reading.plans.get(element.attributes.get("ID", ""))
        return plan.graph_id if element.tag == "SubTree" and plan is not None else None

    def _arguments(self, element: XmlElement, said: dict[str, JsonValue]) -> dict[str, JsonValue]:
        call = self._reading.boards.calls[id(element)]
        callee = self._reading.plans[call.callee]
        found: dict[str, JsonValue] = {}
        held: dict[str, JsonValue] = {}
        for port, parameter in callee.ports.items():
            text = call.ports.get(port)
            if text is None:
                continue
            key, name = key_of(text), callee.names[port]
            if key is not None:
                found[name] = self._joined(key, parameter.direction)
                continue
            value = literal(text, callee.types[port])
            if parameter.direction == "in":
                found[name] = value
            else:
                variable = self._plan.hold(slug(f"{call.callee}_{port}"), callee.types[port], value)
                found[name] = {"variable": variable}
                held[port] = variable
        if held:
            said["held"] = held
        self._note_types(call, element)
        return found

    def _joined(self, key: str, direction: str) -> JsonValue:
        name = self._plan.names[key]
        return {"expr": name} if direction == "in" else {"variable": name}

    def _note_types(self, call: SubtreeCall, element: XmlElement) -> None:
        """Tell of entries that are joined though their types differ."""
        callee = self._reading.plans[call.callee]
        for port, text in call.ports.items():
            key = key_of(text)
            if key is not None and port in callee.types and callee.types[port] != self._plan.types[key]:
                reason = f"It is a {callee.types[port]} there and a {self._plan.types[key]} here."
                node_id = next(each for each, read in self.found.read.items() if read.element is element)
                self.found.read[node_id].notes.append(
                    Note("changed", port, reason, "Declare both alike.", "2.2")
                )


_LEAVES = ("action", "condition", "set", "wait", "succeed", "fail", "subtree")
_PLACEHOLDER = TreeNode(kind="sequence")


def _with_pieces(
    content: Sequence[XmlElement | XmlPiece], after: list[XmlElement | XmlPiece]
) -> list[tuple[list[XmlPiece], XmlElement]]:
    """Return the elements inside with the comments and texts before each; those behind all are `after`."""
    found: list[tuple[list[XmlPiece], XmlElement]] = []
    waiting: list[XmlPiece] = []
    for each in content:
        if isinstance(each, XmlElement):
            found.append((waiting, each))
            waiting = []
        elif not each.is_space:
            waiting.append(each)
    after += waiting
    return found
