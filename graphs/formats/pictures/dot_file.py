"""DOT, the language of Graphviz: one picture with a box for each graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, DrawnNode, drawn_graphs
from graphs.formats.pictures.left_out import left_out
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document

_SHAPES = {
    "decorator": "hexagon",
    "condition": "ellipse",
    "call": "folder",
    "question": "diamond",
    "final": "doublecircle",
    "history": "circle",
    "choice": "diamond",
}


def write_dot(document: Document, registry: Registry, name: str) -> Written:
    """Return one DOT file with all graphs."""
    graphs = drawn_graphs(document, registry)
    lines = [f"// {HEADING}", f"digraph {_quoted([name])} {{", "  compound=true;", "  ordering=out;"]
    lines += ["  node [shape=box, fontname=sans];", "  edge [fontname=sans];"]
    for number, drawn in enumerate(graphs):
        lines += _graph(drawn, number)
    text = "\n".join([*lines, "}"]) + "\n"
    return Written((WrittenFile(".dot", text),), left_out(document, graphs, has_places=False))


def _graph(drawn: DrawnGraph, number: int) -> Iterator[str]:
    yield f"  subgraph cluster_g{number} {{"
    yield f"    label={_quoted([drawn.title])};"
    if drawn.is_machine:
        yield from _box(drawn, "", drawn.tops, f"start_g{number}", "    ")
    else:
        yield from (_node(node, "    ") for node in drawn.nodes.values())
    yield "  }"
    for link in drawn.links:
        source, target = drawn.nodes[link.source], drawn.nodes[link.target]
        # Graphviz cannot cut a line at a box that both ends are in.
        ends = [f"ltail=cluster_{source.name}"] if source.inside and not drawn.holds(*link.ends) else []
        ends += (
            [f"lhead=cluster_{target.name}"] if target.inside and not drawn.holds(*link.ends[::-1]) else []
        )
        ends += [f"label={_quoted([link.label])}"] if link.label else []
        yield f"  {source.name} -> {target.name}" + (f" [{', '.join(ends)}]" if ends else "") + ";"


def _box(drawn: DrawnGraph, box: str, inside: Iterable[str], start: str, indent: str) -> Iterator[str]:
    """Yield the states of a box; a compound is a cluster around a point, where lines to it end."""
    begins = drawn.initial.get(box, ())
    if begins:
        yield f"{indent}{start} [shape=point, width=0.15];"
    for target in begins:
        head = f" [lhead=cluster_{drawn.nodes[target].name}]" if drawn.nodes[target].inside else ""
        yield f"{indent}{start} -> {drawn.nodes[target].name}{head};"
    for state in inside:
        node = drawn.nodes[state]
        if not node.inside:
            yield _node(node, indent)
            continue
        yield f"{indent}subgraph cluster_{node.name} {{"
        yield f"{indent}  label={_quoted(node.lines)};"
        yield f"{indent}  style={'dashed' if node.regions else 'rounded'};"
        yield f"{indent}  {node.name} [shape=point, style=invis, width=0];"
        yield from _box(drawn, state, node.inside, f"start_{node.name}", indent + "  ")
        yield f"{indent}}}"


def _node(node: DrawnNode, indent: str) -> str:
    lines = ("H", *node.lines) if node.shape == "history" else node.lines
    shape = _SHAPES.get(node.shape, "box")
    style = ", style=rounded" if node.shape in ("state", "action", "leaf") else ""
    return f"{indent}{node.name} [label={_quoted(lines)}, shape={shape}{style}];"


def _quoted(lines: Iterable[str]) -> str:
    said = (" ".join(line.split()) for line in lines)
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in said)
    return '"' + "\\n".join(escaped).replace("\0", "") + '"'


DOT = Format("dot", "Graphviz DOT", (".dot", ".gv"), write=write_dot)
