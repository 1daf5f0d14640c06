"""Draw a difference between two documents: every graph that differs, with marks, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from editor.canvas.scene.graph_picture import painted_png, painted_svg, theme_in_use, whole_rect
from editor.canvas.scene.scene import CanvasScene
from editor.comparison.graph_marks import MARK_SIGNS, graph_marks, paint_plate, plate_width
from editor.comparison.marked_scene import marked_scene
from editor.comparison.marks_item import MarksItem
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import inks_for
from editor.theme.text_lines import TextLine, text_line
from editor.theme.theme_manager import current_theme
from graphs.difference.difference import Difference
from graphs.difference.difference_text import difference_text
from graphs.difference.document_difference import document_difference
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph

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
    graphs = dict.fromkeys(difference.place.graph for difference in differences if difference.place.graph)
    totals = dict.fromkeys(MARK_SIGNS, 0)
    for graph in graphs:
        for kind, count in (
            graph_marks([difference for difference in differences if difference.place.graph == graph])
            .counts()
            .items()
        ):
            totals[kind] += count
    return totals


def _sections(
    old: Document, new: Document, registry: Registry, differences: Sequence[Difference]
) -> list[_Section]:
    found = []
    for graph_id in dict.fromkeys(difference.place.graph for difference in differences):
        here = [difference for difference in differences if difference.place.graph == graph_id]
        lines = _lines(difference_text(here, old, new, registry))
        if not graph_id:
            found.append(_Section("Document", "", lines))
            continue
        was, now = old.graphs.get(graph_id), new.graphs.get(graph_id)
        if was is not None and now is not None and was.kind != now.kind:
            found.append(_graph_section(old, graph_id, registry, "−", ()))
            found.append(_graph_section(new, graph_id, registry, "+", lines))
            continue
        sign = "+" if was is None else "−" if now is None else ""
        scene = marked_scene(old, new, graph_id, registry, here).scene
        found.append(_Section(_heading((now or was), graph_id), sign, lines, scene))
    return found


def _graph_section(
    document: Document, graph_id: str, registry: Registry, sign: str, lines: tuple[str, ...]
) -> _Section:
    """Return the section of a graph that came or went as a whole."""
    scene = CanvasScene(registry)
    scene.sync(document, graph_id)
    return _Section(_heading(document.graphs[graph_id], graph_id), sign, lines, scene)


def _heading(graph: Graph | None, graph_id: str) -> str:
    return f"{graph.title or graph_id} · {_KIND_WORDS[graph.kind]}" if graph is not None else graph_id


def _lines(text: str) -> tuple[str, ...]:
    lines = [line for line in text.splitlines() if line]
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"and {len(lines) - _MOST_LINES} more"]
    return tuple(lines)


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
