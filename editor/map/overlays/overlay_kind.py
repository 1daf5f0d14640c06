"""Say what a kind of overlay is and which are drawn for whom; menu, commands, legend and help read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from editor.map.picture.marks import Mark, MarkStyle
from editor.map.picture.world_picture import Whom
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
    (m, 2) every half second of that. `is_picked` tells whether it is the picked agent.
    `name_of` turns the id of anything in the world into its name.
    """

    index: int
    overlay: AgentOverlay
    team: int
    trail: NDArray[np.float64]
    dots: NDArray[np.float64]
    name_of: Callable[[str], str]
    is_picked: bool = False

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


@dataclass(frozen=True, slots=True)
class OverlayChoice:
    """Hold for whom each kind is drawn, where that differs from what the kind says, and hidden sections."""

    whom: Mapping[str, Whom] = field(default_factory=dict)
    hidden: frozenset[Section] = frozenset()

    def whom_of(self, kind: OverlayKind) -> Whom:
        """Return for whom a kind is chosen, whether or not its section is hidden."""
        return self.whom.get(kind.id, kind.whom)

    def shown_for(self, kind: OverlayKind) -> Whom:
        """Return for whom a kind is drawn now."""
        return Whom.NONE if kind.section in self.hidden else self.whom_of(kind)

    def shows(self, kind: OverlayKind, *, picked: bool = True) -> bool:
        """Tell whether a kind is drawn for the picked agent, or for another."""
        whom = self.shown_for(kind)
        return whom is Whom.ALL or (picked and whom is Whom.PICKED)

    def with_kind(self, kind: OverlayKind, whom: Whom) -> OverlayChoice:
        """Return the choice with a kind drawn for others; its section is shown when it is drawn at all.

        Raises ValueError for a choice the kind does not have.
        """
        if whom not in kind.choices:
            raise ValueError(f"{kind.title} cannot be drawn for {whom!r}; expected one of {kind.choices}.")
        kept = {name: chosen for name, chosen in self.whom.items() if name != kind.id}
        if whom is not kind.whom:
            kept[kind.id] = whom
        hidden = self.hidden - {kind.section} if whom is not Whom.NONE else self.hidden
        return replace(self, whom=kept, hidden=hidden)

    def with_section(self, section: Section, shown: bool) -> OverlayChoice:
        """Return the choice with a whole section shown or hidden; what is chosen in it stays."""
        hidden = self.hidden - {section} if shown else self.hidden | {section}
        return replace(self, hidden=hidden)

    def to_state(self) -> dict[str, list[str]]:
        """Return the choice as lists of texts, to be kept."""
        return {
            "whom": [f"{name}={whom}" for name, whom in sorted(self.whom.items())],
            "hidden": sorted(self.hidden),
        }

    @classmethod
    def from_state(cls, state: Mapping[str, list[object]], kinds: Iterable[OverlayKind]) -> OverlayChoice:
        """Return what `to_state` gave; what is unknown or damaged is passed over."""
        by_id = {kind.id: kind for kind in kinds}
        choice = cls()
        for entry in state.get("whom", []):
            name, _, whom = str(entry).partition("=")
            kind = by_id.get(name)
            if kind is not None and whom in set(kind.choices):
                choice = choice.with_kind(kind, Whom(whom))
        sections = {str(section) for section in Section}
        hidden = [str(entry) for entry in state.get("hidden", []) if str(entry) in sections]
        return replace(choice, hidden=frozenset(Section(entry) for entry in hidden))
