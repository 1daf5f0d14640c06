"""DOT, the language of Graphviz: one picture with a box for each graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphs.formats.basics.format_record import WrittenFile
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, DrawnNode
from graphs.formats.pictures.left_out import picture_format

_SHAPES = {
    "decorator": "hexagon",
    "condition": "ellipse",
    "call": "folder",
    "question": "diamond",
    "final": "doublecircle",
    "history": "circle",
    "choice": "diamond",
}


def _files(graphs: Sequence[DrawnGraph], name: str) -> Iterator[WrittenFile]:
    lines = [f"// {HEADING}", f"digraph {_quoted([name])} {{", "  compound=true;", "  ordering=out;"]
    lines += ["  node [shape=box, fontname=sans];", "  edge [fontname=sans];"]
    for number, drawn in enumerate(graphs):
        lines += _graph(drawn, number)
    yield WrittenFile(".dot", "\n".join([*lines, "}"]) + "\n")


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
        is_cut = {
            f"ltail=cluster_{source.name}": source.inside and not drawn.holds(link.source, link.target),
            f"lhead=cluster_{target.name}": target.inside and not drawn.holds(link.target, link.source),
            f"label={_quoted([link.label])}": link.label,
        }
        said = ", ".join(word for word, is_said in is_cut.items() if is_said)
        yield f"  {source.name} -> {target.name}" + (f" [{said}]" if said else "") + ";"


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
    shape = _SHAPES.get(node.shape, "box")
    style = ", style=rounded" if node.shape in ("state", "action", "leaf") else ""
    return f"{indent}{node.name} [label={_quoted(node.shown)}, shape={shape}{style}];"


def _quoted(lines: Iterable[str]) -> str:
    said = (" ".join(line.split()) for line in lines)
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in said)
    return '"' + "\\n".join(escaped).replace("\0", "") + '"'


DOT = picture_format("dot", "Graphviz DOT", (".dot", ".gv"), _files)
