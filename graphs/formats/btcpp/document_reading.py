"""Read files of BehaviorTree.CPP into a document, what the game must bring for it, and a report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.blackboard import Blackboards, find_blackboards
from graphs.formats.btcpp.exactness import Found, differences
from graphs.formats.btcpp.leaves import LeafPlan, manifest_of, plan_leaves
from graphs.formats.btcpp.node_models import POST_SCRIPTS, PRECONDITIONS
from graphs.formats.btcpp.source_files import ReadFiles, read_files
from graphs.formats.btcpp.tree_plans import TreePlan, main_tree, plan_trees
from graphs.formats.btcpp.tree_reading import FORMAT_ID, ReadTree, TreeReader, TreesReading
from graphs.formats.btcpp.xml_values import pairs_json, pieces_json
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import FORMAT, VERSION, Document, Graph
from graphs.structure.file_version import with_file_version

_SCRIPTS = (*PRECONDITIONS, *POST_SCRIPTS, "code", "output_key", "key")
"""Attributes that name keys without braces."""


def read_document(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return what files become; raises `FileProblem` for what is no file of BehaviorTree.CPP."""
    files = read_files(sources)
    main, main_row = main_tree(files)
    boards = find_blackboards(files, main)
    plans = plan_trees(files, boards)
    leaves = plan_leaves(files, boards)
    reading = TreesReading(files, boards, plans, leaves)
    graphs: dict[str, Graph] = {}
    trees: list[ReadTree] = []
    for plan in plans.values():
        reader = TreeReader(reading, plan)
        graphs[plan.graph_id] = reader.read()
        trees.append(reader.found)
    main_plan = plans.get(main)
    document = Document(
        format="mindloom",
        version=VERSION,
        root=main_plan.graph_id if main_plan is not None else None,
        graphs=graphs,
        variables=main_plan.variables if main_plan is not None else {},
        origin={FORMAT_ID: _said(files, leaves, plans)},
    )
    assert document.format == FORMAT
    found = differences(document, trees, registry)
    rows = list(files.rows)
    if main_row is not None:
        rows.append(replace(main_row, file=sources[0].name, line=files.root.line, column=files.root.column))
    rows += _shadowed(files, plans)
    for tree in trees:
        rows += _tree_rows(tree, found)
    rows += _entry_rows(boards, plans, trees)
    return Imported(with_file_version(document), tuple(rows), manifest_of(leaves, files))


def _said(files: ReadFiles, leaves: dict[str, LeafPlan], plans: dict[str, TreePlan]) -> JsonValue:
    """Return what the files say beside their trees."""
    said: dict[str, JsonValue] = {
        "tag": files.root.tag,
        "attributes": pairs_json(files.root.attributes.items()),
        "trees": [plan.graph_id for plan in plans.values()],
    }
    if files.version == 3:
        said["version"] = 3
    lists: dict[str, Sequence[XmlElement | XmlPiece]] = {
        "before": files.before,
        "behind": files.behind,
        "models": files.model_elements,
        "others": files.others,
    }
    for name, content in lists.items():
        kept = pieces_json(content)
        if kept or (name == "models" and files.has_models):
            said[name] = kept
    names: dict[str, JsonValue] = {plan.name: plan.id for plan in leaves.values() if plan.name != plan.id}
    ports: dict[str, JsonValue] = {
        plan.name: {each.name: port for port, each in plan.ports.items() if each.name != port}
        for plan in leaves.values()
        if any(each.name != port for port, each in plan.ports.items())
    }
    return said | ({"names": names} if names else {}) | ({"ports": ports} if ports else {})


def _tree_rows(tree: ReadTree, found: Found) -> Iterator[FormatRow]:
    for node_id, read in tree.read.items():
        notes = [*read.notes, *found.get((tree.graph_id, node_id), [])]
        if not notes:
            yield tree.row(node_id)
        for note in notes:
            yield tree.row(node_id, note)
    for node_id in tree.tops[1:]:
        row = tree.row(node_id)
        reason = "A tree has one node at its top; the library refuses it. It is a fragment here."
        yield replace(row, how="kept", what="BehaviorTree", reason=reason, remedy="Join both, or remove it.")


def _shadowed(files: ReadFiles, plans: dict[str, TreePlan]) -> Iterator[FormatRow]:
    for tree in files.trees:
        if plans[tree.id].tree is not tree:
            reason = f"A later tree has the ID {tree.id} too, and is the one that runs."
            place = (tree.file, tree.element.line, tree.element.column)
            yield FormatRow("lost", "BehaviorTree", reason, "Give it an ID of its own.", *place)


def _entry_rows(
    boards: Blackboards, plans: dict[str, TreePlan], trees: Sequence[ReadTree]
) -> Iterator[FormatRow]:
    """Tell of entries of which no type is known, or of one of the game, where they are first named."""
    read = {tree.graph_id: tree for tree in trees}
    for (tree_id, key), entry in boards.entries.items():
        plan = plans.get(tree_id)
        if plan is None or key not in plan.names:
            continue
        if entry.odd:
            reason = f"Its type {sorted(entry.odd)[0]} is of the game; a text stands for it."
        elif entry.type is None:
            reason = "Nothing says its type; it is declared as a text."
        else:
            continue
        remedy = "Declare it with another type, or add a model of its port to TreeNodesModel."
        tree, text = read[plan.graph_id], f"{{{key}}}"
        first = next((each for each in tree.read if _names(tree.read[each].element, key)), "")
        element = tree.read[first].element if first else plan.tree.element
        place = (plan.tree.file, element.line, element.column)
        yield FormatRow("kept", text, reason, remedy, *place, graph=plan.graph_id, node=first)


def _names(element: XmlElement, key: str) -> bool:
    """Tell whether a port holds a key, or a script of a node has it as a word."""
    word = re.compile(rf"(?<!\w){re.escape(key)}(?!\w)")
    return any(
        text == f"{{{key}}}" or (name in _SCRIPTS and word.search(text) is not None)
        for name, text in element.attributes.items()
    )
