"""Paint a whole map from plain pictures: the one order of layers, for the screen and for image files."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.map.overlays.mark_painting import paint_marks
from editor.map.overlays.overlay_catalogue import GRID, LABELS, PATHS
from editor.map.overlays.overlay_choice import OverlayChoice
from editor.map.painting import map_marks
from editor.map.painting.agent_painting import SeenAgents, paint_agents, seen_agents
from editor.map.painting.ground_layer import GroundLayer
from editor.map.painting.ground_painting import paint_all_ground, paint_current_waypoint, waypoint_boxes
from editor.map.painting.head_painting import paint_heads, place_heads
from editor.map.painting.label_painting import LabelOf, Occupied, paint_labels, place_labels
from editor.map.painting.legend_painting import legend_box, paint_legend
from editor.map.painting.past_painting import paint_past
from editor.map.painting.plate_painting import paint_plates, place_plates
from editor.map.painting.shot_painting import paint_shots
from editor.map.picture.audience import Whom
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import HeatMark
from editor.map.picture.world_picture import WorldPicture
from editor.theme.inks import Inks, inks_for
from editor.theme.tokens import Theme


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer adds: a readout, words beside it, the legend and its corner."""

    readout: str = ""
    name: str = ""
    at: QPointF | None = None
    legend: bool = False
    corner: int = 0


def no_label(agent_id: str) -> str:
    """Return no words for any agent."""
    del agent_id
    return ""


def paint_map(
    painter: QPainter,
    picture: WorldPicture,
    view: MapView,
    theme: Theme,
    choice: OverlayChoice,
    *,
    label_of: LabelOf = no_label,
    hover: Hover | None = None,
    ratio: float = 1.0,
    layer: GroundLayer | None = None,
) -> None:
    """Paint one moment of the world.

    The painter's unit is one px of the map with the origin at its top left corner; `ratio` is the number
    of device pixels per px. `choice` says whether grid, ways and labels are drawn; the marks of all other
    overlays are in the picture. `layer` keeps what stands still from one painting to the next.
    """
    inks = inks_for(theme)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    fields = [mark for mark in picture.marks if isinstance(mark, HeatMark)]
    others = [mark for mark in picture.marks if not isinstance(mark, HeatMark)] if fields else picture.marks
    grid, paths = choice.shows(GRID), choice.shows(PATHS)
    if fields or layer is None:
        paint_all_ground(painter, picture.ground, view, inks, grid=grid, paths=paths, fields=fields)
    else:
        layer.paint(painter, picture.ground, view, inks, grid=grid, paths=paths, ratio=ratio)
    if paths and picture.steered_for is not None:
        paint_current_waypoint(painter, picture.ground, view, inks, picture.steered_for)
    paint_marks(painter, others, view, inks, over=False)
    seen = seen_agents(picture.agents, view)
    if picture.past is not None:
        paint_past(painter, picture.past, picture.agents, picture.picked, view, inks)
    if picture.goal is not None:
        map_marks.paint_goal(painter, picture.goal, view, inks)
    paint_agents(painter, picture.agents, seen, view, inks, picture.picked, ratio)
    paint_marks(painter, others, view, inks, over=True)
    paint_shots(painter, picture, view, inks)
    _paint_words(painter, picture, seen, view, inks, choice, label_of, ratio)
    map_marks.paint_scale_bar(painter, view, inks)
    if hover is not None:
        _paint_hover(painter, picture, view, inks, hover)


def _paint_words(
    painter: QPainter,
    picture: WorldPicture,
    seen: SeenAgents,
    view: MapView,
    inks: Inks,
    choice: OverlayChoice,
    label_of: LabelOf,
    ratio: float,
) -> None:
    """Paint the plates on lines, the name plates and what is above heads, none over another."""
    occupied, disliked = Occupied(), Occupied()
    occupied.add(map_marks.scale_box(view))
    plates = place_plates(picture.marks, view, occupied)
    paint_plates(painter, plates, inks)
    if choice.shows(PATHS):
        for box in waypoint_boxes(picture.ground, view):
            disliked.add(box)
    whom = choice.shown_for(LABELS)
    labels = []
    if whom is not Whom.NONE:
        labels = place_labels(
            picture.agents, seen, view, label_of, picture.picked, occupied, disliked, whom is Whom.PICKED
        )
        paint_labels(painter, labels, inks, ratio)
    paint_heads(painter, place_heads(picture, view, labels), inks)


def _paint_hover(painter: QPainter, picture: WorldPicture, view: MapView, inks: Inks, hover: Hover) -> None:
    if hover.readout:
        map_marks.paint_readout(painter, view, inks, hover.readout)
    if hover.legend:
        paint_legend(painter, picture, legend_box(picture, view, hover.corner), inks)
    if hover.name and hover.at is not None:
        map_marks.paint_hover_name(painter, hover.at, view, inks, hover.name)
