"""Write a graph as a `BehaviorTree`: elements as they were, where a node still says the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.attached_scripts import attached_attributes
from graphs.formats.btcpp.kind_forms import Meaning, Said, Saying, value_text
from graphs.formats.btcpp.leaf_writing import LeafNames, LeafWriter, condition_call
from graphs.formats.btcpp.library_kinds import meaning_of, say_kind
from graphs.formats.btcpp.model_writing import OwnNodes
from graphs.formats.btcpp.names import own_id
from graphs.formats.btcpp.node_models import (
    CATEGORIES,
    SCRIPTS,
    Category,
    autoremaps,
    element_of,
    id_of,
    is_port,
    ports_of,
)
from graphs.formats.btcpp.notes import OTHER_FILE, REGISTER, Note, lost_expression
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.tree_reading import FORMAT_ID
from graphs.formats.btcpp.value_types import ZERO, EntryType, as_key, key_of, literal
from graphs.formats.btcpp.xml_values import Content, content_of, pairs_of, texts_of
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.graph_parts import Origin
from graphs.model.variables_and_events import Variable

_SAID = {*SCRIPTS, "_description", "_autoremap"}
"""Attributes with an underscore that are said by a node itself."""

_NO_NAME = re.compile(r"[^\w.-]")

_CATEGORIES: Mapping[str, Category] = {
    "composite": "Control",
    "decorator": "Decorator",
    "condition": "Condition",
}


@dataclass(frozen=True)
class Writing:
    """Hold what all trees of a document are written with: IDs of trees by graph, ports by parameter.

    `places` gathers the graph and the node of each element that is written, by its identity.
    """

    registry: Registry
    names: LeafNames
    tree_ids: Mapping[str, str]
    tree_ports: Mapping[str, Mapping[str, str]]
    tree_defaults: Mapping[str, Mapping[str, str]]
    variables: Mapping[str, Variable]
    own: OwnNodes
    places: dict[int, tuple[str, str]] = field(default_factory=dict)


def said_of(origin: Origin) -> dict[str, JsonValue]:
    """Return what the file said of a part, empty where it came from no file."""
    said = origin.get(FORMAT_ID)
    return said if isinstance(said, dict) else {}


class TreeWriter:
    """Write the nodes of one graph; gathers rows about them."""

    def __init__(
        self, writing: Writing, graph_id: str, graph: BehaviorTreeGraph, scope: ScriptScope, keys: KeyScope
    ) -> None:
        self._writing, self._graph_id, self._graph = writing, graph_id, graph
        self._scope, self._keys = scope, keys
        self._behind: list[tuple[Content, Content]] = []
        self._leaves = LeafWriter(writing.registry, writing.names, scope, keys)
        self.rows: list[FormatRow] = []

    def contents(self, node_id: str) -> Content:
        """Return a node with the comments before it."""
        found: Content = []
        waiting = [(node_id, found)]
        seen: set[str] = set()
        while waiting:
            current, parent = waiting.pop()
            if current in seen or current not in self._graph.nodes:
                continue
            seen.add(current)
            node = self._graph.nodes[current]
            said = said_of(node.origin)
            element, inside = self._element(current, node, said)
            parent += [*content_of(said.get("before")), element]
            waiting += [(child, inside) for child in reversed(node.children)]
            self._behind.append((inside, content_of(said.get("after"))))
        for inside, pieces in self._behind:
            inside += pieces
        self._behind.clear()
        return found

    def _element(
        self, node_id: str, node: TreeNode, said: Mapping[str, JsonValue]
    ) -> tuple[XmlElement, Content]:
        """Return the element of a node, and the content that its children go into."""
        old_tag, old = str(said.get("tag", "")), pairs_of(said.get("attributes"))
        before = XmlElement(old_tag, old, [XmlElement("child") for _ in node.children])
        meaning = meaning_of(before, self._scope) if old_tag not in ("", "SubTree") else None
        if meaning is not None and self._is_same(node, meaning, before):
            # What the kind says stays; what scripts say may have changed.
            attributes = {name: old[name] for name in old if is_port(name) or name == "ID"}
            core, own = Said(old_tag, attributes), len(meaning.preconditions)
        else:
            core, own = self._core(node, old, said), 0
            if core.tag == id_of(before):
                core.tag = old_tag
                if old_tag in CATEGORIES:
                    core.attributes.setdefault("ID", old.get("ID", ""))
        attached, notes = attached_attributes(node, own, old, self._scope, self._keys)
        new = not old_tag
        element = element_of(core.tag, self._category(node)) if new else XmlElement(core.tag)
        attributes = _merged(node, old, {**element.attributes, **core.attributes, **attached})
        element.attributes = {_NO_NAME.sub("_", name): text for name, text in attributes.items()}
        self._writing.places[id(element)] = (self._graph_id, node_id)
        self._report(node_id, node, core.tag, [*core.notes, *notes])
        if core.own and new:
            ports = ports_of(element.attributes)
            self._writing.own.note(id_of(element), self._category(node), ports)
        inside = element.content
        for tag in core.inner:
            inside.append(wrapper := XmlElement(tag))
            inside = wrapper.content
        if core.last:
            self._behind.append((inside, [XmlElement(core.last)]))
        return element, inside

    def _children(self, node: TreeNode) -> tuple[TreeNode, ...]:
        return tuple(self._graph.nodes[child] for child in node.children if child in self._graph.nodes)

    def _is_same(self, node: TreeNode, meaning: Meaning, before: XmlElement) -> bool:
        """Tell whether what an element means is still what a node of the library is."""
        if meaning.action is not None:
            is_action = node.kind == "action" and self._writing.names.id(node.action or "") == id_of(before)
            return is_action and node.params.get("code") == before.attributes.get("code")
        own = meaning.preconditions
        if meaning.slots and meaning.slots != tuple(child.slot for child in self._children(node)):
            return False
        if own and node.preconditions[len(node.preconditions) - len(own) :] != own:
            return False
        is_alike = (node.kind, node.params, node.test) == (meaning.kind, meaning.params, meaning.test)
        return is_alike and node.actions == meaning.actions

    def _core(self, node: TreeNode, old: Mapping[str, str], said: Mapping[str, JsonValue]) -> Said:
        """Return what a node is by kind and parameters."""
        if node.kind == "foreign_node" and said.get("tag"):
            note = Note("kept", "", "It is written back as it was.")
            return Said(str(node.params.get("name") or said["tag"]), ports_of(old), own=True, notes=[note])
        if node.kind == "action" and said.get("tag") == "SubTree":
            ports = {name: old[name] for name in old if is_port(name) or name in ("ID", "_autoremap")}
            return Said("SubTree", ports)
        if node.kind == "action":
            return self._leaves.action(node, old)
        call = condition_call(node.test) if node.kind == "condition" else None
        if call is not None:
            return self._leaves.condition(call, old)
        if node.kind == "subtree":
            return self._subtree(node, old, said)
        if node.kind in ("run_machine", "decide"):
            tag = "Run" + own_id(self._writing.tree_ids.get(node.graph or "", node.graph or "Graph"))
            note = Note("lost", "", "The library runs behavior trees alone.", REGISTER)
            return Said(tag, {"runs": node.kind}, own=True, notes=[note])
        return say_kind(Saying(node, self._children(node), self._keys))

    def _subtree(self, node: TreeNode, old: Mapping[str, str], said: Mapping[str, JsonValue]) -> Said:
        callee = node.graph or ""
        tree_id = self._writing.tree_ids.get(callee, callee.rpartition("#")[2] or "Tree")
        found = Said("SubTree", {"ID": tree_id})
        ports = self._writing.tree_ports.get(callee, {})
        defaults = self._writing.tree_defaults.get(callee, {})
        held, by_name = texts_of(said.get("held")), autoremaps(old)
        if "_autoremap" in old:
            found.attributes["_autoremap"] = old["_autoremap"]
        for parameter, value in node.arguments.items():
            port = ports.get(parameter, parameter)
            text = self._argument(port, value, old.get(port), held)
            if port not in old and (text == defaults.get(port) or (by_name and text == as_key(port))):
                continue
            found.attributes[port] = text
            if isinstance(value, dict) and "expr" in value and key_of(text) is None:
                found.notes.append(lost_expression(port, text))
        if "#" in callee:
            found.notes.append(OTHER_FILE)
        return found

    def _argument(self, port: str, value: JsonValue, text: str | None, held: Mapping[str, str]) -> str:
        """Return the text of a port: as it was, where it still says the value or what a variable holds."""
        name = value.get("variable") if isinstance(value, dict) else None
        if isinstance(name, str) and held.get(port) == name:
            variable = self._graph.variables.get(name) or self._writing.variables.get(name)
            if variable is not None:
                value = variable.default
                if text is not None and literal(text, entry_type(variable.type)) == value:
                    return text
                return value_text(value, self._keys)
        if text is not None and self._leaves.says(port, text, value):
            return text
        return value_text(value, self._keys)

    def _category(self, node: TreeNode) -> Category:
        kind = self._writing.registry.kind("behavior_tree", node.kind)
        if node.kind != "foreign_node":
            return _CATEGORIES.get("" if kind is None else kind.category, "Action")
        return "Action" if not node.children else "Control" if len(node.children) > 1 else "Decorator"

    def _report(self, node_id: str, node: TreeNode, tag: str, notes: list[Note]) -> None:
        kind = self._writing.registry.kind("behavior_tree", node.kind)
        what = node.title or ("" if kind is None else kind.title) or tag
        row = FormatRow("exact", what, graph=self._graph_id, node=node_id)
        self.rows += [note.on(row) for note in notes] or [row]


def entry_type(name: str) -> EntryType:
    """Return the type of entry that a variable of a type is: a text, where scripts know no such type."""
    return next((each for each in ZERO if each == name), "string")


def _merged(node: TreeNode, old: Mapping[str, str], new: dict[str, str]) -> dict[str, str]:
    """Return attributes in the order of the file, new ones behind."""
    if node.title:
        new["name"] = node.title
    if node.note:
        new["_description"] = node.note
    found: dict[str, str] = {}
    for name, text in old.items():
        if name in new:
            found[name] = new[name]
        elif (name.startswith("_") and name not in _SAID) or name == "ID" or (name == "name" and not text):
            found[name] = text
    first = {name: new[name] for name in ("ID", "name") if name in new and name not in found}
    return first | found | {name: text for name, text in new.items() if name not in {*first, *found}}
