"""Read files of BehaviorTree.CPP for tests, from texts and from the folder beside."""

from __future__ import annotations

from pathlib import Path

from graphs.checks.checker import check_document
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.basics.sources import Source
from graphs.formats.btcpp.btcpp_format import BTCPP
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document
from graphs.projects.manifest_file import ManifestFile
from graphs.projects.manifest_registry import registry_with

FILES = Path(__file__).parent / "files"
ALL_FILES = sorted(path for path in FILES.rglob("*") if path.is_file())


def imported(text: str | bytes) -> Imported:
    """Return what the text of a file becomes."""
    assert BTCPP.read is not None
    data = text if isinstance(text, bytes) else text.encode()
    return BTCPP.read([Source("a.xml", data)], builtin_registry())


def imported_file(path: Path) -> Imported:
    """Return what a file becomes, with those it includes."""
    assert BTCPP.read is not None
    return BTCPP.read([Source.at(path)], builtin_registry())


def tree(inside: str, models: str = "", more: str = "") -> str:
    """Return a file with a main tree; what is inside begins on line 3."""
    return (
        '<root BTCPP_format="4" main_tree_to_execute="Main">\n<BehaviorTree ID="Main">\n'
        f"{inside}\n</BehaviorTree>\n{more}\n<TreeNodesModel>{models}</TreeNodesModel>\n</root>"
    )


def registry_of(read: Imported) -> Registry:
    """Return the registry with what a file declares."""
    manifests = [ManifestFile(None, read.manifest)] if read.manifest is not None else []
    return registry_with(manifests, builtin_registry())


def graph_of(document: Document, graph_id: str = "Main") -> BehaviorTreeGraph:
    """Return a graph, which is a behavior tree."""
    graph = document.graphs[graph_id]
    assert isinstance(graph, BehaviorTreeGraph)
    return graph


def top(read: Imported, graph_id: str = "Main") -> TreeNode:
    """Return the root node of a tree."""
    graph = graph_of(read.document, graph_id)
    assert graph.root is not None
    return graph.nodes[graph.root]


def errors(read: Imported) -> list[str]:
    """Return what the check finds wrong in a document that was read."""
    return [each.message for each in check_document(read.document, registry_of(read))]


def not_exact(rows: tuple[FormatRow, ...]) -> list[str]:
    """Return the rows that are not exact, as sentences."""
    return [row.sentence() for row in rows if row.how != "exact"]


def written(read: Imported) -> str:
    """Return the text that a document is written as."""
    assert BTCPP.write is not None
    return BTCPP.write(read.document, registry_of(read), "a").files[0].text
