"""Draw a difference between two documents: every graph that differs, with marks, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from editor.canvas.graph_picture import painted_png, painted_svg, theme_in_use, whole_rect
from editor.canvas.painting.inks import inks_for
from editor.canvas.painting.text_lines import TextLine, text_line
from editor.canvas.routing.shapes import Rect
from editor.canvas.scene import CanvasScene
from editor.difference.graph_marks import GraphMarks, graph_marks
from editor.difference.mark_plates import MARK_SIGNS, paint_plate, plate_width
from editor.difference.marks_item import MarksItem
from editor.difference.union_graph import union_document, union_graph
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.theme_manager import current_theme
from graphs.difference.difference import Difference
from graphs.difference.difference_text import difference_text
from graphs.difference.document_difference import document_difference
from graphs.kinds.registry import Registry
from graphs.model import Document, Graph, Layout, StateMachineGraph
from graphs.queries import TOP

_MARGIN = 32.0
_LEAST_WIDTH, _WIDEST_LINE = 640.0, 1200.0
_HEADING, _LINE, _LEGEND = 34.0, 20.0, 44.0
_ROOM = 24.0
_APART = 48.0
_MOST_LINES = 40
_KIND_WORDS = {
    "state_machine": "state machine",
    "behavior_tree": "behavior tree",
    "decision_tree": "decision tree",
}


@dataclass(frozen=True, slots=True)
class _Section:
    """One graph, or what the document declares: heading, picture, lines."""

    heading: str
    sign: str
    lines: tuple[str, ...]
    scene: CanvasScene | None = None

    @property
    def picture(self) -> QRectF:
        if self.scene is None:
            return QRectF()
        area = self.scene.content_rect()
        for item in self.scene.items():
            if isinstance(item, MarksItem):
                area = area.united(item.boundingRect())
        return whole_rect(area.adjusted(-4, -4, 4, 4))

    @property
    def width(self) -> float:
        widths = [_words(line).width for line in self.lines]
        return max([self.picture.width(), _words(self.heading).width + 2 * _MARGIN, *widths])

    @property
    def height(self) -> float:
        room = self.picture.height() + _ROOM / 2 if self.scene is not None else 0.0
        return _HEADING + room + _LINE * len(self.lines)


def difference_picture(
    old: Document,
    new: Document,
    registry: Registry,
    *,
    theme: str = "light",
    scale: float = 1.0,
    suffix: str = ".svg",
) -> bytes:
    """Return a picture of what differs, as SVG or PNG: added, removed, changed and moved, with a legend.

    What was removed is drawn where it was, ghosted and struck through. The application must have been made.
    Raises PictureTooLarge.
    """
    with theme_in_use(theme):
        differences = document_difference(old, new)
        sections = _sections(old, new, registry, differences)
        width = 2 * _MARGIN + max([_LEAST_WIDTH, *(section.width for section in sections)])
        height = _MARGIN + _LEGEND + sum(section.height + _APART for section in sections)
        if not sections:
            height += _LINE + _MARGIN
        totals = _totals(differences)

        def paint(painter: QPainter) -> None:
            _paint_page(painter, sections, totals)

        size = QSizeF(width, height)
        if suffix == ".png":
            return painted_png(size, paint, scale)
        return painted_svg(size, paint, "What differs", scale)


def _words(line: str) -> TextLine:
    return text_line(line, TextSize.BODY, TextWeight.REGULAR, False, _WIDEST_LINE)


def _totals(differences: Sequence[Difference]) -> dict[str, int]:
    graphs = dict.fromkeys(one.place.graph for one in differences if one.place.graph)
    totals = dict.fromkeys(MARK_SIGNS, 0)
    for graph in graphs:
        for kind, count in (
            graph_marks([one for one in differences if one.place.graph == graph]).counts().items()
        ):
            totals[kind] += count
    return totals


def _sections(
    old: Document, new: Document, registry: Registry, differences: Sequence[Difference]
) -> list[_Section]:
    whole = union_document(old, new)
    found = []
    for graph_id in dict.fromkeys(one.place.graph for one in differences):
        here = [one for one in differences if one.place.graph == graph_id]
        lines = _lines(difference_text(here, old, new, registry))
        if not graph_id:
            found.append(_Section("Document", "", lines))
            continue
        was, now = old.graphs.get(graph_id), new.graphs.get(graph_id)
        if was is not None and now is not None and was.kind != now.kind:
            found.append(_graph_section(old, graph_id, registry, "−", ()))
            found.append(_graph_section(new, graph_id, registry, "+", lines))
        elif was is None or now is None:
            found.append(_graph_section(whole, graph_id, registry, "+" if was is None else "−", lines))
        else:
            scene = _marked_scene(old, whole, graph_id, registry, graph_marks(here), union_graph(was, now))
            found.append(_Section(_heading(now, graph_id), "", lines, scene))
    return found


def _graph_section(
    document: Document, graph_id: str, registry: Registry, sign: str, lines: tuple[str, ...]
) -> _Section:
    """Return the section of a graph that came or went as a whole."""
    scene = CanvasScene(registry)
    scene.sync(document, graph_id)
    return _Section(_heading(document.graphs[graph_id], graph_id), sign, lines, scene)


def _heading(graph: Graph, graph_id: str) -> str:
    return f"{graph.title or graph_id} · {_KIND_WORDS[graph.kind]}"


def _lines(text: str) -> tuple[str, ...]:
    lines = [line for line in text.splitlines() if line]
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"and {len(lines) - _MOST_LINES} more"]
    return tuple(lines)


def _marked_scene(
    old: Document, whole: Document, graph_id: str, registry: Registry, marks: GraphMarks, graph: Graph
) -> CanvasScene:
    scene = CanvasScene(registry)
    document = _with_graph(whole, graph_id, graph)
    scene.sync(document, graph_id)
    aside = _moved_aside(scene, graph, marks)
    if aside is not None:
        scene.sync(_with_graph(whole, graph_id, aside), graph_id)
    before = CanvasScene(registry)
    before.sync(old, graph_id)
    scene.addItem(MarksItem(scene, marks, _stored_rects(before, old.graphs[graph_id])))
    return scene


def _with_graph(document: Document, graph_id: str, graph: Graph) -> Document:
    return document.model_copy(update={"graphs": {**document.graphs, graph_id: graph}})


def _stored_rects(scene: CanvasScene, graph: Graph) -> dict[str, Rect]:
    """Return where states stood whose place was stored: only that can be compared with another version."""
    if scene.machine is None:
        return {}
    return {
        one: rect
        for one, rect in scene.machine.arrangement.rects.items()
        if one in graph.layout and graph.layout[one].at is not None
    }


def _moved_aside(scene: CanvasScene, graph: Graph, marks: GraphMarks) -> Graph | None:
    """Return the graph with removed states below the others where something new stands in their place."""
    machine = scene.machine
    if machine is None or not isinstance(graph, StateMachineGraph):
        return None
    rects = machine.arrangement.rects
    layout = dict(graph.layout)
    for box, children in machine.shape.children.items():
        gone = [child for child in children if child in marks.removed]
        others = [rects[child] for child in children if child not in marks.removed]
        covered = [one for one in gone if any(rects[one].grown(12).overlaps(other) for other in others)]
        if not covered or not others:
            continue
        dx, dy = (-rects[box].left, -rects[box].top) if box != TOP else (0.0, 0.0)
        left, low = min(rect.left for rect in others), max(rects[child].bottom for child in children) + _APART
        for one in covered:
            entry = layout.get(one)
            at = (round(left + dx), round(low + dy))
            layout[one] = Layout(at=at) if entry is None else entry.model_copy(update={"at": at})
            left += rects[one].width + _APART
    return graph.model_copy(update={"layout": layout}) if layout != graph.layout else None


def _paint_page(painter: QPainter, sections: Sequence[_Section], totals: Mapping[str, int]) -> None:
    inks = inks_for(current_theme())
    y = _MARGIN
    _paint_legend(painter, y, totals)
    y += _LEGEND
    if not sections:
        text_line("Nothing differs.", TextSize.BODY).draw(painter, _MARGIN, y, inks.pen("text.secondary"))
    for section in sections:
        x = _MARGIN
        if section.sign:
            kind = "added" if section.sign == "+" else "removed"
            width = plate_width(section.sign)
            paint_plate(painter, x + width / 2, y + 8, kind, section.sign, inks)
            x += width + 8
        heading = text_line(section.heading, TextSize.HEADING, TextWeight.SEMIBOLD)
        heading.draw(painter, x, y + 8, inks.pen("text.primary"))
        y += _HEADING
        if section.scene is not None:
            area = section.picture
            section.scene.render(painter, QRectF(QPointF(_MARGIN, y), area.size()), area)
            y += area.height() + _ROOM / 2
        for line in section.lines:
            _words(line).draw(painter, _MARGIN, y + _LINE / 2, inks.pen("text.secondary"))
            y += _LINE
        y += _APART


def _paint_legend(painter: QPainter, y: float, totals: Mapping[str, int]) -> None:
    inks = inks_for(current_theme())
    x = _MARGIN
    for kind, sign in MARK_SIGNS.items():
        width = plate_width(sign)
        paint_plate(painter, x + width / 2, y, kind, sign, inks)
        x += width + 8
        words = text_line(f"{totals[kind]} {kind}", TextSize.BODY, TextWeight.MEDIUM)
        words.draw(painter, x, y, inks.pen("text.primary" if totals[kind] else "text.tertiary"))
        x += words.width + 28
