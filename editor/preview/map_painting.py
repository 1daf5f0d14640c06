"""Paint a whole map from plain pictures: the one order of layers, for the screen and for image files."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.painting.inks import Inks, inks_for
from editor.preview import map_marks, sense_painting
from editor.preview.agent_painting import paint_agents
from editor.preview.ground_painting import paint_all_ground, waypoint_boxes
from editor.preview.label_painting import LabelOf, Occupied, paint_labels, place_labels
from editor.preview.map_view import MapView
from editor.preview.world_picture import PickedPicture, PreviewToggles, WorldPicture
from editor.theme.tokens import Theme
from runtime.values import Vector


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer adds: a readout, words beside it, the legend."""

    readout: str = ""
    name: str = ""
    at: QPointF | None = None
    legend: bool = False


def no_label(agent_id: str) -> str:
    """Return no words for any agent."""
    del agent_id
    return ""


def paint_map(
    painter: QPainter,
    picture: WorldPicture,
    view: MapView,
    theme: Theme,
    toggles: PreviewToggles,
    *,
    label_of: LabelOf = no_label,
    hover: Hover | None = None,
    ratio: float = 1.0,
) -> None:
    """Paint one moment of the world.

    The painter's unit is one px of the map with the origin at its top left corner; `ratio` is the number
    of device pixels per px.
    """
    inks = inks_for(theme)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    picked = picture.picked
    current = picked.target if picked is not None else None
    paint_all_ground(painter, picture.ground, view, inks, toggles, current)
    if picked is not None:
        _paint_under_agents(painter, picture, picked, view, inks, toggles)
    index = picked.index if picked is not None else -1
    paint_agents(painter, picture.agents, view, inks, index, ratio)
    if picked is not None and picked.target is not None and toggles.vectors:
        sense_painting.paint_target(painter, picked.target, view, inks)
    sense_painting.paint_shots(painter, picture, view, inks)
    _paint_words(painter, picture, view, inks, toggles, label_of, ratio)
    map_marks.paint_scale_bar(painter, view, inks)
    if hover is not None:
        _paint_hover(painter, view, inks, hover)


def _paint_under_agents(
    painter: QPainter,
    picture: WorldPicture,
    picked: PickedPicture,
    view: MapView,
    inks: Inks,
    toggles: PreviewToggles,
) -> None:
    """Paint what the picked agent senses, wants and did."""
    if toggles.sight:
        sense_painting.paint_cones(painter, picked, view, inks)
    if toggles.paths:
        team = sense_painting.team_of(picture.agents, picked.index)
        sense_painting.paint_trail(painter, picked, team, view, inks)
        sense_painting.paint_way_ahead(painter, picked, view, inks)
    if toggles.vectors:
        if picked.target_entity is not None:
            start = _position(picture, picked.index)
            sense_painting.paint_distance_line(painter, start, picked.target_entity, view, inks)
        sense_painting.paint_vectors(painter, picked, view, inks)


def _paint_words(
    painter: QPainter,
    picture: WorldPicture,
    view: MapView,
    inks: Inks,
    toggles: PreviewToggles,
    label_of: LabelOf,
    ratio: float,
) -> None:
    """Paint the distance plate and the name plates, none over another."""
    occupied, disliked = Occupied(), Occupied()
    occupied.add(map_marks.scale_box(view))
    picked = picture.picked
    if picked is not None and toggles.vectors and picked.target_entity is not None:
        start = _position(picture, picked.index)
        plate = sense_painting.distance_plate(start, picked.target_entity, picked, view)
        if plate is not None:
            occupied.add(plate[0])
            sense_painting.paint_distance_plate(painter, *plate, inks)
    if toggles.paths:
        for box in waypoint_boxes(picture.ground, view):
            disliked.add(box)
    if toggles.labels:
        index = picked.index if picked is not None else -1
        labels = place_labels(picture.agents, view, label_of, index, occupied, disliked)
        paint_labels(painter, labels, inks, ratio)


def _position(picture: WorldPicture, index: int) -> Vector:
    x, y = picture.agents.positions[index]
    return float(x), float(y)


def _paint_hover(painter: QPainter, view: MapView, inks: Inks, hover: Hover) -> None:
    if hover.readout:
        map_marks.paint_readout(painter, view, inks, hover.readout)
    if hover.name and hover.at is not None:
        map_marks.paint_hover_name(painter, hover.at, view, inks, hover.name)
    if hover.legend:
        map_marks.paint_legend(painter, view, inks)
