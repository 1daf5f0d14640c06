"""Write a document as a file of BehaviorTree.CPP, and say what of it the library cannot do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, xml_text
from graphs.formats.btcpp.default_scripts import with_defaults
from graphs.formats.btcpp.kind_writing import own_tag
from graphs.formats.btcpp.leaf_writing import LeafNames
from graphs.formats.btcpp.model_writing import models_element, subtree_model
from graphs.formats.btcpp.names import unique
from graphs.formats.btcpp.node_models import KNOWN, model_of
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.tree_writing import OwnNodes, TreeWriter, Writing, said_of, type_of_variable
from graphs.formats.btcpp.value_types import EntryType
from graphs.formats.btcpp.version_3 import as_version_3
from graphs.formats.btcpp.xml_values import content_of, pairs_of
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import Document, Graph
from graphs.model.graph_parts import GraphParameter
from graphs.model.variables_and_events import Variable

_FORBIDDEN = set(" \t\r\n<>&\"'/\\:*?|.")
_SCRIPTED = ("bool", "int", "float", "string", "enum", "trigger")


def write_version_4(document: Document, registry: Registry, _name: str) -> Written:
    """Return a file of version 4, for BehaviorTree.CPP 4 and Groot2."""
    file, rows = _DocumentWriter(document, registry).file()
    return Written((WrittenFile(".xml", xml_text(file)),), tuple(rows))


def write_version_3(document: Document, registry: Registry, _name: str) -> Written:
    """Return a file of version 3, for BehaviorTree.CPP 3 and the first Groot."""
    writer = _DocumentWriter(document, registry)
    file, rows = writer.file()
    rows += as_version_3(file.root, writer.places)
    return Written((WrittenFile(".xml", xml_text(file)),), tuple(rows))


class _DocumentWriter:
    def __init__(self, document: Document, registry: Registry) -> None:
        self._document, self._registry = document, registry
        self._said = said_of(document.origin)
        self._ids = self._tree_ids()
        self._rows: list[FormatRow] = []
        self.places: dict[int, tuple[str, str]] = {}

    def file(self) -> tuple[XmlFile, list[FormatRow]]:
        """Return the whole file with its report."""
        document, said = self._document, self._said
        root = XmlElement(str(said.get("tag") or "root"), {"BTCPP_format": "4"})
        kept_models = content_of(said.get("models"))
        writing = self._writing(kept_models)
        attributes = pairs_of(said.get("attributes"))
        root.attributes |= attributes if "BTCPP_format" not in attributes else {}
        if "BTCPP_format" in attributes:
            root.attributes = attributes | {"BTCPP_format": "4"}
        self._set_main(root)
        root.content += content_of(said.get("others"))
        for graph_id in self._ordered():
            root.content += self._tree(writing, graph_id, document.graphs[graph_id])
        self._report_declarations()
        models = models_element(kept_models, writing.own, writing.names, self._registry)
        known = {each.attributes.get("ID") for each in models.elements}
        for graph_id, tree_id in self._ids.items():
            graph = document.graphs[graph_id]
            if isinstance(graph, BehaviorTreeGraph) and tree_id not in known and not said_of(graph.origin):
                model = subtree_model(tree_id, graph, writing.tree_ports[graph_id])
                models.content += [] if model is None else [model]
        if models.content or "models" in said:
            root.content.append(models)
        before = [each for each in content_of(said.get("before")) if isinstance(each, XmlPiece)]
        behind = [each for each in content_of(said.get("behind")) if isinstance(each, XmlPiece)]
        return XmlFile(root, before, behind), self._rows

    def _set_main(self, root: XmlElement) -> None:
        main = self._ids.get(self._document.root or "")
        is_said = "main_tree_to_execute" in root.attributes
        if main is not None and (is_said or not self._said):
            root.attributes["main_tree_to_execute"] = main
        elif is_said and main is None:
            del root.attributes["main_tree_to_execute"]

    def _ordered(self) -> list[str]:
        """Return the graphs in the order of the file; without one the root first."""
        listed = self._said.get("trees")
        first = [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
        root = [self._document.root] if self._document.root is not None and not first else []
        order = dict.fromkeys([*root, *first, *self._document.graphs])
        return [each for each in order if each in self._document.graphs]

    def _tree_ids(self) -> dict[str, str]:
        """Return the IDs of trees by graph: those of the file, else titles that may be IDs."""
        found: dict[str, str] = {}
        new: list[tuple[str, Graph]] = []
        for graph_id, graph in self._document.graphs.items():
            said = said_of(graph.origin)
            old = said.get("id") or pairs_of(said.get("attributes")).get("ID")
            if said and isinstance(old, str):
                found[graph_id] = old
            else:
                new.append((graph_id, graph))
        taken = {*found.values(), *KNOWN, *self._registry.actions, *self._registry.conditions, "Root", "root"}
        taken |= {own_tag(kind.id) for kind in self._registry.kinds_of("behavior_tree")} | {
            "Test",
            "ActionLines",
        }
        for graph_id, graph in new:
            said_title = graph.title or graph_id
            text = "".join(
                "_" if each in _FORBIDDEN or not each.isprintable() else each for each in said_title
            )
            text = own_tag(text) if text != said_title else text
            text = text if text[:1].isalpha() else f"Tree{text}"
            found[graph_id] = unique(text, taken)
            taken.add(found[graph_id])
        return found

    def _writing(self, kept_models: list[XmlElement | XmlPiece]) -> Writing:
        ports: dict[str, dict[str, str]] = {}
        defaults: dict[str, dict[str, str]] = {}
        models = {
            each.attributes.get("ID", ""): model_of(each)
            for each in kept_models
            if isinstance(each, XmlElement) and each.tag == "SubTree"
        }
        for graph_id, graph in self._document.graphs.items():
            keys = _texts(said_of(graph.origin).get("keys"))
            ports[graph_id] = {name: keys.get(name, name) for name in graph.parameters}
            model = models.get(self._ids[graph_id])
            if model is not None:
                defaults[graph_id] = {
                    port: each.default for port, each in model.ports.items() if each.default is not None
                }
        raw = self._said.get("ports")
        names = LeafNames(
            _texts(self._said.get("names")),
            {name: _texts(each) for name, each in raw.items()} if isinstance(raw, dict) else {},
        )
        document = self._document
        return Writing(
            self._registry, names, self._ids, ports, defaults, document.variables, OwnNodes(), self.places
        )

    def _tree(self, writing: Writing, graph_id: str, graph: Graph) -> Iterator[XmlElement | XmlPiece]:
        said = said_of(graph.origin)
        yield from content_of(said.get("before"))
        tree_id = self._ids[graph_id]
        attributes = pairs_of(said.get("attributes"))
        if attributes.get("ID") or not said:
            attributes["ID"] = tree_id
        if graph.note and (not said or "_description" in attributes):
            attributes["_description"] = graph.note
        element = XmlElement("BehaviorTree", attributes)
        if not isinstance(graph, BehaviorTreeGraph):
            self._stub(writing, graph_id, graph, element)
        elif graph.root is None and not said:
            element.content.append(XmlElement("AlwaysSuccess"))
            self._row("changed", "An empty tree", "The library needs a node in each tree.", graph_id)
        else:
            scope, keys = _scopes(self._document, graph_id, graph)
            writer = TreeWriter(writing, graph_id, graph, scope, keys)
            tops = [graph.root, *graph.loose] if said else [graph.root]
            for top in tops:
                element.content += [] if top is None else writer.contents(top)
            self._rows += writer.rows
            if not said and graph.loose:
                self._row("lost", "Fragments", "Nodes that are not attached are not written.", graph_id)
            self._defaults(graph_id, graph, element, keys)
        element.content += content_of(said.get("after"))
        yield element

    def _defaults(self, graph_id: str, graph: BehaviorTreeGraph, element: XmlElement, keys: KeyScope) -> None:
        """Set what variables begin with, and tell of those that scripts cannot."""
        is_root = graph_id == self._document.root
        variables = {**(self._document.variables if is_root else {}), **graph.variables}
        held = {
            name
            for node in graph.nodes.values()
            for name in _texts(said_of(node.origin).get("held")).values()
        }
        begins = {
            name: each
            for name, each in variables.items()
            if name not in held and (each.default is not None or not said_of(graph.origin))
        }
        unsaid = with_defaults(element, begins, keys)
        for name, reason in unsaid.items():
            self._row("lost", f"Variable {name}", reason, graph_id)

    def _stub(self, writing: Writing, graph_id: str, graph: Graph, element: XmlElement) -> None:
        tag = f"Run{own_tag(self._ids[graph_id])}"
        element.content.append(XmlElement(tag))
        writing.own.note(tag, "Action", {})
        words = {"state_machine": "A state machine", "decision_tree": "A decision tree"}
        reason = f"{words[graph.kind]} is no behavior tree. The action {tag} stands for it."
        self._row("lost", graph.title or graph_id, reason, graph_id, "The game must register that action.")

    def _report_declarations(self) -> None:
        for name in self._document.events:
            self._row("lost", f"Event {name}", "The library has no events.", "")
        for name, variable in self._document.variables.items():
            if variable.scope == "world":
                self._row("changed", f"Variable {name}", "Each tree has its own there.", "")

    def _row(self, how: str, what: str, reason: str, graph_id: str, remedy: str = "") -> None:
        row = FormatRow("lost", what, reason, remedy, graph=graph_id)
        self._rows.append(row if how == "lost" else replace(row, how="changed"))


def _texts(value: JsonValue) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {name: text for name, text in value.items() if isinstance(text, str)}


def _scopes(document: Document, graph_id: str, graph: BehaviorTreeGraph) -> tuple[ScriptScope, KeyScope]:
    """Return what keys of a tree mean, and the keys of variables; `@` is for those of the root."""
    root = document.graphs.get(document.root or "")
    root_keys = _texts(said_of(root.origin).get("keys")) if root is not None else {}
    own_keys = _texts(said_of(graph.origin).get("keys"))
    is_root = graph_id == document.root
    names, kinds = dict[str, str](), dict[str, EntryType]()
    said, odd, ports = dict[str, str](), dict[str, str](), dict[str, str]()
    declared: list[tuple[str, str, Mapping[str, Variable | GraphParameter]]] = [
        ("@", "root", document.variables),
        *([("", "root", document.variables)] if is_root else []),
        ("", "own", {**graph.variables, **graph.parameters}),
    ]
    for mark, where, variables in declared:
        for name, variable in variables.items():
            key = mark + (root_keys if where == "root" else own_keys).get(name, name)
            names[key], kinds[key] = name, type_of_variable(variable.type)
            ports[name] = key
            if variable.type in _SCRIPTED:
                said[name] = key
                odd.pop(name, None)
            else:
                odd[name] = variable.type
                said.pop(name, None)
    return ScriptScope(names, kinds), KeyScope(said, odd, ports)
