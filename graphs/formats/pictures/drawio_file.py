"""draw.io: a page for each graph, nodes where the document has them, else where our layout puts them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graphs.formats.basics.format_record import WrittenFile
from graphs.formats.basics.xml_file import XmlElement, XmlFile, XmlPiece, xml_text
from graphs.formats.pictures.drawn_graph import HEADING, DrawnGraph, DrawnNode
from graphs.formats.pictures.left_out import picture_format
from graphs.formats.pictures.places import Rect, places_of

_BOX = "rounded=0;whiteSpace=wrap;"
_STYLES = {
    "composite": _BOX,
    "decorator": "shape=hexagon;perimeter=hexagonPerimeter2;whiteSpace=wrap;",
    "condition": "ellipse;whiteSpace=wrap;",
    "call": "shape=process;whiteSpace=wrap;",
    "question": "rhombus;whiteSpace=wrap;",
    "final": "ellipse;shape=doubleEllipse;whiteSpace=wrap;",
    "history": "ellipse;whiteSpace=wrap;",
    "choice": "rhombus;whiteSpace=wrap;",
    "inside": "swimlane;startSize=32;rounded=1;collapsible=0;",
    "start": "ellipse;fillColor=#000000;",
}
_LINE = "edgeStyle=orthogonalEdgeStyle;rounded=1;endArrow=classic;"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _files(graphs: Sequence[DrawnGraph], _name: str) -> Iterator[WrittenFile]:
    root = XmlElement("mxfile", {"host": "Mindloom"}, [_page(drawn, n) for n, drawn in enumerate(graphs)])
    yield WrittenFile(".drawio", xml_text(XmlFile(root, [XmlPiece("comment", f" {HEADING} ")])))


def _page(drawn: DrawnGraph, number: int) -> XmlElement:
    top = f"p{number}"
    rects = places_of(drawn)
    cells = [XmlElement("mxCell", {"id": f"{top}-0"}), _cell(f"{top}-1", {"parent": f"{top}-0"})]
    boxes = drawn.boxes()
    for node_id, node in drawn.nodes.items():
        parent = drawn.nodes[boxes[node_id]].name if node_id in boxes else f"{top}-1"
        cells.append(_vertex(node, rects[node_id], parent))
    for box, targets in drawn.initial.items():
        for target in targets:
            parent = drawn.nodes[box].name if box else f"{top}-1"
            start = DrawnNode(f"{drawn.nodes[target].name}-start-{len(cells)}", "start", ())
            x, y = _corner(rects, target, box, boxes)
            cells.append(_vertex(start, (x - 24, y - 24, 14, 14), parent))
            cells.append(_edge(f"{start.name}-line", start.name, drawn.nodes[target].name, "", f"{top}-1"))
    for count, (source, target, label) in enumerate(drawn.links_named()):
        cells.append(_edge(f"{top}-e{count}", source, target, label, f"{top}-1"))
    model = XmlElement("mxGraphModel", {"grid": "1"}, [XmlElement("root", {}, [*cells])])
    return XmlElement("diagram", {"id": top, "name": _clean(drawn.title)}, [model])


def _corner(
    rects: Mapping[str, Rect], target: str, box: str, boxes: Mapping[str, str]
) -> tuple[float, float]:
    """Return where a state is relative to a box around it."""
    x, y = 0.0, 0.0
    while target and target != box:
        x, y = x + rects[target][0], y + rects[target][1]
        target = boxes.get(target, "")
    return x, y


def _cell(cell_id: str, attributes: Mapping[str, str], *inside: XmlElement) -> XmlElement:
    return XmlElement("mxCell", {"id": cell_id, **attributes}, [*inside])


def _vertex(node: DrawnNode, rect: Rect, parent: str) -> XmlElement:
    style = _STYLES["inside"] if node.inside else _STYLES.get(node.shape, "rounded=1;whiteSpace=wrap;")
    names = ("x", "y", "width", "height")
    place = {name: f"{value:g}" for name, value in zip(names, rect, strict=True)}
    geometry = XmlElement("mxGeometry", {**place, "as": "geometry"})
    value = _clean("\n".join(node.shown))
    return _cell(node.name, {"value": value, "style": style, "vertex": "1", "parent": parent}, geometry)


def _edge(cell_id: str, source: str, target: str, label: str, parent: str) -> XmlElement:
    geometry = XmlElement("mxGeometry", {"relative": "1", "as": "geometry"})
    ends = {"edge": "1", "parent": parent, "source": source, "target": target}
    return _cell(cell_id, {"value": _clean(label), "style": _LINE, **ends}, geometry)


def _clean(text: str) -> str:
    """Return a text without what XML cannot say; styles without `html=1` show it as it is."""
    return _NO_XML.sub(" ", text)


DRAWIO = picture_format("drawio", "draw.io", (".drawio",), _files, has_places=True)
