"""Read files of BehaviorTree.CPP into a document, what the game must bring for it, and a report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.basics.xml_file import XmlElement
from graphs.formats.btcpp.blackboard import Blackboards, find_blackboards
from graphs.formats.btcpp.exactness import Found, differences
from graphs.formats.btcpp.leaves import LeafPlan, manifest_of, plan_leaves
from graphs.formats.btcpp.node_models import SCRIPTS
from graphs.formats.btcpp.source_files import ReadFiles, read_files
from graphs.formats.btcpp.tree_plans import TreePlan, main_tree, plan_trees
from graphs.formats.btcpp.tree_reading import FORMAT_ID, ReadTree, TreeReader, TreesReading
from graphs.formats.btcpp.value_types import as_key
from graphs.formats.btcpp.xml_values import pairs_json, pieces_json
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import VERSION, Document
from graphs.structure.file_version import with_file_version

_KEYS_INSIDE = (*SCRIPTS, "code", "output_key", "key")
"""Attributes that name keys without braces."""


def read_document(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return what files become; raises `FileProblem` for what is no file of BehaviorTree.CPP."""
    files = read_files(sources)
    main, main_row = main_tree(files)
    boards = find_blackboards(files, main)
    plans = plan_trees(files, boards)
    leaves = plan_leaves(files, boards)
    reading = TreesReading(files, boards, plans, leaves)
    readers = [TreeReader(reading, plan) for plan in plans.values()]
    trees = [reader.found for reader in readers]
    main_plan = plans.get(main)
    document = Document(
        format="mindloom",
        version=VERSION,
        root=main_plan.graph_id if main_plan is not None else None,
        graphs={reader.found.graph_id: reader.read() for reader in readers},
        variables=main_plan.variables if main_plan is not None else {},
        origin={FORMAT_ID: _said(files, leaves, plans)},
    )
    found = differences(trees, registry)
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
    kept: dict[str, JsonValue] = {
        "before": pieces_json(files.before),
        "behind": pieces_json(files.behind),
        "models": pieces_json(files.model_elements),
        "others": pieces_json(files.others),
        "names": {plan.name: plan.id for plan in leaves.values() if plan.name != plan.id},
        "ports": {plan.name: ports for plan in leaves.values() if (ports := _renamed(plan))},
    }
    return {
        "tag": files.root.tag,
        "attributes": pairs_json(files.root.attributes),
        "trees": [plan.graph_id for plan in plans.values()],
        **({"version": 3} if files.version == 3 else {}),
        **{name: value for name, value in kept.items() if value or (name == "models" and files.has_models)},
    }


def _renamed(plan: LeafPlan) -> dict[str, JsonValue]:
    """Return the ports of a leaf that are called otherwise here, by their parameters."""
    return {each.name: port for port, each in plan.ports.items() if each.name != port}


def _tree_rows(tree: ReadTree, found: Found) -> Iterator[FormatRow]:
    for node_id, own in tree.notes.items():
        notes, row = own + found[tree.graph_id, node_id], tree.row(node_id)
        yield from [note.on(row) for note in notes] or [row]
    for node_id in tree.tops[1:]:
        reason = "A tree has one node at its top; the library refuses it. It is a fragment here."
        remedy = "Join both, or remove it."
        yield replace(tree.row(node_id), how="kept", what="BehaviorTree", reason=reason, remedy=remedy)


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
    read = {tree.graph_id: tree.elements for tree in trees}
    for (tree_id, key), entry in boards.entries.items():
        plan = plans.get(tree_id)
        if plan is None or key not in plan.names or (entry.type is not None and not entry.odd):
            continue
        reason = "Nothing says its type; it is declared as a text."
        if entry.odd:
            reason = f"Its type {sorted(entry.odd)[0]} is of the game; a text stands for it."
        remedy = "Declare it with another type, or add a model of its port to TreeNodesModel."
        naming = (each for each in read[plan.graph_id].items() if _names(each[1], key))
        node_id, element = next(naming, ("", plan.tree.element))
        place = (plan.tree.file, element.line, element.column)
        yield FormatRow("kept", as_key(key), reason, remedy, *place, graph=plan.graph_id, node=node_id)


def _names(element: XmlElement, key: str) -> bool:
    """Tell whether a port holds a key, or a script of a node has it as a word."""
    word = re.compile(rf"(?<!\w){re.escape(key)}(?!\w)")
    return any(
        text == as_key(key) or (name in _KEYS_INSIDE and word.search(text) is not None)
        for name, text in element.attributes.items()
    )
