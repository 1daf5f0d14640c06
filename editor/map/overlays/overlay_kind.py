"""Say what a kind of overlay is: menu, commands, legend and help page all read this one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.picture.audience import Whom
from editor.map.picture.marks import Mark, MarkStyle
from runtime.basics.values import Vector
from runtime.records.world_records import AgentOverlay
from runtime.worlds.overlays.overlay import OverlayPart

if TYPE_CHECKING:
    from runtime.session.session import Session


class Section(StrEnum):
    """Group the kinds: each section has one toggle in the title row of the preview."""

    SIGHT = "sight"
    SENSES = "senses"
    VECTORS = "vectors"
    PATHS = "paths"
    LABELS = "labels"
    GRID = "grid"


@dataclass(frozen=True, eq=False, slots=True)
class AgentSight:
    """Hold what an overlay of one agent is read from.

    `index` is the agent's row, `team` the index of its team's color. `trail` (k, 2) is where it was, `dots`
    (m, 2) every half second of that.
    `name_of` turns the id of anything in the world into its name.
    """

    index: int
    overlay: AgentOverlay
    team: int
    trail: NDArray[np.float64]
    dots: NDArray[np.float64]
    name_of: Callable[[str], str]

    @property
    def position(self) -> Vector:
        """Return where the agent is."""
        return self.overlay.pose.position


@dataclass(frozen=True, slots=True)
class OverlayKind:
    """Hold one kind of overlay.

    `title` and `help` are its words in menus and on the help page. `shows` are the steering behaviors and
    kinds of sensors it makes visible. `styles` are all looks its marks can have. `of_agent` returns the marks
    of one agent, read from the `parts` of its overlay, `of_world` those of the world; a kind with neither is
    drawn with the ground or the labels, and then `takes_agents` tells whether it is drawn for agents.
    `takes_trail` tells whether it reads the trail. `whom` is for whom it is drawn at first.
    """

    id: str
    title: str
    help: str
    section: Section
    whom: Whom
    shows: tuple[str, ...] = ()
    styles: tuple[MarkStyle, ...] = ()
    of_agent: Callable[[AgentSight], Iterable[Mark]] | None = None
    of_world: Callable[[Session], Iterable[Mark]] | None = None
    parts: frozenset[OverlayPart] = frozenset()
    takes_trail: bool = False
    takes_agents: bool = False

    @property
    def choices(self) -> tuple[Whom, ...]:
        """Return for whom it can be drawn."""
        if self.of_agent is not None or self.takes_agents:
            return (Whom.NONE, Whom.PICKED, Whom.ALL)
        return (Whom.NONE, Whom.ALL)


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """Hold the words and the icon of a section."""

    title: str
    icon: str
    help: str


SECTIONS: Mapping[Section, SectionTitle] = {
    Section.SIGHT: SectionTitle("Sight", "eye", "Show what agents see"),
    Section.SENSES: SectionTitle("Other senses", "ear", "Show what agents hear, smell, touch and measure"),
    Section.VECTORS: SectionTitle("Steering", "vectors", "Show what moves agents, and how they decide on it"),
    Section.PATHS: SectionTitle("Ways", "pin", "Show ways, waypoints, trails and flights"),
    Section.LABELS: SectionTitle("Labels", "comment", "Show what agents do above their heads"),
    Section.GRID: SectionTitle("Ground", "grid", "Show the grid and fields on the ground"),
}
