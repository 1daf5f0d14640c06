"""Write a graph as a `BehaviorTree`: elements as they were, where a node still says the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.attached_writing import attached_attributes
from graphs.formats.btcpp.kind_writing import Said, Saying, own_tag, say_kind, value_text
from graphs.formats.btcpp.leaf_writing import LeafNames, LeafWriter, condition_call, stub
from graphs.formats.btcpp.library_kinds import Meaning, Note, meaning_of
from graphs.formats.btcpp.node_models import (
    CATEGORIES,
    POST_SCRIPTS,
    PRECONDITIONS,
    Category,
    id_of,
    is_port,
)
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.tree_reading import FORMAT_ID
from graphs.formats.btcpp.value_types import EntryType, key_of, literal
from graphs.formats.btcpp.xml_values import content_of, pairs_of
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.graph_parts import Origin
from graphs.model.variables_and_events import Variable

_Content = list[XmlElement | XmlPiece]

_SAID = {*PRECONDITIONS, *POST_SCRIPTS, "_description", "_autoremap"}
"""Attributes with an underscore that are said by a node itself."""

_CATEGORIES: Mapping[str, Category] = {
    "composite": "Control",
    "decorator": "Decorator",
    "condition": "Condition",
}


@dataclass
class OwnNodes:
    """Gather the nodes that the game must register: their category and ports, by ID."""

    found: dict[str, tuple[Category, dict[str, str]]] = field(default_factory=dict)

    def note(self, node_id: str, category: Category, ports: Mapping[str, str]) -> None:
        """Note a node with its ports, each with a text that it is given."""
        known = self.found.setdefault(node_id, (category, {}))[1]
        for port, text in ports.items():
            known.setdefault(port, text)


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
        self._behind: list[tuple[_Content, _Content]] = []
        self._leaves = LeafWriter(writing.registry, writing.names, scope, keys)
        self.rows: list[FormatRow] = []

    def contents(self, node_id: str) -> _Content:
        """Return a node with the comments before it."""
        found: _Content = []
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
    ) -> tuple[XmlElement, _Content]:
        """Return the element of a node, and the content that its children go into."""
        old_tag = str(said.get("tag", ""))
        old = pairs_of(said.get("attributes"))
        before = XmlElement(old_tag, old, [XmlElement("child") for _ in node.children]) if old_tag else None
        meaning = meaning_of(before, self._scope) if before is not None and old_tag != "SubTree" else None
        same = meaning is not None and before is not None and self._is_same(node, meaning, before)
        core = self._core(node, old, said) if not same else Said(old_tag)
        if before is not None and not same and core.tag == id_of(before):
            core.tag = old_tag
            if old_tag in CATEGORIES:
                core.attributes.setdefault("ID", old.get("ID", ""))
        own = meaning.preconditions if same and meaning is not None else ()
        attached, notes = attached_attributes(node, own, old, self._scope, self._keys)
        element = XmlElement(core.tag)
        self._writing.places[id(element)] = (self._graph_id, node_id)
        element.attributes = _merged(node, old, None if same else core.attributes, attached)
        self._report(node_id, node, core.tag, [*core.notes, *notes])
        if core.own and before is None:
            self._note_own(node, element)
        inside = element.content
        for tag in core.inner:
            wrapper = XmlElement(tag)
            inside.append(wrapper)
            inside = wrapper.content
        if core.last:
            self._behind.append((inside, [XmlElement(core.last)]))
        return element, inside

    def _is_same(self, node: TreeNode, meaning: Meaning, before: XmlElement) -> bool:
        """Tell whether what an element means is still what a node of the library is."""
        if meaning.action is not None:
            text = node.params.get("code")
            return (
                node.kind == "action"
                and self._writing.names.id(node.action or "") == id_of(before)
                and (text == before.attributes.get("code"))
            )
        own = meaning.preconditions
        slots = [self._graph.nodes[child].slot for child in node.children if child in self._graph.nodes]
        if meaning.slots and slots != list(meaning.slots):
            return False
        if own and node.preconditions[len(node.preconditions) - len(own) :] != own:
            return False
        is_alike = (node.kind, node.params, node.test) == (meaning.kind, meaning.params, meaning.test)
        return is_alike and node.actions == meaning.actions

    def _core(self, node: TreeNode, old: Mapping[str, str], said: Mapping[str, JsonValue]) -> Said:
        """Return what a node is by kind and parameters."""
        if node.kind == "foreign_node" and said.get("tag"):
            ports = {name: text for name, text in old.items() if is_port(name)}
            note = Note("kept", "", "It is written back as it was.")
            return Said(str(node.params.get("name") or said["tag"]), ports, own=True, notes=[note])
        if node.kind == "action":
            missing = said.get("tag") == "SubTree"
            if missing:
                return Said("SubTree", {name: text for name, text in old.items() if _is_of_call(name)})
            return self._leaves.action(node, old)
        call = condition_call(node.test) if node.kind == "condition" else None
        if call is not None:
            return self._leaves.condition(call, old)
        if node.kind == "subtree":
            return self._subtree(node, old, said)
        if node.kind in ("run_machine", "decide"):
            return stub(node, own_tag(self._writing.tree_ids.get(node.graph or "", node.graph or "Graph")))
        children = tuple(self._graph.nodes[child] for child in node.children if child in self._graph.nodes)
        return say_kind(Saying(node, children, self._keys))

    def _subtree(self, node: TreeNode, old: Mapping[str, str], said: Mapping[str, JsonValue]) -> Said:
        callee = node.graph or ""
        found = Said(
            "SubTree", {"ID": self._writing.tree_ids.get(callee, callee.rpartition("#")[2] or "Tree")}
        )
        ports = self._writing.tree_ports.get(callee, {})
        defaults = self._writing.tree_defaults.get(callee, {})
        held = said.get("held")
        autoremaps = old.get("_autoremap", "").lower() in ("1", "true")
        if "_autoremap" in old:
            found.attributes["_autoremap"] = old["_autoremap"]
        for parameter, value in node.arguments.items():
            port = ports.get(parameter, parameter)
            text = self._argument(port, value, old, held if isinstance(held, dict) else {})
            if port not in old and (text == defaults.get(port) or (autoremaps and text == f"{{{port}}}")):
                continue
            found.attributes[port] = text
            if isinstance(value, dict) and "expr" in value and key_of(text) is None:
                reason = f"The expression {text} is no value of a port."
                found.notes.append(Note("lost", port, reason, "Work it out into a variable before."))
        if "#" in callee:
            reason = "It is a graph of another file."
            found.notes.append(Note("changed", "", reason, "Export that file too, and include it."))
        return found

    def _argument(
        self, port: str, value: JsonValue, old: Mapping[str, str], held: Mapping[str, JsonValue]
    ) -> str:
        text = old.get(port)
        name = value.get("variable") if isinstance(value, dict) else None
        if isinstance(name, str) and held.get(port) == name:
            variable = self._graph.variables.get(name) or self._writing.variables.get(name)
            if variable is not None:
                kept = text is not None and literal(text, type_of_variable(variable.type)) == variable.default
                return text if kept and text is not None else value_text(variable.default, self._keys)
        if text is not None and self._leaves.says(port, text, value):
            return text
        return value_text(value, self._keys)

    def _note_own(self, node: TreeNode, element: XmlElement) -> None:
        kind = self._writing.registry.kind("behavior_tree", node.kind)
        category = _CATEGORIES.get("" if kind is None else kind.category, "Action")
        if node.kind == "foreign_node":
            category = "Control" if len(node.children) != 1 else "Decorator"
            category = category if node.children else "Action"
        ports = {name: text for name, text in element.attributes.items() if is_port(name)}
        self._writing.own.note(id_of(element), category, ports)

    def _report(self, node_id: str, node: TreeNode, tag: str, notes: list[Note]) -> None:
        kind = self._writing.registry.kind("behavior_tree", node.kind)
        what = node.title or ("" if kind is None else kind.title) or tag
        row = FormatRow("exact", what, graph=self._graph_id, node=node_id)
        if not notes:
            self.rows.append(row)
        for note in notes:
            named = f"{what} {note.what}" if note.what else what
            self.rows.append(
                replace(row, how=note.how, what=named, reason=note.reason, remedy=note.remedy, rule=note.rule)
            )


def _is_of_call(name: str) -> bool:
    return is_port(name) or name in ("ID", "_autoremap")


def type_of_variable(name: str) -> EntryType:
    """Return the type of entry that a variable of a type is: a text, where scripts know no such type."""
    found: EntryType = "string"
    for known in _KNOWN_TYPES:
        found = known if name == known else found
    return found


_KNOWN_TYPES: tuple[EntryType, ...] = ("bool", "int", "float")


def _merged(
    node: TreeNode, old: Mapping[str, str], core: Mapping[str, str] | None, attached: Mapping[str, str]
) -> dict[str, str]:
    """Return attributes in the order of the file, new ones behind; `core` None is what was there."""
    if core is None:
        core = {name: text for name, text in old.items() if _is_of_call(name) and name != "_autoremap"}
    new: dict[str, str] = {**core, **attached}
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
    found = first | found
    return found | {name: text for name, text in new.items() if name not in found}
