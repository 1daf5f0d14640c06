"""Read where an agent goes and came from: the way ahead, its place on its path, its trail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.overlays.vector_marks import title_of
from editor.map.picture.agent_shapes import team_token
from editor.map.picture.marks import DotMark, DotsMark, LineMark, Mark, MarkStyle, Sample

AHEAD = MarkStyle("way.ahead", "way ahead", "world.target", Sample.LINE, 1.5, (2.0, 5.0))
DONE = MarkStyle("way.done", "path walked", "world.path", Sample.LINE, 3.0, alpha=0.55)
PLACE = MarkStyle("way.place", "its place on the path", "world.path", Sample.DOT, 2.0)
TRAIL = MarkStyle("trail", "its trail, a dot each half second", team_token(0), Sample.LINE, 1.5, alpha=0.6)

PATH_BEHAVIORS = ("follow_path", "follow_waypoints", "go_to", "roam")


def way_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the way an agent means to go, and how far along its path it is."""
    if len(sight.overlay.path_ahead) > 1:
        yield LineMark(AHEAD, sight.overlay.path_ahead, "The way it means to go")
    for item in sight.overlay.contributions:
        progress = item.progress
        if progress is None or progress.total <= 0:
            continue
        share = 100 * progress.done / progress.total
        round_words = " of the round" if progress.closed else ""
        words = (
            f"{title_of(item.behavior)}: {progress.done:.1f} of {progress.total:.1f} units, "
            f"{share:.0f} %{round_words}"
        )
        if len(progress.line) > 1:
            yield LineMark(DONE, progress.line, words)
        yield DotMark(PLACE, progress.at, words, size=4.0, hollow=True)


def trail_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield where an agent was during the last seconds."""
    if len(sight.trail) > 1:
        style = replace(TRAIL, token=team_token(sight.team))
        points = tuple((float(x), float(y)) for x, y in sight.trail)
        yield LineMark(style, points)
        yield DotsMark(style, sight.dots, np.ones(len(sight.dots)))
