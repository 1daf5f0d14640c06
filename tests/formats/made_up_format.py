"""A made-up format for tests of what is around formats: each line of a file is an action of a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from graphs.files.document_file import FileProblem
from graphs.formats import listed_formats
from graphs.formats.basics.format_record import Format, Imported, Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.sources import Source
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.projects.manifest_file import Manifest, ManifestAction, ManifestStandIn

HEAD = b"#lines"
HOW: Mapping[str, How] = {"~": "changed", "?": "kept", "-": "lost"}
"""What becomes of a line that begins so; any other line is exact."""


def read(sources: Sequence[Source], _registry: Registry) -> Imported:
    rows: list[FormatRow] = []
    nodes: dict[str, TreeNode] = {}
    for source in sources:
        for number, line in enumerate(source.data.decode().splitlines()[1:], 2):
            if line == "broken":
                raise FileProblem(Path(source.name), f"line {number}", "It is broken.", "Mend it.")
            how = HOW.get(line[0], "exact")
            node = f"n{len(nodes)}" if how != "lost" else ""
            reason = {"exact": "", "changed": "It waits a tick.", "kept": "It is unknown."}.get(
                how, "No room."
            )
            rows.append(
                FormatRow(how, line, reason, "Say it otherwise.", source.name, number, 1, "3.5", "g", node)
            )
            if node:
                nodes[node] = TreeNode(kind="action", action=line.strip("~?"))
    actions = {
        str(each.action): ManifestAction(stand_in=ManifestStandIn(result="success"))
        for each in nodes.values()
    }
    top = TreeNode(kind="sequence", children=tuple(nodes))
    nodes = {"top": top, **nodes}
    graph = BehaviorTreeGraph(kind="behavior_tree", root="top", nodes=nodes, origin={"lines": True})
    document = Document(format="mindloom", version=1, root="g", graphs={"g": graph})
    return Imported(document, tuple(rows), Manifest(format="mindloom-kinds", version=1, actions=actions))


def write(document: Document, _registry: Registry, name: str) -> Written:
    actions = [
        node.action
        for graph in document.graphs.values()
        if isinstance(graph, BehaviorTreeGraph)
        for node in graph.nodes.values()
        if node.action
    ]
    text = "\n".join([HEAD.decode(), *actions])
    rows = tuple(FormatRow("exact", action) for action in actions)
    return Written((WrittenFile(".lines", text), WrittenFile(".notes", name)), rows)


LINES = Format("lines", "Lines", (".lines", ".xml"), lambda source: source.data.startswith(HEAD), read, write)


@contextmanager
def lines_listed() -> Iterator[None]:
    with patch.dict(listed_formats.FORMATS, {"lines": LINES}):
        yield
