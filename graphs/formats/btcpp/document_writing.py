"""Write a document as a file of BehaviorTree.CPP, and say what of it the library cannot do."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, xml_text
from graphs.formats.btcpp.default_scripts import with_defaults
from graphs.formats.btcpp.leaf_writing import LeafNames
from graphs.formats.btcpp.model_writing import OwnNodes, models_element, subtree_model
from graphs.formats.btcpp.names import own_id, unique
from graphs.formats.btcpp.node_models import KNOWN, element_of, model_of
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.tree_writing import TreeWriter, Writing, entry_type, said_of
from graphs.formats.btcpp.version_3 import as_version_3
from graphs.formats.btcpp.xml_values import Content, content_of, pairs_of, texts_of
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import Document, Graph

_OTHER_IDS = ("Root", "root", "Test", "ActionLines")
"""What no tree may be called beside kinds and leaves."""

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
        kept_models = content_of(said.get("models"))
        writing = self._writing(kept_models)
        attributes = pairs_of(said.get("attributes"))
        first = {} if "BTCPP_format" in attributes else {"BTCPP_format": "4"}
        root = XmlElement(str(said.get("tag") or "root"), first | attributes | {"BTCPP_format": "4"})
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
        return XmlFile(root, _pieces(said.get("before")), _pieces(said.get("behind"))), self._rows

    def _set_main(self, root: XmlElement) -> None:
        main = self._ids.get(self._document.root or "")
        is_said = "main_tree_to_execute" in root.attributes
        if main is not None and (is_said or not self._said):
            root.attributes["main_tree_to_execute"] = main
        elif main is None:
            root.attributes.pop("main_tree_to_execute", None)

    def _ordered(self) -> list[str]:
        """Return the graphs in the order of the file; without one the root first."""
        listed = self._said.get("trees")
        first = [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
        order = dict.fromkeys([*(first or [self._document.root or ""]), *self._document.graphs])
        return [each for each in order if each in self._document.graphs]

    def _tree_ids(self) -> dict[str, str]:
        """Return the IDs of trees by graph: those of the file, else titles that may be IDs."""
        found: dict[str, str] = {}
        new: list[tuple[str, str]] = []
        for graph_id, graph in self._document.graphs.items():
            said = said_of(graph.origin)
            old = said.get("id") or pairs_of(said.get("attributes")).get("ID")
            if isinstance(old, str):
                found[graph_id] = old
            else:
                new.append((graph_id, graph.title or graph_id))
        taken = {*found.values(), *KNOWN, *self._registry.actions, *self._registry.conditions, *_OTHER_IDS}
        taken |= {own_id(kind.id) for kind in self._registry.kinds_of("behavior_tree")}
        for graph_id, title in new:
            letters = ("_" if each in _FORBIDDEN or not each.isprintable() else each for each in title)
            text = "".join(letters)
            text = own_id(text) if text != title else text
            found[graph_id] = unique(text if text[:1].isalpha() else f"Tree{text}", taken)
            taken.add(found[graph_id])
        return found

    def _writing(self, kept_models: Content) -> Writing:
        document = self._document
        defaults: dict[str, dict[str, str]] = {}
        for each in kept_models:
            if isinstance(each, XmlElement) and each.tag == "SubTree" and (model := model_of(each)):
                ports = model.ports.items()
                given = {port: known.default for port, known in ports if known.default is not None}
                defaults[each.attributes.get("ID", "")] = given
        raw = self._said.get("ports")
        renamed = {name: texts_of(each) for name, each in raw.items()} if isinstance(raw, dict) else {}
        return Writing(
            registry=self._registry,
            names=LeafNames(texts_of(self._said.get("names")), renamed),
            tree_ids=self._ids,
            tree_ports={
                graph_id: {name: keys.get(name, name) for name in graph.parameters}
                for graph_id, graph in document.graphs.items()
                for keys in [_keys(graph)]
            },
            tree_defaults={graph_id: defaults.get(tree_id, {}) for graph_id, tree_id in self._ids.items()},
            variables=document.variables,
            own=OwnNodes(),
            places=self.places,
        )

    def _tree(self, writing: Writing, graph_id: str, graph: Graph) -> Content:
        """Return the element of a graph with the comments before it."""
        said = said_of(graph.origin)
        attributes = pairs_of(said.get("attributes"))
        if attributes.get("ID") or not said:
            attributes["ID"] = self._ids[graph_id]
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
            for top in [graph.root, *(graph.loose if said else ())]:
                element.content += [] if top is None else writer.contents(top)
            self._rows += writer.rows
            if not said and graph.loose:
                self._row("lost", "Fragments", "Nodes that are not attached are not written.", graph_id)
            self._defaults(graph_id, graph, element, keys)
        element.content += content_of(said.get("after"))
        return [*content_of(said.get("before")), element]

    def _defaults(self, graph_id: str, graph: BehaviorTreeGraph, element: XmlElement, keys: KeyScope) -> None:
        """Set what variables begin with, and tell of those that scripts cannot."""
        of_document = self._document.variables if graph_id == self._document.root else {}
        held = {
            name
            for node in graph.nodes.values()
            for name in texts_of(said_of(node.origin).get("held")).values()
        }
        begins = {
            name: each
            for name, each in {**of_document, **graph.variables}.items()
            if name not in held and (each.default is not None or not said_of(graph.origin))
        }
        for name, reason in with_defaults(element, begins, keys).items():
            self._row("lost", f"Variable {name}", reason, graph_id)

    def _stub(self, writing: Writing, graph_id: str, graph: Graph, element: XmlElement) -> None:
        tag = f"Run{own_id(self._ids[graph_id])}"
        element.content.append(element_of(tag, "Action"))
        writing.own.note(tag, "Action", {})
        words = {"state_machine": "A state machine", "decision_tree": "A decision tree"}
        reason = f"{words[graph.kind]} is no behavior tree. The action {tag} stands for it."
        self._row("lost", graph.title or graph_id, reason, graph_id, "The game must register that action.")

    def _report_declarations(self) -> None:
        for name in self._document.events:
            self._row("lost", f"Event {name}", "The library has no events.")
        for name, variable in self._document.variables.items():
            if variable.scope == "world":
                self._row("changed", f"Variable {name}", "Each tree has its own there.")

    def _row(self, how: How, what: str, reason: str, graph_id: str = "", remedy: str = "") -> None:
        self._rows.append(FormatRow(how, what, reason, remedy, graph=graph_id))


def _pieces(value: JsonValue) -> list[XmlPiece]:
    return [each for each in content_of(value) if isinstance(each, XmlPiece)]


def _keys(graph: Graph | None) -> dict[str, str]:
    """Return the keys of variables and parameters that are called otherwise here."""
    return {} if graph is None else texts_of(said_of(graph.origin).get("keys"))


def _scopes(document: Document, graph_id: str, graph: BehaviorTreeGraph) -> tuple[ScriptScope, KeyScope]:
    """Return what keys of a tree mean, and the keys of variables; `@` is for those of the root."""
    root_keys = _keys(document.graphs.get(document.root or ""))
    of_document = {root_keys.get(name, name): (name, each.type) for name, each in document.variables.items()}
    declared = {f"@{key}": each for key, each in of_document.items()}
    if graph_id == document.root:
        declared |= of_document
    own_keys = _keys(graph)
    type_names = {name: each.type for name, each in graph.variables.items()}
    type_names |= {name: each.type for name, each in graph.parameters.items()}
    for name, kind in type_names.items():
        declared[own_keys.get(name, name)] = (name, kind)
    scope = ScriptScope(
        {key: name for key, (name, _) in declared.items()},
        {key: entry_type(kind) for key, (_, kind) in declared.items()},
    )
    # Of several keys of a variable the last counts, which is the one without `@`.
    keys = {name: key for key, (name, _) in declared.items()}
    kinds = {name: declared[key][1] for name, key in keys.items()}
    odd = {name: kind for name, kind in kinds.items() if kind not in _SCRIPTED}
    return scope, KeyScope(keys, odd)
